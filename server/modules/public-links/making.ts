/** Makes public links: who may, of what, and until when. */
import { DAY_MS, todayIn } from '#domain/days'
import type { PublicLinkDraft } from '#schemas/generated/api/public-link-draft.ts'
import type { PublicLink } from '#schemas/generated/entities/public-link.ts'
import { randomBytes } from 'node:crypto'
import type { Catalog } from '../../catalog.ts'
import { localNotFound } from '../../db/scoped.ts'
import { isZone } from '../../facts/zone.ts'
import { AppError } from '../../lib/errors.ts'
import { hashOf, newToken } from '../../lib/secrets.ts'
import { readDocument } from '../dashboards/check.ts'
import type { Caller } from '../../lib/caller.ts'
import type { LinkAsker } from './asking.ts'
import { originsOf } from './origins.ts'
import type { LinkParts } from './parts.ts'
import { runningOf } from './plans.ts'
import { unboundable } from './questions.ts'
import type { NewLink, StoredLink } from './repo.ts'
import { snapshotOf } from './running.ts'

/** Of one account, of those that are open. */
const MAX_LINKS = 50
const MAX_SNAPSHOTS = 10
const MAX_DAYS = 366

export interface MadeLink {
  readonly made: StoredLink
  readonly token: string
  readonly dashboardName: string
}

export function linkMaking(
  {
    catalog,
    dashboards,
    clients,
    clock,
    config,
  }: Pick<LinkParts, 'catalog' | 'dashboards' | 'clients' | 'clock' | 'config'>,
  { ask: load }: LinkAsker,
) {
  async function requireRoom(
    { publicLinks }: Pick<Catalog, 'publicLinks'>,
    { scope }: Caller,
    periods: PublicLink['periods'],
  ): Promise<void> {
    const now = clock.now()
    const [all, snapshots] = [
      await publicLinks.count(scope, now),
      periods === 'snapshot' ? await publicLinks.count(scope, now, 'snapshot') : 0,
    ]
    const most = snapshots >= MAX_SNAPSHOTS ? MAX_SNAPSHOTS : MAX_LINKS
    if (all >= MAX_LINKS || snapshots >= MAX_SNAPSHOTS)
      throw new AppError(
        'PUBLIC_LINK_LIMIT_EXCEEDED',
        `An account has at most ${MAX_LINKS} open links, ${MAX_SNAPSHOTS} of them snapshots; revoke one first.`,
        { most },
      )
  }

  /** Throws CLIENT_NOT_FOUND, LOCAL_NOT_FOUND. */
  async function requireScope({ scope }: Caller, { clients: of, locals }: PublicLinkDraft): Promise<void> {
    for (const client of of) await clients.find(scope, client)
    if (locals === null) return
    const known = new Set(
      (await Promise.all(of.map((client) => catalog.locals.ids(scope, client)))).flatMap((ids) => ids),
    )
    const foreign = locals.find((local) => !known.has(local))
    if (foreign !== undefined) throw localNotFound(foreign)
  }

  /** Throws PUBLIC_LINK_MAKER_NOT_ALLOWED. */
  function requireMaker({ scope, user }: Caller): void {
    // Their sign-in is shared or belongs to a program; what strangers may read belongs to a person.
    if (scope.demo || user.loginType === 'service')
      throw new AppError(
        'PUBLIC_LINK_MAKER_NOT_ALLOWED',
        'Demo accounts and API clients make no public links; sign in with an account of a person.',
      )
  }

  /** Its document, with the answers of a snapshot. Throws DASHBOARD_NOT_FOUND and the errors of snapshots. */
  async function read(caller: Caller, link: Omit<NewLink, 'document' | 'tokenHash'>, now: number) {
    const { text, entry } = await dashboards.view(caller, link.dashboard)
    if (link.periods !== 'snapshot')
      return { text, dashboardName: entry.name, model: (await readDocument(text, config.linkHosts)).model, answers: [] }
    const { model, answers } = await snapshotOf(runningOf(load, link, { maker: caller.user, text }, now))
    return { text, dashboardName: entry.name, model, answers }
  }

  /**
   * With its token, this once. Throws PUBLIC_LINK_MAKER_NOT_ALLOWED, PUBLIC_LINK_END_INVALID,
   * PUBLIC_LINK_ORIGIN_INVALID, PUBLIC_LINK_ZONE_INVALID, CLIENT_NOT_FOUND, LOCAL_NOT_FOUND, DASHBOARD_NOT_FOUND,
   * PUBLIC_LINK_SCOPE_NOT_POSSIBLE, PUBLIC_LINK_LIMIT_EXCEEDED and the errors of snapshots.
   */
  return async function make(caller: Caller, draft: PublicLinkDraft): Promise<MadeLink> {
    const { scope, user } = caller
    const now = clock.now()
    requireMaker(caller)
    requireEnd(draft.endsAt, now)
    requireZone(draft.timeZone)
    const origins = originsOf(draft.origins)
    await requireScope(caller, draft)
    await requireRoom(catalog, caller, draft.periods)
    const wanted = wantedOf(draft, origins, now)
    const { text, dashboardName, model, answers } = await read(caller, wanted, now)
    const [whole] = wanted.locals === null ? [] : unboundable(model)
    if (whole !== undefined)
      throw new AppError(
        'PUBLIC_LINK_SCOPE_NOT_POSSIBLE',
        `This dashboard asks ${whole}, which answers for whole clients; make the link without a list of locals.`,
        { source: whole },
      )
    const token = newToken()
    const document = wanted.periods === 'snapshot' ? text : null
    const made = await catalog.transaction(async (repositories) => {
      await repositories.locks.hold('publicLinks', user.id)
      await requireRoom(repositories, caller, draft.periods)
      const link = { ...wanted, tokenHash: hashOf(token), document }
      const stored = await repositories.publicLinks.insert(scope, link, now, answers)
      const { name, dashboard, clients: of, locals, periods, endsAt } = stored
      await repositories.audit.append(scope, {
        action: 'publicLink.create',
        target: `public link ${stored.id}`,
        details: { name, dashboard, clients: of, locals, periods, endsAt: new Date(endsAt).toISOString(), origins },
        at: now,
      })
      return stored
    })
    return { made, token, dashboardName }
  }
}

const byNumber = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b)

const wantedOf = (
  { name, dashboard, clients, locals, values, periods, timeZone, lang, endsAt }: PublicLinkDraft,
  origins: readonly string[],
  now: number,
): Omit<NewLink, 'document' | 'tokenHash'> => ({
  slug: randomBytes(9).toString('base64url').replaceAll(/[-_]/g, 'x'),
  dashboard,
  name: name.trim(),
  clients: byNumber(clients),
  locals: locals === null ? null : byNumber(locals),
  values,
  periods,
  day: periods === 'rolling' ? null : todayIn(timeZone, now),
  timeZone,
  lang,
  origins,
  endsAt,
})

function requireZone(timeZone: string): void {
  if (isZone(timeZone)) return
  throw new AppError(
    'PUBLIC_LINK_ZONE_INVALID',
    `There is no time zone ${timeZone}; expected a name such as Europe/Madrid.`,
    { zone: timeZone },
  )
}

function requireEnd(endsAt: number, now: number): void {
  if (endsAt > now && endsAt <= now + MAX_DAYS * DAY_MS) return
  throw new AppError(
    'PUBLIC_LINK_END_INVALID',
    `A link cannot end at ${new Date(endsAt).toISOString()}; expected a time from now to ${MAX_DAYS} days ahead.`,
    { days: MAX_DAYS },
  )
}
