import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromRows, toRows } from '../frame-build.ts'
import type { Cell, Column, Frame } from '../frame.ts'
import { runTransform } from './run.ts'
import { aggregated, compared, groupBy, number, objects, ratio, total } from './naive.test-support.ts'
import type { Row } from './naive.test-support.ts'

const columns: readonly Column[] = [
  { id: 'local', type: 'int', role: 'dim', unit: 'id' },
  { id: 'period', type: 'text', role: 'dim' },
  { id: 'day', type: 'day', role: 'dim' },
  { id: 'ins', type: 'int', role: 'measure', unit: 'count' },
  { id: 'fro', type: 'int', role: 'measure', unit: 'count' },
  { id: 'weight', type: 'float', role: 'measure', unit: 'weight' },
]
const count = fc.option(fc.integer({ min: 0, max: 999 }), { freq: 4 })
const anyFrame = fc
  .array(
    fc.tuple(
      fc.option(fc.integer({ min: 1, max: 4 }), { freq: 8 }),
      fc.constantFrom('comparing', 'reference', 'other', null),
      fc.integer({ min: 20700, max: 20704 }),
      count,
      count,
      fc.option(fc.double({ min: 0, max: 10, noNaN: true }), { freq: 4 }),
    ),
    { maxLength: 40 },
  )
  .map((rows) => fromRows(columns, rows as Cell[][]))

const run = (frame: Frame, ...steps: object[]) => runTransform(frame, steps).frame
const rowsOf = (frame: Frame, ...steps: object[]) => objects(run(frame, ...steps))
const close = (row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([id, cell]) => [id, typeof cell === 'number' ? expect.closeTo(cell, 9) : cell]),
  )
const holds = (check: (frame: Frame, rows: Row[]) => void) =>
  fc.assert(fc.property(anyFrame, (frame) => check(frame, objects(frame))))
const small = (rows: Cell[][]) => fromRows(columns, rows)

describe('refusals', () => {
  const frame = small([[1, 'comparing', 20700, 5, 10, 1]])
  const refusal = (...steps: unknown[]) => {
    try {
      runTransform(frame, steps)
      return 'accepted'
    } catch (error) {
      const { code, message, details } = error as { code: string; message: string; details: object }
      return { code, message, details }
    }
  }

  test('a step that is no step is refused before anything runs, with its index', () => {
    expect(refusal({ op: 'sort', by: [{ column: 'ins' }] }, { op: 'eval', code: 'ins * 2' })).toMatchObject({
      code: 'TRANSFORM_INVALID',
      details: { step: 1, op: 'eval' },
    })
    expect(refusal({ op: 'limit', n: -1 })).toMatchObject({
      code: 'TRANSFORM_INVALID',
      details: { step: 0, op: 'limit' },
    })
    expect(refusal({ op: 'derive', as: 'x', metric: 'captureRate', share: 'ins' })).toMatchObject({
      code: 'TRANSFORM_INVALID',
    })
    expect(refusal({ op: 'aggregate', by: [], measures: { x: { fn: 'weightedAverage', of: 'ins' } } })).toMatchObject({
      code: 'TRANSFORM_INVALID',
    })
    expect(refusal(7)).toMatchObject({ code: 'TRANSFORM_INVALID', details: { step: 0, op: 'undefined' } })
  })

  test('an unknown column, metric, query or value names the step', () => {
    expect(refusal({ op: 'limit', n: 1 }, { op: 'sort', by: [{ column: 'visits' }] })).toEqual({
      code: 'COLUMN_UNKNOWN',
      message: 'Step 1 (sort): There is no column visits; the frame has local, period, day, ins, fro, weight.',
      details: { column: 'visits', step: 1, op: 'sort' },
    })
    expect(refusal({ op: 'derive', as: 'x', metric: 'nonsense' })).toMatchObject({
      code: 'METRIC_UNKNOWN',
      details: { step: 0 },
    })
    expect(refusal({ op: 'join', with: 'stores', on: ['local'] })).toMatchObject({ code: 'TRANSFORM_JOIN_MISSING' })
    expect(refusal({ op: 'filter', where: { ins: { eq: 'many' } } })).toMatchObject({
      code: 'TRANSFORM_INVALID',
      details: { column: 'ins' },
    })
    expect(refusal({ op: 'filter', where: { local: { in: '$locals' } } })).toMatchObject({ code: 'TRANSFORM_INVALID' })
    expect(refusal({ op: 'rename', columns: { ins: 'fro' } })).toMatchObject({ code: 'COLUMN_DUPLICATE' })
    expect(refusal({ op: 'compare', by: 'local' })).toMatchObject({ code: 'TRANSFORM_INVALID' })
  })
})

