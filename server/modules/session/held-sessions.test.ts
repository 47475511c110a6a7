import { expect, test } from 'vitest'
import { heldSessions } from './held-sessions.ts'
import type { NewSession, StoredSession } from './repo.ts'
import type { Credentials } from './credentials-repo.ts'

const AT = 1_000_000
const USER = { id: 7 } as StoredSession['user']
const session = (tokenHash: string, more: Partial<NewSession> = {}): NewSession => ({
  tokenHash,
  userId: 7,
  at: AT,
  address: '10.0.0.1',
  agent: 'x',
  ...more,
})

function open() {
  const account: { known: Partial<Credentials> | undefined; user: StoredSession['user'] | undefined } = {
    known: { enabled: true, passwordHash: 'hash' },
    user: USER,
  }
  const held = heldSessions({
    credentialsOf: async () => account.known as Credentials | undefined,
    userOf: async () => account.user,
    tryEveryMs: 1000,
  })
  return { account, held }
}
const never = () => Promise.reject(new Error('The disk is full.'))

test('a session that is held is found with the times of its sign-in, and no other is', async () => {
  const { held } = open()
  expect(held.hold(session('a'), 'hash', never)).toBe(true)
  expect(await held.find('a', AT + 5)).toEqual({
    id: 0,
    user: USER,
    createdAt: AT,
    seenAt: AT + 5,
    confirmedAt: AT,
    page: null,
  })
  held.hold(session('b', { confirmedAt: AT - 9 }), 'hash', never)
  expect(await held.find('b', AT)).toMatchObject({ confirmedAt: AT - 9 })
  expect(await held.find('c', AT)).toBe(undefined)
})

test('it is stored when it was not tried for a while, as often as that fails, and then no more', async () => {
  const { held } = open()
  let tries = 0
  held.hold(session('a'), 'hash', async () => {
    tries += 1
    if (tries < 2) await never()
  })
  const triedAt = async (now: number) => {
    const found = await held.find('a', now)
    return [tries, found !== undefined]
  }
  expect(await triedAt(AT + 999)).toEqual([0, true])
  expect(await triedAt(AT + 1000)).toEqual([1, true])
  expect(await triedAt(AT + 1999)).toEqual([1, true])
  expect(await triedAt(AT + 2000)).toEqual([2, true])
  expect(await triedAt(AT + 3000)).toEqual([2, false])
})

test('it ends when its account is gone, disabled or has another password, and does not come back', async () => {
  for (const change of [
    { known: undefined },
    { user: undefined },
    { known: { enabled: false, passwordHash: 'hash' } },
    { known: { enabled: true, passwordHash: 'new' } },
  ]) {
    const { account, held } = open()
    held.hold(session('a'), 'hash', never)
    const before = { ...account }
    Object.assign(account, change)
    expect(await held.find('a', AT)).toBe(undefined)
    Object.assign(account, before)
    expect(await held.find('a', AT)).toBe(undefined)
  }
})

test('a session without a password is held by its account alone', async () => {
  const { account, held } = open()
  account.known = { enabled: true, passwordHash: null }
  held.hold(session('a'), null, never)
  expect(await held.find('a', AT)).not.toBe(undefined)
})

test('what is signed out is held no more, and what could not be removed has ended', async () => {
  const { held } = open()
  held.hold(session('a'), 'hash', never)
  expect([held.drop('a'), held.drop('a'), await held.find('a', AT)]).toEqual([true, false, undefined])
  held.end('b')
  expect([held.hasEnded('b'), held.hasEnded('a')]).toEqual([true, false])
})

test('ten thousand are held, and no more', () => {
  const { held } = open()
  const taken = Array.from({ length: 10_002 }, (_, at) => held.hold(session(`t${at}`), 'hash', never)).filter(Boolean)
  expect(taken).toHaveLength(10_000)
})
