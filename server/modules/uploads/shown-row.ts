/** A row as a person sees it before the file is loaded: what was understood, and what is wrong. */
import { isoDay } from '#domain/days'
import type { UploadRow } from '#schemas/generated/entities/upload-check.ts'
import { MAX_SALES } from '../../facts/checks.ts'
import { clean } from '../../lib/file-problem.ts'
import { centsFrom, countFrom, dayFromCell, MAX_OF_DAY } from './fields.ts'
import type { KnownClient, KnownLocal, RawRow } from './raw-row.ts'
import type { Cell } from './workbook.ts'
import { LONGEST, type Wrong } from './wrong.ts'

const short = (cell: Cell | undefined): string | null =>
  cell === null || cell === undefined || cell === '' ? null : clean(String(cell)).slice(0, LONGEST)

export const salesFrom = (cell: Cell) => centsFrom(cell, MAX_SALES / 100)

export function rowShower(clients: readonly KnownClient[], is1904: boolean) {
  const clientNames = new Map(clients.map(({ id, name }) => [id, name]))

  return (raw: RawRow, local: KnownLocal | undefined, owner: number | null, wrong?: Wrong): UploadRow => {
    const number = (cell: Cell | undefined, most = MAX_OF_DAY) => (cell === undefined ? null : countFrom(cell, most))
    const cents = raw.investment === undefined ? null : centsFrom(raw.investment)
    const sales = raw.sales === undefined ? null : salesFrom(raw.sales)
    const day = dayFromCell(raw.date, is1904)
    return {
      line: raw.line,
      sheet: raw.sheet?.slice(0, LONGEST) ?? null,
      code: short(raw.code) ?? short(raw.oldCode),
      local: local?.name ?? null,
      client: (owner === null ? null : clientNames.get(owner)) ?? short(raw.client),
      date: day === null ? short(raw.date) : isoDay(day),
      hour: raw.hour === undefined ? null : `${short(raw.hour) ?? ''} ${short(raw.offset) ?? ''}`.trim(),
      offers: number(raw.offers),
      orders: number(raw.orders),
      tickets: number(raw.tickets),
      sales: sales === null ? null : sales / 100,
      units: number(raw.units),
      investment: cents === null ? null : cents / 100,
      concept: short(raw.concept),
      company: short(raw.company),
      problem: wrong?.problem ?? null,
      field: wrong?.field ?? null,
      // A workbook keeps a date as a number, which a reader would not find in it.
      value: wrong === undefined ? null : wrong.field === 'Date' && day !== null ? isoDay(day) : short(wrong.cell),
    }
  }
}
