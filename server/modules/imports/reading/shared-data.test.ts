/**
 * The public sets of the development data, when they are there: every line is accounted for, and what the store holds
 * is what the file says, counted by a second, simpler reader. Set AFORO_DATA to their folder.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { toRows } from '#domain/frame-build'
import { memoryCatalog } from '../../../testing/catalog.ts'
import { createDuckDbFactStore } from '../../../facts/duckdb/store.ts'
import { SYSTEM_SCOPE } from '../../../lib/scope.ts'
import { prepareImport } from './index.ts'
import { presetNamed } from './preset.ts'

const DATA = process.env.AFORO_DATA ?? join(import.meta.dirname, '../../../../../shared/data')
const NOW = Date.UTC(2026, 10, 20, 12)

interface Set {
  readonly folder: string
  readonly format: string
  readonly files: (folder: string) => readonly string[]
  /** Column of the counted atom. */
  readonly column: string
  /** Column of the exits, where the set has them. */
  readonly exits?: string
}

const one = (name: string) => (folder: string) => [join(folder, name)]
const SETS: readonly Set[] = [
  { folder: 'melbourne-pedestrian', format: 'melbourne', files: one('counts_hourly.csv.gz'), column: 'count' },
  { folder: 'dublin-footfall-2023', format: 'dublin', files: one('counts_hourly.csv.gz'), column: 'in', exits: 'out' },
  { folder: 'leeds-footfall', format: 'leeds', files: one('counts_hourly.csv.gz'), column: 'count' },
  {
    folder: 'leeds-footfall/raw_feed',
    format: 'leeds-feed',
    files: (folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.gz') && !name.startsWith('2017-12'))
        .sort()
        .map((name) => join(folder, name)),
    column: 'InCount',
  },
  { folder: 'seattle-counters', format: 'seattle', files: one('counts_hourly.csv.gz'), column: 'count' },
  { folder: 'calit2-door', format: 'calit2', files: one('in_out_30min.csv.gz'), column: 'in', exits: 'out' },
  { folder: 'bmrcl-metro', format: 'bmrcl', files: one('station_hourly.csv.gz'), column: 'entries', exits: 'exits' },
]

const text = (file: string) => gunzipSync(readFileSync(file)).toString('utf8')

/**
 * Lines and people of a file by a plain split; names with commas or tabs are quoted and hold no counts before the
 * column.
 */
function naive(file: string, column: string) {
  const [header = '', ...lines] = text(file)
    .split(/\r\n|\n|\r/)
    .filter(Boolean)
  const fromEnd = header.split(',').length - header.split(',').indexOf(column)
  return { lines: lines.length, people: lines.reduce((sum, line) => sum + Number(line.split(',').at(-fromEnd)), 0) }
}

test.each(SETS)(
  '$folder: every line is accounted for and the store holds what the file says',
  async ({ folder, format, files, column, exits }) => {
    const at = join(DATA, folder)
    if (!existsSync(at)) {
      console.log(`${at} is not there; set AFORO_DATA to the folder of the development data to run this.`)
      return
    }
    const catalog = await memoryCatalog()
    const facts = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
    const paths = files(at)
    const report = await (
      await prepareImport({ files: paths, preset: presetNamed(format), client: folder })
    ).store({ catalog, facts, now: NOW })

    const expected = paths
      .map((path) => naive(path, column))
      .reduce((all, file) => ({ lines: all.lines + file.lines, people: all.people + file.people }))
    const apart = report.apart.reduce((sum, { lines }) => sum + lines, 0)
    const { duplicates, skippedHour, partsOfHour } = report.merged
    expect(report.lines).toBe(expected.lines)
    expect(report.taken + duplicates + skippedHour + partsOfHour + apart).toBe(expected.lines)
    const { read, stored, outvoted, apart: lost } = report.sums.ins!
    expect(read).toBe(expected.people)
    expect(stored + outvoted + lost).toBe(read)

    if (exits !== undefined) {
      const people = paths.reduce((sum, path) => sum + naive(path, exits).people, 0)
      const left = report.sums.outs!
      expect([left.read, left.stored + left.outvoted + left.apart]).toEqual([people, people])
    }
    const client = (await catalog.clients.list(SYSTEM_SCOPE)).map(({ id }) => id)
    const query = {
      table: 'traffic',
      measures: ['ins', 'outs', 'expected', 'observed'],
      by: [],
      where: { client },
      periods: [{ name: 'only', from: 10_000, to: 25_000 }],
    } as const
    const [[ins, outs, weight, seen]] = toRows(await facts.query(query)) as [[number, number | null, number, number]]
    expect([ins, outs]).toEqual([stored, exits === undefined ? null : report.sums.outs!.stored])
    expect(seen / weight).toBeGreaterThan(0.5)
    expect(seen).toBeLessThanOrEqual(weight)
    // Again: known already, line by line. The largest sets would only take long to say the same.
    if (expected.lines > 150_000) {
      await facts.close()
      return catalog.close()
    }
    const again = await (
      await prepareImport({ files: paths, preset: presetNamed(format), client: folder })
    ).store({ catalog, facts, now: NOW })
    expect(again.loaded).toMatchObject({
      newLocals: 0,
      store: { accepted: 0, restated: 0, quarantined: report.loaded!.store.quarantined },
    })
    await facts.close()
    await catalog.close()
  },
  120_000,
)

test('the month of 2017 that has days instead of hours is taken as days, and its sums are those of the file', async () => {
  const file = join(DATA, 'leeds-footfall/raw_feed/2017-12__Monthly_Data_Feed_Dec_2017.csv.gz')
  if (!existsSync(file)) return
  const catalog = await memoryCatalog()
  const facts = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
  const report = await (
    await prepareImport({ files: [file], preset: presetNamed('leeds-feed'), client: 'Leeds' })
  ).store({ catalog, facts, now: NOW })
  const { lines, people } = naive(file, 'InCount')
  expect(report).toMatchObject({ lines, meaning: 'daily', sums: { ins: { read: people } } })
  const days = await facts.query({
    table: 'traffic',
    measures: ['ins', 'missingHours'],
    by: ['period'],
    where: { client: [1] },
    periods: [{ name: 'only', from: 17_501, to: 17_531 }],
  })
  expect(toRows(days)).toEqual([['only', report.sums.ins!.stored, 0]])
  expect(report.sums.ins!.stored).toBe(people)
  await facts.close()
  await catalog.close()
})

test('the modes of Seattle are kinds of traffic, each with the sum of its lines', async () => {
  const file = join(DATA, 'seattle-counters/counts_hourly.csv.gz')
  if (!existsSync(file)) return
  const catalog = await memoryCatalog()
  const facts = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
  // One site with both modes is enough to distinguish them.
  const [lines, site] = [text(file).split('\n'), 'burke-gilman']
  const own = lines.filter((line, at) => at === 0 || line.split(',')[1] === site)
  const folder = mkdtempSync(join(tmpdir(), 'aforo-modes-'))
  writeFileSync(join(folder, 'site.csv'), own.join('\n'))
  const report = await (
    await prepareImport({ files: [join(folder, 'site.csv')], preset: presetNamed('seattle'), client: 'Seattle' })
  ).store({ catalog, facts, now: NOW })
  rmSync(folder, { recursive: true })
  const areas = await catalog.areas.list(SYSTEM_SCOPE)
  expect(new Set(areas.map(({ name, traffic }) => `${name.split(' ')[0]} ${traffic}`))).toEqual(
    new Set(['bike bicycle', 'ped people']),
  )
  const sums = new Map(
    toRows(
      await facts.query({
        table: 'traffic',
        measures: ['ins'],
        by: ['area'],
        where: { client: [1] },
        periods: [{ name: 'only', from: 10_000, to: 25_000 }],
      }),
    ).map(([area, ins]) => [Number(area), Number(ins)]),
  )
  const stored = (kind: string) =>
    areas.filter(({ traffic }) => traffic === kind).reduce((sum, { id }) => sum + sums.get(id)!, 0)
  const said = (mode: string) =>
    own.reduce((sum, line) => {
      const cells = line.split(',')
      return cells[2] === mode ? sum + Number(cells[4]) : sum
    }, 0)
  const lost = report.sums.ins!.read - report.sums.ins!.stored
  expect(stored('people') + stored('bicycle') + lost).toBe(said('ped') + said('bike'))
  expect(said('ped') - stored('people')).toBeLessThanOrEqual(lost)
  expect(said('bike') - stored('bicycle')).toBeLessThanOrEqual(lost)
  await facts.close()
  await catalog.close()
}, 60_000)

test('the invoices of Online Retail are tickets with their sales and units, without cancellations and empty ones', async () => {
  const file = join(DATA, 'online-retail-tickets/tickets.csv.gz')
  if (!existsSync(file)) return
  const catalog = await memoryCatalog()
  const facts = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
  const report = await (
    await prepareImport({ files: [file], preset: presetNamed('online-retail'), client: 'Retail' })
  ).store({ catalog, facts, now: NOW })
  const [header = '', ...lines] = text(file).trim().split(/\r?\n/)
  const names = header.split(',')
  const rows = lines
    .map((line) => line.split(','))
    .map((cells) => ({
      amount: Number(cells.at(names.indexOf('amount') - names.length)),
      units: Number(cells.at(names.indexOf('units') - names.length)),
    }))
  const kept = rows.filter(({ amount, units }) => amount > 0 && units >= 0)
  const sum = (pick: (row: (typeof rows)[number]) => number) =>
    kept.reduce((all, row) => all + Math.round(pick(row) * 100), 0) / 100
  const empty = rows.filter(({ amount, units }) => amount === 0 && units >= 0).length
  const apart = new Map(report.apart.map((one) => [one.reason, one.lines]))
  expect([report.lines, apart.get('TICKET_EMPTY') ?? 0]).toEqual([lines.length, empty])
  expect(report.taken + report.merged.partsOfHour + [...apart.values()].reduce((all, of) => all + of)).toBe(
    lines.length,
  )
  const [[tickets, sales, units]] = toRows(
    await facts.query({
      table: 'traffic',
      measures: ['tickets', 'sales', 'units'],
      by: [],
      where: { client: [1] },
      periods: [{ name: 'only', from: 10_000, to: 25_000 }],
    }),
  ) as [[number, number, number]]
  expect([tickets, units]).toEqual([kept.length, sum((row) => row.units)])
  expect(sales).toBeCloseTo(
    sum((row) => row.amount),
    2,
  )
  await facts.close()
  await catalog.close()
})
