/** Apps, recovery codes and passkeys in the store: each counts once, for one account. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Catalog } from '../../catalog.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { secretsOf } from '../../lib/secrets.ts'
import { sealedPlace } from '../../db/sealed.ts'
import { appCodes, newRecoveryCodes, recoveryHash } from './app-codes.ts'
import { passkeyHostOf } from './passkey-service.ts'
import { requireOwnSignIn } from './service.ts'

const NOW = 1_234_567_890_000
let catalog: Catalog
let [ana, eva] = [0, 0]
beforeAll(async () => {
  catalog = await memoryCatalog()
  const person = async (username: string) =>
    (
      await catalog.users.insert(
        SYSTEM_SCOPE,
        { username, role: 'basic', flags: [], clients: [], passwordHash: 'h' },
        1,
      )
    ).id
  ;[ana, eva] = [await person('ana@aforo.test'), await person('eva@aforo.test')]
})
afterAll(() => catalog.close())
beforeEach(async () => {
  for (const user of [ana, eva]) {
    await catalog.totp.remove(user)
    await catalog.passkeys.removeAll(user)
  }
})

describe('an app', () => {
  const confirmed = async (user: number, step = 10) => {
    await catalog.totp.begin(user, 'sealed')
    return catalog.totp.confirm(user, { secret: 'sealed', step, at: NOW })
  }

  test('that was only shown may be shown anew; one in use may not', async () => {
    const { totp } = catalog
    expect(await totp.find(ana)).toBe(undefined)
    expect([await totp.begin(ana, 'first'), await totp.begin(ana, 'second')]).toEqual([true, true])
    expect(await totp.find(ana)).toEqual({ secret: 'second', confirmedAt: null })
    expect(await totp.confirm(ana, { secret: 'first', step: 1, at: NOW })).toBe(false)
    expect(await totp.confirm(ana, { secret: 'second', step: 1, at: NOW })).toBe(true)
    expect(await totp.confirm(ana, { secret: 'second', step: 2, at: NOW + 1 })).toBe(false)
    expect([await totp.begin(ana, 'third'), await totp.find(ana)]).toEqual([
      false,
      { secret: 'second', confirmedAt: NOW },
    ])
    expect(await totp.find(eva)).toBe(undefined)
  })

  test('takes each step once, and none before it', async () => {
    for (const user of [ana, eva]) await confirmed(user)
    const take = (step: number) => catalog.totp.takeStep(ana, step)
    expect([await take(10), await take(11), await take(11), await take(9), await take(12)]).toEqual([
      false,
      true,
      false,
      false,
      true,
    ])
    expect(await catalog.totp.takeStep(eva, 11)).toBe(true)
  })

  test('is removed with its recovery codes; it returns whether one was in use', async () => {
    await catalog.totp.begin(ana, 'sealed')
    await catalog.totp.putRecoveryCodes(ana, ['x'])
    expect([await catalog.totp.remove(ana), await catalog.totp.countRecoveryCodes(ana)]).toEqual([false, 0])
    await confirmed(ana)
    await confirmed(eva)
    await catalog.totp.putRecoveryCodes(eva, ['x'])
    expect([await catalog.totp.remove(ana), await catalog.totp.remove(ana)]).toEqual([true, false])
    expect([await catalog.totp.find(eva), await catalog.totp.countRecoveryCodes(eva)]).toEqual([
      { secret: 'sealed', confirmedAt: NOW },
      1,
    ])
  })
})

test('recovery codes are of one account, count once, and end with new ones', async () => {
  const { totp } = catalog
  await totp.putRecoveryCodes(ana, ['a', 'b', 'c'])
  await totp.putRecoveryCodes(eva, ['a'])
  expect([
    await totp.takeRecoveryCode(eva, 'b'),
    await totp.takeRecoveryCode(ana, 'a'),
    await totp.takeRecoveryCode(ana, 'a'),
    await totp.countRecoveryCodes(ana),
    await totp.countRecoveryCodes(eva),
  ]).toEqual([false, true, false, 2, 1])
  await totp.putRecoveryCodes(ana, ['d'])
  expect([await totp.countRecoveryCodes(ana), await totp.takeRecoveryCode(ana, 'b')]).toEqual([1, false])
  expect(await totp.countRecoveryCodes(eva)).toBe(1)
})

describe('entering a code', () => {
  /** RFC 6238, appendix B, at NOW. */
  const [SECRET, CODE] = ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', '005924']
  const secrets = secretsOf('k'.repeat(32), [])
  const codes = appCodes(secrets)
  const begin = () => catalog.totp.begin(ana, secrets.seal(SECRET, sealedPlace('totp.secret', ana)))
  const take = (code: string, user = ana) => codes.take(catalog.totp, user, code, NOW)

  test('is none without an app, and none of an app that was only shown', async () => {
    expect(await take(CODE)).toBe(null)
    await begin()
    expect(await take(CODE)).toBe(null)
  })

  test('is of the app once, or a recovery code once, also while the app is only shown', async () => {
    await begin()
    const { secret } = (await catalog.totp.find(ana))!
    const [recovery = '', other = ''] = newRecoveryCodes()
    await catalog.totp.putRecoveryCodes(ana, [recovery, other].map(recoveryHash))
    expect(await take(other)).toBe('recovery')
    await catalog.totp.confirm(ana, { secret, step: 0, at: NOW })
    expect([await take(CODE), await take(CODE), await take('000000')]).toEqual(['app', null, null])
    expect([await take(recovery, eva), await take(recovery), await take(recovery)]).toEqual([null, 'recovery', null])
  })
})

