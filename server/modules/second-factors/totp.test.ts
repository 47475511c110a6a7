import { expect, test } from 'vitest'
import { newRecoveryCodes, recoveryHash } from './app-codes.ts'
import { newTotpSecret, totpStep, totpUri } from './totp.ts'

/** RFC 6238, appendix B: the ASCII text 12345678901234567890. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test('codes are those of RFC 6238', () => {
  const vectors: [number, string][] = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ]
  for (const [second, code] of vectors)
    expect([second, totpStep(SECRET, code, second * 1000)]).toEqual([second, Math.floor(second / 30)])
})

test('the half minute before and after counts, two do not, and what is no code does not', () => {
  const at = 1_234_567_890_000
  const step = 41_152_263
  expect([-60, -30, 0, 30, 60].map((seconds) => totpStep(SECRET, '005924', at + seconds * 1000))).toEqual([
    null,
    step,
    step,
    step,
    null,
  ])
  for (const code of ['', '5924', '0059240', 'abcdef', '００５９２４', ' 005924'])
    expect([code, totpStep(SECRET, code, at)]).toEqual([code, null])
})

test('a secret has 160 bits, and the picture names product and account', () => {
  const secret = newTotpSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(secret)
  expect(totpUri(secret, { username: 'ana@aforo.test', issuer: 'Aforo' })).toBe(
    `otpauth://totp/Aforo:ana%40aforo.test?issuer=Aforo&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  )
})

test('recovery codes are ten of 80 bits, recognised however they are typed', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([a-km-np-z2-9]{4}-){3}[a-km-np-z2-9]{4}$/)
  const [code = ''] = codes
  expect(recoveryHash(` ${code.toUpperCase().replaceAll('-', ' ')}`)).toBe(recoveryHash(code))
})
