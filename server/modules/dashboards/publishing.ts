import { randomInt } from 'node:crypto'
import type { DashboardCopy } from '#schemas/generated/api/dashboard-copy.ts'
import type { DashboardNew } from '#schemas/generated/api/dashboard-new.ts'
import type { DashboardPublish } from '#schemas/generated/api/dashboard-publish.ts'
import type { DashboardDocument } from '#schemas/generated/entities/dashboard-document.ts'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { makePatch } from '../../../src/engine/core/document/patch.ts'
import { AppError } from '../../lib/errors.ts'
import { audienceFor } from './audience.ts'
import { inTheWay, invalid, readDocument, requireDocument } from './check.ts'
import { headOf } from './head.ts'
import { previewOf } from './preview.ts'
import type { Audience, NewRevision, StoredDashboard } from './repo.ts'
import { stamped } from './stamp.ts'
import { entryOf, NOTHING_OWN } from './entry.ts'
import { notFound, readOnly } from './finder.ts'
import type { DashboardFinder, DashboardParts, Who } from './finder.ts'
import { requireBytes, requireRoom } from './limits.ts'
import type { DashboardReading } from './reading.ts'
import type { Recorder } from './record.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const SIGNS = `${LETTERS}0123456789`
const newId = () =>
  Array.from(
    { length: 12 },
    (_, at) => (at === 0 ? LETTERS : SIGNS)[randomInt(at === 0 ? LETTERS.length : SIGNS.length)],
  ).join('')

/** Making, copying, publishing and restoring: what adds a revision. */
export function dashboardPublishing(
  { catalog, clock, quotas }: Omit<DashboardParts, 'builtIn'>,
  finder: DashboardFinder,
  reading: DashboardReading,
  record: Recorder,
) {
  const { shipped, known, editable, revisionOf, today } = finder

  async function add(
    who: Who,
    text: string,
    audience: Audience,
    { publish, note, basedOn = null, from }: { publish: boolean; note: string; basedOn?: string | null; from?: string },
  ): Promise<Dashboard> {
    const loaded = await readDocument(text)
    const document = requireDocument(loaded)
    const id = newId()
    const number = publish && inTheWay(loaded).length === 0 ? 1 : 0
    const base = shipped(basedOn)
    const revision: NewRevision = {
      number,
      text: stamped(text, { _id: id, revision: number }),
      note,
      at: clock.now(),
      restoredFrom: null,
      basedOnHash: base?.hash ?? null,
      patch: base === undefined ? null : JSON.stringify(makePatch(base.document, document)),
    }
    return catalog.transaction(async (repositories) => {
      await requireRoom(repositories, who, who.scope.userId, audience)
      await repositories.dashboards.insert(
        who.scope,
        { ...headOf(document), preview: previewOf(document), id, audience, basedOn },
        revision,
      )
      await requireBytes(repositories, who, quotas)
      await record(repositories, who, 'dashboard.create', id, {
        audience,
        published: number > 0,
        ...(from !== undefined && { from }),
      })
      const stored = await repositories.dashboards.find(who.scope, id)
      if (stored === undefined) throw notFound()
      return entryOf(who, stored, NOTHING_OWN, true)
    })
  }

  async function put(
    who: Who,
    stored: StoredDashboard,
    {
      text,
      note,
      audience,
      restoredFrom,
    }: { text: string; note: string; audience?: Audience; restoredFrom: number | null },
    document: Record<string, unknown>,
  ): Promise<DashboardDocument> {
    const number = stored.revision + 1
    const base = shipped(stored.basedOn)
    const revision: NewRevision = {
      number,
      text: stamped(text, { _id: stored.id, revision: number }),
      note,
      at: clock.now(),
      restoredFrom,
      basedOnHash: base?.hash ?? null,
      patch: base === undefined ? null : JSON.stringify(makePatch(base.document, document)),
    }
    const isIn = await catalog.transaction(async (repositories) => {
      const { dashboards, dashboardDrafts } = repositories
      if (audience !== undefined) await requireRoom(repositories, who, stored.owner, audience, stored.id)
      if (
        !(await dashboards.publish(
          who.scope,
          stored.id,
          { ...headOf(document), preview: previewOf(document) },
          revision,
        ))
      )
        return false
      if (audience !== undefined) await dashboards.setAudience(who.scope, stored.id, audience, clock.now())
      await dashboardDrafts.drop(who.scope, stored.id)
      await dashboards.dropRevisions(who.scope, stored.id, number - quotas.revisions)
      await requireBytes(repositories, who, quotas)
      await record(repositories, who, restoredFrom === null ? 'dashboard.publish' : 'dashboard.restore', stored.id, {
        revision: number,
        ...(restoredFrom !== null && { restoredFrom }),
        ...(audience !== undefined && { audience }),
      })
      return true
    })
    if (!isIn) throw await conflict(who, stored.id, stored.revision)
    return reading.documentOf(who, stored.id)
  }

  async function conflict(who: Who, id: string, began: number): Promise<AppError> {
    const stored = await known(who, id)
    const theirs = today(stored, await revisionOf(who, id, stored.revision)).text
    const first = await catalog.dashboards.revision(who.scope, id, began)
    return new AppError(
      'DASHBOARD_CONFLICT',
      `Revision ${stored.revision} was published meanwhile; this one began with revision ${began}. Merge the two.`,
      {
        revision: stored.revision,
        text: theirs,
        base: first === undefined ? theirs : today(stored, first).text,
      },
    )
  }

  return {
    /** Makes or imports one. Throws DASHBOARD_UNREADABLE, DASHBOARD_AUDIENCE, DASHBOARD_LIMIT. */
    async create(
      who: Who,
      { text, audience = { to: 'onlyMe' }, note = '', publish = true }: DashboardNew,
    ): Promise<Dashboard> {
      return add(who, text, await audienceFor(who, audience, catalog), { publish, note })
    },

    /**
     * A copy of one's own; of a built-in one also as a patch that follows it. Throws DASHBOARD_NOT_FOUND,
     * DASHBOARD_READ_ONLY, DASHBOARD_LIMIT.
     */
    async duplicate(who: Who, id: string, { name, follow = false }: DashboardCopy): Promise<Dashboard> {
      const { entry, text } = await reading.find(who, id)
      if (follow && !entry.builtIn) throw readOnly()
      return add(
        who,
        stamped(text, { name: name.trim() }),
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
      { revision, text, audience, note = '' }: DashboardPublish,
    ): Promise<DashboardDocument> {
      const stored = await editable(who, id)
      if (stored.revision !== revision) throw await conflict(who, id, revision)
      const loaded = await readDocument(text)
      const document = requireDocument(loaded)
      const published =
        revision === 0
          ? undefined
          : (await readDocument(today(stored, await revisionOf(who, id, revision)).text)).document
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
        },
        document,
      )
    },

    /** Publishes the document of a revision again, as a new one. What was published once may be published again. */
    async restore(who: Who, id: string, number: number): Promise<DashboardDocument> {
      const stored = await editable(who, id)
      const { text } = today(stored, await revisionOf(who, id, number))
      const loaded = await readDocument(text)
      const document = requireDocument(loaded)
      const issues = inTheWay(loaded, number === 0 ? undefined : document)
      if (issues.length > 0) throw invalid(issues)
      return put(who, stored, { text, note: '', restoredFrom: number }, document)
    },
  }
}
