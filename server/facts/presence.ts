/** Distinguishes people by the device they carry. */
import type { PresenceSettings } from './visits/settings.ts'

/** Where salts are kept: sealed, so that a copy of the file alone links no visits. */
export interface SaltStore {
  list(): Promise<readonly { readonly epoch: number; readonly sealed: string }[]>
  /** Keeps the one that is there when there is one already. */
  add(epoch: number, sealed: string, nowMs: number): Promise<void>
  remove(epochs: readonly number[]): Promise<void>
  /** Keeps another text in place of the one that is there. */
  replace(epoch: number, sealed: string): Promise<void>
}

/** Sightings as columns; arrays may be longer than `length`. `visitor` is the hash of hash.ts. */
export interface SightingColumns {
  readonly client: Int32Array
  readonly local: Int32Array
  readonly area: Int32Array
  readonly device: Int32Array
  readonly visitor: BigUint64Array
  readonly random: Uint8Array
  /** Epoch ms. */
  readonly first: Float64Array
  readonly last: Float64Array
  /** dBm. */
  readonly rssi: Int32Array
  readonly length: number
}

export interface PresenceContext {
  /** Settings of these locals; sightings of others are kept and not counted. */
  settingsOf(locals: readonly number[]): Promise<ReadonlyMap<number, PresenceSettings>>
}

export interface PresenceFacts {
  readonly salts: SaltStore
  /**
   * Lets go of what is older than its purpose: sightings once no more late data can come, sessions once no repetition
   * can refer to them.
   *
   * @param before sightings: epoch ms; sessions: business day
   */
  forget(before: { readonly sightings: number; readonly sessions: number }): Promise<void>
  /**
   * Works out again whole business days of a local, after its settings changed for example. Days without kept sightings
   * stay as they are.
   */
  recompute(
    of: { readonly client: number; readonly local: number; readonly days: readonly number[] },
    how: { readonly context: PresenceContext; readonly cause: string; readonly nowMs: number },
  ): Promise<void>
}
