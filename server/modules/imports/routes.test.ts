/** Imports through the API: who may, what is found and asked, loaded, cancelled and taken back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toRows } from '#domain/frame-build'
import { goneWith } from '#domain/import-states'
import type { Import } from '#schemas/generated/entities/import.ts'
import type { ImportPreset } from '#schemas/generated/entities/import-preset.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { DAY, fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Sent } from '../../testing/send.ts'
import { importer, importForm } from './testing.ts'

let f: Fixture
let admin: ReturnType<typeof importer>
let uploader: ReturnType<typeof importer>
let outsider: ReturnType<typeof importer>

beforeAll(async () => {
  f = await fixture()
  const { passwordHash } = (await f.catalog.sessions.credentials('analyst@aforo.test'))!
  const person = async (name: string, clients: readonly number[], more: object = {}) => {
    await f.catalog.users.insert(
      SYSTEM_SCOPE,
      {
        username: `${name}@aforo.test`,
        passwordHash,
        role: 'basic',
        clients,
        flags: ['canUpload', 'footCompare'],
        ...more,
      },
      NOW,
    )
    return importer(f, sender(f, await f.signIn(`${name}@aforo.test`)))
  }
  admin = importer(f, sender(f, await f.signIn('admin@aforo.test')))
  uploader = await person('uploader', [f.ids.uno])
  outsider = await person('outsider', [f.ids.museum])
}, 60_000)
afterAll(() => f.close())

const codeOf = ({ status, body }: Sent) => [status, (body as { code?: string } | null)?.code]
const ins = async (client: number, day: number) =>
  toRows(
    await f.facts.query(
      {
        table: 'traffic',
        measures: ['ins'],
        by: ['local', 'day', 'hour'],
        where: { client: [client] },
        periods: [{ name: 'only', from: day, to: day }],
      },
      'all',
    ),
  ).filter((row) => row[3] !== null)
/** Two hours of one place on a Sunday of September 2025. */
const two = (place: string, a = 4, b = 9) =>
  `ts,sensor,ins\n2025-09-07T10:00,${place},${a}\n2025-09-07T11:00,${place},${b}\n`
const SUNDAY = Date.parse('2025-09-07') / 86_400_000

describe('is refused', () => {
  test('without a session, without the right, for another client and for a new one that only administrators make', async () => {
    const { payload, headers } = importForm([['a.csv', two('a')]], { client: f.ids.uno })
    expect(codeOf(await sender(f)('POST', '/imports', payload, headers))).toEqual([401, 'SESSION_REQUIRED'])
    expect(codeOf(await sender(f, await f.signIn('analyst@aforo.test'))('POST', '/imports', payload, headers))).toEqual(
      [403, 'FLAG_REQUIRED'],
    )
    expect(codeOf(await outsider.post([['a.csv', two('a')]], { client: f.ids.uno }))).toEqual([404, 'CLIENT_NOT_FOUND'])
    expect(codeOf(await uploader.post([['a.csv', two('a')]], { newClient: 'Nueva' }))).toEqual([403, 'ADMIN_REQUIRED'])
    expect(
      codeOf(await uploader.post([['a.csv', two('a')]], { places: [{ place: 'a', local: f.ids.gallery }] })),
    ).toEqual([404, 'LOCAL_NOT_FOUND'])
  })

  test('without a file, in another field, with invalid settings', async () => {
    expect(codeOf(await uploader.post([], {}))).toEqual([400, 'UPLOAD_FILE_MISSING'])
    expect(codeOf(await uploader.post([['a.csv', two('a')]], { lines: 'guessed' as never }))).toEqual([
      400,
      'REQUEST_INVALID',
    ])
    expect(codeOf(await uploader.send('POST', '/imports', { files: [] }))).toEqual([415, 'CONTENT_TYPE_UNSUPPORTED'])
    expect(codeOf(await uploader.post(Array.from({ length: 21 }, (_, i) => [`${i}.csv`, two('a', i)])))).toEqual([
      400,
      'UPLOAD_BODY_INVALID',
    ])
  })

  test('for a stranger as if it were not there, and in a state that does not fit', async () => {
    const { id } = await uploader.read(two('Gran Vía'))
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/load'],
      ['POST', '/cancel'],
      ['POST', '/undo'],
      ['GET', '/apart'],
    ] as const) {
      expect([path, ...codeOf(await outsider.send(method, `/imports/${id}${path}`))]).toEqual([
        path,
        404,
        'IMPORT_NOT_FOUND',
      ])
    }
    expect(codeOf(await outsider.send('PUT', `/imports/${id}/settings`, {}))).toEqual([404, 'IMPORT_NOT_FOUND'])
    expect((await outsider.send('GET', '/imports')).body).toEqual([])
    const undo = await uploader.send('POST', `/imports/${id}/undo`)
    expect([codeOf(undo), undo.body]).toEqual([
      [409, 'IMPORT_STATE_CONFLICT'],
      expect.objectContaining({ details: { import: id, state: 'ready', expected: 'loaded' } }),
    ])
    expect((await uploader.send('POST', `/imports/${id}/cancel`)).body).toMatchObject({ state: 'cancelled' })
    expect(codeOf(await uploader.send('POST', `/imports/${id}/load`))).toEqual([409, 'IMPORT_STATE_CONFLICT'])
  })
})

