/** An import from the command line: prepared, looked at, stored once, and noted in the history. */
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Megabytes } from '../../../facts/megabytes.ts'
import { SYSTEM_SCOPE } from '../../../lib/scope.ts'
import { prepareImport, readImport, type ImportOptions } from './index.ts'
import { MINUTE_FORMATS } from './minute-formats.ts'
import { prepareMinutes } from './minutes.ts'
import { presetNamed } from './preset.ts'
import { importStores, NOW } from './testing.ts'

const s = importStores()
const TEXT =
  'ts,sensor,area,ins\n2025-09-01T10:00,A,north,4\n2025-09-03T11:00,A,,5\n2025-09-02T10:00,B,,\n2025-09-04T10:00,C,,-1\n'
const prepare = (text: string | readonly string[], options: Partial<ImportOptions> = {}) =>
  prepareImport({
    files: (typeof text === 'string' ? [text] : text).map((one, i) => s.written(one, `${'abc'[i]}.csv`)),
    preset: presetNamed('hourly'),
    client: ' City ',
    zone: 'Europe/Madrid',
    now: NOW,
    within: s.folder,
    ...options,
  })
const stores = () => ({ catalog: s.catalog, facts: s.facts, now: NOW })
const day = (iso: string) => Date.parse(iso) / 86_400_000
const refusal = (run: Promise<{ close(): void }>) =>
  run.then(
    (prepared) => {
      prepared.close()
      return 'taken'
    },
    ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
  )
const client = (value: string) =>
  `IMPORT_OPTION_INVALID: The client is ${JSON.stringify(value)}; a name of 1 to 200 characters was expected ` +
  '(--client).'

test('needs a client with a name, files, and a zone that there is', async () => {
  expect(await refusal(prepare(TEXT, { client: '  ' }))).toBe(client('  '))
  expect(await refusal(prepare(TEXT, { client: 'c'.repeat(201) }))).toBe(client('c'.repeat(201)))
  expect(await refusal(prepare(TEXT, { client: 'c'.repeat(200) }))).toBe('taken')
  expect(await refusal(prepare([]))).toBe('IMPORT_OPTION_INVALID: No file was given.')
  const zone = (value: string) =>
    `IMPORT_ZONE_UNKNOWN: The time zone is ${JSON.stringify(value)}; an IANA name was expected, for example ` +
    '--time-zone Europe/Madrid.'
  expect(await refusal(prepare(TEXT, { zone: 'Mars/Olympus' }))).toBe(zone('Mars/Olympus'))
  const { timeZone: _, ...preset } = presetNamed('hourly')
  expect(await refusal(prepare(TEXT, { zone: undefined, preset } as never))).toBe(zone(''))
  expect(await refusal(prepare(TEXT, { zone: undefined, preset: { ...preset, timeZone: 'UTC' } } as never))).toBe(
    'taken',
  )
  expect(readdirSync(s.folder).filter((name) => name.startsWith('aforo-'))).toEqual([])
})

test('is noted as it is stored: its files, its client, its report, and in the log', async () => {
  const prepared = await prepare([TEXT, TEXT.replace('A,north,4', 'A,north,7').replaceAll('2025', '2024')])
  const report = await prepared.store(stores())
  prepared.close()
  expect(report).toMatchObject({ lines: 8, taken: 6, loaded: { client: 'City', newLocals: 2 } })
  const [noted] = await s.catalog.imports.list(SYSTEM_SCOPE)
  expect(noted).toMatchObject({
    state: 'loaded',
    clientName: 'City',
    files: [
      { name: 'a.csv', bytes: 0, kind: 'csv' },
      { name: 'b.csv', bytes: 0, kind: 'csv' },
    ],
    settings: { newClient: 'City' },
    loadsClean: true,
    begin: '2024-09-01',
    end: '2025-09-03',
    found: [],
    guessed: {},
    preview: null,
    places: [],
    questions: [],
    report: { lines: 8, stored: { added: 6, newLocals: 2 } },
  })
  expect((await s.catalog.audit.list(SYSTEM_SCOPE, 1))[0]).toMatchObject({
    action: 'import.loaded',
    target: `import ${noted!.id}`,
    at: NOW,
    details: { files: ['a.csv', 'b.csv'], lines: 8, begin: '2024-09-01', end: '2025-09-03' },
  })
  expect(await s.facts.read('SELECT DISTINCT cause FROM imports')).toEqual([[`import ${noted!.id} a.csv and 1 more`]])
})

test('that fails is noted as failed, with its error', async () => {
  const prepared = await prepare(TEXT)
  await s.facts.close()
  await expect(prepared.store(stores())).rejects.toMatchObject({
    code: 'IMPORT_NOT_STORED',
    message: expect.stringMatching(/^Nothing was stored: ./),
  })
  prepared.close()
  expect((await s.catalog.imports.list(SYSTEM_SCOPE)).map(({ state }) => state)).toEqual(['failed'])
})

test('that wants more memory than it was lent is stored with all there is, once; any other failure stays one', async () => {
  const failing = (...errors: readonly string[]) => {
    const left = [...errors]
    let writes = 0
    const imports: typeof s.facts.imports = {
      ...s.facts.imports,
      loadHours: (...given) => {
        writes += 1
        const message = left.shift()
        return message === undefined ? s.facts.imports.loadHours(...given) : Promise.reject(new Error(message))
      },
    }
    const facts = { ...s.facts, imports }
    return { facts, writes: () => writes }
  }
  const store = async (memory: Megabytes | undefined, ...errors: readonly string[]) => {
    const { facts, writes } = failing(...errors)
    const prepared = await prepare(TEXT)
    const done = await prepared.store({ ...stores(), facts, ...(memory && { memory: { newPlaces: memory } }) }).then(
      () => 'stored',
      (error: Error) => error.message,
    )
    prepared.close()
    return [done, writes()]
  }
  const full = 'Out of Memory Error: failed'
  expect(await store('64MB', full)).toEqual(['stored', 2])
  expect(await store('64MB', full, full)).toEqual([full, 2])
  expect(await store(undefined, full)).toEqual([full, 1])
  expect(await store('64MB', 'no')).toEqual(['no', 1])
})

