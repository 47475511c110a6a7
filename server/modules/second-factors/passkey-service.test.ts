/** How often passkeys are asked and answered: by network, the questions apart from the answers. */
import { expect, test } from 'vitest'
import { secretsOf } from '../../lib/secrets.ts'
import { passkeyChallenges } from './challenges.ts'
import { passkeyService } from './passkey-service.ts'

const sender = (address: string) => ({ address, agent: 'test' })

function open() {
  const clock = { ms: 0, now: () => clock.ms }
  const refused: unknown[] = []
  const service = passkeyService({
    catalog: {
      passkeys: { find: async () => undefined },
      audit: { append: async (_scope: unknown, entry: unknown) => void refused.push(entry) },
    },
    sessions: {},
    challenges: passkeyChallenges(secretsOf('k'.repeat(32), []), clock),
    mail: {},
    background: {},
    clock,
    publicUrl: 'https://aforo.example.com',
  } as never)
  const codeOf = async (work: Promise<unknown>) =>
    work.then(
      () => 'answered',
      (error: { code: string }) => error.code,
    )
  return {
    clock,
    refused,
    ask: (address: string) => codeOf(service.beginSignIn(address)),
    answer: (address: string) => codeOf(service.signIn({ id: 'none' }, null, sender(address))),
  }
}

test('a network asks sixty times a minute and answers sixty times, and keeps no other one waiting', async () => {
  const { clock, ask, answer } = open()
  for (let n = 0; n < 60; n += 1) expect(await answer('10.0.0.1')).toBe('PASSKEY_INVALID')
  expect([await answer('10.0.0.1'), await answer('192.0.2.1')]).toEqual(['RATE_LIMITED', 'PASSKEY_INVALID'])
  for (let n = 0; n < 60; n += 1) expect(await ask('10.0.0.1')).toBe('answered')
  expect([await ask('10.0.0.1'), await ask('192.0.2.1')]).toEqual(['RATE_LIMITED', 'answered'])
  clock.ms += 60_000
  expect([await ask('10.0.0.1'), await answer('10.0.0.1')]).toEqual(['answered', 'PASSKEY_INVALID'])
})

test('an unknown passkey is noted as such, with where it came from', async () => {
  const { refused, answer } = open()
  await answer('10.0.0.1')
  expect(refused).toEqual([{ action: 'passkey.refuse', target: 'passkey', details: { address: '10.0.0.1' }, at: 0 }])
})
