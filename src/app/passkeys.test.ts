import { afterEach, expect, test, vi } from 'vitest'
import { passkeyObstacle } from './passkeys.ts'

const opened = (hostname: string, browser: object = { isSecureContext: true, PublicKeyCredential: () => undefined }) =>
  vi.stubGlobal('window', { location: { hostname }, ...browser })
afterEach(() => {
  vi.unstubAllGlobals()
})

test('passkeys are used under the host that the server names', () => {
  opened('aforo.example.com')
  expect(passkeyObstacle('aforo.example.com')).toBeNull()
})

test('the reason why a browser cannot use passkeys is given: the address of the server, another host, plain http, the browser itself', () => {
  opened('127.0.0.1')
  expect([passkeyObstacle(undefined), passkeyObstacle('localhost')]).toEqual([
    { kind: 'address' },
    { kind: 'host', host: 'localhost' },
  ])
  opened('aforo.example.com', { isSecureContext: false })
  expect(passkeyObstacle('aforo.example.com')).toEqual({ kind: 'address' })
  opened('aforo.example.com', { isSecureContext: true })
  expect(passkeyObstacle('aforo.example.com')).toEqual({ kind: 'browser' })
})
