import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_BRANDING } from '#domain/branding'
import type { Brand } from '#schemas/generated/entities/brand.ts'
import { drawPng } from '../../demo/png.ts'
import { SECURITY_HEADERS } from '../../plugins/headers.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'

let f: Fixture
let admin: Send
let stranger: Send
beforeAll(async () => {
  f = await fixture()
  admin = sender(f, await f.signIn('admin'))
  stranger = sender(f)
})
afterAll(() => f.close())

const PNG = drawPng(8, 8, (x) => [x * 20, 90, 120, 255])
const DRAFT = { label: 'norte', title: 'Norte', colours: { primary: '#1d3a7a' } }
const upload = (bytes: Buffer = PNG, type = 'image/png') =>
  admin('POST', '/brand-images', bytes, { 'content-type': type })
/** Without a provider configured, none is offered. */
const DEFAULT = {
  ...DEFAULT_BRANDING,
  identityProvider: false,
  loginDomain: 'aforo.test',
  mail: false,
  passkeyHost: 'aforo.example.com',
}
const page = (url: string, host: string, headers: Record<string, string> = {}) =>
  f.app.inject({ method: 'GET', url, headers: { host, ...headers } })

describe('a brand is not stored', () => {
  test('with a value that is not checked: addresses, sheets, markup, names of nothing', async () => {
    const wrong = [
      { label: 'Norte' },
      { label: '-x' },
      { label: 'a.b' },
      { label: '' },
      { label: 'x'.repeat(64) },
      { title: '' },
      { title: '  ' },
      { title: 'x'.repeat(61) },
      { logoUrl: 'https://evil.test/x.png' },
      { logoUrl: '//evil.test/x.png' },
      { logoUrl: 'data:image/png;base64,AAAA' },
      { logoUrl: '/api/brand-images/1/../2' },
      { logoUrl: '/api/brand-images/0' },
      { colours: { primary: 'red' } },
      { colours: { primary: '#1d3a7' } },
      { colours: { primary: '#1d3a7a;}' } },
      { colours: { accent: '#1d3a7a' } },
      { buttonStyle: 'star' },
      { css: 'body{}' },
      { id: 1 },
    ]
    for (const more of wrong)
      expect([more, await admin('POST', '/brands', { ...DRAFT, ...more })]).toMatchObject([
        more,
        { status: 400, body: { code: 'REQUEST_INVALID' } },
      ])
  })

  test('with a colour that cannot be read', async () => {
    expect(await admin('POST', '/brands', { ...DRAFT, colours: { primary: '#ffd500' } })).toMatchObject({
      status: 400,
      body: {
        code: 'BRAND_CONTRAST_TOO_LOW',
        message: 'The primary colour #ffd500 has a contrast of 1.42 on white; choose a darker one with at least 4.5.',
        details: { colour: 'primary', contrast: 1.42, least: 4.5 },
      },
    })
  })

  test('with an image that was never uploaded', async () => {
    expect(await admin('POST', '/brands', { ...DRAFT, iconUrl: '/api/brand-images/987654' })).toMatchObject({
      status: 404,
      body: { code: 'BRAND_IMAGE_NOT_FOUND' },
    })
  })

  test('twice for one label, or when it is not there', async () => {
    const { id } = (await admin('POST', '/brands', { ...DRAFT, label: 'twice' })).body as Brand
    expect(await admin('POST', '/brands', { ...DRAFT, label: 'twice' })).toMatchObject({
      status: 409,
      body: { code: 'NAME_TAKEN' },
    })
    await admin('DELETE', `/brands/${id}`)
    for (const [method, payload] of [
      ['GET', undefined],
      ['PUT', DRAFT],
      ['DELETE', undefined],
    ] as const)
      expect(await admin(method, `/brands/${id}`, payload)).toMatchObject({
        status: 404,
        body: { code: 'BRAND_NOT_FOUND' },
      })
  })
})

describe('an image is not taken', () => {
  test('that is no image, is too large, or is another kind of body', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    expect(await upload(svg)).toMatchObject({ status: 400, body: { code: 'IMAGE_INVALID' } })
    expect(await upload(Buffer.alloc(0))).toMatchObject({ status: 400, body: { code: 'IMAGE_INVALID' } })
    expect(await upload(svg, 'image/svg+xml')).toMatchObject({
      status: 415,
      body: { code: 'CONTENT_TYPE_UNSUPPORTED' },
    })
    expect(await admin('POST', '/brand-images', { data: 'x' })).toMatchObject({ status: 415 })
    expect(await admin('POST', '/brand-images')).toMatchObject({ status: 400, body: { code: 'IMAGE_INVALID' } })
    expect(await upload(Buffer.alloc(512 * 1024 + 1))).toMatchObject({ status: 413, body: { code: 'BODY_TOO_LARGE' } })
    expect(await upload(Buffer.alloc(512 * 1024))).toMatchObject({ status: 400, body: { code: 'IMAGE_INVALID' } })
  })

  test('from anyone but an administrator', async () => {
    const guest = sender(f, await f.signIn('guest'))
    for (const [who, status] of [
      [guest, 403],
      [stranger, 401],
    ] as const) {
      expect((await who('POST', '/brand-images', PNG, { 'content-type': 'image/png' })).status).toBe(status)
      expect((await who('POST', '/brands', DRAFT)).status).toBe(status)
      expect((await who('GET', '/brands')).status).toBe(status)
    }
  })
})

