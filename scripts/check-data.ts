/**
 * `npm run check:data`: imports the public sets of the development data (AFORO_DATA, or `shared/data` beside the
 * project) and holds every hour of every place against sums that DuckDB works out of the raw files by itself. An hour
 * may differ only where the report says why: quarantined, at a skipped clock time, or in lines that contradict each
 * other. Sets whose lines are no hours (trips, an average day, months) may differ nowhere. Prints a line for each set
 * and fails when an hour is unexplained.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { createCatalog } from '../server/open-catalog.ts'
import { createDuckDbFactStore } from '../server/facts/duckdb/store.ts'
import { inForce } from '../server/facts/duckdb/figures.ts'
import { prepareFigures } from '../server/modules/imports/reading/figures/index.ts'
import { prepareImport } from '../server/modules/imports/reading/index.ts'
import { presetNamed } from '../server/modules/imports/reading/preset.ts'
import { SYSTEM_SCOPE } from '../server/lib/scope.ts'
import type { AtomColumn } from '../server/facts/columns.ts'
import { checkMinutes, MINUTE_SETS } from './check-minutes.ts'
import type { FigureKind } from '../server/facts/figures.ts'

const DATA = process.env.AFORO_DATA ?? resolve(import.meta.dirname, '../../shared/data')
const NOW = Date.UTC(2026, 10, 20, 12)
/** Hours around a clock change: lines of a skipped time join the hour after it. */
const MOVED_H = 1
const DAY_MS = 86_400_000

interface Set {
  readonly folder: string
  readonly format: string
  readonly files?: string
  /** SQL over the raw columns: place, area, and the civil time of a line. */
  readonly place: string
  readonly area?: string
  readonly time: string
  readonly atoms: { readonly [atom in AtomColumn]?: string }
  /** Lines that count; all of them when left out. Where it is given no hour may differ. */
  readonly where?: string
}

const SETS: readonly Set[] = [
  {
    folder: 'melbourne-pedestrian',
    format: 'melbourne',
    place: 'sensor_id',
    time: 'ts_local',
    atoms: { ins: 'count' },
  },
  { folder: 'leeds-footfall', format: 'leeds', place: 'sensor', time: 'ts_local', atoms: { ins: 'count' } },
  {
    folder: 'dublin-footfall-2023',
    format: 'dublin',
    place: 'sensor',
    time: 'ts_local',
    atoms: { ins: '"in"', outs: '"out"' },
  },
  {
    folder: 'seattle-counters',
    format: 'seattle',
    place: 'sensor',
    area: "mode || ' ' || direction",
    time: 'ts_local',
    atoms: { ins: 'count' },
  },
  {
    folder: 'calit2-door',
    format: 'calit2',
    files: 'in_out_30min.csv.gz',
    place: "'calit2-door'",
    time: 'ts_local',
    atoms: { ins: '"in"', outs: '"out"' },
  },
  {
    folder: 'bmrcl-metro',
    format: 'bmrcl',
    files: 'station_hourly.csv.gz',
    place: 'station',
    time: "date || 'T' || lpad(hour, 2, '0') || ':00'",
    atoms: { ins: 'entries', outs: 'exits' },
  },
  // Returns and empty invoices are no tickets: quarantined, and in no sum.
  {
    folder: 'online-retail-tickets',
    format: 'online-retail',
    files: 'tickets.csv.gz',
    place: 'country',
    time: 'ts_local',
    where: 'amount::DOUBLE > 0 AND units::BIGINT >= 0',
    atoms: { tickets: "'1'", units: 'units', sales: 'round(amount::DOUBLE * 100)' },
  },
]

/** Sets whose lines are no hours: each key of the files and of the store, and its figures. */
interface FigureSet {
  readonly folder: string
  readonly format: string
  readonly kind: FigureKind
  readonly files: readonly string[]
  /** SQL over the first file (`$0`), and over what the store holds: a key and two figures. */
  readonly raw: string
  readonly stored: string
}

