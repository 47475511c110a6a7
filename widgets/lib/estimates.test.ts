import { describe, expect, test } from 'vitest'
import { project as benchmark } from '../benchmark-table/model.ts'
import { project as hourly } from '../hourly-ranges/model.ts'
import { project as kpi } from '../kpi-table/model.ts'
import { project as comparison } from '../period-comparison/model.ts'
import { project as gauge } from '../gauge/model.ts'
import { project as map } from '../map/model.ts'
import { project as pivot } from '../pivot-table/model.ts'
import { project as scatter } from '../scatter/model.ts'
import { project as series } from '../time-series/model.ts'
import { project as waterfall } from '../waterfall/model.ts'
import { project as stays } from '../ins-distribution/model.ts'
import { passportOfAtoms, stateOfAtoms } from './groups.ts'
import { change, valueOf } from './measure.ts'
import { estimateWords } from './reasons.ts'
import { contextOf } from './test-support/context.ts'
import { factFrame, LOST, WHOLE } from './test-support/facts.ts'

const MONDAY = 20_766
/** Two of four hours did not come; 100 people are estimated for them, with a deviation of 10. */
const HALF = { ...WHOLE, observed: 350, missingHours: 2 }
const filled = (ins: number, estimated: number, variance = 100) => ({
  ...HALF,
  ins,
  visits: 60,
  'ins.estimated': estimated,
  'ins.variance': variance,
})
const whole = (ins: number) => ({ ...WHOLE, ins, visits: 60, 'ins.estimated': 0, 'ins.variance': 0 })

describe('the state of a figure', () => {
  test('that holds an estimate is estimated, and that of other measures is as counted', () => {
    const atoms = filled(900, 100)
    expect([stateOfAtoms(atoms, 'ins'), stateOfAtoms(atoms, 'visits'), stateOfAtoms(atoms)]).toEqual([
      'estimated',
      'partial',
      'partial',
    ])
  })

  test('with more than half of it estimated is missing, and there is no figure', () => {
    expect([stateOfAtoms(filled(100, 100), 'ins'), valueOf('ins', filled(100, 100))]).toEqual(['estimated', 200])
    expect([stateOfAtoms(filled(99, 100), 'ins'), valueOf('ins', filled(99, 100))]).toEqual(['missing', null])
    expect(change('ins', filled(99, 100), whole(300)).value).toBeNull()
  })

  test('of missing hours whose estimate is 0 people is missing', () => {
    const silence = { ...LOST, ins: null, 'ins.estimated': 0, 'ins.variance': 0 }
    expect([stateOfAtoms(silence, 'ins'), valueOf('ins', silence)]).toEqual(['missing', null])
  })

  test('with hours that are in neither is incomplete', () => {
    expect(stateOfAtoms({ ...filled(900, 100), 'ins.unestimated': 1 }, 'ins')).toBe('partial')
  })
})

describe('the notes of a figure', () => {
  const context = contextOf('period-comparison')
  test('name its estimated part, with its interval', () => {
    expect(estimateWords('ins', filled(900, 100), context)).toBe(
      'Includes about 100 estimated (10.0%). 95%: 980 to 1,020.',
    )
    expect(estimateWords('ins', { ...filled(900, 100), 'ins.unestimated': 3 }, context)).toBe(
      'Includes about 100 estimated (10.0%). 95%: 980 to 1,020. 3 more hours have no estimate.',
    )
    expect(estimateWords('visits', filled(900, 100), context)).toBeNull()
  })

  test('of a guess name the count and the part not shown', () => {
    expect(estimateWords('ins', filled(99, 300), context)).toBe(
      '75.2% of it would be estimated, so no figure is shown. Counted: 99; estimated: 300.',
    )
  })

  test('in its passport name the missing part, and as counted no share is called estimated', () => {
    const { 'ins.estimated': _e, 'ins.variance': _v, ...counted } = filled(900, 100)
    expect(passportOfAtoms({ ...counted, estimatedIns: 100 }, ['ins@1'])).toMatchObject({
      estimatedShare: 0,
      missing: { hours: 2, of: 4 },
    })
    expect(passportOfAtoms(filled(900, 100), ['ins@1'])).toMatchObject({
      estimatedShare: 0.1,
      missing: { hours: 2, of: 4, neither: 0 },
      estimate: { people: 100, low: 980, high: 1020 },
    })
    expect(passportOfAtoms(filled(900, 100), ['visits@1'])).not.toHaveProperty('estimate')
  })
})

