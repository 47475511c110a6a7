import { init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { barWidth, slotShift } from './bar-series.ts'
import { xOf } from './layout.ts'
import { type LibraryOption, libraryOption } from './library-option.ts'
import { spansOf, valueAt } from './series.ts'
import { anySeries, bar, lay, line, THEME } from './test-support/charts.ts'
import type { ChartNote, ChartSeries } from './types.ts'

interface Drawn {
  readonly id: string
  readonly type: string
  readonly z: number
  readonly stack?: string
  readonly itemStyle?: Record<string, unknown>
  readonly lineStyle?: Record<string, unknown>
  readonly areaStyle?: Record<string, unknown>
  readonly endLabel?: { readonly formatter: () => string }
  readonly sampling?: string
  readonly data: readonly unknown[]
}

function optionOf(series: ChartSeries[], more: { width?: number; notes?: (ChartNote | null)[] } = {}): LibraryOption {
  const count = series[0]?.data.length ?? 0
  return libraryOption({
    categories: Array.from({ length: count }, (_, index) => `c${index}`),
    series,
    layout: lay(series, more),
    theme: THEME,
  })
}
/** Points that are packed as numbers, one by one again. */
const unpacked = (data: readonly unknown[] | Float64Array) =>
  data instanceof Float64Array
    ? Array.from({ length: data.length / 2 }, (_, at) => {
        const height = data[2 * at + 1] as number
        return [data[2 * at], Number.isNaN(height) ? '-' : height]
      })
    : data
const drawn = (series: ChartSeries[], more = {}) =>
  (optionOf(series, more).series as unknown as Drawn[]).map((one) => ({ ...one, data: unpacked(one.data) }))
const lineLooks = (series: ChartSeries[]) =>
  drawn(series).map(({ id, lineStyle }) => [id, lineStyle?.color, lineStyle?.width, lineStyle?.type])

test('null, zero and what is no number have no bar', () => {
  expect(drawn([bar('a', [null, 0, Number.NaN, 5])])[0]?.data).toEqual(['-', '-', '-', 5])
})

test('the reference period is pale in an outline, and stands behind the comparing one', () => {
  const [now, then] = drawn([bar('now', [5, 6]), bar('then', [4, 5], { period: 'reference' })])
  expect(now?.itemStyle).toMatchObject({ color: 'tone0' })
  expect(now?.itemStyle).not.toHaveProperty('borderColor')
  expect(then?.itemStyle).toMatchObject({ color: 'pale0', borderColor: 'tone0', borderWidth: 1 })
  expect(then?.z).toBeLessThan(now?.z ?? 0)
})

test('partial bars are striped, settling ones striped over their colour, estimated ones pale and dotted', () => {
  const states = ['estimated', 'settling', 'partial', 'final', 'missing', 'closed'] as const
  const one = drawn([bar('a', [1, 2, 3, 4, 5, 6], { states })]).find(({ id }) => id === 'a')
  expect(one?.data).toMatchObject([
    { value: 1, itemStyle: { color: 'pale0', borderColor: 'tone0', borderType: [2, 2], opacity: 0.75 } },
    { value: 2, itemStyle: { color: 'tone0', decal: { color: 'pale0' } } },
    { value: 3, itemStyle: { color: 'ground', decal: { color: 'tone0' }, borderColor: 'tone0' } },
    4,
    5,
    6,
  ])
})

test('hairline bars have neither outline nor corners', () => {
  const values = Array.from({ length: 120 }, (_, day) => day + 1)
  const [then] = drawn([bar('then', values, { period: 'reference' }), bar('now', values)])
  expect(then?.itemStyle).toEqual({ color: 'pale0' })
})

test('hairline bars of one look are one shape, and what is not final stands in the place of its bar', () => {
  const values = Array.from({ length: 120 }, (_, day) => (day === 2 ? null : day))
  const states = values.map((_, day) => (day === 119 ? 'partial' : day === 118 ? 'estimated' : 'final'))
  const hairlines = drawn([bar('now', values, { states }), bar('then', values, { period: 'reference' })])
  expect(hairlines.map(({ id, stack, data }) => [id, stack, data.length])).toEqual([
    ['now', 'hairlines|now', 116],
    ['now:estimated', 'hairlines|now', 1],
    ['now:partial', 'hairlines|now', 1],
    ['then', 'hairlines|then', 118],
  ])
  expect(hairlines).toMatchObject([{ large: true }, { data: [[118, 118]] }, { itemStyle: { color: 'ground' } }, {}])
})

test('bars are whole pixels wide and never wider than thirty, and gap marks know their place', () => {
  expect([barWidth(200, 1), barWidth(20, 1), slotShift(200, 2, 0), slotShift(200, 2, 1)]).toEqual([30, 14, -16.5, 16.5])
})

test('the two periods stack apart, and below zero a bar is round at its lower end', () => {
  const stack = (id: string, period?: 'reference') => bar(id, [10, 20], { stack: 's', period })
  const [a, b, c] = drawn([stack('a'), stack('b'), stack('c', 'reference')])
  expect([a?.stack === b?.stack, a?.stack === c?.stack]).toEqual([true, false])
  expect(drawn([bar('a', [5, -5])])[0]?.data).toMatchObject([
    5,
    { value: -5, itemStyle: { borderRadius: [0, 0, 2, 2] } },
  ])
})

test('the lines of the reference period are dashed', () => {
  expect(lineLooks([line('now', [5, 6]), line('then', [4, 5], { period: 'reference' })])).toEqual([
    ['now', 'tone0', 2.25, 'solid'],
    ['then', 'paleLine0', 1.75, [5, 4]],
  ])
})

test('a line to an unfinished point is dotted and ends in an open point, a lone point is a dot, a gap is a gap', () => {
  const [sure, unsure] = drawn([
    line('a', [1, null, 3, 4, null, 6], { states: ['final', 'missing', 'final', 'partial', 'missing', 'final'] }),
  ]).filter(({ type }) => type === 'line')
  expect(sure?.data).toEqual([
    [0, '-'],
    {
      value: [0, 1],
      symbol: 'circle',
      symbolSize: 7,
      itemStyle: { color: 'tone0', borderColor: 'ground', borderWidth: 1.5 },
    },
    [0, '-'],
    [5, '-'],
    {
      value: [5, 6],
      symbol: 'circle',
      symbolSize: 7,
      itemStyle: { color: 'tone0', borderColor: 'ground', borderWidth: 1.5 },
    },
    [5, '-'],
  ])
  expect(unsure).toMatchObject({ id: 'a:unsure', lineStyle: { type: [1.5, 4] } })
  expect(unsure?.data).toEqual([
    [2, 3],
    {
      value: [3, 4],
      symbol: 'circle',
      symbolSize: 6,
      itemStyle: { color: 'ground', borderColor: 'tone0', borderWidth: 1.5 },
    },
  ])
})

test('nothing leads over a break', () => {
  const [one] = drawn([line('a', [1, 2, 3, 4], { breaks: new Set([2]) })])
  expect(one?.data).toEqual([
    [0, 1],
    [1, 2],
    [2, '-'],
    [2, 3],
    [3, 4],
  ])
})

test('an area of a stack has a hole where nothing leads over, before the point after it', () => {
  const breaks = new Set([1])
  const [area] = drawn([line('a', [10, 20], { areaStyle: {}, stack: 's', breaks })])
  expect(area?.data).toEqual([
    [0, 10],
    [1, '-'],
    [1, 20],
  ])
})

test('areas of a stack stand on each other, their lines on their sums, and what may change is veiled', () => {
  const states = ['final', 'partial'] as const
  const series = drawn([
    line('a', [10, 20], { areaStyle: {}, stack: 's', states }),
    line('b', [10, 10], { areaStyle: {}, stack: 's', tone: 1 }),
  ])
  const areas = series.filter(({ id }) => id.endsWith(':area'))
  expect(areas.map(({ data, areaStyle }) => [data, areaStyle?.opacity])).toEqual([
    [
      [
        [0, 10],
        [1, 20],
      ],
      0.82,
    ],
    [
      [
        [0, 10],
        [1, 10],
      ],
      0.82,
    ],
  ])
  expect(areas[0]).toMatchObject({ markArea: { data: [[{ xAxis: 0 }, { xAxis: 1 }]] } })
  expect(areas[1]).toMatchObject({ markArea: { data: [] } })
  expect(series.find(({ id }) => id === 'b')?.data).toEqual([
    [0, 20],
    [1, 30],
  ])
})

test('a line of more points than pixels keeps the lowest and highest of each, and what is missing stays open', () => {
  const values = Array.from({ length: 60_000 }, (_, at) => (at > 24_000 && at < 27_000 ? null : at % 97))
  const data = drawn([line('a', values)])[0]?.data as [number, number | '-'][]
  const hole = data.findIndex(([, value]) => value === '-')
  expect([data[hole - 1]?.[0], data[hole + 1]?.[0], data.length < 4 * 600]).toEqual([24_000, 27_000, true])
  expect(new Set(data.map(([, value]) => value))).toEqual(new Set([...data.map(([, value]) => value), 0, 96]))
  expect(drawn([line('a', values.slice(0, 300))])[0]?.data).toHaveLength(300)
})

test('a stack of areas is thinned by the library only where nothing is missing: it would draw over what is', () => {
  const areas = (gap: number | null) =>
    ['a', 'b'].map((id) =>
      line(
        id,
        Array.from({ length: 5000 }, (_, at) => (at === 2000 ? gap : 5)),
        { stack: 'all', areaStyle: {} },
      ),
    )
  const samplingOf = (gap: number | null) => drawn(areas(gap)).find(({ id }) => id === 'a:area')?.sampling
  expect([samplingOf(3), samplingOf(null)]).toEqual(['minmax', undefined])
})

test('what is missing is a hatched band from top to bottom, in a grid of its own, and a cross on the axis', () => {
  const series = [bar('a', [1, null, 3], { states: ['final', 'missing', 'final'] })]
  const [bands, crosses] = drawn(series) as unknown as Record<string, unknown>[]
  expect(bands).toMatchObject({
    id: 'gaps:bands',
    type: 'bar',
    silent: true,
    barWidth: 64,
    itemStyle: { color: 'ground', decal: { color: 'grid' } },
    data: [[1, 1]],
  })
  expect(crosses).toMatchObject({ id: 'gaps:crosses', silent: true, itemStyle: { borderColor: 'gap' } })
  expect(crosses?.data).toHaveLength(1)
  const { grid, xAxis, yAxis } = optionOf(series) as unknown as Record<string, { gridIndex?: number; max?: number }[]>
  expect(grid?.[1]).toEqual(grid?.[0])
  expect([xAxis?.[bands?.xAxisIndex as number], yAxis?.[bands?.yAxisIndex as number]]).toMatchObject([
    { gridIndex: 1 },
    { gridIndex: 1, min: 0, max: 1 },
  ])
})

test('few lines are named at their ends, the unsure end by the piece that draws it', () => {
  const wide = drawn([line('a', [1, 9], { states: ['final', 'partial'] }), line('b', [1, 4])])
  expect(wide.map(({ id, endLabel }) => [id, endLabel?.formatter()])).toEqual([
    ['a:unsure', 'a'],
    ['b', 'b'],
  ])
})

test('both axes are read at the same heights: the second has as many steps as the first', () => {
  const { yAxis } = optionOf([bar('a', [10, 20]), line('b', [1, 2], { yAxisIndex: 1 })]) as unknown as {
    yAxis: { axisTick: { customValues: number[] }; position: string; splitLine: { show: boolean } }[]
  }
  expect(yAxis.map(({ axisTick, position, splitLine }) => [position, axisTick.customValues, splitLine.show])).toEqual([
    ['left', [0, 5, 10, 15, 20], true],
    ['right', [0, 0.5, 1, 1.5, 2], false],
  ])
})

test('a holiday is named under its category, shortened to the room there is, or marked with a dot where there is none', () => {
  const noted = (width: number, short: string | null) => {
    const option = optionOf([bar('a', [1, 2, 3])], { width, notes: [null, { short, text: 'All of it' }, null] })
    const [, , notes] = option.xAxis as { data: string[]; axisLabel: { customValues: number[] } }[]
    return [notes?.data[1], notes?.axisLabel.customValues]
  }
  expect(noted(600, 'Assumption')).toEqual(['Assumption', [1]])
  expect(noted(240, 'Assumption of Mary')).toEqual([expect.stringMatching(/^Assu.*…$/), [1]])
  expect(noted(90, 'Assumption')).toEqual(['•', [1]])
  expect(noted(600, null)).toEqual(['•', [1]])
  expect(optionOf([bar('a', [1, 2, 3])]).xAxis).toHaveLength(2)
})

test('for any figures, each is drawn once at its place, none is added, and every number is finite', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<'bar' | 'line' | 'area'>('bar', 'line', 'area').chain((mark) => anySeries(mark)),
      (series) => {
        const spans = spansOf(series, series[0]?.data.length ?? 0)
        const all = drawn(series)
        for (const one of series) {
          const wanted = one.data.flatMap((_, index) => {
            const value = valueAt(one, index)
            if (value === null || (one.type === 'bar' && value === 0)) return []
            return [`${index} ${one.type === 'bar' ? value : spans.get(one)?.to[index]}`]
          })
          const found = all
            .filter(({ id }) => PARTS.some((part) => id === one.id + part))
            .flatMap(({ data }) => data.map(placeOf))
            .filter((place) => place !== null)
          expect([...new Set(found)].toSorted()).toEqual(wanted.toSorted())
        }
      },
    ),
  )
})

