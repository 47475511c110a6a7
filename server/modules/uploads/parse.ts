/** From a file on disk to rows that were validated. Runs in the worker, and in tests without one. */
import { INVESTMENT_SHEET, isText, OFFER_SHEETS, OPTIONAL_TEXT_COLUMNS, TEXT_COLUMNS } from '#domain/uploads'
import type { OfferMode, SheetFormat, UploadKind } from '#domain/uploads'
import type { UploadCheck } from '#schemas/generated/entities/upload-check.ts'
import { createRowValidator } from './row-validator.ts'
import type { RowValidator } from './row-validator.ts'
import type { Directory, RawRow } from './raw-row.ts'
import { clean, FileProblem } from '../../lib/file-problem.ts'
import type { RowColumns } from '../../facts/upload-rows.ts'
import { readLines } from '../../lib/text-lines.ts'
import { openWorkbook } from './workbook.ts'
import type { Cell, Sheet } from './workbook.ts'

export interface ParseJob {
  readonly path: string
  readonly kind: UploadKind
  /** Of offers and orders; SINGLE for the rest. */
  readonly mode: OfferMode
  readonly client: number | null
  readonly directory: Directory
  readonly nowMs: number
  /** Only the check is wanted: no rows come back. */
  readonly isCheck: boolean
}

export interface Parsed {
  readonly check: UploadCheck
  readonly rows: { columns: RowColumns; length: number } | null
}

type Field = Exclude<keyof RawRow, 'line' | 'sheet'>
/** The use of each column of a sheet or a line. */
const FIELDS: Readonly<Record<string, Field>> = {
  Code: 'code',
  Date: 'date',
  Offers: 'offers',
  Orders: 'orders',
  Client: 'client',
  Hour: 'hour',
  'UTC offset': 'offset',
  Tickets: 'tickets',
  Sales: 'sales',
  Units: 'units',
  'Company Name': 'company',
  'Created On': 'date',
  'Dealer Code': 'code',
  'Offer Qty.': 'offers',
  'Order Qty.': 'orders',
  ID: 'code',
  'Id antiguo': 'oldCode',
  'Fecha Matr.': 'date',
  'Cuenta de Matrícula': 'orders',
  'Fecha corta': 'date',
  'Cuenta de Modelo': 'offers',
  Investment: 'investment',
  Concept: 'concept',
}

/** @throws {FileProblem} */
export async function parse(job: ParseJob): Promise<Parsed> {
  const validator = isText(job.kind, job.mode) ? parseText(job) : await parseWorkbook(job)
  return validator.finish(job.isCheck)
}

function parseText(job: ParseJob): RowValidator {
  const columns =
    TEXT_COLUMNS[
      job.kind === 'ticketsHourly' || job.kind === 'ticketsDaily'
        ? job.kind
        : job.mode === 'CSV_MULTICLIENT'
          ? 'CSV_MULTICLIENT'
          : 'CSV'
    ]
  const fields = columns.map((column) => FIELDS[column]!)
  const optional =
    job.kind === 'ticketsHourly' || job.kind === 'ticketsDaily'
      ? OPTIONAL_TEXT_COLUMNS.map((column) => FIELDS[column]!)
      : []
  const validator = createRowValidator(job)
  let isFirst = true
  readLines(job.path, (line, values) => {
    if (values === null) return validator.broken(line, 'quoteOpen', '"')
    if (isFirst && values.length === 1) {
      const other = /[,\t|]/.exec(values[0]!)?.[0]
      if (other !== undefined)
        throw new FileProblem(
          'UPLOAD_SEPARATOR',
          `The columns are not separated with ; but perhaps with ${other === '\t' ? 'tabs' : other}.`,
          { found: other === '\t' ? 'tab' : other },
        )
    }
    isFirst = false
    if (values.length < fields.length) return validator.broken(line, 'columnsMissing', values.join(';'))
    for (let at = fields.length + optional.length; at < values.length; at += 1)
      if (values[at]!.trim() !== '') return validator.broken(line, 'columnsTooMany', values.join(';'))
    const raw: Partial<Record<Field, Cell>> & { line: number } = { line }
    for (let at = 0; at < fields.length; at += 1) raw[fields[at]!] = values[at]!
    for (const [at, field] of optional.entries()) {
      const value = values[fields.length + at]
      if (value !== undefined && value.trim() !== '') raw[field] = value
    }
    validator.row(raw as RawRow)
  })
  return validator
}

