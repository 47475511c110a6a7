import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'

const SECRET = 'Marker-signing-secret'
let f: Fixture
let admin: string
beforeAll(async () => {
  f = await fixture()
  admin = await f.signIn('admin')
}, 60_000)
afterAll(() => f.close())

const call = async (method: 'POST' | 'DELETE', url: string, payload?: object) => {
  const reply = await f.app.inject({
    method,
    url: `/api${url}`,
    headers: { access_token: admin },
    ...(payload && { payload }),
  })
  return {
    status: reply.statusCode,
    text: reply.body,
    body: reply.body === '' ? null : reply.json<{ id: number; key: string; code?: string }>(),
  }
}
const opens = async (key: string) =>
  (
    await f.app.inject({
      method: 'POST',
      url: '/api/ingest/readings',
      headers: { 'x-device-key': key },
      payload: { mac: '00:1A:2B:3C:4D:5E', readings: [] },
    })
  ).statusCode

test('a key of a client or a footscan that are not there, or do not belong together, is not made', async () => {
  expect((await call('POST', '/device-keys', { client: 99_999, name: 'Key' })).body?.code).toBe('CLIENT_NOT_FOUND')
  expect((await call('POST', '/device-keys', { client: f.ids.dos, footscan: 1, name: 'Key' })).body?.code).toBe(
    'FOOTSCAN_NOT_FOUND',
  )
})

test('a key is shown once, is kept as a hash, and no answer has what it is checked with', async () => {
  const { status, body, text } = await call('POST', '/device-keys', {
    client: f.ids.uno,
    footscan: 1,
    name: 'Door',
    signingSecret: SECRET,
    validator: 'v-1',
  })
  expect(status).toBe(201)
  expect(text).not.toContain(SECRET)
  expect(await opens(body?.key ?? '')).toBe(202)
  const list = await f.get('/device-keys', admin)
  expect(list.body).toEqual([
    expect.objectContaining({ id: body?.id, name: 'Door', footscan: 1, signed: true, validated: true, endsAt: null }),
  ])
  for (const marker of [SECRET, body?.key ?? '', 'v-1']) expect(list.text).not.toContain(marker)
  expect((await f.catalog.audit.list(SYSTEM_SCOPE, 1))[0]).toMatchObject({ action: 'deviceKey.create', target: 'Door' })
})

test('a successor keeps what the vendor signs with; the old key opens for a day more, and a withdrawn one not at all', async () => {
  const { body: old } = await call('POST', '/device-keys', { client: f.ids.uno, name: 'Cloud', signingSecret: SECRET })
  const { body: next } = await call('POST', `/device-keys/${old?.id}/rotate`)
  expect([await opens(old?.key ?? ''), await opens(next?.key ?? '')]).toEqual([202, 202])
  expect((await f.catalog.deviceKeys.open({ id: next?.id ?? 0 }, f.clock.now()))?.signingSecret).toBeTruthy()
  expect((await call('DELETE', `/device-keys/${next?.id}`)).status).toBe(204)
  expect(await opens(next?.key ?? '')).toBe(401)
  expect((await call('DELETE', `/device-keys/${next?.id}`)).body?.code).toBe('DEVICE_KEY_NOT_FOUND')
  expect(await f.catalog.deviceKeys.open({ id: old?.id ?? 0 }, f.clock.now() + 23 * 3_600_000)).toBeDefined()
  expect(await f.catalog.deviceKeys.open({ id: old?.id ?? 0 }, f.clock.now() + 25 * 3_600_000)).toBeUndefined()
})

test('a key of a footscan ends at once when the footscan goes to another client', async () => {
  const { body } = await call('POST', '/device-keys', { client: f.ids.uno, footscan: 1, name: 'Door' })
  expect(await opens(body?.key ?? '')).toBe(202)
  const { name, ...content } = (await f.catalog.fleet.find(SYSTEM_SCOPE, 1))!
  const elsewhere =
    (await f.catalog.areas.list(SYSTEM_SCOPE, { client: f.ids.dos }))[0] ??
    (await f.catalog.areas.insert(SYSTEM_SCOPE, { local: f.ids.otherGranVia, name: 'Door' }))
  const { area, mac, kind, externalId, reversed, reportS, enabled } = content
  const move = (to: number) =>
    f.app.inject({
      method: 'PUT',
      url: '/api/footscans/1',
      headers: { access_token: admin },
      payload: { area: to, mac, name, kind, externalId, reversed, reportS, enabled },
    })
  expect((await move(elsewhere.id)).statusCode).toBe(200)
  expect(await opens(body?.key ?? '')).toBe(401)
  expect((await move(area)).statusCode).toBe(200)
})
