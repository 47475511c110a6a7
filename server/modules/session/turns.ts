/**
 * Who was refused because the queue of sign-ins was full has a turn at the next try: a cookie that only this server can
 * make, for the one account from the one network. It opens nothing, and counts as a try like any other. Who tries ever
 * new names or addresses never comes again with one.
 */
import { timingSafeEqual } from 'node:crypto'
import { steadyOf } from '../../lib/clock.ts'
import type { Clock } from '../../lib/clock.ts'
import { network } from '../../lib/network.ts'
import { isMark } from '../../lib/secrets.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { normalUsername } from '../../lib/user.ts'

/** A person who is asked to retry in a second has typed a code by then, or has gone. */
export const TURN_S = 60

interface Parts {
  readonly secrets: Pick<Secrets, 'mark'>
  readonly clock: Clock
  /** Added to a name without @, as at the sign-in. */
  readonly loginDomain: string
}

export function turnsOf({ secrets, clock, loginDomain }: Parts) {
  const steady = steadyOf(clock)
  const markOf = (typed: string, address: string, until: number) =>
    secrets.mark('turn to sign in', `${normalUsername(typed, loginDomain)}\n${network(address)}\n${until}`)

  return {
    /** The cookie after this account was refused there. */
    give(username: string, address: string): string {
      const until = steady.now() + TURN_S * 1000
      return `${until}.${markOf(username, address, until)}`
    },

    /** Whether this account was refused there within the last minute. */
    has(cookie: string | null, username: string, address: string): boolean {
      const [until = '', mark = '', ...more] = (cookie ?? '').split('.')
      if (!/^\d{1,15}$/.test(until) || !isMark(mark) || more.length > 0 || Number(until) <= steady.now()) return false
      return timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(username, address, Number(until))))
    },
  }
}

export type Turns = ReturnType<typeof turnsOf>
