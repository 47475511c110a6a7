import type { DuckDBConnection } from '@duckdb/node-api'
import { releaseBuffer } from '../../lib/release-buffer.ts'
import { appendColumns } from './append.ts'
import { ATOM_COLUMNS, KEY_COLUMNS, NULL, type AtomColumn } from '../columns.ts'
import { HOUR_STATE } from '../hour-state.ts'
import { readColumns } from './read-columns.ts'
import { createGrid, FLAG, type GridSpan, type HourGrid } from '../weigh/grid.ts'
import type { ExpectedSpan } from '../expected.ts'
import type { Outcome } from '../weigh/outcome.ts'

/** How far back the last people of a counter are looked for that has sent nothing but zeros in the weeks before. */
const QUIET_DAYS = 730
/** Rows that are compared, and written, at once. */
const SLICE = 131_072

const { closed, outside } = HOUR_STATE
/** Atoms of which the first that is known is how many came. */
const COUNTS = ['ins', 'visits', 'fro', 'far'] as const
const WAS_OPEN = `state NOT IN (${closed}, ${outside})`

/**
 * Rows of an import for `traffic`, of locals of which it has none: they are weighed before they are
 * written.
 */
export interface Incoming {
  /** A SELECT of client, local, area, day, hour, fold, instant and the atoms. */
  readonly rows: string
  readonly atoms: readonly AtomColumn[]
  /** The table of `makeWeighed` that they go to. */
  readonly into: string
}

/** A SELECT of what the grid is made of: local, area, day, hour, fold, counted, isOpen (when it was looked at last). */
export const knownHours = `SELECT local, area, day, hour, fold, coalesce(${COUNTS.join(', ')}) AS counted,
  ${WAS_OPEN} AS isOpen FROM traffic`

/** The same of the rows of an import. */
const incomingHours = ({ rows, atoms }: Incoming) =>
  `SELECT local, area, day, hour, fold, ${countOf(atoms, (atom) => atom)} AS counted, true AS isOpen FROM (${rows})`

/** The data about the rows of an import that weighing needs. */
export interface IncomingPlace {
  /** First day of the local. */
  first: number
  /** First day with a count, by area. */
  readonly since: Map<number, number>
  /** Newest hour with a count. */
  mark: number | undefined
}

/** @returns how many rows come, and where */
export async function surveyIncoming(
  connection: DuckDBConnection,
  { rows, atoms }: Incoming,
): Promise<{ rows: number; places: ReadonlyMap<number, IncomingPlace> }> {
  const counted = `${countOf(atoms, (atom) => atom)} IS NOT NULL`
  const found = await (
    await connection.run(`
    SELECT local, area, count(*), min(day), min(day) FILTER (${counted}), max(instant) FILTER (${counted})
    FROM (${rows}) GROUP BY local, area`)
  ).getRows()
  const places = new Map<number, IncomingPlace>()
  let all = 0
  for (const [local, area, count, first, since, mark] of found) {
    const one = places.get(Number(local)) ?? { first: Infinity, since: new Map<number, number>(), mark: undefined }
    places.set(Number(local), one)
    all += Number(count)
    one.first = Math.min(one.first, Number(first))
    if (since !== null) one.since.set(Number(area), Number(since))
    if (mark !== null) one.mark = Math.max(one.mark ?? 0, Number(mark))
  }
  return { rows: all, places }
}

/** The same of those that are weighed already. */
const weighedHours = ({ into, atoms }: Incoming) =>
  `SELECT local, area, day, hour, fold, ${countOf(atoms, (atom) => `nullif(${atom}, ${NULL})`)} AS counted,
    ${WAS_OPEN} AS isOpen FROM ${into}`

function countOf(atoms: readonly AtomColumn[], of: (atom: AtomColumn) => string): string {
  const counts = COUNTS.filter((atom) => atoms.includes(atom))
  return counts.length === 0 ? 'NULL::INTEGER' : `coalesce(${counts.map(of).join(', ')}, NULL)`
}

interface Around {
  readonly baseDays: number
  readonly aheadDays: number
  readonly incoming?: Incoming
}

/**
 * Lays out the hours of some spans, with the weeks around them, and reads their counts. Where a counter sent nothing
 * but zeros in all of the weeks before, the weeks before its last people are read as well: what was usual then shows
 * whether it is down.
 */