describe('an import', () => {
  test('is read, shown with what was found, loaded, noted, and taken back', async () => {
    const first = await uploader.post([
      [
        'Septiembre.csv',
        'Fecha;Hora;Tienda;Entradas\n07/09/2025;10;Gran Vía;4\n07/09/2025;11;Gran Vía;1.204\n' +
          '13/09/2025;10;Nueva plaza;7\n',
      ],
    ])
    expect(first).toMatchObject({
      status: 202,
      body: { state: 'reading', client: f.ids.uno, clientName: 'Moda Uno', report: null },
    })
    const { id } = first.body as Import
    const read = await uploader.settled(id)
    expect(read).toMatchObject({
      state: 'ready',
      files: [{ name: 'Septiembre.csv', kind: 'csv' }],
      questions: [],
      settings: {
        client: f.ids.uno,
        timeZone: 'Europe/Madrid',
        dateOrder: 'dmy',
        decimal: ',',
        separator: ';',
        lines: 'counts',
      },
      preview: {
        file: 'Septiembre.csv',
        header: ['Fecha', 'Hora', 'Tienda', 'Entradas'],
        uses: ['date', 'hour', 'sensor', 'ins'],
        rows: [['07/09/2025', '10', 'Gran Vía', '4'], expect.anything(), expect.anything()],
      },
      places: [
        {
          place: 'Gran Vía',
          lines: 2,
          firstDay: '2025-09-07',
          lastDay: '2025-09-07',
          local: f.ids.granVia,
          name: 'Gran Vía',
          match: 'name',
        },
        {
          place: 'Nueva plaza',
          lines: 1,
          firstDay: '2025-09-13',
          lastDay: '2025-09-13',
          local: null,
          name: 'Nueva plaza',
          match: 'new',
        },
      ],
      report: {
        lines: 3,
        taken: 3,
        skipped: 0,
        sums: [{ atom: 'ins', read: 1215, stored: 1215, outvoted: 0, apart: 0 }],
        firstDay: '2025-09-07',
        lastDay: '2025-09-13',
        stored: null,
      },
      begin: '2025-09-07',
      end: '2025-09-13',
      createdBy: 'uploader@aforo.test',
    })
    expect(read.found.toSorted()).toEqual([
      'columns',
      'dateOrder',
      'decimal',
      'format',
      'lines',
      'places',
      'separator',
      'timeZone',
    ])
    expect(await ins(f.ids.uno, SUNDAY)).toEqual([])

    expect(await uploader.send('POST', `/imports/${id}/load`)).toMatchObject({
      status: 202,
      body: { state: 'storing' },
    })
    expect(await uploader.settled(id)).toMatchObject({
      state: 'loaded',
      loadedAt: NOW,
      progress: null,
      report: { stored: { added: 3, unchanged: 0, corrected: 0, refused: 0, newLocals: 1 } },
    })
    expect(await ins(f.ids.uno, SUNDAY)).toEqual([
      [f.ids.granVia, SUNDAY, 10, 4],
      [f.ids.granVia, SUNDAY, 11, 1204],
    ])
    expect((await uploader.send('GET', `/imports?client=${f.ids.uno}`)).body).toMatchObject([
      { id, state: 'loaded', places: [], preview: null },
      expect.anything(),
    ])
    const made = (await f.catalog.locals.list(SYSTEM_SCOPE, { client: f.ids.uno })).find(
      ({ name }) => name === 'Nueva plaza',
    )
    expect(made).toMatchObject({ code: 'Nueva plaza', timeZone: 'Europe/Madrid' })

    expect(await uploader.undo(id)).toMatchObject({ state: 'undone', undoneAt: NOW })
    expect(await ins(f.ids.uno, SUNDAY)).toEqual([])
    expect(await f.catalog.locals.find(SYSTEM_SCOPE, made!.id)).toBeUndefined()
    const log = (await f.catalog.audit.list(SYSTEM_SCOPE, 20))
      .filter(({ target }) => target === `import ${id}`)
      .map(({ action }) => action)
    expect(log).toEqual(['import.undone', 'import.undo', 'import.loaded', 'import.load', 'import.read'])
  })

  test('of one client by a program with its key is loaded at once when there is nothing to ask', async () => {
    const done = await uploader.settled(
      ((await uploader.post([['a.csv', two('Gran Vía')]], {}, '?load=clean')).body as Import).id,
    )
    expect(done).toMatchObject({ questions: [], state: 'loaded', report: { stored: { added: 2 } } })
    const asked = await uploader.settled(
      (
        (await uploader.post([['b.csv', `${two('Gran Vía', 1)}2025-09-07T12:00,Gran Vía,-4\n`]], {}, '?load=clean'))
          .body as Import
      ).id,
    )
    expect(asked).toMatchObject({ state: 'ready', report: { apart: [{ reason: 'NEGATIVE', lines: 1 }] } })
    const apart = await uploader.send('GET', `/imports/${asked.id}/apart`)
    expect([apart.status, apart.text]).toEqual([
      200,
      'file,line,reason,cells\nb.csv,4,NEGATIVE,ts=2025-09-07T12:00 | sensor=Gran Vía | ins=-4\n',
    ])
    await uploader.undo(done.id)
    // The data of an import stay until it is retracted, also when the one before it goes.
    expect((await uploader.send('POST', `/imports/${asked.id}/load`)).status).toBe(202)
    expect(await uploader.settled(asked.id)).toMatchObject({ state: 'loaded', questions: [] })
    expect(await ins(f.ids.uno, SUNDAY)).toEqual([
      [f.ids.granVia, SUNDAY, 10, 1],
      [f.ids.granVia, SUNDAY, 11, 9],
    ])
    await uploader.undo(asked.id)
  })

  test('asks for what its files lack, and continues with the answers', async () => {
    const unclear = await uploader.read('when,shop,count\n02/06/2025 10:00,Gran Vía,4\n03/06/2025 10:00,Gran Vía,5\n')
    expect(unclear).toMatchObject({
      state: 'refused',
      questions: [{ code: 'IMPORT_DATES_UNCLEAR', setting: 'dateOrder' }],
      preview: { header: ['when', 'shop', 'count'] },
      report: null,
    })
    expect(await uploader.send('PUT', `/imports/${unclear.id}/settings`, { dateOrder: 'mdy' })).toMatchObject({
      status: 200,
      body: { state: 'reading' },
    })
    expect(await uploader.settled(unclear.id)).toMatchObject({
      state: 'ready',
      begin: '2025-02-06',
      end: '2025-03-06',
      settings: { dateOrder: 'mdy' },
    })
    await uploader.send('PUT', `/imports/${unclear.id}/settings`, {
      dateOrder: 'dmy',
      columns: [{ column: 'count', use: 'fro' }],
      places: [{ place: 'gran vía', local: f.ids.closed }],
    })
    expect(await uploader.settled(unclear.id)).toMatchObject({
      state: 'ready',
      begin: '2025-06-02',
      preview: { uses: ['time', 'sensor', 'fro'] },
      places: [{ place: 'Gran Vía', local: f.ids.closed, match: 'chosen', name: 'Sol' }],
    })
    await uploader.send('POST', `/imports/${unclear.id}/cancel`)
  })

  test('of an administrator asks for the client, and makes one, which goes with it', async () => {
    const read = await admin.read(two('Plaza'), { timeZone: 'Europe/Lisbon' })
    expect(read).toMatchObject({
      state: 'refused',
      client: null,
      questions: [{ code: 'IMPORT_CLIENT_REQUIRED', setting: 'client' }],
    })
    await admin.send('PUT', `/imports/${read.id}/settings`, { newClient: 'Lisboa', timeZone: 'Europe/Lisbon' })
    expect(await admin.settled(read.id)).toMatchObject({ state: 'ready', client: null, clientName: 'Lisboa' })
    await admin.send('POST', `/imports/${read.id}/load`)
    const loaded = await admin.settled(read.id)
    expect(loaded).toMatchObject({
      state: 'loaded',
      clientName: 'Lisboa',
      report: { stored: { added: 2, newLocals: 1 } },
    })
    expect(await f.catalog.clients.find(SYSTEM_SCOPE, loaded.client!)).toMatchObject({ name: 'Lisboa' })
    // Its counts alone are known of it: only their modules are on.
    expect((await admin.send('GET', `/modules/client/${loaded.client}`)).body).toEqual(['traffic', 'portfolio'])
    await admin.undo(read.id)
    expect(await f.catalog.clients.findByName(SYSTEM_SCOPE, 'Lisboa')).toBeUndefined()
    expect((await admin.send('GET', `/imports/${read.id}`)).body).toMatchObject({
      state: 'undone',
      client: null,
      clientName: 'Lisboa',
    })
  })

  test('leaves out places, joins two of them, and says how they are found', async () => {
    const places = ['U1', 'Gran Via', 'gran vía', 'retiro.', 'Otra', 'Fuera']
    const lines = places.map((place, i) => `2025-09-07T1${i}:00,${place},${i + 1}`)
    const text = `ts,sensor,ins\n${lines.join('\n')}\n`
    const read = await uploader.read(text, {
      places: [
        { place: 'Fuera', skip: true },
        { place: 'Otra', name: 'U1' },
      ],
    })
    expect(read.places.map(({ place, local, match, lines }) => [place, local, match, lines])).toEqual([
      ['U1', f.ids.granVia, 'code', 2],
      ['Gran Via', null, 'new', 1],
      ['gran vía', null, 'new', 1],
      ['retiro.', f.ids.installed, 'similar', 1],
      ['Fuera', null, 'skipped', 1],
      ['Otra', f.ids.granVia, 'joined', 1],
    ])
    expect(read.report).toMatchObject({ lines: 5, taken: 5, skipped: 1 })
    await uploader.send('POST', `/imports/${read.id}/cancel`)
  })
})