describe('an image', () => {
  test('is known by its bytes and served as what it is, to anyone, for ever', async () => {
    const made = await upload(PNG, 'image/jpeg')
    const { id, url } = made.body as { id: number; url: string }
    expect(made).toMatchObject({
      status: 201,
      body: {
        id: expect.any(Number),
        url: `/api/brand-images/${id}`,
        type: 'image/png',
        bytes: PNG.length,
        width: 8,
        height: 8,
      },
    })
    const reply = await f.app.inject({ method: 'GET', url })
    expect([reply.statusCode, reply.rawPayload.equals(PNG)]).toEqual([200, true])
    expect(reply.headers).toMatchObject({
      ...SECURITY_HEADERS,
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(await stranger('GET', '/brand-images/987654')).toMatchObject({
      status: 404,
      body: { code: 'BRAND_IMAGE_NOT_FOUND' },
    })
  })

  test('that no brand shows is gone a day later, one that is shown stays', async () => {
    const [used, unused] = [(await upload()).body, (await upload()).body] as { url: string }[]
    const { id } = (await admin('POST', '/brands', { ...DRAFT, label: 'kept', logoUrl: used?.url })).body as Brand
    const statuses = () =>
      Promise.all([used, unused].map(async (image) => (await f.app.inject(image?.url ?? '')).statusCode))
    expect(await statuses()).toEqual([200, 200])
    f.clock.time = NOW + 25 * 3_600_000
    try {
      const later = sender(f, await f.signIn('admin'))
      expect((await later('PUT', `/brands/${id}`, { ...DRAFT, label: 'kept', logoUrl: used?.url })).status).toBe(200)
      expect(await statuses()).toEqual([200, 404])
      await later('DELETE', `/brands/${id}`)
      expect(await statuses()).toEqual([404, 404])
    } finally {
      f.clock.time = NOW
      admin = sender(f, await f.signIn('admin'))
    }
  })
})

describe('the host', () => {
  test('chooses a stored brand by its first label and does nothing else', async () => {
    const { url } = (await upload()).body as { url: string }
    const made = await admin('POST', '/brands', {
      ...DRAFT,
      logoUrl: url,
      iconUrl: url,
      subtitle: 'Retail',
      maintenance: true,
      maintenanceText: 'Back at 9.',
      identityProvider: true,
    })
    const brand = made.body as Brand
    expect(made.status).toBe(201)
    expect(brand).toEqual({
      id: expect.any(Number),
      label: 'norte',
      title: 'Norte',
      subtitle: 'Retail',
      loginTitle: null,
      loginLead: null,
      logoUrl: url,
      navbarLogoUrl: null,
      backgroundImageUrl: null,
      iconUrl: url,
      buttonStyle: 'round',
      colours: { primary: '#1d3a7a', warning: '#b26a00', danger: '#b3261a' },
      identityProvider: true,
      maintenance: true,
      maintenanceText: 'Back at 9.',
    })
    const { id: _id, ...shown } = brand
    const answer = await stranger('GET', '/branding/norte')
    expect(answer.body).toEqual({
      ...shown,
      identityProvider: false,
      loginDomain: 'aforo.test',
      mail: false,
      passkeyHost: 'aforo.example.com',
    })
    expect((await stranger('GET', '/branding/NORTE')).body).toEqual(answer.body)

    const css = await page('/brand.css', 'norte.aforo.test:8080')
    expect(css.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'no-cache',
      ...SECURITY_HEADERS,
    })
    expect(css.body).toContain('--brand-primary: #1d3a7a;')
    expect((await page('/brand-icon', 'norte.aforo.test')).headers.location).toBe(url)
    const again = await page('/brand.css', 'norte.aforo.test:8080', { 'if-none-match': String(css.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('without a brand of its own, and one that is no name, have the default', async () => {
    for (const label of ['unknown', 'default', '-', '__proto__', 'constructor']) {
      const { status, body } = await stranger('GET', `/branding/${label}`)
      expect([label, status, body]).toEqual(
        label === '__proto__' ? [label, 400, expect.anything()] : [label, 200, DEFAULT],
      )
    }
    for (const host of ['unknown.test', '127.0.0.1:8080', '[::1]:8080', 'x-.test', "a'b", '"><script>']) {
      const css = await page('/brand.css', host)
      expect([host, css.statusCode, css.body]).toEqual([host, 200, ':root {\n}\n'])
      expect((await page('/brand-icon', host)).headers.location).toBe('/favicon.svg')
    }
    expect((await stranger('GET', '/branding/..%2f')).status).toBe(400)
  })

  test('without a brand of its own has the stored one named default', async () => {
    const { id } = (await admin('POST', '/brands', { label: 'default', title: 'House' })).body as Brand
    expect((await stranger('GET', '/branding/unknown')).body).toMatchObject({ label: 'default', title: 'House' })
    expect((await stranger('GET', '/branding/norte')).body).toMatchObject({ label: 'norte' })
    await admin('DELETE', `/brands/${id}`)
  })
})

test('brands are listed by label and by their ids, and every change is in the log', async () => {
  const { id } = (await admin('POST', '/brands', { ...DRAFT, label: 'aaa' })).body as Brand
  const { body } = await admin('GET', '/brands')
  expect((body as Brand[]).map(({ label }) => label)).toEqual(['aaa', 'norte'])
  expect((await admin('POST', '/brands/list', { ids: [id, 987_654] })).body).toMatchObject([{ id, label: 'aaa' }])
  expect((await admin('PUT', `/brands/${id}`, { ...DRAFT, label: 'aab', buttonStyle: 'square' })).body).toMatchObject({
    id,
    label: 'aab',
    buttonStyle: 'square',
  })
  await admin('DELETE', `/brands/${id}`)
  expect((await f.catalog.audit.list(SYSTEM_SCOPE, 3)).map(({ action, target }) => [action, target])).toEqual([
    ['brand.remove', 'aab'],
    ['brand.change', 'aab'],
    ['brand.create', 'aaa'],
  ])
})
