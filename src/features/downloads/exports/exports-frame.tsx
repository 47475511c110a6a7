/**
 * Ports of the page of exports: its calls, error messages, today, and the browser's own
 * download.
 */
import { featureFrame } from '#ui/page/feature-frame.tsx'
import type { ExportsApi } from '../../../api/exports.ts'

export interface Exports {
  readonly api: ExportsApi
  /** The message of an error, in the reader's language. */
  readonly say: (cause: unknown) => string
  /** YYYY-MM-DD. */
  readonly today: () => string
  /** Lets the browser download from an address of ours. */
  readonly download: (path: string) => void
}

export const [ExportsFrame, useExports] = featureFrame<Exports>('ExportsFrame')

export const PATHS = { downloads: '/users/downloads/manage', exports: '/users/downloads/exports' } as const