/** What a series may be cut into: by how sure it is, and hairline bars by their look. */
const PARTS = ['', ':unsure', ':partial', ':settling', ':estimated']

/** Category and height of a point; null where nothing is drawn. */
function placeOf(item: unknown, index: number): string | null {
  const value = typeof item === 'object' && item !== null && 'value' in item ? item.value : item
  const [at, height] = Array.isArray(value) ? value : [index, value]
  if (height === '-') return null
  expect(Number.isFinite(height)).toBe(true)
  return `${at} ${height}`
}

test('a line that is an edge has its own width, and neither dots nor open points', () => {
  const states = ['final', 'missing', 'final', 'partial'] as const
  const parts = drawn([line('a', [1, null, 3, 4], { states, width: 1 })]).filter(({ type }) => type === 'line')
  expect(parts.map(({ lineStyle }) => Number(lineStyle?.width))).toEqual([0.85])
  expect(parts.flatMap(({ data }) => data).filter((point) => !Array.isArray(point))).toEqual([])
})

test('what a widget draws beside its series stands under them, where the layout puts it', () => {
  const series = [line('a', [1, 2])]
  const layout = lay(series)
  const under = (shown: readonly ChartSeries[], at: typeof layout) => [
    { id: 'own', type: 'custom' as const, data: [shown.length, at.plot.left] },
  ]
  const all = libraryOption({ categories: ['a', 'b'], series, layout, theme: THEME, under }).series
  expect((all as unknown as Drawn[]).map(({ id }) => id)).toEqual(['own', 'a'])
  expect((all as unknown as Drawn[])[0]?.data).toEqual([1, layout.plot.left])
})

