/** Makes the files of one run: with the rights of its owner as they are now, as of its day, within its limits. */
import { writtenDay } from '#domain/written'
import type { FastifyBaseLogger } from 'fastify'
import { DAY_MS, dayNumber } from '#domain/days'
import { fileNameOf } from '#domain/file-name'
import { decimalOf } from '#domain/format'
import type { Clock } from '../../lib/clock.ts'
import type { DashboardService } from '../dashboards/service.ts'
import type { UserRepo } from '../users/repo.ts'
import type { User } from '../../lib/user.ts'
import { asOwner, ownerOf } from './as-owner.ts'
import type { Ask, Inject } from './ask.ts'
import { csvFile } from './csv-files.ts'
import { type Figures, figuresOf } from './figures.ts'
import type { ReportTokens } from './report-tokens.ts'
import { PrintError } from './printer.ts'
import type { Printer } from './printer.ts'
import { domainsOf, foreignIn, MAX_RECIPIENTS_A_DAY, recipientsOf } from './recipients.ts'
import type { MadeFile, ReportRunRepo, RunReason, TakenRun } from './run-repo.ts'
import { wordsIn } from './texts.ts'

/** All of a run: figures, browser, files. */
export const RUN_MS = 90_000
/** Mail servers refuse more. */
const MAX_BYTES = 10 * 1024 * 1024
const MAX_PAGES = 100

export interface Made {
  readonly title: string
  /** Query string that opens the dashboard with what the report shows. */
  readonly search: string
  readonly sender: string
  readonly files: readonly MadeFile[]
  readonly pages: number | null
}
export type Outcome = Made | { readonly reason: RunReason }

interface Parts {
  readonly users: Pick<UserRepo, 'find'>
  readonly dashboards: Pick<DashboardService, 'view'>
  readonly reportTokens: ReportTokens
  readonly printer: Printer
  readonly inject: Inject
  readonly runs: Pick<ReportRunRepo, 'recipientsBefore'>
  /** Null = to any domain. */
  readonly reportDomains: readonly string[] | null
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** The day of a report as its readers write it. */
export const dateIn = (lang: string, asOf: string): string => writtenDay(dayNumber(asOf), 'longDate', lang)

export function reportMaker({
  users,
  dashboards,
  reportTokens,
  printer,
  inject,
  runs,
  reportDomains,
  clock,
  log,
}: Parts) {
  async function made(run: TakenRun, signal: AbortSignal): Promise<Outcome> {
    const { owner, what } = run
    const user = await ownerOf({ users }, owner)
    if (user === null) return { reason: 'ownerGone' }
    if (what.mail !== null) {
      if (foreignIn(what.mail, user, domainsOf(user, reportDomains)) !== undefined) return { reason: 'recipientGone' }
      if (
        (await runs.recipientsBefore(run, clock.now() - DAY_MS)) + recipientsOf(what.mail).length >
        MAX_RECIPIENTS_A_DAY
      )
        return { reason: 'mailsSpent' }
    }
    return asOwner(
      { users, dashboards, reportTokens, inject },
      user,
      { dashboard: what.dashboard, lifeMs: RUN_MS },
      async (owned): Promise<Outcome> => {
        const figures = await figuresOf({ ...owned, what, asOf: run.asOf, signal })
        return 'reason' in figures ? figures : filesOf(run, user, owned.ask, figures, signal)
      },
    )
  }

  async function filesOf(
    { id, what, asOf }: TakenRun,
    user: User,
    ask: Ask,
    figures: Figures,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const name = `${fileNameOf(what.name)}_${asOf}`
    const files: MadeFile[] = []
    let pages: number | null = null
    if (what.formats.includes('pdf')) {
      const { app } = await wordsIn(what.lang)
      const printed = await printer.print({
        path: `/print/${id}`,
        ask,
        lang: what.lang,
        timeZone: what.timeZone,
        signal,
        head: [what.name, app('reports:print.asOf', { date: dateIn(what.lang, asOf) }) ?? asOf],
        foot: app('reports:print.page', { page: '{{page}}', pages: '{{pages}}' }) ?? '{{page}}',
      })
      pages = printed.pages
      files.push({ name: `${name}.pdf`, type: 'application/pdf', bytes: printed.bytes })
    }
    const csv = what.formats.includes('csv')
      ? await csvFile(name, figures.tables, { decimal: decimalOf(what.lang) })
      : undefined
    if (csv !== undefined) files.push(csv)
    if (files.length === 0) return { reason: 'nothingShown' }
    if ((pages ?? 0) > MAX_PAGES || files.reduce((sum, { bytes }) => sum + bytes.length, 0) > MAX_BYTES)
      return { reason: 'tooLarge' }
    return { title: figures.title, search: figures.search, sender: user.username, files, pages }
  }

  return {
    /** Never rejects but for a defect of the stores. `cancelled`: ends it early. */
    async make(run: TakenRun, cancelled: AbortSignal): Promise<Outcome> {
      const limit = AbortSignal.timeout(RUN_MS)
      try {
        return await made(run, AbortSignal.any([limit, cancelled]))
      } catch (cause) {
        if (limit.aborted) return { reason: 'timeout' }
        if (cancelled.aborted) return { reason: 'interrupted' }
        log.warn({ err: cause, run: run.id }, 'a report could not be made')
        if (!(cause instanceof PrintError)) return { reason: 'figuresFailed' }
        return {
          reason:
            cause.kind === 'nothing' ? 'figuresFailed' : cause.kind === 'noChromium' ? 'noChromium' : 'chromiumFailed',
        }
      }
    },
  }
}

export type ReportMaker = ReturnType<typeof reportMaker>
