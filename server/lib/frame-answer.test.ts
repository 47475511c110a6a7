import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeArrow } from '#domain/frame-arrow'
import { fromRows, toJson } from '#domain/frame-build'
import type { Cell, Frame } from '#domain/frame'
import { arrowInSlices, jsonInSlices } from './frame-answer.ts'

const COLUMNS = [
  { id: 'period', type: 'text', role: 'dim' },
  { id: 'day', type: 'day', role: 'dim' },
  { id: 'ins', type: 'int', role: 'measure', muted: true },
  { id: 'share', type: 'float', role: 'measure' },
] as const
const row = fc.tuple(
  fc.option(fc.string({ maxLength: 4 })),
  fc.option(fc.integer({ min: 0, max: 30_000 })),
  fc.option(fc.integer({ min: -5, max: 1e6 })),
  fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
)
const notes = { byDay: { stores: 1, of: 2 }, traffic: { shown: 'main', of: ['main', 'staff'] } }

/** Rows again and again, so that the pieces of a column are several. */
const frameOf = (rows: readonly Cell[][], times: number, more: object): Frame => ({
  ...fromRows(COLUMNS, Array.from({ length: times }, () => rows).flat()),
  ...more,
})

test('a large answer in slices is byte for byte the answer at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 6 }),
      fc.constantFrom(1, 2000),
      fc.option(fc.integer({ min: 0 })),
      fc.boolean(),
      async (rows, times, asOf, hasNotes) => {
        const frame = frameOf(rows, times, hasNotes ? notes : {})
        expect((await jsonInSlices(frame, asOf)).toString() === JSON.stringify({ ...toJson(frame), asOf })).toBe(true)
        expect((await arrowInSlices(frame)).equals(Buffer.from(encodeArrow(frame)))).toBe(true)
      },
    ),
    { numRuns: 40 },
  )
})

test('a frame without columns is an answer too', async () => {
  expect((await jsonInSlices({ columns: [], data: [], rows: 0 }, null)).toString()).toBe(
    '{"columns":[],"data":[],"rows":0,"asOf":null}',
  )
})

test('while a large answer is made the loop goes on', async () => {
  const frame = frameOf([['a', 1, 1, 0.5]], 400_000, {})
  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await jsonInSlices(frame, null)
  isDone = true
  expect(turns).toBeGreaterThan(10)
})
