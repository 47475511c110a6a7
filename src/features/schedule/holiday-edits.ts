/** Unsaved changes of a holiday calendar. */
import type { HolidayDraft } from '#domain/holiday-days'
import { NO_CHANGES } from '#domain/holiday-days'

export interface HolidayEdits {
  readonly draft: HolidayDraft
  /** Another place to keep the holidays of; null = as it was. */
  readonly place: { readonly country: string; readonly region: string | null } | null
  /** The same days at every local of the client. */
  readonly everywhere: boolean
}

export const NO_EDITS: HolidayEdits = { draft: NO_CHANGES, place: null, everywhere: false }
