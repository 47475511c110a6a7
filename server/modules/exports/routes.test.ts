import { createHash } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportColumns } from '#domain/export'
import type { ExportDraft } from '#schemas/generated/api/export-draft.ts'
import type { Export } from '#schemas/generated/entities/export.ts'
import type { ExportLink } from '#schemas/generated/entities/export-link.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'

let f: Fixture
let draft: ExportDraft
const users = new Map<string, number>()
beforeAll(async () => {
  f = await fixture()
  draft = { clients: [f.ids.uno], begin: '2016-01-01', end: '2026-11-20', grain: 'hour', format: 'csv' }
})
afterAll(() => f.close())

/** Signs in a user of its own for each test, so that no test counts the exports of another. */
async function person({
  clients = [f.ids.uno],
  demo = false,
  flags = ['canDownload' as const],
}: { clients?: readonly number[]; demo?: boolean; flags?: readonly 'canDownload'[] } = {}): Promise<string> {
  const name = `exporter${users.size}`
  const passwordHash = (await f.catalog.sessions.credentials('analyst@aforo.test'))?.passwordHash ?? null
  const { id } = await f.catalog.users.insert(
    SYSTEM_SCOPE,
    {
      username: `${name}@aforo.test`,
      role: 'basic',
      flags: [...flags],
      clients: [...clients],
      passwordHash,
      ...(demo && { properties: { demo } }),
    },
    NOW,
  )
  const token = await f.signIn(name)
  users.set(token, id)
  return token
}

// oxlint-disable-next-line no-unnecessary-type-parameters -- what the answer holds is for the test to say
async function call<T>(
  method: 'POST' | 'DELETE' | 'GET',
  path: string,
  token: string,
  payload?: object,
): Promise<{ status: number; body: T }> {
  const reply = await f.app.inject({
    method,
    url: `/api${path}`,
    headers: { access_token: token },
    ...(payload && { payload }),
  })
  return {
    status: reply.statusCode,
    body: (reply.body === '' || !String(reply.headers['content-type']).includes('json')
      ? reply.body
      : reply.json()) as T,
  }
}
const start = (token: string, more: Partial<ExportDraft> = {}) =>
  call<Export>('POST', '/exports', token, { ...draft, ...more })
/** Changes what an account may do, as an administrator does. */
async function change(
  token: string,
  { clients, flags, demo }: { clients?: readonly number[]; flags?: readonly 'canDownload'[]; demo?: boolean },
): Promise<void> {
  const { accounts } = f.catalog
  const { properties, ...account } = (await accounts.find(SYSTEM_SCOPE, users.get(token)!))!
  await accounts.replace(
    SYSTEM_SCOPE,
    account.id,
    {
      ...account,
      ...(clients && { clients: [...clients] }),
      ...(flags && { flags: [...flags] }),
      properties: { ...properties, ...(demo !== undefined && { demo }) },
    },
    NOW,
  )
}

/** Starts one and waits until it has ended. */
async function made(token: string, more: Partial<ExportDraft> = {}): Promise<Export> {
  const { status, body } = await start(token, more)
  expect(status, JSON.stringify(body)).toBe(202)
  await f.app.background.settled()
  return (await call<Export>('GET', `/exports/${body.id}`, token)).body
}
const file = (token: string, id: number, which = 'data', headers: Record<string, string> = {}) =>
  f.get(`/exports/${id}/files/${which}`, token, headers)
interface Sums {
  client: number
  traffic: string
  outside: boolean
  rows: number
  sums: Record<string, number | null>
}
async function manifest(
  token: string,
  id: number,
): Promise<{
  file: { rows: number; sha256: string; bytes: number }
  sums: Sums[]
  columns: { id: string; meaning: string }[]
  newestHour: string
}> {
  return (await file(token, id, 'manifest')).body as Awaited<ReturnType<typeof manifest>>
}
async function csvOf(token: string, id: number): Promise<Record<string, string>[]> {
  const [head = '', ...lines] = gunzipSync((await file(token, id)).raw)
    .toString('utf8')
    .trimEnd()
    .split('\n')
  const names = head.split(';')
  return lines.map((line) => Object.fromEntries(line.split(';').map((cell, i) => [names[i], cell])))
}

