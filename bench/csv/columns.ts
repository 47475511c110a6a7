/** The hourly export: 22 columns, as the product writes them. */
import type { CsvTable } from '#domain/csv'
import type { Frame, NumberData, TextData } from '#domain/frame'
import { MEASURES, hourlyRows, random, values } from '../lib/rows.ts'

export interface ExportRows {
  readonly frame: Frame
  readonly names: TextData
  readonly clients: TextData
  readonly rates: readonly Float64Array[]
  readonly rows: number
}

/** Three names hold what must be escaped. */
const NAMES = ['Gran Vía', "Portal de l'Àngel", 'Praça; Norte', 'Na Příkopě', '=Outlet', 'Say "Ciao"']

export function exportRows(size: number): ExportRows {
  const frame = hourlyRows(size)
  const local = values(frame, 'local')
  const next = random(11)
  return {
    frame,
    rows: frame.rows,
    names: { kind: 'text', codes: local.map((id) => id % NAMES.length), dictionary: NAMES },
    clients: {
      kind: 'text',
      codes: values(frame, 'client').map((id) => id - 1),
      dictionary: ['Aurora', 'Boreal', '-Celeste'],
    },
    // Rates with one decimal, as they are shown.
    rates: Array.from({ length: 3 }, () =>
      Float64Array.from({ length: frame.rows }, () => Math.round(next() * 1000) / 10),
    ),
  }
}

export const INTEGERS = ['local', 'area', 'hour', ...MEASURES] as const

export function csvTable({ frame, names, clients, rates, rows }: ExportRows): CsvTable {
  const numbers = (list: Int32Array | Float64Array): NumberData => ({ kind: 'numbers', values: list })
  return {
    rows,
    columns: [
      { header: 'client', data: clients },
      { header: 'name', data: names },
      { header: 'date', data: numbers(values(frame, 'day')), as: 'day' },
      ...INTEGERS.map((id) => ({ header: id, data: numbers(values(frame, id)) })),
      ...rates.map((rate, at) => ({ header: `rate${at}`, data: numbers(rate), decimals: 1 })),
      { header: 'index', data: numbers(values(frame, 'day')) },
    ],
  }
}
