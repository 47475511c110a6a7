/** The use of each column of files of figures. */
import type { ImportReport } from '#schemas/generated/entities/import-report.ts'
import { ImportError } from '../import-error.ts'
import { fold } from '../names.ts'
import { fitsFormat } from './formats.ts'
import type { FigureFormat } from './formats.ts'
import { FIELDS } from './kinds.ts'
import type { FigureField } from './kinds.ts'
import type { SourceFile } from '../read-files.ts'

export interface FigureFile extends SourceFile {
  readonly header: readonly string[]
}

export function refuseOtherColumns(file: string, header: readonly string[], format: FigureFormat) {
  const { needs } = FIELDS[format.kind]
  const at = columnsOf(header, format)
  const missing = needs.filter((field) => !at.has(field))
  if (missing.length > 0 || !fitsFormat(header, format))
    throw new ImportError(
      'FILE_COLUMNS_MISSING',
      `${file} has the columns ${header.join(', ').slice(0, 1000)}; ` +
        `${missing.map((field) => `${field} (${(format.columns[field] ?? []).join(' or ')})`).join(' and ')} was ` +
        'expected. Nothing was loaded.',
    )
  if (format.kind === 'monthly' && !at.has('sensor') && !at.has('item'))
    throw new ImportError(
      'FILE_COLUMNS_MISSING',
      `${file} has the columns ${header.join(', ').slice(0, 1000)}; what the figures are of (a place, an item, or ` +
        'both) was expected. Nothing was loaded.',
    )
}

/** The use of each column of the files. */
export function columnUses(
  sources: readonly FigureFile[],
  lists: readonly FigureFile[],
  format: FigureFormat,
): ImportReport['columns'] {
  const uses = new Map<string, string | null>()
  const add = (column: string, use: string | null) => {
    if (use !== null || !uses.has(column)) uses.set(column, use)
  }
  for (const { header } of sources) {
    const at = new Map([...columnsOf(header, format)].map(([field, column]) => [column, field]))
    header.forEach((column, c) => {
      const field = at.get(c) ?? null
      add(column, field === 'time' && [...at.values()].includes('hour') ? 'date' : field)
    })
  }
  const { key, name, lat, lng } = format.places ?? {}
  for (const { header } of lists)
    for (const column of header) {
      const is = (names: readonly string[] | undefined) => names?.some((one) => fold(one) === fold(column)) === true
      add(column, is(key) ? 'sensor' : is(name) ? 'placeName' : is(lat) || is(lng) ? 'position' : null)
    }
  return [...uses].slice(0, 400).map(([column, use]) => ({ column: column.slice(0, 300), use }))
}

/** Columns of a file by their field. */
export function columnsOf(header: readonly string[], { kind, columns }: FigureFormat): Map<FigureField, number> {
  const found = new Map<FigureField, number>()
  for (const field of [...FIELDS[kind].needs, ...FIELDS[kind].may]) {
    const names = columns[field] ?? []
    const at = names
      .map((name) => header.findIndex((column) => fold(column) === fold(name)))
      .find((one) => one >= 0 && ![...found.values()].includes(one))
    if (at !== undefined) found.set(field, at)
  }
  return found
}
