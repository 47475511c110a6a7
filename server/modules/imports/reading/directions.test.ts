/** Lines that name the direction of a passage: read as a person would read them, by the page and the command line. */
import fc from 'fast-check'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toRows } from '#domain/frame-build'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import { SYSTEM_SCOPE } from '../../../lib/scope.ts'
import { presetNamed, withMapping } from './preset.ts'
import { readJob } from './read-job.ts'
import { importStores, NOW } from './testing.ts'

const stores = importStores()
const { written } = stores
const read = (text: string, settings: ImportSettings = {}) =>
  readJob({
    files: [{ path: written(text), name: 'doors.csv' }],
    folder: stores.folder,
    settings: { newClient: 'City', timeZone: 'Europe/Madrid', ...settings },
    locals: [],
    nowMs: NOW,
  })
const sums = ({ report }: Awaited<ReturnType<typeof read>>) =>
  Object.fromEntries(report!.sums.map(({ atom, stored }) => [atom, stored]))
const lines = (header: string, words: readonly string[]) => {
  const rows = words.map((word, i) => `2025-09-01T10:${String(i % 60).padStart(2, '0')}:17,Plaza,${word}`)
  return `${header}\n${rows.join('\n')}\n`
}

describe('a column of in and out is found', () => {
  test.each([
    ['direction', 'in', 'out'],
    ['Sentido', 'Entrada', 'Salida'],
    ['movimiento', 'ENTRA', 'SALE'],
    ['Direção', 'entrada', 'saída'],
    ['směr', 'vstup', 'východ'],
    ['direcció', 'entra', 'surt'],
    ['direzione', 'entrata', 'uscita'],
    ['what', 'entry', 'exit'],
    ['in/out', 'I', 'O'],
    ['E/S', 'E', 'S'],
    ['direction', '1', '0'],
    ['direction', '1', '-1'],
    ['direction', '1', '2'],
    ['is_entry', 'true', 'false'],
    ['is_exit', '0', '1'],
    ['salida', 'no', 'sí'],
  ])('named %s, of %s and %s', async (column, one, other) => {
    const outcome = await read(lines(`ts,sensor,${column}`, [one, other, one, one, other]))
    expect([outcome.questions, outcome.preview?.uses, outcome.report?.meaning, sums(outcome)]).toEqual([
      [],
      ['time', 'sensor', 'direction'],
      'passages',
      { ins: 3, outs: 2 },
    ])
  })

  test.each([
    ['the ways of a street', 'direction', ['Northbound', 'Southbound'], 'area'],
    ['points of the compass', 'direction', ['N', 'E', 'S'], 'area'],
    ['east and west in Spanish', 'sentido', ['E', 'O'], 'area'],
    ['the names of zones', 'zona', ['Entrada', 'Salida'], null],
    ['one of two columns of yes and no', 'paid', ['1', '0'], null],
  ] as const)('%s are none', async (_, column, words, use) => {
    const rows = Array.from({ length: 12 }, (__, i) => `2025-09-01T${10 + i}:00,Plaza,${words[i % words.length]},4`)
    const outcome = await read(`ts,sensor,${column},count\n${rows.join('\n')}\n`)
    expect(outcome.preview?.uses[2]).toBe(use)
  })
})

test('beside a count, the count goes in or out, and both become one hour', async () => {
  const outcome = await read(
    'ts,sensor,direction,count\n2025-09-01T10:00,Plaza,in,40\n2025-09-01T10:00,Plaza,out,31\n2025-09-01T11:00,Plaza,in,5\n2025-09-01T11:00,Plaza,out,9\n',
  )
  expect([sums(outcome), outcome.report]).toMatchObject([
    { ins: 45, outs: 40 },
    { taken: 2, lines: 4, meaning: 'counts', contradicting: null, merged: { duplicates: 0, partsOfHour: 2 } },
  ])
})

test('an hour in which people only left has no entries', async () => {
  const outcome = await read('ts,sensor,direction\n2025-09-01T10:03:17,Plaza,out\n2025-09-01T11:05:44,Plaza,in\n')
  expect([outcome.report?.taken, outcome.report?.nulls, sums(outcome)]).toEqual([2, 0, { ins: 1, outs: 1 }])
})

test('a word that says neither is a line that is not taken, and the report has its line and its word', async () => {
  const outcome = await read(lines('ts,sensor,direction', ['in', 'out', 'in', 'turned', '', 'out']), {
    columns: [{ column: 'direction', use: 'direction' }],
  })
  expect([sums(outcome), outcome.report?.apart]).toEqual([
    { ins: 2, outs: 2 },
    [
      {
        reason: 'DIRECTION_UNKNOWN',
        lines: 2,
        first: ['doors.csv:5  2025-09-01T10:03:17 | Plaza | turned', 'doors.csv:6  2025-09-01T10:04:17 | Plaza | '],
      },
    ],
  ])
})

test('a file that says it the other way round is turned by hand', async () => {
  const text = lines('ts,sensor,direction', ['1', '0', '0', '0'])
  expect(sums(await read(text))).toEqual({ ins: 1, outs: 3 })
  expect(sums(await read(text, { directions: 'swapped' }))).toEqual({ ins: 3, outs: 1 })
})

