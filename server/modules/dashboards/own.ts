import type { DashboardDraftQuery } from '#schemas/generated/api/dashboard-draft-query.ts'
import type { DashboardDraftWrite } from '#schemas/generated/api/dashboard-draft-write.ts'
import type { DashboardStar } from '#schemas/generated/api/dashboard-star.ts'
import type { DashboardDraft } from '#schemas/generated/entities/dashboard-draft.ts'
import { AppError } from '../../lib/errors.ts'
import type { DashboardFinder, DashboardParts, Who } from './finder.ts'
import { holdBytes, requireBytes } from './limits.ts'

/** An account has as many favourites, and as many last ones. */
const MAX_STARS = 100
const MAX_RECENT = 20

const draftConflict = ({ at, text, baseRevision }: DashboardDraft) =>
  new AppError(
    'DASHBOARD_DRAFT_CONFLICT',
    `This account kept another draft of this dashboard at ${new Date(at).toISOString()}; go on with it, or send ` +
      `this one after ${at}.`,
    { at, text, baseRevision },
  )

/** The caller's own: favourites, last ones, drafts. */
export function ownDashboards(
  { catalog, clock, quotas }: Omit<DashboardParts, 'builtIn'>,
  { requireReadable, editable }: DashboardFinder,
) {
  return {
    /** The caller's own favourites. Throws DASHBOARD_NOT_FOUND, DASHBOARD_LIMIT. */
    async star(who: Who, id: string, { starred }: DashboardStar): Promise<void> {
      await requireReadable(who, id)
      await catalog.transaction(async ({ locks, dashboardMarks }) => {
        await locks.hold('dashboardMarks', who.user.id)
        const stars = [...(await dashboardMarks.all(who.scope)).values()].filter(
          ({ starredAt }) => starredAt !== null,
        ).length
        if (starred && stars >= MAX_STARS)
          throw new AppError('DASHBOARD_LIMIT', `An account keeps at most ${MAX_STARS} favourites; remove one first.`, {
            most: MAX_STARS,
            of: 'stars',
          })
        await dashboardMarks.star(who.scope, id, starred ? clock.now() : null)
      })
    },

    /** Remembers it among the caller's last ones. Throws DASHBOARD_NOT_FOUND. */
    async opened(who: Who, id: string): Promise<void> {
      await requireReadable(who, id)
      await catalog.transaction(async ({ locks, dashboardMarks }) => {
        await locks.hold('dashboardMarks', who.user.id)
        await dashboardMarks.open(who.scope, id, clock.now(), MAX_RECENT)
      })
    },

    drafts: {
      /** The caller's own. Throws DASHBOARD_NOT_FOUND, DASHBOARD_READ_ONLY, DASHBOARD_DRAFT_NOT_FOUND. */
      async find(who: Who, id: string): Promise<DashboardDraft> {
        await editable(who, id)
        const draft = await catalog.dashboardDrafts.find(who.scope, id)
        if (draft === undefined)
          throw new AppError('DASHBOARD_DRAFT_NOT_FOUND', 'This account has no draft of this dashboard.')
        return draft
      },

      /**
       * With `after`, only behind the draft of that time (null: where there is none). Where there is none any more, it
       * was published or dropped elsewhere and nothing is replaced.
       *
       * Throws DASHBOARD_NOT_FOUND, DASHBOARD_READ_ONLY, DASHBOARD_QUOTA_EXCEEDED, DASHBOARD_DRAFT_CONFLICT.
       */
      async keep(
        who: Who,
        id: string,
        { text, baseRevision, undo = null, after }: DashboardDraftWrite,
      ): Promise<DashboardDraft> {
        await editable(who, id)
        return catalog.transaction(async (repositories) => {
          const { dashboardDrafts } = repositories
          await holdBytes(repositories, who)
          const kept = await dashboardDrafts.find(who.scope, id)
          if (after !== undefined && kept !== undefined && kept.at !== after) throw draftConflict(kept)
          // Two within a millisecond are two: the time distinguishes them.
          const at = Math.max(clock.now(), (kept?.at ?? 0) + 1)
          const draft = { text: text.toWellFormed(), baseRevision, at, undo: undo?.toWellFormed() ?? null }
          await dashboardDrafts.keep(who.scope, id, draft)
          await requireBytes(repositories, who, quotas)
          return draft
        })
      },

      /** Throws DASHBOARD_NOT_FOUND, DASHBOARD_READ_ONLY. */
      async drop(who: Who, id: string, { after }: DashboardDraftQuery = {}): Promise<void> {
        await editable(who, id)
        await catalog.dashboardDrafts.drop(who.scope, id, after)
      },
    },
  }
}
