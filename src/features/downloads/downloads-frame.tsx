/**
 * Ports of the downloads page: its calls, error messages, today, and the saving of files.
 */
import { featureFrame } from '#ui/page/feature-frame.tsx'
import type { DownloadsApi } from '../../api/downloads.ts'
import { useMemo } from 'react'
import { downloadsApi } from '../../api/downloads.ts'
import { exportsApi } from '../../api/exports.ts'
import type { FrameProps } from '../lib/feature.ts'
import { ExportsFrame } from './exports/exports-frame.tsx'

export interface Downloads {
  readonly api: DownloadsApi
  /** The message of an error, in the reader's language. */
  readonly say: (cause: unknown) => string
  /** YYYY-MM-DD. */
  readonly today: () => string
  readonly save: (name: string, file: Blob) => void
}

export const [DownloadsFrame, useDownloads] = featureFrame<Downloads>('DownloadsFrame')

export function Frame({ ports: { client, say, save, today, download }, children }: FrameProps) {
  const downloads = useMemo(() => ({ api: downloadsApi(client), say, today, save }), [client, say, today, save])
  const exports = useMemo(() => ({ api: exportsApi(client), say, today, download }), [client, say, today, download])
  return (
    <DownloadsFrame ports={downloads}>
      <ExportsFrame ports={exports}>{children}</ExportsFrame>
    </DownloadsFrame>
  )
}
