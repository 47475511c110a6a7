/** The mail server, as far as the queue needs to know it. */
import { createTransport } from 'nodemailer'

export interface Message {
  readonly to: string | readonly string[]
  readonly cc?: readonly string[]
  readonly bcc?: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Attachment {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

/** `final`: the server will never take this mail. `reason` has no address in it. */
export interface SendFailure {
  readonly final: boolean
  readonly reason: string
}

export interface MailTransport {
  /** Undefined = the mail server has taken it. */
  send(message: Message, attachments?: readonly Attachment[]): Promise<SendFailure | undefined>
  close(): void
}

/** An address object: no text is parsed as a list of recipients. */
const addressed = (address: string) => ({ name: '', address })

const CONNECTIONS = 2
const TIMEOUT_MS = 10_000

export function smtpTransport({ smtpUrl, mailFrom }: { smtpUrl: string; mailFrom: string }): MailTransport {
  const transporter = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: 3 * TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, cc = [], bcc = [], subject, text, html, headers = {} }, attachments = []) {
      try {
        await transporter.sendMail({
          from: { name: 'Aforo', address: mailFrom },
          to: [to].flat().map(addressed),
          cc: cc.map(addressed),
          bcc: bcc.map(addressed),
          subject,
          text,
          html,
          headers,
          attachments: attachments.map(({ name, type, bytes }) => ({
            filename: name,
            contentType: type,
            content: bytes,
          })),
        })
        return undefined
      } catch (error) {
        const { code = 'EUNKNOWN', responseCode } = error as { code?: string; responseCode?: number }
        return {
          final: responseCode !== undefined && responseCode >= 500,
          reason: [code, responseCode].filter((part) => part !== undefined).join(' '),
        }
      }
    },
    close() {
      transporter.close()
    },
  }
}
