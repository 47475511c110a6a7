/**
 * A document that ships with the page was read, checked and weighed when the page was built; here it only becomes a
 * model. Apart from the whole pipeline (`load.ts`), whose parser and lints such a page does without.
 */
import type { Issue } from '../../types.ts'
import { checkEnvelope } from './envelope.ts'
import { type Checked, guardsOfChecked } from '../document/guards.ts'
import { migrateDocument } from '../document/migrate.ts'
import type { LayoutModel } from '../document/model.ts'
import { isRecord } from '../document/pointer.ts'
import { resolveLayout, type CheckedContext } from './resolve/index.ts'

export interface LoadedLayout {
  /** What was given, word for word. */
  readonly text: string
  /** The document in today's format, broken parts as they were; undefined when the text is no document. */
  readonly document: Record<string, unknown> | undefined
  readonly model: LayoutModel
  /** In the order of the text. */
  readonly issues: readonly Issue[]
  /** Newer than this version, or its migration failed: it may be shown and never saved. */
  readonly readOnly: boolean
  /** No error: it may be published. A draft can always be saved. */
  readonly publishable: boolean
}

/** What the guards made of the text when the page was built, and all that was said of it then. */
export interface CheckedLayout {
  readonly text: string
  readonly checked: Checked
  readonly issues: readonly Issue[]
}

/** The same as `loadLayoutWith` says of this text, without reading places and weighing lints again. */
export function loadChecked({ text, checked, issues }: CheckedLayout, context: CheckedContext): LoadedLayout {
  const guards = guardsOfChecked(checked)
  const { document, readOnly } = migrateDocument(JSON.parse(text) as Record<string, unknown>)
  const { model, migrated } = resolveLayout(checkEnvelope(document, guards.isLayout), document, context, guards)
  return {
    text,
    document: withMigrated(document, migrated),
    model,
    issues,
    readOnly,
    publishable: !readOnly && !issues.some(({ severity }) => severity === 'error'),
  }
}

/** The document with the options that were brought to a newer version. */
export function withMigrated(
  document: Record<string, unknown>,
  migrated: ReadonlyMap<string, { v: number; options: Record<string, unknown> }>,
): Record<string, unknown> {
  if (migrated.size === 0 || !isRecord(document.widgets)) return document
  return {
    ...document,
    widgets: Object.fromEntries(
      Object.entries(document.widgets).map(([id, raw]) => {
        const fresh = migrated.get(id)
        return [id, fresh === undefined || !isRecord(raw) ? raw : { ...raw, ...fresh }]
      }),
    ),
  }
}
