import { DEFAULT_KINDS, defaultSettings } from '#domain/alert-rules'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Repositories } from '../catalog.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { BRANDS } from './brands.ts'

/** Brands whose stores are watched, and how many of each. */
const WATCHED: readonly Client['type'][] = ['basic', 'automotive']
const LOCALS = 6

/** Alerts are on at a few stores of each brand, with the default rules. */
export async function insertDemoAlerts(
  { locals, alertRules }: Pick<Repositories, 'locals' | 'alertRules'>,
  clients: readonly Client[],
  nowMs: number,
): Promise<void> {
  const quiet = new Set(BRANDS.filter(({ isAdminOnly }) => isAdminOnly === true).map(({ name }) => name))
  for (const { id: client } of clients.filter(({ type, name }) => WATCHED.includes(type) && !quiet.has(name))) {
    const own = (await locals.list(SYSTEM_SCOPE, { client }))
      .filter(({ enabled, paramStatus }) => enabled && paramStatus === 'operative')
      .slice(0, LOCALS)
    if (own.length === 0) continue
    for (const { id } of own) await alertRules.setSwitch(SYSTEM_SCOPE, id, true, nowMs)
    for (const kind of DEFAULT_KINDS) {
      await alertRules.insert(
        SYSTEM_SCOPE,
        { client, kind, settings: defaultSettings(kind), recipients: null, coolDownH: 24, enabled: true },
        nowMs,
      )
    }
  }
}
