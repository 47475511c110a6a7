import { expect, test } from 'vitest'
import type { ReadyState, WidgetState } from '../../types.ts'
import { FIRST_DRAWING_COSTS, GATHERED_MS, REDRAWN_AT_ONCE, WAIT_SHOWN_AFTER_MS } from '../document/constants.ts'
import { createShown, type ShownStates } from './shown.ts'
import { virtualClock } from '../test-support/index.ts'

const ready = (at: number): ReadyState => ({ kind: 'ready', frames: {}, values: {}, at, ageMs: 0 })
const OLD = ready(1)
const NEW = ready(2)
const loading = (more: Partial<Extract<WidgetState, { kind: 'loading' }>> = {}): WidgetState => ({
  kind: 'loading',
  attempt: 1,
  of: 6,
  elapsedMs: 0,
  previous: OLD,
  ...more,
})
const queued = (position: number): WidgetState => ({ kind: 'queued', position, previous: OLD })
/** A wait after a change of brand: the engine takes the figures of the other one away. */
const EMPTIED: WidgetState = { kind: 'queued', position: 1 }

function setup(first: ShownStates) {
  const clock = virtualClock()
  const shown = createShown(clock, first)
  const drawn: ShownStates[] = []
  shown.store.subscribe((states) => drawn.push(states))
  return { clock, shown, drawn }
}

test('an answer that comes soon replaces the old figures in one step', async () => {
  const { clock, shown, drawn } = setup({ kpi: OLD })
  shown.follow({ kpi: { kind: 'queued', position: 3, previous: OLD } })
  shown.follow({ kpi: loading({ previous: OLD }) })
  await clock.advance(WAIT_SHOWN_AFTER_MS - 1)
  shown.follow({ kpi: NEW })
  await clock.advance(60_000)
  expect(drawn).toEqual([{ kpi: NEW }])
  expect(clock.pending).toBe(0)
})

test('a wait that lasts is shown, all widgets in one step, and its progress is shown from then on', async () => {
  const { clock, shown, drawn } = setup({ kpi: OLD, chart: OLD })
  shown.follow({ kpi: queued(2), chart: loading() })
  await clock.advance(WAIT_SHOWN_AFTER_MS)
  expect(drawn).toEqual([{ kpi: queued(2), chart: loading() }])
  shown.follow({ kpi: queued(1), chart: loading() })
  expect(shown.store.getState().kpi).toEqual(queued(1))
})

test('a second wait has its own time', async () => {
  const { clock, shown, drawn } = setup({ kpi: OLD })
  shown.follow({ kpi: loading() })
  await clock.advance(100)
  shown.follow({ kpi: NEW })
  shown.follow({ kpi: loading() })
  await clock.advance(100)
  expect(drawn).toEqual([{ kpi: NEW }])
  await clock.advance(50)
  expect(drawn.at(-1)).toEqual({ kpi: loading() })
})

test('a failure, a retry, progress, a missing filter and a hidden widget are shown at once', () => {
  const { shown } = setup({ kpi: OLD })
  const news: WidgetState[] = [
    loading({ attempt: 2 }),
    loading({ retryAt: 5 }),
    loading({ done: 0, total: 9 }),
    { kind: 'blocked', missing: ['client'] },
    { kind: 'hidden', rule: 'locals' },
    { kind: 'empty', why: 'noRows' },
  ]
  for (const state of news) {
    shown.follow({ kpi: OLD })
    shown.follow({ kpi: state })
    expect(shown.store.getState().kpi).toBe(state)
  }
})

test('where there are no figures to look at, the wait is shown at once', () => {
  const { shown } = setup({ kpi: { kind: 'blocked', missing: ['client'] } })
  shown.follow({ kpi: loading() })
  expect(shown.store.getState().kpi).toEqual(loading())
})

test('a widget that came to rest is drawn while others still wait', async () => {
  const { clock, shown, drawn } = setup({ kpi: OLD, chart: OLD })
  shown.follow({ kpi: loading(), chart: loading() })
  shown.follow({ kpi: NEW, chart: loading() })
  await clock.advance(GATHERED_MS - 1)
  expect(drawn).toEqual([])
  await clock.advance(1)
  expect(drawn).toEqual([{ kpi: NEW, chart: OLD }])
  await clock.advance(WAIT_SHOWN_AFTER_MS)
  expect(drawn.at(-1)).toEqual({ kpi: NEW, chart: loading() })
})

test('figures that were requested together change together, when the last of them comes soon after the first', async () => {
  const { clock, shown, drawn } = setup({ kpi: OLD, chart: OLD, table: OLD })
  shown.follow({ kpi: loading(), chart: loading(), table: loading() })
  shown.follow({ kpi: NEW, chart: loading(), table: loading() })
  await clock.advance(GATHERED_MS / 2)
  shown.follow({ kpi: NEW, chart: NEW, table: loading() })
  expect(drawn).toEqual([])
  shown.follow({ kpi: NEW, chart: NEW, table: NEW })
  await clock.advance(1000)
  expect(drawn).toEqual([{ kpi: NEW, chart: NEW, table: NEW }])
  expect(clock.pending).toBe(0)
})