const FIGURE_SETS: readonly FigureSet[] = [
  {
    folder: 'bmrcl-metro',
    format: 'bmrcl-od',
    kind: 'flows',
    files: ['od_hourly.csv.gz', 'stations.csv'],
    raw:
      "SELECT origin_id || '>' || destination_id || '@' || date || 'T' || hour, sum(trips::BIGINT), 0 FROM " +
      "read_csv('$0', all_varchar = true) GROUP BY ALL",
    stored:
      "SELECT o.code || '>' || d.code || '@' || (DATE '1970-01-01' + day)::VARCHAR || 'T' || hour, trips, 0 FROM " +
      'held JOIN code o ON o.id = local JOIN code d ON d.id = destination',
  },
  {
    folder: 'renfe-rodalies-2018',
    format: 'renfe-rodalies',
    kind: 'profile',
    files: ['station_halfhour.csv.gz', 'stations.csv'],
    raw:
      "SELECT station_code || '@' || slot_start, sum(boardings::BIGINT), sum(alightings::BIGINT) FROM " +
      "read_csv('$0', all_varchar = true) GROUP BY ALL",
    stored:
      "SELECT o.code || '@' || lpad((start // 60)::VARCHAR, 2, '0') || ':' || lpad((start % 60)::VARCHAR, 2, '0'), " +
      'boardings, alightings FROM held JOIN code o ON o.id = local',
  },
  {
    folder: 'car-registrations',
    format: 'car-registrations',
    kind: 'monthly',
    files: ['monthly_by_brand.csv.gz'],
    raw:
      "SELECT country || '/' || CASE brand WHEN 'other' THEN '' ELSE brand END || '@' || period, " +
      "sum(registrations::BIGINT), 0 FROM read_csv('$0', all_varchar = true) GROUP BY ALL",
    stored:
      "SELECT place || '/' || item || '@' || (month // 12) || '-' || lpad((month % 12 + 1)::VARCHAR, 2, '0'), " +
      'figure, 0 FROM held',
  },
]

/** Every key has the same figures in the files, as DuckDB reads them, and in the store. */
async function checkFigures({ folder, format, kind, files, raw, stored }: FigureSet): Promise<boolean> {
  const paths = files.map((name) => join(DATA, folder, name))
  const own = mkdtempSync(join(tmpdir(), 'aforo-check-'))
  const catalog = await createCatalog({ catalogUrl: 'sqlite::memory:' })
  const facts = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
  const began = performance.now()
  try {
    const prepared = await prepareFigures({ files: paths, format, client: folder, within: own, now: NOW })
    const report = await prepared.store({ catalog, facts, now: NOW })
    prepared.close()
    const seconds = (performance.now() - began) / 1000
    const locals = await catalog.locals.list(SYSTEM_SCOPE)
    const codes =
      locals.length === 0
        ? "(0, '')"
        : locals.map(({ id, code }) => `(${id}, '${(code ?? '').replaceAll("'", "''")}')`).join(', ')
    const plain = await (await DuckDBInstance.create(':memory:')).connect()
    const said = await (await plain.run(raw.replace('$0', paths[0]!.replaceAll("'", "''")))).getRows()
    plain.closeSync()
    const kept = await facts.read(
      `WITH code(id, code) AS (VALUES ${codes}), held AS (${inForce(kind, 'true')}) ${stored}`,
    )
    const byKey = (rows: readonly (readonly unknown[])[]) =>
      new Map(rows.map(([key, ...values]) => [String(key), values.map(Number)]))
    const [expected, held] = [byKey(said), byKey(kept)]
    const keys = [...new Set([...expected.keys(), ...held.keys()])]
    const wrong = keys.filter((key) => expected.get(key)?.join() !== held.get(key)?.join())
    const sums = report.sums
      .map(({ atom, read, stored: of }) => `${atom} ${of.toLocaleString('en')} of ${read.toLocaleString('en')}`)
      .join(', ')
    const quarantined = report.apart.reduce((sum, { lines }) => sum + lines, 0)
    console.log(
      `${wrong.length === 0 ? 'ok    ' : 'FAILED'} ${format.padEnd(24)} ${report.lines.toLocaleString('en')} lines, ` +
        `${(keys.length - wrong.length).toLocaleString('en')} figures equal, ${wrong.length} not; ` +
        `${quarantined} lines quarantined, ` +
        `${report.merged.duplicates} repeated, ${report.merged.contradictions} contradicting; ${sums}; ` +
        `${seconds.toFixed(1)} s`,
    )
    for (const key of wrong.slice(0, 5))
      console.log(
        `         ${key}: the files say ${expected.get(key)?.join(', ')}, stored is ${held.get(key)?.join(', ')}`,
      )
    return wrong.length === 0
  } finally {
    await facts.close()
    await catalog.close()
    rmSync(own, { recursive: true, force: true })
  }
}

