import type { LoaderFunctionArgs } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'

const visitor = vi.hoisted((): { ensure: () => Promise<object | null> } => ({ ensure: () => Promise.resolve(null) }))
vi.mock('./session.ts', () => ({ session: { ensure: () => visitor.ensure() } }))
vi.mock('./tracking.ts', () => ({ track: () => undefined }))
vi.mock('./host-brand.ts', () => ({ hostBrand: () => 'the brand' }))
vi.stubGlobal('localStorage', { getItem: () => null })
const { loginLoader } = await import('./login-route.tsx')
// After the page's parts, which look at the window as they are loaded.
vi.stubGlobal('window', { location: { origin: 'https://aforo.test' } })

const me = { roles: ['basic'], properties: {} }
/** Where a visit of login leads; `login` when it stays. */
async function leads(query: string): Promise<string> {
  const answer = await loginLoader({ request: new Request(`https://aforo.test/login${query}`) } as LoaderFunctionArgs)
  return answer instanceof Response ? (answer.headers.get('location') ?? '') : 'login'
}
beforeEach(() => {
  visitor.ensure = () => Promise.resolve(me)
})

test('a stranger stays at login, and so does everyone while the server is away', async () => {
  visitor.ensure = () => Promise.resolve(null)
  const stranger = await leads('?redirect=%2Fusers%2Fx')
  visitor.ensure = () => Promise.reject(new Error('away'))
  expect([stranger, await leads('')]).toEqual(['login', 'login'])
})

test('a signed-in user is sent on, but not to another site', async () => {
  expect([
    await leads(''),
    await leads('?redirect=%2Fusers%2Fx%3Fy%3D1'),
    await leads('?redirect=https%3A%2F%2Fevil.test'),
  ]).toEqual(['/', '/users/x?y=1', '/'])
})

test('an account without dashboards stays to read why', async () => expect(await leads('?nodash')).toBe('login'))
