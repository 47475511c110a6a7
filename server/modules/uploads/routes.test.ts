/** Uploads through the API: who may, what is shown, loaded, left alone and taken back. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { UploadCheck } from '#schemas/generated/entities/upload-check.ts'
import type { Upload } from '#schemas/generated/entities/upload.ts'
import { toRows } from '#domain/frame-build'
import { buildApp } from '../../app.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { CONFIG, DAY, fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send, Sent } from '../../testing/send.ts'
import { formOf, formWith, serialOf, workbookOf } from './testing.ts'

let f: Fixture
let admin: Send
let uploader: Send
let multi: Send
let outsider: Send

beforeAll(async () => {
  f = await fixture()
  const { passwordHash } = (await f.catalog.sessions.credentials('analyst@aforo.test'))!
  const person = async (name: string, clients: readonly number[]) => {
    await f.catalog.users.insert(
      SYSTEM_SCOPE,
      { username: `${name}@aforo.test`, passwordHash, role: 'basic', clients, flags: ['canUpload', 'footCompare'] },
      NOW,
    )
    return sender(f, await f.signIn(`${name}@aforo.test`))
  }
  admin = sender(f, await f.signIn('admin@aforo.test'))
  uploader = await person('uploader', [f.ids.uno])
  multi = await person('both', [f.ids.uno, f.ids.dos])
  outsider = await person('outsider', [f.ids.museum])
}, 60_000)
afterAll(() => f.close())

const sent = (send: Send, path: string, data: string | Buffer, name?: string): Promise<Sent> => {
  const { payload, headers } = formWith(data, name)
  return send('POST', path, payload, headers)
}
const hourly = (end: string) => `/upload/tickets/hourly/${f.ids.uno}/${end}`
const daily = (end: string) => `/upload/tickets/daily/${f.ids.uno}/${end}`
const oo = (step: 'check' | 'upload', mode: string, target: string | number = f.ids.uno) =>
  `/automotive/oo/${target}/${step}/${mode}`
const codeOf = ({ status, body }: Sent) => [status, (body as { code?: string } | null)?.code]

const measured = async (by: 'hour' | 'day', from = DAY - 2, to = DAY - 2, local = f.ids.granVia) =>
  toRows(
    await f.facts.query({
      table: 'traffic',
      measures: ['visits', 'tickets', 'visitsWithTickets'],
      by: [by],
      where: { client: [f.ids.uno], local: [local] },
      periods: [{ name: 'only', from, to }],
    }),
  )
const traffic = async () =>
  toRows(await f.facts.traffic({ client: [f.ids.uno] }, f.ids.granVia, 0, 30_000)).map((row) =>
    row.filter((_, at) => at !== 31),
  )
const sheet = (rows: readonly (readonly (string | number)[])[]) =>
  workbookOf([{ name: 'Hoja1', rows: [['Code', 'Date', 'Offers', 'Orders'], ...rows] }])

describe('is refused', () => {
  test('without a session, without the right, for another client and for one that does not exist', async () => {
    const { payload, headers } = formWith('U1;2026-11-18;3')
    expect(codeOf(await sender(f)('POST', daily('csv'), payload, headers))).toEqual([401, 'SESSION_REQUIRED'])
    expect(
      codeOf(await sender(f, await f.signIn('analyst@aforo.test'))('POST', daily('csv'), payload, headers)),
    ).toEqual([403, 'FLAG_REQUIRED'])
    expect(codeOf(await sent(outsider, daily('csv'), 'U1;2026-11-18;3'))).toEqual([404, 'CLIENT_NOT_FOUND'])
    expect(codeOf(await sent(uploader, '/upload/tickets/daily/987654/csv', 'U1;2026-11-18;3'))).toEqual([
      404,
      'CLIENT_NOT_FOUND',
    ])
  })

  test('a mode of administrators to everyone else, and a mode that does not go with its address', async () => {
    for (const [target, mode] of [
      ['hme', 'SINGLE_HME'],
      ['multiclient', 'CSV_MULTICLIENT'],
      [f.ids.uno, 'SEPARATED_OLD'],
    ] as const) {
      expect([mode, ...codeOf(await sent(multi, oo('check', mode, target), 'x'))]).toEqual([
        mode,
        403,
        'ADMIN_REQUIRED',
      ])
    }
    for (const [target, mode] of [
      ['hme', 'SINGLE'],
      ['multiclient', 'SINGLE_HME'],
      [f.ids.uno, 'CSV_MULTICLIENT'],
      ['0', 'SINGLE'],
    ] as const) {
      expect([mode, (await sent(admin, oo('upload', mode, target), 'x')).status]).toEqual([mode, 400])
    }
  })

  test('an upload of another client when it is to be taken back', async () => {
    const done = (await sent(uploader, daily('csv'), 'U2;2026-10-01;3')).body as Upload
    expect(codeOf(await outsider('POST', `/uploads/${done.id}/undo`))).toEqual([404, 'UPLOAD_NOT_FOUND'])
    expect((await outsider('GET', '/uploads')).body).toEqual([])
    expect((await uploader('POST', `/uploads/${done.id}/undo`)).status).toBe(200)
    expect(codeOf(await uploader('POST', `/uploads/${done.id}/undo`))).toEqual([409, 'UPLOAD_UNDONE'])
  })
})

describe('what a cut-off load left in the stage', () => {
  test('stops no undo and no later load', async () => {
    const done = (await sent(uploader, daily('csv'), 'U2;2026-10-02;3')).body as Upload
    await f.facts.write((connection) => connection.run('CREATE TABLE stage.news (left_over INTEGER)'))
    expect((await uploader('POST', `/uploads/${done.id}/undo`)).status).toBe(200)
    const again = await sent(uploader, daily('csv'), 'U2;2026-10-02;4')
    expect([again.status, (await uploader('POST', `/uploads/${(again.body as Upload).id}/undo`)).status]).toEqual([
      200, 200,
    ])
  })
})

describe('a check', () => {
  test('shows the first ten rows found, the ids that no local has and the rows that are wrong, and changes nothing', async () => {
    await f.app.background.settled()
    const before = await traffic()
    const good = Array.from({ length: 12 }, (_, at) => `U1;2026-11-${String(at + 1).padStart(2, '0')};${at}`)
    const { status, body } = await sent(
      uploader,
      daily('check'),
      [
        ...good,
        'D1;2026-11-18;3',
        'XX;2026-11-18;3',
        'XX;2026-11-17;3',
        'U1;2013-12-31;3',
        'U1;2026-11-21;3',
        'U1;2026-11-15;-1',
      ].join('\n'),
    )
    const check = body as UploadCheck
    expect(status).toBe(200)
    expect(check).toMatchObject({
      rows: 18,
      foundRows: 12,
      missingRows: 3,
      invalidRows: 3,
      missingIds: 2,
      missing: ['D1', 'XX'],
      unusableDates: 2,
      begin: '2026-11-01',
      end: '2026-11-12',
    })
    expect(check.found).toHaveLength(10)
    expect(check.found[0]).toMatchObject({
      line: 1,
      code: 'U1',
      local: 'Gran Vía',
      client: 'Moda Uno',
      date: '2026-11-01',
      tickets: 0,
      problem: null,
    })
    expect(check.invalid.map(({ line, field, value, problem }) => [line, field, value, problem])).toEqual([
      [16, 'Date', '2013-12-31', 'dateUnusable'],
      [17, 'Date', '2026-11-21', 'dateUnusable'],
      [18, 'Tickets', '-1', 'countInvalid'],
    ])
    expect(await traffic()).toEqual(before)
  })

  test('says a date of a workbook as a day, not as the number it is kept as', async () => {
    const late = serialOf('2027-01-02')
    const { body } = await sent(
      uploader,
      oo('check', 'SINGLE'),
      sheet([
        ['U1', late, 4, 2],
        ['U1', serialOf('2026-11-16'), 4, 2],
        ['U1', serialOf('2026-11-16'), 5, 2],
      ]),
      'ofertas.xlsx',
    )
    expect((body as UploadCheck).invalid.map(({ problem, value }) => [problem, value])).toEqual([
      ['dateUnusable', '2027-01-02'],
      ['contradicts', '2026-11-16'],
    ])
  })

  test('knows a code by the letters that are seen, and by the external id where no code fits', async () => {
    await f.catalog.locals.insert(SYSTEM_SCOPE, {
      client: f.ids.uno,
      name: 'Café',
      code: 'caf\u00e9',
      externalId: '007',
      type: 'store',
      timeZone: 'Europe/Madrid',
    })
    const { body } = await sent(
      uploader,
      daily('check'),
      '\ufeffcafe\u0301;2026-11-18;1\r\n007;2026-11-17;1\r\n\u200bU1 ;2026-11-18;1\r7;2026-11-18;1\n',
    )
    expect(body).toMatchObject({ foundRows: 3, missing: ['7'], invalidRows: 0 })
  })
})

describe('tickets by the hour', () => {
  test('show as conversion, in the hour of the local that the offset means', async () => {
    expect(await measured('hour')).toEqual([
      [10, 100, null, null],
      [11, 100, 10, 100],
    ])
    // 09:00 in UTC is 10:00 in Madrid in November.
    const done = await sent(
      uploader,
      hourly('csv'),
      'U1;2026-11-18;09:00:00;+00;40\nU1;2026-11-18;11:00:00;+01;12\n',
      'tpv.csv',
    )
    expect(done).toMatchObject({
      status: 200,
      body: {
        kind: 'ticketsHourly',
        client: f.ids.uno,
        fileName: 'tpv.csv',
        rows: 2,
        added: 1,
        changed: 1,
        unchanged: 0,
        begin: '2026-11-18',
        end: '2026-11-18',
        uploadedBy: 'uploader@aforo.test',
        undoneAt: null,
      },
    })
    expect(await measured('hour')).toEqual([
      [10, 100, 40, 100],
      [11, 100, 12, 100],
    ])
    const { body } = await uploader(
      'GET',
      `/compare/capconv/all?client=${f.ids.uno}&locals=${f.ids.granVia}&p1Start=2026-11-18&p1End=2026-11-18`,
      undefined,
      { accept: 'application/json' },
    )
    expect(JSON.stringify(body)).toContain('52')
    expect(await f.facts.read("SELECT tickets, cause FROM traffic_log WHERE cause LIKE 'upload %'")).toEqual([
      [10, `upload ${(done.body as Upload).id}`],
    ])
  })

  test('a second time change nothing and say so, and go back to what was known before', async () => {
    const before = await traffic()
    expect(
      await sent(uploader, hourly('csv'), 'U1;2026-11-18;10:00:00;+01;40\nU1;2026-11-18;10:00:00;-00;12\n'),
    ).toMatchObject({ status: 304, text: '' })
    expect(await traffic()).toEqual(before)
    const second = (
      await sent(uploader, hourly('csv'), 'U1;2026-11-18;10:00:00;+01;41\nU1;2026-11-18;23:00:00;+01;2\n')
    ).body as Upload
    expect(second).toMatchObject({ added: 1, changed: 1 })
    await f.app.background.settled()
    const [, first] = (await uploader('GET', `/uploads?client=${f.ids.uno}`)).body as Upload[]
    // In any order: the older one first, then the newer one.
    expect((await uploader('POST', `/uploads/${first!.id}/undo`)).body).toMatchObject({ id: first!.id, undoneAt: NOW })
    expect((await measured('hour')).slice(0, 2)).toEqual([
      [10, 100, 41, 100],
      [11, 100, 10, 100],
    ])
    await uploader('POST', `/uploads/${second.id}/undo`)
    expect((await measured('hour')).slice(0, 2)).toEqual([
      [10, 100, null, null],
      [11, 100, 10, 100],
    ])
  })

  test('that a later file says again stay when the earlier file is taken back', async () => {
    const at = 'U1;2026-10-05;'
    const first = (await sent(uploader, hourly('csv'), `${at}10:00:00;+02;5\n${at}11:00:00;+02;6\n`)).body as Upload
    const second = (await sent(uploader, hourly('csv'), `${at}10:00:00;+02;5\n${at}11:00:00;+02;7\n`)).body as Upload
    expect(second).toMatchObject({ added: 0, changed: 1, unchanged: 1 })
    const day = Date.parse('2026-10-05') / 86_400_000
    const known = () =>
      f.facts.read(
        'SELECT hour, tickets FROM traffic WHERE local = $1 AND day = $2 AND tickets IS NOT NULL ORDER BY hour',
        [f.ids.granVia, day],
      )
    await uploader('POST', `/uploads/${first.id}/undo`)
    expect(await known()).toEqual([
      [10, 5],
      [11, 7],
    ])
    await uploader('POST', `/uploads/${second.id}/undo`)
    expect(await known()).toEqual([])
    // Both had a part in the hours that were made for them.
    expect(
      await f.facts.read('SELECT count(*)::INTEGER FROM traffic WHERE local = $1 AND day = $2 AND expected IS NULL', [
        f.ids.granVia,
        day,
      ]),
    ).toEqual([[0]])
  })

  test('of a local with several doors are counted once, over the people of all of them', async () => {
    const { ids, facts } = f
    const rows = toRows(await facts.traffic({ client: [ids.uno] }, ids.granVia, DAY - 9, DAY - 9))
    expect(rows).toHaveLength(2)
    const [hour] = await facts.read(`SELECT instant::DOUBLE FROM traffic WHERE local = $1 AND day = $2 AND hour = 10`, [
      ids.granVia,
      DAY - 9,
    ])
    const empty = Object.fromEntries(
      [
        'far',
        'fro',
        'bounces',
        'tickets',
        'insTimeS',
        'visitTimeS',
        'identifiedVisits',
        ...['insIn', 'localRep', 'clientRep'].flatMap((name) => [0, 1, 2, 3].map((at) => `${name}Range${at}`)),
      ].map((name) => [name, null]),
    )
    await facts.upsertTraffic(
      [
        {
          client: ids.uno,
          local: ids.granVia,
          area: 2,
          day: DAY - 9,
          hour: 10,
          fold: 0,
          instant: Number(hour![0]),
          ins: 50,
          visits: 50,
          ...empty,
        } as never,
      ],
      'test',
    )
    await sent(uploader, hourly('csv'), 'U1;2026-11-11;10:00:00;+01;30\n')
    expect((await measured('hour', DAY - 9, DAY - 9))[0]).toEqual([10, 150, 30, 150])
  })
})

describe('tickets by the day', () => {
  test('count for the day and never for an hour, and all people of the day are with tickets', async () => {
    const done = (await sent(uploader, daily('csv'), 'U2;2026-10-20;7\n')).body as Upload
    const at = DAY - 31
    expect(await measured('day', at, at, f.ids.closed)).toEqual([[at, null, 7, null]])
    expect(await measured('hour', at, at, f.ids.closed)).toEqual([[12, null, null, null]])
    await uploader('POST', `/uploads/${done.id}/undo`)
    expect(await measured('day', at, at, f.ids.closed)).toEqual([])
  })

  test('give way to tickets by the hour, and come back when those are taken back', async () => {
    const { ids, facts } = f
    await facts.write((connection) =>
      connection.run('UPDATE traffic SET tickets = NULL WHERE local = $1 AND day = $2', [ids.granVia, DAY - 2]),
    )
    expect(await measured('day')).toEqual([[DAY - 2, 200, null, null]])
    await sent(uploader, daily('csv'), 'U1;2026-11-18;60\n')
    expect(await measured('day')).toEqual([[DAY - 2, 200, 60, 200]])
    expect((await measured('hour')).slice(0, 2)).toEqual([
      [10, 100, null, null],
      [11, 100, null, null],
    ])
    expect((await sent(uploader, daily('csv'), 'U1;2026-11-18;60\n')).status).toBe(304)
    const hours = (await sent(uploader, hourly('csv'), 'U1;2026-11-18;10:00:00;+01;9\n')).body as Upload
    expect(await measured('day')).toEqual([[DAY - 2, 200, 9, 100]])
    await uploader('POST', `/uploads/${hours.id}/undo`)
    expect(await measured('day')).toEqual([[DAY - 2, 200, 60, 200]])
  })
})

/** Sales and units beside the tickets: optional columns at the end of both kinds. */
describe('sales and units', () => {
  const known = (day: string) =>
    f.facts.read(
      'SELECT hour, tickets, sales, units FROM traffic WHERE local = $1 AND day = $2 AND coalesce(tickets, sales, ' +
        'units) IS NOT NULL ORDER BY hour',
      [f.ids.granVia, Date.parse(day) / 86_400_000],
    )
  const ofDay = async (day: number, local: number, by: 'hour' | 'day' = 'day') =>
    toRows(
      await f.facts.query({
        table: 'traffic',
        measures: [
          'tickets',
          'sales',
          'units',
          'salesWithTickets',
          'ticketsWithSales',
          'unitsWithTickets',
          'salesWithVisits',
          'visitsWithSales',
        ],
        by: [by],
        where: { client: [f.ids.uno], local: [local] },
        periods: [{ name: 'only', from: day, to: day }],
      }),
    )
  const undo = async ({ id }: Upload) => expect((await uploader('POST', `/uploads/${id}/undo`)).status).toBe(200)
  const load = async (path: string, text: string) => (await sent(uploader, path, text)).body as Upload

  test('without tickets, negative or not whole are refused with their line, and nothing is loaded', async () => {
    const before = await traffic()
    const wrong = [
      'U1;2026-11-16;3;1',
      'U1;2026-11-15;;12,50',
      'U1;2026-11-15;3;-1',
      'U1;2026-11-15;3;1;2.5',
      'U1;2026-11-16;3;2',
      'U1;2026-11-16;3;1;9',
      'U1;2026-11-16;3;1;8',
    ]
    const { body } = await sent(uploader, daily('check'), wrong.join('\n'))
    expect(
      (body as UploadCheck).invalid.map(({ line, field, value, problem }) => [line, field, value, problem]),
    ).toEqual([
      [2, 'Tickets', null, 'countInvalid'],
      [3, 'Sales', '-1', 'amountInvalid'],
      [4, 'Units', '2.5', 'countInvalid'],
      [5, 'Sales', '2', 'contradicts'],
      [7, 'Units', '8', 'contradicts'],
    ])
    expect(await sent(uploader, daily('csv'), wrong.join('\n'))).toMatchObject({
      status: 422,
      body: { code: 'UPLOAD_ROWS_INVALID', details: { count: 5, line: 2, field: 'Tickets' } },
    })
    expect(await traffic()).toEqual(before)
  })

  test('are shown by the check as the file writes them, with a comma or a point', async () => {
    const { body } = await sent(
      uploader,
      hourly('check'),
      'U1;2026-10-06;10:00:00;+02;5;812,5;41\nU1;2026-10-06;11:00:00;+02;6;90.05\nU1;2026-10-06;12:00:00;+02;7\n',
    )
    expect((body as UploadCheck).found.map(({ tickets, sales, units }) => [tickets, sales, units])).toEqual([
      [5, 812.5, 41],
      [6, 90.05, null],
      [7, null, null],
    ])
  })

  test('of an hour are kept in hundredths, stay when a later file leaves them out, and go back in any order', async () => {
    const at = (hour: number) => `U1;2026-10-07;${hour}:00:00;+02;`
    const first = await load(hourly('csv'), `${at(10)}5;50,25;9\n${at(11)}6\n`)
    expect(first).toMatchObject({ added: 2, changed: 0, unchanged: 0 })
    expect(await known('2026-10-07')).toEqual([
      [10, 5, 5025, 9],
      [11, 6, null, null],
    ])
    expect((await sent(uploader, hourly('csv'), `${at(10)}5\n${at(11)}6;;\n${at(10)}5;50.25;9\n`)).status).toBe(304)
    // New sales of known tickets are added; others than known are a correction; what is said again is unchanged.
    const second = await load(hourly('csv'), `${at(10)}5;60\n${at(11)}6;7,5\n${at(12)}1;2;3\n`)
    expect(second).toMatchObject({ added: 2, changed: 1, unchanged: 0 })
    const third = await load(hourly('csv'), `${at(10)}8\n${at(11)}6;7.50\n`)
    expect(third).toMatchObject({ added: 0, changed: 1, unchanged: 1 })
    expect(await known('2026-10-07')).toEqual([
      [10, 8, 6000, 9],
      [11, 6, 750, null],
      [12, 1, 200, 3],
    ])
    await undo(second)
    expect(await known('2026-10-07')).toEqual([
      [10, 8, 5025, 9],
      [11, 6, 750, null],
    ])
    await undo(first)
    expect(await known('2026-10-07')).toEqual([
      [10, 8, null, null],
      [11, 6, 750, null],
    ])
    await undo(third)
    expect(await known('2026-10-07')).toEqual([])
  })

  test('of an hour that were known before any upload come back, also when an earlier file told tickets only', async () => {
    const { ids, facts } = f
    await facts.write((connection) =>
      connection.run(
        'UPDATE traffic SET tickets = 4, sales = 777, units = 8 WHERE local = $1 AND day = $2 AND hour = 10',
        [ids.granVia, DAY - 2],
      ),
    )
    const before = await traffic()
    const at = 'U1;2026-11-18;10:00:00;+01;'
    const tickets = await load(hourly('csv'), `${at}5\n`)
    const sales = await load(hourly('csv'), `${at}5;10;2\n`)
    expect((await known('2026-11-18'))[0]).toEqual([10, 5, 1000, 2])
    await undo(sales)
    expect((await known('2026-11-18'))[0]).toEqual([10, 5, 777, 8])
    await undo(tickets)
    expect((await known('2026-11-18'))[0]).toEqual([10, 4, 777, 8])
    expect(await traffic()).toEqual(before)
  })

  test('of a day count for the day and never for an hour, and give way to those of its hours', async () => {
    const { ids } = f
    const at = DAY - 9
    await f.facts.write((connection) =>
      connection.run('UPDATE traffic SET tickets = NULL WHERE local = $1 AND day = $2', [ids.granVia, at]),
    )
    // The first hour of the day counted zero: its values would be sales without people.
    await f.facts.write((connection) =>
      connection.run(
        `INSERT INTO traffic BY NAME
       SELECT * REPLACE (9 AS hour, instant - 3600 AS instant, NULL AS ins, NULL AS visits)
       FROM traffic WHERE local = $1 AND day = $2 AND hour = 10 ORDER BY area LIMIT 1`,
        [ids.granVia, at],
      ),
    )
    const nothing = [[at, ...Array.from({ length: 8 }, () => null)]]
    expect(await ofDay(at, ids.granVia)).toEqual(nothing)
    const done = await load(daily('csv'), 'U1;2026-11-11;60;1200,40;130\n')
    // All people of the day are with sales.
    const whole = [[at, 60, 1200.4, 130, 1200.4, 60, 130, 1200.4, 250]]
    expect(await ofDay(at, ids.granVia)).toEqual(whole)
    expect(
      (await ofDay(at, ids.granVia, 'hour')).flatMap((row) => row.slice(1)).filter((value) => value !== null),
    ).toEqual([])
    // Each value is replaced separately: the hours have no units.
    const hours = await load(hourly('csv'), 'U1;2026-11-11;11:00:00;+01;9;45\n')
    expect(await ofDay(at, ids.granVia)).toEqual([[at, 9, 45, 130, 45, 9, 130, 45, 100]])
    await undo(hours)
    expect(await ofDay(at, ids.granVia)).toEqual(whole)
    await undo(done)
    expect(await ofDay(at, ids.granVia)).toEqual(nothing)
  })

  test('of a day that only a file that is taken back told go with it, and stay when the other one is', async () => {
    const { ids } = f
    const at = Date.parse('2026-10-21') / 86_400_000
    const rowsOfDay = async () => (await ofDay(at, ids.closed)).map((row) => row.slice(1, 4))
    const first = await load(daily('csv'), 'U2;2026-10-21;7;70;9\n')
    expect((await sent(uploader, daily('csv'), 'U2;2026-10-21;7\n')).status).toBe(304)
    const second = await load(daily('csv'), 'U2;2026-10-21;8\n')
    expect([second.added, second.changed, await rowsOfDay()]).toEqual([0, 1, [[8, 70, 9]]])
    await undo(first)
    expect(await rowsOfDay()).toEqual([[8, null, null]])
    await undo(second)
    expect(await rowsOfDay()).toEqual([])
  })
})

