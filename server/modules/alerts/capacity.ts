/** How many people a limit of a local is a part of: what the rule says, or what the local has. */
import type { AlertKind, AlertSettings } from '#domain/alert-rules'
import type { Repositories } from '../../catalog.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'

/** The capacity of a local, 0 where it has none. */
export type CapacityOf = (local: number) => number

interface Rule {
  readonly kind: AlertKind
  readonly settings: AlertSettings
}

const ownOf = ({ settings }: Rule) => Number(settings.capacity ?? 0)

/** Asked only where a limit is one of each local. */
export async function capacitiesFor(
  rules: readonly Rule[],
  locals: readonly number[],
  { locals: stored }: Pick<Repositories, 'locals'>,
): Promise<CapacityOf> {
  const isNeeded = rules.some((rule) => rule.kind === 'occupancyLimit' && ownOf(rule) === 0)
  const known = isNeeded ? await stored.settings(SYSTEM_SCOPE, locals) : new Map<number, { capacity?: number | null }>()
  return (local) => known.get(local)?.capacity ?? 0
}

/** The settings as they hold for a local. */
export const settingsAt = (rule: Rule, local: number, capacityOf: CapacityOf): AlertSettings =>
  ownOf(rule) > 0 ? rule.settings : { ...rule.settings, capacity: capacityOf(local) }
