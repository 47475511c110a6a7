import { describe, expect, test } from 'vitest'
import type { Me } from '#schemas/generated/entities/me.ts'
import { type GateFacts, nextGate } from './gates.ts'

const info = { lastLogin: 5, expiredPass: false, passwordResponsibility: true }
const person = (properties: Partial<Me['properties']> = {}) => ({
  properties: { lang: 'es', demo: false, ...properties } as Me['properties'],
})
const facts = (change: Partial<GateFacts> = {}): GateFacts => ({
  me: person(),
  info,
  termsAccepted: true,
  messageRead: false,
  ...change,
})
const withMessage = person({ useLoginMessage: true, loginMessage: ' Hoy hay inventario. ' })

test('an expired password comes before everything else', () => {
  expect(nextGate(facts({ me: withMessage, info: { ...info, expiredPass: true }, termsAccepted: false }))).toEqual({
    kind: 'expired',
  })
})
test('terms that were not accepted come before the message', () =>
  expect(nextGate(facts({ me: withMessage, termsAccepted: false }))).toEqual({ kind: 'terms' }))

describe('the login message', () => {
  test('is shown with the last login when the account uses it', () =>
    expect(nextGate(facts({ me: withMessage }))).toEqual({
      kind: 'message',
      text: 'Hoy hay inventario.',
      lastLogin: 5,
    }))
  test('of a first login has no last one', () =>
    expect(nextGate(facts({ me: withMessage, info: { ...info, lastLogin: null } }))).toEqual({
      kind: 'message',
      text: 'Hoy hay inventario.',
      lastLogin: null,
    }))
  test('is not shown when it was read, is not used, or is empty', () => {
    expect(
      [
        facts({ me: withMessage, messageRead: true }),
        facts({ me: person({ loginMessage: 'x' }) }),
        facts({ me: person({ useLoginMessage: true, loginMessage: ' ' }) }),
      ].map(nextGate),
    ).toEqual([null, null, null])
  })
})

test('no gate is shown before the server has answered', () =>
  expect(
    [facts({ info: null }), facts({ termsAccepted: null }), facts({ me: withMessage, info: null })].map(nextGate),
  ).toEqual([null, null, null]))
