/** What devices said, as statements; see `../readings.ts`. */
import type { ReadingFacts } from '../readings.ts'
import type { SqlFactStore } from './sql-store.ts'

export const readingFacts = ({ write }: Pick<SqlFactStore, 'write'>): ReadingFacts => ({
  forget: (beforeMs) =>
    write(async (connection) => {
      const before = BigInt(beforeMs)
      await connection.run('DELETE FROM reading WHERE start < $1', [before])
      await connection.run(
        'DELETE FROM counter c WHERE c."at" < $1 AND EXISTS (SELECT 1 FROM counter n WHERE n.device = c.device AND n.line = c.line AND n."at" > c."at" AND n."at" < $1)',
        [before],
      )
      for (const table of ['occupancy', 'heartbeat'])
        await connection.run(`DELETE FROM ${table} WHERE "at" < $1`, [before])
    }),
})
