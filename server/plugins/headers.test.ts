import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixture } from '../testing/fixture.ts'
import type { Fixture } from '../testing/fixture.ts'
import { CONTENT_SECURITY_POLICY } from './headers.ts'

/** reliability.md H1, letter by letter. */
const H1 =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
  "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors " +
  "'none'; object-src 'none'; require-trusted-types-for 'script'"

let dir: string
let f: Fixture
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'aforo-headers-'))
  writeFileSync(join(dir, 'index.html'), '<!doctype html><title>Aforo</title>')
  f = await fixture({ staticDir: dir, config: { mode: 'demo' } })
})
afterAll(async () => {
  await f.close()
  rmSync(dir, { recursive: true, force: true })
})

const parts = (policy: string) => policy.split('; ').map((directive) => directive.trim())

describe('the content security policy', () => {
  test('is the one that was decided, and besides lets our own films play and says where to report', () => {
    expect(parts(CONTENT_SECURITY_POLICY).filter((part) => !parts(H1).includes(part))).toEqual([
      "media-src 'self'",
      'report-uri /api/csp-report',
    ])
    expect(parts(H1).filter((part) => !parts(CONTENT_SECURITY_POLICY).includes(part))).toEqual([])
  })

  test('is on every document: the page on any path, the API document, the mailbox of the demo', async () => {
    for (const url of [
      '/',
      '/login',
      '/users/foot/dashboards/view/foot-compare',
      '/changepass/x',
      '/video',
      '/not/there',
      '/api/docs',
      '/api/demo/mailbox',
    ]) {
      const { headers, statusCode } = await f.app.inject({ method: 'GET', url })
      expect([url, statusCode, headers['content-type'], headers['content-security-policy']]).toEqual([
        url,
        200,
        'text/html; charset=utf-8',
        CONTENT_SECURITY_POLICY,
      ])
    }
  })

  test('has an address for reports that is there', async () => {
    const [, address = ''] = /report-uri (\S+)/.exec(CONTENT_SECURITY_POLICY) ?? []
    expect([...f.app.rules.keys()]).toContain(`POST ${address}`)
  })
})

test('every path answers every method with the headers, and none with what would open it to other sites', async () => {
  const paths = [
    ...new Set(
      [...f.app.rules.keys()].map((call) => call.split(' ')[1]?.replace('/*', '/any').replaceAll(/:\w+/g, '1') ?? ''),
    ),
  ]
  expect(paths.length).toBeGreaterThan(70)
  for (const url of paths) {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      const { headers } = await f.app.inject({
        method,
        url,
        headers: { origin: 'https://evil.test', 'access-control-request-method': 'POST' },
      })
      expect([method, url, headers]).toEqual([
        method,
        url,
        expect.objectContaining({
          'content-security-policy': CONTENT_SECURITY_POLICY,
          'strict-transport-security': 'max-age=31536000',
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
          'permissions-policy': expect.stringContaining('microphone=()'),
          'cache-control': expect.any(String),
          'x-request-id': expect.any(String),
        }),
      ])
      expect(
        Object.keys(headers).filter(
          (name) => name.startsWith('access-control') || name === 'server' || name === 'x-powered-by',
        ),
      ).toEqual([])
    }
  }
})

test('Strict-Transport-Security is said over https only', async () => {
  const plain = await fixture({ config: { publicUrl: 'http://localhost:8080' } })
  for (const url of ['/api/health/live', '/api/me', '/api/nothing', '/%']) {
    expect((await plain.app.inject({ method: 'GET', url })).headers).not.toHaveProperty('strict-transport-security')
    expect((await f.app.inject({ method: 'GET', url })).headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000',
    })
  }
  await plain.close()
})

test('the page itself may use passkeys, play its films and scan labels, no frame may, and no page gets another sensor of the device', async () => {
  const { headers } = await f.app.inject({ method: 'GET', url: '/login' })
  const policy = String(headers['permissions-policy']).split(', ')
  expect(policy.filter((feature) => !feature.endsWith('=()'))).toEqual([
    'autoplay=(self)',
    'camera=(self)',
    'fullscreen=(self)',
    'publickey-credentials-create=(self)',
    'publickey-credentials-get=(self)',
  ])
  for (const feature of ['geolocation', 'microphone', 'payment', 'usb']) expect(policy).toContain(`${feature}=()`)
})
