import { expect, test } from 'vitest'
import { createScreenConnection, SCREEN_KEY } from './screen-connection.ts'

const MINUTE = 60_000
const VIEW = {
  id: 7,
  name: 'Hall',
  dashboards: ['foot-compare'],
  search: 'client=1',
  seconds: 30,
  lang: 'es',
  hidesNoData: true,
}
const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const settle = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve()
  await new Promise((done) => {
    setImmediate(done)
  })
}

/** A server with one screen, a clock that is moved by hand and the storage of a device. */
function wall({ stored, carried = null }: { stored?: string; carried?: string | null } = {}) {
  let now = 1_000_000
  let timers: { at: number; run: () => void }[] = []
  const kept = new Map<string, string>(stored === undefined ? [] : [[SCREEN_KEY, stored]])
  const server = {
    up: true,
    portal: false,
    status: 200,
    reason: null as string | null,
    day: '2026-11-20',
    build: 'old',
    sessions: new Set<string>(),
    opened: 0,
    requests: [] as string[],
    reloads: 0,
  }
  const call: typeof fetch = async (input, init = {}) => {
    init.signal?.throwIfAborted()
    const path = input as string
    server.requests.push(path)
    if (!server.up) throw new TypeError('Failed to fetch')
    if (server.portal) return new Response('<html>Welcome to our network</html>')
    if (server.status !== 200) return json(server.status, { code: 'MAINTENANCE' })
    if (path === '/api/screens/session') {
      const { token } = JSON.parse(init.body as string) as { token: string }
      if (token !== 'right') return json(401, { code: 'SCREEN_TOKEN_INVALID' })
      if (server.reason !== null) return json(401, { code: 'SCREEN_ENDED', details: { reason: server.reason } })
      const session = `session${++server.opened}`
      server.sessions.add(session)
      return json(200, { access_token: session, token_type: 'Bearer', expires_in: 3600 })
    }
    const sent = new Headers(init.headers).get('access_token') ?? ''
    if (server.reason !== null || !server.sessions.has(sent)) return json(401, { code: 'SESSION_INVALID' })
    const answer = path === '/api/screens/current' ? json(200, VIEW) : json(200, { path, sent })
    answer.headers.set('x-build', server.build)
    return answer
  }
  const connection = createScreenConnection({
    fetch: call,
    reload: () => {
      server.reloads++
    },
    takesBuild: (served) => served === 'new',
    today: () => server.day,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => {
        kept.set(key, value)
      },
      removeItem: (key) => {
        kept.delete(key)
      },
    },
    clock: {
      now: () => now,
      after: (ms, run) => {
        const timer = { at: now + ms, run }
        timers.push(timer)
        return () => {
          timers = timers.filter((one) => one !== timer)
        }
      },
    },
  })
  connection.start(carried)
  const pass = async (ms: number) => {
    const end = now + ms
    await settle()
    for (
      let next = timers.toSorted((a, b) => a.at - b.at)[0];
      next !== undefined && next.at <= end;
      next = timers.toSorted((a, b) => a.at - b.at)[0]
    ) {
      const due = next
      timers = timers.filter((one) => one !== due)
      now = due.at
      due.run()
      await settle()
    }
    now = end
  }
  return {
    connection,
    server,
    kept,
    pass,
    state: connection.store.getState,
    ask: (path = '/api/clients') => connection.fetch(path),
  }
}

test('a device without a link says so and asks nothing', async () => {
  const { state, server, pass } = wall()
  await pass(10 * MINUTE)
  expect([state().ended, server.requests]).toEqual(['none', []])
})

test('a link that belongs to no screen is not kept, and leaves the one that this device has', async () => {
  const { state, kept, pass } = wall({ stored: 'right', carried: 'wrong' })
  await pass(0)
  expect([state().ended, kept.get(SCREEN_KEY)]).toEqual(['invalid', 'right'])
})

test('a link is kept once it was right, and opens the screen again after a power cut', async () => {
  const first = wall({ carried: 'right' })
  await first.pass(0)
  expect([first.state().view, first.kept.get(SCREEN_KEY)]).toEqual([VIEW, 'right'])
  const second = wall({ stored: first.kept.get(SCREEN_KEY) ?? '' })
  await second.pass(0)
  expect(second.state()).toMatchObject({ view: VIEW, ended: null, awaySince: null })
})

test('the link goes with the opening of a session alone; calls carry the session', async () => {
  const { ask, pass } = wall({ carried: 'right' })
  await pass(0)
  expect(await (await ask()).json()).toEqual({ path: '/api/clients', sent: 'session1' })
})

