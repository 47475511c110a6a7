/** One-time codes by mail or from an authenticator app. */
import type { ServerModule } from '../../module.ts'
import { otpRepo } from './repo.ts'

interface OtpCodesTable {
  user_id: number
  /** SHA-256 of the name of the browser that asked, hex; empty = handed out by an administrator, for any browser. */
  browser_hash: string
  /** HMAC, hex. */
  code_hash: string
  expires_at: number
  tries_left: number
}

declare module '../../db/tables.ts' {
  interface Tables {
    otp_codes: OtpCodesTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly otpCodes: ReturnType<typeof otpRepo>
  }
}

export const otp: ServerModule = {
  name: 'otp',
  repositories: { otpCodes: otpRepo },
  start: () => import('./start.ts'),
}