export async function readGrid(
  connection: DuckDBConnection,
  wanted: readonly ExpectedSpan[],
  around: Around,
  breathe: () => Promise<void> | undefined,
): Promise<HourGrid> {
  const first = wanted.reduce((day, { fromDay }) => Math.min(day, fromDay), Infinity)
  const { incoming } = around
  const ofImport = incoming
    ? ` UNION ALL SELECT * FROM (${weighedHours(incoming)}) WHERE day < ${first} UNION ALL
      SELECT * FROM (${incomingHours(incoming)}) WHERE day >= ${first}`
    : ''
  await connection.run(`CREATE OR REPLACE TEMP VIEW grid_hour AS ${knownHours}${ofImport}`)
  const grid = await layOut(connection, wanted, around)
  if (grid.series.length === 0) return grid
  await stageSeries(connection, grid)
  const { counted, flags, makeSecond } = grid
  for await (const {
    columns: [slots, counts, kinds],
    length,
  } of readColumns(
    connection,
    `
    SELECT (s.first + (t.day - s.baseDay) * s.width + t.hour)::INTEGER, coalesce(t.counted, ${NULL})::INTEGER,
      (t.fold * 2 + CASE WHEN t.day BETWEEN s.fromDay AND s.toDay THEN s.unscheduled
        ELSE t.isOpen::INTEGER END)::INTEGER
    FROM grid_hour t JOIN series s ON s.local = t.local AND s.area = t.area
    WHERE t.day BETWEEN s.baseDay AND s.aheadDay AND ${daysOf(
      grid,
      ({ baseDay }) => baseDay,
      ({ aheadDay }) => aheadDay,
    )}`,
  )) {
    for (let i = 0; i < length; i += 1) {
      const kind = kinds![i]!
      const slot = kind < 2 ? slots![i]! : makeSecond(slots![i]!)
      counted[slot] = counts![i]!
      flags[slot]! |= (kind & 1) === 1 ? FLAG.exists | FLAG.open : FLAG.exists
    }
    await breathe()
  }
  await connection.run('DROP VIEW temp.grid_hour')
  return grid
}

const daysOf = ({ spans }: Pick<HourGrid, 'spans'>, from: (span: GridSpan) => number, to: (span: GridSpan) => number) =>
  `t.day BETWEEN ${spans.reduce((day, span) => Math.min(day, from(span)), Infinity)}
    AND ${spans.reduce((day, span) => Math.max(day, to(span)), -Infinity)}`

interface Surveyed {
  readonly areas: number[]
  lo: number
  hi: number
  seconds: number
  isQuiet: boolean
}

