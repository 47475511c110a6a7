/** Decides which footscan days have to be judged, and has them judged. */
import { dayNumber } from '#domain/days'
import type { Clock } from '../../lib/clock.ts'
import { dayOrNull, healthPlan, type HealthDevice, type HealthLocal } from '../../facts/device-day-plan.ts'
import type { DeviceFacts, ContactInArea } from '../../facts/devices.ts'
import { civilAt } from '../../facts/zone.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { DeviceHealthRepo, HealthFootscan } from './repo.ts'

/** Footscan days of one transaction, so that ingest never waits long for the one writer. */
const MAX_ROWS = 40_000
/** Hours settle for two hours, and somewhere yesterday is not over yet. */
const AGAIN_DAYS = 1
/**
 * Data learnt shortly before the newest report may have been written after the lookup: it waited for the one writer.
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

/**
 * A footscan that was moved is expected at its place from its first message there, or from its last one elsewhere; one
 * that was mounted beside another that counted already, from the day it was entered on. All others may have counted by
 * file as long as their area has.
 */
function firstDays(footscans: readonly HealthFootscan[], contacts: readonly ContactInArea[]): Map<number, number> {
  const [ofDevice, ofArea] = [Map.groupBy(contacts, ({ device }) => device), Map.groupBy(contacts, ({ area }) => area)]
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

export function evaluator({ repo, devices, clock }: { repo: DeviceHealthRepo; devices: DeviceFacts; clock: Clock }) {
  let running: Promise<{ days: number }> | null = null
  const queued: Again[] = []

  async function fleet(): Promise<Fleet> {
    const [all, shifts, holidays, first, contacts] = await Promise.all([
      repo.footscans(SYSTEM_SCOPE),
      repo.shifts(),
      repo.holidays(),
      devices.firstDays(),
      devices.contactsInAreas(),
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
    const since = new Map(first)
    // A footscan without contact is expected from the day of its entry on.
    for (const { area, timeZone, createdAt } of footscans)
      if (!since.has(area)) since.set(area, civilAt(timeZone, Math.floor((createdAt ?? clock.now()) / 1000)).day)
    return {
      footscans,
      locals,
      since,
      from: firstDays(footscans, contacts),
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
    const judged = chosen.map(({ id, area, local, client, reportS }): HealthDevice => ({
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
    const step = Math.max(1, Math.floor(MAX_ROWS / judged.length))
    const nowMs = clock.now()
    let written = 0
    for (let from = fromDay; from <= toDay; from += step) {
      const to = Math.min(toDay, from + step - 1)
      const plan = healthPlan(wanted, areas, since, from, to, Math.floor(nowMs / 1000))
      if (plan.length > 0) written += await devices.judge({ devices: judged, plan, fromDay: from, toDay: to, nowMs })
    }
    return written
  }

  async function run(): Promise<{ days: number }> {
    const known = await fleet()
    const { upTo, newest } = await devices.judgedUpTo()
    const recent = known.today - AGAIN_DAYS
    let days = 0
    if (upTo === null) {
      days += await judge(known, Math.min(recent, ...known.since.values()), known.today)
    } else {
      const again = queued.splice(0)
      for (const { fromDay, locals } of again) {
        const only =
          locals && new Set(known.footscans.filter(({ local }) => locals.includes(local)).map(({ area }) => area))
        days += await judge(known, Math.max(fromDay, Math.min(recent, ...known.since.values())), known.today, only)
      }
      const late = await devices.lateReadings(Math.max(0, upTo - WRITTEN_LATE_MS), recent)
      if (late.length > 0) {
        const only = new Set(late.map(({ area }) => area))
        days += await judge(
          known,
          Math.min(...late.map(({ first }) => first)),
          Math.max(...late.map(({ last }) => last)),
          only,
        )
      }
      days += await judge(known, recent, known.today)
    }
    await devices.noteJudged(newest)
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
      queued.push(what)
    },
  }
}
