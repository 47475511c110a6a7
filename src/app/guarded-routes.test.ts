/** Routes with their guards, as the router runs them: who is let in, and where everybody else is sent. */
import { createStaticHandler, type RouteObject } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'

const visitor = vi.hoisted((): { me: object | null } => ({ me: null }))
vi.mock('./session.ts', () => ({ session: { ensure: () => Promise.resolve(visitor.me) } }))
const { guarded } = await import('./guards.ts')

const routes: RouteObject[] = [
  guarded({
    path: '/users',
    handle: {},
    children: [
      guarded({ path: 'open', handle: {} }),
      guarded({ path: 'compare', handle: { flag: 'footCompare' } }),
      guarded({ path: 'admin', handle: { admin: true }, children: [guarded({ path: 'groups', handle: {} })] }),
      guarded({
        path: 'auto',
        handle: { flag: 'hasAutomotive' },
        children: [guarded({ path: 'alerts', handle: { flag: 'canAlerts' } })],
      }),
    ],
  }),
]
const handler = createStaticHandler(routes)

/** The address this visit ends at: its own, or where the guards send it. */
async function landing(
  path: string,
  flags: readonly string[] | null,
  roles: readonly string[] = ['basic'],
): Promise<string> {
  visitor.me = flags === null ? null : { roles, properties: Object.fromEntries(flags.map((flag) => [flag, true])) }
  const answer = await handler.query(new Request(`https://aforo.test${path}`))
  return answer instanceof Response ? (answer.headers.get('location') ?? '') : path
}
beforeEach(() => {
  visitor.me = null
})

describe('a stranger', () => {
  test('is sent to login from every page, with the way back', async () => {
    expect([
      await landing('/users', null),
      await landing('/users/open', null),
      await landing('/users/compare?client=3', null),
    ]).toEqual(['/login', '/login?redirect=%2Fusers%2Fopen', '/login?redirect=%2Fusers%2Fcompare%3Fclient%3D3'])
  })
})

describe('a person', () => {
  test('without the flag of a page is sent home, and with another flag too', async () => {
    expect([
      await landing('/users/compare', []),
      await landing('/users/compare', ['footStatus']),
      await landing('/users/admin', ['footCompare']),
    ]).toEqual(['/users', '/users', '/users'])
  })

  test('without the flag of the parent is sent home from the child, with any flag of the child', async () => {
    expect([
      await landing('/users/auto/alerts', ['canAlerts']),
      await landing('/users/admin/groups', ['canAlerts']),
      await landing('/users/auto/alerts', ['hasAutomotive']),
    ]).toEqual(['/users', '/users', '/users'])
  })

  test('with the flags is let in', async () => {
    expect([
      await landing('/users/open', []),
      await landing('/users/compare', ['footCompare']),
      await landing('/users/auto/alerts', ['hasAutomotive', 'canAlerts']),
    ]).toEqual(['/users/open', '/users/compare', '/users/auto/alerts'])
  })
})

test('an administrator is let in everywhere but where a flag is given by name', async () => {
  expect([
    await landing('/users/admin/groups', [], ['admin']),
    await landing('/users/auto/alerts', [], ['admin']),
  ]).toEqual(['/users/admin/groups', '/users/auto/alerts'])
})
