/**
 * Checks a document that was not checked when the page was built: as heavy as all the rest of a dashboard, so it
 * comes with the first such document.
 */
import type { WidgetRegistry } from '#engine/types'
import { documentGuards } from '#engine/core/document/document-guards'
import type { DocumentGuards } from '#engine/core/document/guards'
import { guardedWidgets } from '#widgets/guarded'

export interface RealGuards {
  readonly guards: DocumentGuards
  readonly widgets: WidgetRegistry
}

/** A text that is still to be checked, and with what. */
export interface UncheckedLayout extends RealGuards {
  readonly text: string
}

export const realGuards: RealGuards = { guards: documentGuards, widgets: guardedWidgets }
