/**
 * The hash chain of the audit log: each entry's hash covers the hash before it, so changing one breaks all that follow.
 */
import { createHash } from 'node:crypto'

/** The predecessor of the first entry. */
export const FIRST_LINK = '0'.repeat(64)

export interface Linked {
  /** Epoch ms. */
  readonly at: number
  readonly user: number | null
  readonly action: string
  readonly target: string
  /** JSON text exactly as it is stored. */
  readonly details: string
}

/** SHA-256, hex. The list form keeps the fields apart: no two different entries have the same text. */
export const chainHash = (previous: string, { at, user, action, target, details }: Linked): string =>
  createHash('sha256')
    .update(JSON.stringify([previous, at, user, action, target, details]))
    .digest('hex')
