/** Decides which footscan days have to be judged, and has them judged. */
import { dayNumber } from '#domain/days'
import type { Clock } from '../../lib/clock.ts'
import { judgeDays } from '../../facts/duckdb/device-day.ts'
import { dayOrNull, healthPlan, type HealthDevice, type HealthLocal } from '../../facts/device-day-plan.ts'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'
import { civilAt } from '../../facts/zone.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { DeviceHealthRepo, HealthFootscan } from './repo.ts'

/** Footscan days of one transaction, so that ingest never waits long for the one writer. */
const MOST_ROWS = 40_000
/** Hours settle for two hours, and somewhere yesterday is not over yet. */
const AGAIN_DAYS = 1
const MARK = 'learnt'
/**
 * What was learnt shortly before the newest word may have been written after it was looked for: it waited for the one
 * writer.
 */
const WRITTEN_LATE_MS = 5 * 60_000

interface Fleet {
  readonly footscans: readonly HealthFootscan[]
  readonly locals: readonly HealthLocal[]
  /** First day on which the footscans of an area are expected. */
  readonly since: ReadonlyMap<number, number>
  /** First day of single footscans, where it is not that of their area. */
  readonly from: ReadonlyMap<number, number>
  readonly today: number
}

/** First and last day on which a footscan was heard in an area. */
interface Heard {
  readonly area: number
  readonly device: number
  readonly first: number
  readonly last: number
}

/**
 * A footscan that was moved is expected where it stands from its first word there, or from its last one elsewhere; one
 * that was mounted beside another that counted already, from the day it was entered on. All others may have counted by
 * file as long as their area has.
 */
function firstDays(footscans: readonly HealthFootscan[], heard: readonly Heard[]): Map<number, number> {
  const [ofDevice, ofArea] = [Map.groupBy(heard, ({ device }) => device), Map.groupBy(heard, ({ area }) => area)]
  const from = new Map<number, number>()
  for (const { id, area, timeZone, createdAt } of footscans) {
    const own = ofDevice.get(id) ?? []
    const here = own.find((one) => one.area === area)
    if (own.some((one) => one !== here)) from.set(id, here?.first ?? Math.max(...own.map(({ last }) => last)))
    else if (createdAt !== null) {
      const { day } = civilAt(timeZone, Math.floor(createdAt / 1000))
      if (ofArea.get(area)?.some(({ device, first }) => device !== id && first < day))
        from.set(id, Math.min(day, here?.first ?? day))
    }
  }
  return from
}

export interface Again {
  readonly fromDay: number
  /** Left out = everywhere. */ readonly locals?: readonly number[]
}

