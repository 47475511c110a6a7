/** The board as a layout document: what a layout file would hold, with one query a panel as Perses has. */
import { PLACES } from '../panels.ts'

/**
 * Our rows are 40 px with 12 px between, and a table of figures is at least four columns wide: the same 12 panels, at
 * heights that fill the same 1500 px.
 */
const KPI_ROWS = 4
const GRID: Readonly<Record<string, { x: number; y: number; w: number; h: number }>> = Object.fromEntries(
  PLACES.map(({ id, x, w }) => {
    const n = Number(/\d$/.exec(id)?.[0] ?? 0)
    const below = 2 * KPI_ROWS
    if (id.startsWith('kpi')) return [id, { x: (n % 2) * 6, y: Math.floor(n / 2) * KPI_ROWS, w: 6, h: KPI_ROWS }]
    if (id.startsWith('series')) return [id, { x, y: below + Math.floor(n / 2) * 5, w, h: 5 }]
    return [id, { x, y: below + (id === 'table' ? 15 : 10), w, h: 5 }]
  }),
)

/** Of `series0` `series`. */
export const kindOf = (id: string) => id.replace(/\d$/, '')

const WIDGETS: Readonly<Record<string, { type: string; options: Readonly<Record<string, unknown>> }>> = {
  kpi0: { type: 'kpi-table', options: { metrics: ['visits'], layout: 'tiles' } },
  kpi1: { type: 'kpi-table', options: { metrics: ['ins'], layout: 'tiles' } },
  kpi2: { type: 'kpi-table', options: { metrics: ['tickets'], layout: 'tiles' } },
  kpi3: { type: 'kpi-table', options: { metrics: ['captureRate'], layout: 'tiles' } },
  series: { type: 'time-series', options: { measures: [{ measure: 'ins', mark: 'line' }], granularity: 'day' } },
  bars: { type: 'hourly-ranges', options: { period: 'comparing', showTickets: false } },
  donut: { type: 'ins-distribution', options: { shape: 'donut' } },
  table: {
    type: 'data-table',
    options: {
      columns: ['far', 'fro', 'ins', 'bounces', 'visits', 'tickets', 'captureRate'].map((column) => ({ column })),
      totals: false,
      coverage: false,
      sort: 0,
      paging: '25',
    },
  },
}

const versionOf = (type: string) => (type === 'hourly-ranges' ? 2 : 1)

/** The content of a panel. */
export function widgetOf(panel: string) {
  const { type, options } = WIDGETS[panel] ?? WIDGETS[kindOf(panel)] ?? { type: panel, options: {} }
  return { type, v: versionOf(type), options }
}

export const VIEW_TYPES: readonly string[] = [...new Set(Object.values(WIDGETS).map(({ type }) => type))]

export const LAYOUT_TEXT = JSON.stringify({
  format: 1,
  _id: 'bench-board',
  name: 'Board',
  apply: 'auto',
  params: {
    filter: { type: 'number', label: 'Filter', default: 0 },
    stores: {
      type: 'multi',
      label: 'Stores',
      options: { query: 'stores', value: 'id', label: 'name', names: 'local' },
      default: { pick: 'all' },
    },
    periods: { type: 'periodPair', label: 'Periods', default: { preset: 'lastMonthVsPrevious' } },
  },
  queries: {
    stores: { source: 'bench.stores' },
    ...Object.fromEntries(
      PLACES.map(({ id }) => [
        id,
        { source: `bench.${kindOf(id)}`, args: { panel: Number(/\d$/.exec(id)?.[0] ?? 0), filter: '$filter' } },
      ]),
    ),
  },
  widgets: Object.fromEntries(
    PLACES.map(({ id }) => [id, { ...widgetOf(id), title: id, data: { rows: { query: id } } }]),
  ),
  layout: {
    sections: [{ id: 'board', requires: ['filter', 'stores', 'periods'], widgets: PLACES.map(({ id }) => id) }],
  },
  grids: { large: GRID, medium: GRID, small: {} },
})
