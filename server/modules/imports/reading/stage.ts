import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api'
import { WHOLE_DAY } from '#domain/fact-query'
import { appendColumns } from '../../../facts/duckdb/append.ts'
import { LEAN_MEMORY } from '../../../facts/duckdb/lean-memory.ts'
import type { AtomColumn } from '../../../facts/columns.ts'
import { readColumns, type ColumnChunk } from '../../../facts/duckdb/read-columns.ts'
import type { QuarantinedLine } from './quarantine.ts'

/** Memory limit of DuckDB while it sorts; the rest of the lines is on the disk. A piece of `sortedLines` fits. */
const MEMORY = '64MB'
/**
 * Finding out which compression is the best takes a fifth of the time of writing, and this is nearly always as good.
 */
const PACKED = 'INTEGER USING COMPRESSION bitpacking'
/** More rows than a block of a file can have. */
const CAPACITY = 131_072

/** Column of the instant in `slot`. */
const SLOT_INSTANT = 5

/** Rows of whole numbers to append to a table: fill the columns up to `length`, then flush. */
export interface Rows {
  readonly columns: readonly Int32Array[]
  length: number
  /** Rows that fit. */
  readonly capacity: number
  flush(): Promise<void>
}

/**
 * The lines of one import in a database file of its own, so that any number of them is sorted and grouped in bounded
 * memory.
 *
 * `line`: hour (civil day * 24 + hour, or a whole day as `wholeDayOf` has it), stream, second of the hour, flags (see
 * `FLAG`), line over all files, one column per atom; `slot`: day, hour (`WHOLE_DAY` = the day's total), stream, fold,
 * line, instant, atoms: the slots made of them, in the order of their hours; `kept_apart`: what is counted nowhere.
 */
export interface Stage {
  readonly atoms: readonly AtomColumn[]
  run(sql: string): Promise<DuckDBValue[][]>
  read(sql: string): AsyncGenerator<ColumnChunk>
  /** @param columns how many the table has */
  writer(table: 'line' | 'slot' | 'around' | 'figure', columns: number): Rows
  quarantine(rows: readonly QuarantinedLine[]): Promise<void>
  quarantined(): AsyncGenerator<QuarantinedLine[]>
  /** Lets go of the file and leaves it, so that the facts can read it. The stage is of no use afterwards. */
  leave(): Promise<void>
  /** Removes the file. */
  close(): void
  /** Where its file is. */
  readonly file: string
}

export const FLAG = { skipped: 1, repeated: 2, secondPass: 4 } as const

/**
 * Above all hours of the calendar: a whole day as an hour of the stage, so that it is grouped and ordered by the same
 * column.
 */
export const WHOLE_FROM = 1 << 28
export const wholeDayOf = (day: number): number => WHOLE_FROM + day
export const isWholeDay = (hour: number): boolean => hour >= WHOLE_FROM
/** Civil day and hour of an hour of the stage. */
export const slotOf = (hour: number): { day: number; hour: number } =>
  isWholeDay(hour)
    ? { day: hour - WHOLE_FROM, hour: WHOLE_DAY }
    : { day: Math.floor(hour / 24), hour: hour - Math.floor(hour / 24) * 24 }

/** Left behind when a process ends without closing. */
const open = new Set<Stage>()
let watching = false

/** @param within where its folder is made; the temporary folder when left out */
export async function createStage(atoms: readonly AtomColumn[], within: string = tmpdir()): Promise<Stage> {
  const folder = mkdtempSync(join(within, 'aforo-import-'))
  const file = join(folder, 'lines.duckdb')
  const instance = await DuckDBInstance.create(file, {
    memory_limit: MEMORY,
    threads: '2',
    temp_directory: join(folder, 'spill'),
    ...LEAN_MEMORY,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  })
  const [writer, reader] = [await instance.connect(), await instance.connect()]
  const numbers = atoms.map((atom) => `"${atom}" ${PACKED}`).join(', ')
  const packed = (...columns: readonly string[]) => columns.map((column) => `${column} ${PACKED}`).join(', ')
  await writer.run(`
    CREATE TABLE line (${packed('hour', 'stream', 'second', 'flags', 'line')}, ${numbers});
    CREATE TABLE slot (${packed('day', 'hour', 'stream', 'fold', 'line')},
      instant UINTEGER USING COMPRESSION bitpacking, ${numbers});
    CREATE TABLE fault (line INTEGER);
    CREATE TABLE kept_apart (file VARCHAR, line INTEGER, reason VARCHAR, cells VARCHAR)`)

  const letGo = () => {
    if (isLeft) return
    isLeft = true
    writer.closeSync()
    reader.closeSync()
    instance.closeSync()
  }
  let isLeft = false
  const stage: Stage = {
    atoms,
    file,
    run: async (sql) => (await writer.run(sql)).getRows(),
    read: (sql) => readColumns(reader, sql),
    writer: (table, columns) => createRows(writer, table, columns),
    quarantine: (rows) => appendQuarantined(writer, rows),
    quarantined: () => readQuarantined(reader),
    async leave() {
      // Rows in the log beside the file are not in the file yet.
      if (!isLeft) await writer.run('CHECKPOINT')
      letGo()
      // Its new owner may be in another process.
      open.delete(stage)
    },
    close() {
      open.delete(stage)
      letGo()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  open.add(stage)
  if (!watching)
    process.once('exit', () => {
      for (const left of open) left.close()
    })
  watching = true
  return stage
}

function createRows(connection: DuckDBConnection, table: string, width: number): Rows {
  const rows: Rows = {
    // Instants outgrow 31 bits in 2038: their column is one of 32, behind the same type.
    columns: Array.from({ length: width }, (_, c) =>
      table === 'slot' && c === SLOT_INSTANT
        ? (new Uint32Array(CAPACITY) as never as Int32Array)
        : new Int32Array(CAPACITY),
    ),
    length: 0,
    capacity: CAPACITY,
    async flush() {
      if (rows.length === 0) return
      await appendColumns(connection, table, rows.columns, rows.length, null)
      rows.length = 0
    },
  }
  return rows
}

async function appendQuarantined(connection: DuckDBConnection, rows: readonly QuarantinedLine[]): Promise<void> {
  const appender = await connection.createAppender('kept_apart')
  try {
    for (const { file, line, reason, cells } of rows) {
      appender.appendVarchar(file)
      appender.appendInteger(line)
      appender.appendVarchar(reason)
      appender.appendVarchar(JSON.stringify(cells))
      appender.endRow()
    }
    appender.flushSync()
  } finally {
    appender.closeSync()
  }
}

async function* readQuarantined(connection: DuckDBConnection): AsyncGenerator<QuarantinedLine[]> {
  const result = await connection.stream('SELECT file, line, reason, cells FROM kept_apart')
  for (;;) {
    const data = await result.fetchChunk()
    if (!data || data.rowCount === 0) return
    yield data.getRows().map(([file, line, reason, cells]) => ({
      file: String(file),
      line: Number(line),
      reason: String(reason),
      cells: JSON.parse(String(cells)) as Record<string, string>,
    }))
  }
}
