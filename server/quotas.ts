/** How much of the server one account may take: one table, each value changeable in the environment. */
import type { Environment } from './config.ts'

interface Quota {
  readonly env: string
  readonly usual: number
  readonly least: number
  readonly most: number
}

export const QUOTAS = {
  /** Files of exports, reports and downloads that are on their way at a time. */
  downloads: { env: 'QUOTA_DOWNLOADS', usual: 2, least: 1, most: 1000 },
  /** MB of answers that were made and not read yet. */
  unreadMb: { env: 'QUOTA_UNREAD_MB', usual: 20, least: 1, most: 10_000 },
} as const satisfies Readonly<Record<string, Quota>>

export type AccountQuotas = Readonly<Record<keyof typeof QUOTAS, number>>

/** @param wholeNumber reads one of the environment, or throws StartError CONFIG_INVALID */
export function readQuotas(env: Environment, wholeNumber: (env: Environment, name: string, fallback: number, least: number, most: number) => number): AccountQuotas {
  const read = Object.entries<Quota>(QUOTAS).map(([name, { env: variable, usual, least, most }]) => [name, wholeNumber(env, variable, usual, least, most)])
  return Object.fromEntries(read) as AccountQuotas
}

export const USUAL_QUOTAS: AccountQuotas = readQuotas({}, (_env, _name, fallback) => fallback)
