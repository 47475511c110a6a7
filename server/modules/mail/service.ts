/**
 * Mail leaves through a queue, so that no answer waits for a mail server and a restart loses nothing. What waits is
 * encrypted, because it carries links and codes; what has left is forgotten, except in a demo, whose mailbox page shows
 * it.
 */
import type { Language } from '#domain/languages'
import type { FastifyBaseLogger } from 'fastify'
import type { Mail } from '#schemas/generated/entities/mail.ts'
import type { UndeliveredMail } from '#schemas/generated/entities/undelivered-mail.ts'
import type { Clock } from '../../lib/clock.ts'
import { sealedPlace } from '../../db/sealed.ts'
import { AppError } from '../../lib/errors.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { composeMail } from './compose.ts'
import type { MailKind, MailKinds } from './compose.ts'
import type { MailRepo, QueuedMail } from './repo.ts'
import type { Attachment, MailTransport, Message } from './transport.ts'

/** After the first failure, the second, …; the last one repeats until the mail is of no use any more. */
const WAITS_MS = [15_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000]
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
  report: 48 * 3_600_000,
}
const AT_ONCE = 20
const SHOWN = 200

export interface NewMail<K extends MailKind> extends Pick<Message, 'to' | 'cc' | 'bcc'> {
  readonly kind: K
  readonly language: Language
  readonly values: MailKinds[K]
  /** The making of a report whose files go with it. */
  readonly run?: number
}

interface Sealed extends Message {
  readonly kind?: MailKind
  readonly until: number
  readonly run?: number
}

/** The files of reports, and who must know when their mail could not go. */
export interface ReportFiles {
  attachments(run: number): Promise<Attachment[]>
  refused(run: number): Promise<void>
}

interface Parts {
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

const placeOf = (id: number) => sealedPlace('mails.sealed', id)

export function mailService({ mails, secrets, clock, transport, keep, reports, log }: Parts) {
  let running: Promise<void> | null = null
  let wanted = false

  const opened = ({ id, sealed }: QueuedMail) => JSON.parse(secrets.open(sealed, placeOf(id))) as Sealed
  const recipientsOf = ({ to, cc = [], bcc = [] }: Pick<Message, 'to' | 'cc' | 'bcc'>) =>
    [to, cc, bcc].flat().join(', ')

  async function done(id: number, state: 'sent' | 'failed', run?: number): Promise<void> {
    if (state === 'failed' && run !== undefined) await reports.refused(run)
    await (keep ? mails.settle(id, state) : mails.remove(id))
  }

  /** Given up: administrators read why, and nothing of what it said. */
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
    if (failure === undefined) return await done(mail.id, 'sent')
    log.warn({ mail: mail.id, reason: failure.reason }, failure.final ? 'mail refused' : 'mail not sent yet')
    if (failure.final) return await giveUp(mail, sealed, failure.reason)
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

    /** Mails that were tried and wait, and those that were given up, newest first. */
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

    /** Tries one that waits at once. False when there is none. */
    async retry(id: number): Promise<boolean> {
      const isWaiting = await mails.hurry(id, clock.now())
      if (isWaiting) await deliver()
      return isWaiting
    },

    /** What was given up has been read. */
    forgetFailures: mails.forgetFailures,

    /** What a demo has sent, newest first. */
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

    /** Waits for what is being sent, then hangs up. */
    async close(): Promise<void> {
      await running?.catch(() => undefined)
      transport?.close()
    },
  }
}

export type MailService = ReturnType<typeof mailService>

/** Throws MAIL_UNAVAILABLE where no mail can leave: nothing is promised then, to anybody alike. */
export function requireMail({ leaves }: Pick<MailService, 'leaves'>): void {
  if (!leaves)
    throw new AppError(
      'MAIL_UNAVAILABLE',
      'No mail leaves this server: SMTP_URL is not set. An administrator can set it.',
    )
}
