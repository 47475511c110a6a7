/** The chosen export, as in the address, and its request. */
import { parseDay } from '#domain/days'
import { EXPORT_FORMATS, EXPORT_GRAINS, EXPORT_MEASURES, type ExportFormat, type ExportGrain } from '#domain/export'
import { FIRST_YEAR } from '#domain/period-options'
import { TRAFFIC_CHOICES, type TrafficChoice } from '#domain/traffic-kinds'
import type { ExportDraft } from '#schemas/generated/api/export-draft.ts'

export interface ExportChoice {
  readonly clients: readonly number[]
  /** Empty = all; only of a single client. */
  readonly locals: readonly number[]
  readonly range: { readonly begin: string; readonly end: string } | null
  readonly grain: ExportGrain
  /** Empty = all. */
  readonly measures: readonly string[]
  readonly traffic: TrafficChoice | 'main'
  readonly outside: boolean
  readonly format: ExportFormat
}

export const FIRST_DAY = `${FIRST_YEAR}-01-01`

const among = <T extends string>(all: readonly T[], text: string | null): T =>
  all.find((one) => one === text) ?? (all[0] as T)
const idsOf = (text: string | null): number[] => [
  ...new Set(
    (text ?? '')
      .split(',')
      .filter((one) => /^[1-9]\d{0,8}$/.test(one))
      .map(Number),
  ),
]

export const isRange = (range: ExportChoice['range'], today: string): boolean =>
  range !== null &&
  parseDay(range.begin) !== null &&
  parseDay(range.end) !== null &&
  range.begin >= FIRST_DAY &&
  range.begin <= range.end &&
  range.end <= today

export function readExportChoice(search: URLSearchParams, today: string): ExportChoice {
  const get = (name: string) => search.get(name)
  const clients = idsOf(get('clients'))
  const range = { begin: get('begin') ?? '', end: get('end') ?? '' }
  const requested = (get('measures') ?? '').split(',')
  return {
    clients,
    locals: clients.length === 1 ? idsOf(get('locals')) : [],
    range: isRange(range, today) ? range : null,
    grain: among(EXPORT_GRAINS, get('grain')),
    measures: EXPORT_MEASURES.filter((id) => requested.includes(id)),
    traffic: among(TRAFFIC_CHOICES, get('traffic')),
    outside: get('outside') === 'true',
    format: among(EXPORT_FORMATS, get('format')),
  }
}

/** Defaults are left out. */
export function writeExportChoice({
  clients,
  locals,
  range,
  grain,
  measures,
  traffic,
  outside,
  format,
}: ExportChoice): URLSearchParams {
  const pairs: [string, string | null][] = [
    ['clients', clients.join(',') || null],
    ['locals', clients.length === 1 ? locals.join(',') || null : null],
    ['begin', range?.begin ?? null],
    ['end', range?.end ?? null],
    ['grain', grain === 'hour' ? null : grain],
    ['measures', measures.join(',') || null],
    ['traffic', traffic === 'main' ? null : traffic],
    ['outside', outside ? 'true' : null],
    ['format', format === 'csv' ? null : format],
  ]
  return new URLSearchParams(pairs.flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
}

/** The request to the server; null while something is missing. */
export function draftOf({
  clients,
  locals,
  range,
  grain,
  measures,
  traffic,
  outside,
  format,
}: ExportChoice): ExportDraft | null {
  if (clients.length === 0 || range === null) return null
  return {
    clients: [...clients],
    ...(locals.length > 0 && { locals: [...locals] }),
    ...range,
    grain,
    ...(measures.length > 0 && { measures: [...measures] as NonNullable<ExportDraft['measures']> }),
    ...(traffic !== 'main' && { traffic }),
    ...(outside && { outside }),
    format,
  }
}