test('the band of a gap stands at its own category, also in a chart of lines near an end', () => {
  register([SVGRenderer])
  const series = [line('a', [1, 2, null, 4, null], { states: ['final', 'final', 'missing', 'final', 'missing'] })]
  const layout = lay(series)
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: layout.width, height: layout.height })
  const option = optionOf(series)
  chart.setOption({
    animation: false,
    ...option,
    grid: [option.grid].flat().map((grid) => ({ ...grid, outerBoundsMode: 'none' })),
  })
  const xAxisIndex = (option.xAxis as unknown[]).length - 1
  for (const index of [0, 2, 4]) expect(chart.convertToPixel({ xAxisIndex }, index)).toBeCloseTo(xOf(layout, index), 3)
  chart.dispose()
})

test('of more bars than pixels the highest and the lowest of each are drawn, the same of all in a stack', () => {
  const count = 100_000
  const wave = (step: number) =>
    Array.from({ length: count }, (_, at) => ((at * step) % 1009) - (at % 3 === 0 ? 900 : 0))
  const [alone, below, above] = [
    bar('alone', wave(7)),
    bar('below', wave(11), { stack: 's' }),
    bar('above', wave(13).map(Math.abs), { stack: 's' }),
  ]
  const drawn = optionOf([alone, below, above]).series as unknown as readonly Drawn[]
  const at = (id: string) => drawn.filter((one) => one.id === id).flatMap(({ data }) => data as [number, number][])
  expect(at('alone').length).toBeLessThan(2 * 600)
  const values = at('alone').map(([, value]) => value)
  expect([Math.max(...values), Math.min(...values)]).toEqual([
    Math.max(...(alone.data as number[])),
    Math.min(...(alone.data as number[])),
  ])
  const [lower, upper] = [at('below'), at('above')].map((points) => new Set(points.map(([index]) => index)))
  expect(upper?.size).toBeLessThan(2 * 600)
  expect([...(lower ?? [])].every((index) => upper?.has(index) === true || above.data[index] === 0)).toBe(true)
})
