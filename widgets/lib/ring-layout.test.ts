import { expect, test } from 'vitest'
import { ringLayout } from './ring-layout.ts'

const room = (width: number, height: number, shape: 'auto' | 'donut' | 'bar' = 'auto') =>
  ringLayout({ width, height, rows: 4, periods: 2, shape })

test.each([
  ['wide and low: the table is beside the rings', room(780, 240), { diameter: 208, isSide: true }],
  ['high: the table is under larger rings', room(420, 480), { diameter: 200, isSide: false }],
  ['too small for rings that can hold a figure: bars', room(280, 190), { diameter: null, isSide: false }],
  ['bars on request', room(780, 400, 'bar'), { diameter: null, isSide: false }],
  ['rings on request, as small as they get', room(280, 190, 'donut'), { diameter: 84, isSide: false }],
])('%s', (_name, found, wanted) => {
  expect(found).toEqual(wanted)
})
