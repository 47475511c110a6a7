import { expect, test } from 'vitest'
import { sideOfWord } from './rule-words.ts'
import { lay, line } from './test-support/charts.ts'

const HOURS = 40
const series = (high: (hour: number) => boolean) => [
  line(
    'use',
    Array.from({ length: HOURS }, (_, hour) => (high(hour) ? 60 : 2)),
  ),
]
const side = (high: (hour: number) => boolean, yAxisIndex: 0 | 1 = 0) => {
  const lines = series(high)
  return sideOfWord({ value: 40, label: 'Correcto', yAxisIndex }, lines, lay(lines, { width: 600 }))
}

test('the word of a threshold stands at its begin, and at its end where a line would cross it', () => {
  expect(side(() => false)).toBe('start')
  expect(side((hour) => hour === 2)).toBe('end')
  expect(side((hour) => hour === 37)).toBe('start')
})

test('where both ends are crossed it stays', () => {
  expect(side((hour) => hour === 2 || hour === 37)).toBe('start')
})
