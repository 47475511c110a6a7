/**
 * A document that ships with the page was read, checked and looked up when the page was built; here its model only gets
 * its widgets and sources. Apart from the whole pipeline (`load.ts`), which such a page does without.
 */
import type { Issue } from '../../types.ts'
import { type CheckedModel, readModel, type Registries } from '../document/checked-model.ts'
import type { LayoutModel } from '../document/model.ts'

/** The source of a shown dashboard. */
export interface ShownLayout {
  readonly model: LayoutModel
  /** In the order of the text. */
  readonly issues: readonly Issue[]
}

/** A document as checked when the page was built, with the issues found then. */
export interface CheckedLayout {
  readonly model: CheckedModel
  readonly issues: readonly Issue[]
}

/**
 * The same model and issues as `loadLayoutWith` makes of its text. Throws LAYOUT_NOT_CHECKED for a widget or a source
 * that is not in the registries.
 */
export const loadChecked = ({ model, issues }: CheckedLayout, registries: Registries): ShownLayout => ({
  model: readModel(model, registries),
  issues,
})