describe('a mapping', () => {
  test('is saved by name, used by name, replaced and removed', async () => {
    const settings = {
      columns: [
        { column: 'x', use: 'ins' as const },
        { column: 'y', use: 'time' as const },
      ],
      dateOrder: 'mdy' as const,
    }
    expect(
      codeOf(await uploader.send('POST', '/import-presets', { name: 'Para todos', client: null, settings })),
    ).toEqual([403, 'ADMIN_REQUIRED'])
    expect(
      codeOf(await uploader.send('POST', '/import-presets', { name: 'hourly', client: f.ids.uno, settings })),
    ).toEqual([409, 'NAME_TAKEN'])
    expect(
      codeOf(await outsider.send('POST', '/import-presets', { name: 'Mío', client: f.ids.uno, settings })),
    ).toEqual([404, 'CLIENT_NOT_FOUND'])
    await uploader.send('POST', '/import-presets', { name: 'Mi contador', client: f.ids.uno, settings: {} })
    const { id } = (
      await uploader.send('POST', '/import-presets', { name: 'Mi contador', client: f.ids.uno, settings })
    ).body as ImportPreset
    const saved = ((await uploader.send('GET', '/import-presets')).body as ImportPreset[]).filter(
      (preset) => preset.id !== null,
    )
    expect(saved).toMatchObject([{ id, name: 'Mi contador', client: f.ids.uno, settings: { dateOrder: 'mdy' } }])
    expect(
      ((await outsider.send('GET', '/import-presets')).body as ImportPreset[]).every((preset) => preset.id === null),
    ).toBe(true)
    const read = await uploader.read('y,sensor,x\n02/06/2025 10:00,Gran Vía,4\n', { format: 'Mi contador' })
    expect(read).toMatchObject({ state: 'ready', begin: '2025-02-06', preview: { uses: ['time', 'sensor', 'ins'] } })
    expect(codeOf(await outsider.send('DELETE', `/import-presets/${id}`))).toEqual([404, 'IMPORT_PRESET_NOT_FOUND'])
    expect((await uploader.send('DELETE', `/import-presets/${id}`)).status).toBe(204)
    expect(codeOf(await uploader.send('DELETE', `/import-presets/${id}`))).toEqual([404, 'IMPORT_PRESET_NOT_FOUND'])
  })
})

