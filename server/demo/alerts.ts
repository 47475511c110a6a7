import { DAY_RULES } from '#domain/alert-evaluation'
import type { DayFacts } from '#domain/alert-evaluation'
import { DAY_MS } from '#domain/days'
import type { Catalog } from '../catalog.ts'
import { expectedLocals } from '../modules/opening-hours/expected-locals.ts'
import type { FactStore } from '../facts/store.ts'
import { civilAt } from '../facts/zone.ts'
import { dayFacts } from '../modules/alerts/facts.ts'
import { HISTORY_DAYS } from '../modules/alerts/answers.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'

/** The alerts that the rules would have opened in this many days are the history of the demo. */
const DAYS = 45
const MORNING_MS = 9 * 3_600_000

/** Asks the rules of every day of the last weeks, in order, as the job would have each morning. */
export async function demoAlertHistory(
  { alerts, ...catalog }: Catalog,
  facts: FactStore,
  nowMs: number,
): Promise<void> {
  const [on, rules] = await Promise.all([
    catalog.alertRules.switchedOn(SYSTEM_SCOPE),
    catalog.alertRules.list(SYSTEM_SCOPE),
  ])
  for (const [client, own] of Map.groupBy(on, (one) => one.client)) {
    const ids = new Set(own.map(({ local }) => local))
    const locals = (await expectedLocals(catalog, { client })).filter(({ local }) => ids.has(local))
    const today = Math.max(0, ...locals.map(({ timeZone }) => civilAt(timeZone, Math.floor(nowMs / 1000)).day))
    const sums = await dayFacts(facts, client, [...ids], today - DAYS - HISTORY_DAYS, today)
    for (const { local, holidays } of locals) {
      const days = sums.get(local) ?? new Map<number, DayFacts>()
      for (const rule of rules.filter((one) => one.client === client && DAY_RULES[one.kind] !== undefined)) {
        let open: number | null = null
        for (let day = today - DAYS; day < today; day += 1) {
          const at = day * DAY_MS + MORNING_MS
          const { verdict, figure } = DAY_RULES[rule.kind]!(
            { days, holidays: new Set(holidays.keys()), asOf: at - MORNING_MS, today: day, minute: 600 },
            rule.settings,
          )
          if (verdict === 'fires' && open === null && figure !== null) {
            await alerts.insert(
              SYSTEM_SCOPE,
              { client, local, rule: rule.id, kind: rule.kind, subject: '', figure },
              at,
            )
            open = (await alerts.list(SYSTEM_SCOPE, { client, local, kind: rule.kind, state: 'open' }))[0]?.id ?? null
            if (open !== null) await alerts.markNotified(SYSTEM_SCOPE, [open], 'opened', at)
          } else if (verdict === 'clear' && open !== null) {
            await alerts.close(SYSTEM_SCOPE, [open], 'solved', at)
            await alerts.markNotified(SYSTEM_SCOPE, [open], 'solved', at)
            open = null
          }
        }
      }
    }
  }
}
