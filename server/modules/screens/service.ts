/**
 * Screens: dashboards on a wall, without a person's session. The token of a screen's link never expires by time; it
 * opens sessions of an hour, which read what the dashboards of the screen ask, of one client, with the rights that its
 * maker has at that moment (decision 35).
 */
import { DAY_MS } from '#domain/days'
import { wallSearch } from '#domain/kiosk'
import type { ScreenDraft } from '#schemas/generated/api/screen-draft.ts'
import type { ScreenMade } from '#schemas/generated/api/screen-made.ts'
import type { Token } from '#schemas/generated/api/token.ts'
import type { ScreenView } from '#schemas/generated/entities/screen-view.ts'
import type { Screen } from '#schemas/generated/entities/screen.ts'
import { steadyOf } from '../../lib/clock.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import { rateLimit } from '../../lib/rate-limit.ts'
import { mayReadClient, SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf, isToken, newToken } from '../../lib/secrets.ts'
import type { ClientService } from '../clients/service.ts'
import type { DashboardService } from '../dashboards/service.ts'
import type { Caller } from '../session/caller.ts'
import { network } from '../../lib/network.ts'
import { accountOf, scopeOf } from '../users/user.ts'
import type { User } from '../users/user.ts'
import type { StoredScreen } from './repo.ts'
import { sourcesOf } from './sources.ts'

/** A screen that was not used for so long has ended. */
export const UNUSED_MS = 90 * DAY_MS
/** What is sent with every call changes this often. */
export const SCREEN_SESSION_MS = 3_600_000
/** How stale "last seen" may be; a write per request would cost a disk sync each. */
const SEEN_EVERY_MS = 60_000
/** Of one account, without those that were revoked. */
const MAX_SCREENS = 50
/** Openings from one network address: a building full of walls shares one. */
const OPENINGS = { most: 60, perMs: 60_000 }

type State = Screen['state']

interface Parts {
  readonly catalog: Pick<Catalog, 'screens' | 'users' | 'audit' | 'transaction'>
  readonly dashboards: Pick<DashboardService, 'view' | 'readable'>
  readonly clients: Pick<ClientService, 'find'>
  readonly clock: Clock
}

const tokenInvalid = () =>
  new AppError(
    'SCREEN_TOKEN_INVALID',
    'This link belongs to no screen; make another one in the kiosk mode of a dashboard.',
  )
const ended = (reason: Exclude<State, 'active'>) =>
  new AppError('SCREEN_ENDED', `This screen has ended: ${REASONS[reason]}.`, { reason })
const notFound = (id: number) =>
  new AppError('SCREEN_NOT_FOUND', `There is no screen ${id} that this account may revoke.`, { screen: id })

const REASONS: Readonly<Record<Exclude<State, 'active'>, string>> = {
  revoked: 'it was revoked',
  unused: 'it was not used for 90 days',
  maker: 'the account of its maker is disabled',
  rights: 'its maker may not see its brand or its dashboards any more',
}

