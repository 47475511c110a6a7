/** A demo user reads no real name of a client, a local, an area or a campaign, whichever call it asks. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ATOM_COLUMNS } from './facts/columns.ts'
import type { TrafficRow } from './facts/traffic-row.ts'
import { SYSTEM_SCOPE } from './lib/scope.ts'
import { DAY, fixture, NOW } from './testing/fixture.ts'
import type { Fixture } from './testing/fixture.ts'

/** Part of every text that names the owner of the data. */
const MARKER = 'Zarzuela9'

let f: Fixture
let tokens: Record<'demo' | 'real', string>
let ids: Record<'client' | 'local' | 'twin' | 'area' | 'campaign' | 'user' | 'group', number>

beforeAll(async () => {
  f = await fixture()
  const { clients, locals, areas, footscans, campaigns, users, groups } = f.catalog
  const marked = (what: string) => `${MARKER} ${what}`
  const { id: client } = await clients.insert(SYSTEM_SCOPE, {
    name: marked('brand'),
    type: 'basic',
    externalId: marked('crm'),
  })
  const store = {
    client,
    type: 'store',
    timeZone: 'Europe/Madrid',
    externalId: marked('erp'),
    additionalInformation: { note: marked('note') },
    geo: {
      street: marked('street'),
      locality: marked('town'),
      region: marked('region'),
      zipCode: MARKER,
      countryCode: 'ES',
      lat: 12.345_678,
      lng: 1,
    },
  } as const
  const { id: local } = await locals.insert(SYSTEM_SCOPE, { ...store, name: marked('store'), code: `${MARKER}-1` })
  // Clashing names get their client's name appended: that must be the made-up one too.
  const { id: twin } = await locals.insert(SYSTEM_SCOPE, { ...store, name: marked('store'), code: `${MARKER}-2` })
  const { id: area } = await areas.insert(SYSTEM_SCOPE, { local, name: marked('door'), externalId: marked('door id') })
  await footscans.insert(SYSTEM_SCOPE, { area, mac: '00:1A:2B:3C:4D:99' })
  const { id: campaign } = await campaigns.insert(SYSTEM_SCOPE, {
    client,
    name: marked('sale'),
    begin: '2026-11-09',
    end: '2026-11-12',
    description: marked('about'),
  })
  await f.catalog.holidays.insertMany(SYSTEM_SCOPE, [{ local, day: '2026-11-17', name: marked('feast'), closed: true }])
  const hash = (await f.catalog.sessions.credentials('analyst@aforo.test'))?.passwordHash ?? null
  const account = {
    passwordHash: hash,
    role: 'basic',
    flags: ['footCompare', 'canDownload', 'footStatus'],
    clients: [client],
  } as const
  const { id: user } = await users.insert(
    SYSTEM_SCOPE,
    { ...account, username: 'demo@aforo.test', properties: { demo: true } },
    NOW,
  )
  const { id: twinUser } = await users.insert(SYSTEM_SCOPE, { ...account, username: 'real@aforo.test' }, NOW)
  const hour = { client, local, area, day: DAY - 2, hour: 10, fold: 0, instant: (DAY - 2) * 86_400 + 9 * 3600 } as const
  const atoms = Object.fromEntries(ATOM_COLUMNS.map((atom) => [atom, 0])) as Omit<TrafficRow, keyof typeof hour>
  await f.facts.upsertTraffic([{ ...hour, ...atoms }], 'test')
  const group = await groups.insert(SYSTEM_SCOPE, {
    name: 'Demo people',
    members: [user, twinUser],
    clients: [f.ids.uno],
  })
  tokens = { demo: await f.signIn('demo'), real: await f.signIn('real') }
  ids = { client, local, twin, area, campaign, user, group }
})
afterAll(() => f.close())

const QUERIES = () => {
  const { client, local } = ids
  return [
    '',
    `client=${client}`,
    `local=${local}`,
    `client=${client}&workday=2026-11-19`,
    `client=${client}&hideNoData=true`,
    `local=${local}&begin=2026-11-16&end=2026-11-19`,
    `client=${client}&p1Start=2026-11-16&p1End=2026-11-19`,
    `client=${client}&p1Start=2026-11-16&p1End=2026-11-19&p2Start=2026-11-09&p2End=2026-11-12`,
  ]
}

/** Every GET of the API document, with each of the marked ids in the path, or each of the queries. */
const AT_ONCE = 16

