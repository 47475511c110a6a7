/** What the uploads page needs: its calls, the words of a refusal, and whether an administrator reads it. */
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useMemo } from 'react'
import type { UploadsApi } from '../../api/uploads.ts'

export interface Uploads {
  readonly api: UploadsApi
  /** The sentence of a refusal, in the reader's language. */
  readonly say: (cause: unknown) => string
  readonly isAdmin: boolean
}

const UploadsContext = createContext<Uploads | null>(null)

/** Throws outside an `UploadsFrame`. */
export function useUploads(): Uploads {
  const uploads = use(UploadsContext)
  if (uploads === null) throw new Error('This page stands outside the uploads: there is no UploadsFrame around it.')
  return uploads
}

export interface UploadsFrameProps extends Uploads { queries: QueryClient; children: ReactNode }

export function UploadsFrame({ api, say, isAdmin, queries, children }: UploadsFrameProps) {
  const uploads = useMemo(() => ({ api, say, isAdmin }), [api, say, isAdmin])
  return <QueryClientProvider client={queries}><UploadsContext value={uploads}>{children}</UploadsContext></QueryClientProvider>
}
