import { describe, expect, test } from 'vitest'
import type { WebhookRules } from '../../lib/webhook-rules.ts'
import { webhookAddresses } from './addresses.ts'

const ANY: WebhookRules = { hosts: null, origins: [], ports: [443] }
const PUBLIC = [{ address: '93.184.216.34', family: 4 }]
/** Every name is known, and public. */
const known = async () => PUBLIC
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'allowed',
    (error: unknown) => (error as { code?: string }).code,
  )
const both = async (address: string, rules = ANY, lookup = known as Parameters<typeof webhookAddresses>[1]) => {
  const addresses = webhookAddresses(rules, lookup)
  return [await codeOf(addresses.check(address)), await codeOf(addresses.resolve(address))]
}
const twice = (code: string) => [code, code]

describe('an address is refused when it is saved and when it is used', () => {
  test.each([
    'http://hooks.example.com/in',
    'ftp://hooks.example.com/in',
    'https://user@hooks.example.com/in',
    'https://user:secret@hooks.example.com/in',
    'https://hooks.example.com/in#part',
    'hooks.example.com',
    'https://',
  ])('that is not https with a host alone: %s', async (address) => {
    expect(await both(address)).toEqual(twice('WEBHOOK_ADDRESS_INVALID'))
  })

  test.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://0/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fd00:ec2::254]/',
  ])('that is of no public network, however it is written: %s', async (address) => {
    expect(await both(address)).toEqual(twice('WEBHOOK_NETWORK_NOT_ALLOWED'))
  })

  test('whose name leads into such a network, also where that is one of several', async () => {
    const mixed = async () => [...PUBLIC, { address: '192.168.0.7', family: 4 }]
    expect(await both('https://hooks.example.com/', ANY, mixed)).toEqual(twice('WEBHOOK_NETWORK_NOT_ALLOWED'))
    const here = async () => [{ address: '::1', family: 6 }]
    expect(await both('https://localhost./', ANY, here)).toEqual(twice('WEBHOOK_NETWORK_NOT_ALLOWED'))
  })

  test('of another port, and of a host that is not on the list', async () => {
    expect(await both('https://hooks.example.com:8443/')).toEqual(twice('WEBHOOK_PORT_NOT_ALLOWED'))
    const listed = { ...ANY, hosts: ['hooks.example.com'], ports: [443, 8443, 80] }
    expect(await both('https://other.example.com/', listed)).toEqual(twice('WEBHOOK_HOST_NOT_ALLOWED'))
    expect(await both('https://a.hooks.example.com/', listed)).toEqual(twice('WEBHOOK_HOST_NOT_ALLOWED'))
    expect(await both('https://HOOKS.example.com:8443/', listed)).toEqual(twice('allowed'))
    expect(await both('http://hooks.example.com/', listed)).toEqual(twice('allowed'))
    expect(await both('http://hooks.example.com:8443/', listed)).toEqual(twice('WEBHOOK_ADDRESS_INVALID'))
  })
})

test('an origin that the operator names is allowed as it is, and no other of its host', async () => {
  const rules = { hosts: [], origins: ['http://127.0.0.1:8080'], ports: [443] }
  expect(await both('http://127.0.0.1:8080/in', rules)).toEqual(twice('allowed'))
  expect(await both('https://127.0.0.1/in', rules)).toEqual(twice('WEBHOOK_HOST_NOT_ALLOWED'))
  expect(await both('http://127.0.0.1:8081/in', rules)).toEqual(twice('WEBHOOK_ADDRESS_INVALID'))
})

test('a name that is not known at the moment may be saved, and is not sent to', async () => {
  const unknown = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
  expect(await both('https://hooks.example.com/', ANY, unknown)).toEqual(['allowed', 'ENOTFOUND'])
})
