import { expect, test } from 'vitest'
import { DATA_MODULES, DEFAULT_MODULES, mutedAtoms } from '../data-modules.ts'
import { decodeArrow, encodeArrow } from '../frame-arrow.ts'
import { fromJson, fromRows, toJson, toRows } from '../frame-build.ts'
import type { Column } from '../frame.ts'
import { SALES_ATOMS } from '../metrics/atoms.ts'
import { aggregate } from '../transform/aggregate.ts'
import { derive } from '../transform/columns.ts'
import { compare } from '../transform/compare.ts'
import { sumFrames, withoutAtoms } from './muted.ts'

const dim = (id: string, type: Column['type'] = 'int'): Column => ({ id, type, role: 'dim' })
const atom = (id: string): Column => ({ id, type: 'int', role: 'measure' })

test('without the module of tickets there are no tickets and nothing to convert; the rest is counted', () => {
  expect(mutedAtoms(DEFAULT_MODULES)).toEqual(['tickets', 'visitsWithTickets', 'insWithTickets', ...SALES_ATOMS])
  expect(mutedAtoms({ ...DEFAULT_MODULES, tickets: true })).toEqual([])
  expect(mutedAtoms({ ...DEFAULT_MODULES, tickets: true, time: false, repetitions: false })).toHaveLength(15)
  expect(mutedAtoms(Object.fromEntries(DATA_MODULES.map((module) => [module, true])))).toEqual([])
})

const marked = (frame: { columns: readonly Column[] }) => frame.columns.filter(({ muted }) => muted).map(({ id }) => id)

test('a muted column is marked, and a sum is marked only where every part lacks it', () => {
  const frame = fromRows([dim('period', 'text'), atom('ins'), atom('tickets')], [['comparing', 10, 2]])
  const [off, on] = [withoutAtoms(frame, ['tickets', 'far']), frame]
  expect([
    marked(off),
    marked(sumFrames([off, off])),
    marked(sumFrames([off, on])),
    marked(sumFrames([on, off])),
  ]).toEqual([['tickets'], ['tickets'], [], []])
  const local = (id: number) => fromRows([dim('local'), atom('tickets')], [[id, 1]])
  expect(marked(sumFrames([withoutAtoms(local(1), ['tickets']), local(2)]))).toEqual([])
})

test('the mark goes over the wire and through the steps of a widget', () => {
  const off = withoutAtoms(
    fromRows(
      [dim('period', 'text'), atom('ins'), atom('tickets')],
      [
        ['comparing', 10, 2],
        ['reference', 4, 1],
      ],
    ),
    ['tickets'],
  )
  expect(marked(decodeArrow(encodeArrow(off)))).toEqual(['tickets'])
  expect(marked(fromJson(toJson(off)))).toEqual(['tickets'])
  const all = aggregate(off, { by: ['period'], measures: 'all' })
  const derived = derive(off, { op: 'derive', as: 'perVisitor', ratio: ['tickets', 'ins'] })
  const kept = derive(off, { op: 'derive', as: 'twice', difference: ['ins', 'ins'] })
  const change = compare(off, { by: 'period', of: ['ins', 'tickets'], as: { change: 'percent' } })
  expect([all, derived, kept, change].map(marked)).toEqual([
    ['tickets'],
    ['tickets', 'perVisitor'],
    ['tickets'],
    ['tickets', 'tickets.reference', 'tickets.change'],
  ])
})

test('a column whose module is off stays and is null in every row', () => {
  const frame = fromRows(
    [dim('local'), atom('ins'), atom('tickets')],
    [
      [1, 10, 2],
      [2, 20, null],
    ],
  )
  expect(toRows(withoutAtoms(frame, ['tickets', 'far']))).toEqual([
    [1, 10, null],
    [2, 20, null],
  ])
  expect(toRows(frame)).toEqual([
    [1, 10, 2],
    [2, 20, null],
  ])
  expect(withoutAtoms(frame, ['far'])).toBe(frame)
})

test('answers about different locals are summed by group; columns missing in one part do not hide the other', () => {
  const columns = [dim('period', 'text'), dim('hour'), atom('ins'), atom('tickets')]
  const one = fromRows(columns, [
    ['comparing', 10, 5, null],
    ['comparing', 12, 1, null],
  ])
  const two = fromRows(columns, [
    ['comparing', 10, 7, 3],
    ['comparing', 11, 2, 0],
    ['reference', 10, 1, null],
  ])
  expect(toRows(sumFrames([one, two]))).toEqual([
    ['comparing', 10, 12, 3],
    ['comparing', 11, 2, 0],
    ['comparing', 12, 1, null],
    ['reference', 10, 1, null],
  ])
})

test('rows by local are put together in their order', () => {
  const columns = [dim('local'), atom('tickets')]
  expect(
    toRows(
      sumFrames([
        fromRows(columns, [
          [1, 4],
          [3, 5],
        ]),
        fromRows(columns, [[2, null]]),
      ]),
    ),
  ).toEqual([
    [1, 4],
    [2, null],
    [3, 5],
  ])
})
