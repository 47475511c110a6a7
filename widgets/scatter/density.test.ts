import fc from 'fast-check'
import { expect, test } from 'vitest'
import { densityOf } from './density.ts'

const AMOUNTS = { x: true, y: true }
const point = (x: number, y: number, isOpen = false) => ({ x, y, isOpen })

test('few points are drawn one by one; only beyond the number wished are they counted', () => {
  const points = [point(1, 1), point(2, 2)]
  expect(densityOf(points, { from: 2, isWhole: AMOUNTS })).toBeNull()
  expect(densityOf(points, { from: 1, isWhole: AMOUNTS })?.cells.length).toBe(2)
})

test('a cell counts its points, those that are open, and names its point where it has one', () => {
  const density = densityOf([point(0, 0), point(470, 270), point(0, 1, true), point(1, 0)], {
    from: 1,
    isWhole: AMOUNTS,
  })
  expect([density?.xStep, density?.yStep, density?.most]).toEqual([10, 10, 3])
  expect(density?.cells).toEqual([
    { x: 0, y: 0, count: 3, open: 1, only: null },
    { x: 470, y: 270, count: 1, open: 0, only: 1 },
  ])
})

test('whole numbers have whole cells, ratios may have finer ones', () => {
  const points = [point(0, 0), point(9, 9)]
  expect(densityOf(points, { from: 1, isWhole: { x: true, y: false } })).toMatchObject({ xStep: 1, yStep: 0.5 })
})

test('every point is in one cell and inside of its edges, in a grid no finer than can be distinguished', () => {
  const value = fc.double({ min: -1e9, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value), { minLength: 2, maxLength: 200 }), (pairs) => {
      const points = pairs.map(([x, y]) => point(x, y))
      const density = densityOf(points, { from: 1, isWhole: { x: false, y: false } })
      if (density === null) throw new Error('no grid')
      const { cells, xStep, yStep } = density
      expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe(points.length)
      expect(new Set(cells.map(({ x }) => x)).size).toBeLessThanOrEqual(48)
      expect(new Set(cells.map(({ y }) => y)).size).toBeLessThanOrEqual(28)
      for (const { only, x, y } of cells) {
        if (only === null) continue
        const own = points[only] ?? point(Number.NaN, 0)
        expect(own.x).toBeGreaterThanOrEqual(x - 1e-6 * xStep)
        expect(own.x).toBeLessThanOrEqual(x + xStep * (1 + 1e-6))
        expect(own.y).toBeLessThanOrEqual(y + yStep * (1 + 1e-6))
      }
    }),
  )
})

test('values that no grid can hold have no density, and points that are all alike are one cell', () => {
  expect(densityOf([point(-1.7e308, 0), point(1.7e308, 1)], { from: 1, isWhole: AMOUNTS })).toBeNull()
  expect(densityOf([point(5, 5), point(5, 5)], { from: 1, isWhole: AMOUNTS })?.cells).toEqual([
    { x: 5, y: 5, count: 2, open: 0, only: null },
  ])
})
