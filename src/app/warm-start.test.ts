import { beforeEach, expect, test, vi } from 'vitest'

const did: string[] = []
let token: string | null
vi.mock('#i18n', () => ({ warmTexts: (...areas: string[]) => { did.push(`texts ${areas.join(' ')}`) } }))
vi.mock('./api.ts', () => ({ tokens: { get: () => token } }))
vi.mock('./routes/dashboards.tsx', () => ({ warmDashboard: (id: string) => { did.push(`first question of ${id}`) } }))
vi.mock('./signed-in-route.tsx', () => { did.push('frame'); return {} })
vi.mock('./dashboard-route.tsx', () => ({ prepareLayout: (id: string) => { did.push(`layout ${id}`); return Promise.reject(new Error('not fetched')) } }))
const { warmStart } = await import('./warm-start.ts')

beforeEach(() => {
  token = 'abc'
  did.length = 0
})

test('a stranger sets nothing off, and neither does a page in front of login', () => {
  warmStart('/login')
  token = null
  warmStart('/users/foot/dashboards/view/foot-compare')
  warmStart('/users')
  expect(did).toEqual([])
})

test('an address that is no dashboard sets off the frame alone', async () => {
  warmStart('/users/dashboards/view/../../secret')
  await vi.waitFor(() => expect(did.toSorted()).toEqual(['frame', 'texts home']))
})

test('the address of a dashboard sets off all it will ask for, and what fails there is told by whoever asks later', async () => {
  warmStart('/users/foot/dashboards/view/foot-compare')
  await vi.waitFor(() => expect(did.toSorted()).toEqual(['first question of foot-compare', 'layout foot-compare', 'texts dashboards', 'texts home']))
})
