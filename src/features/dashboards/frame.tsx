/** Ports of the pages of dashboards: their calls, the user, error messages, and their addresses. */
import type { AccessFlag } from '#domain/access'
import type { Issue } from '#engine'
import { featureFrame } from '#ui/page/feature-frame.tsx'
import type { DashboardsApi } from '../../api/dashboards.ts'

export interface Dashboards {
  readonly api: DashboardsApi
  /** The administration sees everybody's; everyone else their own and what they are shown. */
  readonly area: 'admin' | 'custom'
  readonly isAdmin: boolean
  /** May show what they made to others. */
  readonly mayShare: boolean
  readonly me: { readonly id: number }
  /** The message of an error, in the reader's language. */
  readonly say: (cause: unknown) => string
  readonly issueText: (issue: Pick<Issue, 'message' | 'params' | 'text'>) => string
  /** Text key of an access flag. */
  readonly flagName: (flag: AccessFlag) => string
  /** Ids of the dashboards that new ones are offered to start from, in this order. */
  readonly templates: readonly string[]
  /** Hands a file to the reader. */
  readonly save: (name: string, content: Blob) => void
}

export const [DashboardsFrame, useDashboards] = featureFrame<Dashboards>('DashboardsFrame')

export { pathsOf } from './paths.ts'

/** Where readers open it: the address to share. */
export const readerPath = (id: string) => `/users/dashboards/view/${id}`
