import type { DuckDBMaterializedResult, DuckDBValue } from '@duckdb/node-api'
import { currentAsker } from '../../lib/asker.ts'
import { createChanges } from '../changes.ts'
import { heldMemory } from './held-memory.ts'
import { openFile } from './open-file.ts'
import type { Resources } from './open-file.ts'
import { createSnapshots } from './snapshots.ts'
import type { Connections } from './connection-types.ts'

/**
 * Opens the file (or `:memory:`), makes the tables and hands out connections. After a failure that DuckDB calls fatal,
 * such as a full disk in the middle of a commit, the file is opened again before the next job, so the store recovers
 * alone.
 *
 * @param onDamage called with DuckDB's message about damaged data on the disk
 * @throws {FactsError} FACTS_LOCKED naming the file and the holder, FACTS_UNREADABLE
 */
export async function openConnections(
  path: string,
  resources: Resources = {},
  onDamage: (cause: unknown) => void = () => undefined,
): Promise<Connections> {
  const file = await openFile({ path, resources, onDamage })
  const changes = createChanges()
  const reads = new Set<Promise<unknown>>()
  const memory = heldMemory(resources.memory, () => snapshots.isRunning)
  let isCheckpointDue = false
  let writing: Promise<unknown> = Promise.resolve()

  const write: Connections['write'] = (job, changed) => {
    const run = writing.then(async () => {
      const { writer } = await file.current()
      file.begin()
      try {
        const result = await job(writer)
        changes.note(changed?.(result))
        return result
      } catch (cause) {
        changes.note()
        return file.noteFailure(cause)
      } finally {
        file.end()
      }
    })
    writing = run.catch(() => undefined)
    return run
  }
  const read = async <T>(
    sql: string,
    params: readonly DuckDBValue[] | undefined,
    take: (result: DuckDBMaterializedResult) => T | Promise<T>,
  ): Promise<T> => {
    const { readers } = await file.current()
    file.begin()
    const asker = currentAsker()
    const connection = await readers.take(asker)
    try {
      file.requireOpen()
      return await memory.enoughFor(connection, async () =>
        take(await connection.run(sql, params as DuckDBValue[] | undefined)),
      )
    } catch (cause) {
      return file.noteFailure(cause)
    } finally {
      file.end()
      readers.give(connection, asker)
    }
  }
  const readInto: Connections['readInto'] = (sql, params, take) => {
    const run = read(sql, params, take)
    const settled = run
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => reads.delete(settled))
    reads.add(settled)
    return run
  }
  // DuckDB refuses a checkpoint while an older reader needs rows that were changed since.
  const checkpoint = () =>
    write(
      async (connection) => {
        isCheckpointDue = snapshots.isRunning
        if (!isCheckpointDue) await connection.run('CHECKPOINT')
      },
      () => [],
    )
  const snapshots = createSnapshots({ file, memory }, () => {
    // The next bulk load, or DuckDB itself, does it otherwise.
    if (isCheckpointDue && !file.isClosed) void checkpoint().catch(() => undefined)
  })

  return {
    path,
    changes,
    memory,
    checkpoint,
    write,
    hold: (work) =>
      write(
        async (connection) => {
          if (!snapshots.isRunning) await connection.run('CHECKPOINT')
          return work()
        },
        () => [],
      ),
    read: (sql, params) => readInto(sql, params, (result) => result),
    readInto,
    snapshot: snapshots.snapshot,
    async close() {
      if (file.isClosed) return
      await writing
      // A read for a caller that has left would delay the end of the process: DuckDB waits for it there, for ever.
      file.stop()
      snapshots.interrupt()
      await Promise.all([...reads, snapshots.settled()])
      file.close()
    },
  }
}
