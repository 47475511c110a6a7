import { ACCESS_FLAGS } from '#domain/access'
import { initTexts, texts } from '#i18n'
import type { Me } from '#schemas/generated/entities/me.ts'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

const memory = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}
const [local, inTab] = [memory(), memory()]
const left: string[] = []
const location = {
  pathname: '/users/foot',
  search: '?client=3',
  assign: (to: string) => void left.push(to),
  replace: (to: string) => void left.push(to),
}
const person = (lang: Me['properties']['lang']) => ({
  id: 7,
  username: 'ana@aforo.test',
  role: 'basic',
  roles: ['basic'],
  loginType: 'password',
  properties: { lang, demo: false, ...Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, false])) },
})
const token = (name: string) => ({ access_token: name, token_type: 'Bearer', expires_in: 60 })

/** Answers of the server, by the end of the path. */
let answers: Record<string, () => Response> = {}
const refused = () => Response.json({ code: 'SESSION_INVALID', message: 'No.' }, { status: 401 })
const working = {
  '/oauth/token': () => Response.json(token('fresh')),
  '/me': () => Response.json(person('es')),
  '/logout': () => new Response(null, { status: 204 }),
}

let session: (typeof import('./session.ts'))['session']
beforeAll(async () => {
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', inTab)
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  vi.stubGlobal('window', {
    location,
    addEventListener: () => undefined,
    history: { state: null, replaceState: () => undefined },
  })
  vi.stubGlobal('fetch', (url: string) => {
    const [, answer] = Object.entries(answers).find(([end]) => url.endsWith(end)) ?? []
    return answer === undefined ? Promise.reject(new TypeError('away')) : Promise.resolve(answer())
  })
  await initTexts('es')
  const loaded = await import('./session.ts')
  session = loaded.session
  const { onUnauthorized } = await import('./api.ts')
  onUnauthorized(session.expire)
})
beforeEach(async () => {
  answers = {}
  await session.signOut()
  local.clear()
  inTab.clear()
  left.length = 0
  Object.assign(location, { pathname: '/users/foot', search: '?client=3' })
})

describe('a stored token', () => {
  test('that the server refuses is forgotten, and no account is signed in', async () => {
    local.setItem('access_token', 'old')
    answers = { ...working, '/me': refused }
    expect([await session.ensure(), local.getItem('access_token')]).toEqual([null, null])
  })

  test('stays while the server is away', async () => {
    local.setItem('access_token', 'old')
    await expect(session.ensure()).rejects.toMatchObject({ code: 'NETWORK' })
    expect(local.getItem('access_token')).toBe('old')
  })
})

describe('a session that ends in the middle', () => {
  const endWhile = async () => {
    answers = working
    await session.signIn('ana', 'x')
    answers = { ...working, '/me': refused }
    await session.refresh()
    return [local.getItem('access_token'), [...left]]
  }

  test('leads to login with the way back, and the token is gone', async () =>
    expect(await endWhile()).toEqual([null, ['/login?redirect=%2Fusers%2Ffoot%3Fclient%3D3']]))

  test('leads nowhere from the login page', async () => {
    Object.assign(location, { pathname: '/login', search: '' })
    expect(await endWhile()).toEqual([null, []])
  })
})

test('a sign-in keeps the token and applies the language of the account', async () => {
  answers = { ...working, '/me': () => Response.json(person('cs')) }
  expect(await session.signIn('ana', 'x')).toEqual(person('cs'))
  expect([local.getItem('access_token'), texts.language, (await session.ensure())?.username]).toEqual([
    'fresh',
    'cs',
    'ana@aforo.test',
  ])
})

test('leaving forgets the token and goes through the server’s exit, also when logging out fails', async () => {
  for (const logout of [undefined, () => Response.json({ code: 'INTERNAL', message: 'x' }, { status: 500 })]) {
    answers = working
    await session.signIn('ana', 'x')
    answers = logout === undefined ? {} : { '/logout': logout }
    await session.leave()
    expect([local.getItem('access_token'), left.splice(0)]).toEqual([null, ['/api/logout/redirect']])
  }
})
