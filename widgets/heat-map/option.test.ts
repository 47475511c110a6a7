import { expect, test } from 'vitest'
import type { ChartTheme } from '#ui/chart/theme.ts'
import type { HeatProjection } from './model.ts'
import { drawHeat } from './option.ts'

const PX = 7
/** Hours across and days down, on so many pixels; the names that are written above. */
function headsOn(width: number): readonly string[] {
  const across = Array.from({ length: 11 }, (_, at) => ({ name: `${10 + at}:00`, member: 10 + at }))
  const down = ['Mon', 'Tue'].map((name, at) => ({ name, member: at + 1 }))
  const projection = {
    across,
    down,
    cells: [],
    scale: { min: 0, max: 1, isChange: false },
  } as unknown as HeatProjection
  const { option } = drawHeat({
    projection,
    width,
    height: 300,
    measure: (text) => text.length * PX,
    textOf: null,
    shades: () => [],
    isSquare: false,
    isNoted: () => false,
  })
  const { xAxis } = option({} as ChartTheme) as unknown as {
    xAxis: { axisLabel: { interval: (index: number) => boolean } }
  }
  return across.filter((_, at) => xAxis.axisLabel.interval(at)).map(({ name }) => name)
}

test('a name above the last column is left out where the edge of the chart would cut it', () => {
  expect(headsOn(600).at(-1)).toBe('20:00')
  // Every other one has room, and the last of them reaches over the edge.
  expect(headsOn(300)).toEqual(['10:00', '12:00', '14:00', '16:00', '18:00'])
})
