/** The minutes read from files, before any of them is stored. */
import type { QuarantineSummary } from './quarantine.ts'
import type { MinuteFormat } from './minute-formats.ts'

/** The minutes read of a room; days are those of its clock. */
export interface RoomRead {
  readonly room: string
  readonly lines: number
  readonly minutes: number
  readonly firstDay: number | null
  readonly lastDay: number | null
}

/**
 * Files that were read and checked; its minutes are in the stage. As plain data it goes from the process that reads to
 * the one that stores.
 */
export interface MinutesRead {
  readonly kind: 'minutes'
  readonly stage: string
  readonly files: readonly string[]
  readonly format: string
  readonly localType: MinuteFormat['localType']
  readonly presence: boolean
  readonly zone: string
  readonly lines: number
  /** Minutes that would be stored, each once, and the people in them. */
  readonly minutes: number
  readonly people: { readonly read: number; readonly stored: number; readonly apart: number }
  /** Lines of a minute that another line says the same of, and those that contradict it: the later one holds. */
  readonly repeated: number
  readonly contradicted: number
  /** Lines that say nothing. */
  readonly empty: number
  readonly skipped: number
  readonly renamed: number
  readonly rooms: readonly RoomRead[]
  /** Stretches of a week or more in which no room says anything, days of their clock; see `Merging`. */
  readonly gaps?: readonly { readonly first: number; readonly last: number }[]
  readonly skippedRooms: readonly (readonly [string, number])[]
  readonly seats: readonly (readonly [string, number])[]
  readonly apart: readonly QuarantineSummary[]
}
