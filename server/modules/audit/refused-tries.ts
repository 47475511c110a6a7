/**
 * Refused attempts of strangers, bounded for any input: a few a minute are entries of their own, the others are
 * counted, and each minute leaves one entry that says how many there were. Names of accounts keep their counts; names
 * that are unknown are only counted. Whether a name is known decides nothing while the request waits: known and unknown
 * names cost the same.
 */
import type { Clock } from '../../lib/clock.ts'
import type { Job } from '../../lib/jobs.ts'
import { rateLimit } from '../../lib/rate-limit.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { network } from '../../lib/network.ts'
import type { AuditEntry, AuditRepo } from './repo.ts'

const MINUTE_MS = 60_000
/**
 * Entries of their own in a minute: of one network, and of all together. With the longest names and agents, 2.4 MB an
 * hour.
 */
const OF_A_NETWORK = 10
const OF_ALL = 20
/** Limit of distinct accounts and networks per minute, and of accounts that an entry names. */
const MAX_DISTINCT = 10_000
const NAMED = 20

export interface RefusedTry {
  readonly action: 'session.refuse' | 'otp.refuse'
  /** The name that was tried. */
  readonly target: string
  /** There is such an account. */
  readonly isKnown: boolean
  readonly address: string
}

/** The content of an entry about several attempts. */
interface Several {
  tries: number
  unknown: number
  readonly accounts: Map<string, number>
  readonly networks: Set<string>
}

export function refusedTries({ audit, clock }: { audit: Pick<AuditRepo, 'append'>; clock: Clock }) {
  const ofNetwork = rateLimit(clock, { most: OF_A_NETWORK, perMs: MINUTE_MS })
  const ofAll = rateLimit(clock, { most: OF_ALL, perMs: MINUTE_MS })
  const counted = new Map<RefusedTry['action'], Several>()

  function count({ action, target, isKnown, address }: RefusedTry): void {
    const several = counted.get(action) ?? {
      tries: 0,
      unknown: 0,
      accounts: new Map<string, number>(),
      networks: new Set<string>(),
    }
    counted.set(action, several)
    const { accounts, networks } = several
    several.tries += 1
    if (networks.size < MAX_DISTINCT) networks.add(network(address))
    if (!isKnown) several.unknown += 1
    else if (accounts.has(target) || accounts.size < MAX_DISTINCT) accounts.set(target, (accounts.get(target) ?? 0) + 1)
  }

  return {
    /** True when this one is to be an entry of its own; else it is counted. */
    take(refused: RefusedTry): boolean {
      // The network first: who has spent its share may not spend everybody's.
      if (ofNetwork.take(network(refused.address)) && ofAll.take('all')) return true
      count(refused)
      return false
    },

    /** One entry for what was counted since the last time; none when there was nothing. */
    async summarise(): Promise<void> {
      const before = [...counted]
      counted.clear()
      for (const [action, several] of before) await audit.append(SYSTEM_SCOPE, entryOf(action, several, clock.now()))
    },
  }
}

export type RefusedTries = ReturnType<typeof refusedTries>

function entryOf(of: RefusedTry['action'], { tries, unknown, accounts, networks }: Several, at: number): AuditEntry {
  const most = [...accounts].toSorted(([, a], [, b]) => b - a).slice(0, NAMED)
  return {
    action: of === 'otp.refuse' ? 'otp.refuseMany' : 'session.refuseMany',
    target: '',
    details: {
      tries,
      unknownNames: unknown,
      networks: networks.size,
      ...(most.length > 0 && { accounts: Object.fromEntries(most), otherAccounts: accounts.size - most.length }),
    },
    at,
  }
}

/** Writes down each minute what was only counted in it. */
export const refusedTriesJob = ({ summarise }: Pick<RefusedTries, 'summarise'>): Job => ({
  name: 'refused tries',
  everyMs: MINUTE_MS,
  run: summarise,
})
