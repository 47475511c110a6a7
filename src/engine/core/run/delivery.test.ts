/** What a widget says of the answers it waits for. */
import { expect, test } from 'vitest'
import type { ReadyState } from '../../types.ts'
import { waitingState, type Result } from './delivery.ts'
import { issue } from '../document/issue.ts'

const NOW = 10_000
const loading = (part: Partial<Extract<Result, { kind: 'loading' }>> = {}): Result => ({
  kind: 'loading',
  attempt: 1,
  of: 6,
  since: 9000,
  ...part,
})
const queued = (position: number): Result => ({ kind: 'queued', position })
const gone: Result = { kind: 'notFound', at: 1, from: 'network', attempts: 1, ms: 1 }
const why = issue('SOURCE_FAILED', '', {})
const failed: Result = { kind: 'failed', issue: why, attempts: 6, ms: 1 }
const shown: ReadyState = { kind: 'ready', frames: {}, values: {}, at: 1, ageMs: 0 }
const said = (...results: (Result | undefined)[]) => waitingState(results, NOW, undefined)

test('with all its answers a widget does not wait, and what was shown before stays beside every wait', () => {
  expect([said(), said(gone)]).toEqual([undefined, undefined])
  for (const result of [failed, loading(), queued(1), undefined])
    expect(waitingState([gone, result], NOW, shown)).toMatchObject({ previous: shown })
  for (const result of [failed, loading(), queued(1), undefined]) expect(said(result)).not.toHaveProperty('previous')
})

test('one failure fails the widget, also while other questions are in flight', () => {
  expect(said(loading(), queued(1), failed)).toEqual({ kind: 'error', issue: why })
})

test('of several calls the widget tells the furthest try and the longest wait', () => {
  expect(
    said(loading({ attempt: 1, of: 4, since: 9500 }), queued(3), loading({ attempt: 3, of: 6, since: 7000 })),
  ).toStrictEqual({ kind: 'loading', attempt: 3, of: 6, elapsedMs: 3000 })
})

test('the parts of several calls are added up; a call without parts adds none', () => {
  expect(said(loading({ done: 2, total: 5 }), loading(), loading({ done: 1, total: 10 }))).toMatchObject({
    done: 3,
    total: 15,
  })
  expect(said(loading({ total: 5 }))).toMatchObject({ done: 0, total: 5 })
})

test('when it is tried again is told with the reason', () => {
  expect(said(loading(), loading({ retryAt: 12_000, reason: why }))).toMatchObject({ retryAt: 12_000, reason: why })
})

test('in the queue the widget tells its nearest place; not asked yet is no place', () => {
  expect([said(queued(4), queued(2), gone), said(undefined), said(undefined, queued(3))]).toStrictEqual([
    { kind: 'queued', position: 2 },
    { kind: 'queued', position: 0 },
    { kind: 'queued', position: 3 },
  ])
})
