/**
 * What a download holds (spec 2, sections 3, 5 and 9): the columns of its three kinds, in the order and under the names
 * of the specification, and how each is written. The server fills them, a worker of the page sorts and writes them.
 */
import { encodeText, isNull } from './frame-build.ts'
import type { CsvColumn, CsvTable } from './csv.ts'
import type { Column, ColumnData, Frame, NumberData } from './frame.ts'

/** One download covers at most this many days, and none after today. */
export const DOWNLOAD_MAX_DAYS = 31

/** `rows`: each local's hours. `hourly` and `daily`: the whole unit by hour or by day, or each local when asked for. */
export const DOWNLOAD_CONTENTS = ['rows', 'hourly', 'daily'] as const
export type DownloadContent = (typeof DOWNLOAD_CONTENTS)[number]

export const DOWNLOAD_FORMATS = ['csv', 'xlsx', 'arrow'] as const
export type DownloadFormat = (typeof DOWNLOAD_FORMATS)[number]

export const DOWNLOAD_TYPES: Readonly<Record<DownloadFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  arrow: 'application/vnd.apache.arrow.stream',
}

/** What a local is called that the catalog does not know. */
export const UNKNOWN_LOCAL = 'Desconocido'

const dim = (id: string, type: Column['type'], unit?: Column['unit']): Column => ({
  id,
  type,
  role: 'dim',
  ...(unit && { unit }),
})
const counts = (...ids: string[]): Column[] => ids.map((id) => ({ id, type: 'int', role: 'measure', unit: 'count' }))
const seconds = (...ids: string[]): Column[] => ids.map((id) => ({ id, type: 'int', role: 'measure', unit: 'seconds' }))
const percents = (...ids: string[]): Column[] =>
  ids.map((id) => ({ id, type: 'float', role: 'measure', unit: 'percent' }))
const ranges = (name: string) => [0, 1, 2, 3].map((k) => `${name}${k}`)

const DATE = dim('date', 'day', 'day')
/** Seconds since midnight of the local. */
const TIME = dim('time', 'int', 'seconds')
const REPETITIONS = counts(...ranges('localRepRange'), ...ranges('clientRepRange'))

const METRIC_ROW: readonly Column[] = [
  dim('client', 'int', 'id'),
  dim('local', 'int', 'id'),
  dim('name', 'text'),
  dim('exeDate', 'day', 'day'),
  DATE,
  TIME,
  ...counts('far', 'fro', 'ins', 'bounces', 'visits', 'tickets'),
  ...seconds('insTimeS', 'visitTimeS'),
  ...counts(...ranges('insInRange')),
  ...REPETITIONS,
]
const SUMMARY: readonly Column[] = [
  ...counts('frontal', 'insides', 'visits', 'tickets', 'total'),
  ...percents('captureRate', 'conversionRate'),
  ...seconds('insideDurationHHMMSS', 'visitDurationHHMMSS'),
  ...counts(...ranges('insidesInRange')),
  ...REPETITIONS,
]

/** The columns of a download, in their order. `byLocal` puts the local before those of the unit. */
export function downloadColumns(content: DownloadContent, byLocal = false): readonly Column[] {
  if (content === 'rows') return METRIC_ROW
  return [
    ...(byLocal ? [dim('local', 'int', 'id'), dim('name', 'text')] : []),
    DATE,
    ...(content === 'hourly' ? [TIME] : []),
    ...SUMMARY,
  ]
}

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

export const DOWNLOAD_ORDERS = ['date', 'local'] as const
export type DownloadOrder = (typeof DOWNLOAD_ORDERS)[number]

/** The rows in another order: as they come by date, hour and local, or each local for itself. */
export function sortDownload(frame: Frame, order: DownloadOrder): Frame {
  const at = frame.columns.findIndex(({ id }) => id === 'name')
  const names = frame.data[at]
  const locals = frame.data[frame.columns.findIndex(({ id }) => id === 'local')]
  if (order === 'date' || names?.kind !== 'text' || locals?.kind !== 'numbers') return frame
  const compare = new Intl.Collator('es', { numeric: true }).compare
  const rank = new Map(
    names.dictionary
      .map((name, code) => ({ name, code }))
      .sort((a, b) => compare(a.name, b.name))
      .map(({ code }, place) => [code, place]),
  )
  const key = Float64Array.from(
    names.codes,
    (code, row) => (rank.get(code) ?? -1) * 2 ** 31 + (locals.values[row] as number),
  )
  // The rows come by date, and sorting keeps what is equal in its order.
  const places = Uint32Array.from({ length: frame.rows }, (_, row) => row).sort(
    (a, b) => (key[a] as number) - (key[b] as number) || a - b,
  )
  return {
    ...frame,
    data: frame.data.map((one) =>
      one.kind === 'text'
        ? { ...one, codes: one.codes.map((_, row) => one.codes[places[row] as number] as number) }
        : pick(one, places),
    ),
  }
}

function pick(data: NumberData, places: Uint32Array): NumberData {
  const values = data.values.slice()
  const valid = data.valid && new Uint8Array(data.valid.length)
  for (let row = 0; row < places.length; row++) {
    values[row] = data.values[places[row] as number] as number
    if (valid && !isNull(data, places[row] as number)) valid[row >> 3] = (valid[row >> 3] as number) | (1 << (row & 7))
  }
  return { kind: 'numbers', values, ...(valid && { valid }) }
}

/** `data_export_2026-11-01_2026-11-20_daily.csv`. */
export const downloadFileName = ({
  begin,
  end,
  content,
  format,
}: {
  begin: string
  end: string
  content: DownloadContent
  format: DownloadFormat
}): string => `data_export_${begin}_${end}_${content}.${format === 'arrow' ? 'arrows' : format}`