test('a session is opened, and renewed before it ends, once for all calls', async () => {
  const { ask, pass, server } = wall({ carried: 'right' })
  await Promise.all([ask(), ask('/api/locals'), ask('/api/campaigns')])
  expect(server.opened).toBe(1)
  await pass(56 * MINUTE)
  await Promise.all([ask(), ask('/api/locals'), ask('/api/campaigns')])
  expect(server.opened).toBe(2)
})

test('a session that a server does not know any more is opened anew, and the call made again', async () => {
  const { ask, pass, server } = wall({ carried: 'right' })
  await pass(0)
  server.sessions.clear()
  expect(await (await ask()).json()).toMatchObject({ sent: 'session2' })
})

test.each(['revoked', 'unused'])(
  'a screen that was %s says so, forgets its link and asks nothing more',
  async (reason) => {
    const { state, kept, pass, server, ask } = wall({ carried: 'right' })
    await pass(0)
    server.reason = reason
    await pass(MINUTE)
    expect([state().ended, kept.size]).toEqual([reason, 0])
    server.requests.length = 0
    await pass(24 * 60 * MINUTE)
    expect([(await ask()).status, server.requests, server.reloads]).toEqual([401, [], 0])
  },
)

test.each(['maker', 'rights'])(
  'a screen that ended for %s keeps its link, and continues when that is undone',
  async (reason) => {
    const { state, kept, pass, server } = wall({ carried: 'right' })
    await pass(0)
    server.reason = reason
    await pass(20 * MINUTE)
    expect([state().ended, kept.get(SCREEN_KEY), server.reloads]).toEqual([reason, 'right', 0])
    server.reason = null
    await pass(5 * MINUTE)
    expect(server.reloads).toBe(1)
  },
)

test.each([
  [
    'the network is away',
    (server: { up: boolean }) => {
      server.up = false
    },
  ],
  [
    'the server is in maintenance',
    (server: { status: number }) => {
      server.status = 503
    },
  ],
])('while %s for hours calls wait, it says since when, and continues automatically', async (_what, cut) => {
  const { state, pass, server, ask } = wall({ carried: 'right' })
  await pass(0)
  await ask()
  const before = state().figuresAt
  cut(server)
  let answer: Response | null = null
  const waiting = ask('/api/locals').then((given) => {
    answer = given
  })
  await pass(5 * 60 * MINUTE)
  expect([answer, state().ended, state().figuresAt, state().awaySince]).toEqual([null, null, before, 1_000_000])
  // The call that waits and the check, once a minute each.
  const requests = server.requests.length
  await pass(10 * MINUTE)
  expect(server.requests.length - requests).toBeLessThanOrEqual(22)
  Object.assign(server, { up: true, status: 200 })
  await pass(MINUTE)
  await waiting
  expect([(answer as Response | null)?.status, state().awaySince]).toEqual([200, null])
  expect(state().figuresAt).toBeGreaterThan(before ?? 0)
})

test('a wall that is turned on before its network waits for it', async () => {
  const one = wall({ stored: 'right' })
  one.server.up = false
  await one.pass(60 * MINUTE)
  expect(one.state()).toMatchObject({ view: null, ended: null })
  expect(one.state().awaySince).not.toBeNull()
  one.server.up = true
  await one.pass(MINUTE)
  expect(one.state()).toMatchObject({ view: VIEW, awaySince: null })
})

test('a call that was given up waits no longer', async () => {
  const { connection, pass, server } = wall({ carried: 'right' })
  await pass(0)
  const giveUp = new AbortController()
  giveUp.abort()
  server.up = false
  await expect(connection.fetch('/api/clients', { signal: giveUp.signal })).rejects.toThrow()
})

test('a new day loads the page anew, but not while the server is away', async () => {
  const { pass, server } = wall({ carried: 'right' })
  await pass(0)
  server.up = false
  server.day = '2026-11-21'
  await pass(60 * MINUTE)
  expect(server.reloads).toBe(0)
  server.up = true
  await pass(2 * MINUTE)
  expect(server.reloads).toBe(1)
})

test('a new build of the page is taken within a minute', async () => {
  const { pass, server } = wall({ carried: 'right' })
  await pass(5 * MINUTE)
  expect(server.reloads).toBe(0)
  server.build = 'new'
  await pass(MINUTE)
  expect(server.reloads).toBe(1)
})

test('an answer of the network instead of the server ends no screen', async () => {
  const { pass, server, state, kept } = wall({ stored: 'right' })
  server.portal = true
  await pass(5 * MINUTE)
  expect([state().ended, kept.get(SCREEN_KEY)]).toEqual([null, 'right'])
  server.portal = false
  await pass(2 * MINUTE)
  expect(state().view).toEqual(VIEW)
})
