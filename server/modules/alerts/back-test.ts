/** How often a rule would have fired in the last 90 days: its questions, asked of every past day. */
import { DAY_RULES, missedOn, occupancyLimit, openings } from '#domain/alert-evaluation'
import type { DayFacts, Outcome } from '#domain/alert-evaluation'
import type { AlertKind, AlertSettings } from '#domain/alert-rules'
import { DAY_MS, isoDay } from '#domain/days'
import type { AlertBackTest } from '#schemas/generated/entities/alert-back-test.ts'
import type { ExpectedLocal } from '../../facts/expected.ts'
import type { OccupancySource } from './people-inside.ts'
import type { FactStore } from '../../facts/store.ts'
import { civilAt } from '../../facts/zone.ts'
import { type CapacityOf, settingsAt } from './capacity.ts'
import { dayFacts } from './facts.ts'
import { peopleInside } from './people-inside.ts'
import { HISTORY_DAYS } from './answers.ts'

const BACK_TEST_DAYS = 90
const MINUTE_MS = 60_000

interface Opened {
  readonly local: number
  readonly day: number
}

/** The end of a day: all late data has had its time. */
const LAST_MINUTE = 1439

export async function backTest(
  facts: Pick<FactStore, 'query'> & OccupancySource,
  client: number,
  locals: readonly ExpectedLocal[],
  { kind, settings }: { kind: AlertKind; settings: AlertSettings },
  { nowMs, capacityOf = () => 0 }: { readonly nowMs: number; readonly capacityOf?: CapacityOf },
): Promise<AlertBackTest> {
  const opened =
    kind === 'occupancyLimit'
      ? await ofOccupancy(facts, client, locals, (local) => settingsAt({ kind, settings }, local, capacityOf), nowMs)
      : await ofDays(facts, client, locals, kind, settings, nowMs)
  const byLocal = [...Map.groupBy(opened, ({ local }) => local)]
    .map(([local, list]) => ({ local, times: list.length }))
    .toSorted((a, b) => b.times - a.times || a.local - b.local)
  const byDay = [...Map.groupBy(opened, ({ day }) => day)]
    .toSorted(([a], [b]) => a - b)
    .map(([day, list]) => ({ day: isoDay(day), locals: list.map(({ local }) => local).toSorted((a, b) => a - b) }))
  return { days: BACK_TEST_DAYS, locals: locals.length, times: opened.length, byLocal, byDay }
}

async function ofDays(
  facts: Pick<FactStore, 'query'>,
  client: number,
  locals: readonly ExpectedLocal[],
  kind: AlertKind,
  settings: AlertSettings,
  nowMs: number,
): Promise<Opened[]> {
  const dayOf = ({ timeZone }: ExpectedLocal) => civilAt(timeZone, Math.floor(nowMs / 1000)).day
  const today = Math.max(0, ...locals.map(dayOf))
  const sums = await dayFacts(
    facts,
    client,
    locals.map(({ local }) => local),
    today - BACK_TEST_DAYS - HISTORY_DAYS,
    today,
  )
  return locals.flatMap((local) => {
    const days = sums.get(local.local) ?? new Map<number, DayFacts>()
    const holidays = new Set(local.holidays.keys())
    const last = dayOf(local)
    const ask = (day: number): Outcome['verdict'] => {
      const ended = days.get(day)
      if (kind === 'deviceDown')
        return ended === undefined || holidays.has(day) ? 'silent' : missedOn(ended, settings).verdict
      return (
        DAY_RULES[kind]?.({ days, holidays, asOf: null, today: day + 1, minute: LAST_MINUTE }, settings).verdict ??
        'silent'
      )
    }
    const answers = Array.from({ length: BACK_TEST_DAYS }, (_, at) => last - BACK_TEST_DAYS + at).map((day) => ({
      day,
      verdict: ask(day),
    }))
    return openings(answers).map((day) => ({ local: local.local, day }))
  })
}

async function ofOccupancy(
  facts: OccupancySource,
  client: number,
  locals: readonly ExpectedLocal[],
  settingsOf: (local: number) => AlertSettings,
  nowMs: number,
): Promise<Opened[]> {
  const series = await peopleInside(
    facts,
    client,
    locals.map(({ local }) => local),
    nowMs - BACK_TEST_DAYS * DAY_MS,
    nowMs,
  )
  return locals.flatMap((local) => {
    const points = series.get(local.local) ?? []
    const settings = settingsOf(local.local)
    const minutes = Math.max(1, Number(settings.minutes ?? 1))
    const answers: { day: number; verdict: Outcome['verdict'] }[] = []
    let [isOpen, from] = [false, 0]
    points.forEach((point, at) => {
      // Only as much of the past as the rule asks for: the whole series would be read again for every value.
      while (from < at && point.at - points[from]!.at > (minutes + 1) * MINUTE_MS) from += 1
      const { verdict } = occupancyLimit(points.slice(from, at + 1), settings, { nowMs: point.at, isOpen })
      if (verdict !== 'silent') isOpen = verdict === 'fires'
      answers.push({ day: civilAt(local.timeZone, Math.floor(point.at / 1000)).day, verdict })
    })
    return openings(answers).map((day) => ({ local: local.local, day }))
  })
}