describe('a passkey', () => {
  const insert = (userId: number, credentialId: string, more: object = {}) =>
    catalog.passkeys.insert({
      userId,
      credentialId,
      publicKey: 'pk',
      counter: 0,
      transports: ['usb', 'nfc'],
      name: credentialId,
      at: NOW,
      ...more,
    })

  test('is of one account, under its own name, and registered once', async () => {
    const [a, b] = [await insert(ana, 'c1'), await insert(ana, 'c2', { counter: 3 })]
    await insert(eva, 'c3')
    expect(a).toEqual({ id: expect.any(Number), name: 'c1', createdAt: NOW, usedAt: null })
    expect(await catalog.passkeys.listOf(ana)).toEqual([a, b])
    expect(await catalog.passkeys.credentialsOf(ana)).toEqual(['c1', 'c2'])
    expect(await catalog.passkeys.find('c2')).toEqual({
      id: b.id,
      userId: ana,
      credentialId: 'c2',
      publicKey: 'pk',
      counter: 3,
      transports: ['usb', 'nfc'],
    })
    expect(await catalog.passkeys.find('c9')).toBe(undefined)
    await expect(insert(eva, 'c1')).rejects.toMatchObject({
      code: 'NAME_TAKEN',
      message: 'This passkey is registered already; remove that one first.',
    })
  })

  test('counts on with each use; one without a counter says nothing', async () => {
    const [id, beside] = [(await insert(ana, 'c1', { counter: 3 })).id, (await insert(ana, 'c2')).id]
    const use = (counter: number) => catalog.passkeys.use(id, counter, NOW + counter)
    expect([await use(3), await use(2), await use(4), await use(4), await use(9), await use(0)]).toEqual([
      false,
      false,
      true,
      false,
      true,
      false,
    ])
    expect([await catalog.passkeys.use(beside, 0, NOW + 1), await catalog.passkeys.use(beside, 0, NOW + 2)]).toEqual([
      true,
      true,
    ])
    expect((await catalog.passkeys.listOf(ana)).map(({ usedAt }) => usedAt)).toEqual([NOW + 9, NOW + 2])
    expect((await catalog.passkeys.find('c1'))?.counter).toBe(9)
  })

  test('is renamed and removed by its own account alone', async () => {
    const [id, beside] = [(await insert(ana, 'c1')).id, (await insert(ana, 'c2')).id]
    const { passkeys } = catalog
    expect([await passkeys.rename(eva, id, 'x'), await passkeys.remove(eva, id)]).toEqual([false, undefined])
    expect([await passkeys.rename(ana, id, 'Blue'), await passkeys.rename(ana, 987_654, 'x')]).toEqual([true, false])
    expect((await passkeys.listOf(ana)).map(({ name }) => name)).toEqual(['Blue', 'c2'])
    expect([await passkeys.remove(ana, id), await passkeys.remove(ana, id)]).toEqual(['Blue', undefined])
    await insert(eva, 'c3')
    await passkeys.removeAll(ana)
    expect([await passkeys.listOf(ana), (await passkeys.listOf(eva)).length, beside > id]).toEqual([[], 1, true])
  })
})

test.each([
  ['https://aforo.example.com', 'aforo.example.com'],
  ['https://aforo.example.com:8443/x', 'aforo.example.com'],
  ['http://localhost:3000', 'localhost'],
  ['http://aforo.example.com', null],
  ['https://192.0.2.1', null],
  ['https://[2001:db8::1]', null],
])('browsers allow passkeys at %s under the name %s', (url, host) => {
  expect(passkeyHostOf(url)).toBe(host)
})

test('an account that is shared or signs in elsewhere has no second factor here, and sees why', () => {
  const user = (more: object = {}, properties: object = {}) =>
    ({
      username: 'ana@aforo.test',
      loginType: 'password',
      properties: { demo: false, ...properties },
      ...more,
    }) as never
  const refused = (why: string) =>
    expect.objectContaining({
      code: 'SECOND_FACTOR_NOT_ALLOWED',
      message: `ana@aforo.test ${why}; expected an account of one person with a password of its own.`,
    })
  expect(() => requireOwnSignIn(user())).not.toThrow()
  expect(() => requireOwnSignIn(user({}, { demo: true }))).toThrow(
    refused('is a demo account, which several people share'),
  )
  expect(() => requireOwnSignIn(user({ loginType: 'external' }))).toThrow(
    refused('has no password here, so it signs in elsewhere'),
  )
})
