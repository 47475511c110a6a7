import { appendColumns } from './append.ts'
import type { WriteOptions } from './sql-store.ts'
import type { MinuteLoad } from '../imports.ts'
import type { MinuteTarget } from '../occupancy.ts'

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Attaches the stage of an import around its transaction. */
export function aroundMinutes({ file, targets }: MinuteLoad): Pick<WriteOptions, 'before' | 'after'> {
  return {
    async before(connection) {
      await connection.run('DETACH DATABASE IF EXISTS imp')
      await connection.run(`ATTACH ${quoted(file)} AS imp`)
      await connection.run(
        'CREATE OR REPLACE TABLE imp.target (room INTEGER, client INTEGER, local INTEGER, area INTEGER)',
      )
      const column = (pick: (target: MinuteTarget) => number) => Int32Array.from(targets, pick)
      await appendColumns(
        connection,
        'target',
        [
          column(({ room }) => room),
          column(({ client }) => client),
          column(({ local }) => local),
          column(({ area }) => area),
        ],
        targets.length,
        'imp',
      )
    },
    async after(connection) {
      await connection.run('DETACH DATABASE IF EXISTS imp')
    },
  }
}
