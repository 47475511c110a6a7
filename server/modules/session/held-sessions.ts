/**
 * Sessions that a full disk could not take: they are held in memory and stored as soon as there is room, so that
 * signing in goes on. What would be in the catalog of them, the entry of the audit log too, is written then, with the
 * time at which it happened.
 */
import type { NewSession, StoredSession } from './repo.ts'
import type { Credentials } from './credentials-repo.ts'

/** More than people who sign in while a disk is full; a flood must not fill the memory. */
const MAX = 10_000

interface Held {
  readonly session: NewSession
  readonly passwordHash: string | null
  readonly store: () => Promise<void>
  triedAt: number
}

interface Parts {
  readonly credentialsOf: (userId: number) => Promise<Credentials | undefined>
  readonly userOf: (userId: number) => Promise<StoredSession['user'] | undefined>
  /** A failed try to store is repeated after so long, ms. */
  readonly tryEveryMs: number
}

export function heldSessions({ credentialsOf, userOf, tryEveryMs }: Parts) {
  const held = new Map<string, Held>()
  /** Ended, and still in the catalog. */
  const ended = new Set<string>()

  return {
    /** False when so many are held already. @param store writes what could not be written */
    hold(session: NewSession, passwordHash: string | null, store: () => Promise<void>): boolean {
      if (held.size >= MAX) return false
      held.set(session.tokenHash, { session, passwordHash, store, triedAt: session.at })
      return true
    },

    /** A session that is held, once its account is as it was. Stores it, if there is room by now. */
    async find(tokenHash: string, now: number): Promise<StoredSession | undefined> {
      const one = held.get(tokenHash)
      if (one === undefined) return undefined
      const {
        session: { userId, at, confirmedAt = at },
        passwordHash,
      } = one
      const known = await credentialsOf(userId)
      const user = await userOf(userId)
      // A new password, or an account that was disabled meanwhile, ends sessions in the catalog; so it does here.
      if (known === undefined || user === undefined || !known.enabled || known.passwordHash !== passwordHash) {
        held.delete(tokenHash)
        return undefined
      }
      if (now - one.triedAt >= tryEveryMs) {
        one.triedAt = now
        await one.store().then(
          () => held.delete(tokenHash),
          () => undefined,
        )
      }
      return { id: 0, user, createdAt: at, seenAt: now, confirmedAt, page: null }
    },

    /** Whether it was held. */
    drop: (tokenHash: string): boolean => held.delete(tokenHash),
    /** A session of the catalog that could not be removed from it. */
    end(tokenHash: string): void {
      ended.add(tokenHash)
    },
    hasEnded: (tokenHash: string): boolean => ended.has(tokenHash),
  }
}

export type HeldSessions = ReturnType<typeof heldSessions>