test('each step reports rows in and out', () => {
  const ticks = [0, 2, 2, 5].values()
  const { reports } = runTransform(
    small([
      [1, 'comparing', 20700, 5, 10, 1],
      [2, 'comparing', 20700, 6, 10, 1],
    ]),
    [
      { op: 'filter', where: { ins: { gt: 5 } } },
      { op: 'limit', n: 3 },
    ],
    {},
    () => ticks.next().value as number,
  )
  expect(reports).toEqual([
    { op: 'filter', rowsIn: 2, rowsOut: 1, ms: 2 },
    { op: 'limit', rowsIn: 1, rowsOut: 1, ms: 3 },
  ])
})

describe('filter', () => {
  test('agrees with rows, nulls included', () =>
    holds((frame, rows) => {
      expect(rowsOf(frame, { op: 'filter', where: { ins: { gte: 100, lt: 500 } } })).toEqual(
        rows.filter(({ ins }) => ins !== null && Number(ins) >= 100 && Number(ins) < 500),
      )
      expect(rowsOf(frame, { op: 'filter', where: { period: { ne: 'other' }, local: { in: [1, 3, null] } } })).toEqual(
        rows.filter(({ period, local }) => period !== 'other' && (local === 1 || local === 3 || local === null)),
      )
      expect(rowsOf(frame, { op: 'filter', where: { period: { eq: null } } })).toEqual(
        rows.filter(({ period }) => period === null),
      )
      expect(rowsOf(frame, { op: 'filter', where: { day: { lte: '2026-09-06' } } })).toEqual(
        rows.filter(({ day }) => Number(day) <= 20702),
      )
    }))

  test('true is compared with boolean columns, and a null is not true', () => {
    const stores = fromRows(
      [
        { id: 'name', type: 'text', role: 'dim' },
        { id: 'hideFootCompare', type: 'boolean', role: 'dim' },
      ],
      [
        ['a', true],
        ['b', false],
        ['c', null],
      ],
    )
    expect(rowsOf(stores, { op: 'filter', where: { hideFootCompare: { ne: true } } }).map(({ name }) => name)).toEqual([
      'b',
      'c',
    ])
  })
})

