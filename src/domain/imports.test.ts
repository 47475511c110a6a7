import { expect, test } from 'vitest'
import type { ImportReport } from '#schemas/generated/entities/import-report.ts'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import settingsSchema from '../../schemas/entities/import-settings.schema.json' with { type: 'json' }
import {
  COLUMN_USES,
  isOpen,
  isUnderWay,
  lastWholePeriod,
  looksOf,
  lookPath,
  saidByHand,
  withColumn,
  withPlaces,
} from './imports.ts'

test('the last whole month is shown, against the month before where the data have it whole', () => {
  expect(lastWholePeriod({ begin: '2012-01-01', end: '2014-06-30' })).toEqual({
    comparing: { begin: '2014-06-01', end: '2014-06-30' },
    reference: { begin: '2014-05-01', end: '2014-05-31' },
  })
  expect(lastWholePeriod({ begin: '2012-01-01', end: '2014-06-29' }).comparing).toEqual({
    begin: '2014-05-01',
    end: '2014-05-31',
  })
  expect(lastWholePeriod({ begin: '2024-01-02', end: '2024-02-29' })).toEqual({
    comparing: { begin: '2024-02-01', end: '2024-02-29' },
    reference: null,
  })
})

test('less than a month is shown by its last whole week, less than a week as it is', () => {
  expect(lastWholePeriod({ begin: '2026-03-02', end: '2026-03-17' })).toEqual({
    comparing: { begin: '2026-03-09', end: '2026-03-15' },
    reference: { begin: '2026-03-02', end: '2026-03-08' },
  })
  expect(lastWholePeriod({ begin: '2026-03-03', end: '2026-03-15' })).toEqual({
    comparing: { begin: '2026-03-09', end: '2026-03-15' },
    reference: null,
  })
  expect(lastWholePeriod({ begin: '2026-03-28', end: '2026-03-29' })).toEqual({
    comparing: { begin: '2026-03-28', end: '2026-03-29' },
    reference: null,
  })
})

test('the link to Compare has the client, the days and no stores, which are all of them', () => {
  expect(lookPath('compare', 7, { begin: '2012-01-01', end: '2014-06-30' })).toBe(
    '/users/foot/dashboards/view/foot-compare?client=7&end=2014-6-30&p1=2014-06-01..2014-06-30&p2=2014-05-01..2014-05-31',
  )
  expect(lookPath('compare', 7, { begin: '2026-03-28', end: '2026-03-29' })).toBe(
    '/users/foot/dashboards/view/foot-compare?client=7&end=2026-3-29&p1=2026-03-28..2026-03-29',
  )
})

test('an import is first looked at where its counts are: tickets alone are not in Compare', () => {
  const loaded = (meaning: ImportReport['meaning'], ...atoms: string[]) =>
    looksOf({ meaning, sums: atoms.map((atom) => ({ atom, read: 1, stored: 1, outvoted: 0, apart: 0 })) })
  expect(loaded('counts', 'ins', 'outs', 'tickets')).toEqual(['compare', 'exits', 'sales'])
  expect(loaded('counts', 'tickets', 'units')).toEqual(['sales'])
  expect(loaded('counts', 'insTimeS')).toEqual([])
  expect(loaded('presence', 'minutes')).toEqual(['occupancy'])
  expect(lookPath('sales', 7, { begin: '2026-03-28', end: '2026-03-29' })).toBe(
    '/users/foot/dashboards/view/foot-sales?client=7&end=2026-3-29&p1=2026-03-28..2026-03-29',
  )
})

test('what was found out is not said by hand: sent again it is found out anew', () => {
  const settings: ImportSettings = {
    client: 3,
    timeZone: 'Europe/Madrid',
    decimal: ',',
    format: null,
    columns: [{ column: 'n', use: 'ins' }],
    places: [{ place: 'A', skip: true }],
  }
  expect(saidByHand({ settings, found: ['decimal', 'columns'] })).toEqual({
    client: 3,
    timeZone: 'Europe/Madrid',
    places: [{ place: 'A', skip: true }],
  })
})

test('a column and a place are said once, by the last word', () => {
  expect(
    withColumn(
      [
        { column: 'a', use: 'ins' },
        { column: 'b', use: 'outs' },
      ],
      'a',
      'ignored',
    ),
  ).toEqual([
    { column: 'b', use: 'outs' },
    { column: 'a', use: 'ignored' },
  ])
  expect(
    withPlaces(
      [
        { place: 'A', local: 1 },
        { place: 'B', local: 2 },
      ],
      [{ place: 'A', skip: true }],
    ),
  ).toEqual([
    { place: 'B', local: 2 },
    { place: 'A', skip: true },
  ])
})

test('every use of a column that the settings know is offered, once', () => {
  const known = settingsSchema.properties.columns.items.properties.use.enum
  expect(['ignored', ...Object.values(COLUMN_USES).flat()].toSorted()).toEqual(known.toSorted())
})

test('what the server works on changes by itself, and settings may change until it is stored', () => {
  const states = [
    'reading',
    'ready',
    'refused',
    'storing',
    'loaded',
    'failed',
    'cancelled',
    'undoing',
    'undone',
  ] as const
  expect(states.filter(isUnderWay)).toEqual(['reading', 'storing', 'undoing'])
  expect(states.filter(isOpen)).toEqual(['reading', 'ready', 'refused'])
})
