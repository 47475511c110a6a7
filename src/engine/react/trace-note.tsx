/**
 * For developers: the newest transaction's record for each query behind one widget, with the steps of the inputs that
 * it fills.
 */
import { type Translate, useUi } from '#ui'
import { useStore } from 'zustand'
import type { LiveWidget } from '../core/document/model.ts'
import type { DashboardState, ParamView, QueryTrace, TraceRecord, WidgetInfo } from '../core/params/state.ts'
import { useDashboard } from './services.tsx'
import css from './trace-note.module.css'

export function TraceNote({ widget: { id: widget, data } }: { widget: LiveWidget }) {
  const { dashboard } = useDashboard()
  const { t, format } = useUi()
  const trace = useStore(dashboard.store, (state: DashboardState) => state.trace)
  const labels = useStore(dashboard.store, (state: DashboardState) => state.params)
  const inputs = Map.groupBy(Object.entries(data), ([, { query }]) => query)
  const found = [...inputs].flatMap(([query, filled]) => {
    const latest = newest(trace, query)
    return latest === undefined ? [] : [{ query, inputs: filled.map(([input]) => input), ...latest }]
  })
  if (found.length === 0) return <p className={css.none}>{t('app:trace.none')}</p>
  return (
    <div className={css.why}>
      {found.map(({ query, inputs: filled, record, entry }) => (
        <dl key={query} className={css.facts}>
          <dt>{t('app:trace.query')}</dt>
          <dd>
            <code>{query}</code>
          </dd>
          <dt>{t('app:trace.cause')}</dt>
          <dd>{causeOf(record, t, labels, dashboard.widgets)}</dd>
          <dt>{t('app:trace.action')}</dt>
          <dd>{t(`engine:decision.${entry.decision}`)}</dd>
          <dt>{t('app:trace.reason')}</dt>
          <dd>{reasonOf(entry, t, labels, dashboard.widgets)}</dd>
          {entry.outcome && (
            <>
              <dt>{t(`engine:from.${entry.outcome.from}`)}</dt>
              <dd>
                {t('engine:rows', {
                  count: entry.outcome.rows ?? 0,
                  rows: format.exact(entry.outcome.rows ?? 0, 'count'),
                })}{' '}
                · {Math.round(entry.outcome.ms)} ms
              </dd>
            </>
          )}
          {filled.flatMap((input) =>
            (record.steps[widget]?.[input] ?? []).map((step, at) => (
              <div key={`${input}${at}`} className={css.step}>
                <dt>{step.op}</dt>
                <dd>
                  {step.rowsIn} → {step.rowsOut}
                </dd>
              </div>
            )),
          )}
        </dl>
      ))}
    </div>
  )
}

function newest(trace: readonly TraceRecord[], query: string): { record: TraceRecord; entry: QueryTrace } | undefined {
  for (const record of trace.toReversed()) {
    const entry = record.queries.find((candidate) => candidate.query === query)
    if (entry !== undefined && entry.decision !== 'skip') return { record, entry }
  }
  return undefined
}

type Labels = Readonly<Record<string, ParamView>>

/** Filters and widgets by the names that the page shows. */
function reasonOf(
  { reason: { key, params = {} } }: QueryTrace,
  t: Translate,
  labels: Labels,
  widgets: Readonly<Record<string, WidgetInfo>>,
): string {
  const { filters, widget } = params
  return t(`engine:why.${key}`, {
    ...(filters !== undefined && {
      filters: filters
        .split(', ')
        .map((one) => labels[one]?.label ?? one)
        .join(', '),
    }),
    ...(widget !== undefined && { widget: widgets[widget]?.title ?? widget }),
  })
}

function causeOf(
  { cause }: TraceRecord,
  t: Translate,
  labels: Labels,
  widgets: Readonly<Record<string, WidgetInfo>>,
): string {
  const filters = 'params' in cause ? cause.params.map((key) => labels[key]?.label ?? key).join(', ') : ''
  return t(`engine:cause.${cause.kind}`, {
    filters,
    ...('widget' in cause && { widget: widgets[cause.widget]?.title ?? cause.widget }),
    ...('tab' in cause && { tab: cause.tab }),
    ...('section' in cause && { section: cause.section }),
    ...('query' in cause && { query: cause.query }),
    ...('queries' in cause && { queries: cause.queries.join(', ') }),
    ...('target' in cause && { target: widgets[cause.target]?.title ?? labels[cause.target]?.label ?? cause.target }),
  })
}