async function layOut(
  connection: DuckDBConnection,
  wanted: readonly ExpectedSpan[],
  { baseDays, aheadDays }: Around,
): Promise<HourGrid> {
  const spans = wanted.map((span) => ({ ...span, baseDay: span.fromDay - baseDays, aheadDay: span.toDay + aheadDays }))
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE reach (local INTEGER, fromDay INTEGER, baseDay INTEGER, aheadDay INTEGER,
      further BOOLEAN DEFAULT false)`,
  )
  const appender = (pick: (span: (typeof spans)[number]) => number) => Int32Array.from(spans, pick)
  await appendReach(
    connection,
    [
      appender(({ local }) => local.local),
      appender(({ fromDay }) => fromDay),
      appender(({ baseDay }) => baseDay),
      appender(({ aheadDay }) => aheadDay),
    ],
    spans.length,
  )
  const survey = await surveyed(connection, false)
  if ([...survey.values()].some(({ isQuiet }) => isQuiet)) {
    const further = await lookFurther(connection, baseDays)
    if (further.size > 0) {
      for (const span of spans) span.baseDay = further.get(span.local.local) ?? span.baseDay
      for (const [local, found] of await surveyed(connection, true)) survey.set(local, found)
    }
  }
  const known = spans.flatMap((span): GridSpan[] => {
    const { local, isWhole } = span
    const found = survey.get(local.local)
    const planned = local.week === null ? [] : [...local.week[0]!.keys()].filter((hour) => local.week![0]![hour] === 1)
    const hours = [...planned, ...(isWhole && planned.length > 0 ? [24] : []), ...(found ? [found.lo, found.hi] : [])]
    const areas = [...new Set([...(local.week === null ? [] : local.areas), ...(found?.areas ?? [])])]
    return hours.length === 0 || areas.length === 0
      ? []
      : [{ ...span, lo: Math.min(...hours), hi: Math.max(...hours), areas }]
  })
  return createGrid(
    known,
    [...survey.values()].reduce((sum, { seconds }) => sum + seconds, 0),
  )
}

async function appendReach(
  connection: DuckDBConnection,
  columns: readonly Int32Array[],
  length: number,
): Promise<void> {
  await connection.run(
    'CREATE OR REPLACE TEMP TABLE reach_rows (local INTEGER, fromDay INTEGER, baseDay INTEGER, aheadDay INTEGER)',
  )
  await appendColumns(connection, 'reach_rows', columns, length)
  await connection.run('INSERT INTO reach SELECT *, false FROM reach_rows')
}

/** Counters that have rows, and the hours in which they have them. */
async function surveyed(connection: DuckDBConnection, further: boolean): Promise<Map<number, Surveyed>> {
  const [bounds = []] = await (
    await connection.run(`SELECT min(baseDay), max(aheadDay) FROM reach WHERE further = ${further}`)
  ).getRows()
  const found = new Map<number, Surveyed>()
  if (bounds[0] === null) return found
  const rows = await (
    await connection.run(`
    SELECT t.local, t.area, min(t.hour), max(t.hour), count(*) FILTER (t.fold > 0),
      coalesce(max(t.counted) FILTER (t.day < r.fromDay AND t.isOpen) = 0, false)
    FROM grid_hour t JOIN reach r ON r.local = t.local
    WHERE r.further = ${further} AND t.day BETWEEN r.baseDay AND r.aheadDay AND t.day BETWEEN ${Number(bounds[0])}
      AND ${Number(bounds[1])} GROUP BY t.local, t.area`)
  ).getRows()
  for (const [local, area, lo, hi, seconds, isQuiet] of rows) {
    const one = found.get(Number(local)) ?? { areas: [], lo: 24, hi: 0, seconds: 0, isQuiet: false }
    found.set(Number(local), one)
    one.areas.push(Number(area))
    one.lo = Math.min(one.lo, Number(lo))
    one.hi = Math.max(one.hi, Number(hi))
    one.seconds += Number(seconds)
    one.isQuiet ||= isQuiet === true
  }
  return found
}

/** Moves the first day that is read of locals with a quiet counter. @returns where to */
async function lookFurther(connection: DuckDBConnection, baseDays: number): Promise<Map<number, number>> {
  await connection.run(`
    UPDATE reach SET baseDay = known.day, further = true FROM (
      WITH quiet AS (
        SELECT t.local, t.area, r.baseDay FROM grid_hour t JOIN reach r ON r.local = t.local
        WHERE t.day BETWEEN r.baseDay AND r.fromDay - 1 AND t.isOpen GROUP BY ALL HAVING max(t.counted) = 0
      )
      SELECT t.local, min(t.day) - ${baseDays} AS day FROM (
        SELECT t.local, t.area, max(t.day) AS day FROM grid_hour t JOIN quiet q ON q.local = t.local AND q.area = t.area
        WHERE t.day BETWEEN q.baseDay - ${QUIET_DAYS} AND q.baseDay - 1 AND t.counted > 0 AND t.isOpen GROUP BY ALL
      ) t GROUP BY t.local
    ) known WHERE known.local = reach.local`)
  return new Map(
    (await (await connection.run('SELECT local, baseDay FROM reach WHERE further')).getRows()).map(([local, day]) => [
      Number(local),
      Number(day),
    ]),
  )
}

async function stageSeries(connection: DuckDBConnection, { spans, series }: HourGrid): Promise<void> {
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE series (number INTEGER, local INTEGER, area INTEGER, first INTEGER, width INTEGER,
      baseDay INTEGER, fromDay INTEGER, toDay INTEGER, aheadDay INTEGER, unscheduled INTEGER)`,
  )
  const column = (pick: (one: (typeof series)[number], span: GridSpan, number: number) => number) =>
    Int32Array.from(series, (one, number) => pick(one, spans[one.local]!, number))
  await appendColumns(
    connection,
    'series',
    [
      column((_, __, number) => number),
      column((_, { local }) => local.local),
      column(({ area }) => area),
      column(({ first, lo }) => first - lo),
      column(({ width }) => width),
      column(({ baseDay }) => baseDay),
      column((_, { fromDay }) => fromDay),
      column((_, { toDay }) => toDay),
      column((_, { aheadDay }) => aheadDay),
      column((_, { local }) => (local.week === null ? 1 : 0)),
    ],
    series.length,
  )
}

