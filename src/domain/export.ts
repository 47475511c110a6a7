/**
 * The content of an export: the rows of any number of locals and days as one file, made by the server as a job. A sum
 * over a column is the product's own figure: counts are as they were counted, estimates and hours outside the opening
 * hours are in separate columns.
 */

export const EXPORT_FORMATS = ['csv', 'parquet', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const EXPORT_GRAINS = ['hour', 'day'] as const
export type ExportGrain = (typeof EXPORT_GRAINS)[number]

/** The first line of a sheet holds the names. */
export const SHEET_MAX_ROWS = 1_048_575

/** Of one account, waiting or being made. */
export const EXPORTS_AT_ONCE = 2

/**
 * How the values of a column are written: `instant` is a moment in UTC, `local` a civil date and time without a zone,
 * `share` a number from 0 to 1.
 */
export type ExportKind =
  | 'id'
  | 'text'
  | 'day'
  | 'local'
  | 'instant'
  | 'count'
  | 'seconds'
  | 'money'
  | 'weight'
  | 'share'
  | 'flag'

export interface ExportColumn {
  readonly id: string
  readonly kind: ExportKind
  /** Counts that can be left out. */
  readonly isMeasure?: true
}

const ranges = (name: string) => [0, 1, 2, 3].map((k) => `${name}${k}`)
const measures = (kind: ExportKind, ...ids: string[]): ExportColumn[] =>
  ids.map((id) => ({ id, kind, isMeasure: true }))

const PLACE: readonly ExportColumn[] = [
  { id: 'client', kind: 'id' },
  { id: 'clientName', kind: 'text' },
  { id: 'local', kind: 'id' },
  { id: 'localName', kind: 'text' },
  { id: 'localCode', kind: 'text' },
  { id: 'area', kind: 'id' },
  { id: 'areaName', kind: 'text' },
  { id: 'traffic', kind: 'text' },
  { id: 'timeZone', kind: 'text' },
  { id: 'date', kind: 'day' },
]
const HOUR: readonly ExportColumn[] = [
  { id: 'hour', kind: 'count' },
  { id: 'localTime', kind: 'local' },
  { id: 'offset', kind: 'text' },
  { id: 'fold', kind: 'flag' },
  { id: 'utc', kind: 'instant' },
]
const STATE: readonly ExportColumn[] = [
  { id: 'byDay', kind: 'flag' },
  { id: 'state', kind: 'text' },
]
const MEASURES: readonly ExportColumn[] = [
  ...measures('count', 'far', 'fro', 'ins', 'outs', 'bounces', 'visits', 'tickets', 'ticketsOfDay'),
  ...measures('money', 'sales', 'salesOfDay'),
  ...measures('count', 'units', 'unitsOfDay'),
  ...measures('seconds', 'insTimeS', 'visitTimeS'),
  ...measures(
    'count',
    ...ranges('insInRange'),
    'identifiedVisits',
    ...ranges('localRepRange'),
    ...ranges('clientRepRange'),
  ),
]
const QUALITY: readonly ExportColumn[] = [
  { id: 'estimatedIns', kind: 'count' },
  { id: 'expected', kind: 'weight' },
  { id: 'observed', kind: 'weight' },
  { id: 'coverage', kind: 'share' },
]
const HOURS_OF_DAY: readonly ExportColumn[] = [
  'hours',
  'missingHours',
  'partialHours',
  'settlingHours',
  'closedHours',
].map((id) => ({ id, kind: 'count' }))
const LEARNT: readonly ExportColumn[] = [{ id: 'learntAt', kind: 'instant' }]

/** Every count that may be chosen, in the order of the file. */
export const EXPORT_MEASURES: readonly string[] = MEASURES.map(({ id }) => id)

/** Columns that may be summed over rows, besides the measures. */
export const EXPORT_SUMS: readonly string[] = [...EXPORT_MEASURES, 'estimatedIns', 'expected', 'observed']

/** The columns of a file, in their order. @param chosen the measures wanted; left out or empty: all */
export function exportColumns(grain: ExportGrain, chosen?: readonly string[]): readonly ExportColumn[] {
  const wanted =
    chosen === undefined || chosen.length === 0 ? MEASURES : MEASURES.filter(({ id }) => chosen.includes(id))
  return [
    ...PLACE,
    ...(grain === 'hour' ? HOUR : []),
    ...STATE,
    ...wanted,
    ...QUALITY,
    ...(grain === 'day' ? HOURS_OF_DAY : []),
    ...LEARNT,
  ]
}

const ENDINGS: Readonly<Record<ExportFormat, string>> = { csv: 'csv.gz', parquet: 'parquet', xlsx: 'xlsx' }

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'application/gzip',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** `aforo_2021-01-01_2025-12-31_hour.csv.gz`. */
export const exportFileName = ({
  begin,
  end,
  grain,
  format,
}: {
  begin: string
  end: string
  grain: ExportGrain
  format: ExportFormat
}): string => `aforo_${begin}_${end}_${grain}.${ENDINGS[format]}`

/** `aforo_2021-01-01_2025-12-31_hour_manifest.json`, the second file of an export: what the first holds. */
export const manifestFileName = ({ begin, end, grain }: { begin: string; end: string; grain: ExportGrain }): string =>
  `aforo_${begin}_${end}_${grain}_manifest.json`
