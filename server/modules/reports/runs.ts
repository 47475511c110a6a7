/** Reports that are made or sent at once, and what came of each making. */
import { DAY_MS, todayIn } from '#domain/days'
import type { ReportRun } from '#schemas/generated/entities/report-run.ts'
import type { Report } from '#schemas/generated/entities/report.ts'
import type { Catalog, Repositories } from '../../catalog.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { Caller } from '../../lib/caller.ts'
import { findReport } from './find-report.ts'
import { frozen } from './job.ts'
import type { ReportJob } from './job.ts'
import { MAX_RECIPIENTS_A_DAY, recipientsOf } from './recipients.ts'
import type { Recorder } from './record.ts'
import type { ReportRequirements } from './requirements.ts'

/** Of one person, waiting or being made. */
const MAX_WAITING = 2
const SHOWN = 50

/** Whose rights a run has, and whose limits it counts against. */
type ReportOwner = Pick<Caller, 'user' | 'scope' | 'account'>

export interface RunParts {
  readonly catalog: Pick<Catalog, 'reports' | 'reportRuns' | 'transaction'>
  readonly job: Pick<ReportJob, 'wake' | 'cancel'>
  readonly requirements: Pick<ReportRequirements, 'requireWhat'>
  readonly record: Recorder
  readonly clock: Clock
}

const runNotFound = (id: number) =>
  new AppError('REPORT_RUN_NOT_FOUND', `This account has no making ${id} of a report, or its file is gone.`, {
    run: id,
  })

/** To be run in the transaction that adds the run. Throws REPORT_BUSY, REPORT_QUOTA_EXCEEDED. */
async function requireRoom(
  { locks, reportRuns }: Pick<Repositories, 'locks' | 'reportRuns'>,
  { scope, user }: ReportOwner,
  { mail: letter }: Report['what'],
  clock: Clock,
): Promise<void> {
  await locks.hold('reportRuns', user.id)
  const { waiting, recipients: before } = await reportRuns.load(scope, clock.now() - DAY_MS)
  if (waiting >= MAX_WAITING)
    throw new AppError('REPORT_BUSY', `${waiting} reports of this account are being made; wait for one of them.`, {
      waiting,
      most: MAX_WAITING,
    })
  const recipients = before + (letter === null ? 0 : recipientsOf(letter).length)
  if (letter !== null && recipients > MAX_RECIPIENTS_A_DAY) {
    const message =
      `With this one the reports of this account would go to ${recipients} recipients within a day; ` +
      `at most ${MAX_RECIPIENTS_A_DAY} are possible.`
    throw new AppError('REPORT_QUOTA_EXCEEDED', message, { recipients, most: MAX_RECIPIENTS_A_DAY })
  }
}

export function reportRuns({ catalog, job, requirements, record, clock }: RunParts) {
  /** @param by who asked for it, where that is not the owner */
  async function run(
    caller: ReportOwner,
    what: Report['what'],
    report: number | null,
    by: Pick<Caller, 'scope'> = caller,
  ): Promise<ReportRun> {
    await requirements.requireWhat(caller, what)
    const now = clock.now()
    const asOf = todayIn(what.timeZone, now)
    const kind = what.mail === null ? 'file' : 'now'
    const id = await catalog.transaction(async (repositories) => {
      await requireRoom(repositories, caller, what, clock)
      const made = await repositories.reportRuns.insert(
        {
          owner: caller.user.id,
          report,
          kind,
          what: report === null ? what : { ...what, values: frozen(what.values, asOf) },
          dueAt: now,
          asOf,
        },
        now,
      )
      await record(
        repositories,
        by,
        kind === 'file' ? 'report.make' : 'report.send',
        report === null ? `report run ${made}` : `report ${report}`,
        what,
      )
      return made
    })
    job.wake()
    return find(caller, id)
  }

  async function find({ scope }: Pick<Caller, 'scope'>, id: number): Promise<ReportRun> {
    const found = await catalog.reportRuns.find(scope, id)
    if (found === undefined) throw runNotFound(id)
    return found
  }

  return {
    run,

    /** Newest first. Throws REPORT_NOT_FOUND. */
    async list(caller: Caller, { report }: { report?: number }): Promise<ReportRun[]> {
      if (report !== undefined) await findReport(catalog, caller, report)
      return catalog.reportRuns.list(caller.scope, { report, limit: SHOWN })
    },

    /** Throws REPORT_RUN_NOT_FOUND. */
    find,

    /** Throws REPORT_RUN_NOT_FOUND, REPORT_RUN_FINISHED. */
    async cancel(caller: Caller, id: number): Promise<void> {
      const { what } = await find(caller, id)
      await catalog.transaction(async (repositories) => {
        if (!(await repositories.reportRuns.cancel(caller.scope, id, clock.now())))
          throw new AppError('REPORT_RUN_FINISHED', 'This report has been made already; it cannot be cancelled.', {
            run: id,
          })
        await record(repositories, caller, 'report.cancel', `report run ${id}`, what)
      })
      job.cancel(id)
    },

    /** Throws REPORT_RUN_NOT_FOUND, also for a file that was kept long enough. */
    async file({ scope }: Caller, id: number, file: number) {
      const found = await catalog.reportRuns.file(scope, id, file)
      if (found === undefined) throw runNotFound(id)
      return found
    },
  }
}

export type ReportRuns = ReturnType<typeof reportRuns>
