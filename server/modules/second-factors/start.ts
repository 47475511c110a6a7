import { cookieOf } from '../../lib/cookies.ts'
import type { Parts, ServiceMakers } from '../../module.ts'
import { passkeyChallenges } from './challenges.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { passkeyService } from './passkey-service.ts'
import type { PasskeyService } from './passkey-service.ts'
import { secondFactorRoutes } from './routes.ts'
import { secondFactorService } from './service.ts'
import type { SecondFactorService } from './service.ts'
import type { FastifyInstance } from 'fastify'

declare module '../../module.ts' {
  interface Services {
    readonly factors: SecondFactorService
    readonly passkeys: PasskeyService
  }
}

export const services = {
  factors: secondFactorService,
  passkeys: ({ catalog, sessions, secrets, mail, background, clock, publicUrl }) =>
    passkeyService({
      catalog,
      sessions,
      challenges: passkeyChallenges(secrets, clock),
      mail,
      background,
      clock,
      publicUrl,
    }),
} satisfies ServiceMakers

export function routes(api: FastifyInstance, { factors, passkeys, welcome, publicUrl }: Parts) {
  secondFactorRoutes(api, { factors })
  passkeyRoutes(api, {
    passkeys,
    welcome,
    passkeyCookie: cookieOf('aforo-passkey', { publicUrl, sameSite: 'Strict' }),
  })
}
