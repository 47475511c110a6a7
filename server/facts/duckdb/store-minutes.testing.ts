import type { DuckDBConnection } from '@duckdb/node-api'
import { appendColumns } from './append.ts'
import type { MinutesStored } from '../occupancy.ts'

export interface MinuteRow {
  readonly client: number
  readonly local: number
  readonly area: number
  readonly instant: number
  readonly people: number
}

/** A later word on a minute of an area replaces the earlier one. */
export async function storeMinutes(
  connection: DuckDBConnection,
  rows: readonly MinuteRow[],
  { presence, source, nowMs }: { presence: boolean; source: string; nowMs: number },
): Promise<MinutesStored> {
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE incoming (client INTEGER, local INTEGER, area INTEGER, instant UINTEGER,
      people INTEGER)`,
  )
  const column = (pick: (row: MinuteRow) => number) => Int32Array.from(rows, pick)
  await appendColumns(
    connection,
    'incoming',
    [
      column(({ client }) => client),
      column(({ local }) => local),
      column(({ area }) => area),
      Uint32Array.from(rows, ({ instant }) => instant),
      column(({ people }) => people),
    ],
    rows.length,
  )
  const [row = []] = await (
    await connection.run(`
    SELECT count(*) FILTER (o.people IS NULL), count(*) FILTER (o.people <> i.people),
      count(*) FILTER (o.people = i.people)
    FROM incoming i LEFT JOIN occupancy_minute o ON o.local = i.local AND o.area = i.area AND o.instant = i.instant`)
  ).getRows()
  await connection.run(
    `DELETE FROM occupancy_minute USING incoming i WHERE occupancy_minute.local = i.local
      AND occupancy_minute.area = i.area AND occupancy_minute.instant = i.instant
      AND occupancy_minute.people <> i.people`,
  )
  await connection.run(
    `INSERT INTO occupancy_minute SELECT i.client, i.local, i.area, i.instant, i.people, $1::BOOLEAN, $2::VARCHAR,
      $3::BIGINT FROM incoming i
     ANTI JOIN occupancy_minute o ON o.local = i.local AND o.area = i.area AND o.instant = i.instant
     ORDER BY i.local, i.area, i.instant`,
    [presence, source, BigInt(nowMs)],
  )
  return { added: Number(row[0]), changed: Number(row[1]), unchanged: Number(row[2]) }
}
