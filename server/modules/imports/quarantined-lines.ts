/** The quarantined lines of an import, as CSV. */
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FactStore } from '../../facts/store.ts'
import { QUARANTINE_FILE, QUARANTINE_HEAD, quarantineCsvLine } from './reading/quarantine-csv.ts'

/** Limit of one answer. */
const MAX_LINES = 100_000

/** From the file of the import while it exists, then from the quarantine of the facts. */
export async function quarantineCsv(
  facts: FactStore,
  folder: string,
  id: number,
): Promise<AsyncIterable<Buffer | string> | Iterable<string>> {
  const file = join(folder, QUARANTINE_FILE)
  return existsSync(file) ? createReadStream(file) : storedLines(facts, id)
}

/** The file of an import is removed after a week; the facts keep its lines. */
async function storedLines(facts: FactStore, id: number): Promise<string[]> {
  return [
    QUARANTINE_HEAD,
    ...(await facts.imports.quarantined(id, MAX_LINES)).map(({ reason, row: { file = '', line = '', ...cells } }) =>
      quarantineCsvLine({
        file: String(file),
        line: Number(line),
        reason,
        cells: Object.fromEntries(Object.entries(cells).map(([key, value]) => [key, String(value)])),
      }),
    ),
  ]
}
