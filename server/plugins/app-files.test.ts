import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_BRANDING } from '#domain/branding'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { fixture } from '../testing/fixture.ts'
import type { Fixture } from '../testing/fixture.ts'
import { wrongAnswer } from '../testing/answers.ts'
import { SECURITY_HEADERS } from './headers.ts'
import { pageBuild } from './page-build.ts'
import { ref } from './schemas.ts'

const INDEX = '<!doctype html><head><title>Aforo</title></head><body></body>'
const CODE = `export const numbers = [${'1234567890, '.repeat(300)}]`
let directory: string
let f: Fixture

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'aforo-page-'))
  mkdirSync(join(directory, 'page/assets'), { recursive: true })
  writeFileSync(join(directory, 'secret.key'), 'Marker-outside')
  writeFileSync(join(directory, 'page/index.html'), INDEX)
  writeFileSync(
    join(directory, 'page/preload.json'),
    JSON.stringify({
      'foot-compare': { scripts: ['assets/route-1.js', 'assets/view-2.js'], styles: ['assets/route-3.css'] },
    }),
  )
  writeFileSync(join(directory, 'page/favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(directory, 'page/assets/app-1a2b3c4d.js'), CODE)
  f = await fixture({ staticDir: join(directory, 'page') })
})
afterAll(async () => {
  await f.close()
  rmSync(directory, { recursive: true, force: true })
})

const ask = async (url: string, options: { method?: 'GET' | 'HEAD' | 'POST'; headers?: Record<string, string> } = {}) =>
  f.app.inject({ method: 'GET', ...options, url })

test('a missing chunk is 404, not the page: the browser must notice the new version', async () => {
  for (const url of ['/assets/old-99999999.js', '/assets/', '/assets']) {
    const { statusCode, headers, body } = await ask(url)
    expect([url, statusCode, headers['content-type'], JSON.parse(body)]).toEqual([
      url,
      404,
      'application/json; charset=utf-8',
      expect.objectContaining({ code: 'ROUTE_NOT_FOUND' }),
    ])
  }
})

test('an unknown call of the API is 404, not the page', async () => {
  for (const url of ['/api', '/api/', '/api/nothing', '/api/locals/1/nothing'])
    expect([url, (await ask(url)).statusCode]).toEqual([url, 404])
})

test('no address leads out of the folder', async () => {
  for (const url of [
    '/../secret.key',
    '/%2e%2e/secret.key',
    '/assets/..%2f..%2fsecret.key',
    '/assets/%2e%2e/%2e%2e/secret.key',
    '/..%5csecret.key',
    '/assets//../../secret.key',
    '/%00',
    `//etc/passwd`,
  ]) {
    const { statusCode, body } = await ask(url)
    expect([url, body.includes('Marker') || body.includes('root:')]).toEqual([url, false])
    expect([url, statusCode]).toEqual([url, expect.toBeOneOf([200, 400, 404])])
  }
})

/** The brand in the page, as a browser would read it. */
function brandOf(document: string): unknown {
  const content = /<meta name="branding" content="([^"]*)">/.exec(document)?.[1] ?? ''
  return JSON.parse(content.replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code))))
}
const DEFAULT_PAGE = (body: string) =>
  body.replaceAll(/<meta name="(?:branding|build)" content="[^"]*">/g, '') === INDEX

test('every other address is a screen of the page, asked for again each time', async () => {
  for (const url of [
    '/',
    '/index.html',
    '/login?redirect=/users',
    '/users/foot/dashboards/view/mine',
    '/rtoccupancy/3/zone/2',
    '/assetsx',
  ]) {
    const { statusCode, headers, body } = await ask(url)
    expect([url, statusCode, headers['content-type'], headers['cache-control'], DEFAULT_PAGE(body)]).toEqual([
      url,
      200,
      'text/html; charset=utf-8',
      'no-cache',
      true,
    ])
    expect(brandOf(body)).toMatchObject({ ...DEFAULT_BRANDING, identityProvider: false })
    expect(headers).toMatchObject(SECURITY_HEADERS)
  }
})

test('the page carries the title and the brand of its host as data, and none of it becomes markup', async () => {
  const title = '<script>alert(1)</script> "\' $& & Hijos'
  await f.catalog.brands.insert(SYSTEM_SCOPE, {
    ...DEFAULT_BRANDING,
    label: 'norte',
    title,
    loginLead: '"><img src=x onerror=alert(1)>',
  })
  const { body, headers } = await ask('/login', { headers: { host: 'norte.localhost:8080' } })
  expect(body.match(/<[a-z!/][^>]*>/g)).toEqual([
    '<!doctype html>',
    '<head>',
    '<title>',
    '</title>',
    expect.stringMatching(/^<meta name="branding" content="[^"<>]*">$/),
    expect.stringMatching(/^<meta name="build" content="[\w-]{12}">$/),
    '</head>',
    '<body>',
    '</body>',
  ])
  expect(body).toContain('<title>&#60;script&#62;alert(1)&#60;/script&#62; &#34;&#39; $&#38; &#38; Hijos</title>')
  expect(brandOf(body)).toMatchObject({ label: 'norte', title, loginLead: '"><img src=x onerror=alert(1)>' })
  expect(wrongAnswer(ref('entities/branding'), brandOf(body))).toBeNull()
  const again = await ask('/login', {
    headers: { host: 'norte.localhost:8080', 'if-none-match': String(headers.etag) },
  })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect(
    (await ask('/login', { headers: { host: 'other.localhost', 'if-none-match': String(headers.etag) } })).statusCode,
  ).toBe(200)
})

