/** Names of the columns of a file of locals, and the values of its cells. */
import type { LocalRow } from './record-repo.ts'

/** By the name of the API; a file may write `time_zone`, `Time zone` or `timeZone`. */
export const IMPORT_COLUMNS = [
  'client',
  'code',
  'name',
  'type',
  'timeZone',
  'street',
  'locality',
  'region',
  'zipCode',
  'countryCode',
  'lat',
  'lng',
  'externalId',
  'oldId',
  'mapping',
  'dealership',
  'status',
  'comments',
] as const
export type ImportColumn = (typeof IMPORT_COLUMNS)[number]
export type Cells = Partial<Record<ImportColumn, string>>

/** A file without these says too little of a new local. */
export const NEEDED: readonly ImportColumn[] = ['code', 'name', 'timeZone', 'zipCode', 'countryCode']

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '')
const BY_NAME = new Map(IMPORT_COLUMNS.map((column) => [plain(column), column]))

/** Index of each column; `unknown`: header names that are no column. */
export function columnsOf(head: readonly string[]): {
  readonly at: ReadonlyMap<ImportColumn, number>
  readonly unknown: readonly string[]
} {
  const at = new Map<ImportColumn, number>()
  const unknown: string[] = []
  for (const [index, name] of head.entries()) {
    const column = BY_NAME.get(plain(name))
    if (column === undefined || at.has(column)) unknown.push(name)
    else at.set(column, index)
  }
  return { at, unknown }
}

/** Longest text of each, as the schema of a draft says it. */
export const LONGEST: Readonly<Partial<Record<ImportColumn, number>>> = {
  code: 60,
  name: 200,
  street: 200,
  locality: 120,
  region: 120,
  zipCode: 20,
  externalId: 100,
  oldId: 100,
  mapping: 200,
  comments: 2000,
}

/** The cells that become a column of the table as they are. */
export const TEXTS = {
  code: 'code',
  name: 'name',
  type: 'type',
  timeZone: 'time_zone',
  street: 'street',
  locality: 'locality',
  region: 'region',
  zipCode: 'zip_code',
  countryCode: 'country_code',
  externalId: 'external_id',
  oldId: 'old_id',
  mapping: 'mapping',
  status: 'param_status',
  comments: 'comments',
} as const satisfies Partial<Record<ImportColumn, keyof LocalRow>>
