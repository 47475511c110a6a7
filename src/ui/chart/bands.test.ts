import { expect, test } from 'vitest'
import { bandLines, edgesOf } from './bands.ts'

const band = (from: number, to: number, label: string) => ({ id: label, from, to, label })
const layout = { plot: { left: 40, right: 440, top: 10, bottom: 100 }, banded: true, pitch: 40 } as Parameters<
  typeof edgesOf
>[0]

test('a stretch reaches from the begin of its first category to the end of its last', () => {
  expect([edgesOf(layout, 0, 0), edgesOf(layout, 2, 4)]).toEqual([
    { x: 40, width: 40 },
    { x: 120, width: 120 },
  ])
})

test('on a line without bands it ends where the plot does', () => {
  expect(edgesOf({ ...layout, banded: false }, 0, 10)).toEqual({ x: 40, width: 400 })
})

test('a name that would run into the next one stands on a line of its own; there are no more than two', () => {
  expect(bandLines([band(0, 1, 'Autumn'), band(8, 9, 'Winter')], 40)).toEqual([0, 0])
  expect(
    bandLines([band(0, 1, 'A very long campaign'), band(1, 2, 'Local holiday'), band(2, 2, 'A third one')], 40),
  ).toEqual([0, 1, 1])
})
