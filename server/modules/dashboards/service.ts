/** Dashboards as people make, publish, share and read them; built-in ones stand among them and never change. */
import { isDeepStrictEqual } from 'node:util'
import type { DashboardAudience } from '#schemas/generated/api/dashboard-audience.ts'
import type { DashboardPlace } from '#schemas/generated/api/dashboard-place.ts'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { audienceFor } from './audience.ts'
import { readWords } from './head.ts'
import { dashboardFinder } from './finder.ts'
import type { DashboardParts, Who } from './finder.ts'
import { requireRoom } from './limits.ts'
import { ownDashboards } from './own.ts'
import { dashboardPublishing } from './publishing.ts'
import { dashboardReading } from './reading.ts'
import { recorder } from './record.ts'

const oneLine = (text: string) => text.toWellFormed().replace(/\s+/gu, ' ').trim()

export function dashboardService(parts: DashboardParts) {
  const { catalog, clock } = parts
  const finder = dashboardFinder(parts)
  const reading = dashboardReading(parts, finder)
  const record = recorder(clock)
  const { editable } = finder
  const { entryFor, list, readable, view, find, revisions, revision } = reading

  return {
    list,
    readable,
    view,
    find,
    revisions,
    revision,
    ...dashboardPublishing(parts, finder, reading, record),
    ...ownDashboards(parts, finder),

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
        folder: oneLine(folder ?? '') || null,
        tags: [...new Set(tags.map(oneLine).filter((tag) => tag !== ''))],
      }
      await catalog.transaction(async (repositories) => {
        await repositories.dashboards.setPlace(who.scope, id, place)
        await record(repositories, who, 'dashboard.place', id, place)
      })
      return entryFor(who, id)
    },

    /** With its whole history. Throws DASHBOARD_NOT_FOUND, DASHBOARD_READ_ONLY. */
    async remove(who: Who, id: string): Promise<void> {
      const { names, revision } = await editable(who, id)
      await catalog.transaction(async (repositories) => {
        await repositories.dashboards.remove(who.scope, id)
        await repositories.dashboardMarks.forget(who.scope, id)
        await record(repositories, who, 'dashboard.remove', id, {
          name: readWords(names, who.user.properties.lang, id),
          revision,
        })
      })
    },
  }
}

export type DashboardService = ReturnType<typeof dashboardService>