const fold = (text: string) => text.trim().replaceAll(/\s+/g, ' ').toLowerCase()
const keyOf = (place: string, area: string, day: number, hour: number) =>
  `${fold(place)}|${fold(area)}|${day * 24 + hour}`

/** Sums of the raw lines by place, area and civil hour; a null adds nothing. */
async function sumsOf(
  files: readonly string[],
  { place, area = "''", time, atoms, where = 'true' }: Set,
): Promise<Map<string, number[]>> {
  const raw = await (await DuckDBInstance.create(':memory:')).connect()
  const sums = Object.values(atoms)
    .map((column) => `sum(TRY_CAST(${column} AS BIGINT))`)
    .join(', ')
  const rows = await (
    await raw.run(`
    SELECT ${place}, ${area}, epoch(CAST(${time} AS TIMESTAMP))::BIGINT // 3600 AS at, ${sums}
    FROM read_csv([${files.map((file) => `'${file.replaceAll("'", "''")}'`).join(', ')}], all_varchar = true,
      header = true) WHERE ${where} GROUP BY ALL`)
  ).getRows()
  raw.closeSync()
  return new Map(
    rows.map(([name, part, at, ...values]) => [
      keyOf(String(name), String(part), 0, Number(at)),
      values.map((value) => (value === null ? Number.NaN : Number(value))),
    ]),
  )
}

async function check(set: Set): Promise<boolean> {
  const folder = join(DATA, set.folder)
  const files = readdirSync(folder)
    .filter((name) => (set.files === undefined ? /^counts_hourly\.csv\.gz$/.test(name) : name === set.files))
    .map((name) => join(folder, name))
  const own = mkdtempSync(join(tmpdir(), 'aforo-check-'))
  const catalog = await createCatalog({ catalogUrl: 'sqlite::memory:' })
  const facts = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
  const began = performance.now()
  try {
    const prepared = await prepareImport({ files, preset: presetNamed(set.format), client: set.folder, within: own })
    const report = await prepared.store({ catalog, facts, now: NOW })
    prepared.close()
    const seconds = (performance.now() - began) / 1000
    const [locals, areas] = [await catalog.locals.list(SYSTEM_SCOPE), await catalog.areas.list(SYSTEM_SCOPE)]
    const nameOf = new Map(
      locals.map(({ id, code, name }) => [id, set.place.startsWith("'") ? set.place.slice(1, -1) : (code ?? name)]),
    )
    const areaOf = new Map(areas.map(({ id, name }) => [id, set.area === undefined ? '' : name]))
    const atoms = Object.keys(set.atoms)
    const rows = await facts.read(
      `SELECT local, area, day, hour, ${atoms.map((atom) => `sum(${atom})::DOUBLE`).join(', ')} FROM traffic WHERE ` +
        `coalesce(${atoms.join(', ')}) IS NOT NULL GROUP BY ALL`,
    )
    const stored = new Map(
      rows.map(([local, area, day, hour, ...values]) => [
        keyOf(nameOf.get(Number(local)) ?? '', areaOf.get(Number(area)) ?? '', Number(day), Number(hour)),
        values.map((value) => (value === null ? Number.NaN : Number(value))),
      ]),
    )
    const expected = await sumsOf(files, set)
    const quarantined = await facts.read('SELECT row FROM quarantine')
    const rejected = quarantined.map(
      ([text]) =>
        JSON.parse(String(text)) as { readonly time?: string; readonly ts_local?: string; readonly date?: string },
    )
    const rejectedAt = new Set(
      rejected.map(({ time, ts_local: local, date }) => (time ?? local ?? date ?? '').slice(0, 13)),
    )
    const offsets = new Intl.DateTimeFormat('en', {
      timeZone: presetNamed(set.format).timeZone ?? 'UTC',
      timeZoneName: 'longOffset',
    })
    const offsetAt = (ms: number) => offsets.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value
    /** Between one and three at night of a day on which the clocks change. */
    const isMoved = (at: number) => {
      const noon = Math.floor(at / 24) * DAY_MS + DAY_MS / 2
      return Math.abs((at % 24) - 2) <= MOVED_H && offsetAt(noon) !== offsetAt(noon - DAY_MS)
    }
    let [equal, explained] = [0, 0]
    const wrong: string[] = []
    for (const key of new Set([...expected.keys(), ...stored.keys()])) {
      const [said, kept] = [
        expected.get(key) ?? atoms.map(() => Number.NaN),
        stored.get(key) ?? atoms.map(() => Number.NaN),
      ]
      if (said.every((value, a) => Object.is(value, kept[a]) || value === kept[a])) equal += 1
      else {
        const at = Number(key.slice(key.lastIndexOf('|') + 1))
        const when = new Date(at * 3_600_000).toISOString().slice(0, 13)
        if (
          set.where === undefined &&
          (rejectedAt.has(when) ||
            (isMoved(at) && report.merged.skippedHour + report.merged.duplicates > 0) ||
            report.merged.contradictions > 0)
        )
          explained += 1
        else wrong.push(`${key} ${when}: the files say ${said.join(', ')}, stored is ${kept.join(', ')}`)
      }
    }
    const total = (of: ReadonlyMap<string, readonly number[]>, a: number) =>
      [...of.values()].reduce((sum, values) => sum + (values[a]! || 0), 0)
    const sums = atoms
      .map(
        (atom, a) => `${atom} ${total(stored, a).toLocaleString('en')} of ${total(expected, a).toLocaleString('en')}`,
      )
      .join(', ')
    const linesQuarantined = report.apart.reduce((sum, { lines }) => sum + lines, 0)
    console.log(
      `${wrong.length === 0 ? 'ok    ' : 'FAILED'} ${set.folder.padEnd(24)} ${report.lines.toLocaleString('en')} ` +
        `lines, ${equal.toLocaleString('en')} hours equal, ${explained} explained, ${wrong.length} not; ` +
        `${linesQuarantined} lines quarantined,  ` +
        `${report.merged.duplicates} repeated, ${report.merged.contradictions} contradicting; ${sums}; ` +
        `${seconds.toFixed(1)} s`,
    )
    for (const line of wrong.slice(0, 5)) console.log(`         ${line}`)
    return wrong.length === 0
  } finally {
    await facts.close()
    await catalog.close()
    rmSync(own, { recursive: true, force: true })
  }
}

if (!existsSync(DATA)) {
  console.error(`${DATA} is not there; set AFORO_DATA to the folder of the development data.`)
  process.exit(1)
}
const failed: string[] = []
for (const set of SETS) {
  if (!existsSync(join(DATA, set.folder))) console.log(`       ${set.folder}: not there`)
  else if (!(await check(set))) failed.push(set.folder)
}
for (const set of FIGURE_SETS) {
  if (!existsSync(join(DATA, set.folder))) console.log(`       ${set.folder}: not there`)
  else if (!(await checkFigures(set))) failed.push(set.format)
}
for (const set of MINUTE_SETS) {
  if (!existsSync(join(DATA, set.folder))) console.log(`       ${set.folder}: not there`)
  else if (!(await checkMinutes(DATA, set))) failed.push(set.folder)
}
console.log(`most memory of this process: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`)
process.exit(failed.length === 0 ? 0 : 1)
