import { expect, test } from 'vitest'
import type { Me } from '#schemas/generated/entities/me.ts'
import { enterByLink, type EntryPorts } from './link-entry.ts'
import { takeLinkToken, takenFrom } from './link-token.ts'

const person = (id: number) => ({ id, username: `u${id}` }) as Me

function stage(options: { current?: Me | null; agrees?: boolean; valid?: boolean; answers?: boolean } = {}) {
  const calls: string[] = []
  const ports: EntryPorts = {
    current: () => {
      calls.push('current')
      return Promise.resolve(options.current ?? null)
    },
    exchange: (carried) => {
      calls.push(`exchange ${carried}`)
      return options.valid === false ? Promise.reject(new Error('LINK_INVALID')) : Promise.resolve('fresh')
    },
    isRefusal: () => options.answers !== false,
    forget: () => {
      calls.push('forget')
    },
    meOf: (token) => {
      calls.push(`meOf ${token}`)
      return Promise.resolve(person(7))
    },
    drop: (token) => {
      calls.push(`drop ${token}`)
      return Promise.reject(new Error('away'))
    },
    confirm: (current, next) => {
      calls.push(`confirm ${current.id} ${next.id}`)
      return Promise.resolve(options.agrees ?? false)
    },
    endCurrent: () => {
      calls.push('endCurrent')
      return Promise.reject(new Error('away'))
    },
    adopt: (token, me) => {
      calls.push(`adopt ${token} ${me.id}`)
      return Promise.resolve()
    },
  }
  return { calls, ports }
}

test('an invalid link signs the current user out; a missing answer does not', async () => {
  const { calls, ports } = stage({ current: person(3), valid: false })
  expect([await enterByLink('code', ports), calls]).toEqual([
    'refused',
    ['current', 'exchange code', 'endCurrent', 'forget'],
  ])
  const away = stage({ current: person(3), valid: false, answers: false })
  expect([await enterByLink('code', away.ports), away.calls]).toEqual(['refused', ['current', 'exchange code']])
})

test('another signed-in account is asked first, and declining drops the new session', async () => {
  const { calls, ports } = stage({ current: person(3) })
  expect([await enterByLink('code', ports), calls]).toEqual([
    'kept',
    ['current', 'exchange code', 'meOf fresh', 'confirm 3 7', 'drop fresh'],
  ])
})

test('a yes ends the old session before the new one is adopted', async () => {
  const { calls, ports } = stage({ current: person(3), agrees: true })
  expect([await enterByLink('code', ports), calls.slice(3)]).toEqual([
    'entered',
    ['confirm 3 7', 'endCurrent', 'adopt fresh 7'],
  ])
})

test('the same account is not asked, nor is a signed-out visitor', async () => {
  const same = stage({ current: person(7) })
  expect([await enterByLink('code', same.ports), same.calls.slice(3)]).toEqual([
    'entered',
    ['endCurrent', 'adopt fresh 7'],
  ])
  const stranger = stage()
  expect([await enterByLink('code', stranger.ports), stranger.calls]).toEqual([
    'entered',
    ['current', 'exchange code', 'meOf fresh', 'adopt fresh 7'],
  ])
})

test('the token leaves the address and its history entry; everything else stays', () => {
  const seen: unknown[] = []
  const history = {
    state: { idx: 4 },
    replaceState: (...args: unknown[]) => {
      seen.push(args)
    },
  }
  expect(takeLinkToken({ href: 'https://aforo.test/users?client=3&access_token=abc&x=1#kpi' }, history)).toBe('abc')
  expect(seen).toEqual([[{ idx: 4 }, '', 'https://aforo.test/users?client=3&x=1#kpi']])
})

test('an address without a token is not touched, and an empty one carries nothing', () => {
  expect(takenFrom('https://aforo.test/users?a=%20b')).toEqual({
    carried: null,
    href: 'https://aforo.test/users?a=%20b',
  })
  expect(takenFrom('https://aforo.test/users?access_token=')).toEqual({
    carried: null,
    href: 'https://aforo.test/users',
  })
})
