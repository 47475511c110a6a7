import { TRAFFIC_DIMENSIONS } from '#domain/traffic-question'
import { expect, test } from 'vitest'
import { fromRows } from '#domain/frame-build'
import { runTransform } from '#domain/transform/run'
import { dayNumber, monthNumber } from '#domain/days'
import { contextOf } from './test-support/context.ts'
import { factFrame, LOST, WHOLE } from './test-support/facts.ts'
import { absence } from './met-days.ts'
import { dimOf, fieldChange, fieldOf, fieldTones, fieldValue, gather, membersOf, pairsOf, pairTotal } from './fields.ts'

const context = contextOf('bar-chart')
const frame = factFrame([
  { period: 'comparing', local: 11, ...WHOLE, ins: 100, fro: 400 },
  { period: 'comparing', local: 12, ...WHOLE, ins: 10, fro: 10 },
  { period: 'reference', local: 11, ...WHOLE, ins: 50, fro: 450 },
])

test('a metric of the registry brings its name, format and direction; a column its unit', () => {
  expect(fieldOf('captureRate', frame, context)).toEqual({
    id: 'captureRate',
    label: 'Capture rate',
    format: 'percent',
    unit: 'percent',
    metric: 'captureRate',
    betterWhen: 'up',
    isAdditive: false,
  })
  const seconds = fromRows([{ id: 'queueTimeS', type: 'int', role: 'measure', unit: 'seconds' }], [[1]])
  expect(fieldOf('queueTimeS', seconds, context)).toMatchObject({
    label: 'Queue time s',
    format: 'duration',
    metric: null,
    isAdditive: true,
  })
  expect(fieldOf('ins', frame, context, [{ id: 'ins', name: 'Guests' }]).label).toBe('Guests')
})

test('a ratio of several rows is a sum over a sum', () => {
  const total = pairTotal(pairsOf(frame, ['local'], context))
  expect(fieldValue(fieldOf('captureRate', frame, context), total.comparing)).toBeCloseTo((100 * 110) / 520, 9)
})

test('a column of ratios is a value in a single row, and nothing where rows would be added', () => {
  const shares = fromRows(
    [
      { id: 'local', type: 'int', role: 'dim' },
      { id: 'type', type: 'text', role: 'dim' },
      { id: 'share', type: 'float', role: 'measure', unit: 'percent' },
    ],
    [
      [1, 'a', 20],
      [2, 'a', 40],
    ],
  )
  const share = fieldOf('share', shares, context)
  expect(gather(shares, ['local']).map(({ atoms }) => fieldValue(share, atoms))).toEqual([20, 40])
  expect(gather(shares, ['type']).map(({ atoms }) => fieldValue(share, atoms))).toEqual([null])
  // A derived ratio under the name of a metric whose sums are not there is kept the same way.
  const derived = fromRows(
    [
      { id: 'local', type: 'int', role: 'dim' },
      { id: 'captureRate', type: 'float', role: 'measure', unit: 'percent' },
    ],
    [
      [1, 20],
      [2, 40],
    ],
  )
  expect(
    gather(derived, ['local']).map(({ atoms }) => fieldValue(fieldOf('captureRate', derived, context), atoms)),
  ).toEqual([20, 40])
  expect(pairTotal(pairsOf(derived, ['local'], context)).comparing).not.toHaveProperty('captureRate')
})

test('a sum that would be more than half a guess has no value', () => {
  expect(fieldValue(fieldOf('ins', frame, context), { ...LOST, ins: 5 })).toBeNull()
})

test('changes are the registry’s for metrics, and plain for other columns: points of shares, percent of amounts, neither good nor bad', () => {
  const of = (unit: 'percent' | 'count') =>
    fieldOf('x', fromRows([{ id: 'x', type: 'float', role: 'measure', unit }], []), context)
  expect(
    [fieldChange(of('percent'), { x: 30 }, { x: 20 }), fieldChange(of('count'), { x: 30 }, { x: 20 })].map(
      ({ value, verdict }) => [value, verdict],
    ),
  ).toEqual([
    [10, 'neutral'],
    [50, 'neutral'],
  ])
  expect(fieldChange(of('count'), { x: 3 }, { x: 0 })).toMatchObject({ value: null, isNew: true })
  expect(fieldChange(fieldOf('ins', frame, context), { ...WHOLE, ins: 9000 }, { ...WHOLE, ins: 8000 })).toMatchObject({
    value: 12.5,
    verdict: 'better',
  })
})

test('without a reference in the dashboard its rows are left out', () => {
  const alone = {
    ...context,
    periods: { comparing: { begin: '2026-11-09', end: '2026-11-15', name: 'thisWeek' }, reference: null },
  }
  expect(pairsOf(frame, ['local'], alone).every(({ reference }) => reference === null)).toBe(true)
})

