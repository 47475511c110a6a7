/** Ports of the uploads page: its calls, error messages, and whether an administrator reads it. */
import { featureFrame } from '#ui/page/feature-frame.tsx'
import type { UploadsApi } from '../../api/uploads.ts'

export interface Uploads {
  readonly api: UploadsApi
  /** The message of an error, in the reader's language. */
  readonly say: (cause: unknown) => string
  readonly isAdmin: boolean
}

export const [UploadsFrame, useUploads] = featureFrame<Uploads>('UploadsFrame')
