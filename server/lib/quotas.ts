/** How much of the server one account may take: one table, each value changeable in the environment. */
import type { Environment } from './environment.ts'

interface Quota {
  readonly env: string
  readonly usual: number
  readonly least: number
  readonly most: number
}

export const QUOTAS = {
  /** Downloads of exports, reports and files in progress at a time. */
  downloads: { env: 'QUOTA_DOWNLOADS', usual: 2, least: 1, most: 1000 },
  /** MB of answers that were made and not read yet. */
  unreadMb: { env: 'QUOTA_UNREAD_MB', usual: 20, least: 1, most: 10_000 },
  /** Files of uploads and imports that are being sent or read at a time. */
  uploads: { env: 'QUOTA_UPLOADS', usual: 2, least: 1, most: 1000 },
  /** Files that are loaded in 24 hours: of one account, and of one client. */
  uploadsADay: { env: 'QUOTA_UPLOADS_A_DAY', usual: 200, least: 1, most: 1_000_000 },
  clientUploadsADay: { env: 'QUOTA_CLIENT_UPLOADS_A_DAY', usual: 500, least: 1, most: 1_000_000 },
  /** Revisions of one dashboard: the newest are kept. */
  revisions: { env: 'QUOTA_REVISIONS', usual: 200, least: 10, most: 100_000 },
  /** MB of what one account wrote of dashboards: its revisions and its drafts. */
  dashboardMb: { env: 'QUOTA_DASHBOARD_MB', usual: 100, least: 1, most: 100_000 },
  /** MB of what one account did in the page, in 24 hours. */
  trackingMb: { env: 'QUOTA_TRACKING_MB', usual: 3, least: 1, most: 10_000 },
} as const satisfies Readonly<Record<string, Quota>>

export type AccountQuotas = Readonly<Record<keyof typeof QUOTAS, number>>

/** @param wholeNumber reads one of the environment, or throws StartError CONFIG_INVALID */
export function readQuotas(
  env: Environment,
  wholeNumber: (env: Environment, name: string, fallback: number, least: number, most: number) => number,
): AccountQuotas {
  const read = Object.entries<Quota>(QUOTAS).map(([name, { env: variable, usual, least, most }]) => [
    name,
    wholeNumber(env, variable, usual, least, most),
  ])
  return Object.fromEntries(read) as AccountQuotas
}

/** @internal for tests */
export const USUAL_QUOTAS: AccountQuotas = readQuotas({}, (_env, _name, fallback) => fallback)
