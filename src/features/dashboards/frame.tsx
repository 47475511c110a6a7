/** What the pages of dashboards need: their calls, who is asking, the words of a refusal, and where they stand. */
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { AccessFlag } from '#domain/access'
import type { Issue } from '#engine'
import { createContext, type ReactNode, use, useMemo } from 'react'
import type { DashboardsApi } from '../../api/dashboards.ts'

export interface Dashboards {
  readonly api: DashboardsApi
  /** The administration sees everybody's; everyone else their own and what they are shown. */
  readonly area: 'admin' | 'custom'
  readonly isAdmin: boolean
  /** May show what they made to others. */
  readonly mayShare: boolean
  readonly me: { readonly id: number }
  /** The sentence of a refusal, in the reader's language. */
  readonly say: (cause: unknown) => string
  readonly issueText: (issue: Pick<Issue, 'message' | 'params' | 'text'>) => string
  /** Text key of an access flag. */
  readonly flagName: (flag: AccessFlag) => string
  /** Hands a file to the reader. */
  readonly save: (name: string, content: Blob) => void
}

const DashboardsContext = createContext<Dashboards | null>(null)

/** Throws outside a `DashboardsFrame`. */
export function useDashboards(): Dashboards {
  const frame = use(DashboardsContext)
  if (frame === null) throw new Error('This page stands outside the dashboards: there is no DashboardsFrame around it.')
  return frame
}

export interface DashboardsFrameProps extends Dashboards { queries: QueryClient; children: ReactNode }

export function DashboardsFrame({ queries, children, api, area, isAdmin, mayShare, me, say, issueText, flagName, save }: DashboardsFrameProps) {
  const frame = useMemo((): Dashboards => ({ api, area, isAdmin, mayShare, me, say, issueText, flagName, save }), [api, area, isAdmin, mayShare, me, say, issueText, flagName, save])
  return <QueryClientProvider client={queries}><DashboardsContext value={frame}>{children}</DashboardsContext></QueryClientProvider>
}

const BASES = { admin: '/users/admin/dashboards', custom: '/users/dashboards/custom' } as const

/** Where the pages of an area stand. */
export function pathsOf(area: Dashboards['area']) {
  const base = BASES[area]
  const one = (what: string) => (id: string) => `${base}/${what}/${id}`
  return { list: base, add: `${base}/new`, edit: one('edit'), view: one('view'), history: one('history') } as const
}

/** Where readers open it: the address to share. */
export const readerPath = (id: string) => `/users/dashboards/view/${id}`
