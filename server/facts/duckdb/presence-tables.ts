import type { DuckDBConnection } from '@duckdb/node-api'
import type { SaltStore } from '../presence.ts'

/**
 * Tables of Wi-Fi presence in the fact file. `visitor` is a keyed hash, never an address. `day` is the business day;
 * the traffic has civil days. Times are epoch ms.
 */
export const PRESENCE_DDL = `
CREATE TABLE IF NOT EXISTS sighting (
  client INTEGER NOT NULL, local INTEGER NOT NULL, area INTEGER NOT NULL, device INTEGER NOT NULL, visitor UBIGINT NOT NULL, random TINYINT NOT NULL,
  firstAt BIGINT NOT NULL, lastAt BIGINT NOT NULL, rssi INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS visit_session (
  client INTEGER NOT NULL, local INTEGER NOT NULL, area INTEGER NOT NULL, visitor UBIGINT NOT NULL, random TINYINT NOT NULL,
  day INTEGER NOT NULL, kind TINYINT NOT NULL, "at" BIGINT NOT NULL, firstAt BIGINT NOT NULL, lastAt BIGINT NOT NULL, stayS INTEGER NOT NULL
);
-- Keys of the hashes, sealed. A row that is gone takes the links between its hashes and the phones with it.
CREATE TABLE IF NOT EXISTS presence_salt (epoch INTEGER PRIMARY KEY, sealed VARCHAR NOT NULL, createdAt BIGINT NOT NULL)`

/** The salts in the fact file. */
export function saltStore(facts: {
  read(sql: string): Promise<readonly (readonly unknown[])[]>
  write<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T>
}): SaltStore {
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

/**
 * Lets go of what is older than its purpose: sightings once no more late data can come, sessions once no repetition can
 * refer to them.
 *
 * @param sightingsBefore epoch ms
 * @param sessionsBefore business day
 */
export async function forgetPresence(
  connection: DuckDBConnection,
  { sightingsBefore, sessionsBefore }: { sightingsBefore: number; sessionsBefore: number },
): Promise<number> {
  const sightings = await connection.run('DELETE FROM sighting WHERE lastAt < $1', [BigInt(sightingsBefore)])
  const sessions = await connection.run('DELETE FROM visit_session WHERE day < $1', [sessionsBefore])
  return sightings.rowsChanged + sessions.rowsChanged
}
