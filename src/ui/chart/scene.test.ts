import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sceneOf } from './scene.ts'
import type { Mark, Scene } from './scene-types.ts'
import { anyRatio, anySeries, bar, lay, line, THEME } from './test-support/charts.ts'
import type { ChartSeries } from './types.ts'

function sceneFor(series: ChartSeries[], ratio = 1): Scene {
  const count = series[0]?.values.length ?? 0
  return sceneOf({
    categories: Array.from({ length: count }, (_, index) => `c${index}`),
    series,
    layout: lay(series),
    theme: THEME,
    ratio,
  })
}
/** How it looks, without where it is; the grid and the axis left out. */
const looks = ({ marks }: Scene) =>
  marks
    .filter(({ fill }) => fill !== 'grid' && fill !== 'axis')
    .map(({ shape, ...look }: Mark) => ({ ...look, kind: shape.kind }))

test('without series there is a grid, and without categories no name under it', () => {
  const { marks, words } = sceneFor([])
  expect([marks.map(({ fill }) => fill), words.map(({ text }) => text)]).toEqual([
    ['grid', 'axis'],
    ['0', '1'],
  ])
})

test('the reference period is pale in an outline, and stands behind the comparing one', () => {
  expect(looks(sceneFor([bar('now', [5, 6]), bar('then', [4, 5], { period: 'reference' })]))).toEqual([
    { kind: 'boxes', fill: 'pale0', stroke: { colour: 'tone0', width: 1 } },
    { kind: 'boxes', fill: 'tone0' },
  ])
})

test('the lines of the reference period are dashed', () => {
  expect(looks(sceneFor([line('now', [5, 6]), line('then', [4, 5], { period: 'reference' })]))).toEqual([
    { kind: 'lines', stroke: { colour: 'paleLine0', width: 1.75, dash: [5, 4] } },
    { kind: 'lines', stroke: { colour: 'tone0', width: 2.25 } },
  ])
})

test('partial bars are striped, settling ones striped over their colour, estimated ones pale and dotted', () => {
  expect(looks(sceneFor([bar('a', [1, 2, 3, 4], { states: ['estimated', 'settling', 'partial', 'final'] })]))).toEqual([
    { kind: 'boxes', fill: 'tone0' },
    { kind: 'boxes', fill: { stripes: 'tone0', on: 'ground' }, stroke: { colour: 'tone0', width: 1 } },
    { kind: 'boxes', fill: { stripes: 'pale0', on: 'tone0' } },
    { kind: 'boxes', fill: 'pale0', stroke: { colour: 'tone0', width: 1, dash: [2, 2] }, alpha: 0.75 },
  ])
})

test('a line to an unfinished point is dotted and ends in an open point, a lone point is a dot', () => {
  expect(looks(sceneFor([line('a', [1, null, 3, 4], { states: ['final', 'missing', 'final', 'partial'] })]))).toEqual([
    { kind: 'lines', stroke: { colour: 'tone0', width: 2.25 * 0.85, dash: [1.5, 4] } },
    { kind: 'dots', fill: 'tone0', stroke: { colour: 'ground', width: 1.5 } },
    { kind: 'dots', fill: 'ground', stroke: { colour: 'tone0', width: 1.5 } },
  ])
})

test('hair-thin bars have neither outline nor corners', () => {
  const values = Array.from({ length: 120 }, (_, day) => day + 1)
  const [reference] = sceneFor([bar('then', values, { period: 'reference' }), bar('now', values)]).marks.filter(
    ({ fill }) => fill === 'pale0',
  )
  expect([reference?.stroke, reference?.shape.kind === 'boxes' && reference.shape.radius]).toEqual([undefined, 0])
})

test('an area comes back along the ground, in a stack along the one it stands on', () => {
  const stacked = [
    line('a', [10, 20], { mark: 'area', stack: 's' }),
    line('b', [10, 10], { mark: 'area', stack: 's', tone: 1 }),
  ]
  const layout = lay(stacked)
  const height = (value: number) =>
    layout.plot.bottom - (value / (layout.axes[0]?.scale.max ?? 1)) * (layout.plot.bottom - layout.plot.top)
  const areas = sceneFor(stacked).marks.filter(({ alpha }) => alpha === 0.82)
  const ys = areas.map(({ shape }) => (shape.kind === 'lines' ? [...shape.points].filter((_, at) => at % 2 === 1) : []))
  expect(ys).toEqual([[10, 20, 0, 0].map(height), [20, 30, 20, 10].map(height)])
})

test('grid lines hang from their ticks on whole pixels, and the axis lies at zero', () => {
  const { marks } = sceneFor([bar('a', [-100, 100])], 2)
  const tops = (fill: string) =>
    marks
      .filter((mark) => mark.fill === fill)
      .flatMap(({ shape }) => (shape.kind === 'boxes' ? [...shape.boxes].filter((_, at) => at % 4 === 2) : []))
  expect([tops('grid'), tops('axis')]).toEqual([[216, 164.5, 113, 61.5, 10], [113]])
})

test('a holiday is named under its category, shortened to the room there is, or marked with a dot where there is none', () => {
  const noted = (width: number, short: string | null) => {
    const series = [bar('a', [1, 2, 3])]
    const layout = lay(series, { width, notes: [null, { short, text: 'All of it' }, null] })
    const { words, marks } = sceneOf({ categories: ['a', 'b', 'c'], series, layout, theme: THEME, ratio: 1 })
    const dots = marks.flatMap(({ shape }) => (shape.kind === 'dots' ? [...shape.points] : []))
    return {
      word: words.at(-1)?.text,
      x: words.at(-1)?.x === dots[0],
      dots: dots.length / 2,
      height: layout.plot.bottom,
    }
  }
  const without = lay([bar('a', [1, 2, 3])]).plot.bottom
  expect(noted(600, 'Assumption')).toMatchObject({ word: 'Assumption', dots: 0, height: without - 15 })
  expect(noted(240, 'Assumption of Mary')).toMatchObject({ word: expect.stringMatching(/^Assu.*…$/), dots: 0 })
  expect(noted(90, 'Assumption')).toMatchObject({ word: 'c', dots: 1 })
  expect(noted(600, null)).toMatchObject({ word: 'c', dots: 1 })
})

test('both axes name their ticks, each on its side', () => {
  const { words } = sceneFor([bar('a', [10, 20]), line('b', [1, 2], { axis: 1 })])
  expect(words.map(({ align, text }) => `${align} ${text}`)).toEqual([
    'right 0',
    'right 5',
    'right 10',
    'right 15',
    'right 20',
    'left 0',
    'left 0.5',
    'left 1',
    'left 1.5',
    'left 2',
    'center c0',
    'center c1',
  ])
})

test('whatever the figures, every number of a scene is one, and each look is painted once a series', () => {
  const marks = fc.constantFrom('bar', 'line', 'area') as fc.Arbitrary<ChartSeries['mark']>
  fc.assert(
    fc.property(
      marks.chain((mark) => anySeries(mark)),
      anyRatio,
      (series, ratio) => {
        const scene = sceneFor(series, ratio)
        for (const { shape } of scene.marks) {
          expect((shape.kind === 'boxes' ? shape.boxes : shape.points).every(Number.isFinite)).toBe(true)
          if (shape.kind === 'lines') expect(2 * (shape.ends.at(-1) ?? 0)).toBe(shape.points.length)
        }
        expect(scene.marks.length).toBeLessThanOrEqual(2 + 6 * series.length)
      },
    ),
  )
})
