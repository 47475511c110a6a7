/**
 * Mail leaves through a queue, so that no answer waits for a mail server and a restart loses nothing. Queued mails are
 * encrypted, because they carry links and codes; sent ones are deleted, except in a demo, whose mailbox page shows
 * them.
 */
import type { Language } from '#domain/languages'
import type { Mail } from '#schemas/generated/entities/mail.ts'
import type { UndeliveredMail } from '#schemas/generated/entities/undelivered-mail.ts'
import { AppError } from '../../lib/errors.ts'
import { composeMail } from './compose.ts'
import type { MailKind, MailKinds } from './compose.ts'
import type { MailRepo } from './repo.ts'
import type { Attachment, Message, SendFailure } from './transport.ts'
import { mailQueue, placeOf, recipientsOf } from './queue.ts'
import type { Parts, Sealed } from './queue.ts'

/** How long a mail is worth sending. */
const USEFUL_MS: Readonly<Record<MailKind, number>> = {
  otp: 5 * 60_000,
  recover: 30 * 60_000,
  invite: 24 * 3_600_000,
  passwordChanged: 24 * 3_600_000,
  signInChanged: 24 * 3_600_000,
  factorsRemoved: 24 * 3_600_000,
  newClient: 24 * 3_600_000,
  alertsOpened: 24 * 3_600_000,
  alertsSolved: 24 * 3_600_000,
  webhookFailing: 48 * 3_600_000,
  webhookGone: 48 * 3_600_000,
  report: 48 * 3_600_000,
  notice: 24 * 3_600_000,
  news: 24 * 3_600_000,
}
const SHOWN = 200

export interface NewMail<K extends MailKind> extends Pick<Message, 'to' | 'cc' | 'bcc'> {
  readonly kind: K
  readonly language: Language
  readonly values: MailKinds[K]
  /** The making of a report whose files go with it. */
  readonly run?: number
}

/** Mails that are queued, dropped, or in the mailbox of a demo. */
function shownMails({ mails, reports }: Parts, opened: ReturnType<typeof mailQueue>['opened']) {
  return {
    /** Mails that wait for a retry, and dropped ones, newest first. */
    async undelivered(): Promise<UndeliveredMail[]> {
      const waiting = (await mails.list(SHOWN)).flatMap((mail): UndeliveredMail[] => {
        if (mail.state !== 'waiting' || mail.tries === 0) return []
        const { kind = 'recover', ...message } = opened(mail)
        return [
          {
            id: mail.id,
            at: mail.at,
            kind,
            to: recipientsOf(message),
            state: 'waiting',
            tries: mail.tries,
            reason: null,
          },
        ]
      })
      const failed = (await mails.failures()).map(({ recipient, kind, ...rest }): UndeliveredMail => ({
        ...rest,
        kind: kind as MailKind,
        to: recipient,
        state: 'failed',
        tries: null,
      }))
      return [...waiting, ...failed].toSorted((a, b) => b.at - a.at)
    },

    /** Sent mails of a demo, newest first. */
    async mailbox(): Promise<Mail[]> {
      return Promise.all(
        (await mails.list(SHOWN)).map(async (mail): Promise<Mail> => {
          const { to, cc = [], bcc = [], subject, text, run } = opened(mail)
          const files = run === undefined ? [] : await reports.attachments(run)
          return {
            id: mail.id,
            at: mail.at,
            to: recipientsOf({ to, cc, bcc }),
            subject,
            text,
            attachments: files.map(({ name, bytes }) => ({ name, bytes: bytes.length })),
          }
        }),
      )
    },

    /**
     * A file that went with a mail of a demo; `file` counts from 1. Undefined = no such mail, no such file, or it is
     * gone.
     */
    async file(id: number, file: number): Promise<Attachment | undefined> {
      const mail = (await mails.list(SHOWN)).find((one) => one.id === id)
      const run = mail && opened(mail).run
      return run === undefined ? undefined : (await reports.attachments(run))[file - 1]
    },
  }
}

export function mailService(parts: Parts) {
  const { mails, secrets, clock, transport, keep, log } = parts
  const { opened, deliver, close } = mailQueue(parts)

  return {
    /** True when mails leave, or are at least kept for the mailbox of a demo. */
    leaves: transport !== null || keep,

    /**
     * Puts a mail into the queue and sets the sending off. Resolves when it is safe on disk, not when it has left.
     * `into`: the queue of an open transaction; its opener calls `deliver` at its end.
     */
    async send<K extends MailKind>(
      { to, cc, bcc, kind, language, values, run }: NewMail<K>,
      into?: Pick<MailRepo, 'add' | 'trim' | 'noteFailure'>,
    ): Promise<void> {
      if (transport === null && !keep) {
        log.warn({ kind }, 'a mail was not sent: SMTP_URL is not set')
        await (into ?? mails).noteFailure({
          at: clock.now(),
          kind,
          recipient: recipientsOf({ to, ...(cc && { cc }), ...(bcc && { bcc }) }),
          reason: 'noMailServer',
        })
        return
      }
      const now = clock.now()
      const letter: Sealed = {
        kind,
        to,
        ...(cc && { cc }),
        ...(bcc && { bcc }),
        ...composeMail(kind, language, values),
        until: now + USEFUL_MS[kind],
        ...(run !== undefined && { run }),
      }
      const queue = into ?? mails
      await queue.add(now, (id) => secrets.seal(JSON.stringify(letter), placeOf(id)))
      if (keep) await queue.trim(SHOWN)
      if (into !== undefined) return
      deliver().catch((error: unknown) => {
        log.error({ err: error }, 'mail queue failed')
      })
    },

    deliver,

    /** Hands a mail to the mail server at once, outside of the queue. Undefined = it was taken, or a demo keeps it. */
    async hand(message: Message, kind: MailKind): Promise<SendFailure | undefined> {
      if (transport === null && !keep) return { final: true, reason: 'noMailServer' }
      const failure = await transport?.send(message)
      if (failure === undefined && keep) {
        const letter: Sealed = { ...message, kind, until: clock.now() }
        await mails.keepSent(clock.now(), (id) => secrets.seal(JSON.stringify(letter), placeOf(id)))
        await mails.trim(SHOWN)
      }
      return failure
    },

    /** Sends a queued one at once. False when there is none. */
    async retry(id: number): Promise<boolean> {
      const isWaiting = await mails.hurry(id, clock.now())
      if (isWaiting) await deliver()
      return isWaiting
    },

    /** The dropped ones have been read. */
    forgetFailures: mails.forgetFailures,

    ...shownMails(parts, opened),

    close,
  }
}

export type MailService = ReturnType<typeof mailService>

/**
 * Throws MAIL_UNAVAILABLE where no mail can leave: nothing is promised then, whether or not there is such an account.
 */
export function requireMail({ leaves }: Pick<MailService, 'leaves'>): void {
  if (!leaves)
    throw new AppError(
      'MAIL_UNAVAILABLE',
      'No mail leaves this server: SMTP_URL is not set. An administrator can set it.',
    )
}
