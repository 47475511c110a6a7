/**
 * A board of ten widgets, or of sixty in six tabs (`?tabs=6`), as a person makes one: its document is read and checked
 * in the page, and each widget has a question of its own.
 */
import { loadLayout } from '#engine/core/graph/validate'
import { initTexts } from '#i18n'
import { widgetTexts } from '#widgets'
import { guardedWidgets as widgets } from '#widgets/guarded'
import { createDataPool } from '#workers/data'
import { dashboardOf, draw, LANGUAGE } from '../ours/draw.tsx'
import { kindOf, widgetOf } from '../ours/layout.ts'
import { staticSources } from '../ours/sources.ts'

/** Widgets of a tab: two of key figures, four lines, two bars, a ring and a table. */
const KINDS = ['kpi0', 'kpi1', 'series0', 'series1', 'series2', 'series3', 'bars0', 'bars1', 'donut', 'table'] as const

const tabs = Array.from({ length: Number(new URLSearchParams(location.search).get('tabs')) }, (_, at) => `tab${at}`)
const names = tabs.flatMap((tab) => KINDS.map((name) => ({ tab, name, id: `${tab}-${name}` })))

const compute = createDataPool()
const sources = staticSources((frame) => compute.adopt(frame))
const layout = loadLayout(
  {
    format: 1,
    _id: 'bench-tabs',
    name: 'Tabs',
    apply: 'auto',
    params: {
      filter: { type: 'number', label: 'Filter', default: 0 },
      periods: { type: 'periodPair', label: 'Periods', default: { preset: 'lastMonthVsPrevious' } },
    },
    queries: Object.fromEntries(
      names.map(({ id, name }) => [
        id,
        { source: `bench.${kindOf(name)}`, args: { panel: Number(/\d$/.exec(name)?.[0] ?? 0), filter: '$filter' } },
      ]),
    ),
    widgets: Object.fromEntries(
      names.map(({ id, name }) => [id, { ...widgetOf(name), title: id, data: { rows: { query: id } } }]),
    ),
    layout: {
      ...(tabs.length > 1 && { tabs: tabs.map((id) => ({ id, title: id })) }),
      sections: tabs.map((tab) => ({
        id: tab,
        ...(tabs.length > 1 && { tab }),
        requires: ['filter', 'periods'],
        widgets: names.filter((one) => one.tab === tab).map(({ id }) => id),
      })),
    },
    grids: {
      large: Object.fromEntries(
        names.map(({ id }, at) => [id, { x: (at % 2) * 6, y: Math.floor((at % KINDS.length) / 2) * 5, w: 6, h: 5 }]),
      ),
    },
  },
  { widgets, sources },
)
const errors = layout.issues.filter(({ severity }) => severity === 'error')
if (errors.length > 0) throw new Error(errors.map(({ text }) => text).join(' '))

void Promise.all([initTexts(LANGUAGE, ['dashboards']), widgetTexts(LANGUAGE)]).then(([, own]) => {
  const dashboard = dashboardOf({ layout, sources, compute })
  window.boardChange = (filter) => dashboard.setParam('filter', filter)
  draw(dashboard, own)
})
