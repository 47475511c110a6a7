import { expect, test } from 'vitest'
import { formatterFor } from '#ui/format.ts'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame } from '../lib/test-support/facts.ts'
import { drawScatter } from './draw.ts'
import { project } from './model.ts'

const drawn = (count: number) => {
  const projection = project(
    {
      points: 'local',
      x: 'ins',
      y: 'visits',
      size: '',
      showReference: false,
      showMeans: true,
      showNames: true,
      names: [],
    },
    {
      rows: factFrame(
        Array.from({ length: count }, (_, at) => ({
          period: 'comparing',
          local: at,
          ins: (at * 37) % 101,
          visits: (at * 53) % 89,
        })),
      ),
    },
    contextOf('scatter'),
  )
  return drawScatter({
    projection,
    width: 600,
    height: 400,
    measure: (text) => 6 * text.length,
    format: formatterFor('en'),
    withNames: true,
    withMeans: true,
  })
}

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

test('the middle of a point finds that point or one that stands there too; far away there is none', () => {
  const cloud = drawn(20)
  for (let spot = 0; spot < 20; spot++) {
    const { x, y, width, height } = cloud.boxOf(spot)
    expect(cloud.spotAt(x + width / 2, y + height / 2)).not.toBeNull()
  }
  expect(cloud.spotAt(-500, -500)).toBeNull()
})
