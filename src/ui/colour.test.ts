import { expect, test } from 'vitest'
import { contrast, distance, mix, rgbOf, seenBy } from './colour.ts'

test('a value that is no #rrggbb is refused by name', () => {
  expect(() => rgbOf('red')).toThrow('rgbOf: red is no #rrggbb colour')
})

test('contrast is 21 between black and white and 1 between equals', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#0b7a53', '#0b7a53')).toBe(1)
})

test('mixing is that of CSS: all of one colour, all of the other, or between', () => {
  expect([mix('#0b7a53', 1, '#ffffff'), mix('#0b7a53', 0, '#ffffff')]).toEqual(['#0b7a53', '#ffffff'])
  // Chrome computes color-mix(in oklab, #ff0000 50%, #0000ff) to this.
  expect(mix('#ff0000', 0.5, '#0000ff')).toBe('#8c53a2')
})

test('pure red and pure green come together for a deuteranope, and greys stay greys', () => {
  expect(distance(seenBy('deutan', '#b00000'), seenBy('deutan', '#6a6a00'))).toBeLessThan(
    distance('#b00000', '#6a6a00') / 2,
  )
  expect(distance(seenBy('deutan', '#808080'), '#808080')).toBeLessThan(1)
})
