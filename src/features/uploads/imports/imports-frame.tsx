/**
 * Ports of the import pages: their calls, error messages, the reader, the saving of files, and whether Compare
 * may be opened.
 */
import type { FigureMeaning } from '#domain/imports'
import { featureFrame } from '#ui/page/feature-frame.tsx'
import type { ImportsApi } from '../../../api/imports.ts'

export interface Imports {
  readonly api: ImportsApi
  /** The message of an error, in the reader's language. */
  readonly say: (cause: unknown) => string
  readonly isAdmin: boolean
  /** Whether a link to Compare leads anywhere for this account. */
  readonly mayCompare: boolean
  /** The same of the dashboards of figures that are no hours. */
  readonly maySee: (meaning: FigureMeaning) => boolean
  readonly mayOccupancy: boolean
  readonly save: (name: string, content: Blob) => void
  /** An import was stored or taken back: what was known of clients, stores and figures may be old. */
  readonly onStored: () => void
}

export const [ImportsFrame, useImports] = featureFrame<Imports>('ImportsFrame')

export const PATHS = {
  uploads: '/users/uploads/manage',
  start: '/users/uploads/import',
  one: (id: number) => `/users/uploads/import/${id}`,
  modules: (client: number) => `/users/admin/modules?client=${client}`,
} as const

/** Keys of the answers that the pages share. */
export const KEYS = {
  clients: ['imports', 'clients'],
  presets: ['imports', 'presets'],
  history: ['imports', 'history'],
  one: (id: number) => ['imports', 'one', id],
  locals: (client: number) => ['imports', 'locals', client],
  modules: (client: number) => ['imports', 'modules', client],
} as const