test('gives its hours, and may store its places alone: those that have hours, or those that are asked for', async () => {
  const prepared = await prepare(TEXT)
  const { merging, reading } = await prepared.counted()
  expect(reading.places).toEqual(['A', 'B', 'C'])
  expect(
    merging.hours.map(({ place, area, day: of, hour, fold, values }) => [place, area, of, hour, fold, values]),
  ).toEqual([
    [0, 0, day('2025-09-01'), 10, 0, [4]],
    [1, 1, day('2025-09-02'), 10, 0, [expect.any(Number)]],
    [0, 1, day('2025-09-03'), 11, 0, [5]],
  ])
  expect(merging.hours[0]!.instant).toBe(Date.UTC(2025, 8, 1, 8) / 1000)
  const some = await prepared.storePlaces({ catalog: s.catalog, now: NOW }, [merging.hours[2]!])
  const names = async () => (await s.catalog.locals.list(SYSTEM_SCOPE)).map(({ name }) => name)
  expect([some.newLocals, await names(), [...some.ids.keys()]]).toEqual([1, ['A'], ['0/1']])
  const all = await prepared.storePlaces({ catalog: s.catalog, now: NOW })
  prepared.close()
  expect([all.newLocals, await names(), [...all.ids.keys()]]).toEqual([1, ['A', 'B'], ['0/0', '0/1', '1/1']])
  expect((await s.catalog.locals.list(SYSTEM_SCOPE))[0]!.closedOn).toBe('2025-09-03')
})

test('finds the direction of its lines, and what is refused of a file when its turn comes', async () => {
  const ways = 'ts,sensor,way\n2025-09-01T10:00,A,in\n2025-09-01T10:01,A,out\n'
  const prepared = await prepare(ways)
  prepared.close()
  expect(prepared.report.sums).toMatchObject({ ins: { stored: 1 }, outs: { stored: 1 } })
  expect(await refusal(prepare(''))).toContain('FILE_EMPTY')
})

test('knows of each place its lines and its days', async () => {
  const { extents, stage } = await readImport({
    files: [s.written(TEXT)],
    preset: presetNamed('hourly'),
    zone: 'Europe/Madrid',
    now: NOW,
    within: s.folder,
  })
  stage.close()
  expect(extents).toEqual([
    { place: 0, lines: 2, firstDay: day('2025-09-01'), lastDay: day('2025-09-03') },
    { place: 1, lines: 1, firstDay: day('2025-09-02'), lastDay: day('2025-09-02') },
  ])
})

describe('people inside by the minute', () => {
  const minutes = (options: object = {}) =>
    prepareMinutes({
      files: [s.written('ts_local,occupied\n2025-09-01T10:00,1\n2025-09-01T10:01,0\n', 'm.csv')],
      format: MINUTE_FORMATS.get('uci-office')!,
      client: ' Office ',
      within: s.folder,
      ...options,
    })

  test('are prepared and noted in the same way', async () => {
    expect(await refusal(minutes({ client: ' ' }))).toBe(client(' '))
    expect(await refusal(minutes({ client: 'c'.repeat(201) }))).toBe(client('c'.repeat(201)))
    const prepared = await minutes()
    expect(prepared).toMatchObject({ client: 'Office', zone: 'Europe/Brussels', minutes: 2, files: ['m.csv'] })
    expect(await prepared.store(stores())).toEqual({ added: 2, changed: 0, unchanged: 0 })
    const [noted] = await s.catalog.imports.list(SYSTEM_SCOPE)
    expect(noted).toMatchObject({
      state: 'loaded',
      clientName: 'Office',
      files: [{ name: 'm.csv', bytes: 0, kind: 'csv' }],
      settings: { newClient: 'Office', format: 'uci-office' },
      loadsClean: true,
      found: [],
      guessed: {},
      preview: null,
      places: [],
      questions: [],
      report: { meaning: 'presence', stored: { added: 2, newLocals: 1 } },
    })
    expect((await s.catalog.audit.list(SYSTEM_SCOPE, 1))[0]).toMatchObject({
      action: 'import.loaded',
      details: { files: ['m.csv'], lines: 2 },
    })
    // None of it is left on the disk.
    expect(readdirSync(s.folder).filter((name) => name.startsWith('aforo-'))).toEqual([])
  })

  test('that cannot be stored are noted as failed, and leave nothing behind', async () => {
    const prepared = await minutes({ zone: 'Europe/Madrid' })
    await s.facts.close()
    await expect(prepared.store(stores())).rejects.toMatchObject({
      code: 'IMPORT_NOT_STORED',
      message: expect.stringMatching(/^Nothing was stored: ./),
    })
    expect((await s.catalog.imports.list(SYSTEM_SCOPE)).map(({ state }) => state)).toEqual(['failed'])
    expect([await s.catalog.clients.list(SYSTEM_SCOPE), await s.catalog.locals.list(SYSTEM_SCOPE)]).toEqual([[], []])
  })
})