describe('tables and files', () => {
  const rows = factFrame([
    { period: 'comparing', index: 0, day: MONDAY, ...filled(900, 100) },
    { period: 'comparing', index: 1, day: MONDAY + 1, ...whole(800) },
    { period: 'reference', index: 0, day: MONDAY - 7, ...whole(950) },
    { period: 'reference', index: 1, day: MONDAY - 6, ...filled(700, 50) },
  ])

  test('have the estimated part and the ends of its interval of both periods in separate columns', () => {
    const { columns, rows: cells } = kpi(
      { metrics: ['ins', 'visits'], layout: 'auto' },
      { rows },
      contextOf('kpi-table'),
    )
    const at = columns.findIndex(({ id }) => id === 'ins.comparing.estimated')
    expect(columns.slice(at).map(({ id }) => id)).toEqual([
      'ins.comparing.estimated',
      'ins.comparing.low',
      'ins.comparing.high',
      'ins.reference.estimated',
      'ins.reference.low',
      'ins.reference.high',
    ])
    expect(cells.map((row) => row.slice(at))).toEqual([
      [100, 1780, 1820, 50, 1680, 1720],
      [null, null, null, null, null, null],
    ])
    expect(cells.map((row) => row[1])).toEqual([1800, 120])
  })

  test('have none of them where nothing is estimated', () => {
    const quiet = factFrame([{ period: 'comparing', ...WHOLE, ins: 900, visits: 60 }])
    expect(
      kpi({ metrics: ['ins'], layout: 'auto' }, { rows: quiet }, contextOf('kpi-table')).columns.map(({ id }) => id),
    ).toEqual(['metric', 'comparing', 'unit', 'coverage'])
  })

  test('of a chart mark the day that holds the estimate, in either period, and say it', () => {
    const { columnStates, reasons } = comparison(
      { bars: 'ins', lines: 'none', granularity: 'day', showReference: true },
      { rows },
      contextOf('period-comparison'),
    )
    expect([columnStates?.['ins.comparing']?.slice(0, 2), columnStates?.['ins.reference']?.slice(0, 2)]).toEqual([
      ['estimated', 'final'],
      ['final', 'estimated'],
    ])
    expect(reasons.slice(0, 2)).toEqual([
      'Includes about 100 estimated (10.0%). 95%: 980 to 1,020.',
      'Week before: Includes about 50 estimated (6.7%). 95%: 730 to 770.',
    ])
    const drawn = series(
      {
        measures: [{ measure: 'ins' }],
        granularity: 'day',
        split: '',
        top: 5,
        names: [],
        showReference: true,
      } as unknown as Parameters<typeof series>[0],
      { rows },
      contextOf('time-series'),
    )
    expect([
      drawn.columnStates?.['ins.comparing']?.slice(0, 2),
      drawn.columnStates?.['ins.reference']?.slice(0, 2),
      drawn.reasons.slice(0, 2),
    ]).toEqual([['estimated', 'final'], ['final', 'estimated'], reasons.slice(0, 2)])
  })
})

test('an hour has its own interval, and the sum of hours that of their days', () => {
  const hour = (at: number) => ({ period: 'comparing', hour: at, ...filled(400, 20, 25), 'ins.covariance': 75 })
  const {
    columns,
    rows,
    reasons,
    passport,
    series: drawn,
  } = hourly(
    { period: 'comparing', showTickets: false, edgesMinutes: [5, 15, 30], sharedScale: true },
    { rows: factFrame([hour(10), hour(11)]) },
    contextOf('hourly-ranges'),
  )
  expect(reasons[0]).toBe('Includes about 20 estimated (4.8%). 95%: 410 to 430.')
  expect(passport?.estimate).toEqual({ people: 40, low: 840 - 28, high: 840 + 28 })
  expect(rows[0]?.[columns.findIndex(({ id }) => id === 'estimated')]).toBe(20)
  expect(drawn?.map(({ id }) => id)).toContain('estimated')
})

test('lengths of stay cover counted visitors only, and a note says so', () => {
  const row = {
    period: 'comparing',
    ...filled(100, 50),
    insInRange0: 40,
    insInRange1: 30,
    insInRange2: 20,
    insInRange3: 10,
  }
  const { totals, summary } = stays(
    { edgesMinutes: [5, 15, 30] } as unknown as Parameters<typeof stays>[0],
    { rows: factFrame([row]) },
    contextOf('ins-distribution'),
  )
  expect(totals.comparing).toBe(100)
  expect(summary).toContain('As counted: without the estimates for hours that did not arrive.')
})