/** Columns of whole numbers that grow. */
function createBuffer(width: number) {
  let columns = Array.from({ length: width }, () => new Int32Array(4096))
  const buffer = {
    get columns() {
      return columns
    },
    length: 0,
    /** Makes room for some more rows. */
    grow(more: number) {
      let capacity = columns[0]!.length
      if (buffer.length + more <= capacity) return
      while (buffer.length + more > capacity) capacity *= 2
      columns = columns.map((old) => {
        const wide = new Int32Array(capacity)
        wide.set(old)
        releaseBuffer(old)
        return wide
      })
    },
    take(some: readonly Int32Array[], length: number) {
      buffer.grow(length)
      some.forEach((from, c) => {
        columns[c]!.set(from, buffer.length)
      })
      buffer.length += length
    },
    release() {
      for (const column of columns) releaseBuffer(column)
    },
  }
  return buffer
}

type OutcomeOf = (
  series: HourGrid['series'][number],
  day: number,
  slot: number,
  isSecond: boolean,
  instant: number,
) => Outcome

const RESULT = ['expected', 'observed', 'estimatedIns', 'estimatedDev', 'state'] as const
/** Row ids are longer than the columns of a buffer. */
const ID_BASE = 1 << 30

/**
 * Writes what became of the rows of the spans, where it is something else than before.
 *
 * @returns how many rows changed
 */