test('metrics keep the colour they have everywhere, others take a free one, and no two are alike', () => {
  const tones = fieldTones(['ins', 'captureRate', 'far', 'bounces', 'ins'].map((id) => fieldOf(id, frame, context)))
  expect([tones.slice(0, 2), new Set(tones).size]).toEqual([[0, 1], 5])
})

test('members are named in the reader’s language', () => {
  const name = (id: string, value: number, type: 'int' | 'day' = 'int') =>
    dimOf(id, fromRows([{ id, type, role: 'dim' }], []), contextOf('bar-chart', 'es')).name(value)
  expect([
    name('weekday', 1),
    name('weekday', 7),
    name('weekday', 9),
    name('hour', 9),
    name('local', 11),
    name('local', 99),
    name('month', 2),
    name('month', 24_322),
    name('day', 20_766, 'day'),
  ]).toEqual(['Lun', 'Dom', '–', '09:00', 'Gran Vía', '#99', 'Feb', 'Nov 26', '09/11'])
})

test('every dimension of the traffic has its name in the language, and stores of no group say so', () => {
  const dim = (id: string, locale: 'en' | 'es') =>
    dimOf(id, fromRows([{ id, type: 'text', role: 'dim' }], []), contextOf('bar-chart', locale))
  for (const id of TRAFFIC_DIMENSIONS)
    expect([id, dim(id, 'es').column.label]).not.toEqual([id, dim(id, 'en').column.label])
  expect([dim('group', 'es').name(null), dim('group', 'en').cell(null), dim('group', 'es').name('Norte')]).toEqual([
    'Sin grupo',
    'No group',
    'Norte',
  ])
})

test('the largest members are shown in the order wished, and the rest is one', () => {
  const wide = factFrame(
    [5, 40, null, 30, 10].map((ins, at) => ({ period: 'comparing', local: 11 + at, ...WHOLE, ins })),
  )
  const names = (order: 'data' | 'name' | 'valueDown' | 'valueUp') =>
    membersOf(
      pairsOf(wide, ['local'], context),
      { dim: dimOf('local', wide, context), field: fieldOf('ins', wide, context), order, top: 3, others: 'Rest' },
      context,
    ).map(({ name, comparing }) => `${name} ${comparing?.ins}`)
  expect([names('data'), names('name'), names('valueDown'), names('valueUp')]).toEqual([
    ['Passeig de Gràcia 40', 'Larios 30', 'Sierpes 10', 'Rest 5'],
    ['Larios 30', 'Passeig de Gràcia 40', 'Sierpes 10', 'Rest 5'],
    ['Passeig de Gràcia 40', 'Larios 30', 'Sierpes 10', 'Rest 5'],
    ['Sierpes 10', 'Larios 30', 'Passeig de Gràcia 40', 'Rest 5'],
  ])
})

test('slots of a service day keep the order of the data: after midnight the day continues', () => {
  const slots = fromRows(
    [
      { id: 'timeSlot', type: 'text', role: 'dim' },
      { id: 'boardings', type: 'int', role: 'measure', unit: 'count' },
    ],
    [
      ['05:00–05:30', 4],
      ['23:30–00:00', 2],
      ['00:00–00:30', 1],
    ],
  )
  const members = membersOf(
    pairsOf(slots, ['timeSlot'], context),
    {
      dim: dimOf('timeSlot', slots, context),
      field: fieldOf('boardings', slots, context),
      order: 'data',
      top: 0,
      others: null,
    },
    context,
  )
  expect(members.map(({ name }) => name)).toEqual(['05:00–05:30', '23:30–00:00', '00:00–00:30'])
})

test('a ratio that a formula made is a sum over a sum in every group of a widget', () => {
  const made = runTransform(frame, [
    { op: 'derive', as: 'each', formula: { of: 'ins', over: 'hours' } },
    { op: 'derive', as: 'share', formula: { of: 'ins', over: 'fro', scale: 100 } },
  ]).frame
  const share = fieldOf('share', made, context)
  expect([share.format, share.isAdditive, fieldOf('each', made, context).isAdditive]).toEqual(['percent', false, false])
  expect(gather(made, ['period']).map(({ atoms }) => fieldValue(share, atoms))).toEqual([
    expect.closeTo((100 * 110) / 410, 9),
    expect.closeTo((100 * 50) / 450, 9),
  ])
})

test('a ratio whose sums are beside it is never added, in any unit', () => {
  const seconds = (id: string) => ({ id, type: 'int' as const, role: 'measure' as const, unit: 'seconds' as const })
  const stays = fromRows(
    [
      { id: 'local', type: 'int', role: 'dim' },
      seconds('stay'),
      seconds('stay.numerator'),
      seconds('stay.denominator'),
      seconds('other'),
    ],
    [
      [1, 50, 100, 2, 5],
      [1, 20, 100, 5, 6],
    ],
  )
  expect(gather(stays, ['local']).map(({ atoms }) => atoms)).toEqual([
    { 'stay.numerator': 200, 'stay.denominator': 7, other: 11 },
  ])
})

