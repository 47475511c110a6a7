/** Readings of devices, as statements; see `../readings.ts`. */
import type { JournalPosition, ReadingFacts } from '../readings.ts'
import { readContacts } from './contact-reads.ts'
import { storeContacts } from './contacts.ts'
import { findQuarantined, listQuarantined } from './quarantined-readings.ts'
import { quarantineReadings } from './quarantine-readings.ts'
import { recomputeHours } from './recompute-hours.ts'
import { takeSightings } from './sightings.ts'
import type { SqlFactStore } from './sql-store.ts'
import { storeReadings } from './store-readings.ts'

/** The journal position of the facts in a file. */
export async function journalPosition(read: SqlFactStore['read']): Promise<JournalPosition> {
  const [row] = await read(`SELECT segment, CAST(place AS DOUBLE) FROM journal_position WHERE name = 'readings'`)
  return { segment: Number(row?.[0] ?? 0), place: Number(row?.[1] ?? 0) }
}

export const readingFacts = ({ read, write }: Pick<SqlFactStore, 'read' | 'write'>): ReadingFacts => ({
  apply: (staged, { upTo, nowMs, cause, placesOf, sightings }) =>
    write(
      async (connection) => {
        const { accepted } = await storeReadings(connection, staged, nowMs)
        const days = await recomputeHours(connection, { nowMs, cause, placesOf })
        const seen = sightings && (await takeSightings(connection, sightings, nowMs))
        await storeContacts(connection, staged.contacts.values())
        await quarantineReadings(connection, staged.quarantined, nowMs)
        await connection.run('INSERT OR REPLACE INTO journal_position VALUES ($1, $2, $3)', [
          'readings',
          upTo.segment,
          BigInt(upTo.place),
        ])
        return { accepted: accepted + (seen?.accepted ?? 0), days: [...days, ...(seen?.days ?? [])] }
      },
      { changed: ({ days }) => days.map(({ day }) => day) },
    ),
  position: () => journalPosition(read),
  contacts: (client) => readContacts(read, client),
  listQuarantined: (query) => listQuarantined(read, query),
  findQuarantined: (ids) => findQuarantined(read, ids),
  releaseQuarantined: (ids, nowMs) =>
    write(async (connection) => {
      await connection.run(`UPDATE reading_quarantine SET releasedAt = $1::BIGINT WHERE id IN (${ids.join(', ')})`, [
        BigInt(nowMs),
      ])
    }),
  discardQuarantined: (id) =>
    write(async (connection) => {
      await connection.run('DELETE FROM reading_quarantine WHERE id = $1', [BigInt(id)])
    }),
  forget: (beforeMs) =>
    write(async (connection) => {
      const before = BigInt(beforeMs)
      await connection.run('DELETE FROM reading WHERE start < $1', [before])
      await connection.run(
        `DELETE FROM counter c WHERE c."at" < $1 AND EXISTS (SELECT 1 FROM counter n
          WHERE n.device = c.device AND n.line = c.line AND n."at" > c."at" AND n."at" < $1)`,
        [before],
      )
      for (const table of ['occupancy', 'heartbeat'])
        await connection.run(`DELETE FROM ${table} WHERE "at" < $1`, [before])
    }),
})
