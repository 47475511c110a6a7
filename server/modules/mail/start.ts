import type { FastifyInstance } from 'fastify'
import type { Parts, ServiceMakers } from '../../module.ts'
import { steadyOf } from '../../lib/clock.ts'
import { mailboxRoutes } from './routes.ts'
import { mailService } from './service.ts'
import type { MailService } from './service.ts'
import { smtpTransport } from './transport.ts'

declare module '../../module.ts' {
  interface Services {
    readonly mail: MailService
  }
}

/** Mails that could not leave at once are tried again. */
const EVERY_MS = 15_000

export const services = {
  mail: ({ catalog, secrets, clock, config, log }: Parts) =>
    mailService({
      mails: catalog.mails,
      secrets,
      clock: steadyOf(clock),
      transport: config.smtpUrl === null ? null : smtpTransport({ smtpUrl: config.smtpUrl, mailFrom: config.mailFrom }),
      keep: config.mode === 'demo',
      reports: catalog.reportRuns,
      log,
    }),
} satisfies ServiceMakers

export function routes(api: FastifyInstance, { config, mail }: Parts) {
  if (config.mode === 'demo') mailboxRoutes(api, { mail })
}

export const jobs = ({ mail }: Parts) => [{ name: 'mail', everyMs: EVERY_MS, run: mail.deliver }]
export const close = ({ mail }: Parts) => mail.close()
