import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { TrackedEvent, TrackingPorts } from './tracking.ts'

// The module listens to the page it is loaded in.
vi.stubGlobal('document', { addEventListener: () => undefined, visibilityState: 'visible' })
vi.stubGlobal('localStorage', { getItem: () => null })
let tracking: typeof import('./tracking.ts')
beforeAll(async () => {
  tracking = await import('./tracking.ts')
})

function stage(options: { token?: string | null; post?: () => Promise<void>; takes?: boolean } = {}) {
  const posted: TrackedEvent[][] = []
  const beacons: { events: readonly TrackedEvent[]; token: string }[] = []
  let n = 0
  const ports: TrackingPorts = {
    post: (events) => {
      posted.push([...events])
      return options.post?.() ?? Promise.resolve()
    },
    beacon: (events, token) => {
      beacons.push({ events: [...events], token })
      return options.takes ?? true
    },
    token: () => (options.token === undefined ? 'secret' : options.token),
    now: () => 999 + n,
    id: () => `e${++n}`,
  }
  return { tracker: tracking.createTracker(ports), posted, beacons }
}
const settle = () =>
  new Promise((done) => {
    setImmediate(done)
  })
const place = (path: string, query = {}, params = {}) => ({ path, params, query })

test('readers who are not signed in are not tracked', () => {
  const { tracker } = stage({ token: null })
  tracker.visit(place('/login'))
  expect(tracker.waiting()).toBe(0)
})

test('four events wait, the fifth posts all five, and posted events are not sent again', async () => {
  const { tracker, posted } = stage()
  for (let i = 0; i < 4; i++) tracker.track(`step ${i}`)
  expect(posted).toEqual([])
  tracker.track('step 4')
  await settle()
  expect([posted.map((batch) => batch.map(({ event }) => event)), tracker.waiting()]).toEqual([
    [['step 0', 'step 1', 'step 2', 'step 3', 'step 4']],
    0,
  ])
})

test('events that could not be posted are sent with the next event', async () => {
  const { tracker, posted } = stage({
    post: () => (posted.length === 1 ? Promise.reject(new Error('away')) : Promise.resolve()),
  })
  for (let i = 0; i < 5; i++) tracker.track(`${i}`)
  await settle()
  tracker.track('5')
  await settle()
  expect([posted.map((batch) => batch.length), tracker.waiting()]).toEqual([[5, 6], 0])
})

test('while the server is away the newest 200 are kept', async () => {
  const { tracker, posted } = stage({ post: () => Promise.reject(new Error('away')) })
  for (let i = 0; i < 260; i++) {
    tracker.track(`${i}`)
    await settle()
  }
  expect([tracker.waiting(), posted.at(-1)?.length, posted.at(-1)?.at(-1)?.event]).toEqual([200, 200, '259'])
})

describe('when the page is hidden', () => {
  test('the remainder goes by a beacon with the token in its body', () => {
    const { tracker, beacons } = stage()
    tracker.track('a')
    tracker.hide()
    tracker.hide()
    expect([beacons.map(({ events, token }) => [events.length, token]), tracker.waiting()]).toEqual([
      [[1, 'secret']],
      0,
    ])
  })

  test('events that the browser rejected are kept', () => {
    const { tracker } = stage({ takes: false })
    tracker.track('a')
    tracker.hide()
    expect(tracker.waiting()).toBe(1)
  })
})

test('an event says where it happened, which one came before, and no secret', () => {
  const { tracker, beacons } = stage()
  tracker.visit(place('/users/admin/users', { client: '3', access_token: 'abcdef' }, { id: '7' }))
  tracker.track('export', { rows: 12, password: 'hunter2' })
  tracker.hide()
  const routeState = {
    path: '/users/admin/users',
    params: { id: '7' },
    query: { client: '3', access_token: '[removed]' },
  }
  expect(beacons[0]?.events).toEqual([
    { id: 'e1', event: 'navigation', module: 'admin', meta: null, routeState, timestamp: 1000, referer: null },
    {
      id: 'e2',
      event: 'export',
      module: 'admin',
      meta: { rows: 12, password: '[removed]' },
      routeState,
      timestamp: 1001,
      referer: { id: 'e1', event: 'navigation', module: 'admin', ...routeState, timestamp: 1000 },
    },
  ])
})

test('the module is the area of the address', () => {
  expect(['/users', '/users/foot/dashboards/view/x', '/login', '/'].map((path) => tracking.moduleOf(path))).toEqual([
    'home',
    'foot',
    'login',
    'home',
  ])
})