describe('offers and orders', () => {
  const stored = async () =>
    f.facts.read('SELECT local, day, company, offers, orders FROM offers_orders ORDER BY upload, local, day')

  test('come as one sheet, as two, and as text; values that a file leaves out stay', async () => {
    expect(
      await sent(
        uploader,
        oo('upload', 'SINGLE'),
        sheet([
          ['U1', serialOf('2026-11-16'), 4, 2],
          ['U2', '2026-11-16', '5', 0],
        ]),
        'ofertas.xlsx',
      ),
    ).toMatchObject({ status: 200, body: { kind: 'offersOrders', mode: 'SINGLE', added: 2, changed: 0 } })
    const two = workbookOf([
      {
        name: 'orders ',
        rows: [
          ['Date', 'Code', 'Orders'],
          ['2026-11-16', 'U1', 3],
        ],
      },
      {
        name: 'OFFERS',
        rows: [
          ['Code', 'Date', 'Offers'],
          ['U2', '2026-11-17', 8],
        ],
      },
    ])
    expect(await sent(uploader, oo('upload', 'SEPARATED'), two)).toMatchObject({
      status: 200,
      body: { added: 1, changed: 1 },
    })
    expect(await sent(uploader, oo('upload', 'CSV'), 'U1;2026-11-16;4;3\n"U2";2026-11-17;8;1\n')).toMatchObject({
      status: 200,
      body: { added: 0, changed: 1, unchanged: 1 },
    })
    expect(await stored()).toEqual([
      [f.ids.granVia, DAY - 4, 0, 4, 2],
      [f.ids.closed, DAY - 4, 0, 5, 0],
      [f.ids.granVia, DAY - 4, 0, 4, 3],
      [f.ids.closed, DAY - 3, 0, 8, null],
      [f.ids.granVia, DAY - 4, 0, 4, 3],
      [f.ids.closed, DAY - 3, 0, 8, 1],
    ])
    expect((await sent(uploader, oo('upload', 'CSV'), 'U1;2026-11-16;4;3\n')).status).toBe(304)
  })

  test('of several clients name them, or must be clear without', async () => {
    expect(
      await sent(
        admin,
        oo('upload', 'CSV_MULTICLIENT', 'multiclient'),
        `U1;2026-11-15;1;1;moda uno\nD1;2026-11-15;2;2;${f.ids.dos}\n`,
      ),
    ).toMatchObject({ status: 200, body: { client: null, added: 2 } })
    expect(await sent(admin, oo('check', 'CSV_MULTICLIENT', 'multiclient'), 'U1;2026-11-15;1;1;Nadie\n')).toMatchObject(
      { body: { invalid: [{ problem: 'clientUnknown', field: 'Client', value: 'Nadie' }] } },
    )
    const hme = (rows: readonly (readonly (string | number)[])[]) =>
      workbookOf([
        { name: 'x', rows: [['Company Name', 'Created On', 'Dealer Code', 'Offer Qty.', 'Order Qty.'], ...rows] },
      ])
    expect(
      await sent(
        admin,
        oo('upload', 'SINGLE_HME', 'hme'),
        hme([['HYUNDAI MOTOR ESPANA', '2026-11-14 10:00:00', 'U1', 1, 2]]),
      ),
    ).toMatchObject({ status: 200, body: { mode: 'SINGLE_HME', client: null } })
    await f.catalog.locals.insert(SYSTEM_SCOPE, {
      client: f.ids.dos,
      name: 'Doble',
      code: 'U4',
      type: 'store',
      timeZone: 'Europe/Madrid',
    })
    expect(
      await sent(
        admin,
        oo('check', 'SINGLE_HME', 'hme'),
        hme([
          ['Kia Iberia', '2026-11-14', 'U4', 1, 2],
          ['Coches SA', '2026-11-14', 'U1', 1, 2],
        ]),
      ),
    ).toMatchObject({
      body: {
        ambiguousIds: 1,
        invalid: [
          { problem: 'clientNeeded', value: 'U4' },
          { problem: 'companyUnknown', value: 'Coches SA' },
        ],
      },
    })
    // A user with some clients only does not see feeds about all of them.
    expect(((await uploader('GET', '/uploads')).body as Upload[]).every(({ client }) => client === f.ids.uno)).toBe(
      true,
    )
    const old = workbookOf([
      {
        name: 'PEDIDOS',
        rows: [
          ['ID', 'Id antiguo', 'Fecha Matr.', 'Cuenta de Matrícula'],
          [99, '007', '2026-11-13', 6],
        ],
      },
      {
        name: 'OFERTAS',
        rows: [
          ['ID', 'Id antiguo', 'Fecha corta', 'Cuenta de Modelo'],
          ['U1', null as never, '2026-11-13', 7],
        ],
      },
    ])
    expect(await sent(admin, oo('upload', 'SEPARATED_OLD'), old)).toMatchObject({ status: 200, body: { added: 2 } })
  })

  test('with an id that no local has are refused whole, unless those rows are to be skipped', async () => {
    const before = await stored()
    const file = 'U1;2026-11-10;1;1\nZZ;2026-11-10;1;1\n'
    expect(await sent(uploader, oo('upload', 'CSV'), file)).toMatchObject({
      status: 422,
      body: { code: 'UPLOAD_IDS_MISSING', details: { count: 1, missing: ['ZZ'] } },
    })
    expect(await sent(uploader, oo('upload', 'CSV'), 'ZZ;2026-11-10;1;1\n')).toMatchObject({
      body: { code: 'UPLOAD_IDS_MISSING' },
    })
    expect(await sent(uploader, oo('upload', 'CSV'), 'U1;2026-11-10;1;1\nU1;2026-11-09;x;1\n')).toMatchObject({
      status: 422,
      body: { code: 'UPLOAD_ROWS_INVALID', details: { count: 1, field: 'Offers', line: 2, value: 'x' } },
    })
    expect(await stored()).toEqual(before)
    expect(await sent(uploader, `${oo('upload', 'CSV')}?missing=skip`, file)).toMatchObject({
      status: 200,
      body: { added: 1, missing: ['ZZ'] },
    })
    expect(codeOf(await sent(uploader, `${oo('upload', 'CSV')}?missing=skip`, 'ZZ;2026-11-10;1;1\n'))).toEqual([
      422,
      'UPLOAD_NOTHING_FOUND',
    ])
  })
})