test('beside exits of their own there is nothing that a direction could say', async () => {
  const text = 'ts,sensor,way,ins,outs\n2025-09-01T10:00,Plaza,in,4,3\n2025-09-01T11:00,Plaza,out,4,3\n'
  const outcome = await read(text, { columns: [{ column: 'way', use: 'direction' }] })
  expect(outcome.questions).toMatchObject([{ code: 'IMPORT_OPTION_INVALID' }])
  expect(outcome.staged).toBeNull()
})

test('numbers beside the direction are asked about: they may be counts', async () => {
  const text = 'ts,sensor,direction,n\n2025-09-01T10:00:11,Plaza,in,4\n2025-09-01T10:00:12,Plaza,out,3\n'
  expect((await read(text)).questions).toMatchObject([{ code: 'FILE_COLUMNS_MISSING', setting: 'columns' }])
  expect(sums(await read(text, { columns: [{ column: 'n', use: 'ins' }], lines: 'parts' }))).toEqual({
    ins: 4,
    outs: 3,
  })
  expect(sums(await read(text, { lines: 'passages', columns: [{ column: 'n', use: 'ignored' }] }))).toEqual({
    ins: 1,
    outs: 1,
  })
})

test('under a name that asks for it, words of in and out are enough: others are lines that are not taken', async () => {
  const outcome = await read(lines('ts,sensor,Sentido', ['entrada', 'salida', 'parado', 'entrada']))
  expect([outcome.preview?.uses[2], sums(outcome), outcome.report?.apart.map(({ reason }) => reason)]).toEqual([
    'direction',
    { ins: 2, outs: 1 },
    ['DIRECTION_UNKNOWN'],
  ])
})

describe('on the command line', () => {
  const run = (text: string, mapping?: string) =>
    stores.run({
      files: [written(text)],
      preset: withMapping(presetNamed('hourly'), mapping),
      client: 'City',
      zone: 'Europe/Madrid',
      now: NOW,
    })

  test('it is found as in the page, and named in the report', async () => {
    const report = await run(lines('ts,sensor,direction', ['in', 'out', 'in']))
    expect([report.sums.ins?.stored, report.sums.outs?.stored, report.columns[2]]).toEqual([
      2,
      1,
      { column: 'direction', use: 'direction' },
    ])
  })

  test('a column is chosen as one by hand, or as something else', async () => {
    const text = lines('ts,sensor,way', ['in', 'out', 'turned', 'in'])
    expect((await run(text, 'direction=way')).sums).toMatchObject({ ins: { stored: 2 }, outs: { stored: 1 } })
    const asAreas = lines('ts,sensor,direction', ['in', 'out', 'in'])
    await expect(run(asAreas, 'area=direction')).rejects.toMatchObject({ code: 'FILE_COLUMNS_MISSING' })
  })
})

test('in any files, entries and exits of each hour equal those of an independent count', async () => {
  const word = fc.constantFrom('in', 'OUT', 'Entrada', 'salida', 'i', 'o', '1', '0', 'turned', '')
  const isIn = new Set(['in', 'Entrada', 'i', '1'])
  const isOut = new Set(['OUT', 'salida', 'o', '0'])
  const passage = fc.record({
    place: fc.constantFrom('a', 'b'),
    second: fc.integer({ min: 0, max: 4 * 3600 - 1 }),
    word,
  })
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(passage, { minLength: 1, maxLength: 60 }), async (passages) => {
      fc.pre(passages.some(({ word: said }) => isIn.has(said) || isOut.has(said)))
      const client = `City ${(run += 1)}`
      const expected = new Map<string, [number, number]>()
      for (const { place, second, word: said } of passages) {
        if (!isIn.has(said) && !isOut.has(said)) continue
        const key = `${place} ${10 + Math.floor(second / 3600)}`
        const [ins, outs] = expected.get(key) ?? [0, 0]
        expected.set(key, isIn.has(said) ? [ins + 1, outs] : [ins, outs + 1])
      }
      const path = join(stores.folder, `run-${run}.csv`)
      writeFileSync(
        path,
        `ts,sensor,direction\n${passages
          .map(({ place, second, word: said }) =>
            [new Date(Date.UTC(2025, 8, 1, 10, 0, second)).toISOString().slice(0, 19), place, said].join(),
          )
          .join('\n')}\n`,
      )
      const report = await stores.run({
        files: [path],
        preset: withMapping(presetNamed('hourly'), 'direction=direction'),
        client,
        zone: 'Europe/Madrid',
        now: NOW,
      })
      const { id } = (await stores.catalog.clients.findByName(SYSTEM_SCOPE, client))!
      const rows = toRows(
        await stores.facts.query(
          {
            table: 'traffic',
            measures: ['ins', 'outs'],
            by: ['local', 'hour'],
            where: { client: [id] },
            periods: [{ name: 'only', from: 20_330, to: 20_340 }],
          },
          'all',
        ),
      )
      const known = rows.filter((row) => row[2] !== null || row[3] !== null)
      const sorted = (pairs: readonly unknown[]) => pairs.map(String).toSorted((a, b) => a.localeCompare(b))
      expect(sorted(known.map((row) => row.slice(-2)))).toEqual(sorted([...expected.values()]))
      expect(report.apart.reduce((sum, { lines: of }) => sum + of, 0)).toBe(
        passages.filter(({ word: said }) => !isIn.has(said) && !isOut.has(said)).length,
      )
    }),
    { numRuns: 12 },
  )
})
