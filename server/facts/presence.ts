/** What tells people apart who carry a device. */

/** Where salts are kept: sealed, so that a copy of the file alone links no visits. */
export interface SaltStore {
  list(): Promise<readonly { readonly epoch: number; readonly sealed: string }[]>
  /** Keeps the one that is there when there is one already. */
  add(epoch: number, sealed: string, nowMs: number): Promise<void>
  remove(epochs: readonly number[]): Promise<void>
  /** Keeps another text in place of the one that is there. */
  replace(epoch: number, sealed: string): Promise<void>
}
