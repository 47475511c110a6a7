/**
 * Screens: dashboards on a wall, without a person's session. The token of a screen's link never expires by time; it
 * opens sessions of an hour, which read what the dashboards of the screen ask, of one client, with the rights that its
 * maker has at that moment (decision 35).
 */
import { wallSearch } from '#domain/kiosk'
import type { ScreenDraft } from '#schemas/generated/api/screen-draft.ts'
import type { ScreenMade } from '#schemas/generated/api/screen-made.ts'
import type { Screen } from '#schemas/generated/entities/screen.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf, newToken } from '../../lib/secrets.ts'
import type { ClientService } from '../clients/service.ts'
import type { DashboardService } from '../dashboards/service.ts'
import type { Caller } from '../../lib/caller.ts'
import type { User } from '../../lib/user.ts'
import type { StoredScreen } from './repo.ts'
import { callerFor, screenStates } from './states.ts'
import type { State } from './states.ts'
import { screenSessions } from './sessions.ts'

/** Of one account, without those that were revoked. */
const MAX_SCREENS = 50

interface Parts {
  readonly catalog: Pick<Catalog, 'screens' | 'users' | 'audit' | 'transaction'>
  readonly dashboards: Pick<DashboardService, 'view' | 'readable'>
  readonly clients: Pick<ClientService, 'find'>
  readonly clock: Clock
}

const notFound = (id: number) =>
  new AppError('SCREEN_NOT_FOUND', `There is no screen ${id} that this account may revoke.`, { screen: id })

export function screenService({ catalog, dashboards, clients, clock }: Parts) {
  const states = screenStates({ catalog, dashboards, clock })
  const { stateFor, openable } = states

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

    ...screenSessions({ catalog, dashboards, clock, states }),
  }
}

export type ScreenService = ReturnType<typeof screenService>
