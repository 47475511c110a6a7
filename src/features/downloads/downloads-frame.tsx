/**
 * What the downloads page needs of the application: its calls, the words of a refusal, today, and where a file goes.
 */
import { featureFrame } from '#ui/page/feature-frame.tsx'
import type { DownloadsApi } from '../../api/downloads.ts'

export interface Downloads {
  readonly api: DownloadsApi
  /** The sentence of a refusal, in the reader's language. */
  readonly say: (cause: unknown) => string
  /** YYYY-MM-DD. */
  readonly today: () => string
  readonly save: (name: string, file: Blob) => void
}

export const [DownloadsFrame, useDownloads] = featureFrame<Downloads>('DownloadsFrame')
