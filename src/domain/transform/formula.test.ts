import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FormulaSum } from '#schemas/generated/layout/transform.ts'
import { fromRows } from '../frame-build.ts'
import type { Cell, Column, Frame } from '../frame.ts'
import { groupBy, number, objects, type Row } from './naive.test-support.ts'
import { runTransform } from './run.ts'

const columns: readonly Column[] = [
  { id: 'local', type: 'int', role: 'dim', unit: 'id' },
  { id: 'period', type: 'text', role: 'dim' },
  { id: 'ins', type: 'int', role: 'measure', unit: 'count' },
  { id: 'outs', type: 'int', role: 'measure', unit: 'count' },
  { id: 'tickets', type: 'int', role: 'measure', unit: 'count' },
  { id: 'insTimeS', type: 'int', role: 'measure', unit: 'seconds' },
  { id: 'captureRate', type: 'float', role: 'measure', unit: 'percent' },
  { id: 'hours', type: 'int', role: 'measure', unit: 'count' },
  { id: 'expected', type: 'int', role: 'measure', unit: 'weight' },
]
const count = fc.option(fc.integer({ min: 0, max: 99 }), { freq: 4 })
const anyFrame = fc
  .array(
    fc.tuple(
      fc.option(fc.integer({ min: 1, max: 3 }), { freq: 8 }),
      fc.constantFrom('comparing', 'reference'),
      count,
      count,
      count,
      count,
      count,
      count,
      count,
    ),
    { maxLength: 30 },
  )
  .map((rows) => fromRows(columns, rows as Cell[][]))
const COUNTS = ['ins', 'outs', 'tickets', 'hours'] as const
const { sum: anySum } = fc.letrec<{ sum: FormulaSum }>((tie) => ({
  sum: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(...COUNTS),
    fc.array(tie('sum'), { minLength: 2, maxLength: 3 }).map((plus) => ({ plus })),
    fc.tuple(tie('sum'), tie('sum')).map((minus) => ({ minus })),
    fc.record({ times: tie('sum'), factor: fc.integer({ min: -3, max: 3 }) }),
  ),
}))

/** The same over one row, as plainly as it can be said. */
function said(sum: FormulaSum, row: Row): number | null {
  if (typeof sum === 'string') return number(row[sum])
  if ('times' in sum) {
    const value = said(sum.times, row)
    return value === null ? null : value * sum.factor
  }
  const parts = ('plus' in sum ? sum.plus : sum.minus).map((part) => said(part, row))
  return parts.reduce((a, b) => (a === null || b === null ? null : 'plus' in sum ? a + b : a - b))
}
const quotient = (of: number | null, over: number | null, scale: number) =>
  of === null || over === null || over === 0 ? null : (scale * of) / over
const close = (value: number | null) => (value === null ? null : expect.closeTo(value, 6))

const run = (frame: Frame, ...steps: object[]) => runTransform(frame, steps).frame
const small = (...rows: Cell[][]) => fromRows(columns, rows)
const derive = (as: string, formula: object) => ({ op: 'derive', as, formula })
const unitOf = (frame: Frame, id: string) => frame.columns.find((column) => column.id === id)?.unit
const refusal = (formula: object) => {
  try {
    run(small([1, 'comparing', 1, 1, 1, 1, 1, 1, 1]), derive('x', formula))
    return 'accepted'
  } catch (error) {
    return error
  }
}