test('the page comes in the product’s own look while the catalog is away', async () => {
  const { byLabel } = f.catalog.brands
  f.catalog.brands.byLabel = () => Promise.reject(new Error('away'))
  const { statusCode, body } = await ask('/login', { headers: { host: 'norte.localhost' } })
  f.catalog.brands.byLabel = byLabel
  expect([statusCode, DEFAULT_PAGE(body)]).toEqual([200, true])
})

test('the page names the hosts to which dashboards may link, where there are any', async () => {
  expect((await ask('/users')).body).not.toContain('link-hosts')
  const other = await fixture({
    staticDir: join(directory, 'page'),
    config: { linkHosts: ['a.example.com', 'b.test'] },
  })
  const { body } = await other.app.inject('/users')
  await other.close()
  expect(body).toContain('<meta name="link-hosts" content="a.example.com b.test">')
})

test('the page and every answer of the API, refusals too, name the same build; another page has another one', async () => {
  const built = /<meta name="build" content="([\w-]{12})">/.exec((await ask('/login')).body)?.[1]
  const builds = await Promise.all(
    ['/api/branding/norte', '/api/me', '/api/nothing', '/api/health/live'].map(
      async (url) => (await ask(url)).headers['x-build'],
    ),
  )
  expect([built, ...builds]).toEqual([expect.any(String), built, built, built, built])
  expect((await ask('/login')).headers).not.toHaveProperty('x-build')
  const other = join(directory, 'other')
  mkdirSync(other)
  writeFileSync(join(other, 'index.html'), INDEX)
  expect(pageBuild(other)).toBe(built)
  writeFileSync(join(other, 'index.html'), INDEX.replace('<body>', '<body><script src="/assets/app-2.js"></script>'))
  expect(pageBuild(other)).not.toBe(built)
})

test('a built asset is kept for a year, anything else is asked for again', async () => {
  expect((await ask('/assets/app-1a2b3c4d.js')).headers).toMatchObject({
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    ...SECURITY_HEADERS,
  })
  expect((await ask('/favicon.svg')).headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'no-cache',
  })
  const { headers } = await ask('/assets/app-1a2b3c4d.js')
  expect(
    (await ask('/assets/app-1a2b3c4d.js', { headers: { 'if-none-match': String(headers.etag) } })).statusCode,
  ).toBe(304)
})

test('HEAD answers without a body, and nothing else may be done to a file', async () => {
  expect(await ask('/assets/app-1a2b3c4d.js', { method: 'HEAD' })).toMatchObject({ statusCode: 200, body: '' })
  expect((await ask('/assets/app-1a2b3c4d.js', { method: 'POST' })).statusCode).toBe(404)
})

test('large answers travel compressed to those who can read it', async () => {
  const packed = await ask('/assets/app-1a2b3c4d.js', { headers: { 'accept-encoding': 'br, gzip' } })
  expect(packed.headers['content-encoding']).toBe('br')
  expect(packed.rawPayload.length).toBeLessThan(CODE.length / 10)
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(CODE)
  expect((await ask('/assets/app-1a2b3c4d.js')).headers['content-encoding']).toBeUndefined()
})

test('the document of a dashboard names the files it will need, after its own; no other document does', async () => {
  const links =
    '<link rel="preload" as="style" crossorigin href="/assets/route-3.css"><link rel="modulepreload" ' +
    'href="/assets/route-1.js"><link rel="modulepreload" href="/assets/view-2.js"></head>'
  for (const url of [
    '/users/foot/dashboards/view/foot-compare',
    '/users/dashboards/view/foot-compare?client=1',
    '/users/dashboards/view/foot-compare/',
  ])
    expect([url, (await ask(url)).body.includes(links)]).toEqual([url, true])
  for (const url of [
    '/login',
    '/users',
    '/users/dashboards/view/mine',
    '/users/dashboards/view/__proto__',
    '/preload.json',
  ])
    expect([url, (await ask(url)).body.includes('preload')]).toEqual([url, false])
})

test('the page of a public link is for no search engine, and in a frame only where its maker allows it', async () => {
  const { id } = (await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'analyst@aforo.test'))!
  const link = (slug: string, origins: readonly string[]) =>
    f.catalog.publicLinks.insert(
      { ...SYSTEM_SCOPE, userId: id },
      {
        slug,
        dashboard: 'foot-compare',
        name: 'Frame',
        clients: [f.ids.uno],
        locals: null,
        values: {},
        periods: 'rolling',
        day: null,
        timeZone: 'Europe/Madrid',
        lang: 'es',
        origins,
        endsAt: f.clock.now() + 1000,
        tokenHash: slug,
        document: null,
      },
      f.clock.now(),
    )
  const framed = await link('framed', ['https://example.com', 'https://shop.example:8443'])
  await link('alone', [])
  const headers = async (path: string) => {
    const { statusCode, headers: found } = await ask(path)
    const policy = String(found['content-security-policy'])
    return [statusCode, found['x-robots-tag'], /frame-ancestors [^;]*/.exec(policy)?.[0], policy.length > 300]
  }
  const none = [200, 'noindex, nofollow', "frame-ancestors 'none'", true]
  const allowed = [200, 'noindex, nofollow', 'frame-ancestors https://example.com https://shop.example:8443', true]
  expect(await headers('/shared/framed')).toEqual(allowed)
  expect([await headers('/shared/alone'), await headers('/shared/nothing')]).toEqual([none, none])
  expect(await headers('/users')).toEqual([200, undefined, "frame-ancestors 'none'", true])
  // Its page says that it was revoked, in the frame too, where the browser's refusal would be a blank box.
  await f.catalog.publicLinks.revoke(SYSTEM_SCOPE, framed.id, f.clock.now())
  expect(await headers('/shared/framed')).toEqual(allowed)
})
