import type { HeatmapSeriesOption } from 'echarts/charts'
import { expect, test } from 'vitest'
import type { ChartTheme } from '#ui/chart/theme.ts'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, LOST, RUNNING, WHOLE } from '../lib/test-support/facts.ts'
import type { Fact } from '../lib/test-support/facts.ts'
import { SHADES, shadeOf } from '../lib/item-charts/shades.ts'
import { project } from './model.ts'
import { drawHeat } from './option.ts'

const context = contextOf('heat-map')
const OPTIONS: Parameters<typeof project>[0] = {
  mode: 'matrix',
  columns: 'hour',
  rows: 'weekday',
  measure: 'ins',
  period: 'comparing',
  top: 0,
  scaleMin: null,
  scaleMax: null,
  showValues: true,
  names: [],
}
const HOURS: Fact[] = [
  { period: 'comparing', weekday: 2, hour: 11, ...WHOLE, ins: 50 },
  { period: 'comparing', weekday: 1, hour: 10, ...WHOLE, ins: 100 },
  { period: 'comparing', weekday: 1, hour: 11, ...LOST, ins: null },
  { period: 'comparing', weekday: 2, hour: 10, ...RUNNING, ins: 5 },
  { period: 'reference', weekday: 1, hour: 10, ...WHOLE, ins: 50 },
]

test('rows and columns are in the order of the week and the day; an hour that was not measured has no value and is not cold', () => {
  const { columns, rows, columnStates, cells } = project(OPTIONS, { rows: factFrame(HOURS) }, context)
  expect(columns.map(({ label }) => label)).toEqual(['Weekday', '10:00', '11:00'])
  expect(rows).toEqual([
    ['Mon', 100, null],
    ['Tue', 5, 50],
  ])
  expect(columnStates).toEqual({ at0: ['final', 'partial'], at1: ['missing', 'final'] })
  expect(cells[0]?.[1]).toEqual({
    value: null,
    state: 'missing',
    reason: '4 of 4 hours did not arrive.',
    isOutside: false,
    day: null,
  })
})

test('a fixed scale wins over that of the data; that of a change has zero in its middle', () => {
  const scale = (over: Partial<typeof OPTIONS>) =>
    project({ ...OPTIONS, ...over }, { rows: factFrame(HOURS) }, context).scale
  expect([scale({}), scale({ scaleMin: 10, scaleMax: 400 }), scale({ period: 'change' })]).toEqual([
    { min: 0, max: 100, isChange: false },
    { min: 10, max: 400, isChange: false },
    { min: -100, max: 100, isChange: true },
  ])
})

test('a value outside of a fixed scale has the shade of its end', () => {
  expect([-5, 0, 50, 100, 900].map((value) => shadeOf(value, { min: 0, max: 100 }))).toEqual([
    0,
    0,
    (SHADES - 1) / 2,
    SHADES - 1,
    SHADES - 1,
  ])
})

test('a calendar is weekdays by weeks from Monday on, read day by day; days outside are no days', () => {
  const rows = factFrame(
    [20_767, 20_768, 20_773].map((day): Fact => ({ period: 'comparing', day, ...WHOLE, ins: day - 20_000 })),
  )
  const {
    rows: cells,
    down,
    across,
    states,
  } = project(
    { ...OPTIONS, mode: 'calendar' },
    { rows },
    { ...context, periods: { comparing: { begin: '2026-11-10', end: '2026-11-16', name: 'custom' }, reference: null } },
  )
  expect([down.length, across.map(({ member }) => member)]).toEqual([7, [20_766, 20_773]])
  expect(cells).toEqual([
    [20_767, 767],
    [20_768, 768],
    [20_769, null],
    [20_770, null],
    [20_771, null],
    [20_772, null],
    [20_773, 773],
  ])
  expect(states).toEqual(['final', 'final', 'missing', 'missing', 'missing', 'missing', 'final'])
})

const WEEKS = {
  comparing: { begin: '2026-11-09', end: '2026-11-15', name: 'custom' },
  reference: { begin: '2026-11-02', end: '2026-11-08', name: 'custom' },
}
const TWO_WEEKS = factFrame([
  ...[20_759, 20_760, 20_765].map((day): Fact => ({ period: 'reference', day, ...WHOLE, ins: 100 })),
  ...[20_766, 20_767, 20_772].map((day): Fact => ({ period: 'comparing', day, ...WHOLE, ins: 150 })),
])
const calendarOf = (period: (typeof OPTIONS)['period']) =>
  project({ ...OPTIONS, mode: 'calendar', period }, { rows: TWO_WEEKS }, { ...context, periods: WEEKS })

