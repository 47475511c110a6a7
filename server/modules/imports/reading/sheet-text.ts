/**
 * Rows of a sheet as lines of separated values. Days that a workbook keeps as numbers become dates; all else stays what
 * it is.
 */
import { isoDay } from '#domain/days'
import { dayFromCell } from '../../uploads/fields.ts'
import type { Cell } from '../../uploads/workbook.ts'
import { looksLikeDate, looksLikeHour } from './guess-columns.ts'
import { fold } from './names.ts'

export interface SheetTextOptions {
  readonly is1904: boolean
  /** Columns that are known to hold dates, by their names. */
  readonly dates: readonly string[]
  readonly write: (piece: string) => void
}

/** Rows that are looked at to see which columns hold dates. */
const SAMPLE = 200
const PIECE = 256 * 1024
/** Numbers of the days from 2000 to 2100. */
const [FIRST_DAY, LAST_DAY] = [36_526, 73_051]
const DAY_S = 86_400

type Form = 'plain' | 'date' | 'moment' | 'clock'

export function createSheetText({ is1904, dates, write }: SheetTextOptions) {
  const first: { readonly row: number; readonly cells: readonly Cell[] }[] = []
  let forms: Form[] | null = null
  let [lines, rows, piece] = [0, 0, '']

  const put = (row: number, cells: readonly Cell[]) => {
    // One line for each row of the sheet, so that the number of a line is the number of its row.
    for (; lines < row - 1; lines += 1) piece += '\n'
    piece += `${cells.map((cell, c) => quoted(textOf(cell, forms?.[c] ?? 'plain', is1904))).join(',')}\n`
    lines += 1
    rows += 1
    if (piece.length < PIECE) return
    write(piece)
    piece = ''
  }
  const begin = () => {
    const [head, ...body] = first
    forms =
      head === undefined
        ? []
        : formsOf(
            head.cells,
            body.map(({ cells }) => cells),
            dates,
          )
    for (const { row, cells } of first) put(row, cells)
    first.length = 0
  }

  return {
    row(row: number, cells: readonly Cell[]) {
      const full = cells.filter((cell) => cell !== null && cell !== '').length
      // Rows above the table are a title.
      if (full === 0 || (forms === null && first.length === 0 && full < 2)) return
      if (forms !== null) return put(row, cells)
      first.push({ row, cells: [...cells] })
      if (first.length > SAMPLE) begin()
    },
    end() {
      if (forms === null) begin()
      write(piece)
      piece = ''
    },
    hasRows: () => rows > 1,
  }
}

function formsOf(head: readonly Cell[], body: readonly (readonly Cell[])[], dates: readonly string[]): Form[] {
  const byHand = new Set(dates.map(fold))
  return head.map((title, c) => {
    const name = String(title ?? '')
    const values = body.map((cells) => cells[c] ?? null).filter((cell) => cell !== null && cell !== '')
    const numbers = values.filter((cell) => typeof cell === 'number')
    if (numbers.length === 0 || numbers.length < values.length * 0.9) return 'plain'
    if (
      (byHand.has(fold(name)) || looksLikeDate(name)) &&
      numbers.every((value) => value >= FIRST_DAY && value < LAST_DAY)
    )
      return numbers.some((value) => !Number.isInteger(value)) ? 'moment' : 'date'
    return looksLikeHour(name) &&
      numbers.every((value) => value >= 0 && value < 1) &&
      numbers.some((value) => value > 0)
      ? 'clock'
      : 'plain'
  })
}

function textOf(cell: Cell, form: Form, is1904: boolean): string {
  if (cell === null) return ''
  if (typeof cell === 'string' || form === 'plain') return String(cell)
  const day = form === 'clock' ? 0 : dayFromCell(cell, is1904)
  if (day === null) return String(cell)
  // Kept as a fraction of a day, an hour is some milliseconds off.
  const seconds = Math.round((cell - Math.floor(cell)) * DAY_S)
  const clock = new Date((seconds % DAY_S) * 1000).toISOString().slice(11, 19)
  if (form === 'clock') return clock
  return form === 'date' ? isoDay(day) : `${isoDay(day + Math.floor(seconds / DAY_S))}T${clock}`
}

const quoted = (text: string) =>
  /[",\n\r]/.test(text) || text.startsWith(' ') ? `"${text.replaceAll('"', '""')}"` : text
