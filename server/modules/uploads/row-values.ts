/** The values of a row: counts, amounts, a label and an instant. Throws Wrong with the first that cannot be. */
import { IMPORTER_COMPANIES, INVESTMENT_CONCEPTS } from '#domain/uploads'
import type { RowProblem } from '#domain/upload-problems'
import { UNREPORTED } from '../../facts/upload-rows.ts'
import { centsFrom, countFrom, MAX_COUNT, MAX_OF_DAY, offsetFrom, secondsOf, textFrom } from './fields.ts'
import type { RawRow } from './raw-row.ts'
import { salesFrom } from './shown-row.ts'
import type { Cell } from './workbook.ts'
import { folded, Wrong } from './wrong.ts'

const CONCEPTS = new Map(INVESTMENT_CONCEPTS.map((name, at) => [folded(name), at + 1]))
CONCEPTS.set('affiliation', 1)
const COMPANIES = new Map(IMPORTER_COMPANIES.map((name, at) => [folded(name), at + 1]))

const count = (field: string, cell: Cell | undefined, most: number): number => {
  if (cell === undefined) return UNREPORTED
  const value = countFrom(cell, most)
  if (value === null) throw new Wrong('countInvalid', field, cell)
  return value
}

const oneOf = (
  names: ReadonlyMap<string, number>,
  problem: RowProblem,
  field: string,
  cell: Cell | undefined,
): number => {
  if (cell === undefined) return 0
  const place = names.get(folded(textFrom(cell)))
  if (place === undefined) throw new Wrong(problem, field, cell)
  return place
}

export interface RowValues {
  readonly first: number
  readonly second: number
  readonly third: number
  /** Of a company or a concept; 0 = none. */
  readonly label: number
}

export function valuesOf(raw: RawRow): RowValues {
  const first =
    raw.investment !== undefined
      ? centsFrom(raw.investment)
      : count(
          raw.tickets === undefined ? 'Offers' : 'Tickets',
          raw.tickets ?? raw.offers,
          raw.hour === undefined ? MAX_OF_DAY : MAX_COUNT,
        )
  if (first === null) throw new Wrong('amountInvalid', 'Investment', raw.investment)
  const second = raw.sales !== undefined ? salesFrom(raw.sales) : count('Orders', raw.orders, MAX_OF_DAY)
  if (second === null) throw new Wrong('amountInvalid', 'Sales', raw.sales)
  const third = count('Units', raw.units, raw.hour === undefined ? MAX_OF_DAY : MAX_COUNT)
  const label =
    raw.company !== undefined
      ? oneOf(COMPANIES, 'companyUnknown', 'Company Name', raw.company)
      : oneOf(CONCEPTS, 'conceptUnknown', 'Concept', raw.concept)
  return { first, second, third, label }
}

/** 0 where a row is of a whole day. */
export function instantOf(raw: RawRow, day: number, nowS: number): number {
  if (raw.hour === undefined) return 0
  const seconds = secondsOf(textFrom(raw.hour))
  if (seconds === null) throw new Wrong('hourInvalid', 'Hour', raw.hour)
  const offset = offsetFrom(textFrom(raw.offset ?? null))
  if (offset === null) throw new Wrong('offsetInvalid', 'UTC offset', raw.offset)
  const instant = day * 86_400 + seconds - offset
  if (instant > nowS) throw new Wrong('dateUnusable', 'Date', raw.date)
  return instant
}

/** Another row of the file says something else of the same. */
export function contradiction(raw: RawRow, side: 'first' | 'second' | 'third'): Wrong {
  if (raw.tickets === undefined) return new Wrong('contradicts', 'Date', raw.date)
  const [field, cell] = {
    first: ['Tickets', raw.tickets],
    second: ['Sales', raw.sales],
    third: ['Units', raw.units],
  }[side] as [string, Cell | undefined]
  return new Wrong('contradicts', field, cell)
}
