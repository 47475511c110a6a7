import { randomInt } from 'node:crypto'
import type { DashboardDocument } from '#schemas/generated/entities/dashboard-document.ts'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { makePatch } from '../../../src/engine/core/document/patch.ts'
import { AppError } from '../../lib/errors.ts'
import { inTheWay, readDocument } from './check.ts'
import { requireDocument } from './require-document.ts'
import { entryOf, NOTHING_OWN } from './entry.ts'
import { notFound } from './finder.ts'
import type { DashboardFinder, DashboardParts, Who } from './finder.ts'
import { headOf } from './head.ts'
import { holdBytes, requireBytes, requireRoom } from './limits.ts'
import { previewOf } from './preview.ts'
import type { DashboardReading } from './reading.ts'
import type { Recorder } from './record.ts'
import type { Audience, NewRevision, StoredDashboard } from './stored.ts'
import { stamped } from './stamp.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const SIGNS = `${LETTERS}0123456789`
const newId = () =>
  Array.from(
    { length: 12 },
    (_, at) => (at === 0 ? LETTERS : SIGNS)[randomInt(at === 0 ? LETTERS.length : SIGNS.length)],
  ).join('')

/** The content of a new revision. */
interface Written {
  readonly text: string
  readonly note: string
  readonly audience?: Audience
  readonly restoredFrom: number | null
  /** The draft that it goes on from, by its time: another one stays, and is merged when it is published. */
  readonly after: number | null | undefined
}

/** How a revision is written: of a new dashboard, or behind the newest of one. */
export function dashboardWriting(
  { catalog, clock, quotas, linkHosts }: Omit<DashboardParts, 'builtIn'>,
  { shipped, known, revisionOf, today }: DashboardFinder,
  reading: Pick<DashboardReading, 'documentOf'>,
  record: Recorder,
) {
  /** A copy that follows a built-in one stores only its differences. */
  const revisionOfText = (
    {
      id,
      number,
      text,
      note,
      restoredFrom,
    }: Pick<NewRevision, 'number' | 'text' | 'note' | 'restoredFrom'> & {
      readonly id: string
    },
    base: ReturnType<DashboardFinder['shipped']>,
    document: Record<string, unknown>,
  ): NewRevision => ({
    number,
    text: stamped(text, { _id: id, revision: number }),
    note,
    at: clock.now(),
    restoredFrom,
    basedOnHash: base?.hash ?? null,
    patch: base === undefined ? null : JSON.stringify(makePatch(base.document, document)),
  })

  async function add(
    who: Who,
    text: string,
    audience: Audience,
    { publish, note, basedOn = null, from }: { publish: boolean; note: string; basedOn?: string | null; from?: string },
  ): Promise<Dashboard> {
    const loaded = await readDocument(text, linkHosts)
    const document = requireDocument(loaded)
    const id = newId()
    const number = publish && inTheWay(loaded).length === 0 ? 1 : 0
    const revision = revisionOfText({ id, number, text, note, restoredFrom: null }, shipped(basedOn), document)
    return catalog.transaction(async (repositories) => {
      await holdBytes(repositories, who)
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
    { text, note, audience, restoredFrom, after }: Written,
    document: Record<string, unknown>,
  ): Promise<DashboardDocument> {
    const number = stored.revision + 1
    const revision = revisionOfText(
      { id: stored.id, number, text, note, restoredFrom },
      shipped(stored.basedOn),
      document,
    )
    const isIn = await catalog.transaction(async (repositories) => {
      const { dashboards, dashboardDrafts } = repositories
      await holdBytes(repositories, who)
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
      await dashboardDrafts.drop(who.scope, stored.id, after)
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

  return { add, put, conflict }
}
