/**
 * Slows guessing down. Failures are counted per account and address, so that a stranger cannot lock the owner out, and per
 * address, so that one machine cannot try a few passwords on every account. Beyond the free tries each failure doubles the
 * wait. An attempt is charged before it is judged and given back when it succeeds: a burst cannot slip through together.
 */
import { isIPv6 } from 'node:net'
import type { Clock } from '../../clock.ts'
import { AppError } from '../../errors.ts'

const FREE_PER_ACCOUNT = 5
const FREE_PER_ADDRESS = 50
const LONGEST_WAIT_MS = 15 * 60_000
const FORGET_AFTER_MS = 60 * 60_000
/** Bounds the memory an attacker can make us use. */
const KEYS_KEPT = 20_000

interface Failures { count: number; last: number }

export function loginThrottle(clock: Clock) {
  const failures = new Map<string, Failures>()

  const keysOf = (account: string, address: string) => [
    { key: `${account}\n${network(address)}`, free: FREE_PER_ACCOUNT },
    { key: network(address), free: FREE_PER_ADDRESS },
  ]

  function waitMs(key: string, free: number): number {
    const known = failures.get(key)
    if (known === undefined || known.count < free) return 0
    return Math.max(0, known.last + Math.min(1000 * 2 ** (known.count - free), LONGEST_WAIT_MS) - clock.now())
  }

  function charge(key: string): void {
    const now = clock.now()
    const known = failures.get(key)
    const count = known !== undefined && now - known.last < FORGET_AFTER_MS ? known.count + 1 : 1
    // Deleting first moves the key to the end: the map stays in order of last use.
    failures.delete(key)
    failures.set(key, { count, last: now })
    if (failures.size > KEYS_KEPT) for (const oldest of failures.keys()) { failures.delete(oldest); break }
  }

  return {
    /** Counts an attempt. Throws LOGIN_TOO_MANY while the wait is on. */
    attempt(account: string, address: string): void {
      const keys = keysOf(account, address)
      const wait = Math.max(...keys.map(({ key, free }) => waitMs(key, free)))
      if (wait > 0) {
        const retryAfterS = Math.ceil(wait / 1000)
        throw new AppError('LOGIN_TOO_MANY', `Too many failed sign-ins; try again in ${retryAfterS} s.`, { retryAfterS })
      }
      for (const { key } of keys) charge(key)
    },

    /** The attempt was right: the account is clean again at this address, and the address gets its try back. */
    succeeded(account: string, address: string): void {
      failures.delete(`${account}\n${network(address)}`)
      const shared = failures.get(network(address))
      if (shared !== undefined) shared.count--
    },

    /** The account is clean again everywhere. */
    forgive(account: string): void {
      for (const key of failures.keys()) if (key.startsWith(`${account}\n`)) failures.delete(key)
    },
  }
}

export type LoginThrottle = ReturnType<typeof loginThrottle>

/** One customer holds a whole /64 of IPv6, and one address of IPv4. */
export function network(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (v4?.[1] !== undefined) return v4[1]
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const groups = [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after]
  return `${groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
