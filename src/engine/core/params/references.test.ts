import { expect, test } from 'vitest'
import { fillSteps, parsePlace, parseReference, partsOf, readPath, stepReferences } from './references.ts'

test('a reference is a dollar, a filter and the parts of its value', () => {
  expect(parseReference('$client')).toEqual({ param: 'client', path: [] })
  expect(parseReference('$last-30days.comparing.begin2')).toEqual({
    param: 'last-30days',
    path: ['comparing', 'begin2'],
  })
  expect(parsePlace('client.x')).toEqual({ param: 'client', path: ['x'] })
})

test('everything else is a value', () => {
  for (const value of [
    'x$client',
    '$client ',
    '$client!',
    '$7a',
    '$-a',
    '$a.7b',
    '$a.b-c',
    '$a_b',
    '$$a',
    7,
    null,
    ['$a'],
  ]) {
    expect([value, parseReference(value)]).toEqual([value, undefined])
  }
})

test('the parts that may be named are those of the value: of periods, of a range, of a prefix', () => {
  expect(partsOf('periodPair')).toEqual([
    'comparing',
    'comparing.begin',
    'comparing.end',
    'comparing.name',
    'reference',
    'reference.begin',
    'reference.end',
    'reference.name',
    'option.key',
  ])
  expect([partsOf('dateRange'), partsOf('prefix')]).toEqual([
    ['begin', 'end'],
    ['prefix', 'index', 'value'],
  ])
  expect(['single', 'multi', 'text', 'toString'].map(partsOf)).toEqual([[], [], [], []])
})

test('a missing part, or one that is no part of a value itself, is undefined', () => {
  const value = { comparing: { begin: 'x' }, reference: null }
  expect([readPath(value, ['comparing', 'begin']), readPath(7, [])]).toEqual(['x', 7])
  for (const path of [
    ['reference'],
    ['reference', 'begin'],
    ['comparing', 'end'],
    ['comparing', 'begin', 'length'],
    ['toString'],
  ]) {
    expect([path, readPath(value, path)]).toEqual([path, undefined])
  }
})

const where = {
  local: { in: '$locals', gt: 3 },
  day: { eq: '$periods.comparing.begin' },
  note: { eq: 'plain' },
  odd: '$client',
}

test('only the conditions of filter steps refer to filters, and each is reported with its place', () => {
  const steps = [
    { op: 'limit', n: '$client', where },
    { op: 'filter', where },
    { op: 'filter', where: ['$client'] },
    { op: 'filter' },
    '$client',
    null,
  ]
  expect(stepReferences(steps)).toEqual([
    { text: '$locals', at: [1, 'where', 'local', 'in'] },
    {
      text: '$periods.comparing.begin',
      at: [1, 'where', 'day', 'eq'],
    },
  ])
})

test('conditions get the values of their filters, and everything else stays as it is', () => {
  const other = { op: 'limit', n: '$client', where }
  const values: Readonly<Record<string, unknown>> = { locals: 7, periods: { comparing: { begin: 'x' } } }
  const filled = fillSteps(
    [other, { op: 'filter', where }, { op: 'filter', where: 7 }, 'text'],
    (param) => values[param],
  )
  expect(filled).toEqual([
    other,
    {
      op: 'filter',
      where: { local: { in: [7], gt: 3 }, day: { eq: 'x' }, note: { eq: 'plain' }, odd: '$client' },
    },
    { op: 'filter', where: 7 },
    'text',
  ])
  expect(filled[0]).toBe(other)
})

test('steps without a reference stay the same object', () => {
  const steps = [{ op: 'filter', where: { note: { eq: 'plain' } } }]
  expect(fillSteps(steps, () => 7)).toBe(steps)
})