describe('refusals', () => {
  test('measures of two units are not added: the sentence names both', () => {
    expect(refusal({ of: { plus: ['ins', 'insTimeS'] } })).toMatchObject({
      code: 'FORMULA_UNITS_INVALID',
      message:
        'Step 0 (derive): A count and a seconds cannot be added; use measures of one unit, or divide one by the other.',
      details: { unit: 'count', other: 'seconds', step: 0 },
    })
    expect(refusal({ of: 'ins', over: { minus: ['ins', 'expected'] } })).toMatchObject({
      code: 'FORMULA_UNITS_INVALID',
    })
  })

  test('a percentage, a dimension and a text are no part of a formula', () => {
    for (const id of ['captureRate', 'local'])
      expect(refusal({ of: { plus: ['ins', id] } })).toMatchObject({
        code: 'FORMULA_UNITS_INVALID',
        details: { column: id },
      })
    expect(refusal({ of: 'nonsense' })).toMatchObject({ code: 'COLUMN_UNKNOWN' })
  })

  test('a ratio is no part of another formula, for any unit', () => {
    const twice = () =>
      run(
        small([1, 'comparing', 1, 1, 1, 60, 1, 1, 1]),
        derive('stay', { of: 'insTimeS', over: 'ins' }),
        derive('x', { of: { plus: ['insTimeS', 'stay'] } }),
      )
    expect(twice).toThrow('Column stay is a seconds and cannot be added up; use the measures that it is made of.')
  })

  test.each([
    { of: { eval: 'ins * 2' } },
    { of: { plus: ['ins'] } },
    { of: { minus: ['ins', 'outs', 'tickets'] } },
    { of: { times: 'ins' } },
    { of: { times: 'ins', factor: 'outs' } },
    { of: 'ins', over: 7 },
    {},
  ])('%o is no formula', (formula) => {
    expect(refusal(formula)).toMatchObject({ code: 'TRANSFORM_INVALID' })
  })
})

test('a formula agrees with rows, nulls included', () =>
  fc.assert(
    fc.property(anyFrame, anySum, anySum, fc.constantFrom(1, 100), (frame, of, over, scale) => {
      const rows = objects(frame)
      const made = objects(run(frame, derive('x', { of }), derive('y', { of, over, scale })))
      expect(made.map(({ x, y }) => [x, y])).toEqual(
        rows.map((row) => [close(said(of, row)), close(quotient(said(of, row), said(over, row), scale))]),
      )
    }),
  ))

test('dividing by nothing gives no figure: neither 0 nor infinity', () => {
  const frame = small([1, 'comparing', 5, 0, null, 1, 1, 1, 1], [2, 'comparing', 0, 0, 3, 1, 1, 1, 1])
  for (const over of ['outs', 'tickets', { times: 'ins', factor: 0 }] as const)
    expect(objects(run(frame, derive('x', { of: 'ins', over })))[0]?.x).toBeNull()
  expect(objects(run(frame, derive('x', { of: { times: 'ins', factor: 1e308 }, scale: 1e308 })))[0]?.x).toBeNull()
})

test('the ratio of a group is a sum over a sum, over the rows that have both, however often it is grouped', () =>
  fc.assert(
    fc.property(anyFrame, (frame) => {
      const ratio = derive('x', { of: 'tickets', over: 'ins', scale: 100 })
      const both = (rows: readonly Row[]) => rows.filter(({ ins, tickets }) => ins !== null && tickets !== null)
      const sum = (rows: readonly Row[], id: string) => {
        const parts = both(rows).map((row) => Number(row[id]))
        return parts.length === 0 ? null : parts.reduce((a, b) => a + b, 0)
      }
      const expected = groupBy(objects(frame), ['local']).map((rows) => [
        rows[0]?.local ?? null,
        close(quotient(sum(rows, 'tickets'), sum(rows, 'ins'), 100)),
      ])
      const read = (...steps: object[]) => objects(run(frame, ratio, ...steps)).map(({ local, x }) => [local, x])
      const group = (by: string[], measures: object | string) => ({ op: 'aggregate', by, measures })
      const named = { x: { fn: 'total', of: 'x' } }
      expect(read(group(['local'], 'all'))).toEqual(expected)
      expect(read(group(['local'], named))).toEqual(expected)
      expect(read(group(['local'], { x: { fn: 'average', of: 'x' } }))).toEqual(expected)
      expect(read(group(['local', 'period'], named), group(['local'], named))).toEqual(expected)
    }),
  ))

