import type { DashboardCopy } from '#schemas/generated/api/dashboard-copy.ts'
import type { DashboardNew } from '#schemas/generated/api/dashboard-new.ts'
import type { DashboardPublish } from '#schemas/generated/api/dashboard-publish.ts'
import type { DashboardDocument } from '#schemas/generated/entities/dashboard-document.ts'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { AppError } from '../../lib/errors.ts'
import { audienceFor } from './audience.ts'
import { inTheWay, readDocument } from './check.ts'
import { invalid, requireDocument } from './require-document.ts'
import { readOnly } from './finder.ts'
import type { DashboardFinder, DashboardParts, Who } from './finder.ts'
import type { DashboardReading } from './reading.ts'
import type { Recorder } from './record.ts'
import { renamed, stamped } from './stamp.ts'
import { dashboardWriting } from './writing.ts'

/** Making, copying, publishing and restoring: what adds a revision. */
export function dashboardPublishing(
  parts: Omit<DashboardParts, 'builtIn'>,
  finder: DashboardFinder,
  reading: DashboardReading,
  record: Recorder,
) {
  const { catalog } = parts
  const { editable, revisionOf, today } = finder
  const { add, put, conflict } = dashboardWriting(parts, finder, reading, record)

  /** Whom a dashboard is shown to is decided by a person. Throws API_TOKEN_NOT_ALLOWED. */
  function requirePerson({ program }: Who, audience: object | undefined): void {
    if (program !== undefined && audience !== undefined)
      throw new AppError(
        'API_TOKEN_NOT_ALLOWED',
        'An API token does not say for whom a dashboard is; share it in the page.',
      )
  }

  return {
    /** Makes or imports one. Throws DASHBOARD_UNREADABLE, DASHBOARD_AUDIENCE, DASHBOARD_LIMIT. */
    async create(who: Who, { text, audience, note = '', publish = true }: DashboardNew): Promise<Dashboard> {
      requirePerson(who, audience)
      return add(who, text, await audienceFor(who, audience ?? { to: 'onlyMe' }, catalog), { publish, note })
    },

    /**
     * A copy of one's own; of a built-in one also as a patch that follows it. Throws DASHBOARD_NOT_FOUND,
     * DASHBOARD_READ_ONLY, DASHBOARD_LIMIT.
     */
    async duplicate(who: Who, id: string, { name, follow = false }: DashboardCopy): Promise<Dashboard> {
      const { entry, text } = await reading.find(who, id)
      if (follow && !entry.builtIn) throw readOnly()
      const own = name.trim()
      return add(
        who,
        // One that follows keeps every text of what it follows, or each would be a change of its own.
        follow ? stamped(text, { name: own }) : renamed(text, own),
        { to: 'onlyMe', ids: [] },
        { publish: true, note: '', basedOn: follow ? id : null, from: id },
      )
    },

    /**
     * Throws DASHBOARD_NOT_FOUND, DASHBOARD_READ_ONLY, DASHBOARD_CONFLICT, DASHBOARD_UNREADABLE, DASHBOARD_INVALID,
     * DASHBOARD_AUDIENCE, DASHBOARD_LIMIT, DASHBOARD_QUOTA_EXCEEDED.
     */
    async publish(
      who: Who,
      id: string,
      { revision, text, audience, note = '', after }: DashboardPublish,
    ): Promise<DashboardDocument> {
      requirePerson(who, audience)
      const stored = await editable(who, id)
      if (stored.revision !== revision) throw await conflict(who, id, revision)
      const loaded = await readDocument(text, parts.linkHosts)
      const document = requireDocument(loaded)
      const published =
        revision === 0
          ? undefined
          : (await readDocument(today(stored, await revisionOf(who, id, revision)).text, parts.linkHosts)).document
      const issues = inTheWay(loaded, published)
      if (issues.length > 0) throw invalid(issues)
      return put(
        who,
        stored,
        {
          text,
          note,
          ...(audience !== undefined && { audience: await audienceFor(who, audience, catalog) }),
          restoredFrom: null,
          after,
        },
        document,
      )
    },

    /** Publishes the document of a revision again, as a new one. What was published once may be published again. */
    async restore(who: Who, id: string, number: number): Promise<DashboardDocument> {
      const stored = await editable(who, id)
      const { text } = today(stored, await revisionOf(who, id, number))
      const loaded = await readDocument(text, parts.linkHosts)
      const document = requireDocument(loaded)
      const issues = inTheWay(loaded, number === 0 ? undefined : document)
      if (issues.length > 0) throw invalid(issues)
      return put(who, stored, { text, note: '', restoredFrom: number, after: null }, document)
    },
  }
}
