/** Finds out what a damaged block of the facts holds: the table and column, which rows, and whose figures they are. */
import type { Damages } from '../../lib/damages.ts'
import type { Connections } from './connection-types.ts'
import { BLOCK_BYTES, BLOCKS_AT } from './facts-check.ts'

/** DuckDB keeps so many rows of a column together. */
const GROUP_ROWS = 122_880
/** Said of one block, in words. */
const MAX_NAMED = 20

interface Parts {
  readonly connections: Pick<Connections, 'read'>
  readonly damages: Pick<Damages, 'note'>
  readonly clock: () => number
}

export interface BlockContent {
  readonly table: string
  readonly columns: readonly string[]
  /** First rows of the groups it holds. */ readonly from: readonly number[]
  readonly clients: readonly number[] | null
}

/** The block of which DuckDB says that its sum is not right; null = it says something else. */
function blockIn(cause: unknown): number | null {
  const at = /block at location (\d+)/.exec(cause instanceof Error ? cause.message : String(cause))?.[1]
  return at === undefined ? null : (Number(at) - BLOCKS_AT) / BLOCK_BYTES
}

const seen = new WeakMap<object, Set<string>>()

/** Never throws: unknown details of damaged facts are reported as unknown. */
export async function noteFactsDamage({ connections, damages, clock }: Parts, cause: unknown): Promise<void> {
  const block = blockIn(cause)
  const where = block === null ? 'log or headers' : `block ${block}`
  // Each question about the block may meet it again.
  const known = seen.get(connections) ?? new Set<string>()
  seen.set(connections, known)
  if (known.has(where)) return
  known.add(where)
  const content = block === null ? null : await contentOf(connections, block).catch(() => null)
  damages.note({ part: 'facts', where, text: textOf(where, content), at: clock(), clients: content?.clients ?? null })
}

function textOf(where: string, content: BlockContent | null): string {
  if (content === null) return `The facts are damaged (${where}): figures that need it are not answered.`
  const rows = content.from
    .slice(0, MAX_NAMED)
    .map((from) => `${from} to ${from + GROUP_ROWS - 1}`)
    .join(', ')
  const owner =
    content.clients === null
      ? 'it is not known whose'
      : content.clients.length === 0
        ? 'of no client'
        : `of the clients ${content.clients.slice(0, MAX_NAMED).join(', ')}`
  return (
    `The facts are damaged (${where}: table ${content.table}, ` +
    `${content.columns.slice(0, MAX_NAMED).join(', ')}, rows ${rows}): figures that need it are not answered, ` +
    `${owner}.`
  )
}

/**
 * Found by reading: DuckDB's own list of blocks cannot be had of a table of which one is damaged. Null where no table
 * has the block.
 *
 * @param read a statement; what is damaged is met again by it
 */
export async function contentOf({ read }: Pick<Connections, 'read'>, block: number): Promise<BlockContent | null> {
  const rowsOf = async (sql: string) => (await read(sql)).getRows()
  const meets = (sql: string) =>
    read(sql).then(
      () => false,
      (cause: unknown) => blockIn(cause) === block,
    )
  const columnsOf = new Map<string, string[]>()
  for (const [table, column] of await rowsOf(
    `SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal AND database_name = current_database()
      ORDER BY table_name, column_index`,
  )) {
    columnsOf.set(String(table), [...(columnsOf.get(String(table)) ?? []), String(column)])
  }
  for (const [table, all] of columnsOf) {
    const values = (column: string, range = 'true') =>
      `SELECT bit_xor(hash("${column}")) FROM "${table}" WHERE ${range}`
    const columns: string[] = []
    for (const column of all) if (await meets(values(column))) columns.push(column)
    if (columns.length === 0) continue
    const [[rows = 0] = []] = await rowsOf(`SELECT count(*)::INTEGER FROM "${table}"`)
    const from: number[] = []
    for (let first = 0; first < Number(rows); first += GROUP_ROWS) {
      if (await meets(values(columns[0]!, `rowid BETWEEN ${first} AND ${first + GROUP_ROWS - 1}`))) from.push(first)
    }
    const ranges = from.map((first) => `rowid BETWEEN ${first} AND ${first + GROUP_ROWS - 1}`).join(' OR ')
    const clients = await rowsOf(
      `SELECT DISTINCT client FROM "${table}" WHERE ${ranges === '' ? 'true' : ranges} ORDER BY client`,
    ).then(
      (found) => found.map(([client]) => Number(client)),
      () => null,
    )
    return { table, columns, from, clients }
  }
  return null
}