async function parseWorkbook(job: ParseJob): Promise<RowValidator> {
  const wanted = job.kind === 'investment' ? [INVESTMENT_SHEET] : (OFFER_SHEETS[job.mode] ?? [])
  const workbook = await openWorkbook(job.path)
  try {
    const validator = createRowValidator({ ...job, is1904: workbook.is1904, isMoney: job.kind === 'investment' })
    for (const [sheet, format] of chosenSheets(workbook.sheets, wanted)) {
      let places: Map<Field, number> | null = null
      await workbook.rows(sheet, (line, cells) => {
        if (cells.every((cell) => cell === null || cell === '')) return
        if (places === null) {
          places = placesOf(cells, sheet, format)
          return
        }
        const raw: Partial<Record<Field, Cell>> & { line: number; sheet: string } = { line, sheet: sheet.name }
        for (const [field, at] of places) raw[field] = cells[at] ?? null
        validator.row(raw as RawRow)
      })
      if (places === null) throw columnsMissing(sheet, format.columns, [])
    }
    return validator
  } finally {
    workbook.close()
  }
}

const nameOf = (text: string) => clean(text).toLowerCase()

function chosenSheets(sheets: readonly Sheet[], wanted: readonly SheetFormat[]): [Sheet, SheetFormat][] {
  const names = wanted.map(({ name }) => name)
  const problem = () =>
    new FileProblem(
      'UPLOAD_SHEETS',
      `The workbook has the sheets ${
        sheets
          .map(({ name }) => name.slice(0, 40))
          .slice(0, 8)
          .join(', ') || 'none'
      }; expected ${names[0] === null ? 'one sheet' : names.join(' and ')}.`,
      {
        expected: names[0] === null ? '1' : names.join(', '),
        found:
          sheets
            .map(({ name }) => name.slice(0, 40))
            .slice(0, 8)
            .join(', ') || '0',
      },
    )
  const [first] = wanted
  if (first !== undefined && first.name === null) {
    const [only] = sheets
    if (only === undefined || sheets.length !== 1) throw problem()
    return [[only, first]]
  }
  return wanted.map((format) => {
    const sheet = sheets.find(({ name }) => nameOf(name) === nameOf(format.name ?? ''))
    if (sheet === undefined) throw problem()
    return [sheet, format]
  })
}

const columnsMissing = ({ name }: Sheet, missing: readonly string[], found: readonly string[]) =>
  new FileProblem(
    'UPLOAD_COLUMNS',
    `The sheet ${name.slice(0, 40)} lacks the columns ${missing.join(', ')}, or has one of them twice; its first ` +
      `row is ${found.join(', ') || 'empty'}.`,
    { sheet: name.slice(0, 40), missing: missing.join(', '), found: found.join(', ') },
  )

function placesOf(cells: readonly Cell[], sheet: Sheet, { columns }: SheetFormat): Map<Field, number> {
  const heads = cells.map((cell) => nameOf(String(cell ?? '')))
  const isOnce = (column: string) => heads.filter((head) => head === nameOf(column)).length === 1
  const bad = columns.filter((column) => !isOnce(column))
  if (bad.length > 0)
    throw columnsMissing(
      sheet,
      bad,
      cells.flatMap((cell) => (cell === null ? [] : [clean(String(cell)).slice(0, 40)])).slice(0, 12),
    )
  return new Map(columns.map((column) => [FIELDS[column]!, heads.indexOf(nameOf(column))]))
}
