import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const did: string[] = []
let token: string | null
/** When the figures of a dashboard have been asked for. */
let pending: Promise<void>
const texts = Promise.resolve()
vi.mock('#i18n', () => ({
  warmTexts: (...areas: string[]) => {
    did.push(`texts ${areas.join(' ')}`)
  },
  warmAreas: () => {
    did.push('list of texts')
  },
}))
vi.mock('./api.ts', () => ({ tokens: { get: () => token } }))
vi.mock('./routes/dashboards.tsx', () => ({
  warmDashboard: (id: string) => {
    did.push(`first question of ${id}`)
  },
  preloadDashboard: (id: string, ready: Promise<void>) =>
    ready.then(
      async () => {
        did.push(`figures of ${id}`)
        await pending
      },
      () => undefined,
    ),
}))
vi.mock('./signed-in-route.tsx', () => {
  did.push('frame')
  return {}
})
vi.mock('./dashboard-route.tsx', () => ({
  prepareLayout: (id: string) => {
    did.push(`layout ${id}`)
    return Promise.reject(new Error('not fetched'))
  },
}))
const { firstAreas, warmStart } = await import('./warm-start.ts')

const COMPARE = '/users/foot/dashboards/view/foot-compare'

beforeEach(() => {
  token = 'abc'
  pending = Promise.resolve()
  did.length = 0
})
afterEach(() => {
  vi.useRealTimers()
})

test('a stranger sets nothing off, and neither does a page in front of login', async () => {
  await warmStart('/login', texts)
  token = null
  await warmStart(COMPARE, texts)
  await warmStart('/users', texts)
  expect([did, firstAreas(COMPARE)]).toEqual([[], []])
})

test('an address that is no dashboard sets off the frame and the list of the texts of pages', async () => {
  await warmStart('/users/dashboards/view/../../secret', texts)
  expect(firstAreas('/users/dashboards/view/../../secret')).toEqual([])
  await vi.waitFor(() => expect(did.toSorted()).toEqual(['frame', 'list of texts', 'texts home']))
})

test('the address of a dashboard starts all requests it needs, and a failure is reported by the later request', async () => {
  await warmStart(COMPARE, texts)
  await vi.waitFor(() =>
    expect(did.toSorted()).toEqual([
      'figures of foot-compare',
      'first question of foot-compare',
      'layout foot-compare',
      'texts home',
    ]),
  )
  expect(firstAreas(COMPARE)).toEqual(['dashboards'])
})

test('the page is drawn when the texts are there and the questions are out, in this order', async () => {
  const [ready, questions] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  pending = questions.promise
  let drawn = false
  void warmStart(COMPARE, ready.promise).then(() => {
    drawn = true
  })
  await vi.waitFor(() => expect(did).toContain('layout foot-compare'))
  expect(did).not.toContain('figures of foot-compare')
  ready.resolve()
  await vi.waitFor(() => expect(did).toContain('figures of foot-compare'))
  expect(drawn).toBe(false)
  questions.resolve()
  await vi.waitFor(() => expect(drawn).toBe(true))
})

test('slow requests do not delay the first drawing: a session may be slow, or a link may ask which account continues', async () => {
  vi.useFakeTimers()
  pending = new Promise(() => undefined)
  let drawn = false
  void warmStart(COMPARE, texts).then(() => {
    drawn = true
  })
  await vi.advanceTimersByTimeAsync(149)
  expect(drawn).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(drawn).toBe(true)
})

test('texts that cannot be fetched are no page', async () => {
  await expect(warmStart('/login', Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  await expect(warmStart(COMPARE, Promise.reject(new Error('gone')))).rejects.toThrow('gone')
})
