import { expect, test } from 'vitest'
import { documentGuards } from '../document/document-guards.ts'
// Issues say their sentences once this is there.
import './load.ts'
import { columnIssues, joinsOf, stepIssues } from './steps-check.ts'
import { columnsOf, queryColumns } from './answered-columns.ts'
import { dim, fakeNetwork, measure } from '../test-support/index.ts'

const check = (...steps: unknown[]) => stepIssues(steps, '/queries/q/transform', documentGuards.isTransform)

test('steps that fit their schema have no issue, and are left as they were written', () => {
  const step = { op: 'limit', n: 3 }
  expect(check(step, { op: 'filter', where: { ins: { gt: 0 } } })).toEqual([])
  expect(step).toEqual({ op: 'limit', n: 3 })
})

test('an unknown step is one issue at its name, with the one that was meant', () => {
  expect(check({ op: 'limit', n: 3 }, { op: 'fliter', where: 7 })).toMatchObject([
    {
      code: 'STEP_UNKNOWN',
      pointer: '/queries/q/transform/1/op',
      params: { op: 'fliter' },
      fix: [{ op: 'replace', path: '/queries/q/transform/1/op', value: 'filter' }],
    },
  ])
})

test('an unknown step, and a value that is no step, have no suggestion', () => {
  for (const [step, op] of [
    [{ op: 'multiply' }, 'multiply'],
    [{ op: 7 }, ''],
    ['limit', ''],
    [null, ''],
  ] as const) {
    const found = check(step)
    expect([found.map(({ code, params }) => [code, params]), found[0]?.fix]).toEqual([
      [['STEP_UNKNOWN', { op }]],
      undefined,
    ])
  }
})

test('each mistake in a step is reported at its place, with the step and its name', () => {
  expect(
    check({ op: 'limit', n: 1 }, { op: 'limit', n: 'many' }).map(({ code, pointer, params }) => [
      code,
      pointer,
      params,
    ]),
  ).toEqual([
    [
      'STEP_INVALID',
      '/queries/q/transform/1/n',
      { index: 1, op: 'limit', reason: 'This is the text "many"; expected integer' },
    ],
  ])
})

test('queries that are joined are named once for each join', () => {
  expect(
    joinsOf([
      { op: 'join', with: 'stores' },
      { op: 'limit', with: 'x' },
      { op: 'join', with: 7 },
      'join',
      { op: 'join', with: 'stores' },
    ]),
  ).toEqual(['stores', 'stores'])
})

test('columns of a source are read once, by their roles', () => {
  const columns = [dim('local'), measure('ins')]
  const found = columnsOf(columns)
  expect(Object.fromEntries(found)).toEqual({ local: 'dim', ins: 'measure' })
  expect(columnsOf(columns)).toBe(found)
  expect(columnsOf([dim('day')])).toEqual(new Map([['day', 'dim']]))
})

test('a column that a step is not given is a warning at that step, and the columns at the end are reported', () => {
  const { issues, columns } = columnIssues(
    columnsOf([dim('local'), measure('ins')]),
    [
      { op: 'limit', n: 1 },
      { op: 'sort', by: [{ column: 'day' }] },
    ],
    (index) => `/steps/${index}`,
    () => undefined,
  )
  expect(issues).toMatchObject([
    {
      code: 'STEP_COLUMN_UNKNOWN',
      severity: 'warning',
      pointer: '/steps/1',
      params: { index: 1, op: 'sort', column: 'day' },
    },
  ])
  expect(columns && [...columns.keys()]).toEqual(['local', 'ins'])
})

test('a source whose arguments decide its columns has only these, and any where a filter decides', () => {
  const answers = ({ by }: Readonly<Record<string, unknown>>) => (typeof by === 'string' ? [dim(by)] : columns)
  const columns = [dim('day'), dim('hour')]
  const source = fakeNetwork().source('traffic', columns, { by: { type: 'text' } }, { answers })
  expect([...queryColumns({ source, args: { by: { literal: 'hour' } } }).keys()]).toEqual(['hour'])
  expect([...queryColumns({ source, args: { by: { ref: { param: 'by', path: [] } } } }).keys()]).toEqual([
    'day',
    'hour',
  ])
})
