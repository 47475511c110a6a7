import { LANGUAGES } from '../languages.ts'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fromRows } from '../frame-build.ts'
import {
  METRICS,
  SETTINGS,
  atomOf,
  atomsOf,
  changeBetween,
  changeOf,
  definitionOf,
  deriveColumn,
  dwellRanges,
  flagOf,
  metricOf,
  repetitionRanges,
} from './index.ts'
import { sumAtoms } from './atoms.ts'
import { wilson } from './change.ts'
import { settingFor } from './settings.ts'

const texts = (language: string) =>
  JSON.parse(readFileSync(new URL(`../../i18n/locales/metrics/${language}.json`, import.meta.url), 'utf8')) as Record<
    string,
    { name?: string; description?: string }
  >

test('an unknown metric is refused with the list of known ones', () => {
  expect(() => metricOf('footfall')).toThrow(/There is no metric footfall; known are far, fro, ins/)
})

test('a metric over a frame without its atoms names the column that is missing', () => {
  expect(() =>
    deriveColumn(metricOf('captureRate'), fromRows([{ id: 'ins', type: 'int', role: 'measure' }], [[1]])),
  ).toThrow('There is no column fro; the frame has ins.')
})

test('every metric reads atoms only, has a name and a description in six languages, and its settings exist', () => {
  for (const metric of METRICS) {
    expect(atomsOf(metric).filter((id) => atomOf(id) === undefined)).toEqual([])
    expect((metric.settings ?? []).filter((name) => !(name in SETTINGS))).toEqual([])
  }
  for (const language of LANGUAGES) {
    const known = texts(language)
    expect(
      METRICS.filter(({ id }) => !known[id]?.name || !known[id]?.description).map(({ id }) => `${language} ${id}`),
    ).toEqual([])
  }
})

test('ids are unique and a definition carries its version', () => {
  expect(new Set(METRICS.map(({ id }) => id)).size).toBe(METRICS.length)
  expect(definitionOf(metricOf('captureRate'))).toBe('captureRate@1')
})

test('a value above the possible range is kept and flagged', () => {
  expect(flagOf(metricOf('conversionRate'), { visits: 10, tickets: 12 })).toBe('ticketsExceedVisits')
  expect(flagOf(metricOf('conversionRate'), { visits: 10, tickets: 10 })).toBeNull()
  expect(flagOf(metricOf('captureRate'), { fro: 80, ins: 100 })).toBeNull()
  expect(
    flagOf(metricOf('captureRate'), { fro: 80, ins: 100 }, { frontMode: 'inclusive', conversionDenominator: 'visits' }),
  ).toBe('frontUndercount')
})

test('settings differ by type of local where the design says so', () => {
  expect(settingFor(SETTINGS.bounceThresholdS, 'mall')).toBe(300)
  expect(settingFor(SETTINGS.bounceThresholdS, 'store')).toBe(120)
  expect(settingFor(SETTINGS.dwellEdgesMin, 'transport')).toEqual([2, 5, 15])
  expect(settingFor(SETTINGS.dwellEdgesMin)).toEqual([5, 15, 30])
})

test('range labels come from the edges', () => {
  expect(dwellRanges([5, 15, 30])).toEqual([
    { key: 'metrics:dwell.upTo', params: { n: 5 } },
    { key: 'metrics:dwell.between', params: { n: 5, m: 15 } },
    { key: 'metrics:dwell.between', params: { n: 15, m: 30 } },
    { key: 'metrics:dwell.moreThan', params: { n: 30 } },
  ])
  expect(repetitionRanges([7, 15, 30, 60]).map(({ params }) => params)).toEqual([
    { n: 7 },
    { n: 7, m: 15 },
    { n: 15, m: 30 },
    { n: 30, m: 60 },
  ])
})

test('sums skip missing values and stay null when all are missing', () => {
  expect(
    sumAtoms([
      { ins: 1, visits: 1, tickets: null },
      { ins: 2, visits: 2, tickets: 0 },
    ]),
  ).toMatchObject({ ins: 3, tickets: 0, visitsWithTickets: 2, insWithTickets: 2 })
  expect(sumAtoms([{ tickets: null }])).toMatchObject({ tickets: null, visitsWithTickets: null })
})

test('counts change in percent, percentages in points, and from nothing it is new', () => {
  expect(changeOf('count', 120, 100)).toEqual({ kind: 'percent', value: 20 })
  expect(changeOf('percent', 22, 20)).toEqual({ kind: 'points', value: 2 })
  expect(changeOf('count', 5, 0)).toEqual({ kind: 'new', value: null })
  expect(changeOf('count', 0, 0)).toEqual({ kind: 'percent', value: 0 })
  expect(changeOf('seconds', 90, 60)).toEqual({ kind: 'percent', value: 50 })
  expect(changeOf('count', null, 100)).toEqual({ kind: 'none', value: null })
})

test('the Wilson interval is the one of the design page', () => {
  const percent = ([low, high]: [number, number]) => [low, high].map((share) => Math.round(share * 1000) / 10)
  expect(percent(wilson(30, 75))).toEqual([29.7, 51.3])
  expect(percent(wilson(100, 500))).toEqual([16.7, 23.7])
})

test('a change inside the noise is neither good nor bad', () => {
  const visits = metricOf('visits')
  expect(changeBetween(visits, { visits: 105 }, { visits: 100 })).toEqual({
    kind: 'percent',
    value: 5,
    noise: true,
    verdict: 'neutral',
    mixed: false,
  })
  expect(changeBetween(visits, { visits: 1500 }, { visits: 1000 })).toEqual({
    kind: 'percent',
    value: 50,
    noise: false,
    verdict: 'better',
    mixed: false,
  })
  expect(changeBetween(visits, { visits: 1500 }, { visits: 1000 }, { phi: 30 }).noise).toBe(true)
  expect(changeBetween(metricOf('bounces'), { bounces: 1500 }, { bounces: 1000 }).verdict).toBe('worse')
  expect(changeBetween(metricOf('captureRate'), { fro: 400, ins: 100 }, { fro: 410, ins: 100 }).noise).toBe(true)
  expect(changeBetween(metricOf('captureRate'), { fro: 4000, ins: 1500 }, { fro: 4000, ins: 1000 })).toMatchObject({
    kind: 'points',
    noise: false,
    verdict: 'better',
  })
  expect(changeBetween(visits, { visits: null }, { visits: 100 })).toEqual({
    kind: 'none',
    value: null,
    noise: true,
    verdict: 'neutral',
    mixed: false,
  })
})
