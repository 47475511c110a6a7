/**
 * The values of an hour by imports, from their rows in `imported_hour`. Of an hour of one place the newest row that has
 * a value of an atom holds. A merge makes one hour of two, and keeps the rows of both under one key: `part` says how
 * they belong together, so that an import is still taken back without what others said.
 */
import type { DuckDBConnection } from '@duckdb/node-api'
import { ATOM_COLUMNS, type AtomColumn } from '../columns.ts'

export const HOUR_KEY = ['client', 'local', 'area', 'day', 'hour', 'fold'] as const
/** Said, or found, to be unknown. */
export const UNKNOWN = -1
/** The order of the reports; other writers' values precede the import that found them. */
export const SAID_ORDER = 'import * 2 + (NOT base)::INTEGER'
/**
 * Atoms that are counts of their own; the others say more of these, and a sum of a known and an unknown one would
 * contradict them.
 */
export const COUNTS_OF_THEIR_OWN: readonly string[] = ['ins', 'far', 'fro', 'tickets']

/**
 * The order of precedence: the whole hour; the addends of a sum; what lost its hour to another place; the addends of
 * such a sum.
 */
const WHOLE = 'part IS NULL'
const ADDENDS = 'part > 0'
const LOST = 'part = 0'
const LOST_ADDENDS = 'part < 0'

const key = HOUR_KEY.join(', ')

/** The value of an atom, of the rows of one hour that have one row for each part. `present`: a part says something. */
function combined(atom: AtomColumn, value: string, present: string): string {
  const known = `nullif(${value}, ${UNKNOWN})`
  const sum = (layer: string) => {
    const isUnknown = COUNTS_OF_THEIR_OWN.includes(atom)
      ? `count(${known}) FILTER (${layer}) = 0`
      : `count(${known}) FILTER (${layer}) < count(*) FILTER (${layer} AND ${present})`
    return `CASE WHEN count(${value}) FILTER (${layer}) > 0 THEN
      CASE WHEN ${isUnknown} THEN ${UNKNOWN} ELSE least(sum(${known}) FILTER (${layer}), 2147483647)::INTEGER END END`
  }
  return `coalesce(any_value(${value}) FILTER (${WHOLE}), ${sum(ADDENDS)}, any_value(${value}) FILTER (${LOST}),
    ${sum(LOST_ADDENDS)})`
}

/** One value of each atom for each hour: which rows it is of, and what it is called. */
interface AtomSelection {
  /** A condition on a row; null: all rows. */
  readonly of: string | null
  readonly name: (atom: AtomColumn) => string
}

/** The last value of each atom. */
export const LAST: readonly AtomSelection[] = [{ of: null, name: (atom) => atom }]

/** SQL: the value that others wrote after the imports said `said`; null where they did not. */
export const overwritten = (now: string, said: string) =>
  `CASE WHEN ${now} IS DISTINCT FROM nullif(${said}, ${UNKNOWN}) THEN coalesce(${now}, ${UNKNOWN}) END`

/**
 * SQL: what the rows of `from` (`imported_hour`, or some of it) say of each hour.
 *
 * @param hasParts as `hasMergedHours` says; without, one step less is taken
 */
export function saidOfHours(
  from: string,
  atoms: readonly AtomColumn[],
  selections: readonly AtomSelection[],
  hasParts: boolean,
): string {
  const each = (template: (atom: AtomColumn, one: AtomSelection, at: number) => string) =>
    atoms.flatMap((atom) => selections.map((one, at) => template(atom, one, at))).join(', ')
  const newest = (atom: AtomColumn, { of }: AtomSelection) =>
    `arg_max(${atom}, ${SAID_ORDER}) FILTER (${atom} IS NOT NULL${of === null ? '' : ` AND ${of}`})`
  if (!hasParts)
    return `SELECT ${key}, ${each((atom, one) => `${newest(atom, one)} AS ${one.name(atom)}`)} FROM ${from}
      GROUP BY ${key}`
  const presence = selections.map(({ of }, at) => `${of === null ? 'true' : `bool_or(${of})`} AS present_${at}`)
  return `SELECT ${key},
    ${each((atom, { name }, at) => `${combined(atom, name(atom), `present_${at}`)} AS ${name(atom)}`)}
    FROM (
      SELECT ${key}, part, ${presence.join(', ')},
        ${each((atom, one) => `${newest(atom, one)} AS ${one.name(atom)}`)}
      FROM ${from} GROUP BY ${key}, part
    ) GROUP BY ${key}`
}