describe('aggregate', () => {
  test.each(['total', 'max', 'min', 'average', 'averageIgnoringNulls', 'weightedAverage'])(
    '%s agrees with rows',
    (fn) =>
      holds((frame, rows) => {
        for (const by of [['local'], ['period', 'day'], ['local', 'period', 'day']]) {
          expect(rowsOf(frame, { op: 'aggregate', by, measures: { x: { fn, of: 'ins', weight: 'weight' } } })).toEqual(
            groupBy(rows, by).map((group) =>
              close({
                ...Object.fromEntries(by.map((id) => [id, group[0]?.[id] as Cell])),
                x: aggregated(group, fn, 'ins', 'weight'),
              }),
            ),
          )
        }
      }),
  )

  test('a sum over nothing but nulls is null, over no rows too', () => {
    expect(
      rowsOf(
        small([
          [1, null, 20700, null, 0, 1],
          [1, null, 20701, null, 3, 1],
        ]),
        { op: 'aggregate', by: ['local'], measures: 'all' },
      ),
    ).toEqual([{ local: 1, ins: null, fro: 3, weight: 2 }])
    expect(rowsOf(small([]), { op: 'aggregate', by: [], measures: { ins: { fn: 'total', of: 'ins' } } })).toEqual([
      { ins: null },
    ])
    expect(rowsOf(small([]), { op: 'aggregate', by: ['local'], measures: 'all' })).toEqual([])
  })

  test('a rate weighted by its denominator is the rate of the sums, never the mean of the rates', () => {
    const two = small([
      [1, 'comparing', 20700, 100, 400, 0],
      [2, 'comparing', 20700, 10, 10, 0],
    ])
    const measures = { captureRate: { fn: 'weightedAverage', of: 'captureRate', weight: 'total' } }
    expect(rowsOf(two, { op: 'aggregate', by: ['period'], measures })).toEqual([
      { period: 'comparing', captureRate: expect.closeTo(11000 / 520, 9) },
    ])
    expect(
      rowsOf(
        two,
        { op: 'aggregate', by: ['period'], measures: 'all' },
        { op: 'derive', as: 'captureRate', metric: 'captureRate' },
      )[0]?.captureRate,
    ).toBeCloseTo(11000 / 520, 9)
  })

  test('"all" leaves rates out: their sum means nothing', () => {
    expect(
      run(
        small([[1, 'comparing', 20700, 1, 2, 3]]),
        { op: 'derive', as: 'rate', ratio: ['ins', 'fro'], scale: 100 },
        { op: 'aggregate', by: ['local'], measures: 'all' },
      ).columns.map(({ id }) => id),
    ).toEqual(['local', 'ins', 'fro', 'weight'])
  })
})

describe('derive', () => {
  test('ratio, difference and share agree with rows', () =>
    holds((frame, rows) => {
      expect(rowsOf(frame, { op: 'derive', as: 'x', ratio: ['ins', 'fro'], scale: 100 })).toEqual(
        rows.map((row) => close({ ...row, x: ratio(number(row.ins), number(row.fro), 100) })),
      )
      expect(rowsOf(frame, { op: 'derive', as: 'x', difference: ['ins', 'fro'] })).toEqual(
        rows.map((row) => ({
          ...row,
          x: row.ins === null || row.fro === null ? null : Number(row.ins) - Number(row.fro),
        })),
      )
      expect(rowsOf(frame, { op: 'derive', as: 'x', share: 'ins', by: ['period'] })).toEqual(
        rows.map((row) =>
          close({
            ...row,
            x: ratio(
              number(row.ins),
              total(
                rows.filter(({ period }) => period === row.period),
                'ins',
              ),
              100,
            ),
          }),
        ),
      )
    }))
})

describe('compare', () => {
  test('agrees with rows', () =>
    holds((frame, rows) => {
      const by = ['local', 'period']
      const unique = run(
        frame,
        { op: 'filter', where: { period: { in: ['comparing', 'reference'] } } },
        { op: 'aggregate', by, measures: { ins: { fn: 'total', of: 'ins' }, fro: { fn: 'total', of: 'fro' } } },
      )
      expect(
        rowsOf(unique, {
          op: 'compare',
          by: 'period',
          key: ['local'],
          as: { delta: 'abs', pct: 'percent' },
          of: ['ins', 'fro'],
        }),
      ).toEqual(compared(objects(unique), ['local'], ['ins', 'fro']).map(close))
      expect(rows.length).toBe(frame.rows)
    }))

  test('percentages change in points, and a reference of 0 gives no percentage', () => {
    const rates = fromRows(
      [
        { id: 'period', type: 'text', role: 'dim' },
        { id: 'captureRate', type: 'float', role: 'measure', unit: 'percent' },
        { id: 'ins', type: 'int', role: 'measure' },
      ],
      [
        ['comparing', 22, 5],
        ['reference', 20, 0],
      ],
    )
    expect(rowsOf(rates, { op: 'compare', by: 'period', as: { delta: 'abs', pct: 'percent' } })).toEqual([
      {
        captureRate: 22,
        'captureRate.reference': 20,
        'captureRate.delta': 2,
        'captureRate.pct': 2,
        ins: 5,
        'ins.reference': 0,
        'ins.delta': 5,
        'ins.pct': null,
      },
    ])
  })

  test('two rows with the same key are refused', () => {
    expect(() =>
      run(
        small([
          [1, 'comparing', 20700, 1, 1, 1],
          [1, 'comparing', 20700, 2, 2, 2],
        ]),
        { op: 'compare', by: 'period' },
      ),
    ).toThrow('Rows 0 and 1 have the same key in comparing; aggregate by the key first.')
  })
})

