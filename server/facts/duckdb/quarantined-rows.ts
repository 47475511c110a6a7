/**
 * Rows of files, and hours, that could not be counted: listed, released as an hour that a person says they are, or
 * dismissed.
 */
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import { isoDay } from '#domain/days'
import type { QuarantineGroup } from '#schemas/generated/entities/quarantine-group.ts'
import type { QuarantinedRow } from '#schemas/generated/entities/quarantined-row.ts'
import type { QuarantinedRowsQuery } from '#schemas/generated/api/quarantined-rows-query.ts'
import { batchFromRows } from '../batch.ts'
import { ATOM_COLUMNS } from '../columns.ts'
import { noteReleased } from './imports.ts'
import { ingestGroup } from './ingest-group.ts'
import { idList } from './place-tables.ts'
import { KeptAgain, type QuarantineFacts, type ReleasedRow } from '../quarantine.ts'
import type { TrafficRow } from '../traffic-row.ts'
import type { SqlFactStore } from './sql-store.ts'

type Suggestion = QuarantinedRow['suggestion']
export const RELEASED_ATOMS = ['ins', 'visits', 'bounces', 'far', 'fro', 'tickets'] as const

const FILE = `json_extract_string(row, '$.file')`
const COLUMNS = `CAST(id AS DOUBLE), client, local, reason, source, CAST(learntAt AS DOUBLE),
  coalesce(decision, 'waiting'), CAST(decidedAt AS DOUBLE), row`
const MAX = 500

function conditions({ client, reason, source, file, state = 'waiting' }: QuarantinedRowsQuery): {
  where: string
  params: DuckDBValue[]
} {
  const params: DuckDBValue[] = []
  const where = state === 'all' ? [] : [state === 'waiting' ? 'decision IS NULL' : `decision = '${state}'`]
  for (const [column, value] of [
    ['client', client],
    ['reason', reason],
    ['source', source],
    [FILE, file],
  ] as const) {
    if (value === undefined) continue
    params.push(value)
    where.push(`${column} = $${params.length}`)
  }
  return { where: where.length === 0 ? 'true' : where.join(' AND '), params }
}

/** Newest first. */
export async function listQuarantined(
  { read }: Pick<SqlFactStore, 'read'>,
  query: QuarantinedRowsQuery,
): Promise<QuarantinedRow[]> {
  const { where, params } = conditions(query)
  return (
    await read(
      `SELECT ${COLUMNS} FROM quarantine WHERE ${where} ORDER BY learntAt DESC, id LIMIT ${query.limit ?? MAX}`,
      params,
    )
  ).map(toRow)
}

export async function findQuarantined(
  { read }: Pick<SqlFactStore, 'read'>,
  ids: readonly number[],
): Promise<QuarantinedRow[]> {
  return ids.length === 0
    ? []
    : (await read(`SELECT ${COLUMNS} FROM quarantine WHERE id IN (${idList(ids)}) ORDER BY id`)).map(toRow)
}

/** How many rows wait, by client, reason, source and file; the largest first. */
export async function quarantineGroups({ read }: Pick<SqlFactStore, 'read'>): Promise<QuarantineGroup[]> {
  const rows = await read(
    `SELECT client, reason, source, ${FILE}, CAST(count(*) AS DOUBLE) AS n FROM quarantine WHERE decision IS NULL
      GROUP BY ALL ORDER BY n DESC, client, reason, source LIMIT 1000`,
  )
  return rows.map(([client, reason, source, file, n]) => ({
    client: Number(client),
    reason: String(reason),
    source: String(source),
    file: typeof file === 'string' ? file : null,
    rows: Number(n),
  }))
}

function toRow([id, client, local, reason, source, learntAt, state, decidedAt, text]: DuckDBValue[]): QuarantinedRow {
  const row = JSON.parse(String(text)) as Record<string, unknown>
  const { file, line } = row
  return {
    id: Number(id),
    client: Number(client),
    local: Number(local),
    reason: String(reason),
    source: String(source),
    learntAt: Number(learntAt),
    state: String(state) as QuarantinedRow['state'],
    decidedAt: decidedAt === null || decidedAt === undefined ? null : Number(decidedAt),
    file: typeof file === 'string' ? file : null,
    line: typeof line === 'number' ? line : null,
    row,
    suggestion: suggestionOf(row),
  }
}

