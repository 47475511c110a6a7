/** The state of a screen, and its rights: those of its maker, on its client only. */
import { DAY_MS } from '#domain/days'
import type { Screen } from '#schemas/generated/entities/screen.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import { SYSTEM_SCOPE, mayReadClient } from '../../lib/scope.ts'
import type { DashboardService } from '../dashboards/service.ts'
import type { Caller } from '../../lib/caller.ts'
import { accountOf, scopeOf } from '../../lib/user.ts'
import type { User } from '../../lib/user.ts'
import type { StoredScreen } from './repo.ts'

/** A screen that was not used for so long has ended. */
export const UNUSED_MS = 90 * DAY_MS
/** How stale "last seen" may be; a write per request would cost a disk sync each. */
const SEEN_EVERY_MS = 60_000
export type State = Screen['state']

const ended = (reason: Exclude<State, 'active'>) =>
  new AppError('SCREEN_ENDED', `This screen has ended: ${REASONS[reason]}.`, { reason })

const REASONS: Readonly<Record<Exclude<State, 'active'>, string>> = {
  revoked: 'it was revoked',
  unused: 'it was not used for 90 days',
  maker: 'the account of its maker is disabled',
  rights: 'its maker may not see its brand or its dashboards any more',
}

interface Parts {
  readonly catalog: Pick<Catalog, 'screens' | 'users'>
  readonly dashboards: Pick<DashboardService, 'readable'>
  readonly clock: Clock
}

/** The current rights of the screen: those of its maker, on its client only. */
export function callerFor(screen: StoredScreen, maker: User, tokenHash: string): Caller {
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

export function screenStates({ catalog, dashboards, clock }: Parts) {
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

  return { stateFor, openable, requireActive, seen }
}

export type ScreenStates = ReturnType<typeof screenStates>