export function evaluator({ repo, facts, clock }: { repo: DeviceHealthRepo; facts: SqlFactStore; clock: Clock }) {
  let running: Promise<{ days: number }> | null = null
  const asked: Again[] = []

  async function fleet(): Promise<Fleet> {
    const [all, shifts, holidays, first, words] = await Promise.all([
      repo.footscans(SYSTEM_SCOPE),
      repo.shifts(),
      repo.holidays(),
      facts.read(
        `SELECT area, min(day) FROM (SELECT area, day FROM device_hour UNION ALL SELECT area, day FROM traffic WHERE coalesce(ins, visits, fro, far) IS NOT NULL) GROUP BY area`,
      ),
      facts.read('SELECT area, device, min(day), max(day) FROM device_hour GROUP BY area, device'),
    ])
    const footscans = all.filter(({ expected }) => expected)
    const nowS = Math.floor(clock.now() / 1000)
    const [shiftsOf, holidaysOf] = [
      Map.groupBy(shifts, ({ local }) => local),
      Map.groupBy(holidays, ({ local }) => local),
    ]
    const locals = [...new Map(footscans.map((footscan) => [footscan.local, footscan])).values()].map(
      ({ local, timeZone, openedOn, closedOn }): HealthLocal => ({
        local,
        timeZone,
        openedDay: dayOrNull(openedOn),
        closedDay: dayOrNull(closedOn),
        shifts: shiftsOf.get(local) ?? [],
        holidays: new Map((holidaysOf.get(local) ?? []).map(({ day, closed }) => [dayNumber(day), closed])),
      }),
    )
    const since = new Map(first.map((row) => [Number(row[0]), Number(row[1])]))
    // A footscan that never spoke is expected from the day it was entered on.
    for (const { area, timeZone, createdAt } of footscans)
      if (!since.has(area)) since.set(area, civilAt(timeZone, Math.floor((createdAt ?? clock.now()) / 1000)).day)
    const heard = words.map((row): Heard => ({
      area: Number(row[0]),
      device: Number(row[1]),
      first: Number(row[2]),
      last: Number(row[3]),
    }))
    return {
      footscans,
      locals,
      since,
      from: firstDays(footscans, heard),
      today: Math.max(0, ...locals.map(({ timeZone }) => civilAt(timeZone, nowS).day)),
    }
  }

  /** Judges some areas between two days, in steps that the writer can bear. */
  async function judge(
    { footscans, locals, since, from: first }: Fleet,
    fromDay: number,
    toDay: number,
    only?: ReadonlySet<number>,
  ): Promise<number> {
    const chosen = footscans.filter(({ area }) => only === undefined || only.has(area))
    if (chosen.length === 0) return 0
    const devices = chosen.map(({ id, area, local, client, reportS }): HealthDevice => ({
      device: id,
      area,
      local,
      client,
      reportS,
      fromDay: first.get(id) ?? 0,
    }))
    const areas = new Map(
      [...Map.groupBy(chosen, ({ local }) => local)].map(([local, own]) => [
        local,
        [...new Set(own.map(({ area }) => area))],
      ]),
    )
    const wanted = locals.filter(({ local }) => areas.has(local))
    const step = Math.max(1, Math.floor(MOST_ROWS / devices.length))
    const nowMs = clock.now()
    let written = 0
    for (let from = fromDay; from <= toDay; from += step) {
      const to = Math.min(toDay, from + step - 1)
      const plan = healthPlan(wanted, areas, since, from, to, Math.floor(nowMs / 1000))
      if (plan.length > 0)
        written += await facts.write((connection) =>
          judgeDays(connection, { devices, plan, fromDay: from, toDay: to, nowMs }),
        )
    }
    return written
  }

  async function run(): Promise<{ days: number }> {
    const known = await fleet()
    const [[mark], [newest]] = await Promise.all([
      facts.read(`SELECT CAST(learntAt AS DOUBLE) FROM device_day_run WHERE name = '${MARK}'`),
      facts.read(
        'SELECT CAST(greatest((SELECT max(learntAt) FROM traffic), (SELECT max(learntAt) FROM device_hour)) AS DOUBLE)',
      ),
    ])
    const upTo = Number(newest?.[0] ?? 0)
    const recent = known.today - AGAIN_DAYS
    let days = 0
    if (mark === undefined) {
      days += await judge(known, Math.min(recent, ...known.since.values()), known.today)
    } else {
      const again = asked.splice(0)
      for (const { fromDay, locals } of again) {
        const only =
          locals && new Set(known.footscans.filter(({ local }) => locals.includes(local)).map(({ area }) => area))
        days += await judge(known, Math.max(fromDay, Math.min(recent, ...known.since.values())), known.today, only)
      }
      const late = await facts.read(
        `SELECT area, min(day), max(day) FROM (SELECT area, day FROM traffic WHERE learntAt > $1 UNION ALL SELECT area, day FROM device_hour WHERE learntAt > $1) WHERE day < $2 GROUP BY area`,
        [BigInt(Math.max(0, Number(mark[0]) - WRITTEN_LATE_MS)), recent],
      )
      if (late.length > 0) {
        const only = new Set(late.map(([area]) => Number(area)))
        days += await judge(
          known,
          Math.min(...late.map((row) => Number(row[1]))),
          Math.max(...late.map((row) => Number(row[2]))),
          only,
        )
      }
      days += await judge(known, recent, known.today)
    }
    await facts.write((connection) =>
      connection.run('INSERT OR REPLACE INTO device_day_run VALUES ($1, $2)', [MARK, BigInt(upTo)]),
    )
    return { days }
  }

  return {
    /** One run at a time: who asks while one is under way gets its answer. */
    evaluate(): Promise<{ days: number }> {
      running ??= run().finally(() => {
        running = null
      })
      return running
    },
    /** After a change of opening hours: judged again at the next run. */
    again(what: Again): void {
      asked.push(what)
    },
  }
}
