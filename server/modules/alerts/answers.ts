/** The result of each rule for each local at this moment: of its days, its devices, the people inside. */
import { DAY_RULES, deviceDown, judgedDays, occupancyLimit } from '#domain/alert-evaluation'
import type { DayFacts, Outcome } from '#domain/alert-evaluation'
import { ALERT_RULES } from '#domain/alert-rules'
import { isoDay } from '#domain/days'
import { plannedHours } from '../../facts/expected.ts'
import type { ExpectedLocal } from '../../facts/expected.ts'
import type { OccupancySource } from './people-inside.ts'
import type { FactStore } from '../../facts/store.ts'
import { civilAt } from '../../facts/zone.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { DeviceHealth } from '../device-health/service.ts'
import type { DeviceState } from '../device-health/states.ts'
import type { Counting } from '../modules/muting.ts'
import { type CapacityOf, settingsAt } from './capacity.ts'
import { dayFacts } from './facts.ts'
import { peopleInside } from './people-inside.ts'
import type { StoredAlert } from './repo.ts'
import type { StoredRule } from './rule-repo.ts'

export type WatchedFacts = Pick<FactStore, 'query' | 'watermark'> & OccupancySource

/** For the forecasts: 12 weeks before the day, and some days to look at. */
export const HISTORY_DAYS = 12 * 7 + 8
const OCCUPANCY_MS = 75 * 60_000

export type CountingOf = (local: number, reads: readonly string[]) => Counting

export interface Answer {
  /** Null = a figure that belongs to no local. */
  readonly local: number | null
  readonly rule: StoredRule
  readonly subject: string
  readonly outcome: Outcome
}

export const keyOf = ({ local, rule, subject }: { local: number | null; rule: number | null; subject: string }) =>
  `${rule ?? 0} ${local ?? 0} ${subject}`

/**
 * Civil day and time of a local, and whether it is open at this moment. Without a schedule it always is, except on the
 * days it closes.
 */
function momentOf(local: ExpectedLocal, nowMs: number) {
  const { day, hour, second } = civilAt(local.timeZone, Math.floor(nowMs / 1000))
  const { hours, open } = plannedHours(local, day)
  const alive = day >= (local.openedDay ?? day) && day <= (local.closedDay ?? day)
  return {
    day,
    minute: hour * 60 + Math.floor(second / 60),
    isOpen: alive && (local.week === null ? local.holidays.get(day) !== true : open && hours[hour] === 1),
  }
}

/** An alert about a moment belongs to its day. */
const on = (day: number, { verdict, figure }: Outcome): Outcome => ({
  verdict,
  figure: figure && { ...figure, day: isoDay(day) },
})

export async function dayAnswers(
  facts: WatchedFacts,
  client: number,
  dayRules: readonly StoredRule[],
  locals: readonly ExpectedLocal[],
  counting: CountingOf,
  now: number,
): Promise<Answer[]> {
  const today = Math.max(...locals.map((local) => momentOf(local, now).day))
  const [days, marks] = await Promise.all([
    dayFacts(
      facts,
      client,
      locals.map(({ local }) => local),
      today - HISTORY_DAYS,
      today,
    ),
    facts.watermark({ client: [client] }),
  ])
  const asOf = new Map(marks.map(({ local, instant }) => [local, instant * 1000]))
  return locals.flatMap((local) => {
    const { day, minute } = momentOf(local, now)
    const moment = {
      today: day,
      minute,
      days: days.get(local.local) ?? new Map<number, DayFacts>(),
      holidays: new Set(local.holidays.keys()),
      asOf: asOf.get(local.local) ?? null,
    }
    return dayRules.flatMap((rule): Answer[] => {
      const { off, since } = counting(local.local, ALERT_RULES[rule.kind].reads)
      if (off.length > 0) return []
      // Days without the module, and the day on which it came back, are no evidence about the venue.
      const firstJudged = since === null ? -Infinity : civilAt(local.timeZone, Math.floor(since / 1000)).day + 1
      if (day - judgedDays(rule.kind, rule.settings) < firstJudged) return []
      return [{ local: local.local, rule, subject: '', outcome: DAY_RULES[rule.kind]!(moment, rule.settings) }]
    })
  })
}

export async function deviceAnswers(
  health: Pick<DeviceHealth, 'current'>,
  client: number,
  rules: readonly StoredRule[],
  locals: readonly ExpectedLocal[],
  now: number,
): Promise<Answer[]> {
  const downRules = rules.filter(({ kind }) => kind === 'deviceDown')
  if (downRules.length === 0) return []
  const byLocal = Map.groupBy(await health.current(SYSTEM_SCOPE, { client }), ({ local }: DeviceState) => local)
  return locals.flatMap((local) => {
    const { day, isOpen } = momentOf(local, now)
    return (byLocal.get(local.local) ?? []).flatMap((device) =>
      downRules.map((rule): Answer => {
        const outcome = deviceDown(
          { ...device, name: device.name === '' ? device.mac : device.name },
          rule.settings,
          now,
        )
        // After closing time nothing is to be counted, so no mail is sent at night.
        return {
          local: local.local,
          rule,
          subject: `footscan:${device.footscan}`,
          outcome: on(day, outcome.verdict === 'fires' && !isOpen ? { ...outcome, verdict: 'silent' } : outcome),
        }
      }),
    )
  })
}

export async function occupancyAnswers(
  facts: WatchedFacts,
  client: number,
  rules: readonly StoredRule[],
  locals: readonly ExpectedLocal[],
  now: number,
  { open, capacityOf }: { readonly open: ReadonlyMap<string, StoredAlert>; readonly capacityOf: CapacityOf },
): Promise<Answer[]> {
  const hasCapacity = (rule: StoredRule) =>
    locals.some(({ local }) => Number(settingsAt(rule, local, capacityOf).capacity) > 0)
  const asked = rules.filter((rule) => rule.kind === 'occupancyLimit' && hasCapacity(rule))
  if (asked.length === 0) return []
  const series = await peopleInside(
    facts,
    client,
    locals.map(({ local }) => local),
    now - OCCUPANCY_MS,
    now + 1,
  )
  return locals.flatMap((place) =>
    asked.map((rule): Answer => {
      const { local } = place
      return {
        local,
        rule,
        subject: '',
        outcome: on(
          momentOf(place, now).day,
          occupancyLimit(series.get(local) ?? [], settingsAt(rule, local, capacityOf), {
            nowMs: now,
            isOpen: open.has(keyOf({ local, rule: rule.id, subject: '' })),
          }),
        ),
      }
    }),
  )
}