describe('join', () => {
  const stores = fromRows(
    [
      { id: 'id', type: 'int', role: 'dim' },
      { id: 'name', type: 'text', role: 'dim' },
      { id: 'size', type: 'int', role: 'measure' },
    ],
    [
      [1, 'Centro', 100],
      [3, 'Norte', null],
      [null, 'Nadie', 7],
    ],
  )

  test('keeps every left row and agrees with rows', () =>
    holds((frame, rows) => {
      const joined = runTransform(frame, [{ op: 'join', with: 'stores', on: [{ left: 'local', right: 'id' }] }], {
        stores,
      }).frame
      expect(objects(joined)).toEqual(
        rows.map((row) => {
          const partner = row.local === null ? undefined : objects(stores).find(({ id }) => id === row.local)
          return { ...row, name: partner?.name ?? null, size: partner?.size ?? null }
        }),
      )
    }))

  test('a key that is there twice is refused', () => {
    expect(() =>
      runTransform(small([]), [{ op: 'join', with: 'x', on: ['local'], columns: ['ins'] }], {
        x: small([
          [1, null, 0, 1, 1, 1],
          [1, null, 0, 2, 2, 2],
        ]),
      }),
    ).toThrow('Column ins is in both frames')
    expect(() =>
      runTransform(stores, [{ op: 'join', with: 'x', on: [{ left: 'id', right: 'local' }], columns: ['ins'] }], {
        x: small([
          [1, null, 0, 1, 1, 1],
          [1, null, 0, 2, 2, 2],
        ]),
      }),
    ).toThrow('Rows 0 and 1 of the joined query have the same key [1].')
  })
})

describe('pivot', () => {
  test('agrees with rows', () =>
    holds((frame, rows) => {
      const values = ['comparing', 'reference']
      const by = ['local', 'day']
      expect(rowsOf(frame, { op: 'pivot', column: 'period', values, of: 'ins' })).toEqual(
        groupBy(rows, by).map((group) => ({
          local: group[0]?.local ?? null,
          day: group[0]?.day ?? null,
          ...Object.fromEntries(
            values.map((value) => [
              value,
              total(
                group.filter(({ period }) => period === value),
                'ins',
              ),
            ]),
          ),
        })),
      )
    }))

  test('several measures are named after measure and value', () => {
    expect(
      rowsOf(small([[1, 'comparing', 20700, 1, 2, 3]]), {
        op: 'pivot',
        column: 'local',
        values: [1, 2],
        of: ['ins', 'fro'],
      }),
    ).toEqual([{ period: 'comparing', day: 20700, 'ins.1': 1, 'ins.2': null, 'fro.1': 2, 'fro.2': null }])
  })
})

