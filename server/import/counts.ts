import { ATOM_COLUMNS, NULL, type AtomColumn } from '../facts/columns.ts'
import { MOST_PEOPLE_AN_HOUR } from '../facts/checks.ts'
import { civilAt, instantOf } from '../facts/zone.ts'
import type { Line, Table } from './csv.ts'
import { ImportError } from './import-error.ts'
import type { Preset } from './preset.ts'
import { parseHour, parseTimestamp, type Civil } from './timestamp.ts'

/** Why a line was kept apart. The last two come from the store (see `QUARANTINE_REASONS`). */
export type LineReason = 'TIME_UNREADABLE' | 'HOUR_MISSING' | 'COUNT_UNREADABLE' | 'SENSOR_MISSING' | 'CELLS_MISSING' | 'TIME_SKIPPED' | 'NEGATIVE' | 'ABSURD' | 'SENTINEL' | 'HOUR_INCOMPLETE'

export interface KeptApart {
  readonly file: string
  readonly line: number
  readonly reason: string
  readonly cells: Readonly<Record<string, string>>
}

/** One count as a line of a file says it, placed in civil time. */
export interface Count {
  readonly file: string
  readonly line: Line
  readonly place: number
  readonly area: number
  /** Day, hour and start of the hour in which it falls; `fold` is set when the text has an offset. */
  readonly day: number
  readonly hour: number
  readonly instant: number
  fold: 0 | 1
  /** Minute of the hour at which the count begins. */
  readonly minute: number
  /** Civil time that was skipped, moved as much later; or that happened twice, the pass not being told. */
  readonly odd: 'skipped' | 'repeated' | null
  /** In the order of `Reading.atoms`. */
  readonly values: readonly number[]
}

export interface Reading {
  readonly atoms: readonly AtomColumn[]
  /** Names of places and areas as they were first written. */
  readonly places: readonly string[]
  readonly areas: readonly string[]
  readonly counts: readonly Count[]
  readonly apart: readonly KeptApart[]
  /** Data lines of all files. */
  readonly lines: number
  /** Lines whose place has another name in the file. */
  readonly renamed: number
  readonly zone: string
}

export interface NamedTable extends Table {
  readonly file: string
}

/** A file with more unreadable lines than this is not the file that was meant. */
const MOST_UNREADABLE = 0.05
const UNREADABLE: ReadonlySet<string> = new Set<LineReason>(['TIME_UNREADABLE', 'HOUR_MISSING', 'COUNT_UNREADABLE', 'SENSOR_MISSING', 'CELLS_MISSING'])
const SHOWN = 10

/** Blanks and case do not make another place: the same camera is written with a blank or a tab behind it. */
export const tidy = (name: string): string => name.normalize('NFC').replace(/\s+/g, ' ').trim()
const fold = (name: string): string => tidy(name).toLowerCase()

/**
 * Reads the lines of all files of one import and places each count in the civil time of the zone. Pure: nothing is stored.
 *
 * @throws {ImportError} FILE_COLUMNS_MISSING, FILE_NO_ROWS, FILE_DAILY, FILE_UNREADABLE: the whole import is refused
 */