const dated = (id: string, rows: readonly (readonly [period: string, date: number, ins: number])[]) =>
  fromRows(
    [
      { id: 'period', type: 'text', role: 'dim' },
      { id, type: id === 'month' ? 'int' : 'day', role: 'dim' },
      { id: 'ins', type: 'int', role: 'measure', unit: 'count' },
    ],
    rows,
  )
const between = (comparing: readonly [string, string], reference: readonly [string, string] | null) => {
  const named = (ends: readonly [string, string], name: string) => ({ begin: ends[0], end: ends[1], name })
  return {
    ...context,
    periods: { comparing: named(comparing, 'now'), reference: reference && named(reference, 'before') },
  }
}
const insOf = (pairs: ReturnType<typeof pairsOf>) =>
  pairs.map(({ key, comparing, reference }) => [key[0], comparing?.ins ?? null, reference?.ins ?? null])
const d = dayNumber

test('a day of the reference has the key of the day that it is compared with, by weekday', () => {
  // Friday 1 May to Sunday 31 May against Wednesday 1 April to Thursday 30 April: two days on.
  const frame = dated('day', [
    ['comparing', d('2026-05-01'), 5],
    ['comparing', d('2026-05-02'), 6],
    ['reference', d('2026-04-03'), 50],
    ['reference', d('2026-04-04'), 60],
    ['reference', d('2026-04-01'), 99],
  ])
  const months = between(['2026-05-01', '2026-05-31'], ['2026-04-01', '2026-04-30'])
  const pairs = pairsOf(frame, ['day'], months)
  expect(insOf(pairs)).toEqual([
    [d('2026-05-01'), 5, 50],
    [d('2026-05-02'), 6, 60],
    // No day of May is compared with it: it stays what it is, and nothing is missing on it.
    [d('2026-04-01'), null, 99],
  ])
  const absent = absence(['day'], frame, months)
  expect([absent([d('2026-04-01')]), absent([d('2026-05-09')]), absent([])]).toEqual(['closed', 'missing', 'missing'])
  // The last days of May lie beyond April.
  const before = ['2026-05-01', '2026-05-28', '2026-05-29'].map((date) => absent([d(date)], 'reference'))
  expect(before).toEqual(['missing', 'missing', 'closed'])
})

test('a day that a holiday has moved has the key of the same holiday', () => {
  const easter = {
    ...between(['2026-03-30', '2026-04-12'], ['2025-04-14', '2025-04-27']),
    basis: { days: { named: [{ day: '2026-04-06', reference: '2025-04-20', name: 'x' }] } } as never,
  }
  const frame = dated('day', [
    ['comparing', d('2026-04-06'), 1],
    ['reference', d('2025-04-20'), 10],
  ])
  expect(insOf(pairsOf(frame, ['day'], easter))).toEqual([[d('2026-04-06'), 1, 10]])
})

test('weeks and months meet by their place; months of any year and days without a reference are left as they are', () => {
  const years = between(['2026-01-01', '2026-12-31'], ['2025-01-01', '2025-12-31'])
  const weeks = dated('week', [
    ['comparing', d('2026-11-02'), 1],
    ['reference', d('2025-11-03'), 10],
  ])
  expect(insOf(pairsOf(weeks, ['week'], years))).toEqual([[d('2026-11-02'), 1, 10]])
  const month = (date: string) => monthNumber(d(date))
  const months = dated('month', [
    ['comparing', month('2026-11-01'), 1],
    ['reference', month('2025-11-01'), 10],
  ])
  expect(insOf(pairsOf(months, ['month'], years))).toEqual([[month('2026-11-01'), 1, 10]])
  const any = dated('month', [
    ['comparing', 11, 1],
    ['reference', 11, 10],
  ])
  expect(insOf(pairsOf(any, ['month'], years))).toEqual([[11, 1, 10]])
  const days = dated('day', [['comparing', d('2026-05-01'), 5]])
  expect(insOf(pairsOf(days, ['day'], between(['2026-05-01', '2026-05-31'], null)))).toEqual([
    [d('2026-05-01'), 5, null],
  ])
})

test('periods that overlap take no day for another one', () => {
  const overlapping = between(['2026-11-09', '2026-11-15'], ['2026-11-02', '2026-11-15'])
  const frame = dated('day', [
    ['comparing', d('2026-11-09'), 1],
    ['comparing', d('2026-11-10'), 2],
    ['reference', d('2026-11-02'), 10],
    ['reference', d('2026-11-10'), 30],
  ])
  expect(insOf(pairsOf(frame, ['day'], overlapping))).toEqual([
    [d('2026-11-09'), 1, 10],
    [d('2026-11-10'), 2, null],
    [null, null, 30],
  ])
})