/** Whether hours of a condition were made of those of two places. */
export async function hasMergedHours(connection: DuckDBConnection, where: string): Promise<boolean> {
  const rows = await (
    await connection.run(`SELECT 1 FROM imported_hour WHERE part IS NOT NULL AND ${where} LIMIT 1`)
  ).getRows()
  return rows.length > 0
}

/** A pair of hours that a merge makes one of, in the temp table `pair` (`source`, `target`: rows of the traffic). */
const SIDES = ['source', 'target'] as const
type Side = (typeof SIDES)[number]

/**
 * Of the hours in the temp table `pair`: notes in the rows of imports how they belong together from now on. Called
 * before the traffic is changed, and before the rows of the source get the key of the target.
 */
export async function noteMergedHours(connection: DuckDBConnection, both: 'keep' | 'take' | 'sum'): Promise<void> {
  const hourOf = (side: Side) =>
    `SELECT t.client, t.local, t.area, t.day, t.hour, t.fold, t.rowid AS hit FROM pair p
      JOIN traffic t ON t.rowid = p.${side}`
  const rowsOf = (side: Side) => `imported_hour h SEMI JOIN (${hourOf(side)}) k USING (${key})`
  const [said] = await (
    await connection.run(`SELECT ${SIDES.map((side) => `(SELECT count(*) FROM ${rowsOf(side)})`).join(' + ')}`)
  ).getRows()
  if (Number(said?.[0] ?? 0) === 0) return
  const lost = both === 'keep' ? 'source' : both === 'take' ? 'target' : null
  for (const side of SIDES) if (side !== lost) await noteOthers(connection, hourOf(side))
  if (lost !== null) {
    await connection.run(
      `UPDATE imported_hour SET part = CASE WHEN part IS NULL THEN 0 WHEN part > 0 THEN -part ELSE part END
        WHERE rowid IN (SELECT h.rowid FROM ${rowsOf(lost)})`,
    )
    return
  }
  const layer = `CASE WHEN ${WHOLE} THEN 3 WHEN ${ADDENDS} THEN 2 WHEN ${LOST} THEN 1 ELSE 0 END`
  const [most] = await (await connection.run('SELECT coalesce(max(abs(part)), 0) FROM imported_hour')).getRows()
  for (const [at, side] of SIDES.entries()) {
    // Earlier values are of an hour that this place no longer has by itself.
    await connection.run(
      `DELETE FROM imported_hour
        WHERE rowid IN (SELECT rowid
        FROM (SELECT h.rowid, ${layer} AS layer, max(${layer}) OVER (PARTITION BY ${key}) AS top FROM ${rowsOf(side)})
        WHERE layer < top)`,
    )
    await connection.run(
      `UPDATE imported_hour SET part = abs(coalesce(part, 0)) + ${1 + at * (Number(most?.[0] ?? 0) + 1)}
        WHERE rowid IN (SELECT h.rowid FROM ${rowsOf(side)})`,
    )
  }
}

/** Values of these hours from other sources: written since the imports, or without any. */
async function noteOthers(connection: DuckDBConnection, hours: string): Promise<void> {
  const atoms = [...ATOM_COLUMNS]
  const changed = (atom: AtomColumn) => `${overwritten(`t.${atom}`, `o.${atom}`)} AS ${atom}`
  const said = `(SELECT h.* FROM imported_hour h SEMI JOIN (${hours}) k USING (${key}))`
  await connection.run(`INSERT INTO imported_hour BY NAME SELECT * FROM (
    SELECT coalesce(l.import, 0)::INTEGER + 1 AS import, true AS base,
      ${HOUR_KEY.map((column) => `t.${column}`).join(', ')}, t.instant, ${atoms.map(changed).join(', ')}
    FROM traffic t SEMI JOIN (${hours}) k ON k.hit = t.rowid
    LEFT JOIN (${saidOfHours(said, atoms, LAST, true)}) o USING (${key})
    LEFT JOIN (SELECT ${key}, max(import) AS import FROM imported_hour h SEMI JOIN (${hours}) k USING (${key})
      GROUP BY ${key}) l USING (${key})
  ) WHERE coalesce(${atoms.join(', ')}) IS NOT NULL`)
}