export function readCounts(tables: readonly NamedTable[], preset: Preset, zone: string): Reading {
  const atoms = ATOM_COLUMNS.filter((atom) => tables.every((table) => findColumn(table, preset.columns.atoms[atom]) >= 0))
  const places = createNames(preset.renames)
  const areas = createNames({})
  const clock = createClock(zone)
  const counts: Count[] = []
  const apart: KeptApart[] = []
  let lines = 0

  for (const table of tables) {
    const at = columnsOf(table, preset, atoms)
    if (table.rows.length === 0) throw new ImportError('FILE_NO_ROWS', `${table.file} has a header and no rows.`)
    lines += table.rows.length
    const before = apart.length
    for (const line of table.rows) {
      const keepApart = (reason: LineReason) => apart.push({ file: table.file, line: line.line, reason, cells: labelled(table, line) })
      const { cells } = line
      if (cells.length < at.least) {
        keepApart('CELLS_MISSING')
        continue
      }
      const civil = civilOf(cells, at, preset)
      if (typeof civil === 'string') {
        keepApart(civil)
        continue
      }
      const name = at.sensor < 0 ? WHOLE : cells[at.sensor]!
      if (tidy(name) === '') {
        keepApart('SENSOR_MISSING')
        continue
      }
      const values = at.atoms.map((column) => countOf(cells[column]!, preset.nulls))
      const wrong = values.includes(Number.NaN) ? 'COUNT_UNREADABLE' : values.some((n) => n < 0 && n !== NULL) ? 'NEGATIVE' : values.some((n) => n > MOST_PEOPLE_AN_HOUR) ? 'ABSURD' : null
      if (wrong) {
        keepApart(wrong)
        continue
      }
      const placed = clock(civil)
      if (placed.odd === 'skipped' && preset.skippedHour === 'keep-apart') {
        keepApart('TIME_SKIPPED')
        continue
      }
      const area = at.area.map((column) => tidy(cells[column]!)).filter(Boolean).join(' ')
      counts.push({ file: table.file, line, place: places.of(name), area: areas.of(area), ...placed, values })
    }
    refuseWrongFile(table, apart.slice(before))
  }
  return { atoms, places: places.list, areas: areas.list, counts, apart, lines, renamed: places.renamed(), zone }
}

/** Name of the place when the file is about one place only. */
export const WHOLE = 'all'

interface Columns {
  readonly time: number
  readonly hour: number
  readonly sensor: number
  readonly area: readonly number[]
  readonly atoms: readonly number[]
  readonly least: number
}

function columnsOf(table: NamedTable, { columns }: Preset, atoms: readonly AtomColumn[]): Columns {
  const time = findColumn(table, columns.time)
  const hour = findColumn(table, columns.hour)
  const sensor = findColumn(table, columns.sensor)
  const missing = [
    ...(time < 0 ? [`the time (${columns.time.join(' or ')})`] : []),
    ...(columns.sensor && sensor < 0 && columns.sensor.length <= 3 ? [`the place (${columns.sensor.join(' or ')})`] : []),
    ...(atoms.length === 0 ? [`a count (${Object.values(columns.atoms).flat().join(' or ')})`] : []),
  ]
  if (missing.length) {
    throw new ImportError('FILE_COLUMNS_MISSING', `${table.file} has the columns ${table.header.join(', ')}; ${missing.join(' and ')} was expected. Name them with --map, for example --map ts=...,sensor=...,ins=...`)
  }
  const area = (columns.area ?? []).map((names) => findColumn(table, names)).filter((column) => column >= 0)
  const counted = atoms.map((atom) => findColumn(table, columns.atoms[atom]))
  return { time, hour, sensor, area, atoms: counted, least: Math.max(time, hour, sensor, ...area, ...counted) + 1 }
}

function findColumn({ header }: Table, names: readonly string[] | undefined): number {
  for (const name of names ?? []) {
    const at = header.findIndex((column) => fold(column) === fold(name))
    if (at >= 0) return at
  }
  return -1
}

function civilOf(cells: readonly string[], at: Columns, preset: Preset): Civil | 'TIME_UNREADABLE' | 'HOUR_MISSING' {
  const stamp = parseCached(cells[at.time]!, preset)
  if (!stamp) return 'TIME_UNREADABLE'
  if (!stamp.dateOnly) return stamp
  if (at.hour < 0 || cells[at.hour]!.trim() === '') return 'HOUR_MISSING'
  const seconds = parseHour(cells[at.hour]!)
  return seconds === null ? 'TIME_UNREADABLE' : { ...stamp, civil: stamp.civil + seconds, dateOnly: false }
}

const parsed = new Map<string, Civil | null>()

/** The same hour is written once per sensor; reading it once is most of the speed of a large import. */
function parseCached(text: string, { dateOrder }: Preset): Civil | null {
  const key = dateOrder + text
  let found = parsed.get(key)
  if (found === undefined) {
    if (parsed.size > 200_000) parsed.clear()
    parsed.set(key, (found = parseTimestamp(text, dateOrder)))
  }
  return found
}