const whole = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^-?\d{1,9}$/.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && Math.abs(number) <= 2147483647 ? number : null
}

const HOUR = /^(\d{4}-\d\d-\d\d)[T ](\d\d)(?::00)*$/

/** The hour of `time`, else of the one cell that is a whole hour; of several none is known to be it. */
function hourIn({ time, ...cells }: Readonly<Record<string, unknown>>): RegExpExecArray | null {
  const texts = (typeof time === 'string' ? [time] : Object.values(cells)).filter((cell) => typeof cell === 'string')
  const found = texts.map((text) => HOUR.exec(text.trim())).filter((one) => one !== null)
  return found.length === 1 ? (found[0] ?? null) : null
}

/**
 * An hour of the store has all columns; a line that the store refused has its hour as text; of other lines the cell
 * that is an hour is read, and cells that are named like a count.
 */
function suggestionOf(row: Readonly<Record<string, unknown>>): Suggestion {
  const [, day = null, hour = null] = hourIn(row) ?? []
  const number = whole(row.day)
  const own = {
    local: whole(row.local),
    area: whole(row.area),
    day: number === null || Math.abs(number) > 100_000 ? day : isoDay(number),
    hour: whole(row.hour) ?? whole(hour),
  }
  const counts = Object.fromEntries(
    RELEASED_ATOMS.flatMap((atom) => {
      const count = whole(row[atom])
      return count === null ? [] : [[atom, count]]
    }),
  )
  return { ...own, fold: row.fold === 1 ? 1 : 0, counts }
}

/**
 * Stores the hour through the checks of all hours, as data of the source of the row, and marks the row. A count at the
 * full scale of a counter is taken: a person has looked at it. Taking the import back that it came with takes it along.
 *
 * @returns the reason for which it would be quarantined again, or null when it is stored; after a reason the
 *   transaction has to be rolled back
 */
export async function releaseQuarantined(
  connection: DuckDBConnection,
  { id, source, hour, counts }: ReleasedRow,
  nowMs: number,
): Promise<string | null> {
  const unknown = Object.fromEntries(ATOM_COLUMNS.map((atom) => [atom, null])) as Omit<
    TrafficRow,
    keyof ReleasedRow['hour']
  >
  const { batch, unfit } = batchFromRows([{ ...unknown, ...counts, ...hour }])
  let reason: string | null = null
  await noteReleased(connection, source, hour, counts)
  await ingestGroup(
    connection,
    [
      {
        batch,
        unfit,
        cause: source,
        takesFullScale: true,
        onQuarantine: (_, why) => {
          reason = why
        },
      },
    ],
    nowMs,
  )
  if (reason !== null) return reason
  await decideQuarantined(connection, [id], 'released', nowMs)
  return null
}

export async function decideQuarantined(
  connection: DuckDBConnection,
  ids: readonly number[],
  decision: 'released' | 'dismissed',
  nowMs: number,
): Promise<void> {
  await connection.run(`UPDATE quarantine SET decision = $1, decidedAt = $2::BIGINT WHERE id IN (${idList(ids)})`, [
    decision,
    BigInt(nowMs),
  ])
}

export const quarantineFacts = ({ read, write }: Pick<SqlFactStore, 'read' | 'write'>): QuarantineFacts => ({
  list: (query) => listQuarantined({ read }, query),
  find: (ids) => findQuarantined({ read }, ids),
  groups: () => quarantineGroups({ read }),
  async release(row, nowMs) {
    try {
      await write(async (connection) => {
        const reason = await releaseQuarantined(connection, row, nowMs)
        if (reason !== null) throw new KeptAgain(reason)
      })
    } catch (error) {
      throw error instanceof Error && error.cause instanceof KeptAgain ? error.cause : error
    }
  },
  dismiss: (ids, nowMs) =>
    write((connection) => decideQuarantined(connection, ids, 'dismissed', nowMs), { changed: () => [] }),
})
