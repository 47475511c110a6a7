/** Imports in DuckDB: each load is one transaction around the file of its stage. */
import type { ImportFacts } from '../imports.ts'
import { aroundFigures, FIGURE_TABLES, loadFigures, undoFigures } from './figures.ts'
import { quarantineImportLines } from './quarantine-import-lines.ts'
import { aroundImport, loadImport, undoImport } from './imports.ts'
import { aroundMinutes } from './around-minutes.ts'
import { loadMinutes } from './occupancy-minute.ts'
import type { SqlFactStore } from './sql-store.ts'

/**
 * Locals with figures, and the imports that have data of them: what was made for one import is removed with another.
 */
const FIGURE_LOCALS = `SELECT local, import FROM flow UNION ALL SELECT destination, import FROM flow
UNION ALL SELECT local, import FROM profile_slot`

/** Data of imports about some locals or areas. */
const saidOf = (of: 'local' | 'area', list: string) =>
  ['imported_hour', 'imported_minute']
    .map((table) => `SELECT DISTINCT ${of}, import FROM ${table} WHERE NOT base AND ${of} IN (${list})`)
    .join(' UNION ')

export function importFacts({ read, write }: Pick<SqlFactStore, 'read' | 'write'>): ImportFacts {
  /** Of no ids nothing is asked. */
  const numbers = async (sql: (list: string) => string, ids: readonly number[]): Promise<number[][]> =>
    ids.length === 0 ? [] : (await read(sql(ids.join(', ')))).map((row) => row.map(Number))
  const first = async (...args: Parameters<typeof numbers>) => (await numbers(...args)).map(([one = 0]) => one)
  const pairs = async (...args: Parameters<typeof numbers>) =>
    new Map((await numbers(...args)).map(([one = 0, other = 0]) => [one, other]))

  return {
    loadHours: (load, accept) =>
      write(async (connection) => {
        const stored = await loadImport(connection, load)
        load.check?.()
        accept(stored)
        return stored
      }, aroundImport(load)),
    loadMinutes: (load, check) =>
      write(
        async (connection) => {
          const stored = await loadMinutes(connection, load)
          check?.()
          return stored
        },
        // No hour of a place is another one.
        { ...aroundMinutes(load), changed: () => [] },
      ),
    loadFigures: (load, check) =>
      write(async (connection) => {
        const stored = await loadFigures(connection, load)
        await quarantineImportLines(connection, { client: load.client, cause: load.cause, now: BigInt(load.nowMs) })
        check?.()
        return stored
      }, aroundFigures(load)),
    async stored(number) {
      const [row] = await read('SELECT accepted, duplicate, restated, quarantined FROM imports WHERE import = $1', [
        number,
      ])
      return row === undefined
        ? null
        : { accepted: Number(row[0]), duplicate: Number(row[1]), restated: Number(row[2]), quarantined: Number(row[3]) }
    },
    async said(number) {
      const tables = [
        'SELECT count(*) AS n FROM imported_hour WHERE import = $1 AND NOT base',
        'SELECT count(*) FROM imported_minute WHERE import = $1 AND NOT base',
        ...Object.values(FIGURE_TABLES).map(({ name }) => `SELECT count(*) FROM ${name} WHERE import = $1`),
      ]
      const [row] = await read(`SELECT CAST(sum(n) AS DOUBLE) FROM (${tables.join(' UNION ALL ')})`, [number])
      return Number(row?.[0] ?? 0)
    },
    quarantined: async (number, most) =>
      (
        await read(
          `SELECT reason, row FROM quarantine WHERE source IN (SELECT cause FROM imports WHERE import = $1)
            LIMIT ${Math.trunc(most)}`,
          [number],
        )
      ).map(([reason, row]) => ({
        reason: String(reason),
        row: JSON.parse(String(row)) as Record<string, string | number>,
      })),
    undo: ({ import: number, nowMs, cause }) =>
      write(async (connection) => {
        await undoFigures(connection, number)
        await undoImport(connection, { import: number, nowMs, cause })
      }),
    dataOwnersOf: async (locals, areas) => ({
      counting: {
        locals: new Set(
          await first(
            (list) =>
              `SELECT DISTINCT local FROM (SELECT local FROM traffic UNION ALL SELECT local FROM (${FIGURE_LOCALS}))
                WHERE local IN (${list}) UNION SELECT DISTINCT local FROM occupancy_minute WHERE local IN (${list})`,
            locals,
          ),
        ),
        areas: new Set(
          await first(
            (list) =>
              `SELECT DISTINCT area FROM traffic WHERE area IN (${list}) UNION SELECT DISTINCT area
                FROM occupancy_minute WHERE area IN (${list})`,
            areas,
          ),
        ),
      },
      locals: await pairs(
        (list) =>
          `SELECT local, min(import) FROM (${saidOf('local', list)} UNION ${FIGURE_LOCALS}) WHERE local IN (${list})
            GROUP BY local`,
        locals,
      ),
      areas: await pairs((list) => `SELECT area, min(import) FROM (${saidOf('area', list)}) GROUP BY area`, areas),
    }),
    withHours: async (locals) =>
      new Set(await first((list) => `SELECT DISTINCT local FROM (${saidOf('local', list)})`, locals)),
  }
}
