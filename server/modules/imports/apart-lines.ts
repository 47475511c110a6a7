/** The lines of an import that were set apart, as text. */
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FactStore } from '../../facts/store.ts'
import { APART_FILE, APART_HEAD, apartLine } from './reading/apart-text.ts'

/** Lines that were set apart, in one answer. */
const MAX_APART = 100_000

/** From their file while there is one; from the quarantine after that. */
export async function apartLines(
  facts: FactStore,
  folder: string,
  id: number,
): Promise<AsyncIterable<Buffer | string> | Iterable<string>> {
  const file = join(folder, APART_FILE)
  return existsSync(file) ? createReadStream(file) : apartOfQuarantine(facts, id)
}

/** What the quarantine knows of lines that were set apart; their file is removed after a week. */
async function apartOfQuarantine(facts: FactStore, id: number): Promise<string[]> {
  return [
    APART_HEAD,
    ...(await facts.imports.apart(id, MAX_APART)).map(({ reason, row: { file = '', line = '', ...cells } }) =>
      apartLine({
        file: String(file),
        line: Number(line),
        reason,
        cells: Object.fromEntries(Object.entries(cells).map(([key, value]) => [key, String(value)])),
      }),
    ),
  ]
}
