import { expect, test } from 'vitest'
import { createWheelHints } from './wheel-hints.ts'

const DOWN = { deltaX: 0, deltaY: 100, shiftKey: false, altKey: false }
/** A wheel that turns at these moments, of which the last is over a chart. */
function isHintedAfter(moments: readonly number[], hints = createWheelHints(), turn = DOWN) {
  for (const at of moments) hints.turned({ timeStamp: at })
  return hints.isWanted(turn)
}

test('a wheel that begins to turn over a chart is told how to zoom; one that goes on turning is not told again', () => {
  const hints = createWheelHints()
  expect([isHintedAfter([0], hints), isHintedAfter([100], hints), isHintedAfter([350], hints)]).toEqual([
    true,
    false,
    false,
  ])
})

test('a page that is scrolled past a chart says nothing there', () => {
  expect(isHintedAfter([0, 90, 180, 270])).toBe(false)
  expect(isHintedAfter([0, 90, 1000])).toBe(true)
})

test('a visit hears it three times, and no more once it has zoomed', () => {
  const hints = createWheelHints()
  expect([0, 2000, 4000, 6000].map((at) => isHintedAfter([at], hints))).toEqual([true, true, true, false])
  const other = createWheelHints()
  other.zoomed()
  expect(isHintedAfter([0], other)).toBe(false)
})

test('a wheel to the side, or with a key that has another meaning, asks for no zoom', () => {
  for (const turn of [
    { ...DOWN, deltaX: 120 },
    { ...DOWN, deltaY: 0 },
    { ...DOWN, shiftKey: true },
    { ...DOWN, altKey: true },
  ])
    expect(isHintedAfter([0], createWheelHints(), turn), JSON.stringify(turn)).toBe(false)
})

test('what was said is forgotten with the visit', () => {
  const hints = createWheelHints()
  hints.zoomed()
  hints.forget()
  expect(isHintedAfter([0], hints)).toBe(true)
})
