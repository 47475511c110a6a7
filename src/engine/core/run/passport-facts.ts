/**
 * The basis of a widget's figures, for any source: days, stores, when they end, and what each of them
 * means.
 */
import type { Basis } from '#domain/basis'
import { dayNumber, isoDay, parseDay } from '#domain/days'
import { formatter } from '#domain/format'
import { cellOf, columnIndex } from '#domain/frame-build'
import { areOfRooms } from '#domain/occupancy-columns'
import { placeText } from './place-words.ts'
import type { Frames, Projection, ProjectionContext, ReadyState, StoreCount } from '../../types.ts'

interface Span {
  readonly begin: string
  readonly end: string
}

export interface PassportFacts {
  readonly days: { readonly comparing: Span; readonly reference: Span | null } | null
  readonly stores: StoreCount | null
  /** Metrics of the columns, then those only the passport names, each once. */
  readonly metrics: readonly string[]
  readonly asOf: number | null
}

export type Answer = Pick<ReadyState, 'frames' | 'values' | 'basis' | 'asOf'>

export function passportFacts(
  projection: Projection,
  context: Pick<ProjectionContext, 'periods'>,
  answer: Answer,
): PassportFacts {
  return {
    days: context.periods ?? alone(daysIn(answer.frames) ?? daysAsked(answer.values)),
    stores: storesOf(answer),
    metrics: metricsOf(projection),
    asOf: projection.passport?.asOf ?? answer.asOf ?? null,
  }
}

const alone = (comparing: Span | null) => (comparing === null ? null : { comparing, reference: null })

/** An answer without periods says itself of which days it is. */
function daysIn(frames: Frames): Span | null {
  const days = Object.values(frames).flatMap((frame) =>
    [...valuesIn(frame, 'day')].filter((day) => typeof day === 'number'),
  )
  if (days.length === 0) return null
  const [first, last] = days.reduce(
    ([least, most], day) => [Math.min(least, day), Math.max(most, day)],
    [Infinity, -Infinity],
  )
  return { begin: isoDay(first), end: isoDay(last) }
}

/** Where the rows have no days, the filters do: a day or a stretch of days. */
function daysAsked(values: Answer['values']): Span | null {
  for (const value of Object.values(values)) {
    const { begin, end } = (typeof value === 'object' && value !== null ? value : { begin: value, end: value }) as {
      begin?: unknown
      end?: unknown
    }
    if (typeof begin === 'string' && typeof end === 'string' && parseDay(begin) !== null && parseDay(end) !== null)
      return { begin, end }
  }
  return null
}

/** Filters of a dashboard that choose stores. */
const STORE_PARAMS = ['locals', 'stations']

/** How many of what was asked about a comparison is of. */
export const comparedOf = ({ places, compared, asked }: Basis): StoreCount => ({
  compared,
  asked,
  isCompared: true,
  ...(places && { places }),
})

/** Null where neither the answer nor the filters say. */
export function storesOf({ basis, frames, values }: Pick<Answer, 'basis' | 'frames' | 'values'>): StoreCount | null {
  if (basis !== undefined) return comparedOf(basis)
  const shown = new Set(
    Object.values(frames).flatMap((frame) => [...valuesIn(frame, 'local')].filter((local) => local !== null)),
  )
  const chosen = STORE_PARAMS.map((key) => values[key]).find((value) => Array.isArray(value)) as
    | readonly unknown[]
    | undefined
  const asked = Math.max(chosen?.length ?? 0, shown.size)
  if (asked === 0) return null
  const isOfRooms = Object.values(frames).some(({ columns }) => areOfRooms(columns))
  return {
    compared: shown.size === 0 ? asked : shown.size,
    asked,
    isCompared: false,
    ...(isOfRooms && { places: 'rooms' as const }),
  }
}

function valuesIn(frame: Frames[string], id: string): Set<unknown> {
  const at = columnIndex(frame, id)
  return new Set(at < 0 ? [] : Array.from({ length: frame.rows }, (_, row) => cellOf(frame, at, row)))
}

function metricsOf({ columns, passport, parts = [] }: Projection): string[] {
  const drawn = [columns, ...parts.map((part) => part.projection.columns)].flat().flatMap(({ metric }) => metric ?? [])
  return [
    ...new Set([
      ...drawn,
      ...(passport?.definitions ?? []).map((definition) => definition.split('@')[0] ?? definition),
    ]),
  ]
}

type Translate = ProjectionContext['t']
export type Line = readonly [name: string, value: string]

export function daysLine({ days }: Pick<PassportFacts, 'days'>, locale: string, t: Translate): Line[] {
  if (days === null) return []
  const written = (day: string) => formatter(locale).date(dayNumber(day))
  const span = ({ begin, end }: Span) =>
    begin === end ? written(begin) : t('app:about.days', { begin: written(begin), end: written(end) })
  return [
    [
      t('app:about.periods'),
      days.reference === null
        ? span(days.comparing)
        : t('app:about.against', { comparing: span(days.comparing), reference: span(days.reference) }),
    ],
  ]
}

export function storesLine({ stores }: Pick<PassportFacts, 'stores'>, t: Translate): Line[] {
  if (stores === null) return []
  const { places, compared, asked, isCompared } = stores
  return [
    [
      t(placeText(places, 'name')),
      isCompared
        ? t(placeText(places, 'comparedOf'), { compared, asked })
        : t('app:about.placesIn', { shown: compared, asked }),
    ],
  ]
}