/** A count, `NULL` when none was reported, NaN when it cannot be read. `12.0` is twelve people, `1,204` is not 1.204. */
function countOf(cell: string, nulls: readonly string[]): number {
  const text = cell.trim()
  if (text === '' || nulls.includes(text)) return NULL
  if (/^-?\d{1,9}(\.0+)?$/.test(text)) return Number(text)
  return /^\d{1,3}(,\d{3})+$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN
}

type Placement = Pick<Count, 'day' | 'hour' | 'instant' | 'fold' | 'minute' | 'odd'>

/** Places civil times, remembering each hour. */
function createClock(zone: string): (civil: Civil) => Placement {
  const known = new Map<number, Placement>()
  return ({ civil, offset }) => {
    const seconds = ((civil % 3600) + 3600) % 3600
    if (offset !== null) return placeInstant(zone, civil - offset)
    const begin = civil - seconds
    let placed = known.get(begin)
    if (!placed) {
      const { instant, kind } = instantOf(zone, begin)
      // A skipped time is moved into the hour that followed it.
      const { day, hour } = civilAt(zone, instant)
      const start = kind === 'gap' ? instantOf(zone, day * 86_400 + hour * 3600).instant : instant
      placed = { day, hour, instant: start, fold: 0, minute: 0, odd: kind === 'gap' ? 'skipped' : kind === 'repeated' ? 'repeated' : null }
      known.set(begin, placed)
    }
    return { ...placed, minute: Math.floor(seconds / 60) }
  }
}

function placeInstant(zone: string, at: number): Placement {
  const { day, hour, second } = civilAt(zone, at)
  const instant = at - second
  const first = instantOf(zone, day * 86_400 + hour * 3600)
  return { day, hour, instant, fold: first.kind === 'repeated' && instant > first.instant ? 1 : 0, minute: Math.floor(second / 60), odd: null }
}

function createNames(renames: Readonly<Record<string, string>>) {
  const list: string[] = []
  const numbers = new Map<string, number>()
  const seen = new Map<string, { number: number; renamed: boolean }>()
  const newNames = new Map(Object.entries(renames).map(([from, to]) => [fold(from), to]))
  let renamed = 0
  return {
    list,
    renamed: () => renamed,
    of(written: string): number {
      let known = seen.get(written)
      if (!known) {
        const name = tidy(newNames.get(fold(written)) ?? written)
        let number = numbers.get(fold(name))
        if (number === undefined) {
          number = list.push(name) - 1
          numbers.set(fold(name), number)
        }
        known = { number, renamed: list[number] !== written }
        seen.set(written, known)
      }
      if (known.renamed) renamed += 1
      return known.number
    },
  }
}

function refuseWrongFile({ file, rows }: NamedTable, apart: readonly KeptApart[]) {
  const bad = apart.filter(({ reason }) => UNREADABLE.has(reason))
  if (bad.length <= rows.length * MOST_UNREADABLE) return
  const shown = bad.slice(0, SHOWN).map(({ line, reason, cells }) => `${file}:${line} ${reason} ${Object.values(cells).join(' | ').slice(0, 120)}`)
  if (bad.every(({ reason }) => reason === 'HOUR_MISSING')) {
    throw new ImportError('FILE_DAILY', `${file} has days without hours on ${bad.length} of ${rows.length} lines; hourly counts were expected, and a day is never spread over hours.`, shown)
  }
  throw new ImportError('FILE_UNREADABLE', `${file} has ${bad.length} of ${rows.length} lines that cannot be read; at most ${MOST_UNREADABLE * 100} % may. Nothing was loaded.`, shown)
}

export const labelled = ({ header }: Table, { cells }: Line): Record<string, string> =>
  Object.fromEntries(cells.slice(0, 40).map((cell, i) => [header[i] || `column ${i + 1}`, cell.slice(0, 200)]))
