import type { Catalog } from '../../catalog.ts'
import type { Clock } from '../../lib/clock.ts'
import type { MailService } from '../mail/service.ts'
import { dateIn } from './maker.ts'
import type { Made } from './maker.ts'
import type { TakenRun } from './run-repo.ts'

interface DeliveryParts {
  readonly catalog: Pick<Catalog, 'reportRuns' | 'transaction'>
  readonly mail: Pick<MailService, 'send' | 'deliver' | 'leaves'>
  readonly publicUrl: string
  readonly clock: Clock
}

/** Keeps what was made, and hands it to the mail that it was made for. */
export function reportDelivery({ catalog, mail, publicUrl, clock }: DeliveryParts) {
  return async (run: TakenRun, { title, search, sender, files, pages }: Made): Promise<void> => {
    const { what, asOf, id } = run
    if (what.mail !== null && !mail.leaves) {
      await catalog.reportRuns.end(run, { status: 'failed', reason: 'mailRefused' }, clock.now())
      return
    }
    const isIn = await catalog.transaction(async ({ reportRuns, mails }) => {
      const status = what.mail === null ? 'ready' : 'sent'
      if (!(await reportRuns.end(run, { status, pages, files }, clock.now()))) return false
      if (what.mail === null) return true
      const { to, cc, bcc, subject, text } = what.mail
      // In the same transaction: a run is sent once, or not at all.
      await mail.send(
        {
          to,
          cc,
          bcc,
          kind: 'report',
          language: what.lang,
          run: id,
          values: {
            sender,
            subject,
            name: title,
            date: dateIn(what.lang, asOf),
            items: text.split(/\r?\n/).filter((line) => line.trim() !== ''),
            link: `${publicUrl}/users/dashboards/view/${what.dashboard}${search}`,
          },
        },
        mails,
      )
      return true
    })
    if (isIn && what.mail !== null) await mail.deliver()
  }
}
