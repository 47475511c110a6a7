import { weekday } from '#domain/days'
import type { TrafficBatch } from '../facts/batch.ts'
import { plannedHours, type ExpectedLocal } from '../facts/expected.ts'
import { hoursOfDay } from '../facts/zone.ts'
import type { DemoLocal } from './brands.ts'
import { random, type Random } from '../simulator/random.ts'
import { RHYTHMS } from '../simulator/rhythms.ts'
import { growthSince, season, weather } from './season.ts'

/** A demo local as stored in the catalog. */
export interface DemoPlan {
  /** Place in the list of all demo locals; its stream of random numbers. */
  readonly number: number
  /** Stream of the weather. */
  readonly city: number
  readonly spec: DemoLocal
  readonly expected: ExpectedLocal
  /** First day of the demo data. */
  readonly startDay: number
}

/** About two outages a week among sixty locals. */
const OUTAGES_A_DAY = 0.006
const LONGEST_OUTAGE_DAYS = 4
const LATE_DAYS = 0.012
/** Now and then a person is counted in a closed shop. */
const CLEANERS = 0.03

/**
 * Adds the hours of one local and day that are known at an instant. The numbers of an hour do not depend on that
 * instant: what is generated today is generated again tomorrow, with the hours that were missing.
 *
 * @param nowS seconds since 1970-01-01 UTC; the running hour is in with the part that has passed
 */
export function generateDay(batch: TrafficBatch, plan: DemoPlan, day: number, nowS: number, seed: number): void {
  const { expected, spec, number } = plan
  if (day < (expected.openedDay ?? plan.startDay) || day > (expected.closedDay ?? day)) return
  const habits = RHYTHMS[spec.rhythm]
  const { hours, open } = plannedHours(expected, day)
  const r = random(seed, number, day)
  const delay = r.next() < LATE_DAYS ? Math.floor(6 + r.next() * 34) * 3600 : 0
  const cleaners = r.next() < CLEANERS ? 6 + Math.floor(r.next() * 2) : -1
  const level =
    spec.passing *
    habits.days[weekday(day) - 1]! *
    season(day) ** habits.season *
    weather(seed, plan.city, day) *
    growthSince(spec.growth, plan.startDay, day) *
    (expected.holidays.has(day) ? 0.85 : 1) *
    Math.exp(0.06 * r.normal())
  const silent = outage(seed, number, day)

  for (const { hour, fold, instant } of hoursOfDay(expected.timeZone, day)) {
    const isOpen = open && hours[hour] === 1
    if (!isOpen && hour !== cleaners) continue
    const counts = isOpen ? openHour(r, spec, level * habits.hours[hour]!) : strayHour(r)
    const passed = Math.min(1, (nowS - instant) / 3600)
    if (passed <= 0 || nowS < instant + (delay && 3600 + delay) || silent(hour)) continue
    append(batch, plan, { day, hour, fold, instant }, passed < 1 ? partOf(counts, passed) : counts)
  }
}

/** Whether a sensor is silent in an hour of a day: outages of hours to days, each from its own start. */
function outage(seed: number, number: number, day: number): (hour: number) => boolean {
  const spans: (readonly [number, number])[] = []
  for (let back = 0; back < LONGEST_OUTAGE_DAYS; back += 1) {
    const r = random(seed, number, day - back, 991)
    if (r.next() >= OUTAGES_A_DAY) continue
    const begin = Math.floor(r.next() * 24) - back * 24
    const kind = r.next()
    const length = kind < 0.5 ? 2 + r.next() * 6 : kind < 0.85 ? 8 + r.next() * 22 : 30 + r.next() * 42
    spans.push([begin, begin + length])
  }
  return (hour) => spans.some(([begin, end]) => hour >= begin && hour < end)
}

/** Whether the sensor of a demo local has no power in an hour: then it says nothing, not even that it lives. */
export const isSilent = (seed: number, number: number, day: number, hour: number): boolean =>
  outage(seed, number, day)(hour)

/** One hour: everything else follows from passers-by and how many visits fall in each dwell bin. */
interface Counts {
  readonly far: number | null
  readonly fro: number | null
  readonly bounces: number
  /** Visits by dwell bin, bounces left out. */
  readonly stays: readonly [number, number, number, number]
  readonly seconds: readonly [number, number, number, number]
  readonly bounceSeconds: number
  readonly tickets: number | null
  readonly identified: number
  readonly atBrand: readonly [number, number, number, number]
  readonly atLocal: readonly [number, number, number, number]
}

/** Where repeated visits fall in the four spans of days; most come back soon. */
const BACK = [0.46, 0.26, 0.18, 0.1] as const
const NONE = [0, 0, 0, 0] as const

