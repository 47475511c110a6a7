/**
 * A source as its reference describes it: from the registry, the schema of its call, the metric registry and what its
 * columns mean.
 */
import type { Column } from '#domain/frame'
import { findMetric } from '#domain/metrics/index'
import {
  CACHE_ENTRIES,
  STALE_MS,
  STORE_LANE,
  STORE_RETRIES,
  WIDGET_LANE,
  WIDGET_RETRIES,
} from '#engine/core/document/constants'
import type { SourceDefinition, WidgetDeclarations } from '#engine/types'
import { ARG_MEANING, SOURCE_MEANING } from '../../src/sources/meaning.ts'
import { COLUMN_MEANING } from '../../src/sources/column-meaning.ts'

export interface ArgReference {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  /** The argument without which it is required. */
  readonly requiredWithout: string | null
  readonly meaning: string
}
export interface ColumnReference extends Pick<Column, 'id' | 'type' | 'role'> {
  readonly unit: string
  readonly meaning: string
}

export interface SourceReference {
  readonly name: string
  readonly about: string
  readonly row: string
  readonly args: readonly ArgReference[]
  readonly columns: readonly ColumnReference[]
  /** The costs of a query, in sentences. */
  readonly cost: readonly string[]
  readonly cache: string
  /** Types of which one input is fed by it as it comes. */
  readonly feeds: readonly string[]
}

/** Descriptions of metrics in English, by id. */
export type MetricTexts = Readonly<Record<string, { readonly description?: string } | undefined>>
/** `schemas/api/<name>.schema.json` by name. */
export type CallSchemas = Readonly<
  Record<string, { readonly properties?: Readonly<Record<string, { readonly description?: string }>> } | undefined>
>

const ARG_TYPES: Readonly<Record<string, string>> = {
  id: 'id',
  ids: 'list of ids',
  date: 'date, YYYY-MM-DD',
  text: 'text',
  number: 'number',
}
const UNITS: Readonly<Record<string, string>> = {
  count: 'number',
  percent: '%',
  seconds: 's',
  ratio: 'ratio',
  people: 'people at one time',
  weight: 'weight',
  day: 'day',
  hour: 'hour',
  id: 'id',
}

/** Throws SOURCE_UNEXPLAINED when the source, one of its arguments or one of its columns has no meaning. */
export function sourceReference(
  source: SourceDefinition,
  { metrics, calls, widgets }: { metrics: MetricTexts; calls: CallSchemas; widgets: WidgetDeclarations },
): SourceReference {
  const meaning = explained(source.name, SOURCE_MEANING[source.name], 'the source')
  const call =
    meaning.call === undefined
      ? {}
      : explained(source.name, calls[meaning.call]?.properties, `schemas/api/${meaning.call}`)
  return {
    name: source.name,
    about: meaning.about,
    row: meaning.row,
    args: Object.entries(source.args).map(([name, { type, required = false, requiredWithout = null }]) => ({
      name,
      type: ARG_TYPES[type] ?? type,
      isRequired: required,
      requiredWithout,
      meaning: explained(source.name, ARG_MEANING[name] ?? call[name]?.description, `the argument ${name}`),
    })),
    columns: source.columns.map(({ id, type, role, unit }) => ({
      id,
      type,
      role,
      unit: unit === undefined ? '' : (UNITS[unit] ?? unit),
      meaning: explained(
        source.name,
        role === 'measure' && findMetric(id) !== undefined ? metrics[id]?.description : COLUMN_MEANING[id],
        `the column ${id}`,
      ),
    })),
    cost: costOf(source, meaning.size),
    cache:
      `Same arguments, same answer: joined while it is in flight, kept for ${STALE_MS / 60_000} minutes, then ` +
      `shown with its age while a new one is fetched. At most ${CACHE_ENTRIES} answers are kept while not shown.`,
    feeds: [...widgets.values()]
      .filter(({ data }) =>
        Object.values(data).some(({ columns }) => {
          const wanted = Object.entries(columns)
          return (
            wanted.length > 0 &&
            wanted.every(([id, role]) => source.columns.some((column) => column.id === id && column.role === role))
          )
        }),
      )
      .map(({ type }) => type),
  }
}

function explained<T>(source: string, found: T | undefined, what: string): T {
  if (found === undefined)
    throw new Error(
      `SOURCE_UNEXPLAINED: ${source}: ${what} has no meaning; expected one in src/sources/meaning.ts, the schema of ` +
        'its call or the metric registry.',
    )
  return found
}

function costOf(source: SourceDefinition, size: string): string[] {
  const { lane, fanOut, timeoutMs } = source
  const retries = lane === 'store' || fanOut !== undefined ? STORE_RETRIES : WIDGET_RETRIES
  return [
    fanOut === undefined
      ? 'One call.'
      : `One call per member of ${fanOut}, merged as they come; ${STORE_LANE} at a time.`,
    `Takes one of ${WIDGET_LANE} places${lane === 'store' ? ', before any widget' : ''}; tried again up to ` +
      `${retries} times, cancelled after ${timeoutMs / 1000} s.`,
    ...('refreshS' in source && typeof source.refreshS === 'number'
      ? [`Asked again every ${source.refreshS} s while it is shown.`]
      : []),
    `Rows: ${size}.`,
  ]
}