test('those that come later than that wait again, for those that are still to come', async () => {
  const { clock, shown, drawn } = setup({ kpi: OLD, chart: OLD, table: OLD })
  shown.follow({ kpi: loading(), chart: loading(), table: loading() })
  shown.follow({ kpi: NEW, chart: loading(), table: loading() })
  await clock.advance(GATHERED_MS)
  shown.follow({ kpi: NEW, chart: NEW, table: loading() })
  expect(drawn).toEqual([{ kpi: NEW, chart: OLD, table: OLD }])
  await clock.advance(GATHERED_MS)
  expect(drawn.at(-1)).toEqual({ kpi: NEW, chart: NEW, table: OLD })
})

test('a wait that has lasted is no companion: it is not waited for', async () => {
  const { clock, shown, drawn } = setup({ kpi: OLD, slow: OLD })
  shown.follow({ kpi: OLD, slow: loading() })
  await clock.advance(WAIT_SHOWN_AFTER_MS)
  shown.follow({ kpi: NEW, slow: loading() })
  expect(drawn.at(-1)).toEqual({ kpi: NEW, slow: loading() })
})

test('where there is nothing to look at yet, each answer is shown as it comes', () => {
  const { shown } = setup({ kpi: loading(), chart: loading() })
  shown.follow({ kpi: NEW, chart: loading() })
  expect(shown.store.getState().kpi).toBe(NEW)
})

const many = (state: (n: number) => WidgetState, count = 10) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`w${n}`, state(n)]))
const AT_FIRST = REDRAWN_AT_ONCE / FIRST_DRAWING_COSTS
const newOnes = (states: ShownStates) =>
  Object.keys(states).filter((id) => states[id]?.kind === 'ready' && (states[id] as ReadyState).at >= 100)

test('first answers that come at once are drawn a few a task, in order, each once', async () => {
  const { clock, shown, drawn } = setup(many(() => ({ kind: 'queued', position: 1 })))
  const states = many((n) => ready(100 + n))
  shown.follow(states)
  expect(newOnes(shown.store.getState())).toEqual(['w0', 'w1', 'w2', 'w3'])
  await clock.advance(0)
  expect(drawn.map((all) => newOnes(all).length)).toEqual([AT_FIRST, 2 * AT_FIRST, 10])
  expect(shown.store.getState()).toBe(states)
  await clock.advance(1000)
  expect(drawn).toHaveLength(3)
  expect(clock.pending).toBe(0)
})

test('new figures of all widgets of a page are drawn in one task, so that one frame shows them', async () => {
  const { clock, shown, drawn } = setup(many(ready))
  shown.follow(many((n) => ready(100 + n)))
  expect(newOnes(shown.store.getState())).toHaveLength(10)
  await clock.advance(1000)
  expect(drawn).toHaveLength(1)
})

test('so are those that replace dimmed ones', () => {
  const { shown } = setup(many((n) => ({ ...loading(), previous: ready(n) })))
  shown.follow(many((n) => ready(100 + n)))
  expect(newOnes(shown.store.getState())).toHaveLength(10)
})

test('of a very large page they are drawn in several, in order', async () => {
  const { clock, shown, drawn } = setup(many(ready, 30))
  shown.follow(many((n) => ready(100 + n), 30))
  await clock.advance(0)
  expect(drawn.map((all) => newOnes(all).length)).toEqual([REDRAWN_AT_ONCE, 2 * REDRAWN_AT_ONCE, 30])
})

test('many updates in one task have the room of one', () => {
  const [old, fresh] = [many(ready, 20), many((n) => ready(100 + n), 20)]
  const { shown } = setup(old)
  for (let n = 1; n <= 20; n++) shown.follow({ ...old, ...Object.fromEntries(Object.entries(fresh).slice(0, n)) })
  expect(newOnes(shown.store.getState())).toHaveLength(REDRAWN_AT_ONCE)
})

test('a newer answer overtakes the one that waited for its turn', async () => {
  const { clock, shown, drawn } = setup(many(ready, 15))
  shown.follow(many((n) => ready(100 + n), 15))
  const states = many((n) => ready(200 + n), 15)
  shown.follow(states)
  await clock.advance(0)
  expect(shown.store.getState()).toBe(states)
  expect(new Set(drawn.map(({ w14 }) => (w14 !== undefined && 'at' in w14 ? w14.at : null)))).toEqual(
    new Set([14, 214]),
  )
})

test('for print no state is held back', () => {
  const { shown } = setup({ ...many(ready), kpi: OLD })
  const states = { ...many((n) => ready(100 + n)), kpi: loading() }
  shown.follow(states)
  shown.rush()
  expect(shown.store.getState()).toBe(states)
})

test('figures of another brand leave at once, and the first of the new one come together', async () => {
  const { clock, shown, drawn } = setup({ kpi: OLD, chart: OLD })
  shown.follow({ kpi: EMPTIED, chart: EMPTIED })
  expect(drawn).toEqual([{ kpi: EMPTIED, chart: EMPTIED }])
  shown.follow({ kpi: NEW, chart: EMPTIED })
  expect(drawn).toHaveLength(1)
  await clock.advance(GATHERED_MS - 1)
  shown.follow({ kpi: NEW, chart: NEW })
  await clock.advance(60_000)
  expect(drawn).toEqual([
    { kpi: EMPTIED, chart: EMPTIED },
    { kpi: NEW, chart: NEW },
  ])
  expect(clock.pending).toBe(0)
})
