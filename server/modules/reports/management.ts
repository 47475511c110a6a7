/** Scheduled reports of all people, as administrators manage them: paused, handed over, sent again. */
import { DAY_MS, todayIn } from '#domain/days'
import { nextDue } from '#domain/report-cadence'
import type { ManagedReportRun } from '#schemas/generated/entities/managed-report-run.ts'
import type { ManagedReport } from '#schemas/generated/entities/managed-report.ts'
import type { Catalog } from '../../catalog.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { AllClients } from '../../lib/scope.ts'
import { allOf } from '../places/find-place.ts'
import type { Caller } from '../../lib/caller.ts'
import { accountOf, scopeOf } from '../../lib/user.ts'
import type { User } from '../../lib/user.ts'
import { reportNotFound } from './find-report.ts'
import { instantOf } from './job.ts'
import type { ReportMaker } from './maker.ts'
import { recipientsOf } from './recipients.ts'
import { recorder } from './record.ts'
import type { StoredReport } from './repo.ts'
import { MAX_REPORTS } from './service.ts'
import type { RunReason } from './run-repo.ts'
import type { ReportRuns } from './runs.ts'

const FAILURES_DAYS = 30
const RUNS_SHOWN = 50
/** Whether a person sees what a report shows is found out by making its tables. */
const TRIAL_MS = 30_000

export interface ReportManagementParts {
  readonly catalog: Pick<Catalog, 'managedReports' | 'users' | 'transaction'>
  readonly maker: Pick<ReportMaker, 'make'>
  readonly run: ReportRuns['run']
  readonly clock: Clock
}

const entity = (
  { id, what, cadence, enabled, nextAt }: StoredReport,
  owner: ManagedReport['owner'],
  last: ManagedReport['last'],
  failures: number,
): ManagedReport => ({
  id,
  owner,
  name: what.name,
  dashboard: what.dashboard,
  formats: what.formats,
  recipients: what.mail === null ? [] : [...recipientsOf(what.mail)],
  cadence,
  timeZone: what.timeZone,
  enabled,
  nextAt,
  last,
  failures,
})

/** The checks before any change. */
function managedReports({ catalog, clock }: Pick<ReportManagementParts, 'catalog' | 'clock'>) {
  async function list(scope: AllClients): Promise<ManagedReport[]> {
    const since = clock.now() - FAILURES_DAYS * DAY_MS
    const [reports, users, last, failures] = await Promise.all([
      catalog.managedReports.list(scope),
      catalog.users.list(scope),
      catalog.managedReports.lastOf(scope),
      catalog.managedReports.failuresSince(scope, since),
    ])
    const people = new Map(users.map((user) => [user.id, user]))
    return reports.map((report) => {
      const owner = people.get(report.owner)
      return entity(
        report,
        { id: report.owner, username: owner?.username ?? '', enabled: owner?.enabled === true },
        last.get(report.id) ?? null,
        failures.get(report.id) ?? 0,
      )
    })
  }

  async function find(scope: AllClients, id: number): Promise<StoredReport> {
    const found = await catalog.managedReports.find(scope, id)
    if (found === undefined) throw reportNotFound(id)
    return found
  }

  async function one(scope: AllClients, id: number): Promise<ManagedReport> {
    const found = (await list(scope)).find((report) => report.id === id)
    if (found === undefined) throw reportNotFound(id)
    return found
  }

  return { list, find, one }
}

export function reportManagement({ catalog, maker, run, clock }: ReportManagementParts) {
  const record = recorder(clock)
  const { list, find, one } = managedReports({ catalog, clock })

  async function userOf(id: number): Promise<User> {
    const user = await catalog.users.find(SYSTEM_SCOPE, id)
    if (user === undefined || user.loginType === 'service')
      throw new AppError('USER_NOT_FOUND', `There is no account ${id}.`, { user: id })
    return user
  }

  const refused = ({ username }: User, reason: RunReason | 'limit') =>
    new AppError(
      'REPORT_OWNER_NOT_ALLOWED',
      `${username} cannot have this report: ${reason}. Give the rights first, or choose another person.`,
      { username, reason },
    )

  /** Makes its tables with the rights of that person and keeps none of them. Throws REPORT_OWNER_NOT_ALLOWED. */
  async function requireSees(user: User, { what }: StoredReport): Promise<void> {
    const asOf = todayIn(what.timeZone, clock.now())
    const trial = { id: 0, owner: user.id, kind: 'file', what: { ...what, formats: ['csv' as const] }, asOf, tries: 1 }
    const outcome = await maker.make({ ...trial, kind: 'file' }, AbortSignal.timeout(TRIAL_MS))
    if ('reason' in outcome) throw refused(user, outcome.reason === 'interrupted' ? 'timeout' : outcome.reason)
  }

  return {
    list: (scope: Caller['scope']): Promise<ManagedReport[]> => list(allOf(scope)),

    /** Newest first. Throws REPORT_NOT_FOUND. */
    async runs(scope: Caller['scope'], id: number): Promise<ManagedReportRun[]> {
      const all = allOf(scope)
      await find(all, id)
      return catalog.managedReports.runs(all, id, RUNS_SHOWN)
    },

    /**
     * Throws REPORT_NOT_FOUND. What is resumed is due next at its usual time: what was missed meanwhile is not sent.
     */
    async setEnabled(caller: Caller, id: number, enabled: boolean): Promise<ManagedReport> {
      const all = allOf(caller.scope)
      await catalog.transaction(async (repositories) => {
        const report = await repositories.managedReports.find(all, id)
        if (report === undefined) throw reportNotFound(id)
        if (report.enabled === enabled) return
        const { owner, what, cadence } = report
        const next = nextDue({ ...cadence, timeZone: what.timeZone }, clock.now(), instantOf)
        const draft = { what, cadence, enabled }
        await repositories.reports.replace({ ...SYSTEM_SCOPE, userId: owner }, id, draft, next, clock.now())
        await record(repositories, caller, enabled ? 'report.resume' : 'report.pause', `report ${id}`, what, { owner })
      })
      return one(all, id)
    },

    /** Throws REPORT_NOT_FOUND, USER_NOT_FOUND, REPORT_OWNER_NOT_ALLOWED. */
    async handOver(caller: Caller, id: number, userId: number): Promise<ManagedReport> {
      const all = allOf(caller.scope)
      const report = await find(all, id)
      const user = await userOf(userId)
      if (user.id === report.owner) return one(all, id)
      await requireSees(user, report)
      await catalog.transaction(async (repositories) => {
        await repositories.locks.hold('reports', user.id)
        if ((await repositories.reports.count({ ...SYSTEM_SCOPE, userId: user.id })) >= MAX_REPORTS)
          throw refused(user, 'limit')
        if (!(await repositories.managedReports.handOver(all, report, user.id, clock.now()))) throw reportNotFound(id)
        await record(repositories, caller, 'report.handOver', `report ${id}`, report.what, {
          owner: report.owner,
          user: user.id,
        })
      })
      return one(all, id)
    },

    /** As of today, with the rights of its owner. Throws REPORT_NOT_FOUND and what sending one’s own does. */
    async send(caller: Caller, id: number): Promise<ManagedReport> {
      const all = allOf(caller.scope)
      const report = await find(all, id)
      const user = await userOf(report.owner)
      const owner = { user, scope: scopeOf(user), account: accountOf(user) }
      await run(owner, report.what, id, caller)
      return one(all, id)
    },
  }
}

export type ReportManagement = ReturnType<typeof reportManagement>
