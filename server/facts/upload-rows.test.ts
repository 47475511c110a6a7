import { expect, test } from 'vitest'
import { createRows, UNREPORTED } from './upload-rows.ts'

const row = (part: { local: number; day: number; first: number; instant?: number; second?: number }) => ({
  client: 1,
  instant: 0,
  label: 0,
  second: UNREPORTED,
  third: UNREPORTED,
  ...part,
})

test('come back in the order of their days, those of a day as they came, each with its own values', () => {
  const rows = createRows({ isMoney: false })
  const accepted = [
    [3, 20_100, 5],
    [1, 20_098, 7],
    [2, 20_100, 0],
    [9, 20_099, 4],
    [7, 20_098, 1],
  ] as const
  for (const [local, day, first] of accepted) expect(rows.add(row({ local, day, first }))).toBeNull()
  const { columns, length } = rows.finish()
  expect(Array.from({ length }, (_, at) => [columns.local[at], columns.day[at], columns.first[at]])).toEqual([
    [1, 20_098, 7],
    [7, 20_098, 1],
    [9, 20_099, 4],
    [3, 20_100, 5],
    [2, 20_100, 0],
  ])
  expect(Object.values(columns).map((column) => column.length)).toEqual(Array.from({ length: 8 }, () => 5))
})

test('without values are none, and money keeps its decimals', () => {
  expect(createRows({ isMoney: false }).finish().length).toBe(0)
  const rows = createRows({ isMoney: true })
  rows.add(row({ local: 0, day: 20_000, first: 9_007_199_254 }))
  expect([...rows.finish().columns.first]).toEqual([9_007_199_254])
})
