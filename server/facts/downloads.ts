/** The sums a download is made of. */
import type { DownloadContent } from '#domain/download'

export interface SumsOf {
  readonly client: number
  /** All locals of the client when left out. */
  readonly local?: number
  readonly content: DownloadContent
  readonly byLocal: boolean
  /** Columns that data modules leave out, by local. */
  readonly muted: readonly { readonly locals: readonly number[]; readonly muted: readonly string[] }[]
  /** Areas of another kind of traffic. */
  readonly notArea: readonly number[]
}