async function everyAnswer(token: string): Promise<{ url: string; status: number; text: string }[]> {
  const paths = Object.entries(f.app.swagger().paths ?? {}).flatMap(([path, methods]) =>
    'get' in methods && !path.includes('logout') ? [path] : [],
  )
  const urls = paths.flatMap((path) => {
    if (!path.includes('{')) return QUERIES().map((query) => `${path}?${query}`)
    return [
      ...new Set(
        Object.values(ids).flatMap((id) =>
          ['client', 'local'].map((type) => path.replace('{type}', type).replaceAll(/\{\w+\}/g, String(id))),
        ),
      ),
    ]
  })
  const answers: { url: string; status: number; text: string }[] = []
  // A few at a time: who asks hundreds of questions at once is asked to come again.
  for (let at = 0; at < urls.length; at += AT_ONCE) {
    const some = urls.slice(at, at + AT_ONCE).map(async (url) => {
      const reply = await f.app.inject({ method: 'GET', url, headers: { access_token: token } })
      return { url, status: reply.statusCode, text: reply.body }
    })
    answers.push(...(await Promise.all(some)))
  }
  return answers
}

describe('no GET answers a demo user', () => {
  test('with a marked text, and the same calls do answer with it to anyone else', async () => {
    const [demo, real] = [await everyAnswer(tokens.demo), await everyAnswer(tokens.real)]
    expect(demo.filter(({ text }) => text.includes(MARKER)).map(({ url }) => url)).toEqual([])
    expect(demo.filter(({ text }) => text.includes('12.345')).map(({ url }) => url)).toEqual([])
    const identifying = new Set(
      real.filter(({ text }) => text.includes(MARKER)).map(({ url }) => url.split('?')[0]?.replaceAll(/\d+/g, 'N')),
    )
    expect([...identifying].toSorted((a = '', b = '') => (a < b ? -1 : 1))).toEqual([
      '/api/areas/client/N',
      '/api/campaigns',
      '/api/campaigns/N',
      '/api/clients',
      '/api/clients/N',
      '/api/compare/holidays',
      '/api/compare/metrics/main/time',
      '/api/downloads',
      '/api/home',
      '/api/locals',
      '/api/locals/N',
      '/api/locals/N/areas-footscans',
      '/api/locals/active',
    ])
    // They are the same calls with the same outcome: nothing is hidden by being refused.
    expect(demo.filter(({ url }) => !url.includes('/auth/')).map(({ status }) => status)).toEqual(
      real.filter(({ url }) => !url.includes('/auth/')).map(({ status }) => status),
    )
  })

  test('and neither does a call that changes nothing but answers with periods of a campaign', async () => {
    const reply = await f.app.inject({
      method: 'POST',
      url: `/api/period/config?key=campaigns&client=${ids.client}&campaign=${ids.campaign}`,
      headers: { access_token: tokens.demo },
    })
    expect([reply.statusCode, reply.body.includes(MARKER)]).toEqual([200, false])
  })
})

test('a demo administrator reads made-up names of clients and locals as well', async () => {
  const hash = (await f.catalog.sessions.credentials('analyst@aforo.test'))?.passwordHash ?? null
  await f.catalog.users.insert(
    SYSTEM_SCOPE,
    {
      username: 'demo.admin@aforo.test',
      passwordHash: hash,
      role: 'admin',
      flags: [],
      clients: [],
      properties: { demo: true },
    },
    NOW,
  )
  const token = await f.signIn('demo.admin')
  for (const path of ['/management/places', '/management/quarantine', '/management/quarantine/groups'])
    expect(await f.get(path, token)).toMatchObject({ status: 403, body: { code: 'ADMIN_REQUIRED' } })
  const answers = await everyAnswer(token)
  expect(answers.filter(({ text }) => text.includes(MARKER)).map(({ url }) => url)).toEqual([])
})

test('names are the same in every list, and do not depend on the name behind them', async () => {
  const list = async (path: string) => (await f.get(path, tokens.demo)).body as { id: number; name: string }[]
  const all = new Map((await list('/locals')).map(({ id, name }) => [id, name]))
  expect([all.get(ids.local), all.get(ids.twin)]).toEqual(['Barcelona (Demo Client 2)', 'Madrid (Demo Client 2)'])
  for (const { id, name } of await list(`/locals?client=${ids.client}`)) expect(name).toBe(all.get(id))
  expect((await list('/clients')).map(({ name }) => name)).toEqual(['Demo Client 1', 'Demo Client 2'])
})
