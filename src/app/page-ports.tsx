/** Ports of features: the calls, the reader, error messages, and the saving of files. */
import { todayIn } from '#domain/days'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { useStore } from 'zustand'
import { confirming } from '../api/confirming.ts'
import type { PagePorts } from '../features/lib/feature.ts'
import { api, reportWritten } from './api.ts'
import { errorText } from './error-text.ts'
import { brandAtHand } from './host-brand.ts'
import { queryClient } from './queries.ts'
import { saveFile } from './save-file.ts'
import { session } from './session.ts'

const confirmingClient = confirming(api.client, () =>
  import('./confirmations.ts').then(({ confirmations }) => confirmations.ask()),
)
const Confirmation = lazy(() =>
  import('./confirmation-region.tsx').then(({ PageConfirmation }) => ({ default: PageConfirmation })),
)
const confirmation = (
  <Suspense fallback={null}>
    <Confirmation />
  </Suspense>
)

const today = () => todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, Date.now())

/** The answer is a file to be saved, so the page stays. */
function download(path: string): void {
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  link.click()
}

/** Lists are asked for again, and dashboards too. */
function onStored(): void {
  reportWritten()
  void queryClient.invalidateQueries()
}

/** Null while no account is signed in. */
export function usePagePorts(): PagePorts | null {
  const me = useStore(session.store, (state) => state.me)
  return useMemo(
    () =>
      me && {
        client: api.client,
        confirmingClient,
        confirmation,
        me,
        say: errorText,
        save: saveFile,
        download,
        today,
        mailLeaves: brandAtHand()?.mail !== false,
        onStored,
      },
    [me],
  )
}

export const PageQueries = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
