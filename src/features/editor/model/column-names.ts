/** Names of columns: metrics by the registry, dimensions by the panels' own texts, the rest by their id. */
import type { Columns } from '#engine/core/document/columns'
import { findMetric, METRICS } from '#domain/metrics/index'
import type { Option, Translate } from '#ui'
import type { ColumnHint } from '#engine/core/document/option-fields'

/** Dimensions with a name in `editor-panels:dim.*`. */
const DIMS = new Set([
  'local',
  'client',
  'area',
  'day',
  'hour',
  'weekday',
  'week',
  'month',
  'group',
  'type',
  'period',
  'index',
  'device',
  'status',
  'name',
  'id',
])

export const columnName = (t: Translate, id: string): string =>
  findMetric(id) !== undefined ? t(`metrics:${id}.name`) : DIMS.has(id) ? t(`editor-panels:dim.${id}`) : id

/** Words of arguments with a text in `editor-panels:word.*`; the others are columns. */
const WORDS = new Set([
  'stores.same',
  'stores.all',
  'traffic.main',
  'traffic.people',
  'traffic.bicycle',
  'traffic.car',
  'traffic.other',
  'traffic.all',
  'estimates.none',
  'estimates.with',
  'versus.yesterday',
  'versus.lastWeek',
  'by.quarter',
  'kind.flows',
  'kind.profile',
  'kind.monthly',
])

/** A word that an argument takes. */
export const wordName = (t: Translate, arg: string, word: string): string =>
  WORDS.has(`${arg}.${word}`) ? t(`editor-panels:word.${arg}.${word}`) : columnName(t, word)

const option = (t: Translate, id: string): Option => {
  const label = columnName(t, id)
  return { id, label, ...(label !== id && { hint: id }) }
}

/** The columns that may be offered for a hint, then the metrics of the registry. */
export function columnOptions(
  t: Translate,
  columns: Columns | undefined,
  hint: Pick<ColumnHint, 'role' | 'metrics'>,
): Option[] {
  const own = [...(columns ?? [])].filter(([, role]) => hint.role === undefined || role === hint.role).map(([id]) => id)
  const metrics = hint.metrics ? METRICS.map(({ id }) => id).filter((id) => !own.includes(id)) : []
  return [...own, ...metrics].map((id) => option(t, id))
}
