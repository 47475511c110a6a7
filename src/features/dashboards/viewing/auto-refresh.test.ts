import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { DashboardState } from '#engine'
import { virtualClock } from '#engine/core/test-support/index'
import { isServerAway, startAutoRefresh, updatedAt } from './auto-refresh.ts'

type State = Pick<DashboardState, 'busy' | 'widgets'>
const MINUTE = 60_000
const ready = (at: number) => ({ kind: 'ready', at, frames: {}, values: {}, ageMs: 0, steps: {} }) as const
const issue = { code: 'SOURCE_NETWORK', severity: 'error', pointer: '', message: '', text: '' } as const

function open(widgets: DashboardState['widgets'], { isBusy = false } = {}) {
  const clock = virtualClock(100 * MINUTE)
  const store = createStore<State>(() => ({ busy: isBusy, widgets }))
  const refreshes: number[] = []
  const page = { isHidden: false, tell: () => undefined as void }
  const stop = startAutoRefresh({
    dashboard: {
      store: store as never,
      refresh() {
        refreshes.push(clock.now() / MINUTE)
        store.setState({ busy: true })
      },
    },
    everyMs: 5 * MINUTE,
    clock,
    random: () => 0,
    visibility: {
      hidden: () => page.isHidden,
      onChange(listener) {
        page.tell = listener
        return () => undefined
      },
    },
  })
  const settle = (next = widgets) => store.setState({ busy: false, widgets: next })
  return { clock, refreshes, page, settle, stop }
}

test('no request is sent while an answer is in flight, while the page is hidden, and after the end', async () => {
  const { clock, refreshes, page, settle, stop } = open({ a: ready(100 * MINUTE) }, { isBusy: true })
  await clock.advance(30 * MINUTE)
  expect(refreshes).toEqual([])
  settle()
  page.isHidden = true
  page.tell()
  await clock.advance(30 * MINUTE)
  expect(refreshes).toEqual([])
  page.isHidden = false
  page.tell()
  await clock.advance(0)
  expect(refreshes).toEqual([160])
  settle()
  stop()
  await clock.advance(60 * MINUTE)
  expect(refreshes).toEqual([160])
})

test('it counts from the oldest figure on show, then from each answer, and doubles the wait while the server is away', async () => {
  const { clock, refreshes, settle } = open({ a: ready(97 * MINUTE), b: ready(99 * MINUTE) })
  await clock.advance(2 * MINUTE)
  expect(refreshes).toEqual([102])
  await clock.advance(MINUTE)
  settle({ a: { kind: 'error', issue } })
  await clock.advance(9 * MINUTE)
  expect(refreshes).toEqual([102])
  await clock.advance(MINUTE)
  expect(refreshes).toEqual([102, 113])
})

test('figures are as old as the oldest of them, also those that stay while newer ones are in flight', () => {
  expect(updatedAt({ a: { kind: 'hidden', rule: '' } })).toBeNull()
  expect(updatedAt({ a: ready(7), b: { kind: 'queued', position: 0, previous: ready(3) } })).toBe(3)
  expect([isServerAway({ a: ready(7) }), isServerAway({ a: { kind: 'error', issue } })]).toEqual([false, true])
})
