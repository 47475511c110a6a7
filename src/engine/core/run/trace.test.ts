import { expect, test } from 'vitest'
import { TRACE_RECORDS } from '../document/constants.ts'
import type { Cause, Decision, ParamChange, QueryTrace } from '../params/state.ts'
import { createTracer } from './trace.ts'

const LOAD: Cause = { kind: 'load' }
const refresh = (...queries: string[]): Cause => ({ kind: 'refresh', queries })
const word = (query: string, decision: Decision, key = 'k'): QueryTrace => ({
  query,
  decision,
  key,
  why: '',
  reason: { key: 'first' },
})
const moved = (param: string): ParamChange => ({ param, from: 1, to: 2, state: 'set', why: 'chosen' })
const OUTCOME = { from: 'network', kind: 'done', attempts: 1, ms: 5 } as const

/** A tracer with one record open. */
function opened(cause: Cause = LOAD, at = 100) {
  const tracer = createTracer()
  tracer.open(cause, at)
  return tracer
}

test('a new record is empty and counts on from the one before', () => {
  const tracer = opened(LOAD, 7)
  tracer.open({ kind: 'edit', params: ['a'] }, 9)
  expect(tracer.records).toEqual([
    { id: 1, at: 7, cause: LOAD, changed: [], queries: [], steps: {} },
    { id: 2, at: 9, cause: { kind: 'edit', params: ['a'] }, changed: [], queries: [], steps: {} },
  ])
})

test('only the latest fifty transactions are kept', () => {
  const tracer = createTracer()
  for (let n = 0; n < TRACE_RECORDS + 3; n++) tracer.open(LOAD, n)
  expect(tracer.records.map(({ id }) => id)).toEqual(Array.from({ length: TRACE_RECORDS }, (_, n) => n + 4))
})

test('a tick of the clock takes the place of the same tick just before it, and of nothing else', () => {
  const causes = (...given: Cause[]) => {
    const tracer = createTracer()
    for (const cause of given) tracer.open(cause, 0)
    return tracer.records.map(({ cause }) => cause)
  }
  expect(causes(refresh('a'))).toEqual([refresh('a')])
  expect(causes(LOAD, refresh('a'), refresh('a'))).toEqual([LOAD, refresh('a')])
  expect(causes(refresh('a'), refresh('a', 'b'))).toEqual([refresh('a'), refresh('a', 'b')])
  expect(causes(refresh('a'), LOAD, refresh('a'))).toEqual([refresh('a'), LOAD, refresh('a')])
  expect(causes(refresh('a'), LOAD, LOAD)).toEqual([refresh('a'), LOAD, LOAD])
})

test('a query stands once in a record: a word of less weight does not replace one of more', () => {
  const last = (...words: Decision[]) => {
    const tracer = opened()
    words.forEach((decision, at) => tracer.add([], [word('q', decision, `k${at}`)]))
    return tracer.records[0]?.queries.map(({ decision, key }) => [decision, key])
  }
  expect(last('wait', 'enqueue')).toEqual([['enqueue', 'k1']])
  expect(last('enqueue', 'wait')).toEqual([['enqueue', 'k0']])
  expect(last('skip', 'wait', 'blocked', 'skip', 'clear', 'blocked')).toEqual([['clear', 'k4']])
  // Of two words of one weight the later one holds.
  expect(last('enqueue', 'enqueue')).toEqual([['enqueue', 'k1']])
})

test('what changed and which queries were decided add up within a record, and the record before stays', () => {
  const tracer = opened()
  tracer.add([moved('z')], [word('z', 'skip')])
  tracer.open(LOAD, 1)
  tracer.add([moved('a')], [])
  tracer.add([moved('b')], [word('p', 'skip')])
  tracer.add([], [word('q', 'wait')])
  expect(
    tracer.records.map(({ changed, queries }) => [
      changed.map(({ param }) => param),
      queries.map(({ query }) => query),
    ]),
  ).toEqual([
    [['z'], ['z']],
    [
      ['a', 'b'],
      ['p', 'q'],
    ],
  ])
})

test('where nothing was decided the record stays the same object, so that nothing is drawn again', () => {
  const tracer = opened()
  const before = tracer.records
  tracer.add([], [])
  expect(tracer.records).toBe(before)
  tracer.outcome('q', 'k', OUTCOME)
  expect(tracer.records).toBe(before)
})

test('an answer is written to the latest record that asked for it under its key, and to no other query', () => {
  const tracer = opened()
  tracer.add([], [word('q', 'enqueue', 'old'), word('r', 'enqueue', 'old')])
  tracer.open(LOAD, 1)
  tracer.add([], [word('q', 'skip', 'old'), word('r', 'enqueue', 'new')])
  tracer.open(LOAD, 2)
  tracer.add([], [word('r', 'enqueue', 'other')])
  tracer.outcome('q', 'old', OUTCOME)
  tracer.outcome('r', 'new', { ...OUTCOME, kind: 'failed' })
  tracer.outcome('r', 'never asked', OUTCOME)
  expect(tracer.records.map(({ queries }) => queries.map(({ query, outcome }) => [query, outcome?.kind]))).toEqual([
    [
      ['q', 'done'],
      ['r', undefined],
    ],
    [
      ['q', undefined],
      ['r', 'failed'],
    ],
    [['r', undefined]],
  ])
})

test('two queries with one question each have their own outcome', () => {
  const tracer = opened()
  tracer.add([], [word('q', 'enqueue', 'same'), word('r', 'enqueue', 'same')])
  tracer.outcome('r', 'same', OUTCOME)
  expect(tracer.records[0]?.queries.map(({ outcome }) => outcome)).toEqual([undefined, OUTCOME])
})

test('the steps of a widget are written to the last record, beside those of the others', () => {
  const step = (op: string) => ({ rows: [{ op, rowsIn: 1, rowsOut: 1, ms: 0 }] })
  const tracer = opened()
  tracer.open(LOAD, 1)
  tracer.steps('a', step('sort'))
  tracer.steps('b', step('limit'))
  tracer.steps('a', step('filter'))
  expect(tracer.records.map(({ steps }) => steps)).toEqual([{}, { a: step('filter'), b: step('limit') }])
})

test('the last record is settled once, with the time since it was opened', () => {
  const tracer = opened(LOAD, 100)
  tracer.open(LOAD, 200)
  tracer.settled(230)
  tracer.settled(900)
  expect(tracer.records.map(({ settledMs }) => settledMs)).toEqual([undefined, 30])
})

test('before the first transaction there is nothing to write to', () => {
  const tracer = createTracer()
  tracer.add([moved('a')], [word('q', 'enqueue')])
  tracer.outcome('q', 'k', OUTCOME)
  tracer.steps('w', {})
  tracer.settled(1)
  expect(tracer.records).toEqual([])
})
