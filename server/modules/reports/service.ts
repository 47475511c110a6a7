/** Scheduled reports as their owners see them, reports made once, and what came of each. */
import type { AuditAction } from '#domain/audit-actions'
import { DAY_MS, todayIn } from '#domain/days'
import { mailProblems } from '#domain/recipients'
import { nextDue } from '#domain/report-cadence'
import type { ReportDraft } from '#schemas/generated/api/report-draft.ts'
import type { ReportOptions } from '#schemas/generated/entities/report-options.ts'
import type { ReportRun } from '#schemas/generated/entities/report-run.ts'
import type { Report } from '#schemas/generated/entities/report.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog, Repositories } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import { isZone } from '../../facts/zone.ts'
import type { DashboardService } from '../dashboards/service.ts'
import type { MailService } from '../mail/service.ts'
import type { Caller } from '../session/service.ts'
import { frozen, instantOf } from './job.ts'
import type { ReportJob } from './job.ts'
import type { Printer } from './printer.ts'
import { domainsOf, foreignIn, MOST_RECIPIENTS_A_DAY, recipientsOf } from './recipients.ts'
import type { StoredReport } from './repo.ts'

const MOST_REPORTS = 20
/** Of one person, waiting or being made. */
const MOST_WAITING = 2
const SHOWN = 50

interface Parts {
  readonly catalog: Pick<Catalog, 'reports' | 'reportRuns' | 'transaction'>
  readonly dashboards: Pick<DashboardService, 'view'>
  readonly mail: Pick<MailService, 'leaves'>
  readonly printer: Pick<Printer, 'isThere'>
  readonly job: Pick<ReportJob, 'wake' | 'cancel'>
  /** Null = to any domain. */
  readonly reportDomains: readonly string[] | null
  readonly clock: Clock
}

const notFound = (id: number) => new AppError('REPORT_NOT_FOUND', `This account has no report ${id}.`, { report: id })
const runNotFound = (id: number) =>
  new AppError('REPORT_RUN_NOT_FOUND', `This account has no making ${id} of a report, or its file is gone.`, {
    run: id,
  })

