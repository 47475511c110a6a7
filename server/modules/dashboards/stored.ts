/** Dashboards and their revisions as they are kept. */
import type { DashboardAudience } from '#schemas/generated/api/dashboard-audience.ts'
import type { Head } from './head.ts'
import type { Preview } from './preview.ts'

export type Audience = Required<DashboardAudience['audience']>

export interface StoredDashboard extends Head {
  readonly id: string
  readonly owner: number | null
  readonly ownerName: string | null
  readonly audience: Audience
  readonly revision: number
  readonly basedOn: string | null
  readonly updatedAt: number
  readonly updatedBy: string | null
  readonly folder: string | null
  /** The shared folder it is filed in. */
  readonly folderId: number | null
  /** The caller may change it: as its owner, as an administrator, or by its folder. */
  readonly edits: boolean
  readonly tags: readonly string[]
  readonly preview: Preview
}

export interface StoredRevision {
  readonly number: number
  readonly text: string
  readonly note: string
  readonly author: string | null
  readonly at: number
  readonly restoredFrom: number | null
  readonly basedOnHash: string | null
  readonly patch: string | null
}

export type NewRevision = Omit<StoredRevision, 'author'>

export interface NewDashboard extends Head {
  readonly id: string
  readonly audience: Audience
  readonly basedOn: string | null
  readonly preview?: Preview
}

/** Whom the list is for: who makes dashboards, or who reads them. */
export type Reach = 'maker' | 'reader'
