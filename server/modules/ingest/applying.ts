/**
 * Brings what was accepted into the facts, a group at a time, and reports the result. Senders and readers come first:
 * between groups the facts rest.
 */
import type { Clock } from '../../lib/clock.ts'
import { applyStage } from './apply.ts'
import type { Applied, SightingStage } from './apply.ts'
import type { Backlog } from './backlog.ts'
import type { IngestCounters } from './counters.ts'
import type { DeviceRepo } from './device-repo.ts'
import type { IngestOptions } from './options.ts'
import { isBefore, type Journal, type Position } from './journal.ts'
import { positionWaiters } from './position-waiters.ts'
import type { TouchedDay } from '../../facts/readings.ts'

/** How long the first accepted message waits for company. */
const GATHER_MS = 5
/**
 * After a group the facts rest this many times as long as it took: senders and readers come first, and a count is
 * not looked at within the second.
 */
const REST = 9
/** A backlog that is read from the journal again must not grow further. */
const REST_BEHIND = 4
const LONGEST_PAUSE_MS = 3000
/**
 * How long the end waits for what is still to be counted. The rest is in the journal, and counted after the next start.
 */
const CLOSING_MS = 5000
const RETRY_MS = [100, 1000, 5000, 15_000] as const

export interface ApplyingParts {
  readonly facts: IngestOptions['facts']
  readonly devices: DeviceRepo
  readonly sightings: SightingStage | undefined
  readonly journal: Pick<Journal, 'synced' | 'release'>
  readonly backlog: Backlog
  readonly counters: Pick<IngestCounters, 'totals'>
  readonly clock: Clock
  readonly log: { error(fields: object, message: string): void }
  /**
   * Up to here the facts have it in their file, not only in their log: what came later is read again where the log is
   * lost.
   */
  readonly kept: Position
  readonly closingMs?: number | undefined
}

export type DaysListener = (days: readonly TouchedDay[]) => void | Promise<void>

export function createApplier({
  facts,
  devices,
  sightings,
  journal,
  backlog,
  counters,
  clock,
  log,
  kept,
  closingMs = CLOSING_MS,
}: ApplyingParts) {
  const release = journalRelease({ facts, journal, log, kept })
  let working: Promise<void> | null = null
  let closing = false
  /** By `performance.now()`: after it no further group is begun. */
  let closesAt = Infinity
  let failures = 0
  let arrivals = 0
  /** By `performance.now()`: until then the facts rest, unless a caller waits for them. */
  let restUntil = 0
  let oldestAt: number | null = null
  const listeners: DaysListener[] = []
  const waiters = positionWaiters()
  const { pause, wakeUp } = interruptiblePause()

  async function work(): Promise<void> {
    await pause(!waiters.isEmpty || closing ? GATHER_MS : Math.max(GATHER_MS, restUntil - performance.now()))
    for (;;) {
      const began = performance.now()
      const before = arrivals
      let applied: Applied
      try {
        const more = await backlog.next()
        if (more === null) {
          if (backlog.hasMore()) continue
          break
        }
        // Another writer may have folded the log in; after the next group it has something again.
        await release.mark(backlog.done)
        applied = await applyStage(
          { facts, devices, ...(sightings && { sightings }) },
          more.part,
          more.end,
          clock.now(),
        )
        backlog.applied(more)
        failures = 0
      } catch (error) {
        backlog.failed()
        failures += 1
        log.error(
          { err: error, failures },
          'accepted readings could not be brought into the facts; they are kept and tried again',
        )
        if (closing) break
        await pause(RETRY_MS[Math.min(failures, RETRY_MS.length) - 1]!)
        continue
      }
      count(counters.totals, applied)
      oldestAt = isBefore(backlog.done, journal.synced) ? clock.now() : null
      await release.upTo(backlog.done)
      if (applied.days.length > 0) await notify(listeners, applied.days, log)
      waiters.settle(backlog.done)
      const rest = Math.min(LONGEST_PAUSE_MS, (backlog.isSpilled ? REST_BEHIND : REST) * (performance.now() - began))
      restUntil = performance.now() + rest
      if (performance.now() > closesAt) break
      if (arrivals > before && !closing && waiters.isEmpty) await pause(rest)
    }
    waiters.settle(backlog.done)
    working = null
  }

  const wake = () => {
    working ??= work()
  }

  return {
    wake,

    /** Something was accepted. */
    arrived(at: number): void {
      arrivals += 1
      oldestAt ??= at
    },

    /** Resolves when all that was accepted before the call is in the facts. */
    applied(): Promise<void> {
      const upTo = journal.synced
      if (!isBefore(backlog.done, upTo)) return Promise.resolve()
      const waits = waiters.wait(upTo)
      wakeUp()
      wake()
      return waits
    },

    /** Called after each group with the days of locals whose hours changed. */
    onApplied(listener: DaysListener): void {
      listeners.push(listener)
    },

    get isClosing() {
      return closing
    },

    state: () => ({ lagMs: oldestAt === null ? 0 : Math.max(0, clock.now() - oldestAt), failures }),

    /**
     * Brings into the facts what can be within `closingMs`, as far as they let it; who waits for the rest is refused.
     */
    async close(): Promise<void> {
      closing = true
      closesAt = performance.now() + closingMs
      wakeUp()
      if (working === null && isBefore(backlog.done, journal.synced)) wake()
      await working
      waiters.refuse(new Error('The ingest was closed.'))
    },
  }
}

function count(totals: ApplyingParts['counters']['totals'], applied: Applied): void {
  totals.accepted += applied.accepted
  totals.duplicate += applied.duplicate
  totals.quarantined += applied.quarantined
}

async function notify(
  listeners: readonly DaysListener[],
  days: readonly TouchedDay[],
  log: ApplyingParts['log'],
): Promise<void> {
  for (const listener of listeners) {
    try {
      await listener(days)
    } catch (error) {
      log.error({ err: error }, 'what follows new counts failed')
    }
  }
}

/** A pause that ends early when a caller cannot wait. */
function interruptiblePause() {
  let wakeUp: () => void = () => undefined
  return {
    pause: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        wakeUp = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    wakeUp: () => {
      wakeUp()
    },
  }
}

/** Messages in the facts' own file, and not only in their log, are not needed in the journal. */
function journalRelease({
  facts,
  journal,
  log,
  kept: keptAtStart,
}: Pick<ApplyingParts, 'facts' | 'journal' | 'log' | 'kept'>) {
  let kept = keptAtStart

  async function mark(done: Position): Promise<void> {
    if (await facts.isFolded()) kept = done
  }

  return {
    mark,

    /** Messages already in the facts may stay on the disk: they are removed the next time. */
    async upTo(done: Position): Promise<void> {
      try {
        await mark(done)
        await journal.release(kept)
      } catch (error) {
        log.error({ err: error }, 'a part of the journal that is in the facts could not be removed')
      }
    },
  }
}
