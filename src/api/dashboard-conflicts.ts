import { isRecord } from '#domain/record'
import { ApiError } from './client.ts'

/** Another revision was published meanwhile: what is needed to merge. */
export interface DashboardConflict {
  /** The newest one by now. */
  readonly revision: number
  /** Its document. */
  readonly text: string
  /** The document of the revision that the sender began with. */
  readonly base: string
}

/** The three documents of a refused publication; null when it was refused for another reason. */
export function conflictOf(cause: unknown): DashboardConflict | null {
  if (!(cause instanceof ApiError) || cause.code !== 'DASHBOARD_CONFLICT' || !isRecord(cause.details)) return null
  const { revision, text, base } = cause.details
  return typeof revision === 'number' && typeof text === 'string' && typeof base === 'string'
    ? { revision, text, base }
    : null
}

/** Another draft that the same account kept elsewhere since. */
export interface DraftConflict {
  /** Epoch ms; with it as `after` one's own is kept. */
  readonly at: number
  readonly text: string
  readonly baseRevision: number
}

/** The other draft of a refused one; null when it was refused for another reason. */
export function draftConflictOf(cause: unknown): DraftConflict | null {
  if (!(cause instanceof ApiError) || cause.code !== 'DASHBOARD_DRAFT_CONFLICT' || !isRecord(cause.details)) return null
  const { at, text, baseRevision } = cause.details
  return typeof at === 'number' && typeof text === 'string' && typeof baseRevision === 'number'
    ? { at, text, baseRevision }
    : null
}
