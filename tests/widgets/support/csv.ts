/** A projection as the file a person downloads, and the file read back by a parser that is not ours. */
import { parse } from 'csv-parse/sync'
import { writeCsv } from '#domain/csv'
import { csvOfProjection, csvWords } from '#engine/core/run/projection-csv'
import { isoDay } from '#domain/periods'
import type { Projection } from '#engine/types'

const WORDS = csvWords((key) => key)

export function csvOf(projection: Projection): string {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return [...writeCsv(csvOfProjection(projection, WORDS))]
    .map((chunk) => decoder.decode(chunk, { stream: true }))
    .join('')
}

export const readCsv = (text: string): string[][] => parse(text, { delimiter: ';' }) as string[][]

/**
 * Cells of the file that are not those of the projection; numbers may be rounded, by less than the last digit that is
 * written.
 */
export function otherCells(projection: Projection): string[] {
  const [head = [], ...lines] = readCsv(csvOf(projection))
  const { columns, rows } = projection
  return [
    ...columns.flatMap(({ label }, at) =>
      head[at]?.startsWith(label) === true ? [] : [`column ${at} is headed ${head[at]}, not ${label}`],
    ),
    ...(lines.length === rows.length ? [] : [`${lines.length} lines for ${rows.length} rows`]),
    ...rows.flatMap((row, line) =>
      row.flatMap((cell, at) =>
        isWritten(cell, lines[line]?.[at] ?? '', columns[at]?.format)
          ? []
          : [`line ${line} has ${lines[line]?.[at]}, not ${cell}`],
      ),
    ),
  ]
}

function isWritten(cell: Projection['rows'][number][number], written: string, format: string | undefined): boolean {
  if (typeof cell !== 'number') return written === String(cell ?? '')
  if (format === 'day') return written === isoDay(cell)
  const decimals = written.split('.')[1]?.length ?? 0
  return (
    written !== '' &&
    Math.abs(Number(written) - cell) <=
      (Number(written) === cell ? 0 : 0.5 * 10 ** -decimals + Number.EPSILON * Math.abs(cell))
  )
}
