import { expect, test } from 'vitest'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, LOST, WHOLE } from '../lib/test-support/facts.ts'
import { barsEnd, isLocals, project } from './model.ts'

const context = contextOf('capture-conversion')
const OPTIONS = { byLocal: true, rate: 'conversionRate', maxLocals: 12 } as const
const GOLDEN = {
  far: 900,
  fro: 400,
  ins: 100,
  bounces: 25,
  visits: 75,
  tickets: 30,
  visitsWithTickets: 75,
  insWithTickets: 100,
  ...WHOLE,
}
const BEFORE = {
  ...GOLDEN,
  fro: 450,
  ins: 50,
  bounces: 10,
  visits: 40,
  tickets: 10,
  visitsWithTickets: 40,
  insWithTickets: 50,
}

test('each step has its count and the rate that leads to it, in both periods', () => {
  const { columns, rows } = project(
    OPTIONS,
    {
      rows: factFrame([
        { period: 'comparing', local: 11, ...GOLDEN },
        { period: 'reference', local: 11, ...BEFORE },
      ]),
    },
    context,
  )
  expect(columns.map(({ id }) => id)).toEqual([
    'step',
    'comparing',
    'reference',
    'change',
    'rate',
    'comparingRate',
    'referenceRate',
    'rateChange',
  ])
  expect(rows).toEqual([
    ['Passed by', 500, 500, 0, null, null, null, null],
    ['Came in', 100, 50, 100, 'Capture rate', 20, 10, 10],
    ['Stayed', 75, 40, 87.5, 'Stay rate', 75, 80, -5],
    ['Bought', 30, 10, 200, 'Conversion rate', 40, 25, 15],
  ])
})

test('one local is not compared with itself; several are, those with most entries first', () => {
  const one = project(OPTIONS, { rows: factFrame([{ period: 'comparing', local: 11, ...GOLDEN }]) }, context)
  expect(one.parts).toBeUndefined()
  const rows = factFrame([
    { period: 'comparing', local: 11, ...BEFORE },
    { period: 'comparing', local: 12, ...GOLDEN },
  ])
  expect(project(OPTIONS, { rows }, context).parts?.[1]?.projection.rows).toEqual([
    ['Passeig de Gràcia', 40, 100],
    ['Gran Vía', 25, 100],
  ])
})

test('locals beyond the limit are one row, as sum over sum', () => {
  const rows = factFrame(
    [11, 12, 13, 14, 15].map((local, at) => ({
      period: 'comparing',
      local,
      ...GOLDEN,
      ins: 500 - at,
      ...(at > 2 && { tickets: at === 3 ? 75 : 0 }),
    })),
  )
  const locals = project({ ...OPTIONS, maxLocals: 3 }, { rows }, context).parts?.[1]?.projection
  expect(locals?.rows.at(-1)).toEqual(['Others (2)', 50, 100])
  expect(locals && isLocals(locals) ? locals.locals : null).toEqual([11, 12, 13, null])
})

test('a single local beyond the limit is named: Others would take its row', () => {
  const rows = factFrame(
    [11, 12, 13, 14].map((local, at) => ({ period: 'comparing', local, ...GOLDEN, ins: 500 - at })),
  )
  const locals = project({ ...OPTIONS, maxLocals: 3 }, { rows }, context).parts?.[1]?.projection
  expect(locals && isLocals(locals) ? locals.locals : null).toEqual([11, 12, 13, 14])
})

test('a local whose counters were silent is missing, not last', () => {
  const silent = { ...Object.fromEntries(Object.keys(GOLDEN).map((id) => [id, null])), ...LOST }
  const locals = project(
    OPTIONS,
    {
      rows: factFrame([
        { period: 'comparing', local: 11, ...GOLDEN },
        { period: 'comparing', local: 12, ...silent },
      ]),
    },
    context,
  ).parts?.[1]?.projection
  expect([locals?.rows, locals?.columnStates?.comparing]).toEqual([
    [
      ['Gran Vía', 40, 100],
      ['Passeig de Gràcia', null, 0],
    ],
    ['final', 'missing'],
  ])
})

