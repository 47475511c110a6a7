/** A CSV file of locals. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LocalImport } from '#schemas/generated/entities/local-import.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'

let f: Fixture
let token: string
beforeAll(async () => {
  f = await fixture()
  token = await f.signIn('admin')
})
afterAll(() => f.close())

async function send(file: string | Buffer, path = '', client?: number) {
  const reply = await f.app.inject({
    method: 'POST',
    url: `/api/management/locals/import${path}${client === undefined ? '' : `?client=${client}`}`,
    headers: { access_token: token, 'content-type': 'text/csv' },
    payload: file,
  })
  return {
    status: reply.statusCode,
    body: reply.json<LocalImport & { code: string; details: Record<string, unknown> }>(),
  }
}
const check = (file: string | Buffer, client?: number) => send(file, '/check', client)
const HEAD = 'client;code;name;time_zone;country_code;zip_code;locality'
const line = (code: string, more: Partial<Record<'client' | 'name' | 'zone' | 'country' | 'zip', string>> = {}) =>
  [
    more.client ?? 'Moda Uno',
    code,
    more.name ?? `Tienda ${code}`,
    more.zone ?? 'Europe/Madrid',
    more.country ?? 'ES',
    more.zip ?? '46001',
    'València',
  ].join(';')
const fileOf = (...lines: string[]) => [HEAD, ...lines].join('\r\n')
const locals = () => f.catalog.locals.list(SYSTEM_SCOPE)

describe('a file is refused', () => {
  test('when it is empty, no text, or its first line does not name the columns', async () => {
    expect(await check('')).toMatchObject({ status: 422, body: { code: 'UPLOAD_EMPTY' } })
    expect(await check(Buffer.from('PK\u0003\u0004rest'))).toMatchObject({
      status: 422,
      body: { code: 'UPLOAD_NOT_TEXT' },
    })
    expect(await check('code;name;colour\n1;2;3')).toMatchObject({
      status: 422,
      body: { code: 'LOCAL_IMPORT_COLUMNS', details: { missing: 'timeZone, zipCode, countryCode', unknown: 'colour' } },
    })
  })

  test('to a user who is no administrator', async () => {
    const reply = await f.app.inject({
      method: 'POST',
      url: '/api/management/locals/import',
      headers: { access_token: await f.signIn('analyst'), 'content-type': 'text/csv' },
      payload: fileOf(line('X1')),
    })
    expect(reply.statusCode).toBe(403)
  })

  test('as a whole, when one line is invalid: which and why is reported, and nothing is kept', async () => {
    const before = await locals()
    const file = fileOf(
      line('N1'),
      line('N2', { client: 'Unknown' }),
      line(''),
      line('N1'),
      line('N4', { name: 'Ab' }),
      line('N5', { zone: 'Europe/Teruel' }),
      line('N6', { country: 'PT' }),
      line('N7', { zip: '' }),
      line('N8', { name: 'Tienda N1' }),
      line('N9', { name: '"never closed' }),
      line('U1', { name: 'Gran Vía', zone: 'Europe/Lisbon' }),
      line('N10', { name: 'Pan; e hijos' }),
    )
    const { body } = await check(file)
    expect(body).toMatchObject({ found: 0, added: 1, invalid: 11, loaded: false })
    expect(body.problems.map((one) => [one.line, one.reason, one.value])).toEqual([
      [3, 'CLIENT_NOT_FOUND', 'Unknown'],
      [4, 'CODE_REQUIRED', null],
      [5, 'CODE_TWICE', 'N1'],
      [6, 'NAME_TOO_SHORT', 'Ab'],
      [7, 'PLACE_TIME_ZONE_INVALID', 'Europe/Teruel'],
      [8, 'LOCAL_ADDRESS_INVALID', 'PT 46001'],
      [9, 'LOCAL_ADDRESS_INVALID', 'ES'],
      [10, 'NAME_TAKEN', 'Tienda N1'],
      [11, 'QUOTE_OPEN', null],
      [12, 'LOCAL_CHANGE_NOT_ALLOWED', 'Europe/Lisbon'],
      // The fault is the semicolon, not the words that it moves under other columns.
      [13, 'LINE_TOO_LONG', '8 > 7'],
    ])
    expect(await send(file)).toMatchObject({
      status: 409,
      body: { code: 'LOCAL_IMPORT_INVALID', details: { count: 11 } },
    })
    expect(await locals()).toEqual(before)
  })

  test('no line for empty cells after the last column, as spreadsheets write them', async () => {
    expect((await check(fileOf(`${line('N20')};;`))).body).toMatchObject({ added: 1, invalid: 0 })
  })

  test('a line of a local that has a camera, and still no external code', async () => {
    await send(fileOf(line('K1')))
    const { id } = (await f.catalog.locals.findByCode(SYSTEM_SCOPE, f.ids.uno, 'K1'))!
    const { id: area } = await f.catalog.areas.insert(SYSTEM_SCOPE, { local: id, name: 'Door' })
    const camera = { mac: '00:B0:9D:00:79:01', name: '', kind: 'axis', externalId: null } as const
    await f.catalog.fleet.insert(SYSTEM_SCOPE, { ...camera, area, reversed: false, reportS: 300, enabled: true }, 0)
    expect((await check(fileOf(line('K1', { name: 'Kiosco' })))).body.problems).toMatchObject([
      { line: 2, reason: 'EXTERNAL_CODE_REQUIRED' },
    ])
    const withCode = `${HEAD};external_id\n${line('K1', { name: 'Kiosco' })};ERP-9`
    expect((await check(withCode)).body).toMatchObject({ found: 1, invalid: 0 })
  })

  test('a line without a client, where the call names none either', async () => {
    const file = 'code;name;time_zone;country_code;zip_code\nQ1;Tienda Q1;Europe/Madrid;ES;46001'
    expect((await check(file)).body.problems).toMatchObject([{ reason: 'CLIENT_REQUIRED' }])
    expect((await check(file, f.ids.dos)).body).toMatchObject({ added: 1, invalid: 0 })
    expect(await check(file, 987_654)).toMatchObject({ status: 404, body: { code: 'CLIENT_NOT_FOUND' } })
  })
})

test('a file in Latin-1 with a semicolon in a name is read right', async () => {
  const text = fileOf(line('Ñ-1', { name: '"Peña; Muñoz ""e"" hijos"', client: 'moda uno' }))
  const bytes = Buffer.from(text, 'latin1')
  expect((await check(bytes)).body).toMatchObject({ added: 1, invalid: 0, rows: [{ line: 2, code: 'Ñ-1' }] })
  expect((await send(bytes)).body).toMatchObject({ added: 1, loaded: true })
  expect(await f.catalog.locals.findByCode(SYSTEM_SCOPE, f.ids.uno, 'Ñ-1')).toMatchObject({
    name: 'Peña; Muñoz "e" hijos',
    geo: { zipCode: '46001', countryCode: 'ES', locality: 'València' },
    timeZone: 'Europe/Madrid',
    paramStatus: 'operative',
    type: 'store',
  })
})

test('what is there already is changed where the file says something, and the check changes nothing', async () => {
  await send(fileOf(line('P1'), line('P2')))
  const file = `${HEAD};external_id;comments\n${line('P1', { name: 'Puerto' })};ERP-1;\n${line('P3')};;New`
  const before = await locals()
  expect((await check(file)).body).toMatchObject({ found: 1, added: 1, invalid: 0, loaded: false })
  expect(await locals()).toEqual(before)
  expect((await send(file)).body).toMatchObject({ found: 1, added: 1, loaded: true })
  expect(await f.catalog.locals.findByCode(SYSTEM_SCOPE, f.ids.uno, 'P1')).toMatchObject({
    name: 'Puerto',
    externalId: 'ERP-1',
  })
  expect((await f.catalog.audit.page(SYSTEM_SCOPE, { limit: 1 })).entries[0]).toMatchObject({
    action: 'local.import',
    details: { added: 1, found: 1, clients: [f.ids.uno] },
  })
})

test('10,000 locals are checked and loaded in less than 10 s', async () => {
  const file = fileOf(...Array.from({ length: 10_000 }, (_, at) => line(`T-${at}`)))
  const began = performance.now()
  expect((await check(file)).body).toMatchObject({ added: 10_000, invalid: 0 })
  expect((await send(file)).body).toMatchObject({ added: 10_000, loaded: true })
  expect(performance.now() - began).toBeLessThan(10_000)
  expect((await locals()).length).toBeGreaterThan(10_000)
})
