import { createBatch, type TrafficBatch } from '../facts/batch.ts'
import { ATOM_COLUMNS, NULL, type AtomColumn } from '../facts/columns.ts'
import { civilAt } from '../facts/zone.ts'
import type { CountReading } from '../modules/ingest/reading.ts'
import type { Source } from '../simulator/player.ts'
import { generateDay, isSilent, type DemoPlan } from './day.ts'
import { COUNTED_OUT } from './pings.ts'
import type { DemoOrigin } from './plan.ts'
import { RHYTHMS } from '../simulator/rhythms.ts'

/** Late data come up to 40 hours after their hour. */
const LATE_DAYS = 2
const HOUR_S = 3600

/** The length of stays is known when people have left, so it is reported once an hour. */
export const OF_STAYS = ATOM_COLUMNS.filter(
  (atom) => !['ins', 'outs', 'far', 'fro', 'tickets', 'sales', 'units'].includes(atom),
)

/**
 * The demo's sensors by the minute: what the same generator says an hour has reached, less what was sent of it. At the
 * end of an hour the sum is exactly what a later load of that hour would bring.
 *
 * @param from epoch ms; hours before the one in which this lies are in the store already
 */
export function demoSource(plans: ReadonlyMap<string, DemoPlan>, { seed }: DemoOrigin, from: number): Source {
  const sent = new Map<string, Map<number, Map<AtomColumn, number>>>()
  const firstHour = Math.floor(from / 1000 / HOUR_S) * HOUR_S
  const known = new Map<string, Set<number>>()

  /**
   * Who has left by an instant: who had come in one stay earlier, of those that this source has counted in. A door
   * never counts both quite alike.
   */
  function leftBy(plan: DemoPlan, days: readonly number[], nowS: number): number {
    const batch = createBatch(26 * days.length)
    for (const day of days) generateDay(batch, plan, day, nowS - stayOf(plan), seed)
    let came = 0
    for (let i = 0; i < batch.length; i += 1) if (batch.instant[i]! >= firstHour) came += batch.ins[i]!
    return Math.floor(came * COUNTED_OUT)
  }

  function hoursKnown(plan: DemoPlan, nowS: number): TrafficBatch {
    const batch = createBatch(26 * (LATE_DAYS + 2))
    const today = civilAt(plan.expected.timeZone, nowS).day
    for (let day = today - LATE_DAYS; day <= today; day += 1) generateDay(batch, plan, day, nowS, seed)
    return batch
  }

  return {
    readings({ mac, line }, afterMs, toMs) {
      const plan = plans.get(mac)
      if (plan === undefined) return null
      // Whole seconds: a counter knows no shorter interval.
      const nowS = Math.floor(toMs / 1000)
      const [after, to] = [Math.floor(afterMs / 1000) * 1000, nowS * 1000]
      const before = known.get(mac) ?? startingWith(hoursKnown(plan, firstHour))
      const batch = hoursKnown(plan, nowS)
      const { day, hour } = civilAt(plan.expected.timeZone, nowS - 1)
      if (isSilent(seed, plan.number, day, hour)) return null
      const hours = sent.get(mac) ?? new Map<number, Map<AtomColumn, number>>()
      const days = [day - 1, day]
      const left = Math.max(0, leftBy(plan, days, nowS) - (sent.has(mac) ? leftBy(plan, days, after / 1000) : 0))
      sent.set(mac, hours)
      const readings: CountReading[] = []
      for (let i = 0; i < batch.length; i += 1) {
        const start = batch.instant[i]!
        if (before.has(start)) continue
        readings.push(...grown(batch, i, hours, { after, to, line }))
        // A past hour never grows again.
        if (start + HOUR_S <= nowS) {
          before.add(start)
          hours.delete(start * 1000)
        }
      }
      known.set(mac, before)
      return leaving(readings, left, { after, to, line })
    },
  }
}

const startingWith = (batch: TrafficBatch) => new Set(Array.from(batch.instant.subarray(0, batch.length)))

/** Seconds between coming in and going out: the mean stay of the demo's visitors there. */
function stayOf({ spec }: DemoPlan): number {
  const { dwell, seconds } = RHYTHMS[spec.rhythm]
  return Math.round(dwell.reduce((sum, share, bin) => sum + share * seconds[bin]!, 0))
}

/**
 * Puts those who left into the newest interval; after closing time they leave in an interval of their own, without
 * entries.
 */
function leaving(
  readings: readonly CountReading[],
  left: number,
  { after, to, line }: { after: number; to: number; line: string },
): CountReading[] {
  const newest = readings.findLastIndex(({ in: came }) => came !== null)
  if (newest >= 0) return readings.map((reading, at) => (at === newest ? { ...reading, out: left } : reading))
  return left > 0 && to > after
    ? [...readings, { kind: 'count', line, start: after, end: to, in: null, out: left }]
    : [...readings]
}

/** The interval between two reports of one hour, with its passages; and once the hour has ended, the stays. */
function grown(
  batch: TrafficBatch,
  i: number,
  hours: Map<number, Map<AtomColumn, number>>,
  { after, to, line }: { after: number; to: number; line: string },
): CountReading[] {
  const hourStart = batch.instant[i]! * 1000
  const hourEnd = hourStart + HOUR_S * 1000
  const counted = hours.get(hourStart) ?? new Map<AtomColumn, number>()
  const start = hours.has(hourStart) ? Math.max(hourStart, after) : hourStart
  hours.set(hourStart, counted)
  const end = Math.min(hourEnd, to)
  if (end <= start) return []
  const more = (atom: AtomColumn) => {
    const reached = batch[atom][i]!
    if (reached === NULL) return undefined
    const before = counted.get(atom) ?? 0
    counted.set(atom, Math.max(before, reached))
    return Math.max(0, reached - before)
  }
  const [ins = 0, far, fro] = [more('ins'), more('far'), more('fro')]
  const passed: CountReading = {
    kind: 'count',
    line,
    start,
    end,
    in: ins,
    out: 0,
    atoms: { ...(far !== undefined && { far }), ...(fro !== undefined && { fro }) },
  }
  if (to < hourEnd) return [passed]
  const stayed = Object.fromEntries(
    OF_STAYS.flatMap((atom) => (batch[atom][i] === NULL ? [] : [[atom, batch[atom][i]!]])),
  )
  return [passed, { kind: 'count', line, start: hourStart, end: hourEnd, in: null, out: null, atoms: stayed }]
}