test('renamed, pivoted and cut to the largest, a ratio is still one of sums', () => {
  const frame = small(
    [1, 'comparing', 100, 0, 10, 0, 1, 1, 1],
    [2, 'comparing', 10, 0, 9, 0, 1, 1, 1],
    [3, 'comparing', 90, 0, 1, 0, 1, 1, 1],
  )
  const ratio = derive('rate', { of: 'tickets', over: 'ins', scale: 100 })
  const whole = expect.closeTo(10, 9)
  expect(
    objects(
      run(
        frame,
        ratio,
        { op: 'rename', columns: { rate: 'share' } },
        { op: 'aggregate', by: ['period'], measures: { share: { fn: 'total', of: 'share' } } },
      ),
    )[0],
  ).toMatchObject({ share: whole })
  expect(
    objects(run(frame, ratio, { op: 'limit', n: 1, by: 'rate', others: true, label: 'Rest' })).map(({ rate }) => rate),
  ).toEqual([90, expect.closeTo((11 / 190) * 100, 9)])
  expect(
    objects(
      run(
        frame,
        ratio,
        { op: 'aggregate', by: ['period', 'local'], measures: { rate: { fn: 'total', of: 'rate' } } },
        { op: 'filter', where: { local: { in: [1, 2, 3] } } },
        { op: 'aggregate', by: ['period'], measures: { rate: { fn: 'total', of: 'rate' } } },
        { op: 'pivot', column: 'period', values: ['comparing'], of: 'rate' },
      ),
    )[0]?.comparing,
  ).toEqual(whole)
})

test('a formula under an old name replaces the old one', () => {
  const frame = run(
    small([1, 'comparing', 4, 2, 1, 60, 1, 1, 1]),
    derive('x', { of: 'tickets', over: 'ins' }),
    derive('x', { of: { minus: ['ins', 'outs'] } }),
    { op: 'aggregate', by: ['local'], measures: 'all' },
  )
  expect(objects(frame)[0]?.x).toBe(2)
  expect(frame.columns.map(({ id }) => id).filter((id) => id.startsWith('x.'))).toEqual([])
})

test('units follow: a share is in percent, a time for each of something in seconds, another quotient a ratio', () => {
  const frame = run(
    small([1, 'comparing', 4, 2, 1, 60, 1, 1, 1]),
    derive('share', { of: 'tickets', over: 'ins', scale: 100 }),
    derive('stay', { of: 'insTimeS', over: 'ins' }),
    derive('perHour', { of: 'ins', over: 'hours' }),
    derive('balance', { of: { minus: ['ins', 'outs'] } }),
  )
  expect(['share', 'stay', 'perHour', 'balance'].map((id) => unitOf(frame, id))).toEqual([
    'percent',
    'seconds',
    'ratio',
    'count',
  ])
})

test('columns of completeness travel along, and the change of a formula compares what both periods have', () => {
  const unpaired: readonly Column[] = [
    ...columns,
    { id: 'ins.unpaired', type: 'int', role: 'measure', unit: 'count' },
    { id: 'tickets.unpaired', type: 'int', role: 'measure', unit: 'count' },
  ]
  const frame = fromRows(unpaired, [
    [1, 'comparing', 100, 40, 20, 0, 0, 10, 5, 20, 0],
    [1, 'reference', 80, 30, 16, 0, 0, 8, 4, 0, 0],
  ])
  const made = run(
    frame,
    derive('rate', { of: 'tickets', over: 'ins', scale: 100 }),
    derive('both', { of: { plus: ['ins', 'tickets'] } }),
  )
  const grouped = run(made, {
    op: 'aggregate',
    by: ['period'],
    measures: 'all',
  })
  expect(objects(grouped)[0]).toMatchObject({ hours: 10, expected: 5, 'ins.unpaired': 20, 'both.unpaired': 20 })
  expect(objects(run(grouped, { op: 'compare', by: 'period', as: { delta: 'abs' } }))).toEqual([
    expect.objectContaining({
      // 20 of 100 against 16 of 80; without the 20 entries that the reference lacks it is 20 of 80.
      rate: 20,
      'rate.reference': 20,
      'rate.delta': 5,
      both: 120,
      'both.delta': 4,
    }),
  ])
})

