import { encodeText, isNull } from './frame-build.ts'
import type { CsvColumn, CsvTable } from './csv.ts'
import type { Column, ColumnData, Frame } from './frame.ts'

/** Columns written as a time of day or as a length, HH:MM:SS. */
export const isClock = ({ id }: Column): boolean => id === 'time' || id.endsWith('HHMMSS')

const two = (value: number): string => String(value).padStart(2, '0')

/** Seconds as HH:MM:SS; a length of more than 99 hours has more digits. */
export function hhmmss(value: number): string {
  const whole = Math.round(value)
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}

const PERCENT_DECIMALS = 2

/** A download as a file of text: days YYYY-MM-DD, times and lengths HH:MM:SS, what was not reported empty. */
export function downloadCsv({ columns, data, rows }: Frame): CsvTable {
  return {
    rows,
    columns: columns.map((column, at): CsvColumn => {
      const values = data[at] as ColumnData
      if (values.kind === 'numbers' && isClock(column))
        return {
          header: column.id,
          data: encodeText(
            Array.from({ length: rows }, (_, row) =>
              isNull(values, row) ? null : hhmmss(values.values[row] as number),
            ),
          ),
        }
      return {
        header: column.id,
        data: values,
        ...(column.type === 'day' && { as: 'day' as const }),
        ...(column.unit === 'percent' && { decimals: PERCENT_DECIMALS }),
      }
    }),
  }
}
