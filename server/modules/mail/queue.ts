/** The queue of mails: due ones are sent, retried later, and dropped when they are of no use any more. */
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../lib/clock.ts'
import { sealedPlace } from '../../db/sealed.ts'
import type { Secrets } from '../../lib/secrets.ts'
import type { MailKind } from './compose.ts'
import type { MailRepo, QueuedMail } from './repo.ts'
import type { Attachment, MailTransport, Message } from './transport.ts'

/** After the first failure, the second, …; the last one repeats until the mail is of no use any more. */
const WAITS_MS = [15_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000]
const AT_ONCE = 20

export interface Sealed extends Message {
  readonly kind?: MailKind
  readonly until: number
  readonly run?: number
}

/** The files of reports, and who must know when their mail could not go, or not yet. */
export interface ReportFiles {
  attachments(run: number): Promise<Attachment[]>
  refused(run: number): Promise<void>
  waits(run: number): Promise<void>
  delivered(run: number): Promise<void>
}

export interface Parts {
  readonly mails: MailRepo
  readonly secrets: Secrets
  readonly clock: Clock
  /** Null = there is no mail server. */
  readonly transport: MailTransport | null
  /** The demo keeps its mails for the mailbox page. */
  readonly keep: boolean
  readonly reports: ReportFiles
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

export const placeOf = (id: number) => sealedPlace('mails.sealed', id)

export const recipientsOf = ({ to, cc = [], bcc = [] }: Pick<Message, 'to' | 'cc' | 'bcc'>) =>
  [to, cc, bcc].flat().join(', ')

export function mailQueue({ mails, secrets, clock, transport, keep, reports, log }: Parts) {
  let running: Promise<void> | null = null
  let wanted = false

  const opened = ({ id, sealed }: QueuedMail) => JSON.parse(secrets.open(sealed, placeOf(id))) as Sealed

  async function done(id: number, state: 'sent' | 'failed', run?: number): Promise<void> {
    if (run !== undefined) await (state === 'failed' ? reports.refused(run) : reports.delivered(run))
    await (keep ? mails.settle(id, state) : mails.remove(id))
  }

  /** Failed for good: administrators read why, and not the content of the mail. */
  async function giveUp(
    mail: QueuedMail,
    { kind = 'recover', run, ...message }: Sealed,
    reason: string,
  ): Promise<void> {
    await mails.noteFailure({ at: mail.at, kind, recipient: recipientsOf(message), reason })
    await done(mail.id, 'failed', run)
  }

  async function attempt(mail: QueuedMail): Promise<void> {
    const sealed = opened(mail)
    const { until, run, kind: _kind, ...message } = sealed
    const now = clock.now()
    if (now >= until) {
      log.warn({ mail: mail.id, tries: mail.tries }, 'mail given up: it came too late to be of use')
      return await giveUp(mail, sealed, 'tooLate')
    }
    const files = run === undefined ? [] : await reports.attachments(run)
    if (run !== undefined && files.length === 0) {
      log.warn({ mail: mail.id, run }, 'mail given up: the files of its report are gone')
      return await giveUp(mail, sealed, 'filesGone')
    }
    const failure = await transport?.send(message, files)
    if (failure === undefined) return await done(mail.id, 'sent', run)
    log.warn({ mail: mail.id, reason: failure.reason }, failure.final ? 'mail refused' : 'mail not sent yet')
    if (failure.final) return await giveUp(mail, sealed, failure.reason)
    if (run !== undefined) await reports.waits(run)
    await mails.retry(mail.id, mail.tries + 1, now + (WAITS_MS[mail.tries] ?? WAITS_MS.at(-1) ?? 0))
  }

  async function pass(): Promise<void> {
    const due = await mails.due(clock.now(), AT_ONCE)
    wanted ||= due.length === AT_ONCE
    for (const mail of due) {
      try {
        await attempt(mail)
      } catch (error) {
        // A mail that cannot even be read must not stop the ones behind it.
        log.error({ err: error, mail: mail.id }, 'mail dropped')
        await mails.remove(mail.id)
      }
    }
  }

  async function passes(): Promise<void> {
    do {
      wanted = false
      await pass()
    } while (wanted)
  }

  /**
   * Sends what is due. A call while one is under way makes it look once more: what it was called for may have come too
   * late.
   */
  function deliver(): Promise<void> {
    wanted = true
    running ??= passes().finally(() => {
      running = null
    })
    return running
  }

  return {
    opened,
    deliver,

    /** Waits for what is being sent, then hangs up. */
    async close(): Promise<void> {
      await running?.catch(() => undefined)
      transport?.close()
    },
  }
}
