/** Snapshots: readers that see the facts as they are at one moment, however long their work takes. */
import type { DuckDBConnection } from '@duckdb/node-api'
import { currentAsker } from '../../lib/asker.ts'
import type { Connections, InTurn } from './connection-types.ts'
import type { HeldMemory } from './held-memory.ts'
import type { OpenFile } from './open-file.ts'

/** @param onLast called when the last one has ended */
export function createSnapshots(
  { file, memory }: { readonly file: OpenFile; readonly memory: Pick<HeldMemory, 'restore'> },
  onLast: () => void,
) {
  const running = new Map<DuckDBConnection, Promise<unknown>>()

  const snapshot: Connections['snapshot'] = async (work, before) => {
    const { instance, readers } = await file.current()
    const asker = currentAsker()
    const inTurn: InTurn = async (piece) => {
      const place = await readers.take(asker)
      try {
        file.requireOpen()
        return await piece()
      } finally {
        readers.give(place, asker)
      }
    }
    const connection = await instance.connect()
    file.begin()
    const done = (async () => {
      try {
        await memory.restore(connection)
        await before?.(connection)
        await connection.run('BEGIN TRANSACTION READ ONLY')
        return await work(connection, inTurn)
      } catch (cause) {
        return file.noteFailure(cause)
      } finally {
        await connection.run('ROLLBACK').catch(() => undefined)
        running.delete(connection)
        connection.closeSync()
        file.end()
        if (running.size === 0) onLast()
      }
    })()
    running.set(
      connection,
      done.catch(() => undefined),
    )
    return done
  }

  return {
    snapshot,
    get isRunning() {
      return running.size > 0
    },
    interrupt() {
      for (const connection of running.keys()) connection.interrupt()
    },
    /** Resolves when those that run now have ended. */
    settled: () => Promise.all(running.values()),
  }
}
