/** A projection as the file a person downloads, and the file read back by a parser that is not ours. */
import { parse } from 'csv-parse/sync'
import { csvTableOf, writeCsv } from '#domain/csv'
import { isoDay } from '#domain/periods'
import type { Projection } from '#engine/types'

export function csvOf(projection: Projection): string {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return [...writeCsv(csvTableOf(projection))].map((chunk) => decoder.decode(chunk, { stream: true })).join('')
}

export const readCsv = (text: string): string[][] => parse(text, { delimiter: ';' }) as string[][]

/** The cells as the file holds them: nothing for null, whole dates, every digit. */
export function cellsInFile({ columns, rows }: Projection): string[][] {
  return rows.map((row) => row.map((cell, at) => (cell === null ? '' : typeof cell === 'number' && columns[at]?.format === 'day' ? isoDay(cell) : String(cell))))
}
