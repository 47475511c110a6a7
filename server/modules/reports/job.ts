/** Due reports are queued once, and queued ones are made in sequence: one browser at a time. */
import type { FastifyBaseLogger } from 'fastify'
import { lastDue, nextDue } from '#domain/report-cadence'
import { isPeriodPair, resolvePeriods } from '#domain/periods'
import type { Background } from '../../lib/background.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { instantOf as placed } from '../../facts/zone.ts'
import type { MailService } from '../mail/service.ts'
import { reportDelivery } from './delivery.ts'
import { RUN_MS } from './maker.ts'
import type { ReportMaker } from './maker.ts'
import type { StoredReport } from './repo.ts'
import type { NewRun, TakenRun } from './run-repo.ts'

/** Longer than a run may take: who holds one for longer is gone. */
const LEASE_MS = RUN_MS + 60_000
/** A run that ends its worker again and again is abandoned. */
const MAX_TRIES = 3
const AT_ONCE = 50
const FILES_MS = 7 * 86_400_000
const RUNS_MS = 180 * 86_400_000

export const instantOf = (zone: string, civilS: number): number => placed(zone, civilS).instant

/** Relative periods as they are on that day; fixed ones stay. So a run always asks for the days it asked for first. */
export function frozen(values: Readonly<Record<string, unknown>>, asOf: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      if (!isPeriodPair(value) || value.option.key === 'campaigns' || value.option.key === 'customPeriods')
        return [key, value]
      return [key, resolvePeriods(value.option, { today: asOf }) ?? value]
    }),
  )
}

interface Parts {
  readonly catalog: Pick<Catalog, 'reports' | 'reportRuns' | 'transaction'>
  readonly maker: ReportMaker
  readonly mail: Pick<MailService, 'send' | 'deliver' | 'leaves'>
  readonly publicUrl: string
  readonly background: Background
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>
}

export function reportJob({ catalog, maker, mail, publicUrl, background, clock, log }: Parts) {
  const deliver = reportDelivery({ catalog, mail, publicUrl, clock })
  /** Runs that are being made here. */
  const cancels = new Map<number, AbortController>()
  let working: Promise<void> | null = null
  const closing = new AbortController()

  /** One run for what is due now; missed ones are skipped. */
  async function queue(report: StoredReport): Promise<void> {
    const now = clock.now()
    const cadence = { ...report.cadence, timeZone: report.what.timeZone }
    const { at, asOf } = lastDue(cadence, now, instantOf)
    const run: NewRun = {
      owner: report.owner,
      report: report.id,
      kind: 'scheduled',
      dueAt: at,
      asOf,
      what: { ...report.what, values: frozen(report.what.values, asOf) },
    }
    await catalog.transaction(async ({ reports, reportRuns }) => {
      if (await reports.advance(report, nextDue(cadence, now, instantOf))) await reportRuns.insert(run, now)
    })
  }

  async function perform(run: TakenRun): Promise<void> {
    if (run.tries > MAX_TRIES) {
      await catalog.reportRuns.end(run, { status: 'failed', reason: 'interrupted' }, clock.now())
      return
    }
    const controller = new AbortController()
    cancels.set(run.id, controller)
    const since = performance.now()
    try {
      const outcome = await maker.make(run, AbortSignal.any([controller.signal, closing.signal]))
      // The next start takes it up again.
      if (closing.signal.aborted) return await catalog.reportRuns.release(run)
      if ('reason' in outcome)
        await catalog.reportRuns.end(run, { status: 'failed', reason: outcome.reason }, clock.now())
      else await deliver(run, outcome)
      log.info(
        {
          run: run.id,
          ms: Math.round(performance.now() - since),
          ...('reason' in outcome
            ? { reason: outcome.reason }
            : { bytes: outcome.files.reduce((sum, { bytes }) => sum + bytes.length, 0), pages: outcome.pages }),
        },
        'report made',
      )
    } finally {
      cancels.delete(run.id)
    }
  }

  async function work(): Promise<void> {
    while (!closing.signal.aborted) {
      const now = clock.now()
      const run = await catalog.reportRuns.take(now, now + LEASE_MS)
      if (run === undefined) return
      await perform(run)
    }
  }

  /** Makes what waits. A call while one is under way waits for that. */
  function make(): Promise<void> {
    working ??= work().finally(() => {
      working = null
    })
    return working
  }

  return {
    /** Queues what is due, and makes what waits. */
    async tick(): Promise<void> {
      const now = clock.now()
      for (const report of await catalog.reports.due(now, AT_ONCE)) {
        // One that cannot be queued keeps no other back.
        await queue(report).catch((error: unknown) => {
          log.error({ err: error, report: report.id }, 'a report could not be queued')
        })
      }
      await make()
      await catalog.reportRuns.sweep({ filesBefore: now - FILES_MS, runsBefore: now - RUNS_MS })
    },

    /** A newly queued run need not wait for the next tick: a worker that is about to end may not have seen it. */
    wake(): void {
      background.run('reports', async () => {
        await working
        await make()
      })
    },

    /** Ends a run that is being made here. */
    cancel(run: number): void {
      cancels.get(run)?.abort(new Error('cancelled'))
    },

    async close(): Promise<void> {
      closing.abort(new Error('the server stops'))
      await working?.catch(() => undefined)
    },
  }
}

export type ReportJob = ReturnType<typeof reportJob>
