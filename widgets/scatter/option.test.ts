import fc from 'fast-check'
import { expect, test } from 'vitest'
import { THEME } from '#ui/chart/test-support/charts.ts'
import { formatterFor } from '#ui/format.ts'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, RUNNING, WHOLE } from '../lib/test-support/facts.ts'
import { drawScatter } from './option.ts'
import { project } from './model.ts'

const CONTEXT = contextOf('scatter')
const OPTIONS: Parameters<typeof project>[0] = {
  points: 'local',
  x: 'ins',
  y: 'visits',
  size: '',
  showReference: false,
  showMeans: true,
  showNames: true,
  densityFrom: 20_000,
  names: [],
}
type Values = (number | null)[]
interface Series {
  id: string
  data: unknown[]
  large?: boolean
  markLine?: { data: unknown[] }
}

const cloudOf = (
  ins: Values,
  visits: Values,
  more: Partial<Parameters<typeof drawScatter>[0]> = {},
  options: Partial<typeof OPTIONS> = {},
) => {
  const projection = project(
    { ...OPTIONS, ...options },
    {
      rows: factFrame(
        ins.map((value, at) => ({ period: 'comparing', local: at, ins: value, visits: visits[at] ?? null })),
      ),
    },
    CONTEXT,
  )
  return drawScatter({
    projection,
    width: 600,
    height: 400,
    measure: (text) => 6 * text.length,
    format: formatterFor('en'),
    withNames: true,
    withMeans: true,
    ...more,
  })
}
const drawn = (count: number) => {
  const numbers = Array.from({ length: count }, (_, at) => at)
  const { spots, option } = cloudOf(
    numbers.map((at) => (at * 37) % 101),
    numbers.map((at) => (at * 53) % 89),
  )
  return { ...(spots as NonNullable<typeof spots>), option }
}
const seriesOf = ({ option }: Pick<ReturnType<typeof cloudOf>, 'option'>) => option(THEME).series as unknown as Series[]
const byId = (cloud: Pick<ReturnType<typeof cloudOf>, 'option'>, id: string) =>
  seriesOf(cloud).find((one) => one.id === id)

test('the keys go through every point once, from left to right', () => {
  const cloud = drawn(60)
  const first = Array.from({ length: 60 }, (_, spot) => spot).find(
    (spot) => cloud.step(spot, 'left') === null,
  ) as number
  const visited = [first]
  for (let next = cloud.step(first, 'right'); next !== null; next = cloud.step(next, 'right')) visited.push(next)
  expect(new Set(visited).size).toBe(60)
  const xs = visited.map((spot) => cloud.boxOf(spot).x)
  expect(xs).toEqual(xs.toSorted((a, b) => a - b))
})

test('the middle of a point finds that point or one at the same place; far away there is none', () => {
  const cloud = drawn(20)
  for (let spot = 0; spot < 20; spot++) {
    const { x, y, width, height } = cloud.boxOf(spot)
    expect(cloud.spotAt(x + width / 2, y + height / 2)).not.toBeNull()
  }
  expect(cloud.spotAt(-500, -500)).toBeNull()
})

test('a point is at its two values; a member without one of them has no point, and none becomes a zero', () => {
  const cloud = cloudOf([10, null, 30], [5, 6, null])
  expect(byId(cloud, 'points')?.data).toMatchObject([{ value: [10, 5] }])
  expect(cloud.spots?.count).toBe(1)
})

test('lines of the whole are at the means, and only where the options ask for them', () => {
  expect(byId(cloudOf([10, 30], [5, 7]), 'means')?.markLine?.data).toEqual([{ xAxis: 20 }, { yAxis: 6 }])
  expect(byId(cloudOf([10, 30], [5, 7], { withMeans: false }), 'means')?.markLine).toBeUndefined()
})

test('a crowd is painted in one go: whole and open points apart, small, without names', () => {
  const crowd = seriesOf(drawn(10_000)).filter(({ large }) => large === true)
  expect(crowd.map(({ id }) => id)).toEqual(['whole', 'open'])
  expect(crowd.reduce((sum, { data }) => sum + data.length, 0)).toBe(10_000)
})

test('a name is written as it is, with any characters', () => {
  const rows = [1, 2, 3].map((at) => ({ period: 'comparing' as const, local: at, ins: at, visits: at }))
  const projection = project(OPTIONS, { rows: factFrame(rows) }, CONTEXT)
  const named = { ...projection, points: projection.points.map((point) => ({ ...point, name: '{b} <b>x</b>' })) }
  const items = byId(cloudOf([], [], { projection: named }), 'points')?.data as {
    label: { show: boolean; formatter?: () => string }
  }[]
  expect(items.flatMap(({ label }) => label.formatter?.() ?? [])).toContain('{b} <b>x</b>')
})

