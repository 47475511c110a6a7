import { expect, test } from 'vitest'
import {
  EXPORT_MEASURES,
  EXPORT_SUMS,
  EXPORT_TYPES,
  exportColumns,
  exportFileName,
  manifestFileName,
} from './export.ts'
import { ATOM_IDS } from './metrics/atoms.ts'

const PLACE = [
  'client id',
  'clientName text',
  'local id',
  'localName text',
  'localCode text',
  'area id',
  'areaName text',
  'traffic text',
  'timeZone text',
  'date day',
]
const STATE = ['byDay flag', 'state text']
const QUALITY = ['estimatedIns count', 'expected weight', 'observed weight', 'coverage share']
const written = (...asked: Parameters<typeof exportColumns>) =>
  exportColumns(...asked).map(({ id, kind }) => `${id} ${kind}`)

test('a row of an hour says where and when it was, on its clock and as a moment, and when it was learnt', () => {
  expect(written('hour', ['sales', 'ins'])).toEqual([
    ...PLACE,
    'hour count',
    'localTime local',
    'offset text',
    'fold flag',
    'utc instant',
    ...STATE,
    'ins count',
    'sales money',
    ...QUALITY,
    'learntAt instant',
  ])
})

test('a row of a day has no clock, and says how many of its hours came', () => {
  expect(written('day', ['ins'])).toEqual([
    ...PLACE,
    ...STATE,
    'ins count',
    ...QUALITY,
    'hours count',
    'missingHours count',
    'partialHours count',
    'settlingHours count',
    'closedHours count',
    'learntAt instant',
  ])
})

test('without a choice every count is in the file: entries, tickets, sales, lengths of stay and repetitions', () => {
  const all = written('day')
  expect(all).toEqual(written('day', []))
  expect(all.slice(PLACE.length + STATE.length, -QUALITY.length - 6)).toEqual([
    ...['far', 'fro', 'ins', 'outs', 'bounces', 'visits', 'tickets', 'ticketsOfDay'].map((id) => `${id} count`),
    'sales money',
    'salesOfDay money',
    'units count',
    'unitsOfDay count',
    'insTimeS seconds',
    'visitTimeS seconds',
    ...['insInRange', 'localRepRange', 'clientRepRange'].flatMap((name) => [
      ...(name === 'localRepRange' ? ['identifiedVisits count'] : []),
      ...[0, 1, 2, 3].map((k) => `${name}${k} count`),
    ]),
  ])
})

test('only counts may be left out, and only counts and weights may be summed over rows', () => {
  const columns = exportColumns('hour')
  expect(columns.filter(({ isMeasure }) => isMeasure === true).map(({ id }) => id)).toEqual(EXPORT_MEASURES)
  expect(EXPORT_MEASURES.filter((id) => !ATOM_IDS.includes(id))).toEqual(['ticketsOfDay', 'salesOfDay', 'unitsOfDay'])
  expect(EXPORT_SUMS).toEqual([...EXPORT_MEASURES, 'estimatedIns', 'expected', 'observed'])
})

test('the two files of an export are named after its days and its grain, and have their types', () => {
  const about = { begin: '2021-01-01', end: '2025-12-31', grain: 'hour' } as const
  const formats = ['csv', 'parquet', 'xlsx'] as const
  expect(formats.map((format) => [exportFileName({ ...about, format }), EXPORT_TYPES[format]])).toEqual([
    ['aforo_2021-01-01_2025-12-31_hour.csv.gz', 'application/gzip'],
    ['aforo_2021-01-01_2025-12-31_hour.parquet', 'application/vnd.apache.parquet'],
    ['aforo_2021-01-01_2025-12-31_hour.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ])
  expect(manifestFileName({ ...about, grain: 'day' })).toBe('aforo_2021-01-01_2025-12-31_day_manifest.json')
})