describe('an export is refused', () => {
  test('for days to come, in the wrong order or that are no dates, and for an unknown grain, measure or format', async () => {
    const token = await person()
    expect(await start(token, { end: '2026-11-22' })).toMatchObject({
      status: 400,
      body: { code: 'DOWNLOAD_DATE_FUTURE' },
    })
    expect(await start(token, { begin: '2026-11-20', end: '2026-11-19' })).toMatchObject({
      status: 400,
      body: { code: 'DATES_INCORRECT' },
    })
    expect(await start(token, { begin: '2026-02-30' })).toMatchObject({ status: 400, body: { code: 'DATE_INVALID' } })
    for (const wrong of [
      { grain: 'week' },
      { format: 'pdf' },
      { measures: ['people'] },
      { clients: [] },
      { traffic: 'dog' },
    ]) {
      expect(await start(token, wrong as Partial<ExportDraft>)).toMatchObject({
        status: 400,
        body: { code: 'REQUEST_INVALID' },
      })
    }
    expect((await call<Export[]>('GET', '/exports', token)).body).toEqual([])
  })

  test('for a client or a local of another tenant, and without canDownload', async () => {
    const token = await person()
    expect(await start(token, { clients: [f.ids.uno, f.ids.dos] })).toMatchObject({
      status: 404,
      body: { code: 'CLIENT_NOT_FOUND' },
    })
    expect(await start(token, { locals: [f.ids.granVia, f.ids.otherGranVia] })).toMatchObject({
      status: 404,
      body: { code: 'LOCAL_NOT_FOUND' },
    })
    expect(await start(await person({ flags: [] }))).toMatchObject({ status: 403, body: { code: 'FLAG_REQUIRED' } })
  })

  describe('before it is made', () => {
    const insert = (sql: string) => f.facts.write((connection) => connection.run(sql))
    const bare = async (name: string) => {
      const { id: client } = await f.catalog.clients.insert(SYSTEM_SCOPE, { name, type: 'basic' })
      const { id: local } = await f.catalog.locals.insert(SYSTEM_SCOPE, {
        client,
        name: 'Estación',
        code: 'E1',
        type: 'store',
        timeZone: 'Europe/Madrid',
      })
      return { client, local }
    }

    test.each([
      ['flows', '/users/dashboards/transport', 'flow', ', DAY, 8, 0, 5'],
      ['profile', '/users/dashboards/renfe', 'profile_slot', `, 'Laborable', 480, 30, 5, 4, true`],
      ['monthly', '/users/dashboards/automotive/monthly-tendency', 'monthly_figure', ''],
      ['minutes', '/users/dashboards/occupancy', 'occupancy_minute', ''],
    ])(
      'when its client has %s and no hours: says what there is, and the dashboard that has it',
      async (has, path, table, more) => {
        const { client, local } = await bare(`Sin horas ${has}`)
        await insert(
          table === 'flow'
            ? `INSERT INTO flow VALUES (1, ${client}, ${local}, ${local}, 20000, 8, 0, 5)`
            : table === 'profile_slot'
              ? `INSERT INTO profile_slot VALUES (1, ${client}, ${local}${more})`
              : table === 'monthly_figure'
                ? `INSERT INTO monthly_figure VALUES (1, ${client}, 'Praha', '', 'units', 24300, 1, 7)`
                : `INSERT INTO occupancy_minute VALUES (${client}, ${local}, 1, 1700000000, 3, false, 'file', 0)`,
        )
        const token = await person({ clients: [client, f.ids.uno] })
        for (const clients of [[client], [f.ids.uno, client]]) {
          const { status, body } = await start(token, { clients })
          expect([status, body]).toMatchObject([
            409,
            { code: 'EXPORT_HOURS_NOT_FOUND', details: { clients: `Sin horas ${has}`, has: [{ client, kind: has }] } },
          ])
          expect((body as unknown as { message: string }).message).toContain(`${path}?client=${client}`)
        }
        expect((await call<Export[]>('GET', '/exports', token)).body).toEqual([])
      },
    )

    test('when its client has nothing at all', async () => {
      const { client } = await bare('Nada')
      expect(await start(await person({ clients: [client] }), { clients: [client] })).toMatchObject({
        status: 409,
        body: { code: 'EXPORT_HOURS_NOT_FOUND', details: { clients: 'Nada', has: [] } },
      })
    })

    test('when these days have no rows: says from when to when there are some; when no day has, says so', async () => {
      const token = await person()
      expect(await start(token, { begin: '2016-01-01', end: '2016-12-31' })).toMatchObject({
        status: 409,
        body: {
          code: 'EXPORT_ROWS_NOT_FOUND',
          details: { begin: '2016-01-01', end: '2016-12-31', first: '2026-11-11', last: '2026-11-18' },
        },
      })
      expect(await start(token, { traffic: 'bicycle' })).toMatchObject({
        status: 409,
        body: { code: 'EXPORT_SELECTION_EMPTY' },
      })
      expect((await call<Export[]>('GET', '/exports', token)).body).toEqual([])
    })
  })

  test('while two of the same account are not finished, also when they are asked for at once; another account goes on', async () => {
    const token = await person()
    const answers = await Promise.all([1, 2, 3].map(() => start(token)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 202, 429])
    expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({
      code: 'EXPORT_BUSY',
      details: { most: 2 },
    })
    expect((await start(await person())).status).toBe(202)
    await f.app.background.settled()
    expect((await start(token)).status).toBe(202)
    await f.app.background.settled()
  })

  test('more than 30 times an hour', async () => {
    const token = await person()
    for (let i = 0; i < 30; i++) {
      const { status, body } = await start(token, { begin: '2026-11-18', end: '2026-11-18' })
      expect(status).toBe(202)
      await call('DELETE', `/exports/${body.id}`, token)
    }
    expect(await start(token)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    await f.app.background.settled()
  })
})

describe('the files of an export', () => {
  test('have a row for each local, area and hour, with offset, fold, UTC and state, and its checksum and sums beside it', async () => {
    const token = await person()
    const done = await made(token)
    expect(done).toMatchObject({
      state: 'ready',
      rows: 8,
      totalRows: 8,
      error: null,
      clientNames: ['Moda Uno'],
      allowed: true,
      expiresAt: NOW + 7 * 86_400_000,
    })
    const rows = await csvOf(token, done.id)
    expect(Object.keys(rows[0]!)).toEqual(exportColumns('hour').map(({ id }) => id))
    expect(rows).toHaveLength(8)
    expect(
      rows.find(({ local, date, hour }) => local === String(f.ids.granVia) && date === '2026-11-18' && hour === '10'),
    ).toMatchObject({
      client: String(f.ids.uno),
      clientName: 'Moda Uno',
      localName: 'Gran Vía',
      localCode: 'U1',
      area: '1',
      areaName: 'Puerta',
      traffic: 'people',
      timeZone: 'Europe/Madrid',
      localTime: '2026-11-18T10:00:00',
      offset: '+01:00',
      fold: '0',
      utc: '2026-11-18T09:00:00Z',
      byDay: '0',
      state: 'final',
      far: '800',
      fro: '400',
      ins: '100',
      outs: '',
      tickets: '',
    })
    const { raw } = await file(token, done.id)
    const about = await manifest(token, done.id)
    expect(about.file).toMatchObject({
      rows: 8,
      bytes: raw.length,
      sha256: createHash('sha256').update(raw).digest('hex'),
    })
    expect(done.files[0]).toMatchObject({
      file: 'data',
      name: 'aforo_2016-01-01_2026-11-20_hour.csv.gz',
      bytes: raw.length,
      sha256: about.file.sha256,
    })
    expect(about.sums).toMatchObject([
      {
        client: f.ids.uno,
        traffic: 'people',
        outside: false,
        rows: 8,
        sums: { ins: 440, fro: 1760, tickets: 22, outs: null },
      },
    ])
    expect(about.newestHour).toBe('2026-11-18T10:00:00.000Z')
  })

  test('hold only the locals and measures that were asked for, by day as well', async () => {
    const token = await person()
    const done = await made(token, { locals: [f.ids.granVia], measures: ['ins', 'tickets'], grain: 'day' })
    const rows = await csvOf(token, done.id)
    expect(rows.map(({ date, ins, tickets, localName }) => [date, ins, tickets, localName])).toEqual([
      ['2026-11-11', '200', '10', 'Gran Vía'],
      ['2026-11-18', '200', '10', 'Gran Vía'],
    ])
    expect(Object.keys(rows[0]!)).not.toContain('visits')
  })

  test('are spreadsheets and Parquet with the same sums', async () => {
    const token = await person()
    const sums = async (format: ExportDraft['format']) =>
      (await manifest(token, (await made(token, { format })).id)).sums
    const [csv, xlsx, parquet] = [await sums('csv'), await sums('xlsx'), await sums('parquet')]
    expect(xlsx).toEqual(csv)
    expect(parquet).toEqual(csv)
    const [newest] = (await call<Export[]>('GET', '/exports', token)).body
    const { raw } = await file(token, newest!.id)
    expect([raw.subarray(0, 4).toString(), raw.subarray(-4).toString()]).toEqual(['PAR1', 'PAR1'])
  })

  test('have made-up names for a demo user, in both of them, and cannot be fetched with real ones once the account is a demo', async () => {
    const token = await person({ demo: true })
    const done = await made(token)
    const both =
      gunzipSync((await file(token, done.id)).raw).toString() +
      JSON.stringify(await manifest(token, done.id)) +
      JSON.stringify(done)
    expect([
      /Barcelona|Madrid/.test(both.replaceAll('Europe/Madrid', '')),
      /Gran V|Sol|Moda|Puerta|U1/.test(both),
    ]).toEqual([true, false])
    const real = await person()
    const { id } = await made(real)
    await change(real, { demo: true })
    expect(await file(real, id)).toMatchObject({ status: 403, body: { code: 'EXPORT_ACCESS_LOST' } })
  })

  test('are sent in parts: a download that broke off goes on where it was', async () => {
    const token = await person()
    const {
      id,
      files: [data],
    } = await made(token)
    const whole = await file(token, id)
    expect(whole.headers).toMatchObject({
      'accept-ranges': 'bytes',
      etag: `"${data!.sha256}"`,
      'content-length': String(data!.bytes),
      'content-type': 'application/gzip',
      'content-disposition': `attachment; filename="${data!.name}"`,
    })
    const first = await file(token, id, 'data', { range: 'bytes=0-99' })
    const rest = await file(token, id, 'data', { range: 'bytes=100-', 'if-range': `"${data!.sha256}"` })
    expect([first.status, rest.status, first.headers['content-range']]).toEqual([206, 206, `bytes 0-99/${data!.bytes}`])
    expect(Buffer.concat([first.raw, rest.raw]).equals(whole.raw)).toBe(true)
    expect((await file(token, id, 'data', { range: 'bytes=-10' })).raw.equals(whole.raw.subarray(-10))).toBe(true)
    expect((await file(token, id, 'data', { range: 'bytes=5-9', 'if-range': '"another"' })).status).toBe(200)
    expect(await file(token, id, 'data', { range: `bytes=${data!.bytes}-` })).toMatchObject({
      status: 416,
      body: { code: 'RANGE_NOT_SATISFIABLE' },
      headers: { 'content-range': `bytes */${data!.bytes}` },
    })
  })
})

describe('who may fetch a file', () => {
  test('is its owner alone: for others it is not there', async () => {
    const { id } = await made(await person())
    const other = await person()
    expect(await call('GET', `/exports/${id}`, other)).toMatchObject({
      status: 404,
      body: { code: 'EXPORT_NOT_FOUND' },
    })
    expect(await file(other, id)).toMatchObject({ status: 404, body: { code: 'EXPORT_NOT_FOUND' } })
    expect(await call('POST', `/exports/${id}/files/data/link`, other)).toMatchObject({ status: 404 })
    expect(await call('DELETE', `/exports/${id}`, other)).toMatchObject({ status: 404 })
  })

  test('an account that lost one of its clients does not any more, with a link neither; who lost it before it was begun gets no file', async () => {
    const token = await person({ clients: [f.ids.uno, f.ids.dos] })
    const both = { clients: [f.ids.uno, f.ids.dos] }
    const { id } = await made(token, both)
    const link = (await call<ExportLink>('POST', `/exports/${id}/files/data/link`, token)).body
    expect((await f.get(link.path)).status).toBe(200)
    const waiting = (await start(token, both)).body
    await change(token, { clients: [f.ids.uno] })
    expect(await file(token, id)).toMatchObject({ status: 403, body: { code: 'EXPORT_ACCESS_LOST' } })
    expect(await f.get(link.path)).toMatchObject({ status: 403, body: { code: 'EXPORT_ACCESS_LOST' } })
    await f.app.background.settled()
    expect((await call<Export>('GET', `/exports/${waiting.id}`, token)).body).toMatchObject({
      state: 'failed',
      allowed: false,
      clientNames: ['Moda Uno'],
      files: [],
      error: { code: 'EXPORT_ACCESS_LOST' },
    })
  })

  test('works for anyone who has the link, for 15 minutes and while its maker has access', async () => {
    const token = await person()
    const { id } = await made(token)
    const { path, expiresAt } = (await call<ExportLink>('POST', `/exports/${id}/files/data/link`, token)).body
    expect(expiresAt).toBe(NOW + 15 * 60_000)
    expect((await f.get(path)).raw.equals((await file(token, id)).raw)).toBe(true)
    expect((await f.get(path, undefined, { range: 'bytes=0-3' })).status).toBe(206)
    f.clock.time = NOW + 15 * 60_000
    expect(await f.get(path)).toMatchObject({ status: 404, body: { code: 'EXPORT_LINK_INVALID' } })
    f.clock.time = NOW
    await change(token, { flags: [] })
    expect(await f.get(path)).toMatchObject({ status: 404, body: { code: 'EXPORT_LINK_INVALID' } })
    expect(await f.get('/export-links/' + 'x'.repeat(43))).toMatchObject({
      status: 404,
      body: { code: 'EXPORT_LINK_INVALID' },
    })
  })

  test('leaves an entry in the audit log for what is made, fetched and removed, and none for the later parts of a download', async () => {
    const token = await person()
    const { id } = await made(token)
    await file(token, id)
    await file(token, id, 'data', { range: 'bytes=50-' })
    await call('DELETE', `/exports/${id}`, token)
    const entries = (await f.catalog.audit.list(SYSTEM_SCOPE, 50)).filter(({ target }) => target === `export ${id}`)
    expect(entries.map(({ action }) => action).toSorted()).toEqual([
      'export.create',
      'export.download',
      'export.remove',
    ])
  })
})

test('a removed export is gone with its files, one that is waiting too', async () => {
  const token = await person()
  const { id } = await made(token)
  const waiting = (await start(token)).body
  for (const one of [id, waiting.id]) expect((await call('DELETE', `/exports/${one}`, token)).status).toBe(204)
  await f.app.background.settled()
  expect((await call<Export[]>('GET', '/exports', token)).body).toEqual([])
  expect((await file(token, id)).status).toBe(404)
})

test('a link counts as a download of who made it, and leaves no entry when it is refused', async () => {
  const token = await person()
  const { id } = await made(token)
  const link = async () => (await call<{ path: string }>('POST', `/exports/${id}/files/data/link`, token)).body
  const { path } = await link()
  const entries = await f.catalog.audit.count()
  const raws = [new PassThrough(), new PassThrough()]
  for (const raw of raws) f.app.openDownloads.take(users.get(token)!, { raw } as unknown as FastifyReply)
  expect(await f.get(path)).toMatchObject({
    status: 429,
    body: { code: 'DOWNLOADS_EXCEEDED', details: { most: 2, retryAfterS: 5 } },
    headers: { 'retry-after': '5' },
  })
  expect(await link()).toMatchObject({ code: 'DOWNLOADS_EXCEEDED' })
  expect(await f.catalog.audit.count()).toBe(entries)
  for (const raw of raws) raw.destroy()
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
  expect((await f.get(path)).status).toBe(200)
})