test('for any values, each point is drawn once and every number is one, at any size', () => {
  const value = fc.option(fc.integer({ min: 0, max: 1e6 }), { nil: null })
  fc.assert(
    fc.property(
      fc.array(fc.tuple(value, value), { maxLength: 30 }),
      fc.integer({ min: 1, max: 900 }),
      fc.integer({ min: 1, max: 600 }),
      (pairs, width, height) => {
        const cloud = cloudOf(
          pairs.map(([x]) => x),
          pairs.map(([, y]) => y),
          { width, height },
        )
        const wanted = pairs.filter(([x, y]) => x !== null && y !== null)
        const found = (byId(cloud, 'points')?.data ?? []) as { value: number[]; symbolSize: number }[]
        expect(found.map(({ value: at }) => at.join()).toSorted()).toEqual(wanted.map(String).toSorted())
        const { grid, xAxis, yAxis } = cloud.option(THEME) as Record<string, Record<string, unknown>>
        const numbers = [grid, xAxis, yAxis]
          .flatMap((part) => Object.values(part ?? {}))
          .filter((one) => typeof one === 'number')
        expect(numbers.filter((one) => !Number.isFinite(one))).toEqual([])
      },
    ),
  )
})

test('as a density the cells are drawn in place of the points, the darker the more they hold, and read one by one', () => {
  const numbers = Array.from({ length: 400 }, (_, at) => (at < 300 ? 1 : at - 290))
  const cloud = cloudOf(numbers, numbers, {}, { densityFrom: 100 })
  expect(seriesOf(cloud).map(({ id }) => id)).toEqual(['means', 'cells'])
  const cells = byId(cloud, 'cells')?.data as { value: number[]; itemStyle: { color: string } }[]
  expect([cells[0]?.itemStyle.color, cells.at(-1)?.itemStyle.color]).toEqual(['tone6', 'tone2'])
  const { spots } = cloud
  expect(spots?.count).toBe(cells.length)
  for (let spot = 0; spot < cells.length; spot++) {
    const { x = 0, y = 0, width = 0, height = 0 } = spots?.boxOf(spot) ?? {}
    expect(spots?.spotAt(x + width / 2, y + height / 2)).toBe(spot)
  }
})

test('a cell of which most may still change is striped', () => {
  const facts = Array.from({ length: 120 }, (_, at) => ({
    period: 'comparing' as const,
    local: at,
    ...(at < 60 ? WHOLE : RUNNING),
    ins: at < 60 ? 1 : 40,
    visits: 1,
  }))
  const projection = project({ ...OPTIONS, densityFrom: 100 }, { rows: factFrame(facts) }, CONTEXT)
  const cells = byId(cloudOf([], [], { projection }), 'cells')?.data as { itemStyle: { decal?: object } }[]
  expect(cells.map(({ itemStyle }) => itemStyle.decal !== undefined)).toEqual([false, true])
})

test('a name covers no ring at the place of its point before', () => {
  const one = { id: 0, name: 'Door', x: 50, y: 50, size: null, isOpen: false }
  const sideOf = (beforeX: number) => {
    const { option } = drawScatter({
      projection: {
        ...project(OPTIONS, { rows: factFrame([]) }, CONTEXT),
        points: [
          { ...one, before: { x: beforeX, y: 50 } },
          { ...one, id: 1, name: '', x: 0, y: 0, before: null },
          { ...one, id: 2, name: '', x: 100, y: 100, before: null },
        ],
        density: null,
      } as unknown as Parameters<typeof drawScatter>[0]['projection'],
      width: 600,
      height: 400,
      measure: (text) => 6 * text.length,
      format: formatterFor('en'),
      withNames: true,
      withMeans: false,
    })
    const points = (option(THEME).series as unknown as Series[]).find(({ id }) => id === 'points')?.data
    return (points as { value: number[]; label: { position?: string } }[]).find(({ value }) => value[0] === 50)?.label
      .position
  }
  expect([sideOf(53), sideOf(47)]).toEqual(['left', 'right'])
})

test('a name is above or below its point, where beside it would cover a line of the means', () => {
  const names = (more: Partial<Parameters<typeof drawScatter>[0]>) => {
    // The mean of both is 20: a line goes through the second point and its name, another one up through the middle.
    const cloud = cloudOf([10, 18, 32], [12, 20, 28], more)
    const points = (byId(cloud, 'points')?.data ?? []) as { value: number[]; label: { position?: string } }[]
    return points.toSorted((a, b) => (a.value[0] ?? 0) - (b.value[0] ?? 0)).map(({ label }) => label.position)
  }
  expect(names({ withMeans: false })).toEqual(['right', 'right', 'right'])
  expect(names({})).toEqual(['right', 'top', 'right'])
})
