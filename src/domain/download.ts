/**
 * The content of a download (spec 2, sections 3, 5 and 9): the columns of its three kinds, in the order and under the
 * names of the specification, and how each is written. The server fills them, a worker of the page sorts and writes
 * them.
 */
import type { Column } from './frame.ts'

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

/** Name of a local that the catalog lacks. */
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
