/** The sessions of a screen: opened with the token of its link, an hour each. */
import type { Token } from '#schemas/generated/api/token.ts'
import type { ScreenView } from '#schemas/generated/entities/screen-view.ts'
import { steadyOf } from '../../lib/clock.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import { rateLimit } from '../../lib/rate-limit.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf, isToken, newToken } from '../../lib/secrets.ts'
import type { DashboardService } from '../dashboards/service.ts'
import type { Caller } from '../../lib/caller.ts'
import { network } from '../../lib/network.ts'
import { sourcesOf } from './sources.ts'
import { UNUSED_MS, callerFor } from './states.ts'
import type { ScreenStates } from './states.ts'

/** The token of calls changes this often. */
export const SCREEN_SESSION_MS = 3_600_000
/** Openings from one network address: a building full of walls shares one. */
const OPENINGS = { most: 60, perMs: 60_000 }

const tokenInvalid = () =>
  new AppError(
    'SCREEN_TOKEN_INVALID',
    'This link belongs to no screen; make another one in the kiosk mode of a dashboard.',
  )

interface Parts {
  readonly catalog: Pick<Catalog, 'screens' | 'users' | 'audit'>
  readonly dashboards: Pick<DashboardService, 'view'>
  readonly clock: Clock
  readonly states: ScreenStates
}

export function screenSessions({ catalog, dashboards, clock, states }: Parts) {
  const { stateFor, requireActive, seen } = states
  const openings = rateLimit(clock, OPENINGS)

  return {
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

    /** The screen of this session; null when it is no screen's, has expired, or its screen has ended. */
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
        const used = sourcesOf(text)
        if (sources.some((source) => used.has(source))) return true
      }
      return false
    },

    /** The dashboards of the calling screen. Throws SCREEN_ENDED when its maker may open none of it any more. */
    async current(caller: Caller): Promise<ScreenView> {
      const screen = await catalog.screens.bySession(caller.tokenHash, steadyOf(clock).now())
      if (screen === undefined) throw tokenInvalid()
      const { dashboards: shown } = await requireActive(screen, caller.tokenHash)
      const { id, name, search, seconds, lang } = screen
      return { id, name, dashboards: shown, search, seconds, lang, hidesNoData: caller.scope.role !== 'admin' }
    },
  }
}
