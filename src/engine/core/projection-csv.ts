/** A projection as a file. Apart from what draws it: the page fetches this with the first file that is saved. */
import { csvTableOf, type CsvTable } from '#domain/csv'
import type { Projection } from '../types.ts'

/** The file of a widget. One of several small charts is one file: the title of each part stands in a first column. */
export function csvOfProjection({ parts, columns, rows }: Projection): CsvTable {
  const [first] = parts ?? []
  if (parts === undefined || first === undefined || rows.length > 0) return csvTableOf({ columns, rows })
  return csvTableOf({
    columns: [{ label: '' }, ...first.projection.columns],
    rows: parts.flatMap((part) => part.projection.rows.map((row) => [part.title, ...row])),
  })
}
