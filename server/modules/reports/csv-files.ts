/** The tables of a report as one file: a CSV, or a zip of them where there are several. */
import { type CsvStyle, writeCsv } from '#domain/csv'
import { fileNameOf } from '#domain/file-name'
import { zipWriter } from '#domain/zip'
import type { TitledTable } from './figures.ts'
import type { MadeFile } from './run-repo.ts'

/** Undefined when no widget has a table. */
export async function csvFile(
  name: string,
  tables: readonly TitledTable[],
  style: Partial<CsvStyle>,
): Promise<MadeFile | undefined> {
  const [first] = tables
  if (first === undefined) return undefined
  if (tables.length === 1)
    return {
      name: `${name}.csv`,
      type: 'text/csv',
      bytes: Buffer.concat([...writeCsv(first.table, { bom: true, ...style })]),
    }
  const zip = zipWriter()
  const pieces: Uint8Array[] = []
  for (const [at, { title, table }] of tables.entries()) {
    const path = `${String(at + 1).padStart(2, '0')}_${fileNameOf(title)}.csv`
    for await (const piece of zip.entry(path, piecesOf(table, style))) pieces.push(piece)
  }
  return { name: `${name}.zip`, type: 'application/zip', bytes: Buffer.concat([...pieces, zip.end()]) }
}

async function* piecesOf(table: TitledTable['table'], style: Partial<CsvStyle>): AsyncGenerator<Uint8Array> {
  yield* writeCsv(table, { bom: true, ...style })
}
