import { beforeEach, expect, test, vi } from 'vitest'

const did: string[] = []
let token: string | null
const texts = Promise.resolve()
vi.mock('#i18n', () => ({ warmTexts: (...areas: string[]) => { did.push(`texts ${areas.join(' ')}`) }, ensureTexts: () => { did.push('words'); return Promise.resolve() } }))
vi.mock('./api.ts', () => ({ tokens: { get: () => token } }))
vi.mock('./routes/dashboards.tsx', () => ({ warmDashboard: (id: string) => { did.push(`first question of ${id}`) }, openEarly: async (id: string, texts: Promise<void>) => { await texts.then(() => { did.push(`figures of ${id}`) }, () => undefined) } }))
vi.mock('./signed-in-route.tsx', () => { did.push('frame'); return {} })
vi.mock('./dashboard-route.tsx', () => ({ prepareLayout: (id: string) => { did.push(`layout ${id}`); return Promise.reject(new Error('not fetched')) } }))
const { warmStart } = await import('./warm-start.ts')

beforeEach(() => {
  token = 'abc'
  did.length = 0
})

test('a stranger sets nothing off, and neither does a page in front of login', () => {
  warmStart('/login', texts)
  token = null
  warmStart('/users/foot/dashboards/view/foot-compare', texts)
  warmStart('/users', texts)
  expect(did).toEqual([])
})

test('an address that is no dashboard sets off the frame alone', async () => {
  warmStart('/users/dashboards/view/../../secret', texts)
  await vi.waitFor(() => expect(did.toSorted()).toEqual(['frame', 'texts home']))
})

test('the address of a dashboard sets off all it will ask for, and what fails there is told by whoever asks later', async () => {
  warmStart('/users/foot/dashboards/view/foot-compare', texts)
  await vi.waitFor(() => expect(did.toSorted()).toEqual(['figures of foot-compare', 'first question of foot-compare', 'layout foot-compare', 'texts dashboards', 'texts home', 'words']))
})

test('figures are asked for once the words of every page are there, then those of dashboards: words cannot be asked for before', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  warmStart('/users/foot/dashboards/view/foot-compare', promise)
  await vi.waitFor(() => expect(did).toContain('layout foot-compare'))
  expect(did).not.toContain('words')
  resolve()
  await vi.waitFor(() => expect(did.slice(-2)).toEqual(['words', 'figures of foot-compare']))
})
