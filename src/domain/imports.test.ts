import { expect, test } from 'vitest'
import type { ImportReport } from '#schemas/generated/entities/import-report.ts'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import settingsSchema from '../../schemas/entities/import-settings.schema.json' with { type: 'json' }
import {
  quarantinedLines,
  figuresIn,
  figuresPath,
  looksOf,
  lookPath,
  meaningOf,
  mergedLines,
  saidByHand,
  sumValue,
  withPlaces,
} from './imports.ts'
import { goneWith, isOpen, isUnderWay } from './import-states.ts'
import { COLUMN_USES, withColumn } from './import-columns.ts'

test('the link to Compare has the client, the days and no stores, which are all of them', () => {
  expect(lookPath('compare', 7, { begin: '2012-01-01', end: '2014-06-30' })).toBe(
    '/users/foot/dashboards/view/foot-compare?client=7&end=2014-6-30&p1=2014-06-01..2014-06-30&p2=2014-05-01..2014-05-31',
  )
  expect(lookPath('compare', 7, { begin: '2026-03-28', end: '2026-03-29' })).toBe(
    '/users/foot/dashboards/view/foot-compare?client=7&end=2026-3-29&p1=2026-03-28..2026-03-29',
  )
})

test('the link leads past a gap in the data', () => {
  const days = { begin: '2025-08-01', end: '2025-09-20' }
  expect(lookPath('compare', 7, days, [{ begin: '2025-08-19', end: '2025-08-31' }])).toBe(
    '/users/foot/dashboards/view/foot-compare?client=7&end=2025-9-14&p1=2025-09-08..2025-09-14&p2=2025-09-01..2025-09-07',
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

test('detected settings are not sent as manual ones: sent again they are detected anew', () => {
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

test('a column and a place are set once, by the last setting', () => {
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

test('stored data are there until their client is deleted, or all venues that had them', () => {
  const stored = { added: 3, corrected: 0, unchanged: 0, refused: 0, newLocals: 1 }
  const report = { stored } as ImportReport
  const loaded = { state: 'loaded', client: 1, report } as const
  expect([
    goneWith(loaded),
    goneWith({ ...loaded, takesBack: { figures: 1, locals: 0 } }),
    goneWith({ ...loaded, takesBack: { figures: 0, locals: 0 } }),
    goneWith({ ...loaded, client: null }),
    // The same file again said nothing new.
    goneWith({
      ...loaded,
      report: { stored: { ...stored, added: 0, unchanged: 3 } } as ImportReport,
      takesBack: { figures: 0, locals: 0 },
    }),
    goneWith({ ...loaded, state: 'undone', client: null }),
    goneWith({ ...loaded, state: 'ready', client: null }),
  ]).toEqual([null, null, 'venues', 'client', null, null, null])
})

test('states of server work change automatically, and settings may change until it is stored', () => {
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

test('each kind of data is looked at on its own dashboard, several in the order entries, exits, sales', () => {
  const looks = (...atoms: string[]) => looksOf({ meaning: 'counts', sums: atoms.map((atom) => ({ atom })) } as never)
  const atoms = ['ins', 'visits', 'fro', 'far', 'outs', 'tickets', 'sales', 'units', 'insTimeS']
  expect(atoms.map((atom) => looks(atom).join())).toEqual([
    'compare',
    'compare',
    'compare',
    'compare',
    'exits',
    'sales',
    'sales',
    'sales',
    '',
  ])
  expect(looks('units', 'outs', 'far')).toEqual(['compare', 'exits', 'sales'])
  const meaning = (one: string) => ({ meaning: one, sums: [] }) as never
  expect([looksOf(meaning('inside')), looksOf(meaning('presence')), looksOf(null)]).toEqual([
    ['occupancy'],
    ['occupancy'],
    [],
  ])
})

test('figures that are no hours of a place have a separate dashboard', () => {
  const kinds = ['flows', 'profile', 'monthly', 'counts', 'inside'].map((meaning) => figuresIn({ meaning } as never))
  expect([...kinds, figuresIn(null)]).toEqual(['flows', 'profile', 'monthly', null, null, null])
  expect((['flows', 'profile', 'monthly'] as const).map((meaning) => figuresPath(meaning, 7))).toEqual([
    '/users/dashboards/transport?client=7',
    '/users/dashboards/renfe?client=7',
    '/users/dashboards/automotive/monthly-tendency?client=7',
  ])
  const days = { begin: '2026-11-18', end: '2026-11-19' }
  expect(
    (['compare', 'exits', 'sales', 'occupancy'] as const).map((look) => lookPath(look, 7, days).split('?')[0]),
  ).toEqual([
    '/users/foot/dashboards/view/foot-compare',
    '/users/foot/dashboards/view/foot-exits',
    '/users/foot/dashboards/view/foot-sales',
    '/users/dashboards/occupancy',
  ])
})

test('merged and quarantined lines are one number each', () => {
  expect(
    mergedLines({ merged: { duplicates: 1, contradictions: 20, skippedHour: 300, partsOfHour: 4000 } } as never),
  ).toBe(4321)
  expect(quarantinedLines({ apart: [{ lines: 2 }, { lines: 5 }] } as never)).toBe(7)
  expect(quarantinedLines({ apart: [] } as never)).toBe(0)
})

test('sales of a report are amounts, every other column keeps its meaning', () => {
  expect([sumValue('sales', 630_482_606), sumValue('tickets', 12_495)]).toEqual([6_304_826.06, 12_495])
})

test('a line of tickets alone is a ticket, not a person', () => {
  const of = (meaning: 'passages' | 'counts', ...atoms: string[]) =>
    meaningOf({ meaning, sums: atoms.map((atom) => ({ atom, read: 1, stored: 1, outvoted: 0, apart: 0 })) })
  expect([of('passages', 'tickets', 'sales'), of('passages', 'ins'), of('passages', 'ins', 'tickets')]).toEqual([
    'tickets',
    'passages',
    'passages',
  ])
  expect(of('counts', 'tickets')).toBe('counts')
})
