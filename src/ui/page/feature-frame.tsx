/**
 * The ports of every page of a feature. Not exported by the entry point: it brings TanStack Query
 * along, which the first page does without.
 */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'

export interface FeatureFrameProps<Ports> {
  /** Keep it the same object from one drawing to the next: every page below is drawn again when it changes. */
  ports: Ports
  /** The answers that pages share. Left out: those of the frame around this one. */
  queries?: QueryClient
  children: ReactNode
}

/**
 * A frame and the hook that reads what was handed to it, which throws outside: `const [AlertsFrame, useAlerts] =
 * featureFrame<Alerts>('AlertsFrame')`.
 */
export function featureFrame<Ports extends object>(name: string) {
  const Context = createContext<Ports | null>(null)
  function Frame({ ports, queries, children }: FeatureFrameProps<Ports>) {
    const framed = <Context value={ports}>{children}</Context>
    return queries === undefined ? framed : <QueryClientProvider client={queries}>{framed}</QueryClientProvider>
  }
  Frame.displayName = name
  function usePorts(): Ports {
    const ports = use(Context)
    if (ports === null) throw new Error(`This page is outside its feature: there is no ${name} around it.`)
    return ports
  }
  return [Frame, usePorts] as const
}
