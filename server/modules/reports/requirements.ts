/**
 * Requirements of a report: a dashboard, a time zone, a browser for a PDF, and recipients that its account may write
 * to.
 */
import { mailProblems } from '#domain/recipients'
import type { Report } from '#schemas/generated/entities/report.ts'
import { isZone } from '../../facts/zone.ts'
import { AppError } from '../../lib/errors.ts'
import type { DashboardService } from '../dashboards/service.ts'
import type { MailService } from '../mail/service.ts'
import type { Caller } from '../../lib/caller.ts'
import type { Printer } from './printer.ts'
import { domainsOf, foreignIn } from './recipients.ts'

export interface RequirementParts {
  readonly dashboards: Pick<DashboardService, 'view'>
  readonly mail: Pick<MailService, 'leaves'>
  readonly printer: Pick<Printer, 'isThere'>
  /** Null = to any domain. */
  readonly reportDomains: readonly string[] | null
}

export function reportRequirements({ dashboards, mail, printer, reportDomains }: RequirementParts) {
  /** Throws REPORT_RECIPIENTS_INVALID, REPORT_RECIPIENT_NOT_ALLOWED. */
  function requireRecipients({ user }: Pick<Caller, 'user'>, letter: NonNullable<Report['what']['mail']>): void {
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
        'REPORT_RECIPIENT_NOT_ALLOWED',
        `${foreign} is not an address to which this account may send reports; expected ${expected}.`,
        { address: foreign, expected },
      )
    }
  }

  /**
   * A report that can be made and may be sent by this account. Throws DASHBOARD_NOT_FOUND, REPORT_ZONE_UNKNOWN,
   * REPORT_NO_CHROMIUM, REPORT_NO_MAIL and the errors of recipients.
   */
  async function requireWhat(caller: Pick<Caller, 'user' | 'scope' | 'account'>, what: Report['what']): Promise<void> {
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

  return { requireWhat }
}

export type ReportRequirements = ReturnType<typeof reportRequirements>

export function requireZone({ timeZone }: Report['what']): void {
  if (!isZone(timeZone))
    throw new AppError(
      'REPORT_ZONE_UNKNOWN',
      `There is no time zone ${timeZone}; expected a name such as Europe/Madrid.`,
      { zone: timeZone },
    )
}

export function requireMail({ mail: letter }: Report['what']): void {
  if (letter === null)
    throw new AppError('REPORT_RECIPIENTS_INVALID', 'A scheduled report needs a recipient; none was given.', {
      code: 'noRecipient',
    })
}