describe('sort and limit', () => {
  test('the largest n and the totals of the others', () => {
    const named = fromRows(
      [
        { id: 'name', type: 'text', role: 'dim' },
        { id: 'local', type: 'int', role: 'dim' },
        { id: 'ins', type: 'int', role: 'measure' },
        { id: 'rate', type: 'float', role: 'measure', unit: 'percent' },
      ],
      [
        ['a', 1, 5, 10],
        ['b', 2, 50, 20],
        ['c', 3, null, null],
        ['d', 4, 7, 30],
      ],
    )
    expect(toRows(run(named, { op: 'limit', n: 2, by: 'ins', others: true, label: 'Otros' }))).toEqual([
      ['b', 2, 50, 20],
      ['d', 4, 7, 30],
      ['Otros', null, 5, null],
    ])
    expect(toRows(run(named, { op: 'limit', n: 2 }))).toEqual([
      ['a', 1, 5, 10],
      ['b', 2, 50, 20],
    ])
    expect(toRows(run(named, { op: 'limit', n: 9, by: 'ins' })).map(([name]) => name)).toEqual(['b', 'd', 'a', 'c'])
  })

  test('limiting with others keeps the total', () =>
    holds((frame, rows) => {
      const named = run(
        frame,
        { op: 'aggregate', by: ['period'], measures: { ins: { fn: 'total', of: 'ins' } } },
        { op: 'limit', n: 1, by: 'ins', others: true },
      )
      expect(total(objects(named), 'ins')).toBe(total(rows, 'ins'))
    }))

  test('sorting keeps equal rows in order', () =>
    holds((frame, rows) => {
      const sorted = rowsOf(frame, { op: 'sort', by: [{ column: 'day', desc: true }] })
      expect(sorted).toEqual([...rows].sort((a, b) => Number(b.day) - Number(a.day)))
    }))
})

describe('fill', () => {
  const minutes = (...cells: (number | null)[]) =>
    fromRows(
      [
        { id: 'minute', type: 'int', role: 'dim' },
        { id: 'people', type: 'int', role: 'measure' },
      ],
      cells.map((cell, at) => [at, cell]),
    )
  const filled = (maxGap: number, ...cells: (number | null)[]) =>
    rowsOf(minutes(...cells), { op: 'fill', column: 'people', along: 'minute', maxGap }).map(({ people }) => people)

  test('gaps up to the limit are bridged by a line, longer ones and the ends stay null', () => {
    expect(filled(3, null, 2, null, null, 8, null, null, null, 0, null)).toEqual([
      null,
      2,
      4,
      6,
      8,
      null,
      null,
      null,
      0,
      null,
    ])
    expect(filled(4, 2, null, null, null, 10)).toEqual([2, 4, 6, 8, 10])
    expect(filled(1, 2, null, 10)).toEqual([2, null, 10])
  })

  test('series do not leak into each other', () => {
    const rooms = fromRows(
      [
        { id: 'room', type: 'text', role: 'dim' },
        { id: 'minute', type: 'int', role: 'dim' },
        { id: 'people', type: 'int', role: 'measure' },
      ],
      [
        ['a', 0, 0],
        ['b', 0, 100],
        ['a', 1, null],
        ['b', 1, null],
        ['a', 2, 4],
        ['b', 2, 80],
      ],
    )
    expect(
      rowsOf(rooms, { op: 'fill', column: 'people', along: 'minute', maxGap: 10 }).map(({ people }) => people),
    ).toEqual([0, 100, 2, 90, 4, 80])
  })

  test('rows out of order are refused', () => {
    expect(() =>
      rowsOf(
        fromRows(
          [
            { id: 'minute', type: 'int', role: 'dim' },
            { id: 'people', type: 'int', role: 'measure' },
          ],
          [
            [1, 1],
            [0, 2],
          ],
        ),
        { op: 'fill', column: 'people', along: 'minute', maxGap: 1 },
      ),
    ).toThrow('minute does not rise from row 0 to row 1')
  })
})

test('no step changes the frame it was given', () =>
  holds((frame, rows) => {
    run(
      frame,
      { op: 'filter', where: { ins: { gt: 0 } } },
      { op: 'derive', as: 'rate', ratio: ['ins', 'fro'] },
      { op: 'derive', as: 'total', metric: 'total' },
      { op: 'sort', by: [{ column: 'ins' }] },
      { op: 'limit', n: 2, others: true },
      { op: 'rename', columns: { ins: 'entries' } },
    )
    expect(objects(frame)).toEqual(rows)
  }))
