/** Tickets, offers and orders, and investments that people bring in as files. */

export interface Found {
  readonly added: number
  readonly changed: number
  /** Hours that had no row before: their weight is to be worked out. */
  readonly made: number
}

export type UploadTable = 'ticketsDaily' | 'ticketsHourly' | 'offersOrders' | 'investment'

/**
 * Rows with distinct keys in the order of their days, as columns (`server/facts/upload-rows.ts`); they are empty once
 * they are staged.
 */
export interface UploadRows {
  readonly columns: {
    readonly [name in 'client' | 'local' | 'day' | 'instant' | 'label' | 'first' | 'second' | 'third']:
      | Int32Array
      | Float64Array
  }
  readonly length: number
}

export interface UploadWork {
  readonly upload: number
  readonly table: UploadTable
  readonly rows: UploadRows
  readonly nowMs: number
  /** Who says so, in the log of corrections. */
  readonly cause: string
  /** The area that stores a local's tickets when it has no counts, and its time zone. */
  readonly places: readonly { readonly local: number; readonly area: number; readonly timeZone: string }[]
}

export interface UploadReport extends Found {
  readonly unchanged: number
}

export interface UploadFacts {
  /** Whole or not at all; null when it says nothing new. */
  load(work: UploadWork): Promise<UploadReport | null>
  /** Puts back what was known without it. */
  undo(work: Pick<UploadWork, 'upload' | 'table' | 'nowMs' | 'cause'>): Promise<void>
  /** The result of an upload; null when the facts do not have it. */
  find(upload: number): Promise<Pick<UploadReport, 'added' | 'changed' | 'unchanged'> | null>
  /** Lets the hours of these days, which may have come late, follow the tickets of their day. */
  settleDays(fromDay: number, nowMs: number): Promise<void>
}
