import { expect, test } from 'vitest'
import { lay, line, THEME } from '#ui/chart/test-support/charts.ts'
import type { Completeness } from '#engine/types'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, WHOLE } from '../lib/test-support/facts.ts'
import { project } from './model.ts'
import { bandOption, piecesOf } from './option.ts'

const OPTIONS = { measure: 'ins', samples: 'local', granularity: 'day', low: '', high: '', names: [] } as const
const optionOf = (look: 'band' | 'bars') => {
  const rows = [11, 12].flatMap((local) =>
    [0, 1].map((day) => ({ period: 'comparing', day: 20766 + day, local, ...WHOLE, ins: local + day })),
  )
  const projection = project({ ...OPTIONS, look, names: [] }, { rows: factFrame(rows) }, contextOf('range-band'))
  return bandOption(projection, { look }, { width: 600, context: { locale: 'en' } })
}
const edges = (least: (number | null)[], most: (number | null)[], states: Completeness[] = []) =>
  [line('least', least, { states }), line('most', most, { states })] as const
const drawn = (look: 'band' | 'bars', series = edges([1, 2, 3], [4, 5, 6])) => {
  const [between] = optionOf(look).under?.(series, lay(series), THEME) ?? []
  return (between?.data as unknown[] | undefined)?.map((_, dataIndex) =>
    between?.renderItem?.({ dataIndex } as never, {} as never),
  ) as { type: string; shape: { points?: number[][]; width?: number; height?: number }; style: { decal?: object } }[]
}

test('the three figures are lines of one tone, the outer two as thin as can be', () => {
  expect(optionOf('band').series.map(({ id, width, tone }) => [id, width, tone])).toEqual([
    ['most', 1, 0],
    ['mean', undefined, 0],
    ['least', 1, 0],
  ])
  expect(optionOf('bars').series.map(({ width }) => width)).toEqual([0, undefined, 0])
})

test('the band ends where one of its edges is missing, and begins anew behind the gap', () => {
  expect(piecesOf(...edges([1, 2, null, 4, 5], [2, 3, 4, 5, 6]), false)).toEqual([
    { from: 0, to: 1, isOpen: false },
    { from: 3, to: 4, isOpen: false },
  ])
})

test('a step alone is a bar, and as bars every step is', () => {
  expect(piecesOf(...edges([1, null, 3], [2, 3, 4]), false).map(({ from, to }) => [from, to])).toEqual([
    [0, 0],
    [2, 2],
  ])
  expect(piecesOf(...edges([1, 2], [3, 4]), true).map(({ from, to }) => [from, to])).toEqual([
    [0, 0],
    [1, 1],
  ])
})

test('an unfinished step is striped, and its neighbours end before it', () => {
  const series = edges([1, 2, 3], [4, 5, 6], ['final', 'final', 'partial'])
  expect(piecesOf(...series, false)).toEqual([
    { from: 0, to: 1, isOpen: false },
    { from: 1, to: 2, isOpen: true },
  ])
  expect(drawn('band', series).map(({ style }) => style.decal !== undefined)).toEqual([false, true])
})

test('the band runs along its upper edge and back along its lower one', () => {
  const [band] = drawn('band')
  const ys = band?.shape.points?.map(([, y]) => y as number) ?? []
  expect(ys.length).toBe(6)
  expect(Math.max(...ys.slice(0, 3))).toBeLessThan(Math.min(...ys.slice(3)))
})

test('an edge that is put away takes the band with it', () => {
  const [least] = edges([1], [2])
  expect(optionOf('band').under?.([least], lay([least]), THEME)).toEqual([])
})
