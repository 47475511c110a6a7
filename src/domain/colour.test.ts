import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, lighterUntil, luminance } from './colour.ts'

const hex = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('black on white is 21, a colour on itself 1, and grey #767676 just readable on white', () => {
  expect([luminance('#000000'), luminance('#ffffff')]).toEqual([0, 1])
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 10)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5)
})

test('contrast does not depend on the order and is never below 1', () => {
  fc.assert(fc.property(hex, hex, (a, b) => contrast(a, b) === contrast(b, a) && contrast(a, b) >= 1))
})

test('any colour becomes light enough for a dark surface, and one that is stays', () => {
  fc.assert(fc.property(hex, (colour) => contrast(lighterUntil(colour, '#161a18', 6), '#161a18') >= 6))
  expect(lighterUntil('#43c08d', '#161a18', 6)).toBe('#43c08d')
})

test('a lighter colour keeps its hue: navy becomes a blue, not a grey', () => {
  const [red, , blue] = [1, 3, 5].map((at) => Number.parseInt(lighterUntil('#1d3a7a', '#161a18', 6).slice(at, at + 2), 16)) as [number, number, number]
  expect(blue - red).toBeGreaterThan(90)
  expect(lighterUntil('#808080', '#161a18', 6)).toMatch(/^#(..)\1\1$/)
})
