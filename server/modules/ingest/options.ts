/** The parts of the path of a count into the facts, and its limits. */
import type { Clock } from '../../lib/clock.ts'
import type { Damages } from '../../lib/damages.ts'
import type { FactStore } from '../../facts/store.ts'
import type { Secrets } from '../../lib/secrets.ts'
import type { SightingStage } from './apply.ts'
import type { DeviceRepo } from './device-repo.ts'

export interface IngestOptions {
  readonly facts: Pick<FactStore, 'readings' | 'isFolded'>
  readonly devices: DeviceRepo
  readonly clock: Clock
  /** The journal is in `ingest` below it; null = in a folder that goes away, for stores in memory. */
  readonly dataDir: string | null
  readonly secrets: Pick<Secrets, 'mac'>
  readonly log: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
  /** 0 = for ever. */
  readonly readingDays?: number
  /** Bytes of the journal to keep after they are in the facts, for a restore to a point in time. */
  readonly journalKeptBytes?: number
  /** Takes sightings of phones; without it they are quarantined. */
  readonly sightings?: SightingStage
  /** How a phone's address is made unreadable before anything is written. */
  readonly hashVisitor?: (mac: string, at: number, client: number) => string
  readonly most?: Partial<typeof MAX>
  /** How long the end waits for what is still to be counted, ms. */
  readonly closingMs?: number
  readonly damages?: Pick<Damages, 'note'>
  /** Whether the disk has room for more. */
  readonly hasRoom: () => Promise<boolean>
}

/** Limits of what is accepted and not in the facts yet. */
export const MAX = {
  /** Readings kept parsed in memory; beyond, they are read from the journal again. */
  rows: 300_000,
  /** Bytes in the journal; beyond, senders are asked to wait. */
  bytes: 1024 ** 3,
  /** Bytes of the journal that are read again at a time. */
  pieceBytes: 8 * 1024 ** 2,
}
