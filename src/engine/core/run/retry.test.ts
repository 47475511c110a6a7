import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backoff, CallTimeout, detailsOf, verdictOf } from './retry.ts'

const told = (error: unknown) => {
  const verdict = verdictOf(error)
  return 'issue' in verdict
    ? [verdict.kind, verdict.issue.code, verdict.issue.pointer, verdict.issue.params]
    : [verdict.kind]
}

test('a session that ended and a thing that is not there are no failures to repeat', () => {
  expect([told({ status: 401 }), told({ status: 404 })]).toEqual([['unauthorized'], ['notFound']])
})

test.each([400, 403, 422, 499])('a refusal (%i) is final, with code, sentence and details of the server', (status) => {
  const error = Object.assign(new Error('Give at most 31 days.'), {
    status,
    code: 'RANGE',
    details: { days: 40, request: 'r1', list: [1], nothing: null },
  })
  expect(told(error)).toEqual([
    'stop',
    'SOURCE_REFUSED',
    '',
    { days: 40, request: 'r1', code: 'RANGE', reason: 'RANGE: Give at most 31 days.', status },
  ])
})

test.each([408, 429, 500, 503])('what may pass (%i) is tried again, after the wait the server asked for', (status) => {
  const of = (more: object) => verdictOf({ status, message: 'Busy.', ...more })
  expect(told({ status, message: 'Busy.' })).toEqual(['retry', 'SOURCE_FAILED', '', { reason: 'Busy.', status }])
  expect(['afterMs' in of({}), 'afterMs' in of({ retryAfterMs: -1 }), 'afterMs' in of({ retryAfterMs: '5' })]).toEqual([
    false,
    false,
    false,
  ])
  expect([of({ retryAfterMs: 0 }), of({ retryAfterMs: 5000 })]).toMatchObject([{ afterMs: 0 }, { afterMs: 5000 }])
})

test('an answer below 400 that could not be read is not called a refusal, and neither is an error without a status', () => {
  expect(told({ status: 399, message: 'odd' })).toEqual(['stop', 'SOURCE_UNREADABLE', '', { reason: 'odd' }])
  expect(told(new SyntaxError('<html>'))).toEqual(['stop', 'SOURCE_UNREADABLE', '', { reason: '<html>' }])
  expect(told('odd')).toEqual(['stop', 'SOURCE_UNREADABLE', '', { reason: 'odd' }])
})

test('a connection that is away is told apart from a call that took too long; both are tried again', () => {
  const away = ['retry', 'SOURCE_NETWORK', '', {}]
  expect([told(new TypeError('fetch failed')), told({ code: 'NETWORK', message: 'away' })]).toEqual([away, away])
  expect(told(new CallTimeout(20_000))).toEqual(['retry', 'SOURCE_TIMEOUT', '', { seconds: 20 }])
  const named = Object.assign(new Error('late'), { name: 'TimeoutError' })
  const late = ['retry', 'SOURCE_TIMEOUT', '', { seconds: 300 }]
  expect([told({ code: 'TIMEOUT' }), told(named)]).toEqual([late, late])
})

test('only words and numbers of the details are handed to a sentence', () => {
  expect(detailsOf({ details: { a: 'x', b: 2, c: true, d: {}, e: null } })).toEqual({ a: 'x', b: 2 })
  expect([detailsOf({}), detailsOf(null), detailsOf({ details: 'none' })]).toEqual([{}, {}, {}])
})

test('waits grow from one to fifteen seconds and are spread by a fifth to both sides', () => {
  expect([1, 2, 3, 4, 5, 6, 99].map((failed) => backoff(failed, () => 0.5))).toEqual([
    1000, 2000, 4000, 8000, 15_000, 15_000, 15_000,
  ])
  expect([backoff(1, () => 0), backoff(1, () => 1), backoff(0, () => 0.5)]).toEqual([800, 1200, 0])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.double({ min: 0, max: 1, noNaN: true }), (failed, at) => {
      const middle = backoff(failed, () => 0.5)
      expect(Math.abs(backoff(failed, () => at) - middle)).toBeLessThanOrEqual(0.2 * middle + 1)
    }),
  )
})
