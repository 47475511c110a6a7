/** Dashboards as people make, publish, share and read them; built-in ones are listed among them and never change. */
import { isDeepStrictEqual } from 'node:util'
import type { DashboardAudience } from '#schemas/generated/api/dashboard-audience.ts'
import type { DashboardFolder } from '#schemas/generated/entities/dashboard-folder.ts'
import type { DashboardsMove } from '#schemas/generated/api/dashboards-move.ts'
import type { DashboardPlace } from '#schemas/generated/api/dashboard-place.ts'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { AppError } from '../../lib/errors.ts'
import { audienceFor } from './audience.ts'
import { findingsOf } from './check.ts'
import { dashboardEditing } from './editing.ts'
import { readWords } from './head.ts'
import { dashboardFinder } from './finder.ts'
import type { DashboardParts, Who } from './finder.ts'
import { requireRoom } from './limits.ts'
import { ownDashboards } from './own.ts'
import { dashboardPublishing } from './publishing.ts'
import { dashboardReading } from './reading.ts'
import { searching } from './searching.ts'
import type { StoredDashboard } from './stored.ts'
import { recorder } from './record.ts'

const oneLine = (text: string) => text.toWellFormed().replace(/\s+/gu, ' ').trim()

export function dashboardService(parts: DashboardParts) {
  const { catalog, clock } = parts
  const finder = dashboardFinder(parts)
  const reading = dashboardReading(parts, finder)
  const record = recorder(clock)
  const { editable } = finder
  const { entryFor, list, readable, view, find, revisions, revision } = reading

  /**
   * A shared folder where there is one of this name, else a name of one's own. Throws DASHBOARD_FOLDER_NOT_ALLOWED for
   * a shared one that the caller may only see: what is filed there others may change.
   */
  async function filedIn({ scope }: Who, given: string | null): Promise<Pick<StoredDashboard, 'folder' | 'folderId'>> {
    const folder = oneLine(given ?? '') || null
    const shared = folder === null ? undefined : await catalog.dashboards.folderNamed(scope, folder)
    if (shared !== undefined && !shared.mayEdit)
      throw new AppError(
        'DASHBOARD_FOLDER_NOT_ALLOWED',
        `The folder ${shared.name} is shared, and this account may not file in it; choose another name.`,
        { folder: shared.name },
      )
    return { folder, folderId: shared?.id ?? null }
  }

  return {
    search: searching(parts, finder),
    list,
    readable,
    view,
    find,
    reach: finder.reach,
    revisions,
    revision,
    /** The issues of a document; links are checked against the dashboards of the caller. Stores nothing. */
    check: async (who: Who, text: string) => findingsOf(text, parts.linkHosts, await finder.ids(who)),
    ...dashboardPublishing(parts, finder, reading, record),
    ...ownDashboards(parts, finder),
    ...dashboardEditing(parts, finder),

    /** Throws DASHBOARD_NOT_FOUND, DASHBOARD_READ_ONLY, DASHBOARD_AUDIENCE, DASHBOARD_LIMIT. */
    async setAudience(who: Who, id: string, wanted: DashboardAudience['audience']): Promise<Dashboard> {
      const stored = await editable(who, id)
      const audience = await audienceFor(who, wanted, catalog)
      await catalog.transaction(async (repositories) => {
        if (!isDeepStrictEqual(audience, stored.audience))
          await requireRoom(repositories, who, stored.owner, audience, id)
        await repositories.dashboards.setAudience(who.scope, id, audience, clock.now())
        await record(repositories, who, 'dashboard.share', id, { audience })
      })
      return entryFor(who, id)
    },

    /** Throws DASHBOARD_NOT_FOUND, DASHBOARD_READ_ONLY. */
    async setPlace(who: Who, id: string, { folder, tags }: DashboardPlace): Promise<Dashboard> {
      await editable(who, id)
      const place = {
        ...(await filedIn(who, folder)),
        tags: [...new Set(tags.map(oneLine).filter((tag) => tag !== ''))],
      }
      await catalog.transaction(async (repositories) => {
        await repositories.dashboards.setPlace(who.scope, id, place)
        await record(repositories, who, 'dashboard.place', id, { folder: place.folder, tags: place.tags })
      })
      return entryFor(who, id)
    },

    /** All of them or none. Throws DASHBOARD_NOT_FOUND, DASHBOARD_READ_ONLY, DASHBOARD_FOLDER_NOT_ALLOWED. */
    async moveAll(who: Who, { ids, folder }: DashboardsMove): Promise<void> {
      for (const id of ids) await editable(who, id)
      const place = await filedIn(who, folder)
      await catalog.transaction(async (repositories) => {
        await repositories.dashboards.moveAll(who.scope, ids, place.folder, place.folderId)
        for (const id of ids) await record(repositories, who, 'dashboard.place', id, { folder: place.folder })
      })
    },

    /** Shared folders that the caller has a right to. */
    async folders({ scope }: Who): Promise<DashboardFolder[]> {
      const found = await catalog.dashboards.folders(scope)
      return found.map(({ name, mayEdit }) => ({ name, mayEdit }))
    },

    /** With its whole history. Throws DASHBOARD_NOT_FOUND, DASHBOARD_READ_ONLY. */
    async remove(who: Who, id: string): Promise<void> {
      const { names, revision } = await editable(who, id)
      await catalog.transaction(async (repositories) => {
        await repositories.dashboards.remove(who.scope, id)
        await repositories.dashboardMarks.forget(who.scope, id)
        await repositories.savedViews.forget(who.scope, id)
        await repositories.annotations.forget(who.scope, id)
        await record(repositories, who, 'dashboard.remove', id, {
          name: readWords(names, who.user.properties.lang, id),
          revision,
        })
      })
    },
  }
}

export type DashboardService = ReturnType<typeof dashboardService>