test('an investment has a day, an amount and one of the ten concepts', async () => {
  const mi = (rows: readonly (readonly (string | number)[])[]) =>
    workbookOf([{ name: 'Inversión', rows: [['Date', 'Investment', 'Concept'], ...rows] }])
  const path = (end: string) => `/automotive/mi/${f.ids.uno}/${end}`
  expect(
    await sent(
      uploader,
      path('check'),
      mi([
        ['2026-11-01', 'mucho', 'TV'],
        ['2026-11-01', 5, 'Cartas'],
      ]),
    ),
  ).toMatchObject({
    status: 200,
    body: { foundRows: 0, invalid: [{ problem: 'amountInvalid' }, { problem: 'conceptUnknown', value: 'Cartas' }] },
  })
  expect(
    await sent(
      uploader,
      path('upload'),
      mi([
        ['2026-11-01', '1250,5', 'tv'],
        ['2026-11-01', 99_000_000.25, 'Social'],
      ]),
    ),
  ).toMatchObject({ status: 200, body: { kind: 'investment', mode: null, added: 2 } })
  expect(
    await f.facts.read('SELECT client, day, concept, cents::DOUBLE FROM marketing_investment ORDER BY concept'),
  ).toEqual([
    [f.ids.uno, 20_758, 2, 125_050],
    [f.ids.uno, 20_758, 10, 9_900_000_025],
  ])
  expect((await sent(uploader, path('upload'), mi([['2026-11-01', 1250.5, 'TV']]))).status).toBe(304)
  const ten = ['Affilitation', 'TV', 'Cinema', 'Display', 'Other', 'Outdoor', 'Press', 'Radio', 'SEM', 'Social']
  expect(await sent(uploader, path('check'), mi(ten.map((concept) => ['2026-11-02', 5, concept])))).toMatchObject({
    body: { foundRows: 10, invalidRows: 0, found: ten.map((concept) => ({ concept })) },
  })
})

