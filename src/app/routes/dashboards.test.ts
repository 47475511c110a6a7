import { beforeEach, expect, test, vi } from 'vitest'

const opened: string[] = []
const texts = Promise.resolve()
let flags: Record<string, boolean> | null
vi.mock('../api.ts', () => ({ api: { client: { early: () => Promise.resolve(null) } }, tokens: { get: () => 'abc' } }))
vi.mock('../session.ts', () => ({
  session: {
    ensure: () => Promise.resolve(flags === null ? null : { id: 1, roles: ['BASIC'], properties: flags }),
    store: {},
  },
}))
vi.mock('../dashboard-route.tsx', () => ({
  openFirst: (id: string) => {
    opened.push(id)
  },
}))
const { preloadDashboard } = await import('./dashboards.tsx')

beforeEach(() => {
  opened.length = 0
})

test('before the first drawing a dashboard requests figures only for users whom its guard admits', async () => {
  flags = null
  await preloadDashboard('foot-compare', texts)
  flags = { footStatus: true }
  await preloadDashboard('foot-compare', texts)
  expect(opened).toEqual([])
  flags = { footCompare: true }
  await preloadDashboard('foot-compare', texts)
  expect(opened).toEqual(['foot-compare'])
})

test('a dashboard that does not ship with the page waits for the server to decide', async () => {
  flags = { footCompare: true }
  await preloadDashboard('reception000', texts)
  expect(opened).toEqual([])
})

test('without texts nothing is opened, and the failure is reported by the page, not here', async () => {
  flags = { footCompare: true }
  await preloadDashboard('foot-compare', Promise.reject(new Error('no words')))
  expect(opened).toEqual([])
})
