/** The home page of a person, in one answer: figures against last year, open alerts, devices that are down. */
import { hasAccess } from '#domain/access'
import type { Home } from '#schemas/generated/entities/home.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { Scope } from '../../lib/scope.ts'
import type { AlertService } from '../alerts/service.ts'
import type { DeviceHealth } from '../device-health/service.ts'
import type { Caller } from '../../lib/caller.ts'
import { homeFigures } from './figures.ts'
import type { FigureParts } from './figures.ts'

/** The names and clocks of the stores in a scope. */
type Places = ReadonlyMap<number, Pick<Local, 'name' | 'timeZone'>>

/** One answer stays small: the schema has the same limits. */
const MAX_LISTED = 5

interface Parts extends FigureParts {
  readonly alerts: Pick<AlertService, 'history'>
  readonly health: Pick<DeviceHealth, 'current'>
}

export function homeService({ alerts, health, ...parts }: Parts) {
  const { locals } = parts
  const figures = homeFigures(parts)

  async function openAlerts(scope: Scope, places: Places): Promise<Home['alerts']> {
    const open = await alerts.history(scope, { state: 'open' })
    return {
      open: open.length,
      newest: open
        .slice(0, MAX_LISTED)
        .map((alert) => ({ alert, localName: places.get(alert.local ?? 0)?.name ?? '' })),
    }
  }

  async function devices(scope: Scope, places: Places): Promise<Home['devices']> {
    const all = await health.current(scope)
    const down = all
      .filter(({ status }) => status === 'DOWN')
      .toSorted((a, b) => (a.since ?? Infinity) - (b.since ?? Infinity) || a.footscan - b.footscan)
    return {
      expected: all.length,
      down: down.length,
      longest: down.slice(0, MAX_LISTED).map((footscan) => {
        const place = places.get(footscan.local)
        return { footscan, localName: place?.name ?? '', timeZone: place?.timeZone ?? 'UTC' }
      }),
    }
  }

  return {
    async of({ scope, account }: Pick<Caller, 'scope' | 'account'>): Promise<Home> {
      const [compares, watches, repairs] = [
        hasAccess(account, 'footCompare'),
        hasAccess(account, 'canAlerts'),
        hasAccess(account, 'footStatus'),
      ]
      const places: Places =
        watches || repairs ? new Map((await locals.list(scope, {})).map((local) => [local.id, local])) : new Map()
      const [counted, open, down] = await Promise.all([
        compares ? figures(scope) : { figures: null, moreClients: 0 },
        watches ? openAlerts(scope, places) : null,
        repairs ? devices(scope, places) : null,
      ])
      return { ...counted, alerts: open, devices: down }
    },
  }
}

export type HomeService = ReturnType<typeof homeService>
