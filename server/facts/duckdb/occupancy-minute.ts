/**
 * People inside by the minute as files say it, each minute of an area once. Devices have their own words in
 * `occupancy`.
 */
import type { DuckDBConnection } from '@duckdb/node-api'
import { quarantineImportLines } from './quarantine-import-lines.ts'
import type { MinuteLoad } from '../imports.ts'
import type { MinutesStored } from '../occupancy.ts'

export const OCCUPANCY_MINUTE_DDL = `
-- instant: begin of the minute, seconds since 1970-01-01 UTC. presence: 1 = the room is not empty, not how many are
-- there.
CREATE TABLE IF NOT EXISTS occupancy_minute (
  client INTEGER NOT NULL, local INTEGER NOT NULL, area INTEGER NOT NULL, instant UINTEGER NOT NULL,
  people INTEGER NOT NULL, presence BOOLEAN NOT NULL, source VARCHAR NOT NULL, learntAt BIGINT NOT NULL
)`

const ORDER = 'import * 2 + (NOT base)::INTEGER'
const SAME = (a: string, b: string) =>
  `${a}.local = ${b}.local AND ${a}.area = ${b}.area AND ${a}.instant = ${b}.instant`

/**
 * Writes the minutes of an import and what has to be known to take them back. All of it or, when it throws, nothing.
 */
export async function loadMinutes(
  connection: DuckDBConnection,
  { import: number, presence, cause, nowMs }: MinuteLoad,
): Promise<MinutesStored> {
  const incoming =
    'SELECT t.client, t.local, t.area, m.instant, m.people FROM imp.minute m JOIN imp.target t USING (room)'
  const isOther = `(o.people <> i.people OR o.presence <> ${presence})`
  const [row = []] = await (
    await connection.run(
      `SELECT count(*) FILTER (o.people IS NULL), count(*) FILTER (${isOther}), count(*) FILTER (NOT ${isOther})
        FROM (${incoming}) i LEFT JOIN occupancy_minute o ON ${SAME('o', 'i')}`,
    )
  ).getRows()
  const [added = 0, changed = 0, unchanged = 0] = row.map(Number)
  // Minutes that no import is known to have said.
  await connection.run(
    `INSERT INTO imported_minute BY NAME SELECT ${number}::INTEGER AS import, true AS base, o.* FROM occupancy_minute o
      SEMI JOIN (${incoming}) i ON ${SAME('o', 'i')} ANTI JOIN imported_minute h ON ${SAME('h', 'o')}`,
  )
  const said = [presence, cause, BigInt(nowMs)]
  await connection.run(
    `INSERT INTO imported_minute BY NAME SELECT ${number}::INTEGER AS import, false AS base, i.*,
      $1::BOOLEAN AS presence, $2::VARCHAR AS source, $3::BIGINT AS learntAt FROM (${incoming}) i`,
    said,
  )
  if (changed > 0)
    await connection.run(`DELETE FROM occupancy_minute o USING (${incoming}) i WHERE ${SAME('o', 'i')} AND ${isOther}`)
  await connection.run(
    `INSERT INTO occupancy_minute BY NAME SELECT i.*, $1::BOOLEAN AS presence, $2::VARCHAR AS source,
      $3::BIGINT AS learntAt FROM (${incoming}) i ANTI JOIN occupancy_minute o ON ${SAME('o', 'i')}
      ORDER BY i.local, i.area, i.instant`,
    said,
  )
  await quarantineImportLines(connection, { client: (await firstClient(connection)) ?? 0, cause, now: BigInt(nowMs) })
  await connection.run('INSERT INTO imports VALUES ($1, $2, $3, $4, 0, $5::BIGINT, $6)', [
    number,
    added,
    unchanged,
    changed,
    BigInt(nowMs),
    cause,
  ])
  return { added, changed, unchanged }
}

async function firstClient(connection: DuckDBConnection): Promise<number | null> {
  const [row] = await (await connection.run('SELECT min(client) FROM imp.target')).getRows()
  return row?.[0] == null ? null : Number(row[0])
}

/**
 * Takes the minutes of an import back: each becomes what the newest of the others said of it, else what there was
 * before; else it goes.
 */
export async function undoMinutes(connection: DuckDBConnection, number: number): Promise<void> {
  const [known] = await (
    await connection.run('SELECT count(*) FROM imported_minute WHERE import = $1 AND NOT base', [number])
  ).getRows()
  if (Number(known?.[0] ?? 0) === 0) return
  const own = `SELECT local, area, instant FROM imported_minute WHERE import = ${number} AND NOT base`
  await connection.run(`CREATE OR REPLACE TEMP TABLE minutes_back AS
    SELECT local, area, instant, max(${ORDER}) = ${number} * 2 + 1 AS held FROM imported_minute
    SEMI JOIN (${own}) USING (local, area, instant) GROUP BY ALL`)
  await connection.run(
    `DELETE FROM occupancy_minute o USING minutes_back b WHERE b.held AND o.local = b.local AND o.area = b.area
      AND o.instant = b.instant`,
  )
  await connection.run(`INSERT INTO occupancy_minute BY NAME
    SELECT w.* FROM (SELECT unnest(arg_max(struct_pack(client := client, local := local, area := area,
      instant := instant, people := people, presence := presence, source := source, learntAt := learntAt), ${ORDER}))
      FROM imported_minute WHERE NOT (import = ${number} AND NOT base) GROUP BY local, area, instant) w
    SEMI JOIN (FROM minutes_back WHERE held) b ON ${SAME('w', 'b')} ORDER BY local, area, instant`)
  await connection.run('DELETE FROM imported_minute WHERE import = $1 AND NOT base', [number])
  await connection.run(`DELETE FROM imported_minute WHERE base AND rowid IN (
    SELECT h.rowid FROM imported_minute h SEMI JOIN minutes_back USING (local, area, instant)
    ANTI JOIN (SELECT local, area, instant FROM imported_minute WHERE NOT base) o USING (local, area, instant)
    WHERE h.base)`)
  await connection.run('DROP TABLE IF EXISTS temp.minutes_back')
}
