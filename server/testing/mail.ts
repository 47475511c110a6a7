/** A mail server to test with: it takes mail over SMTP and hands it out parsed. For tests only. */
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface TestMailServer {
  readonly url: string
  /** Envelope recipient and mail of everything taken so far. */
  readonly taken: readonly { readonly to: string; readonly mail: Email }[]
  /** The next mail to this recipient, also when it is here already; each is handed out once. */
  next(to: string): Promise<Email>
  /** The next ones are refused with this answer, once for each number. */
  refuse(...codes: number[]): void
  close(): Promise<void>
}

export async function startMailServer(): Promise<TestMailServer> {
  const taken: { to: string; mail: Email; handedOut: boolean }[] = []
  const waiting = new Set<() => void>()
  const refusals: number[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo(_address, _session, done) {
      const responseCode = refusals.shift()
      done(responseCode === undefined ? null : Object.assign(new Error('not now'), { responseCode }))
    },
    onData(stream, session, done) {
      void buffer(stream)
        .then((bytes) => PostalMime.parse(bytes))
        .then((mail) => {
          for (const { address } of session.envelope.rcptTo) taken.push({ to: address, mail, handedOut: false })
          done()
          for (const wake of waiting) wake()
        })
    },
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo

  return {
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    taken,
    next: (to) =>
      new Promise((resolve) => {
        const look = () => {
          const found = taken.find((one) => one.to === to && !one.handedOut)
          if (found === undefined) return
          found.handedOut = true
          waiting.delete(look)
          resolve(found.mail)
        }
        waiting.add(look)
        look()
      }),
    refuse(...codes) {
      refusals.push(...codes)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
      }),
  }
}

/** Settings of a server whose mails may leave and do not: nothing listens there. For what is refused without mail. */
export const MAIL_SET = { smtpUrl: 'smtp://127.0.0.1:9' } as const