test('a feed has one of the five companies', async () => {
  const hme = (companies: readonly string[]) =>
    workbookOf([
      {
        name: 'x',
        rows: [
          ['Company Name', 'Created On', 'Dealer Code', 'Offer Qty.', 'Order Qty.'],
          ...companies.map((company, at) => [company, `2026-11-0${at + 1}`, 'U1', 1, 2]),
        ],
      },
    ])
  const five = ['Hyundai Motor España', 'Kia Iberia', 'Toyota España', 'Nissan Iberia', 'Mazda Automóviles España']
  expect(await sent(admin, oo('check', 'SINGLE_HME', 'hme'), hme([...five, 'Seat']))).toMatchObject({
    status: 200,
    body: { foundRows: 5, invalidRows: 1, invalid: [{ problem: 'companyUnknown', value: 'Seat' }] },
  })
})

test('a load that was cut off between the two stores is finished or forgotten', async () => {
  const begin = () =>
    f.catalog.uploads.begin(
      SYSTEM_SCOPE,
      {
        client: f.ids.uno,
        kind: 'ticketsDaily',
        mode: null,
        fileName: 'cut.csv',
        rows: 1,
        begin: null,
        end: null,
        missing: [],
      },
      NOW - 3_600_000,
    )
  const [loaded, lost] = [await begin(), await begin()]
  await f.facts.write((connection) => connection.run('INSERT INTO uploads VALUES ($1, 5, 1, 0, 0)', [loaded]))
  await f.app.jobs.find(({ name }) => name === 'uploads')!.run()
  const ids = ((await uploader('GET', '/uploads')).body as Upload[])
    .filter(({ fileName }) => fileName === 'cut.csv')
    .map(({ id, added }) => [id, added])
  expect(ids).toEqual([[loaded, 5]])
  expect(await f.catalog.uploads.unfinished(SYSTEM_SCOPE, NOW)).toEqual([])
  expect(lost).toBeGreaterThan(loaded)
})