test('an undo keeps what sensors have counted since', async () => {
  const { id } = await uploader.load(two('Gran Vía', 4, 9))
  const [row] = await f.facts.read(
    'SELECT area, instant::DOUBLE FROM traffic WHERE local = $1 AND day = $2 AND hour = 10',
    [f.ids.granVia, SUNDAY],
  )
  const atoms = Object.fromEntries(
    (await f.facts.traffic({ client: [f.ids.uno] }, f.ids.granVia, DAY, DAY)).columns
      .slice(7, 28)
      .map(({ id: atom }) => [atom, null]),
  )
  await f.facts.upsertTraffic(
    [
      {
        ...atoms,
        client: f.ids.uno,
        local: f.ids.granVia,
        area: Number(row![0]),
        day: SUNDAY,
        hour: 10,
        fold: 0,
        instant: Number(row![1]),
        ins: 6,
      } as never,
    ],
    'test',
  )
  await uploader.undo(id)
  expect(await ins(f.ids.uno, SUNDAY)).toEqual([[f.ids.granVia, SUNDAY, 10, 6]])
})

test('an undo says what it would take back: not what went with a venue that was removed since', async () => {
  const { id } = await admin.load(`${two('Eins')}2025-09-07T10:00,Zwei,3\n`, {
    newClient: 'Drei Stunden',
    timeZone: 'Europe/Madrid',
  })
  const takesBack = async () => ((await admin.send('GET', `/imports/${id}`)).body as Import).takesBack
  const { client } = (await admin.send('GET', `/imports/${id}`)).body as Import
  expect(await takesBack()).toEqual({ figures: 3, locals: 2 })
  const [first] = (await f.catalog.locals.list(SYSTEM_SCOPE, { client: client! })).filter(({ name }) => name === 'Eins')
  expect((await admin.send('DELETE', `/management/places/local/${first!.id}`)).status).toBe(204)
  expect(await takesBack()).toEqual({ figures: 1, locals: 1 })
  expect(((await admin.send('GET', '/imports')).body as Import[]).find((one) => one.id === id)).not.toHaveProperty(
    'takesBack',
  )
})

test('an import whose client was deleted has no client any more, keeps its name, and takes nothing back', async () => {
  const { id } = await admin.load(two('Eins'), { newClient: 'Weg', timeZone: 'Europe/Madrid' })
  const shown = async () => (await admin.send('GET', `/imports/${id}`)).body as Import
  const { client } = await shown()
  const gone = await admin.send('DELETE', `/management/places/client/${client}`)
  expect(gone.status, JSON.stringify(gone.body)).toBeLessThan(300)
  const now = await shown()
  expect([now.state, now.client, now.clientName, now.takesBack, goneWith(now)]).toEqual([
    'loaded',
    null,
    'Weg',
    { figures: 0, locals: 0 },
    'client',
  ])
})
