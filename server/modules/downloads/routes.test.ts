import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeArrow } from '#domain/frame-arrow'
import { toRows } from '#domain/frame-build'
import { ATOM_COLUMNS } from '../../facts/columns.ts'
import type { TrafficRow } from '../../facts/traffic-row.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf } from '../../lib/secrets.ts'
import { DAY, fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'

let f: Fixture
let token: string
beforeAll(async () => {
  f = await fixture()
  await f.catalog.users.insert(
    SYSTEM_SCOPE,
    {
      username: 'exporter@aforo.test',
      role: 'basic',
      flags: ['canDownload'],
      clients: [f.ids.uno],
      passwordHash: (await f.catalog.sessions.credentials('analyst@aforo.test'))?.passwordHash ?? null,
    },
    NOW,
  )
  token = await f.signIn('exporter')
})
afterAll(() => f.close())

const ask = (query: string, as = token) => f.get(`/downloads?${query}`, as)
const RANGE = 'begin=2026-11-16&end=2026-11-19'
const SUMMARY =
  'frontal;insides;visits;tickets;total;captureRate;conversionRate;insideDurationHHMMSS;visitDurationHHMMSS;insidesInRange0;insidesInRange1;insidesInRange2;insidesInRange3;localRepRange0;localRepRange1;localRepRange2;localRepRange3;clientRepRange0;clientRepRange1;clientRepRange2;clientRepRange3'
const lines = (text: string) => text.split('\r\n')

describe('a download is refused', () => {
  test('for more than 31 days, for days in the wrong order, for days to come and for what is no date', async () => {
    const range = (begin: string, end: string) => ask(`client=${f.ids.uno}&begin=${begin}&end=${end}`)
    expect(await range('2026-10-20', '2026-11-20')).toMatchObject({
      status: 400,
      body: { code: 'DOWNLOAD_RANGE_TOO_LONG', details: { days: 32, most: 31 } },
    })
    expect((await range('2026-10-21', '2026-11-20')).status).toBe(200)
    expect(await range('2026-11-20', '2026-11-19')).toMatchObject({ status: 400, body: { code: 'DATES_INCORRECT' } })
    expect(await range('2026-11-20', '2026-11-22')).toMatchObject({
      status: 400,
      body: {
        code: 'DOWNLOAD_DATE_FUTURE',
        message: '2026-11-22 has not come yet; the last day there can be is 2026-11-21.',
      },
    })
    expect(await range('2026-02-30', '2026-03-01')).toMatchObject({ status: 400, body: { code: 'DATE_INVALID' } })
  })

  test('for a client or a local of another tenant, and for both or neither at once', async () => {
    expect(await ask(`client=${f.ids.dos}&${RANGE}`)).toMatchObject({ status: 404, body: { code: 'CLIENT_NOT_FOUND' } })
    expect(await ask(`local=${f.ids.otherGranVia}&${RANGE}`)).toMatchObject({
      status: 404,
      body: { code: 'LOCAL_NOT_FOUND' },
    })
    for (const unit of ['', `client=${f.ids.uno}&local=${f.ids.granVia}&`])
      expect(await ask(`${unit}${RANGE}`)).toMatchObject({ status: 400, body: { code: 'REQUEST_INVALID' } })
  })
})

describe('a CSV', () => {
  test('of rows has the hourly columns of each local, with what was not reported empty and zero kept', async () => {
    const { text, headers } = await ask(`client=${f.ids.uno}&begin=2026-11-18&end=2026-11-18`)
    expect([headers['content-type'], headers['content-disposition'], headers['x-as-of']]).toEqual([
      'text/csv; charset=utf-8',
      'attachment; filename="data_export_2026-11-18_2026-11-18_rows.csv"',
      String((DAY - 2) * 86_400_000 + 10 * 3_600_000),
    ])
    expect(lines(text)).toEqual([
      'client;local;name;exeDate;date;time;far;fro;ins;bounces;visits;tickets;insTimeS;visitTimeS;insInRange0;insInRange1;insInRange2;insInRange3;localRepRange0;localRepRange1;localRepRange2;localRepRange3;clientRepRange0;clientRepRange1;clientRepRange2;clientRepRange3',
      `${f.ids.uno};${f.ids.granVia};Gran ` +
        'Vía;2026-11-20;2026-11-18;10:00:00;800;400;100;0;100;;60;60;100;0;0;0;0;0;0;0;0;0;0;0',
      `${f.ids.uno};${f.ids.closed};Sol;2026-11-20;2026-11-18;10:00:00;80;40;10;0;10;;60;60;10;0;0;0;0;0;0;0;0;0;0;0`,
      `${f.ids.uno};${f.ids.granVia};Gran ` +
        'Vía;2026-11-20;2026-11-18;11:00:00;800;400;100;0;100;10;60;60;100;0;0;0;0;0;0;0;0;0;0;0',
      `${f.ids.uno};${f.ids.closed};Sol;2026-11-20;2026-11-18;11:00:00;80;40;10;0;10;1;60;60;10;0;0;0;0;0;0;0;0;0;0;0`,
      '',
    ])
  })

  test('by hour is the whole unit with the time second, by day without it; rates count only hours with tickets', async () => {
    expect(lines((await ask(`client=${f.ids.uno}&begin=2026-11-17&end=2026-11-18&content=hourly`)).text)).toEqual([
      `date;time;${SUMMARY}`,
      '2026-11-18;10:00:00;440;110;110;;550;20.00;;00:01:00;00:01:00;110;0;0;0;0;0;0;0;0;0;0;0',
      '2026-11-18;11:00:00;440;110;110;11;550;20.00;10.00;00:01:00;00:01:00;110;0;0;0;0;0;0;0;0;0;0;0',
      '',
    ])
    expect(lines((await ask(`local=${f.ids.granVia}&${RANGE}&content=daily`)).text)).toEqual([
      `date;${SUMMARY}`,
      '2026-11-18;800;200;200;10;1000;20.00;10.00;00:01:00;00:01:00;200;0;0;0;0;0;0;0;0;0;0;0',
      '',
    ])
  })

  test('by day and local names each local in front', async () => {
    const [head, ...rows] = lines((await ask(`client=${f.ids.uno}&${RANGE}&content=daily&byLocal=true`)).text)
    expect(head).toBe(`local;name;date;${SUMMARY}`)
    expect(rows.map((row) => row.split(';').slice(0, 5).join(';'))).toEqual([
      `${f.ids.granVia};Gran Vía;2026-11-18;800;200`,
      `${f.ids.closed};Sol;2026-11-18;80;20`,
      '',
    ])
  })

  test('of a range without hours is the line of names', async () => {
    expect(lines((await ask(`client=${f.ids.uno}&begin=2024-01-01&end=2024-01-31&content=daily`)).text)).toEqual([
      `date;${SUMMARY}`,
      '',
    ])
  })

  test('calls a local Desconocido that the catalog does not know, and leaves out hours outside the opening hours', async () => {
    const zero = Object.fromEntries(ATOM_COLUMNS.map((atom) => [atom, 0])) as Omit<
      TrafficRow,
      'client' | 'local' | 'area' | 'day' | 'hour' | 'fold' | 'instant'
    >
    const hour = { client: f.ids.uno, area: 1, day: DAY - 12, fold: 0 as const }
    await f.facts.upsertTraffic(
      [
        { ...hour, local: 4242, hour: 12, instant: (DAY - 12) * 86_400 + 11 * 3600, ...zero },
        { ...hour, local: f.ids.granVia, hour: 4, instant: (DAY - 12) * 86_400 + 3 * 3600, ...zero },
      ],
      'test',
    )
    await f.facts.write((connection) => connection.run(`UPDATE traffic SET state = 6 WHERE hour = 4`))
    expect(
      lines((await ask(`client=${f.ids.uno}&begin=2026-11-08&end=2026-11-08`)).text)
        .slice(1)
        .map((row) => row.split(';').slice(0, 6).join(';')),
    ).toEqual([`${f.ids.uno};4242;Desconocido;2026-11-20;2026-11-08;12:00:00`, ''])
  })
})

test('an Arrow stream has a batch for each day, the same columns and the same figures as the CSV', async () => {
  const { raw, headers } = await ask(`client=${f.ids.uno}&${RANGE}&format=arrow`)
  expect(headers['content-type']).toBe('application/vnd.apache.arrow.stream')
  const frame = decodeArrow(new Uint8Array(raw))
  expect(frame.columns.slice(2, 7)).toEqual([
    { id: 'name', type: 'text', role: 'dim' },
    { id: 'exeDate', type: 'day', role: 'dim', unit: 'day' },
    { id: 'date', type: 'day', role: 'dim', unit: 'day' },
    { id: 'time', type: 'int', role: 'dim', unit: 'seconds' },
    { id: 'far', type: 'int', role: 'measure', unit: 'count' },
  ])
  expect(toRows(frame).map((row) => row.slice(1, 12))).toEqual([
    [f.ids.granVia, 'Gran Vía', DAY, DAY - 2, 36_000, 800, 400, 100, 0, 100, null],
    [f.ids.closed, 'Sol', DAY, DAY - 2, 36_000, 80, 40, 10, 0, 10, null],
    [f.ids.granVia, 'Gran Vía', DAY, DAY - 2, 39_600, 800, 400, 100, 0, 100, 10],
    [f.ids.closed, 'Sol', DAY, DAY - 2, 39_600, 80, 40, 10, 0, 10, 1],
  ])
})

test('a spreadsheet has real days, times and numbers in its cells, and empty ones for what was not reported', async () => {
  const { raw } = await ask(`local=${f.ids.granVia}&${RANGE}&content=hourly&format=xlsx`)
  const sheet = partOf(raw, 'xl/worksheets/sheet1.xml')
  const rows = [...sheet.matchAll(/<row>(.*?)<\/row>/g)].map(([, cells = '']) =>
    [
      ...cells.matchAll(
        /<c(?: s="(\d)")?(?: t="inlineStr"(?: s="5")?)?(?:\/>|>(?:<v>|<is><t xml:space="preserve">)(.*?)<\/)/g,
      ),
    ].map(([, style = '', value = '']) => (style === '' ? value : `${value} s${style}`)),
  )
  expect(rows[0]).toEqual(['date', 'time', ...SUMMARY.split(';')])
  expect(rows[1]?.slice(0, 11)).toEqual([
    `${DAY - 2 + 25_569} s1`,
    `${10 / 24} s2`,
    '400',
    '100',
    '100',
    '',
    '500',
    '20 s4',
    '',
    `${60 / 86_400} s3`,
    `${60 / 86_400} s3`,
  ])
  expect(rows).toHaveLength(3)
})

test('a demo user reads made-up names, in every format', async () => {
  await f.catalog.users.insert(
    SYSTEM_SCOPE,
    {
      username: 'disguised@aforo.test',
      role: 'basic',
      flags: ['canDownload'],
      clients: [f.ids.uno],
      passwordHash: (await f.catalog.sessions.credentials('analyst@aforo.test'))?.passwordHash ?? null,
      properties: { demo: true },
    },
    NOW,
  )
  const demo = await f.signIn('disguised')
  const csv = (await ask(`client=${f.ids.uno}&${RANGE}`, demo)).text
  const sheet = partOf((await ask(`client=${f.ids.uno}&${RANGE}&format=xlsx`, demo)).raw, 'xl/worksheets/sheet1.xml')
  const arrow = (await ask(`client=${f.ids.uno}&${RANGE}&format=arrow`, demo)).raw.toString('utf8')
  for (const text of [csv, sheet, arrow])
    expect([/Barcelona|Madrid/.test(text), /Gran V|Sol/.test(text)]).toEqual([true, false])
})

test('a program signs in with the key of its API client and gets the same file; without canDownload it does not', async () => {
  const draft = { redirectUris: [], clients: [f.ids.uno], enabled: true, pkce: true }
  const signIn = async (id: string) =>
    (
      await f.app.inject({
        method: 'POST',
        url: '/api/oauth/token',
        payload: { grant_type: 'client_credentials', client_id: id, client_secret: 's3cret' },
      })
    ).json<{ access_token: string }>().access_token
  await f.catalog.apiClients.insert(
    SYSTEM_SCOPE,
    { ...draft, name: 'Warehouse', flags: ['canDownload'] },
    { clientId: 'warehouse', secretHash: hashOf('s3cret'), at: NOW },
  )
  await f.catalog.apiClients.insert(
    SYSTEM_SCOPE,
    { ...draft, name: 'Till', flags: ['footCompare'] },
    { clientId: 'till', secretHash: hashOf('s3cret'), at: NOW },
  )
  const query = `client=${f.ids.uno}&${RANGE}`
  const bearer = await f.app.inject({
    method: 'GET',
    url: `/api/downloads?${query}`,
    headers: { authorization: `Bearer ${await signIn('warehouse')}` },
  })
  expect([bearer.statusCode, bearer.body]).toEqual([200, (await ask(query)).text])
  expect(await ask(query, await signIn('till'))).toMatchObject({ status: 403, body: { code: 'FLAG_REQUIRED' } })
})

/** The text of one part of a zip, found through its directory and checked against its length there. */
function partOf(zip: Buffer, name: string): string {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, size, length, start] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
      zip.readUInt32LE(at + 42),
    ]
    if (zip.toString('utf8', at + 46, at + 46 + length) === name) {
      const text = inflateRawSync(zip.subarray(start + 30 + length, start + 30 + length + packed))
      expect(text.length).toBe(size)
      return text.toString('utf8')
    }
    at += 46 + length
  }
  throw new Error(`There is no ${name} in this file.`)
}
