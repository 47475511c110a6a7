import { expect, test } from 'vitest'
import { derive } from '#domain/metrics/index'
import type { Atoms } from '../../../src/domain/metrics/atoms.ts'
import { hoursOf, type PresenceAtoms, type Visit } from './hours.ts'
import type { Session, SessionKind } from './sessions.ts'
import { DAY, HOUR_MS, SETTINGS_OF_TEST as settings, TEN } from '../../modules/presence/testing.ts'

const session = (kind: SessionKind, change: Partial<Session> = {}): Session => ({
  visitor: 7n,
  random: false,
  day: DAY,
  kind,
  area: 3,
  at: TEN,
  first: TEN,
  last: TEN,
  stayS: 0,
  ...change,
})
const atoms = (sessions: Session[], history: Visit[] = [], change: Partial<typeof settings> = {}) =>
  hoursOf(sessions, history, { ...settings, ...change })[0]!.atoms
const set = (of: PresenceAtoms) => Object.fromEntries(Object.entries(of).filter(([, value]) => value !== 0))

test('without sessions there are no hours, but an hour with any message counts 0', () => {
  expect(hoursOf([], [], settings)).toEqual([])
  const [hour] = hoursOf([], [], settings, [{ area: 3, at: TEN + 5 }])
  expect([hour!.area, hour!.day, hour!.hour, hour!.fold, hour!.instant, set(hour!.atoms)]).toEqual([
    3,
    DAY,
    10,
    0,
    TEN / 1000,
    {},
  ])
})

test('who stays outside is far or in front, and enters nothing', () => {
  expect(set(atoms([session('far'), session('front'), session('front')]))).toEqual({ far: 1, fro: 2 })
})

test('a bounce is an entry and no visit; times are sums in seconds', () => {
  expect(set(atoms([session('bounce', { stayS: 60 }), session('visit', { stayS: 400, random: true })]))).toEqual({
    ins: 2,
    bounces: 1,
    visits: 1,
    insTimeS: 460,
    visitTimeS: 400,
    insInRange0: 1,
    insInRange1: 1,
  })
})

test('where the front line also counts those who enter, they are in front too', () => {
  expect(atoms([session('front'), session('bounce'), session('far')], [], { frontMode: 'inclusive' })).toMatchObject({
    far: 1,
    fro: 2,
    ins: 1,
  })
})

test('the ranges of stay are half-open', () => {
  const range = (stayS: number) =>
    [0, 1, 2, 3].find((k) => atoms([session('visit', { stayS })])[`insInRange${k as 0}`] === 1)
  expect([299, 300, 899, 900, 1799, 1800, 90_000].map(range)).toEqual([0, 1, 1, 2, 2, 3, 3])
})

test('a visitor with a made-up address is a visit and never identified, so never repeats', () => {
  expect(
    set(atoms([session('visit', { stayS: 120, random: true })], [{ visitor: 7n, local: 1, day: DAY - 1 }])),
  ).toEqual({ ins: 1, visits: 1, insTimeS: 120, visitTimeS: 120, insInRange0: 1 })
})

test('the ranges of repetition include their last day, and beyond the last one no visit is a repetition', () => {
  const range = (days: number) =>
    [0, 1, 2, 3].find(
      (k) => atoms([session('visit')], [{ visitor: 7n, local: 1, day: DAY - days }])[`localRepRange${k as 0}`] === 1,
    )
  expect([1, 7, 8, 15, 16, 30, 31, 60, 61].map(range)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, undefined])
})

test('the same day is no repetition, and neither is a later one', () => {
  expect(
    set(
      atoms(
        [session('visit'), session('visit')],
        [
          { visitor: 7n, local: 1, day: DAY },
          { visitor: 7n, local: 1, day: DAY + 1 },
        ],
      ),
    ),
  ).toEqual({ ins: 2, visits: 2, insInRange0: 2, identifiedVisits: 2 })
})

test('the last visit counts, here and at the brand: a visit to another local is none here', () => {
  expect(
    atoms(
      [session('visit')],
      [
        { visitor: 7n, local: 1, day: DAY - 20 },
        { visitor: 7n, local: 2, day: DAY - 3 },
        { visitor: 8n, local: 1, day: DAY - 1 },
      ],
    ),
  ).toMatchObject({ localRepRange0: 0, localRepRange2: 1, clientRepRange0: 1 })
})

test('vector of metrics.md 5.12: 75 visits, repeating 20, new at the local 8, new at the brand 47', () => {
  const here = [10, 6, 4, 0]
  const anywhere = [14, 8, 5, 1]
  const days = [3, 10, 20, 40]
  const history: Visit[] = []
  let visitor = 0n
  anywhere.forEach((people, k) => {
    for (let i = 0; i < people; i += 1)
      history.push({ visitor: (visitor += 1n), local: i < here[k]! ? 1 : 2, day: DAY - days[k]! })
  })
  const sessions = Array.from({ length: 75 }, (_, i) => session('visit', { visitor: BigInt(i + 1), stayS: 200 }))
  const found = atoms(sessions, history)
  expect([0, 1, 2, 3].map((k) => [found[`localRepRange${k as 0}`], found[`clientRepRange${k as 0}`]])).toEqual([
    [10, 14],
    [6, 8],
    [4, 5],
    [0, 1],
  ])
  expect(['repeatVisits', 'newAtLocal', 'newAtBrand'].map((metric) => derive(metric, found as Atoms))).toEqual([
    20, 8, 47,
  ])
})

test('the hour that comes twice is two hours', () => {
  const first = Date.UTC(2024, 9, 27, 0, 10)
  const hours = hoursOf(
    [
      session('far', { at: first }),
      session('far', { at: first + HOUR_MS }),
      session('far', { at: first + 2 * HOUR_MS }),
    ],
    [],
    settings,
  )
  expect(hours.map(({ hour, fold, atoms: { far } }) => [hour, fold, far])).toEqual([
    [2, 0, 1],
    [2, 1, 1],
    [3, 0, 1],
  ])
})