function openHour(r: Random, spec: DemoLocal, passing: number): Counts {
  const habits = RHYTHMS[spec.rhythm]
  const opportunity = r.count(passing)
  const ins = Math.min(opportunity, r.whole(opportunity * spec.capture * Math.exp(0.08 * r.normal())))
  const bounces = Math.min(ins, r.whole(ins * habits.bounce * Math.exp(0.12 * r.normal())))
  const visits = ins - bounces
  const [first, second, third] = split(r, visits, habits.dwell)
  const stays = [first, second, third, visits - first - second - third] as const
  const identified = Math.min(visits, r.whole(visits * (0.58 + 0.08 * r.normal() * 0.5)))
  const atBrand = split(r, Math.min(identified, r.whole(identified * habits.loyal)), BACK)
  const atLocal = atBrand.map((n) => Math.min(n, r.whole(n * 0.74))) as [number, number, number, number]
  return {
    far: habits.front ? r.count(opportunity * 1.3) : null,
    fro: habits.front ? opportunity - ins : null,
    bounces,
    stays,
    seconds: habits.seconds,
    bounceSeconds: 40 + Math.floor(r.next() * 50),
    tickets:
      spec.conversion === null
        ? null
        : Math.min(visits, r.whole(visits * spec.conversion * Math.exp(0.1 * r.normal()))),
    identified,
    atBrand,
    atLocal,
  }
}

function strayHour(r: Random): Counts {
  const stays = [0, 0, 0, 1 + Math.floor(r.next() * 2)] as const
  return {
    far: null,
    fro: null,
    bounces: 0,
    stays,
    seconds: [0, 0, 0, 2400],
    bounceSeconds: 0,
    tickets: null,
    identified: 0,
    atBrand: NONE,
    atLocal: NONE,
  }
}

function split(
  r: Random,
  total: number,
  shares: readonly [number, number, number, number],
): [number, number, number, number] {
  const a = Math.min(total, r.whole(total * shares[0]))
  const b = Math.min(total - a, r.whole(total * shares[1]))
  const c = Math.min(total - a - b, r.whole(total * shares[2]))
  return [a, b, c, total - a - b - c]
}

/** The part of a running hour that has passed. Every count only grows with the time, and the sums still hold. */
function partOf(counts: Counts, passed: number): Counts {
  const part = (n: number) => Math.floor(n * passed)
  const four = (values: readonly [number, number, number, number]) =>
    values.map(part) as [number, number, number, number]
  const stays = four(counts.stays)
  const atBrand = four(counts.atBrand)
  const identified = Math.min(part(counts.identified), sum(stays))
  const known = sum(atBrand) <= identified
  return {
    ...counts,
    far: counts.far === null ? null : part(counts.far),
    fro: counts.fro === null ? null : part(counts.fro),
    bounces: part(counts.bounces),
    stays,
    identified,
    tickets: counts.tickets === null ? null : part(counts.tickets),
    atBrand: known ? atBrand : NONE,
    atLocal: known ? four(counts.atLocal) : NONE,
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

function append(
  batch: TrafficBatch,
  { expected, spec }: DemoPlan,
  at: { day: number; hour: number; fold: 0 | 1; instant: number },
  counts: Counts,
) {
  const i = batch.length
  const { bounces, stays, seconds, atBrand, atLocal } = counts
  const visits = sum(stays)
  const visitTimeS = stays.reduce((total, n, bin) => total + n * seconds[bin]!, 0)
  batch.client[i] = expected.client
  batch.local[i] = expected.local
  batch.area[i] = expected.areas[0]!
  batch.day[i] = at.day
  batch.hour[i] = at.hour
  batch.fold[i] = at.fold
  batch.instant[i] = at.instant
  if (counts.far !== null) batch.far[i] = counts.far
  if (counts.fro !== null) batch.fro[i] = counts.fro
  batch.ins[i] = bounces + visits
  batch.bounces[i] = bounces
  batch.visits[i] = visits
  if (counts.tickets !== null && spec.conversion !== null) batch.tickets[i] = counts.tickets
  batch.insTimeS[i] = visitTimeS + bounces * counts.bounceSeconds
  batch.visitTimeS[i] = visitTimeS
  batch.insInRange0[i] = bounces + stays[0]
  batch.insInRange1[i] = stays[1]
  batch.insInRange2[i] = stays[2]
  batch.insInRange3[i] = stays[3]
  batch.identifiedVisits[i] = counts.identified
  batch.clientRepRange0[i] = atBrand[0]
  batch.clientRepRange1[i] = atBrand[1]
  batch.clientRepRange2[i] = atBrand[2]
  batch.clientRepRange3[i] = atBrand[3]
  batch.localRepRange0[i] = atLocal[0]
  batch.localRepRange1[i] = atLocal[1]
  batch.localRepRange2[i] = atLocal[2]
  batch.localRepRange3[i] = atLocal[3]
  batch.length += 1
}