test('a load whose server ended between the figures and the history is in the history from the next start on, once', async () => {
  const before = await f.catalog.audit.list(SYSTEM_SCOPE, 5)
  vi.spyOn(f.catalog, 'transaction').mockRejectedValueOnce(new Error('the server ended here'))
  expect((await sent(uploader, daily('csv'), 'U1;2026-11-16;7', 'ended.csv')).status).toBe(500)
  const lost = await f.catalog.uploads.begin(
    SYSTEM_SCOPE,
    {
      client: f.ids.uno,
      kind: 'ticketsDaily',
      mode: null,
      fileName: 'ended.csv',
      rows: 1,
      begin: null,
      end: null,
      missing: [],
    },
    NOW,
  )
  const history = async () =>
    ((await uploader('GET', '/uploads')).body as Upload[]).filter(({ fileName }) => fileName === 'ended.csv')
  expect(await history()).toEqual([])

  for (const start of ['first', 'second']) {
    await (await buildApp({ config: CONFIG, catalog: f.catalog, facts: f.facts, clock: f.clock })).close()
    expect([start, await history()]).toEqual([
      start,
      [expect.objectContaining({ rows: 1, added: 1, uploadedBy: 'uploader@aforo.test', undoneAt: null })],
    ])
  }
  const [{ id } = { id: 0 }] = await history()
  expect(lost).toBeGreaterThan(id)
  expect((await f.catalog.audit.list(SYSTEM_SCOPE, 1))[0]).toMatchObject({
    action: 'upload.load',
    target: `upload ${id}`,
    user: expect.any(Number),
  })
  expect((await f.catalog.audit.list(SYSTEM_SCOPE, 5)).slice(1)).toEqual(before.slice(0, 4))
  expect((await sent(uploader, daily('csv'), 'U1;2026-11-16;7', 'ended.csv')).status).toBe(304)
})

test('a form with two files, another field or none is refused', async () => {
  const file = { field: 'file', fileName: 'a.csv', data: 'U1;2026-11-18;3' }
  for (const [parts, code] of [
    [[file, file], 'UPLOAD_BODY_INVALID'],
    [[{ ...file, field: 'archivo' }], 'UPLOAD_BODY_INVALID'],
    [[{ field: 'file', data: 'x' }], 'UPLOAD_FILE_MISSING'],
    [[], 'UPLOAD_FILE_MISSING'],
  ] as const) {
    const { payload, headers } = formOf(parts)
    expect([code, ...codeOf(await uploader('POST', daily('csv'), payload, headers))]).toEqual([code, 400, code])
  }
  expect(codeOf(await uploader('POST', daily('csv'), { a: 1 }))).toEqual([415, 'CONTENT_TYPE_UNSUPPORTED'])
})
