import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { secretsOf } from './secrets.ts'

const secrets = secretsOf('k'.repeat(32))
const PLACE = 'mails.sealed:7'

describe('a sealed value cannot be read', () => {
  const sealed = secrets.seal('Marker-wifi', PLACE)
  const refusal = (work: () => unknown) => {
    try {
      work()
    } catch (error) {
      return error
    }
    return null
  }

  test('at another place', () => {
    expect(refusal(() => secrets.open(sealed, 'mails.sealed:8'))).toMatchObject({
      code: 'SECRET_UNREADABLE',
      message: 'The secret at mails.sealed:8 cannot be read: it was changed, or belongs to another place.',
    })
  })

  test('with another key, and the refusal names the key but not the value', () => {
    const [, id] = sealed.split('.')
    const why = `it was written with key "${id}", which is not that of SECRET_KEY`
    expect(refusal(() => secretsOf('z'.repeat(32)).open(sealed, PLACE))).toMatchObject({
      code: 'SECRET_UNREADABLE',
      message: `The secret at ${PLACE} cannot be read: ${why}.`,
    })
  })

  test('after any one character was changed, or with an end missing', () => {
    for (let at = 0; at < sealed.length; at += 1) {
      const other = sealed[at] === 'A' ? 'B' : 'A'
      const changed = sealed.slice(0, at) + other + sealed.slice(at + 1)
      expect(refusal(() => secrets.open(changed, PLACE))).toMatchObject({ code: 'SECRET_UNREADABLE' })
      expect(refusal(() => secrets.open(sealed + other, PLACE))).toMatchObject({ code: 'SECRET_UNREADABLE' })
      expect(refusal(() => secrets.open(sealed.slice(0, at), PLACE))).toMatchObject({ code: 'SECRET_UNREADABLE' })
    }
  })
})

test('what is sealed is read again, never shows the text, and differs each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (plain, place) => {
      const [a, b] = [secrets.seal(plain, place), secrets.seal(plain, place)]
      expect(a).not.toBe(b)
      expect(secrets.open(a, place)).toBe(plain)
      expect(a).toMatch(/^v1\.[0-9a-f]{8}\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]+$/)
    }),
  )
})

test('a value of an older key is still read when that key is named', () => {
  const old = secretsOf('o'.repeat(32)).seal('Marker', PLACE)
  expect(secretsOf('n'.repeat(32), ['o'.repeat(32)]).open(old, PLACE)).toBe('Marker')
})

test('a mac depends on the key, the use and the text', () => {
  expect(secrets.mac('otp', '1')).toMatch(/^[0-9a-f]{64}$/)
  expect(
    new Set([
      secrets.mac('otp', '1'),
      secrets.mac('otp', '2'),
      secrets.mac('share', '1'),
      secretsOf('z'.repeat(32)).mac('otp', '1'),
    ]).size,
  ).toBe(4)
  expect(secrets.mac('otp', '1')).toBe(secretsOf('k'.repeat(32)).mac('otp', '1'))
})
