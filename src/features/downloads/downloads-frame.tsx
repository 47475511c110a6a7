/** What the downloads page needs of the application: its calls, the words of a refusal, today, and where a file goes. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useMemo } from 'react'
import type { DownloadsApi } from '../../api/downloads.ts'

export interface Downloads {
  readonly api: DownloadsApi
  /** The sentence of a refusal, in the reader's language. */
  readonly say: (cause: unknown) => string
  /** YYYY-MM-DD. */
  readonly today: () => string
  readonly save: (name: string, file: Blob) => void
}

const DownloadsContext = createContext<Downloads | null>(null)

/** Throws outside a `DownloadsFrame`. */
export function useDownloads(): Downloads {
  const downloads = use(DownloadsContext)
  if (downloads === null) throw new Error('This page stands outside the downloads: there is no DownloadsFrame around it.')
  return downloads
}

export function DownloadsFrame({ api, say, today, save, queries, children }: Downloads & { queries: QueryClient; children: ReactNode }) {
  const downloads = useMemo(() => ({ api, say, today, save }), [api, say, today, save])
  return <QueryClientProvider client={queries}><DownloadsContext value={downloads}>{children}</DownloadsContext></QueryClientProvider>
}
