/** Wi-Fi presence as statements; see `../presence.ts`. */
import type { DuckDBConnection } from '@duckdb/node-api'
import type { PresenceFacts, SaltStore } from '../presence.ts'
import { ingestGroup } from './ingest-group.ts'
import { recompute } from './sightings.ts'
import type { SqlFactStore } from './sql-store.ts'

export const presenceFacts = ({ read, write }: Pick<SqlFactStore, 'read' | 'write'>): PresenceFacts => ({
  salts: saltStore({ read, write }),
  forget: (before) =>
    write(async (connection) => {
      await forgetPresence(connection, before)
    }),
  recompute: (of, { context, cause, nowMs }) =>
    write(async (connection) => {
      const batch = await recompute(connection, of, context)
      if (batch.length > 0) await ingestGroup(connection, [{ batch, unfit: NONE, cause }], nowMs)
    }),
})

const NONE: ReadonlySet<number> = new Set()

/** @returns how many rows went */
export async function forgetPresence(
  connection: DuckDBConnection,
  { sightings, sessions }: Parameters<PresenceFacts['forget']>[0],
): Promise<number> {
  const seen = await connection.run('DELETE FROM sighting WHERE lastAt < $1', [BigInt(sightings)])
  const visited = await connection.run('DELETE FROM visit_session WHERE day < $1', [sessions])
  return seen.rowsChanged + visited.rowsChanged
}

/** The salts in the fact file. */
export function saltStore(facts: Pick<SqlFactStore, 'read' | 'write'>): SaltStore {
  return {
    async list() {
      return (await facts.read('SELECT epoch, sealed FROM presence_salt ORDER BY epoch')).map(([epoch, sealed]) => ({
        epoch: Number(epoch),
        sealed: String(sealed),
      }))
    },
    add: (epoch, sealed, nowMs) =>
      facts.write(async (connection) => {
        await connection.run('INSERT OR IGNORE INTO presence_salt VALUES ($1, $2, $3)', [epoch, sealed, BigInt(nowMs)])
      }),
    replace: (epoch, sealed) =>
      facts.write(async (connection) => {
        await connection.run('UPDATE presence_salt SET sealed = $2 WHERE epoch = $1', [epoch, sealed])
      }),
    remove: (epochs) =>
      facts.write(async (connection) => {
        for (const epoch of epochs) await connection.run('DELETE FROM presence_salt WHERE epoch = $1', [epoch])
      }),
  }
}
