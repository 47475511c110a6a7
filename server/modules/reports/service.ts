/** Scheduled reports as their owners see them, reports made once, and what came of each. */
import { nextDue } from '#domain/report-cadence'
import type { ReportDraft } from '#schemas/generated/api/report-draft.ts'
import type { ReportOptions } from '#schemas/generated/entities/report-options.ts'
import type { ReportRun } from '#schemas/generated/entities/report-run.ts'
import type { Report } from '#schemas/generated/entities/report.ts'
import { AppError } from '../../lib/errors.ts'
import type { Caller } from '../../lib/caller.ts'
import { findReport, reportNotFound } from './find-report.ts'
import { instantOf } from './job.ts'
import { domainsOf } from './recipients.ts'
import { recorder } from './record.ts'
import type { StoredReport } from './repo.ts'
import { reportRequirements, requireMail, requireZone, type RequirementParts } from './requirements.ts'
import { reportRuns, type RunParts } from './runs.ts'

export const MAX_REPORTS = 20

type Parts = RequirementParts & Pick<RunParts, 'catalog' | 'job' | 'clock'>

export function reportService({ catalog, dashboards, mail, printer, job, reportDomains, clock }: Parts) {
  const requirements = reportRequirements({ dashboards, mail, printer, reportDomains })
  const record = recorder(clock)
  const { run, ...runs } = reportRuns({ catalog, job, requirements, record, clock })
  const nextOf = ({ what, cadence }: ReportDraft) =>
    nextDue({ ...cadence, timeZone: what.timeZone }, clock.now(), instantOf)
  const entity = ({ owner: _owner, ...report }: StoredReport, last: Report['last'] = null): Report => ({
    ...report,
    last,
  })

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
      return entity(await findReport(catalog, caller, id), (await catalog.reportRuns.lastOf(caller.scope)).get(id))
    },

    /** Throws REPORT_LIMIT and what `requireWhat` does. */
    async create(caller: Caller, draft: ReportDraft): Promise<Report> {
      requireMail(draft.what)
      await requirements.requireWhat(caller, draft.what)
      return catalog.transaction(async (repositories) => {
        await repositories.locks.hold('reports', caller.user.id)
        if ((await repositories.reports.count(caller.scope)) >= MAX_REPORTS)
          throw new AppError(
            'REPORT_LIMIT',
            `An account has at most ${MAX_REPORTS} scheduled reports; remove one first.`,
            { most: MAX_REPORTS },
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
     * more, but its zone decides when it would be due.
     */
    async replace(caller: Caller, id: number, draft: ReportDraft): Promise<Report> {
      await findReport(catalog, caller, id)
      requireMail(draft.what)
      if (draft.enabled) await requirements.requireWhat(caller, draft.what)
      else requireZone(draft.what)
      return catalog.transaction(async (repositories) => {
        const saved = await repositories.reports.replace(caller.scope, id, draft, nextOf(draft), clock.now())
        if (saved === undefined) throw reportNotFound(id)
        await record(repositories, caller, 'report.change', `report ${id}`, draft.what, {
          cadence: draft.cadence,
          enabled: draft.enabled,
        })
        return entity(saved, (await repositories.reportRuns.lastOf(caller.scope)).get(id))
      })
    },

    /** With its history. Throws REPORT_NOT_FOUND. */
    async remove(caller: Caller, id: number): Promise<void> {
      const { what } = await findReport(catalog, caller, id)
      await catalog.transaction(async (repositories) => {
        await repositories.reports.remove(caller.scope, id)
        await record(repositories, caller, 'report.remove', `report ${id}`, what)
      })
    },

    /**
     * Sends a scheduled report now, as of today. Throws REPORT_NOT_FOUND, REPORT_BUSY, REPORT_QUOTA_EXCEEDED and what
     * `requireWhat` does.
     */
    async send(caller: Caller, id: number): Promise<ReportRun> {
      return run(caller, (await findReport(catalog, caller, id)).what, id)
    },

    /** Makes or sends a report once, with exactly these filters. Throws as `send`. */
    make: (caller: Caller, what: Report['what']): Promise<ReportRun> => run(caller, what, null),

    runs,
    run,
  }
}

export type ReportService = ReturnType<typeof reportService>