test('without the module of tickets there is no such step, no conversion and no word of it', () => {
  const frame = factFrame([
    { period: 'comparing', ...GOLDEN, tickets: null },
    { period: 'reference', ...BEFORE, tickets: null },
  ])
  const rows = {
    ...frame,
    columns: frame.columns.map((column) =>
      /[tT]ickets$/.test(column.id) ? { ...column, muted: true as const } : column,
    ),
  }
  const { rows: steps, notes, summary, passport } = project({ ...OPTIONS, byLocal: false }, { rows }, context)
  expect(steps.map(([name]) => name)).toEqual(['Passed by', 'Came in', 'Stayed'])
  expect([notes, /onversion/.test(summary), passport?.definitions]).toEqual([
    [],
    false,
    ['total@1', 'ins@1', 'visits@1', 'captureRate@1', 'bounceRate@1'],
  ])
})

test('the figures say when tickets are absent or exceed the visits', () => {
  const notes = (tickets: number | null) =>
    project(
      OPTIONS,
      {
        rows: factFrame([
          {
            period: 'comparing',
            ...GOLDEN,
            tickets,
            ...(tickets === null && { visitsWithTickets: null, insWithTickets: null }),
          },
        ]),
      },
      context,
    ).notes
  expect(notes(30)).toEqual([])
  expect(notes(null)).toEqual(['No tickets were reported for these hours, so there is no conversion.'])
  expect(notes(90)).toEqual(['There are more tickets than visits: check the footscans or the ticket file.'])
})

test('steps, rates and stores are as counted also where entries are estimated, and as incomplete as the counts', () => {
  const gap = { ...GOLDEN, observed: 300, missingHours: 1 }
  const frame = (estimate: object) =>
    factFrame([11, 12].map((local) => ({ period: 'comparing', local, ...gap, ...estimate })))
  const shown = (estimate: object, rate: 'conversionRate' | 'captureRate') => {
    const { parts } = project({ ...OPTIONS, rate }, { rows: frame(estimate) }, context)
    return parts?.map(({ projection: { rows, states } }) => [rows, states])
  }
  for (const rate of ['conversionRate', 'captureRate'] as const) {
    const filled = shown({ 'ins.estimated': 30, 'ins.variance': 9 }, rate)
    expect([rate, filled]).toEqual([rate, shown({}, rate)])
    expect(filled?.map(([, states]) => [...new Set(states as string[])])).toEqual([['partial'], ['partial']])
  }
})

test('where the base of a rate was not counted, the list of the stores has their entries, and a note says why', () => {
  const uncounted = { ...GOLDEN, far: null, fro: null, bounces: null, visits: null, tickets: null }
  const rows = factFrame(
    ['comparing', 'reference'].flatMap((period) =>
      [11, 12].map((local) => ({ period, local, ...uncounted, ins: period === 'comparing' ? local * 10 : 100 })),
    ),
  )
  const { parts, notes } = project({ ...OPTIONS, rate: 'captureRate' }, { rows }, context)
  const list = parts?.[1]
  expect([list?.title, list?.projection.summary]).toEqual(['Entries by store', 'Entries by store'])
  expect(list?.projection.rows.map((row) => row.slice(0, 4))).toEqual([
    ['Passeig de Gràcia', 120, 100, 20],
    ['Gran Vía', 110, 100, 10],
  ])
  expect(notes).toContain('Capture rate is not shown: what it is calculated from was not counted.')
  const alone = factFrame([11, 12].map((local) => ({ period: 'comparing', local, ...uncounted, ins: local })))
  const withoutReference = project({ ...OPTIONS, rate: 'captureRate' }, { rows: alone }, context)
  expect(withoutReference.parts?.[1]?.title).toBe('Entries by store')
})

test('bars of counts end at the largest local, not at the sum of all others; those of rates at 100', () => {
  const counts = [
    [464, 375, 7349],
    [null, 500, 9000],
  ]
  expect([barsEnd([1, 2, null], counts, false), barsEnd([1, 2, null], counts, true), barsEnd([], [[]], false)]).toEqual(
    [500, 100, 1],
  )
})
