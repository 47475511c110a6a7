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
  const [red, , blue] = [1, 3, 5].map((at) =>
    Number.parseInt(lighterUntil('#1d3a7a', '#161a18', 6).slice(at, at + 2), 16),
  ) as [number, number, number]
  expect(blue - red).toBeGreaterThan(90)
  expect(lighterUntil('#808080', '#161a18', 6)).toMatch(/^#(..)\1\1$/)
})

test('brightness and contrast are those of WCAG, also of the darkest colours', () => {
  expect([luminance('#0a0a0a').toFixed(6), luminance('#0b0b0b').toFixed(6), luminance('#808080').toFixed(4)]).toEqual([
    '0.003035',
    '0.003347',
    '0.2159',
  ])
  expect([luminance('#ff0000'), luminance('#00ff00'), luminance('#0000ff')].map((one) => one.toFixed(4))).toEqual([
    '0.2126',
    '0.7152',
    '0.0722',
  ])
})

test('a colour that has contrast because it is darker than its surface becomes lighter than the surface', () => {
  expect(luminance(lighterUntil('#000000', '#555555', 2))).toBeGreaterThan(luminance('#555555'))
  expect(luminance(lighterUntil('#0b7a53', '#777777', 2))).toBeGreaterThan(luminance('#777777'))
  expect(lighterUntil('#1d3a7a', '#dddddd', 4.5)).toBe('#ffffff')
})

test('it becomes no lighter than it must be, and as strong as the screen can show it', () => {
  const found = ['#1d3a7a', '#b3261a', '#0b7a53', '#6a1b9a', '#010203'].map((one) => lighterUntil(one, '#161a18', 6))
  for (const one of found) expect(contrast(one, '#161a18')).toBeLessThan(6.4)
  const strengths = found.map((one) => {
    const channels = [1, 3, 5].map((at) => Number.parseInt(one.slice(at, at + 2), 16))
    return Math.max(...channels) - Math.min(...channels)
  })
  expect(strengths.slice(0, 4).map((strength) => strength > 75)).toEqual([true, true, true, true])
  expect(found.map((one) => /^#[0-9a-f]{6}$/.test(one))).toEqual([true, true, true, true, true])
})
