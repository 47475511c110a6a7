/** Whose token it is, and what may be done with it. */
import { steadyOf } from '../../lib/clock.ts'
import type { Clock } from '../../lib/clock.ts'
import { hashOf, isToken } from '../../lib/secrets.ts'
import { unlessFull } from '../../lib/store-failure.ts'
import { accountOf, limitedTo, scopeOf } from '../../lib/user.ts'
import type { HeldSessions } from './held-sessions.ts'
import type { SessionRepo } from './repo.ts'
import { ABSOLUTE_MS, CONFIRMED_MS, IDLE_MS, SEEN_EVERY_MS } from './lifetime.ts'
import type { Caller } from '../../lib/caller.ts'

interface Parts {
  readonly sessions: Pick<SessionRepo, 'find' | 'close' | 'touch'>
  readonly held: HeldSessions
  readonly clock: Clock
}

export function sessionResolver({ sessions, held, clock }: Parts) {
  const steady = steadyOf(clock)

  /** Null when there is no such token, it has ended, or its account is disabled. */
  return async function resolve(token: string): Promise<Caller | null> {
    if (!isToken(token)) return null
    const tokenHash = hashOf(token)
    const now = steady.now()
    const session = (await sessions.find(tokenHash)) ?? (await held.find(tokenHash, now))
    if (session === undefined || !session.user.enabled || session.page?.enabled === false || held.hasEnded(tokenHash))
      return null
    if (now - session.createdAt >= ABSOLUTE_MS || now - session.seenAt >= IDLE_MS) {
      if (!held.drop(tokenHash)) await unlessFull(sessions.close(tokenHash))
      return null
    }
    // "Last seen" may be older than it says while the disk is full or another process writes; no call is refused for
    // it.
    if (now - session.seenAt >= SEEN_EVERY_MS) await unlessFull(sessions.touch(tokenHash, now))
    const { page, confirmedAt } = session
    const user = page === null ? session.user : limitedTo(session.user, page)
    return {
      user,
      scope: scopeOf(user),
      account: accountOf(user),
      tokenHash,
      since: session.createdAt,
      isConfirmed: page === null && confirmedAt !== null && now - confirmedAt < CONFIRMED_MS,
      ...(page && { page: page.name }),
    }
  }
}
