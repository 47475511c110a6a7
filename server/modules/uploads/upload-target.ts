/** Where the rows of a file go. */
import type { OfferMode, UploadKind } from '#domain/uploads'

/** The upload, and its owner. */
export interface UploadTarget {
  readonly kind: UploadKind
  readonly mode: OfferMode
  /** Null = the rows say it. */
  readonly client: number | null
}
