import { cookieOf } from '../../lib/cookies.ts'
import type { Cookie } from '../../lib/cookies.ts'
import type { Parts, ServiceMakers } from '../../module.ts'
import { appCodes } from '../second-factors/app-codes.ts'
import { askingBrowsers } from './asking-browser.ts'
import { otpRoutes } from './routes.ts'
import { otpService } from './service.ts'
import type { OtpService } from './service.ts'
import type { FastifyInstance } from 'fastify'

declare module '../../module.ts' {
  interface Services {
    readonly otp: OtpService
    readonly otpCookie: Cookie
  }
}

export const services = {
  otpCookie: ({ publicUrl }) => cookieOf('aforo-otp', { publicUrl, sameSite: 'Strict' }),
  otp: ({ catalog, mail, refusedTries, browsers, networks, secrets, background, clock, loginDomain }) =>
    otpService({
      sessions: catalog.sessions,
      codes: catalog.otpCodes,
      mail,
      audit: catalog.audit,
      refusedTries,
      transaction: catalog.transaction,
      tokens: catalog.accountTokens,
      browsers: askingBrowsers(secrets),
      knownBrowsers: browsers,
      networks,
      apps: appCodes(secrets),
      secrets,
      background,
      clock,
      loginDomain,
    }),
} satisfies ServiceMakers

export const routes = (api: FastifyInstance, { otp, otpCookie, browserCookie, publicUrl }: Parts) =>
  otpRoutes(api, {
    otp,
    otpCookie,
    browserCookie,
    askingCookie: cookieOf('aforo-otp-browser', { publicUrl, sameSite: 'Strict' }),
  })
