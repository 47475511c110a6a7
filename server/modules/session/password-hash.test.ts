import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, DUMMY_HASH, verifyPassword } from './password-hash.ts'

const PHC = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/

test('no password is right for a text that is no hash', async () => {
  for (const text of [
    '',
    'x',
    '$argon2id$',
    '$2b$10$abcdefghijklmnopqrstuv',
    '$argon2i$v=19$m=19456,t=2,p=1$AAAA$AAAA',
  ])
    expect(await verifyPassword('', text)).toBe(false)
})

test('no password is right for an unknown account', async () => {
  expect(DUMMY_HASH).toMatch(PHC)
  for (const password of ['', '\0', 'password']) expect(await verifyPassword(password, DUMMY_HASH)).toBe(false)
})

test('a hash knows its own password only, and two hashes of one password differ', async () => {
  const [a, b] = await Promise.all([hashPassword('Señal-çÇ-2026'), hashPassword('Señal-çÇ-2026')])
  expect(a).toMatch(PHC)
  expect(a).not.toBe(b)
  expect(await verifyPassword('Señal-çÇ-2026', a)).toBe(true)
  expect(await verifyPassword('Senal-çÇ-2026', a)).toBe(false)
  expect(await verifyPassword('Señal-çÇ-2026 ', a)).toBe(false)
})

test('a password is the same however its letters are composed', async () => {
  const [composed, apart] = ['Ṫệst-ñandú-2026'.normalize('NFC'), 'Ṫệst-ñandú-2026'.normalize('NFD')]
  expect(composed).not.toBe(apart)
  const [fromComposed, fromApart] = await Promise.all([hashPassword(composed), hashPassword(apart)])
  for (const hash of [fromComposed, fromApart])
    expect([
      await verifyPassword(composed, hash),
      await verifyPassword(apart, hash),
      await verifyPassword('Test-nandu-2026', hash),
    ]).toEqual([true, true, false])
})

test('a password that was hashed before its letters were composed still opens its account', async () => {
  // "ñ-Marker" as n and a tilde, hashed as the bytes that came.
  const apart = 'ñ-Marker'.normalize('NFD')
  const nonce = Buffer.from('0123456789abcdef')
  const hash = argon2Sync('argon2id', {
    message: apart,
    nonce,
    tagLength: 32,
    memory: 19_456,
    passes: 2,
    parallelism: 1,
  })
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')
  expect(await verifyPassword(apart, `$argon2id$v=19$m=19456,t=2,p=1$${base64(nonce)}$${base64(hash)}`)).toBe(true)
})

test('a hash made with another cost is checked with that cost', async () => {
  // Vectors of the reference implementation (phc-winner-argon2, test.c and README): "password" with the salt
  // "somesalt".
  const vectors = [
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    '$argon2id$v=19$m=65536,t=2,p=4$c29tZXNhbHQ$GpZ3sK/oH9p7VIiV56G/64Zo/8GaUw434IimaPqxwCo',
  ]
  for (const vector of vectors) {
    expect(await verifyPassword('password', vector)).toBe(true)
    expect(await verifyPassword('Password', vector)).toBe(false)
  }
})

test('a flood is refused instead of queued', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 40 }, () => verifyPassword('x', DUMMY_HASH)))
  const refused = tries.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as { code: string; status: number }] : [],
  )
  expect(refused.length).toBe(18)
  expect(refused[0]).toMatchObject({ code: 'LOGIN_BUSY', status: 429, details: { retryAfterS: 1 } })
})

test('who comes again goes behind who is known and before strangers, and is taken when these fill their queue', async () => {
  const ended: string[] = []
  const tried = (standing: 'known' | 'again' | 'strange') =>
    verifyPassword('x', DUMMY_HASH, standing).then(() => {
      ended.push(standing)
    })
  const strangers = Array.from({ length: 22 }, () => tried('strange'))
  await Promise.all([...strangers, ...Array.from({ length: 4 }, () => tried('again')), tried('known')])
  const behind = ended.filter((one) => one !== 'strange')
  expect(ended.length).toBe(27)
  // Two are computed at once, and may end in another order than they began; the two that were under way end first.
  expect(behind.indexOf('known')).toBeLessThan(2)
  expect(ended.lastIndexOf('again')).toBeLessThan(10)
})

test('who is known goes before strangers, and is taken when these fill their queue', async () => {
  const ended: string[] = []
  const strangers = Array.from({ length: 22 }, () =>
    verifyPassword('x', DUMMY_HASH).then(() => {
      ended.push('stranger')
    }),
  )
  await expect(verifyPassword('x', DUMMY_HASH)).rejects.toMatchObject({ code: 'LOGIN_BUSY' })
  await Promise.all([
    ...strangers,
    verifyPassword('x', DUMMY_HASH, 'known').then(() => {
      ended.push('known')
    }),
  ])
  expect(ended).toHaveLength(23)
  // The two that were under way end first, and the one that took the place of the first of them.
  expect(ended.indexOf('known')).toBeLessThan(5)
})
