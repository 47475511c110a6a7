/**
 * Figures that are no hours of a place: trips between places, profiles of an average day, figures of months. The data
 * of each import stay in rows of their own, and the newest import of a key is current: retracting one removes its rows.
 * Rows of one key and import are added up, because merged places may have two of them.
 */
import type { DuckDBConnection } from '@duckdb/node-api'
import type { FigureKind } from '../figures.ts'
import type { FigureLoad, FiguresStored } from '../imports.ts'

export interface FigureTable {
  readonly name: string
  readonly key: readonly string[]
  readonly values: readonly string[]
}

export const FIGURE_TABLES: Readonly<Record<FigureKind, FigureTable>> = {
  flows: {
    name: 'flow',
    key: ['client', 'local', 'destination', 'day', 'hour', 'fold'],
    values: ['trips'],
  },
  profile: {
    name: 'profile_slot',
    key: ['client', 'local', 'label', 'start', 'minutes'],
    values: ['boardings', 'alightings'],
  },
  monthly: {
    name: 'monthly_figure',
    key: ['client', 'place', 'item', 'measure', 'month', 'months'],
    values: ['figure'],
  },
}

/** The current values, one row per key. `where` and `extra` are trusted SQL. */
export function inForce(kind: FigureKind, where: string, extra: readonly string[] = []): string {
  const { name, key, values } = FIGURE_TABLES[kind]
  const sums = values.map((value) => `sum(${value})::DOUBLE AS ${value}`)
  const others = extra.map((column) => `any_value(${column}) AS ${column}`)
  return `SELECT ${[...key, ...sums, ...others].join(', ')} FROM ${name} WHERE ${where}
    GROUP BY ${key.join(', ')}, import QUALIFY import = max(import) OVER (PARTITION BY ${key.join(', ')})`
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** The lines of the stage with what they are about: see `FigureLayout`. */
function incoming({ kind, client, label, absentIsZero, measure }: FigureLoad): string {
  if (kind === 'flows')
    return `SELECT ${client} AS client, o.local, d.local AS destination, s.c AS day, s.d AS hour, s.e AS fold,
      s.v AS trips
      FROM imp.taken s JOIN temp.figure_place o ON o.place = s.a JOIN temp.figure_place d ON d.place = s.b`
  if (kind === 'profile')
    return `SELECT ${client} AS client, p.local, ${quoted(label)} AS label, s.b AS start, s.c AS minutes,
      s.v AS boardings, s.w AS alightings, ${absentIsZero} AS absentIsZero
      FROM imp.taken s JOIN temp.figure_place p ON p.place = s.a`
  return `SELECT ${client} AS client, p.text AS place, i.text AS item, ${quoted(measure)} AS measure,
    s.c AS month, s.d AS months, s.v AS figure
    FROM imp.taken s JOIN imp.place_name p ON p.number = s.a JOIN imp.item_name i ON i.number = s.b`
}

/** Runs around the transaction: lets the writing connection see the stage. */
export const aroundFigures = ({ file }: Pick<FigureLoad, 'file'>) => ({
  async before(connection: DuckDBConnection) {
    await connection.run('DETACH DATABASE IF EXISTS imp')
    await connection.run(`ATTACH ${quoted(file)} AS imp`)
  },
  async after(connection: DuckDBConnection) {
    await connection.run('DETACH DATABASE IF EXISTS imp')
  },
  // No hour of a place is another one.
  changed: () => [],
})

/** Writes the figures of a stage: all of them or, when it throws, none. */
export async function loadFigures(connection: DuckDBConnection, load: FigureLoad): Promise<FiguresStored> {
  const { name, key, values } = FIGURE_TABLES[load.kind]
  await connection.run('CREATE OR REPLACE TEMP TABLE figure_place (place INTEGER, local INTEGER)')
  for (const [place, local] of load.locals)
    await connection.run('INSERT INTO figure_place VALUES ($1, $2)', [place, local])
  const rows = incoming(load)
  const same = key.map((column) => `o.${column} = s.${column}`).join(' AND ')
  const equal = values.map((value) => `o.${value} IS NOT DISTINCT FROM s.${value}`).join(' AND ')
  // Two places that go to one local are added up here as they are when they are read.
  const summed = `SELECT ${key.join(', ')}, ${values.map((value) => `sum(${value}) AS ${value}`).join(', ')}
    FROM (${rows}) GROUP BY ALL`
  const [counts = []] = await (
    await connection.run(`WITH s AS (${summed}), o AS (${inForce(load.kind, `client = ${load.client}`)})
      SELECT count(*) FILTER (o.client IS NULL), count(*) FILTER (o.client IS NOT NULL AND ${equal}),
        count(*) FILTER (o.client IS NOT NULL AND NOT (${equal})) FROM s LEFT JOIN o ON ${same}`)
  ).getRows()
  await connection.run(`INSERT INTO ${name} BY NAME SELECT ${load.import} AS import, * FROM (${rows})`)
  await connection.run('DROP TABLE temp.figure_place')
  const [accepted = 0, duplicate = 0, restated = 0] = counts.map(Number)
  await connection.run('INSERT INTO imports VALUES ($1, $2, $3, $4, 0, $5::BIGINT, $6)', [
    load.import,
    accepted,
    duplicate,
    restated,
    BigInt(load.nowMs),
    load.cause,
  ])
  return { accepted, duplicate, restated }
}

/** Takes the figures of an import back: what others said of the same keys holds again. */
export async function undoFigures(connection: DuckDBConnection, number: number): Promise<void> {
  for (const { name } of Object.values(FIGURE_TABLES))
    await connection.run(`DELETE FROM ${name} WHERE import = $1`, [number])
}
