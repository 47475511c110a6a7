/** The addresses of the product with their guards: who gets in, where everyone else is sent, and with which notice. */
import { readdirSync, readFileSync } from 'node:fs'
import { matchRoutes, type RouteObject } from 'react-router'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

const visitor = vi.hoisted((): { me: object | null } => ({ me: null }))
// These look at the document as soon as they are loaded.
vi.mock('./session.ts', () => ({ session: { ensure: () => Promise.resolve(visitor.me), store: {} } }))
vi.mock('./tracking.ts', () => ({ track: () => undefined, trackRoute: () => undefined }))
vi.mock('./host-brand.ts', () => ({
  hostTitle: () => 'Aforo',
  hostBrand: () => Promise.resolve(null),
  brandAtHand: () => null,
}))
vi.mock('./api.ts', () => ({
  api: { client: { early: () => Promise.resolve(null) } },
  tokens: { get: () => 'abc' },
  onUnauthorized: () => undefined,
}))

let routes: RouteObject[] = []
const { blockedVisit } = await import('./blocked-visit.ts')
beforeAll(async () => {
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  ;({ routes } = await import('./router.tsx'))
})
beforeEach(() => blockedVisit.dismiss())

/** The address this visit ends at: its own, or where the loaders send it, the outermost first. */
async function landing(path: string, flags: readonly string[], roles: readonly string[] = ['basic']): Promise<string> {
  visitor.me = { roles, properties: Object.fromEntries(flags.map((flag) => [flag, true])) }
  const request = new Request(`https://aforo.test${path}`)
  for (const { route, params } of matchRoutes(routes, new URL(request.url).pathname) ?? []) {
    if (typeof route.loader !== 'function') continue
    const answer: unknown = await route.loader({ request, params } as never, undefined as never)
    if (answer instanceof Response) return answer.headers.get('location') ?? ''
  }
  return path
}

describe('a document that ships with the product', () => {
  const shipped = readdirSync('layouts')
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(`layouts/${file}`, 'utf8')) as { _id: string; access: string | string[] })
  const bases = [
    '/users/foot/dashboards/view',
    '/users/dashboards/view',
    '/users/dashboards/custom/view',
    '/users/dashboards/custom/edit',
    '/users/dashboards/custom/history',
  ]

  test.each(shipped.flatMap(({ _id, access }) => bases.map((base) => [`${base}/${_id}`, access] as const)))(
    '%s opens only with %s',
    async (path, access) => {
      const others = ['footCompare', 'footStatus', 'canAlerts', 'canUpload'].filter(
        (flag) => ![access].flat().includes(flag),
      )
      expect([await landing(path, []), await landing(path, others), await landing(path, [access].flat())]).toEqual([
        '/users',
        '/users',
        path,
      ])
      expect(await landing(path.replaceAll('-', '%2D'), others)).toBe('/users')
    },
  )

  test('a dashboard of another id is left to the server', async () => {
    expect(await landing('/users/dashboards/custom/view/reception000', [])).toBe(
      '/users/dashboards/custom/view/reception000',
    )
  })
})

describe('an address that leads home', () => {
  test('for a missing right names the address and every missing right', async () => {
    expect(await landing('/users/foot/dashboards/view/foot-compare?client=3', ['footStatus'])).toBe('/users')
    expect(blockedVisit.store.getState().visit).toEqual({
      kind: 'forbidden',
      path: '/users/foot/dashboards/view/foot-compare',
      admin: false,
      flags: ['footCompare'],
    })
    expect(await landing('/users/admin/groups', ['footStatus'])).toBe('/users')
    expect(blockedVisit.store.getState().visit).toMatchObject({
      kind: 'forbidden',
      path: '/users/admin/groups',
      admin: true,
      flags: [],
    })
  })

  test('because there is no such page says so, and keeps the redirect to the root', async () => {
    expect(await landing('/users/nowhere', [])).toBe('/')
    expect(blockedVisit.store.getState().visit).toEqual({ kind: 'unknown', path: '/users/nowhere' })
    expect(await landing('/campaigns/old', [])).toBe('/users/campaigns/old')
  })

  test('because its page is not built yet is not called unknown', async () => {
    expect(await landing('/users/dashboards/big-venues', [])).toBe('/')
    expect(blockedVisit.store.getState().visit).toEqual({
      kind: 'unbuilt',
      path: '/users/dashboards/big-venues',
      screen: 'bigVenues',
    })
  })

  test('and one that opens has no notice', async () => {
    await landing('/users/foot/dashboards/view/foot-status', ['footStatus'])
    expect(blockedVisit.store.getState().visit).toBeNull()
  })

  test('is reported until it is dismissed, and the next one takes its place', async () => {
    await landing('/users/nowhere', [])
    await landing('/users', [])
    expect(blockedVisit.store.getState().visit).toMatchObject({ path: '/users/nowhere' })
    await landing('/users/elsewhere', [])
    expect(blockedVisit.store.getState().visit).toMatchObject({ path: '/users/elsewhere' })
    blockedVisit.dismiss()
    expect(blockedVisit.store.getState().visit).toBeNull()
  })
})