test('a calendar shows the days of its period: those of the other one are neither shown nor called unmeasured', () => {
  expect(calendarOf('comparing').rows).toEqual([
    [20_766, 150],
    [20_767, 150],
    [20_768, null],
    [20_769, null],
    [20_770, null],
    [20_771, null],
    [20_772, 150],
  ])
  expect(calendarOf('reference').rows).toEqual([
    [20_759, 100],
    [20_760, 100],
    [20_761, null],
    [20_762, null],
    [20_763, null],
    [20_764, null],
    [20_765, 100],
  ])
})

test('the change of a calendar day is against the day at its place in the reference', () => {
  const { rows, states } = calendarOf('change')
  expect(rows.map(([, value]) => value)).toEqual([50, 50, null, null, null, null, 50])
  expect(states).toEqual(['final', 'final', 'missing', 'missing', 'missing', 'missing', 'final'])
})

test('a change whose reference did not arrive in full is as open as one whose period did not', () => {
  const half = { ...WHOLE, observed: 300, missingHours: 1, ins: 50 }
  const states = (comparing: Fact, reference: Fact) => {
    const rows = factFrame([
      { period: 'comparing', weekday: 1, hour: 10, ...comparing },
      { period: 'reference', weekday: 1, hour: 10, ...reference },
    ])
    const cell = project({ ...OPTIONS, period: 'change' }, { rows }, context).cells[0]?.[0]
    return [cell?.state, cell?.reason?.endsWith('1 of 4 hours did not arrive.')]
  }
  expect([states({ ...WHOLE, ins: 60 }, half), states(half, { ...WHOLE, ins: 60 })]).toEqual([
    ['partial', true],
    ['partial', true],
  ])
})

test('beyond the first members, by their totals, the rest are Others on both sides, and nothing is lost', () => {
  const trips: Fact[] = (
    [
      [1, 2, 9],
      [1, 3, 1],
      [2, 1, 7],
      [3, 1, 2],
      [3, 3, 3],
      [4, 3, 1],
    ] as const
  ).map(([area, local, ins]): Fact => ({ period: 'comparing', area, local, ...WHOLE, ins }))
  const matrix = (top: number) =>
    project({ ...OPTIONS, columns: 'local', rows: 'area', top }, { rows: factFrame(trips) }, context)
  const { down, across, cells, passport } = matrix(2)
  expect([down.map(({ name }) => name), across.map(({ name }) => name)]).toEqual([
    ['#1', '#2', 'Others'],
    ['#2', '#1', 'Others'],
  ])
  expect(cells.map((line) => line.map(({ value }) => value))).toEqual([
    [9, null, 1],
    [null, 7, null],
    [null, 2, 4],
  ])
  expect([matrix(2).scale.max, down.at(-1)?.member]).toEqual([9, null])
  const sum = (of: typeof cells) => of.flat().reduce((all, { value }) => all + (value ?? 0), 0)
  expect([sum(cells), sum(matrix(0).cells)]).toEqual([23, 23])
  expect(passport).toEqual(matrix(0).passport)
})

test('a day with a note has a frame, which is drawn after the cells around it', () => {
  const projection = project({ ...OPTIONS, mode: 'calendar' }, { rows: TWO_WEEKS }, { ...context, periods: WEEKS })
  const { option } = drawHeat({
    projection,
    width: 400,
    height: 200,
    measure: (text) => text.length * 6,
    textOf: null,
    shades: () => [],
    isSquare: true,
    isNoted: (spot) => spot === 0,
  })
  const theme = new Proxy({}, { get: (_target, name) => String(name) }) as ChartTheme
  const [{ data = [] } = {}] = [option(theme).series].flat() as readonly HeatmapSeriesOption[]
  const isFramed = (item: unknown) => (item as { itemStyle?: { borderWidth?: number } }).itemStyle?.borderWidth === 2
  expect(data.map(isFramed)).toEqual([...data.slice(1).map(() => false), true])
})
