/** The settings of figures: which format, which columns, which local; and the output on the terminal. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImportReport } from '#schemas/generated/entities/import-report.ts'
import type { KnownLocal } from '../match-places.ts'
import { describeFigures } from './describe-figures.ts'
import { prepareFigures, type FigureOptions } from './index.ts'
import { figureFormatOf } from './figure-format.ts'
import { isStagedFigures, matchesOf } from './job.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'aforo-figures-job-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the format', () => {
  const TRIPS = ['date', 'hour', 'origin_id', 'destination_id', 'trips']
  test('is the chosen one, as far as it is one of figures, else the one that fits', () => {
    expect([
      figureFormatOf({}, [TRIPS])?.name,
      figureFormatOf({ format: 'flows' }, [TRIPS])?.name,
      figureFormatOf({ format: 'hourly' }, [TRIPS])?.name,
      figureFormatOf({}, [['ts', 'sensor', 'ins']])?.name,
      figureFormatOf({ format: 'monthly' }, [['a']])?.name,
    ]).toEqual(['bmrcl-od', 'flows', undefined, undefined, 'monthly'])
  })

  test('has the columns that were chosen by hand, which have no other use any more', () => {
    const columns = (...chosen: readonly (readonly [column: string, use: string])[]) =>
      figureFormatOf(
        { format: 'bmrcl-od', columns: chosen.map(([column, use]) => ({ column, use: use as never })) },
        [],
      )?.columns
    expect(columns()).toEqual({
      time: ['date'],
      hour: ['hour'],
      origin: ['origin_id'],
      destination: ['destination_id'],
      trips: ['trips'],
    })
    expect(columns(['wann', 'date'], ['Trips', 'ignored'], ['n', 'trips'], ['DATE', 'hour'])).toEqual({
      time: ['wann'],
      hour: ['DATE'],
      origin: ['origin_id'],
      destination: ['destination_id'],
      trips: ['n'],
    })
    expect(columns(['x', 'time'], ['TRIPS ', 'ignored'])).toMatchObject({ time: ['x'], trips: [] })
  })
})

test('a place goes by hand, by its code, else by the name that the file of places gives', () => {
  const local = (id: number, name: string, code: string): KnownLocal => ({
    id,
    name,
    code,
    externalId: null,
    timeZone: 'Europe/Madrid',
  })
  const info = (name: string) => ({ name, lat: null, lng: null })
  const read = {
    places: ['1', '2', '3', '4', '5'],
    infos: new Map([
      ['1', info('Sol')],
      ['2', info('Callao')],
      ['3', info('Opera')],
    ]),
  } as never
  const known = [local(7, 'Callao', 'x'), local(8, 'Sol', '3'), local(9, 'Five', 'y'), local(10, 'Sol', 'z')]
  const matches = matchesOf(read, known, [
    { place: '5', local: 9 },
    { place: '4', name: 'Four' },
  ])
  expect([...matches].map(([place, { local: id, name, match }]) => [place, id, name, match])).toEqual([
    ['1', 10, 'Sol', 'name'],
    ['2', 7, 'Callao', 'name'],
    ['3', 8, 'Sol', 'code'],
    ['4', null, 'Four', 'new'],
    ['5', 9, 'Five', 'chosen'],
  ])
})

test('what was staged says what it is', () => {
  expect([isStagedFigures({ kind: 'figures' }), isStagedFigures({ kind: 'minutes' }), isStagedFigures({})]).toEqual([
    true,
    false,
    false,
  ])
})

describe('at the terminal', () => {
  const trips = () => {
    const path = join(folder, 'trips.csv')
    writeFileSync(
      path,
      'date;hour;origin;destination;trips\n2025-08-01;7;1;2;30\n2025-08-01;7;1;2;31\n2025-08-02;8;3;3;1.204\n',
    )
    return path
  }
  const prepare = (options: Partial<FigureOptions> = {}) =>
    prepareFigures({
      files: [trips()],
      format: 'flows',
      client: 'Metro',
      now: Date.UTC(2026, 10, 20),
      within: folder,
      ...options,
      settings: {
        timeZone: 'Europe/Madrid',
        duplicates: 'first',
        decimal: ',',
        places: [{ place: '3', name: 'C' }],
        ...options.settings,
      },
    })
  const refusal = (options: Partial<FigureOptions>) =>
    prepare(options).then(
      (prepared) => {
        prepared.close()
        return 'taken'
      },
      ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
    )
  const sensors = () => {
    const path = join(folder, 'sensors.csv')
    writeFileSync(path, 'n,title\n1,Sol\n2,Callao\n')
    return path
  }

  test('settings are those of the page, and a file may name the places', async () => {
    const prepared = await prepare({ sensors: sensors() })
    prepared.close()
    expect(prepared.report).toMatchObject({
      lines: 3,
      taken: 2,
      sums: [{ read: 1265, stored: 1234, outvoted: 31 }],
      contradicting: { rule: 'first' },
    })
  })

  test('what is missing is refused', async () => {
    const client = (value: string) =>
      `IMPORT_OPTION_INVALID: The client is ${JSON.stringify(value)}; a name of 1 to 200 characters was expected ` +
      '(--client).'
    expect(await refusal({ files: [] })).toBe('IMPORT_OPTION_INVALID: No file was given.')
    expect(await refusal({ client: ' ' })).toBe(client(' '))
    expect(await refusal({ client: 'c'.repeat(201) })).toBe(client('c'.repeat(201)))
    expect(await refusal({ client: ` ${'c'.repeat(200)} `, sensors: sensors() })).toBe('taken')
    expect(await refusal({ settings: { timeZone: 'Mars/Olympus' } })).toBe(
      'IMPORT_ZONE_UNKNOWN: The time zone is "Mars/Olympus"; an IANA name was expected, for example Europe/Madrid.',
    )
    expect(await refusal({ settings: { timeZone: null } })).toBe(
      'IMPORT_ZONE_UNKNOWN: The time zone is ""; an IANA name was expected, for example Europe/Madrid.',
    )
    expect(await refusal({})).toBe(
      'IMPORT_PLACES_UNKNOWN: 2 of 3 places are known by a number only: 1, 2. Add the file that names them ' +
        '(--sensors), or say where each goes. Nothing was loaded.',
    )
  })

  const REPORT: ImportReport = {
    lines: 12_345,
    taken: 12_000,
    minutes: 60,
    meaning: 'flows',
    merged: { duplicates: 0, contradictions: 0, skippedHour: 0, partsOfHour: 0 },
    contradicting: null,
    renamed: 0,
    nulls: 0,
    skipped: 0,
    apart: [],
    columns: [
      { column: 'date', use: 'date' },
      { column: 'x', use: null },
    ],
    sums: [{ atom: 'trips', read: 2000, stored: 2000, outvoted: 0, apart: 0 }],
    firstDay: '2025-08-01',
    lastDay: '2025-08-31',
    stored: null,
  }
  const described = (changes: Partial<ImportReport> = {}) =>
    describeFigures(['/x/a.csv', 'b.csv'], { ...REPORT, ...changes })
  const more = (changes: Partial<ImportReport>) => described(changes).filter((line) => !described().includes(line))

  test('the report has its files, columns and figures', () => {
    expect(described()).toEqual([
      'a.csv, b.csv (flows): 12,345 lines, 2025-08-01 to 2025-08-31',
      '  column       date: used for date',
      '  column       x: ignored',
      '  taken        12,000 lines',
      '  trips        2,000 read = 2,000 stored',
      '  nothing was stored: this was a dry run',
    ])
    expect(described({ firstDay: null })[0]).toBe('a.csv, b.csv (flows): 12,345 lines')
  })

  test('the report has what was merged, left out, quarantined and stored, where there is some', () => {
    expect(
      more({
        nulls: 1500,
        merged: { ...REPORT.merged, duplicates: 1200, contradictions: 7 },
        contradicting: { rule: 'max', first: ['a.csv:3', 'a.csv:4'] },
        skipped: 1300,
        apart: [{ reason: 'NEGATIVE', lines: 1400, first: ['a.csv:5'] }],
        sums: [{ atom: 'trips', read: 3000, stored: 1000, outvoted: 1100, apart: 900 }],
        stored: { added: 1000, unchanged: 2000, corrected: 3000, refused: 0, newLocals: 4 },
      }),
    ).toEqual([
      '  taken        12,000 lines, 1,500 of them without a figure',
      '  merged       1,200 lines that repeat another one',
      '  contradict   7 lines (--duplicates max)',
      '      a.csv:3',
      '      a.csv:4',
      '  left out     1,300 lines of places that are left out',
      '  quarantined   1,400 NEGATIVE',
      '      a.csv:5',
      '  trips        3,000 read = 1,000 stored + 1,100 in lines that another line replaced + 900 quarantined',
      '  store        1,000 new, 2,000 known already, 3,000 corrected; 4 new locals',
    ])
  })
})