describe('parts of a day', () => {
  const days = (...rows: Cell[][]) =>
    fromRows(
      [
        { id: 'day', type: 'day', role: 'dim' },
        { id: 'slot', type: 'int', role: 'dim' },
        { id: 'ins', type: 'int', role: 'measure', unit: 'count' },
      ],
      rows,
    )
  const part = (name: string, from?: string) => ({ op: 'derive', as: 'x', part: name, ...(from && { from }) })
  const read = (day: string, name: string) => objects(run(days([day, 0, 1]), part(name)))[0]?.x

  test.each([
    ['2026-11-27', { weekday: 5, dayOfMonth: 27, weekOfYear: 48, monthOfYear: 11, quarterOfYear: 4, year: 2026 }],
    ['2027-01-01', { weekday: 5, dayOfMonth: 1, weekOfYear: 53, monthOfYear: 1, quarterOfYear: 1, year: 2027 }],
    ['2024-12-30', { weekday: 1, dayOfMonth: 30, weekOfYear: 1, monthOfYear: 12, quarterOfYear: 4, year: 2024 }],
    ['1969-12-31', { weekday: 3, dayOfMonth: 31, weekOfYear: 1, monthOfYear: 12, quarterOfYear: 4, year: 1969 }],
  ])('%s is %o', (day, parts) => {
    expect(Object.fromEntries(Object.keys(parts).map((name) => [name, read(day, name)]))).toEqual(parts)
  })

  test('a week is its Monday, a month is counted from year 0, an hour is that of its minute', () => {
    expect(read('2026-11-27', 'week')).toBe(read('2026-11-23', 'week'))
    expect(read('2026-11-27', 'month')).toBe(2026 * 12 + 10)
    expect(objects(run(days(['2026-11-27', 839, 1]), part('hour')))[0]?.x).toBe(13)
  })

  test('a part is a dimension that rows are grouped by; without a day there is no part', () => {
    const frame = days(['2026-11-23', 0, 1], ['2026-11-30', 0, 2], ['2026-11-24', 0, 4], [null, 0, 8])
    expect(
      objects(run(frame, part('weekday'), { op: 'aggregate', by: ['x'], measures: 'all' })).map(({ x, ins }) => [
        x,
        ins,
      ]),
    ).toEqual([
      [1, 3],
      [2, 4],
      [null, 8],
    ])
  })

  test('no part is taken of a column that holds no days', () => {
    expect(() => run(days(['2026-11-23', 0, 1]), part('weekday', 'ins'))).toThrow(
      'Column ins holds no days; weekday cannot be taken from it.',
    )
    expect(() => run(days(['2026-11-23', 0, 1]), part('hour', 'day'))).toThrow('holds no minutes of the day')
  })
})

describe('targets', () => {
  const frame = small([1, 'comparing', 5, 0, 0, 0, 0, 0, 0], [2, 'comparing', 5, 0, 0, 0, 0, 0, 0])
  const target = (rest: object) => ({ op: 'derive', as: 'goal', target: { for: 'ins', ...rest } })

  test('a target is a column: that of its member, else that of all, else none', () => {
    const read = (rest: object) => objects(run(frame, target(rest))).map(({ goal }) => goal)
    expect(read({ value: 7 })).toEqual([7, 7])
    expect(read({ by: 'local', values: { 2: 9 } })).toEqual([null, 9])
    expect(read({ by: 'local', values: { 2: 9 }, value: 7 })).toEqual([7, 9])
    expect(read({ by: 'local', values: { constructor: 1 }, value: 7 })).toEqual([7, 7])
  })

  test('a target has the unit of its measure and is added up with it', () => {
    const sums = run(frame, target({ value: 7 }), { op: 'aggregate', by: ['period'], measures: 'all' })
    expect([unitOf(sums, 'goal'), objects(sums)[0]?.goal]).toEqual(['count', 14])
  })

  test('a target of a percentage is refused: its rows cannot be added up', () => {
    expect(() => run(frame, { op: 'derive', as: 'x', target: { for: 'captureRate', value: 7 } })).toThrow(
      'Column captureRate cannot be added up',
    )
  })
})