export function reportService({ catalog, dashboards, mail, printer, job, reportDomains, clock }: Parts) {
  /** Throws REPORT_RECIPIENTS_INVALID, REPORT_RECIPIENT_FOREIGN. */
  function requireRecipients({ user }: Caller, letter: NonNullable<Report['what']['mail']>): void {
    const [problem] = mailProblems(letter)
    if (problem !== undefined)
      throw new AppError(
        'REPORT_RECIPIENTS_INVALID',
        `The mail cannot go: ${JSON.stringify(problem)}; expected up to 50 addresses and a subject on one line.`,
        { ...problem },
      )
    const domains = domainsOf(user, reportDomains)
    const foreign = foreignIn(letter, user, domains)
    if (foreign !== undefined) {
      const expected = domains === null || domains.length === 0 ? user.username : domains.join(', ')
      throw new AppError(
        'REPORT_RECIPIENT_FOREIGN',
        `${foreign} is not an address to which this account may send reports; expected ${expected}.`,
        { address: foreign, expected },
      )
    }
  }

  /**
   * What can be made and may be sent by this account. Throws DASHBOARD_NOT_FOUND, REPORT_ZONE_UNKNOWN,
   * REPORT_NO_CHROMIUM, REPORT_NO_MAIL and what is said of recipients.
   */
  async function requireWhat(caller: Caller, what: Report['what']): Promise<void> {
    const { dashboard, formats, mail: letter } = what
    await dashboards.view(caller, dashboard)
    requireZone(what)
    if (formats.includes('pdf') && !printer.isThere())
      throw new AppError(
        'REPORT_NO_CHROMIUM',
        'This server has no Chromium to make a PDF with; choose CSV, or have CHROMIUM set.',
      )
    if (letter === null) return
    if (!mail.leaves) throw new AppError('REPORT_NO_MAIL', 'No mail leaves this server: SMTP_URL is not set.')
    requireRecipients(caller, letter)
  }

  function requireZone({ timeZone }: Report['what']): void {
    if (!isZone(timeZone))
      throw new AppError(
        'REPORT_ZONE_UNKNOWN',
        `There is no time zone ${timeZone}; expected a name such as Europe/Madrid.`,
        { zone: timeZone },
      )
  }

  function requireMail({ mail: letter }: Report['what']): void {
    if (letter === null)
      throw new AppError('REPORT_RECIPIENTS_INVALID', 'A scheduled report needs a recipient; none was given.', {
        code: 'noRecipient',
      })
  }

  /** To be run in the transaction that adds the run. Throws REPORT_BUSY, REPORT_MAILS_SPENT. */
  async function requireRoom(
    { locks, reportRuns }: Pick<Repositories, 'locks' | 'reportRuns'>,
    { scope, user }: Caller,
    { mail: letter }: Report['what'],
  ): Promise<void> {
    await locks.hold('reportRuns', user.id)
    const { waiting, recipients: before } = await reportRuns.load(scope, clock.now() - DAY_MS)
    if (waiting >= MOST_WAITING)
      throw new AppError('REPORT_BUSY', `${waiting} reports of this account are being made; wait for one of them.`, {
        waiting,
        most: MOST_WAITING,
      })
    const recipients = before + (letter === null ? 0 : recipientsOf(letter).length)
    if (letter !== null && recipients > MOST_RECIPIENTS_A_DAY) {
      const message = `With this one the reports of this account would go to ${recipients} recipients within a day; at most ${MOST_RECIPIENTS_A_DAY} are possible.`
      throw new AppError('REPORT_MAILS_SPENT', message, { recipients, most: MOST_RECIPIENTS_A_DAY })
    }
  }

  const nextOf = ({ what, cadence }: ReportDraft) =>
    nextDue({ ...cadence, timeZone: what.timeZone }, clock.now(), instantOf)
  const entity = ({ owner: _owner, ...report }: StoredReport, last: Report['last'] = null): Report => ({
    ...report,
    last,
  })

  async function find({ scope }: Caller, id: number): Promise<StoredReport> {
    const found = await catalog.reports.find(scope, id)
    if (found === undefined) throw notFound(id)
    return found
  }

  /** Who gets what is on record; what was written to them is not. */
  const record = (
    { audit }: Pick<Repositories, 'audit'>,
    { scope }: Caller,
    action: AuditAction,
    target: string,
    { dashboard, formats, mail: letter }: Report['what'],
    more: object = {},
  ) =>
    audit.append(scope, {
      action,
      target,
      details: { dashboard, formats, recipients: letter === null ? [] : recipientsOf(letter), ...more },
      at: clock.now(),
    })

  async function run(caller: Caller, what: Report['what'], report: number | null): Promise<ReportRun> {
    await requireWhat(caller, what)
    const now = clock.now()
    const asOf = todayIn(what.timeZone, now)
    const kind = what.mail === null ? 'file' : 'now'
    const id = await catalog.transaction(async (repositories) => {
      await requireRoom(repositories, caller, what)
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
        caller,
        kind === 'file' ? 'report.make' : 'report.send',
        report === null ? `report run ${made}` : `report ${report}`,
        what,
      )
      return made
    })
    job.wake()
    return findRun(caller, id)
  }

  async function findRun({ scope }: Caller, id: number): Promise<ReportRun> {
    const found = await catalog.reportRuns.find(scope, id)
    if (found === undefined) throw runNotFound(id)
    return found
  }

  return {
    async options(caller: Caller): Promise<ReportOptions> {
      return {
        pdf: printer.isThere(),
        mail: mail.leaves,
        domains: domainsOf(caller.user, reportDomains)?.slice() ?? null,
      }
    },

    /** The caller's own, oldest first, each with its newest run. */
    async list({ scope }: Caller): Promise<Report[]> {
      const [reports, last] = await Promise.all([catalog.reports.list(scope), catalog.reportRuns.lastOf(scope)])
      return reports.map((report) => entity(report, last.get(report.id)))
    },

    /** Throws REPORT_NOT_FOUND. */
    async find(caller: Caller, id: number): Promise<Report> {
      return entity(await find(caller, id), (await catalog.reportRuns.lastOf(caller.scope)).get(id))
    },

    /** Throws REPORT_LIMIT and what `requireWhat` does. */
    async create(caller: Caller, draft: ReportDraft): Promise<Report> {
      requireMail(draft.what)
      await requireWhat(caller, draft.what)
      return catalog.transaction(async (repositories) => {
        await repositories.locks.hold('reports', caller.user.id)
        if ((await repositories.reports.count(caller.scope)) >= MOST_REPORTS)
          throw new AppError(
            'REPORT_LIMIT',
            `An account has at most ${MOST_REPORTS} scheduled reports; remove one first.`,
            { most: MOST_REPORTS },
          )
        const made = await repositories.reports.insert(caller.scope, draft, nextOf(draft), clock.now())
        await record(repositories, caller, 'report.create', `report ${made.id}`, draft.what, {
          cadence: draft.cadence,
          enabled: draft.enabled,
        })
        return entity(made)
      })
    },

    /**
     * Throws REPORT_NOT_FOUND and what `requireWhat` does; a report that is only switched off need not be possible any
     * more, but its zone tells when it would be due.
     */
    async replace(caller: Caller, id: number, draft: ReportDraft): Promise<Report> {
      await find(caller, id)
      requireMail(draft.what)
      if (draft.enabled) await requireWhat(caller, draft.what)
      else requireZone(draft.what)
      return catalog.transaction(async (repositories) => {
        const saved = await repositories.reports.replace(caller.scope, id, draft, nextOf(draft), clock.now())
        if (saved === undefined) throw notFound(id)
        await record(repositories, caller, 'report.change', `report ${id}`, draft.what, {
          cadence: draft.cadence,
          enabled: draft.enabled,
        })
        return entity(saved, (await repositories.reportRuns.lastOf(caller.scope)).get(id))
      })
    },

    /** With its history. Throws REPORT_NOT_FOUND. */
    async remove(caller: Caller, id: number): Promise<void> {
      const { what } = await find(caller, id)
      await catalog.transaction(async (repositories) => {
        await repositories.reports.remove(caller.scope, id)
        await record(repositories, caller, 'report.remove', `report ${id}`, what)
      })
    },

    /**
     * Sends a scheduled report now, as of today. Throws REPORT_NOT_FOUND, REPORT_BUSY, REPORT_MAILS_SPENT and what
     * `requireWhat` does.
     */
    async send(caller: Caller, id: number): Promise<ReportRun> {
      return run(caller, (await find(caller, id)).what, id)
    },

    /** Makes or sends a report once, with exactly these filters. Throws as `send`. */
    make: (caller: Caller, what: Report['what']): Promise<ReportRun> => run(caller, what, null),

    runs: {
      /** Newest first. Throws REPORT_NOT_FOUND. */
      async list(caller: Caller, { report }: { report?: number }): Promise<ReportRun[]> {
        if (report !== undefined) await find(caller, report)
        return catalog.reportRuns.list(caller.scope, { report, limit: SHOWN })
      },

      /** Throws REPORT_RUN_NOT_FOUND. */
      find: findRun,

      /** Throws REPORT_RUN_NOT_FOUND, REPORT_RUN_OVER. */
      async cancel(caller: Caller, id: number): Promise<void> {
        const { what } = await findRun(caller, id)
        await catalog.transaction(async (repositories) => {
          if (!(await repositories.reportRuns.cancel(caller.scope, id, clock.now())))
            throw new AppError('REPORT_RUN_OVER', 'This report has been made already; it cannot be cancelled.', {
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
    },
  }
}

export type ReportService = ReturnType<typeof reportService>
