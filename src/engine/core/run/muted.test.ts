import type { Column } from '#domain/frame'
import { fromRows } from '#domain/frame-build'
import { describe, expect, test } from 'vitest'
import type { WidgetDeclaration } from '../../types.ts'
import { withoutMuted } from './muted.ts'

const measure = (id: string): Column => ({ id, type: 'int', role: 'measure' })
const muted = (id: string): Column => ({ ...measure(id), muted: true })
const frames = (...columns: Column[]) => ({ rows: fromRows(columns, []) })
const ALL = frames(measure('ins'), measure('visits'), measure('tickets'))
const NO_TICKETS = frames(
  measure('ins'),
  measure('visits'),
  muted('tickets'),
  muted('visitsWithTickets'),
  muted('insWithTickets'),
)
const input = { rows: { required: true, columns: { period: 'dim', ins: 'measure' } } } as const
const declared = (measures?: WidgetDeclaration['measures']) => ({ data: input, ...(measures && { measures }) })

describe('muted measures are left out', () => {
  test('of a list, with the metrics that need them; the rest keeps its order', () => {
    const options = { metrics: ['tickets', 'ins', 'conversionRate', 'visits'], layout: 'auto' }
    expect(withoutMuted(declared({ of: ['metrics'] }), options, NO_TICKETS)).toEqual({
      options: { metrics: ['ins', 'visits'], layout: 'auto' },
      muted: ['tickets', 'conversionRate'],
    })
  })

  test('of a list of objects, whole with what is said of them', () => {
    const options = { columns: [{ column: 'tickets', width: 3 }, { column: 'name' }, { column: 'ins', width: 2 }] }
    expect(withoutMuted(declared({ of: ['columns.column'] }), options, NO_TICKETS).options).toEqual({
      columns: [{ column: 'name' }, { column: 'ins', width: 2 }],
    })
  })

  test('where the widget can do without, by its value or by what it reads', () => {
    const measures = {
      of: ['bars'],
      besides: { lines: { without: 'none' }, showTickets: { without: false, reads: 'tickets' } },
    }
    expect(
      withoutMuted(declared(measures), { bars: 'ins', lines: 'conversionRate', showTickets: true }, NO_TICKETS).options,
    ).toEqual({ bars: 'ins', lines: 'none', showTickets: false })
    expect(
      withoutMuted(declared(measures), { bars: 'ins', lines: 'bounceRate', showTickets: true }, ALL).options,
    ).toEqual({ bars: 'ins', lines: 'bounceRate', showTickets: true })
  })
})

describe('a widget has nothing left to show', () => {
  test('when the last of its list, its one measure, or one of two axes is muted', () => {
    for (const [of, options] of [
      [['metrics'], { metrics: ['tickets', 'conversionRate'] }],
      [['measure'], { measure: 'tickets' }],
      [['x', 'y'], { x: 'ins', y: 'conversionRate' }],
    ] as const) {
      expect([of, withoutMuted(declared({ of }), options, NO_TICKETS).options]).toEqual([of, null])
    }
    expect(withoutMuted(declared({ of: ['measure'] }), { measure: 'tickets' }, NO_TICKETS).muted).toEqual(['tickets'])
  })

  test('when a measure of a required input is muted, and its options name none', () => {
    const gone = { options: null, muted: ['ins'] }
    expect(withoutMuted(declared(), { a: 1 }, frames(muted('ins'), measure('visits')))).toEqual(gone)
    expect(
      withoutMuted(
        declared({ of: [], besides: { rate: { without: 'captureRate' } } }),
        { rate: 'captureRate' },
        frames(muted('ins')),
      ),
    ).toEqual(gone)
    expect(withoutMuted(declared(), { a: 1 }, NO_TICKETS).options).toEqual({ a: 1 })
  })
})

test('a measure of a required input that the widget can do without hides nothing, and the others still do', () => {
  const data = { rows: { required: true, columns: { ins: 'measure', insInRange0: 'measure' } } } as const
  const measures = { of: [], spared: ['insInRange0'] }
  const options = { a: 1 }
  expect(withoutMuted({ data, measures }, options, frames(measure('ins'), muted('insInRange0'))).options).toBe(options)
  expect(withoutMuted({ data, measures }, options, frames(muted('ins'), muted('insInRange0')))).toEqual({
    options: null,
    muted: ['ins'],
  })
})

test('options are the same object while nothing that they name is muted', () => {
  const options = { metrics: ['ins'] }
  for (const given of [ALL, NO_TICKETS])
    expect(withoutMuted(declared({ of: ['metrics'] }), options, given).options).toBe(options)
})

test('what is unknown is no muted measure: a null without a module that is off stays', () => {
  const options = { metrics: ['tickets', 'insTime'] }
  expect(withoutMuted(declared({ of: ['metrics'] }), options, frames(measure('ins'), measure('visits'))).options).toBe(
    options,
  )
  // The denominator falls back on visits where identification was never reported, so the metric is not muted with it.
  expect(withoutMuted(declared({ of: ['metrics'] }), { metrics: ['identifiedShare'] }, NO_TICKETS).options).toEqual({
    metrics: ['identifiedShare'],
  })
})

test('an empty list, and an option that is not set or names nothing, is nothing that was taken away', () => {
  for (const options of [{ metrics: [] }, {}, { metrics: '' }, { metrics: [7, null] }]) {
    expect([options, withoutMuted(declared({ of: ['metrics'] }), options, NO_TICKETS)]).toEqual([
      options,
      { options, muted: [] },
    ])
  }
})

test('a stand-in that is chosen already, and one for a measure that is counted, changes nothing', () => {
  const besides = { lines: { without: 'none' }, rate: { without: 'tickets', reads: 'tickets' } }
  const measures = { of: ['bars'], besides }
  const options = { bars: 'ins', lines: 'visits', rate: 'tickets' }
  expect(withoutMuted(declared(measures), options, NO_TICKETS).options).toBe(options)
})

test('only measures of required inputs are needed: no optional input, no dimension, no input without rows', () => {
  const optional = { data: { more: { required: false, columns: { tickets: 'measure' } } } } as const
  expect(withoutMuted(optional, { a: 1 }, { more: NO_TICKETS.rows }).options).toEqual({ a: 1 })
  const dimension = { data: { rows: { required: true, columns: { tickets: 'dim' } } } } as const
  expect(withoutMuted(dimension, { a: 1 }, NO_TICKETS).options).toEqual({ a: 1 })
  expect(withoutMuted(declared(), { a: 1 }, { more: NO_TICKETS.rows }).options).toEqual({ a: 1 })
})

test('a widget whose options name its measures is shown by those, also without one that its input has', () => {
  const without = frames(muted('ins'), measure('visits'))
  expect(withoutMuted(declared({ of: ['metrics'] }), { metrics: ['visits'] }, without)).toEqual({
    options: { metrics: ['visits'] },
    muted: [],
  })
  const none = { of: [], besides: { rate: { without: 'captureRate' } } }
  expect(withoutMuted(declared(none), { rate: 'visits' }, ALL)).toEqual({ options: { rate: 'visits' }, muted: [] })
})
