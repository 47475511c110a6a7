/** Dashboards as people make, publish, share and read them; built-in ones stand among them and never change. */
import { randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { hasAccess } from '#domain/access'
import type { AuditAction } from '#domain/audit-actions'
import type { DashboardAudience } from '#schemas/generated/api/dashboard-audience.ts'
import type { DashboardCopy } from '#schemas/generated/api/dashboard-copy.ts'
import type { DashboardDraftWrite } from '#schemas/generated/api/dashboard-draft-write.ts'
import type { DashboardNew } from '#schemas/generated/api/dashboard-new.ts'
import type { DashboardPlace } from '#schemas/generated/api/dashboard-place.ts'
import type { DashboardPublish } from '#schemas/generated/api/dashboard-publish.ts'
import type { DashboardStar } from '#schemas/generated/api/dashboard-star.ts'
import type { DashboardDocument } from '#schemas/generated/entities/dashboard-document.ts'
import type { DashboardDraft } from '#schemas/generated/entities/dashboard-draft.ts'
import type { DashboardEntry } from '#schemas/generated/entities/dashboard-entry.ts'
import type { DashboardRevisionText } from '#schemas/generated/entities/dashboard-revision-text.ts'
import type { DashboardRevision } from '#schemas/generated/entities/dashboard-revision.ts'
import type { DashboardView } from '#schemas/generated/entities/dashboard-view.ts'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { formatLayout } from '../../../src/engine/core/document/format.ts'
import { makePatch, replayPatch, type Patch } from '../../../src/engine/core/document/patch.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog, Repositories } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import type { AccountQuotas } from '../../lib/quotas.ts'
import type { Caller } from '../session/service.ts'
import { audienceFor } from './audience.ts'
import type { BuiltIn } from './built-in.ts'
import { inTheWay, invalid, readDocument, requireDocument } from './check.ts'
import { headOf, readWords } from './head.ts'
import type { Head } from './head.ts'
import type { DashboardMark } from './mark-repo.ts'
import { previewOf } from './preview.ts'
import type { Audience, NewRevision, StoredDashboard, StoredRevision } from './repo.ts'
import { stamped } from './stamp.ts'

/** An account keeps as many to itself, and a client is shown as many. */
const MB = 1_000_000
const MOST_OWN = 50
const MOST_OF_A_CLIENT = 200

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const SIGNS = `${LETTERS}0123456789`
const newId = () =>
  Array.from(
    { length: 12 },
    (_, at) => (at === 0 ? LETTERS : SIGNS)[randomInt(at === 0 ? LETTERS.length : SIGNS.length)],
  ).join('')

/** An account has as many favourites, and as many last ones. */
const MAX_STARS = 100
const MAX_RECENT = 20

/** What only the caller knows of dashboards. */
interface Own {
  readonly drafts: ReadonlySet<string>
  readonly marks: ReadonlyMap<string, DashboardMark>
}
const NOTHING_OWN: Own = { drafts: new Set(), marks: new Map() }
const markOf = (marks: Own['marks'], id: string) => ({
  starred: (marks.get(id)?.starredAt ?? null) !== null,
  openedAt: marks.get(id)?.openedAt ?? null,
})
const oneLine = (text: string) => text.toWellFormed().replace(/\s+/gu, ' ').trim()

type Who = Pick<Caller, 'scope' | 'account' | 'user'>

const notFound = () =>
  new AppError('DASHBOARD_NOT_FOUND', 'There is no dashboard of this id among those this account may open.')
const readOnly = () =>
  new AppError(
    'DASHBOARD_READ_ONLY',
    'This dashboard is not this account’s to change; duplicate it and change the copy.',
  )

export interface DashboardParts {
  readonly catalog: Catalog
  readonly builtIn: readonly BuiltIn[]
  readonly clock: Clock
  readonly quotas: Pick<AccountQuotas, 'revisions' | 'dashboardMb'>
}

export function dashboardService({ catalog, builtIn, clock, quotas }: DashboardParts) {
  const shipped = (id: string | null) => builtIn.find((one) => one.id === id)
  const mayOpen = ({ account }: Who, { flags }: Pick<Head, 'flags'>) => flags.every((flag) => hasAccess(account, flag))
  const mayEdit = ({ scope }: Who, { owner }: StoredDashboard) => scope.role === 'admin' || owner === scope.userId
  const mayKnow = (who: Who, stored: StoredDashboard) => mayEdit(who, stored) || mayOpen(who, stored)

  async function ownOf({ scope }: Who): Promise<Own> {
    const [drafts, marks] = await Promise.all([catalog.dashboardDrafts.ids(scope), catalog.dashboardMarks.all(scope)])
    return { drafts, marks }
  }

  function entryOf(who: Who, stored: StoredDashboard, { drafts, marks }: Own): Dashboard {
    const edits = mayEdit(who, stored)
    const {
      id,
      names,
      descriptions,
      flags,
      audience,
      owner,
      ownerName,
      revision,
      basedOn,
      updatedAt,
      updatedBy,
      folder,
      tags,
      preview,
    } = stored
    const { lang } = who.user.properties
    return {
      id,
      name: readWords(names, lang, id),
      description: readWords(descriptions, lang, ''),
      flags: [...flags],
      owner,
      // Whom else it is for is the business of those who may change that.
      audience: edits ? { to: audience.to, ids: [...audience.ids] } : { to: audience.to, ids: [] },
      ownerName: edits ? ownerName : null,
      revision,
      published: revision > 0,
      builtIn: false,
      basedOn,
      updatedAt,
      updatedBy: edits ? updatedBy : null,
      draft: drafts.has(id),
      mayEdit: edits,
      folder,
      tags: [...tags],
      preview,
      ...markOf(marks, id),
    }
  }

  const shippedEntry = (
    { user }: Who,
    { id, flags, descriptions, name, preview }: BuiltIn,
    { marks }: Own,
  ): Dashboard => ({
    id,
    name: name(user.properties.lang),
    description: readWords(descriptions, user.properties.lang, ''),
    flags: [...flags],
    audience: { to: 'everyone', ids: [] },
    owner: null,
    ownerName: null,
    revision: 1,
    published: true,
    builtIn: true,
    basedOn: null,
    updatedAt: null,
    updatedBy: null,
    draft: false,
    mayEdit: false,
    folder: null,
    tags: [],
    preview,
    ...markOf(marks, id),
  })

  /** With the preview of each: those published before previews were kept get theirs from their document, once. */
  async function withPreviews({ scope }: Who, all: readonly StoredDashboard[]): Promise<StoredDashboard[]> {
    const texts = await catalog.dashboards.newestTexts(
      scope,
      all.filter(({ preview }) => preview.length === 0).map(({ id }) => id),
    )
    const made = await Promise.all(
      all.map(async (one): Promise<StoredDashboard> => {
        const text = texts.get(one.id)
        return text === undefined ? one : { ...one, preview: previewOf((await readDocument(text)).document) }
      }),
    )
    const found = made.filter(({ id, preview }) => texts.has(id) && preview.length > 0)
    if (found.length > 0) await catalog.transaction(({ dashboards }) => dashboards.keepPreviews(scope, found))
    return made
  }

  async function known(who: Who, id: string): Promise<StoredDashboard> {
    const stored = await catalog.dashboards.find(who.scope, id)
    if (stored === undefined || !mayKnow(who, stored)) throw notFound()
    return stored
  }

  async function requireReadable(who: Who, id: string): Promise<void> {
    const one = shipped(id)
    if (one === undefined) await known(who, id)
    else if (!mayOpen(who, one)) throw notFound()
  }

  /** Throws DASHBOARD_NOT_FOUND, DASHBOARD_READ_ONLY. */
  async function editable(who: Who, id: string): Promise<StoredDashboard> {
    const one = shipped(id)
    if (one !== undefined) throw mayOpen(who, one) ? readOnly() : notFound()
    const stored = await known(who, id)
    if (!mayEdit(who, stored)) throw readOnly()
    return stored
  }

  async function revisionOf(who: Who, id: string, number: number): Promise<StoredRevision> {
    const found = await catalog.dashboards.revision(who.scope, id, number)
    if (found === undefined)
      throw new AppError('DASHBOARD_REVISION_NOT_FOUND', `This dashboard has no revision ${number}.`, {
        revision: number,
      })
    return found
  }

  /**
   * The document of a revision as it is today: what was changed of a built-in one is made again on its newest version.
   */
  function today(
    { id, basedOn }: Pick<StoredDashboard, 'id' | 'basedOn'>,
    { number, text, basedOnHash, patch }: StoredRevision,
  ): { text: string; unfit: Patch } {
    const base = shipped(basedOn)
    if (base === undefined || patch === null || base.hash === basedOnHash) return { text, unfit: [] }
    const { document, unfit } = replayPatch(JSON.parse(patch) as Patch, base.document)
    return { text: formatLayout({ ...document, _id: id, revision: number }), unfit }
  }

  async function documentOf(who: Who, id: string): Promise<DashboardDocument> {
    const stored = await known(who, id)
    const { text, unfit } = today(stored, await revisionOf(who, id, stored.revision))
    const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
    return {
      entry: entryOf(who, stored, await ownOf(who)),
      revision: stored.revision,
      text,
      unfit: mayEdit(who, stored)
        ? unfit.map(({ path, before, after }) => ({ path, before: json(before), after: json(after) }))
        : [],
    }
  }

  /** To be run first in the transaction that adds or shares it. Throws DASHBOARD_LIMIT. */
  async function requireRoom(
    { locks, dashboards }: Pick<Repositories, 'locks' | 'dashboards'>,
    { scope }: Who,
    owner: number | null,
    { to, ids }: Audience,
    but?: string,
  ): Promise<void> {
    if (to === 'onlyMe' && owner !== null) await locks.hold('dashboardsOfOwner', owner)
    if (to === 'clients') for (const id of ids.toSorted((a, b) => a - b)) await locks.hold('dashboardsOfClient', id)
    const { own, mostOfAClient } = await dashboards.counts(scope, {
      owner,
      clients: to === 'clients' ? ids : [],
      ...(but !== undefined && { but }),
    })
    if (to === 'onlyMe' && own >= MOST_OWN)
      throw new AppError(
        'DASHBOARD_LIMIT',
        `An account keeps at most ${MOST_OWN} dashboards to itself; remove one or share it.`,
        { most: MOST_OWN, of: 'own' },
      )
    if (mostOfAClient >= MOST_OF_A_CLIENT)
      throw new AppError(
        'DASHBOARD_LIMIT',
        `A client is shown at most ${MOST_OF_A_CLIENT} dashboards; remove one first.`,
        { most: MOST_OF_A_CLIENT, of: 'client' },
      )
  }

  /**
   * To be asked in the transaction that has written: what does not fit is taken back. Throws DASHBOARD_QUOTA_EXCEEDED.
   */
  async function requireBytes({ dashboards }: Pick<Repositories, 'dashboards'>, { scope }: Who): Promise<void> {
    if ((await dashboards.bytesOf(scope)) <= quotas.dashboardMb * MB) return
    throw new AppError(
      'DASHBOARD_QUOTA_EXCEEDED',
      `Revisions and drafts of this account take all of their ${quotas.dashboardMb} MB. Remove a dashboard or a draft first.`,
      { megabytes: quotas.dashboardMb },
    )
  }

  const record = (
    { audit }: Pick<Repositories, 'audit'>,
    { scope }: Who,
    action: AuditAction,
    id: string,
    details: Record<string, unknown>,
  ) => audit.append(scope, { action, target: `dashboard ${id}`, details, at: clock.now() })

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
      await requireBytes(repositories, who)
      await record(repositories, who, 'dashboard.create', id, {
        audience,
        published: number > 0,
        ...(from !== undefined && { from }),
      })
      const stored = await repositories.dashboards.find(who.scope, id)
      if (stored === undefined) throw notFound()
      return entryOf(who, stored, NOTHING_OWN)
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
      await requireBytes(repositories, who)
      await record(repositories, who, restoredFrom === null ? 'dashboard.publish' : 'dashboard.restore', stored.id, {
        revision: number,
        ...(restoredFrom !== null && { restoredFrom }),
        ...(audience !== undefined && { audience }),
      })
      return true
    })
    if (!isIn) throw await conflict(who, stored.id, stored.revision)
    return documentOf(who, stored.id)
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
    /** What the caller makes, may make from, or is shown, by name. */
    async list(who: Who): Promise<Dashboard[]> {
      const [stored, own] = await Promise.all([catalog.dashboards.list(who.scope, 'maker'), ownOf(who)])
      const made = await withPreviews(
        who,
        stored.filter((one) => mayKnow(who, one)),
      )
      const entries = [
        ...builtIn.filter((one) => mayOpen(who, one)).map((one) => shippedEntry(who, one, own)),
        ...made.map((one) => entryOf(who, one, own)),
      ]
      const { compare } = new Intl.Collator(who.user.properties.lang, { numeric: true })
      return entries.toSorted((a, b) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
    },

    /** What the caller may open: built-in ones first, then those of people, by name. */
    async readable(who: Who): Promise<DashboardEntry[]> {
      const { lang } = who.user.properties
      const stored = (await catalog.dashboards.list(who.scope, 'reader')).filter((one) => mayOpen(who, one))
      const made = stored.map(({ id, names, flags }) => ({
        id,
        name: readWords(names, lang, id),
        flag: flags[0] ?? null,
      }))
      return [
        ...builtIn.filter((one) => mayOpen(who, one)).map(({ id, flag, name }) => ({ id, name: name(lang), flag })),
        ...made.toSorted((a, b) => a.name.localeCompare(b.name, lang)),
      ]
    },

    /** Throws DASHBOARD_NOT_FOUND, also for what is not published. */
    async view(who: Who, id: string): Promise<DashboardView> {
      const one = shipped(id)
      if (one !== undefined) {
        if (!mayOpen(who, one)) throw notFound()
        return { entry: { id, name: one.name(who.user.properties.lang), flag: one.flag }, text: one.text }
      }
      const stored = await known(who, id)
      if (stored.revision === 0 || !mayOpen(who, stored)) throw notFound()
      const { text } = today(stored, await revisionOf(who, id, stored.revision))
      return {
        entry: { id, name: readWords(stored.names, who.user.properties.lang, id), flag: stored.flags[0] ?? null },
        text,
      }
    },

    /** Throws DASHBOARD_NOT_FOUND. */
    async find(who: Who, id: string): Promise<DashboardDocument> {
      const one = shipped(id)
      if (one === undefined) return documentOf(who, id)
      if (!mayOpen(who, one)) throw notFound()
      return { entry: shippedEntry(who, one, await ownOf(who)), revision: 1, text: one.text, unfit: [] }
    },

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
      const { entry, text } = await this.find(who, id)
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
      return entryOf(who, await known(who, id), await ownOf(who))
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
      return entryOf(who, await known(who, id), await ownOf(who))
    },

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

    /** The newest first. Throws DASHBOARD_NOT_FOUND, DASHBOARD_READ_ONLY. */
    async revisions(who: Who, id: string): Promise<DashboardRevision[]> {
      await editable(who, id)
      return catalog.dashboards.revisions(who.scope, id)
    },

    /** Throws DASHBOARD_NOT_FOUND, DASHBOARD_READ_ONLY, DASHBOARD_REVISION_NOT_FOUND. */
    async revision(who: Who, id: string, number: number): Promise<DashboardRevisionText> {
      await editable(who, id)
      return { number, text: (await revisionOf(who, id, number)).text }
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

    drafts: {
      /** The caller's own. Throws DASHBOARD_NOT_FOUND, DASHBOARD_READ_ONLY, DASHBOARD_DRAFT_NOT_FOUND. */
      async find(who: Who, id: string): Promise<DashboardDraft> {
        await editable(who, id)
        const draft = await catalog.dashboardDrafts.find(who.scope, id)
        if (draft === undefined)
          throw new AppError('DASHBOARD_DRAFT_NOT_FOUND', 'This account has no draft of this dashboard.')
        return draft
      },

      /** Throws DASHBOARD_NOT_FOUND, DASHBOARD_READ_ONLY, DASHBOARD_QUOTA_EXCEEDED. */
      async keep(
        who: Who,
        id: string,
        { text, baseRevision, undo = null }: DashboardDraftWrite,
      ): Promise<DashboardDraft> {
        await editable(who, id)
        const draft = { text: text.toWellFormed(), baseRevision, at: clock.now(), undo: undo?.toWellFormed() ?? null }
        await catalog.transaction(async (repositories) => {
          await repositories.dashboardDrafts.keep(who.scope, id, draft)
          await requireBytes(repositories, who)
        })
        return draft
      },

      async drop(who: Who, id: string): Promise<void> {
        await editable(who, id)
        await catalog.dashboardDrafts.drop(who.scope, id)
      },
    },
  }
}

export type DashboardService = ReturnType<typeof dashboardService>
