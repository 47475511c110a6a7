/** The peers behind small doors, so that the benches need no types of theirs. Imported only by the benches. */
import * as duckdb from '@duckdb/duckdb-wasm'
import duckdbWorker from '@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js?url'
import duckdbWasm from '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm?url'
import * as aq from 'arquero'
import Papa from 'papaparse'

export { aq }

export const unparse = (rows) => Papa.unparse(rows, { delimiter: ';', newline: '\r\n', escapeFormulae: true })

/** A database in its own worker with one table made of an Arrow stream. */
export async function openDuckDb(ipc) {
  const db = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), new Worker(duckdbWorker))
  await db.instantiate(new URL(duckdbWasm, import.meta.url).href)
  const connection = await db.connect()
  const load = async (name, bytes) => {
    await connection.insertArrowFromIPCStream(bytes, { name, create: true })
  }
  await load('traffic', ipc)
  return {
    load,
    query: (sql) => connection.query(sql),
    /** Writes a query as a CSV file in memory and reads its bytes. */
    copy: async (sql) => {
      await db.registerEmptyFileBuffer('export.csv')
      await connection.query(`copy (${sql}) to 'export.csv' (format csv, header, delimiter ';')`)
      const bytes = await db.copyFileToBuffer('export.csv')
      await db.dropFile('export.csv')
      return bytes
    },
    close: async () => {
      await connection.close()
      await db.terminate()
    },
  }
}
