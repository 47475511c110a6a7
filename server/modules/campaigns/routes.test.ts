import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Campaign } from '#schemas/generated/entities/campaign.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'

let f: Fixture
let planner: string
let demo: string
beforeAll(async () => {
  f = await fixture()
  const passwordHash = (await f.catalog.sessions.credentials('analyst@aforo.test'))?.passwordHash ?? null
  const account = { role: 'basic', flags: ['campaignManager'], clients: [f.ids.uno, f.ids.dos], passwordHash } as const
  await f.catalog.users.insert(SYSTEM_SCOPE, { ...account, username: 'planner@aforo.test' }, NOW)
  await f.catalog.users.insert(
    SYSTEM_SCOPE,
    { ...account, username: 'disguised@aforo.test', properties: { demo: true } },
    NOW,
  )
  await f.catalog.users.insert(SYSTEM_SCOPE, { ...account, username: 'nobodys@aforo.test', clients: [] }, NOW)
  planner = await f.signIn('planner')
  demo = await f.signIn('disguised')
})
afterAll(() => f.close())

async function call(method: 'POST' | 'PUT' | 'DELETE', path = '', payload?: object, token = planner) {
  const reply = await f.app.inject({
    method,
    url: `/api/campaigns${path}`,
    headers: { access_token: token },
    ...(payload && { payload }),
  })
  return {
    status: reply.statusCode,
    body: reply.body === '' ? null : reply.json<Campaign & { code?: string; message?: string }>(),
  }
}
const draft = (more: object = {}) => ({
  client: f.ids.uno,
  name: ' Otoño ',
  begin: '2026-10-01',
  end: '2026-10-15',
  description: ' Abrigos ',
  ...more,
})

describe('a campaign is refused', () => {
  test('to who lacks campaignManager, administrators included', async () => {
    for (const token of [await f.signIn('analyst'), await f.signIn('admin')]) {
      for (const [method, path] of [
        ['POST', ''],
        ['PUT', `/${f.ids.campaign}`],
        ['DELETE', `/${f.ids.campaign}`],
      ] as const) {
        expect(await call(method, path, method === 'DELETE' ? undefined : draft(), token)).toMatchObject({
          status: 403,
          body: { code: 'FLAG_REQUIRED' },
        })
      }
    }
  })

  test('without a name of three characters, with years out of range, with invalid or reversed days, and for a client of another tenant', async () => {
    for (const name of [undefined, '', '   ', 'ab', ' ab  '])
      expect(await call('POST', '', draft({ name }))).toMatchObject({ status: 400, body: { code: 'REQUEST_INVALID' } })
    expect(await call('POST', '', draft({ end: '2026-02-30' }))).toMatchObject({
      status: 400,
      body: { code: 'DATE_INVALID' },
    })
    const outside = { status: 400, body: { code: 'YEAR_OUT_OF_RANGE', details: { from: 2001, to: 2028 } } }
    for (const days of [{ begin: '0000-05-05' }, { begin: '2000-12-31' }, { end: '2029-01-01' }])
      expect([days, await call('POST', '', draft(days))]).toMatchObject([days, outside])
    expect(await call('PUT', `/${f.ids.campaign}`, draft({ end: '2029-01-01' }))).toMatchObject(outside)
    expect(await call('POST', '', draft({ end: '2026-09-30' }))).toMatchObject({
      status: 400,
      body: { code: 'DATES_INCORRECT' },
    })
    expect(await call('POST', '', draft({ client: f.ids.museum }))).toMatchObject({
      status: 404,
      body: { code: 'CLIENT_NOT_FOUND' },
    })
    expect(await call('PUT', '/987654', draft())).toMatchObject({ status: 404, body: { code: 'CAMPAIGN_NOT_FOUND' } })
    expect(await call('PUT', `/${f.ids.campaign}`, draft({ client: f.ids.museum }))).toMatchObject({
      status: 404,
      body: { code: 'CLIENT_NOT_FOUND' },
    })
  })
})

test('a campaign is made, changed and removed, each in the audit log, and is a period of its client meanwhile', async () => {
  const { status, body } = await call('POST', '', draft())
  const id = body?.id ?? 0
  expect([status, body]).toEqual([
    201,
    { id, client: f.ids.uno, name: 'Otoño', begin: '2026-10-01', end: '2026-10-15', description: 'Abrigos' },
  ])
  expect((await f.get(`/campaigns/${id}`, planner)).body).toEqual(body)
  const period = await f.app.inject({
    method: 'POST',
    url: `/api/period/config?key=campaigns&client=${f.ids.uno}&campaign=${id}`,
    headers: { access_token: planner },
  })
  expect(period.json()).toMatchObject({ comparing: { begin: '2026-10-01', end: '2026-10-15', name: 'Otoño' } })

  expect(
    await call('PUT', `/${id}`, draft({ client: f.ids.dos, name: 'Invierno', end: '2026-10-20', description: '' })),
  ).toEqual({
    status: 200,
    body: { id, client: f.ids.dos, name: 'Invierno', begin: '2026-10-01', end: '2026-10-20', description: '' },
  })
  expect((await call('DELETE', `/${id}`)).status).toBe(204)
  expect((await call('DELETE', `/${id}`)).body?.code).toBe('CAMPAIGN_NOT_FOUND')
  const entries = await f.catalog.audit.list(SYSTEM_SCOPE, 50)
  expect(
    entries.flatMap(({ action, target }) => (action.startsWith('campaign.') ? [[action, target]] : [])).toReversed(),
  ).toEqual([
    ['campaign.create', 'Otoño'],
    ['campaign.change', 'Invierno'],
    ['campaign.remove', 'Invierno'],
  ])
})

test('a campaign without a client is the first client’s; who has none cannot make one', async () => {
  const { body } = await call('POST', '', draft({ client: undefined }))
  const [first] = (await f.get('/clients', planner)).body as { id: number }[]
  expect(body?.client).toBe(first?.id)
  expect(await call('POST', '', draft({ client: undefined }), await f.signIn('nobodys'))).toMatchObject({
    status: 404,
    body: { code: 'CLIENT_NOT_FOUND' },
  })
})

test('a demo user reads a campaign under another name, and changes none', async () => {
  const seen = (await f.get(`/campaigns/${f.ids.campaign}`, demo)).body as Campaign
  expect(seen.name).toMatch(/^Demo Campaign \d$/)
  const before = (await f.get(`/campaigns/${f.ids.campaign}`, planner)).body
  const moved = {
    client: seen.client,
    name: seen.name,
    begin: seen.begin,
    end: '2026-08-05',
    description: seen.description,
  }
  expect(await call('PUT', `/${f.ids.campaign}`, moved, demo)).toMatchObject({
    status: 403,
    body: { code: 'DEMO_CHANGES_NOT_ALLOWED' },
  })
  expect((await f.get(`/campaigns/${f.ids.campaign}`, planner)).body).toEqual(before)
})