export async function updateRows(
  connection: DuckDBConnection,
  grid: HourGrid,
  outcomeOf: OutcomeOf,
  breathe: () => Promise<void> | undefined,
): Promise<number> {
  const { spans, series } = grid
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE outcome (high INTEGER, low INTEGER,
      ${RESULT.map((column) => `${column} INTEGER`).join(', ')})`,
  )
  let changed = 0
  for (const [from, to] of slicesOf(grid)) {
    const buffer = createBuffer(2 + RESULT.length)
    for await (const { columns, length } of readColumns(
      connection,
      `
      SELECT s.number, t.day, (t.hour * 2 + t.fold)::INTEGER, t.instant,
        ${RESULT.map((column) => `coalesce(t.${column}, ${NULL})::INTEGER`).join(', ')},
        (t.rowid // ${ID_BASE})::INTEGER, (t.rowid % ${ID_BASE})::INTEGER
      FROM traffic t JOIN series s ON s.local = t.local AND s.area = t.area
      WHERE t.day BETWEEN greatest(s.fromDay, ${from}) AND least(s.toDay, ${to}) AND t.day BETWEEN ${from} AND ${to}`,
    )) {
      const [numbers, days, hours, instants, expected, observed, estimatedIns, estimatedDev, states, high, low] =
        columns as [
          Int32Array,
          Int32Array,
          Int32Array,
          Int32Array,
          Int32Array,
          Int32Array,
          Int32Array,
          Int32Array,
          Int32Array,
          Int32Array,
          Int32Array,
        ]
      for (let i = 0; i < length; i += 1) {
        const one = series[numbers[i]!]!
        const day = days[i]!
        const slot = one.first + (day - one.baseDay) * one.width + (hours[i]! >> 1) - one.lo
        const out = outcomeOf(one, day, slot, (hours[i]! & 1) === 1, instants[i]! >>> 0)
        if (
          out.expected === expected[i] &&
          out.observed === observed[i] &&
          out.estimatedIns === estimatedIns[i] &&
          out.estimatedDev === estimatedDev[i] &&
          out.state === states[i]
        )
          continue
        buffer.grow(1)
        const [ids, rest, ...values] = buffer.columns as [Int32Array, Int32Array, ...Int32Array[]]
        const at = buffer.length++
        ids[at] = high[i]!
        rest[at] = low[i]!
        for (let c = 0; c < RESULT.length; c += 1) values[c]![at] = out[RESULT[c]!]
      }
      await breathe()
    }
    if (buffer.length > 0) await appendColumns(connection, 'outcome', buffer.columns, buffer.length)
    changed += buffer.length
    buffer.release()
  }
  if (changed > 0) {
    await connection.run(`
      UPDATE traffic SET ${RESULT.map((column) => `${column} = o.${column}`).join(', ')}
      FROM (SELECT high::BIGINT * ${ID_BASE} + low AS id,
        ${RESULT.map((column) => `nullif(${column}, ${NULL}) AS ${column}`).join(', ')} FROM outcome) o
      WHERE traffic.rowid = o.id AND traffic.day BETWEEN ${Math.min(...spans.map(({ fromDay }) => fromDay))}
        AND ${Math.max(...spans.map(({ toDay }) => toDay))}`)
  }
  await connection.run('DROP TABLE temp.outcome')
  return changed
}

/** Days of the spans in which there are some hundred thousand hours. */
function* slicesOf({ spans }: HourGrid): Generator<[from: number, to: number]> {
  const perDay = spans.reduce((sum, { areas, lo, hi }) => sum + areas.length * (hi - lo + 1), 0)
  const days = Math.max(1, Math.floor(SLICE / perDay))
  const last = Math.max(...spans.map(({ toDay }) => toDay))
  for (let from = Math.min(...spans.map(({ fromDay }) => fromDay)); from <= last; from += days)
    yield [from, Math.min(last, from + days - 1)]
}

const isWide = (column: string) => column === 'instant'

/** Columns of a table of weighed hours; `NULL` means null. `added` = no source reported the hour. */
const weighedColumns = (atoms: readonly AtomColumn[]) => ['added', ...KEY_COLUMNS, 'instant', ...RESULT, ...atoms]

export async function makeWeighed(
  connection: DuckDBConnection,
  table: string,
  atoms: readonly AtomColumn[],
): Promise<void> {
  await connection.run(
    `CREATE OR REPLACE ${table.startsWith('temp.') ? 'TEMP ' : ''}TABLE ${table} (${weighedColumns(atoms)
      .map((column) => `${column} ${isWide(column) ? 'UINTEGER' : 'INTEGER'} USING COMPRESSION bitpacking`)
      .join(', ')})`,
  )
}

/** Writes weighed hours, which `traffic` does not have yet, to it. */
export async function insertWeighed(
  connection: DuckDBConnection,
  table: string,
  atoms: readonly AtomColumn[],
  nowMs: number,
): Promise<void> {
  const value = (column: string) =>
    column === 'hour' || column === 'fold' || column === 'state' ? `${column}::TINYINT AS ${column}` : column
  const columns = [...KEY_COLUMNS, 'instant', 'state'].map(value)
  const maybe = [...RESULT.filter((column) => column !== 'state'), ...atoms].map(
    (column) => `nullif(${column}, ${NULL}) AS ${column}`,
  )
  const others = ATOM_COLUMNS.filter((atom) => !atoms.includes(atom)).map((atom) => `NULL::INTEGER AS ${atom}`)
  await connection.run(
    `INSERT INTO traffic BY NAME SELECT ${[...columns, ...maybe, ...others].join(', ')}, $1::BIGINT AS learntAt
      FROM ${table}`,
    [BigInt(nowMs)],
  )
}

/** Adds the rows of hours that passed without a word, and of closed days, with what became of them. */
export async function addRows(
  connection: DuckDBConnection,
  grid: HourGrid,
  outcomeOf: OutcomeOf,
  nowMs: number,
  breathe: () => Promise<void> | undefined,
): Promise<void> {
  await makeWeighed(connection, 'temp.placeholder', [])
  const hours = createWeighedRows(grid, outcomeOf, [])
  for (const [from, to] of slicesOf(grid)) {
    await takeAdded(hours, grid, from, to, breathe)
    await hours.append(connection, 'temp', 'placeholder')
  }
  hours.release()
  await insertWeighed(connection, 'temp.placeholder', [], nowMs)
  await connection.run('DROP TABLE temp.placeholder')
}

/**
 * Writes rows of an import with what became of them, and the hours of their locals of which no source said anything, to
 * the table of weighed ones.
 *
 * @returns how many came
 */
export async function weighIncoming(
  connection: DuckDBConnection,
  grid: HourGrid,
  outcomeOf: OutcomeOf,
  { rows, atoms, into }: Incoming,
  breathe: () => Promise<void> | undefined,
): Promise<number> {
  const [database = '', table = ''] = into.split('.')
  const hours = createWeighedRows(grid, outcomeOf, atoms)
  const came = createBuffer(4 + atoms.length)
  let all = 0
  for (const [from, to] of slicesOf(grid)) {
    came.length = 0
    for await (const { columns, length } of readColumns(
      connection,
      `
      SELECT s.number, t.day, (t.hour * 2 + t.fold)::INTEGER, t.instant,
        ${atoms.map((atom) => `coalesce(t.${atom}, ${NULL})`).join(', ')}
      FROM (${rows}) t JOIN series s ON s.local = t.local AND s.area = t.area
      WHERE t.day BETWEEN greatest(s.fromDay, ${from}) AND least(s.toDay, ${to}) AND t.day BETWEEN ${from} AND ${to}`,
    )) {
      came.take(columns, length)
      await breathe()
    }
    const [numbers, days, times, instants, ...values] = came.columns as [
      Int32Array,
      Int32Array,
      Int32Array,
      Int32Array,
      ...Int32Array[],
    ]
    for (let i = 0; i < came.length; i += 1) {
      hours.put(0, grid.series[numbers[i]!]!, days[i]!, times[i]!, instants[i]! >>> 0, values, i)
      if (i % 4096 === 0) await breathe()
    }
    await takeAdded(hours, grid, from, to, breathe, (one) => grid.spans[one.local]!.isIncoming === true)
    await hours.append(connection, database, table)
    all += came.length
  }
  hours.release()
  came.release()
  return all
}

/** Rows for a table of weighed hours. */
function createWeighedRows({ spans }: HourGrid, outcomeOf: OutcomeOf, atoms: readonly AtomColumn[]) {
  const names = weighedColumns(atoms)
  const buffer = createBuffer(names.length)
  const wide = names.findIndex(isWide)
  return {
    put(
      added: number,
      one: HourGrid['series'][number],
      day: number,
      time: number,
      instant: number,
      values: readonly Int32Array[] = [],
      from = 0,
    ) {
      const { client, local } = spans[one.local]!.local
      const [hour, fold] = [time >> 1, time & 1]
      const out = outcomeOf(one, day, one.first + (day - one.baseDay) * one.width + hour - one.lo, fold === 1, instant)
      buffer.grow(1)
      const { columns: c } = buffer
      const at = buffer.length++
      c[0]![at] = added
      c[1]![at] = client
      c[2]![at] = local
      c[3]![at] = one.area
      c[4]![at] = day
      c[5]![at] = hour
      c[6]![at] = fold
      c[7]![at] = instant
      c[8]![at] = out.expected
      c[9]![at] = out.observed
      c[10]![at] = out.estimatedIns
      c[11]![at] = out.estimatedDev
      c[12]![at] = out.state
      for (let a = 0; a < atoms.length; a += 1) c[13 + a]![at] = values[a]?.[from] ?? NULL
    },
    async append(connection: DuckDBConnection, database: string, table: string) {
      if (buffer.length === 0) return
      await appendColumns(
        connection,
        table,
        buffer.columns.map((column, c) => (c === wide ? new Uint32Array(column.buffer) : column)),
        buffer.length,
        database,
      )
      buffer.length = 0
    },
    release: () => buffer.release(),
  }
}

async function takeAdded(
  hours: ReturnType<typeof createWeighedRows>,
  { spans, series, flags, second, civilDay }: HourGrid,
  from: number,
  to: number,
  breathe: () => Promise<void> | undefined,
  isWanted: (one: HourGrid['series'][number]) => boolean = () => true,
): Promise<void> {
  for (let day = from; day <= to; day += 1) {
    for (const one of series) {
      const { local, fromDay, toDay } = spans[one.local]!
      if (day < fromDay || day > toDay || !isWanted(one)) continue
      const begin = one.first + (day - one.baseDay) * one.width
      for (let slot = begin; slot < begin + one.width; slot += 1) {
        const flag = flags[slot]!
        if ((flag & (FLAG.added | FLAG.second)) === 0) continue
        const add = (fold: number) => {
          const hour = one.lo + slot - begin
          const { hours: civil, whole } = civilDay(local.timeZone, day)
          const { instant } = [...civil, ...whole].find((found) => found.hour === hour && found.fold === fold)!
          hours.put(1, one, day, hour * 2 + fold, instant)
        }
        if ((flag & FLAG.added) !== 0) add(0)
        if ((flag & FLAG.second) !== 0 && (flags[second(slot)!]! & FLAG.added) !== 0) add(1)
      }
    }
    await breathe()
  }
}