test('a table of stores has the columns of the period under short names', () => {
  const rows = factFrame([
    { period: 'comparing', local: 1, ...filled(900, 100) },
    { period: 'comparing', local: 2, ...whole(800) },
  ])
  const { columns, rows: cells } = benchmark(
    { metrics: ['ins'], benchmark: 'none', minPeers: 5, showTotals: true } as unknown as Parameters<
      typeof benchmark
    >[0],
    { rows },
    contextOf('benchmark-table'),
  )
  expect(columns.slice(-3).map(({ label }) => label)).toEqual(['Estimated part', '95% from', '95% to'])
  expect(cells.at(-1)?.slice(-3)).toEqual([100, 1780, 1820])
})

describe('a filled figure is marked as estimated and not as incomplete, and other measures as counted', () => {
  const rows = factFrame([
    { period: 'comparing', local: 11, type: 'street', ...filled(900, 100), lat: 40, lng: -3 },
    { period: 'comparing', local: 12, type: 'mall', ...whole(800), lat: 41, lng: 2 },
    { period: 'reference', local: 11, type: 'street', ...whole(900), lat: 40, lng: -3 },
    { period: 'reference', local: 12, type: 'mall', ...filled(700, 80), lat: 41, lng: 2 },
  ])

  test('gauge, in either period', () => {
    const of = (measure: string) =>
      gauge(
        {
          measure,
          min: 0,
          max: null,
          target: null,
          targetColumn: '',
          thresholds: [],
          showReference: true,
          names: [],
        } as unknown as Parameters<typeof gauge>[0],
        { rows },
        contextOf('gauge'),
      )
    expect([of('ins').states, of('ins').columnStates?.reference]).toEqual([['estimated'], ['estimated']])
    expect([of('visits').states, of('visits').columnStates?.reference]).toEqual([['partial'], ['partial']])
  })

  test('pivot-table, in its cells and its totals', () => {
    const of = (measure: string) =>
      pivot(
        {
          measure,
          rows: 'local',
          columns: 'type',
          show: 'value',
          sort: 'data',
          top: 0,
          totals: true,
          shading: false,
          names: [],
        } as unknown as Parameters<typeof pivot>[0],
        { rows },
        contextOf('pivot-table'),
      ).columnStates
    expect([of('ins')?.at0, of('ins')?.total]).toEqual([
      ['estimated', 'closed'],
      ['estimated', 'final'],
    ])
    expect([of('visits')?.at0, of('visits')?.total]).toEqual([
      ['partial', 'closed'],
      ['partial', 'final'],
    ])
  })

  test('map and scatter, with the estimated part in words', () => {
    const places = map(
      {
        points: 'local',
        size: 'ins',
        colour: '',
        latitude: 'lat',
        longitude: 'lng',
        names: [],
      } as unknown as Parameters<typeof map>[0],
      { rows },
      contextOf('map'),
    )
    expect([places.states, places.points[0]?.reason]).toEqual([
      ['estimated', 'final'],
      'Includes about 100 estimated (10.0%). 95%: 980 to 1,020.',
    ])
    const points = (x: string) =>
      scatter(
        { points: 'local', x, y: 'visits', size: '', showReference: false, names: [] } as unknown as Parameters<
          typeof scatter
        >[0],
        { rows },
        contextOf('scatter'),
      )
    expect([points('ins').states, points('ins').points[0]?.reason]).toEqual([
      ['estimated', 'final'],
      places.points[0]?.reason,
    ])
    expect([points('visits').states, points('visits').points[0]?.reason]).toEqual([
      ['partial', 'final'],
      '2 of 4 hours did not arrive.',
    ])
  })

  test('waterfall, in its steps and its ends', () => {
    const of = (measure: string) =>
      waterfall(
        { measure, category: 'local', top: 8, sort: 'data', names: [] } as unknown as Parameters<typeof waterfall>[0],
        { rows },
        contextOf('waterfall'),
      ).states
    expect(of('ins')).toEqual(['estimated', 'estimated', 'estimated', 'estimated'])
    expect(of('visits')).toEqual(['partial', 'partial', 'partial', 'partial'])
  })
})