export function screenService({ catalog, dashboards, clients, clock }: Parts) {
  const openings = rateLimit(clock, OPENINGS)

  /** What the screen may read now: what its maker may, of its client alone. */
  function callerFor(screen: StoredScreen, maker: User, tokenHash: string): Caller {
    const user = { ...maker, properties: { ...maker.properties, lang: screen.lang } }
    return {
      user,
      scope: { ...scopeOf(user), clients: [screen.client] },
      account: accountOf(user),
      tokenHash,
      since: screen.createdAt,
      isConfirmed: false,
      readsOnly: true,
      screen: { id: screen.id, dashboards: screen.dashboards },
    }
  }

  /** Without its dashboards, which each call looks at by itself. */
  function stateFor({ revokedAt, seenAt, createdAt, client }: StoredScreen, maker: User | undefined): State {
    if (revokedAt !== null) return 'revoked'
    if (clock.now() - (seenAt ?? createdAt) >= UNUSED_MS) return 'unused'
    if (maker === undefined || !maker.enabled) return 'maker'
    return mayReadClient(scopeOf(maker), client) ? 'active' : 'rights'
  }

  const openable = async (caller: Caller): Promise<string[]> => {
    const known = new Set((await dashboards.readable(caller)).map(({ id }) => id))
    return (caller.screen?.dashboards ?? []).filter((id) => known.has(id))
  }

  /** The caller behind a screen and what it can show. Throws SCREEN_ENDED. */
  async function requireActive(
    screen: StoredScreen,
    tokenHash: string,
  ): Promise<{ caller: Caller; dashboards: string[] }> {
    const maker = await catalog.users.find(SYSTEM_SCOPE, screen.owner)
    const state = stateFor(screen, maker)
    if (state !== 'active' || maker === undefined) throw ended(state === 'active' ? 'maker' : state)
    const caller = callerFor(screen, maker, tokenHash)
    const shown = await openable(caller)
    if (shown.length === 0) throw ended('rights')
    return { caller, dashboards: shown }
  }

  const seen = async ({ id, seenAt }: StoredScreen, now: number): Promise<void> => {
    if (now - (seenAt ?? 0) >= SEEN_EVERY_MS) await catalog.screens.touch(id, now)
  }

  function entity(
    { owner, search: _search, lang: _lang, ...screen }: StoredScreen,
    maker: User | undefined,
    state: State,
    { userId }: Caller['scope'],
  ): Screen {
    return {
      ...screen,
      dashboards: [...screen.dashboards],
      owner: maker?.username ?? '',
      mine: owner === userId,
      state,
    }
  }

  return {
    /** The caller's own, and for administrators those of this client, or all; newest first. */
    async list({ scope }: Caller, { client }: { client?: number }): Promise<Screen[]> {
      const stored = await catalog.screens.list(scope, client)
      const owners = [...new Set(stored.map(({ owner }) => owner))]
      const makers = new Map(
        await Promise.all(owners.map(async (id) => [id, await catalog.users.find(SYSTEM_SCOPE, id)] as const)),
      )
      return Promise.all(
        stored.map(async (screen) => {
          const maker = makers.get(screen.owner)
          const state = stateFor(screen, maker)
          const isLost =
            state === 'active' && maker !== undefined && (await openable(callerFor(screen, maker, ''))).length === 0
          return entity(screen, maker, isLost ? 'rights' : state, scope)
        }),
      )
    },

    /**
     * With the token of its link, this once. Throws SCREEN_MAKER_NOT_ALLOWED, CLIENT_NOT_FOUND, DASHBOARD_NOT_FOUND,
     * SCREEN_LIMIT.
     */
    async create(
      caller: Caller,
      { name, client, dashboards: ids, search = '', seconds, lang }: ScreenDraft,
    ): Promise<ScreenMade> {
      const { scope, user } = caller
      // Their sign-in is shared or belongs to a program; what never expires belongs to a person.
      if (scope.demo || user.loginType === 'service')
        throw new AppError(
          'SCREEN_MAKER_NOT_ALLOWED',
          'Demo accounts and API clients make no screens; sign in with an account of a person.',
        )
      await clients.find(scope, client)
      for (const id of ids) await dashboards.view({ ...caller, scope: { ...scope, clients: [client] } }, id)
      const token = newToken()
      const now = clock.now()
      const kept = new URLSearchParams(wallSearch(search))
      for (const key of ['access_token', 'token', 'redirect']) kept.delete(key)
      return catalog.transaction(async (repositories) => {
        await repositories.locks.hold('screens', user.id)
        if ((await repositories.screens.count(scope)) >= MAX_SCREENS)
          throw new AppError('SCREEN_LIMIT', `An account has at most ${MAX_SCREENS} screens; revoke one first.`, {
            most: MAX_SCREENS,
          })
        const made = await repositories.screens.insert(
          scope,
          {
            name: name.trim(),
            client,
            dashboards: ids,
            search: kept.toString(),
            seconds,
            lang,
            tokenHash: hashOf(token),
          },
          now,
        )
        await repositories.audit.append(scope, {
          action: 'screen.create',
          target: `screen ${made.id}`,
          details: { name: made.name, client, dashboards: ids },
          at: now,
        })
        return { ...entity(made, user, 'active', scope), token }
      })
    },

    /** Ends it now, and what it has open. Throws SCREEN_NOT_FOUND, also for one that was revoked before. */
    async revoke({ scope }: Caller, id: number): Promise<void> {
      await catalog.transaction(async (repositories) => {
        const screen = await repositories.screens.find(scope, id)
        if (screen === undefined || !(await repositories.screens.revoke(scope, id, clock.now()))) throw notFound(id)
        await repositories.audit.append(scope, {
          action: 'screen.revoke',
          target: `screen ${id}`,
          details: { name: screen.name, client: screen.client },
          at: clock.now(),
        })
      })
    },

    /** Opens a session of an hour with the token of a link. Throws RATE_LIMITED, SCREEN_TOKEN_INVALID, SCREEN_ENDED. */
    async open(token: string, address: string): Promise<Token> {
      openings.require(network(address))
      const screen = isToken(token) ? await catalog.screens.byToken(hashOf(token)) : undefined
      if (screen === undefined) throw tokenInvalid()
      await requireActive(screen, '')
      const [now, steady, session] = [clock.now(), steadyOf(clock).now(), newToken()]
      await catalog.screens.sweep(steady, now - UNUSED_MS)
      await catalog.screens.open(screen.id, hashOf(session), steady + SCREEN_SESSION_MS)
      await seen(screen, now)
      if (screen.seenAt === null)
        await catalog.audit.append(SYSTEM_SCOPE, {
          action: 'screen.open',
          target: `screen ${screen.id}`,
          details: { address },
          at: now,
        })
      return { access_token: session, token_type: 'Bearer', expires_in: SCREEN_SESSION_MS / 1000 }
    },

    /** Whose session this is; null when it is no screen's, is over, or its screen has ended. */
    async resolve(token: string): Promise<Caller | null> {
      if (!isToken(token)) return null
      const [now, tokenHash] = [clock.now(), hashOf(token)]
      const screen = await catalog.screens.bySession(tokenHash, steadyOf(clock).now())
      if (screen === undefined) return null
      const maker = await catalog.users.find(SYSTEM_SCOPE, screen.owner)
      if (maker === undefined || stateFor(screen, maker) !== 'active') return null
      await seen(screen, now)
      return callerFor(screen, maker, tokenHash)
    },

    /** Whether a dashboard of the screen, among those its maker may open now, asks one of these sources. */
    async shows(caller: Caller, sources: readonly string[]): Promise<boolean> {
      for (const id of caller.screen?.dashboards ?? []) {
        const text = await dashboards.view(caller, id).then(
          (view) => view.text,
          (cause: unknown) => {
            if (cause instanceof AppError && cause.status === 404) return ''
            throw cause
          },
        )
        const asked = sourcesOf(text)
        if (sources.some((source) => asked.has(source))) return true
      }
      return false
    },

    /** What the calling screen shows. Throws SCREEN_ENDED when its maker may open none of it any more. */
    async current(caller: Caller): Promise<ScreenView> {
      const screen = await catalog.screens.bySession(caller.tokenHash, steadyOf(clock).now())
      if (screen === undefined) throw tokenInvalid()
      const { dashboards: shown } = await requireActive(screen, caller.tokenHash)
      const { id, name, search, seconds, lang } = screen
      return { id, name, dashboards: shown, search, seconds, lang, hidesNoData: caller.scope.role !== 'admin' }
    },
  }
}

export type ScreenService = ReturnType<typeof screenService>
