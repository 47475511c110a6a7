import { afterEach, expect, test } from 'vitest'
import { fixture } from '../testing/fixture.ts'
import type { Fixture } from '../testing/fixture.ts'

let f: Fixture
afterEach(() => f.close())

const ask = (headers: Record<string, string>, remoteAddress: string) =>
  f.app.inject({ url: '/api/health/live', headers, remoteAddress })
const notices = () => f.log.filter((line) => line.includes('TRUST_PROXY'))

test('a proxy that is not trusted is named once an hour', async () => {
  f = await fixture({ config: { logLevel: 'warn' } })
  await ask({}, '10.0.0.1')
  expect(notices()).toEqual([])
  for (let n = 0; n < 3; n++) await ask({ 'x-forwarded-for': '203.0.113.7' }, '10.0.0.1')
  expect(notices()).toEqual([expect.stringContaining('"peer":"10.0.0.1"')])
  await ask({ forwarded: 'for=203.0.113.7' }, '10.0.0.2')
  f.clock.time += 3_600_000
  await ask({ 'x-forwarded-for': '203.0.113.7' }, '10.0.0.1')
  expect(notices()).toHaveLength(3)
})

test('one that is trusted is not', async () => {
  f = await fixture({ config: { logLevel: 'warn', trustProxy: ['10.0.0.1'] } })
  for (const client of ['203.0.113.7', '10.0.0.1']) await ask({ 'x-forwarded-for': client }, '10.0.0.1')
  expect(notices()).toEqual([])
})
