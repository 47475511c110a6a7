/** Documents to begin with in the playground. */
import { formatLayout } from '#engine/core/document/format'
import { sourceOf } from './playground-data.ts'
import { exampleOf, widgetReferences } from './references.ts'

const FILTERS = {
  params: {
    locals: {
      type: 'multi',
      label: 'Stores',
      options: { query: 'stores', value: 'id', label: 'name', names: 'local' },
      default: { pick: 'all' },
    },
    periods: { type: 'periodPair', label: 'Periods', default: { preset: 'thisWeekVsPrevious' } },
  },
  stores: { source: 'locals.byClient', args: { client: 1 } },
}
const ASKED = { begin: '$periods.comparing.begin', end: '$periods.comparing.end' }
const documentOf = (rest: Record<string, unknown>): string =>
  formatLayout({ format: 1, _id: 'playground', revision: 0, apply: 'auto', i18n: {}, ...rest })
const sections = (widgets: readonly string[]) => ({
  sections: [
    { id: 'filters', params: ['locals', 'periods'], sticky: false },
    { id: 'main', requires: ['locals', 'periods'], widgets },
  ],
})

/** Key figures, a course, a ranking and shares, with a filter that reaches two of them. */
export const GALLERY: string = documentOf({
  name: 'Playground',
  params: FILTERS.params,
  queries: {
    stores: FILTERS.stores,
    figures: { source: 'example.kpi-table', args: ASKED },
    course: { source: 'example.time-series', args: ASKED },
    byStore: {
      source: 'example.bar-chart',
      args: ASKED,
      transform: [{ op: 'filter', where: { local: { in: '$locals' } } }],
    },
  },
  widgets: {
    figures: {
      type: 'kpi-table',
      v: 1,
      title: 'Key figures',
      data: { rows: { query: 'figures' } },
      options: { metrics: ['visits', 'captureRate', 'conversionRate'], layout: 'tiles' },
    },
    course: {
      type: 'time-series',
      v: 1,
      title: 'Day by day',
      data: { rows: { query: 'course' } },
      options: { measures: [{ measure: 'ins', mark: 'area' }] },
    },
    ranking: {
      type: 'bar-chart',
      v: 1,
      title: 'By store',
      data: { rows: { query: 'byStore' } },
      options: { measures: ['ins'], sort: 'valueDown' },
    },
    shares: { type: 'share-chart', v: 1, title: 'Shares', data: { rows: { query: 'byStore' } }, options: {} },
  },
  layout: sections(['figures', 'course', 'ranking', 'shares']),
  grids: {
    large: {
      figures: { x: 0, y: 0, w: 12, h: 5 },
      course: { x: 0, y: 5, w: 12, h: 6 },
      ranking: { x: 0, y: 11, w: 6, h: 7 },
      shares: { x: 6, y: 11, w: 6, h: 7 },
    },
    medium: {},
    small: {},
  },
})

/** One widget of a type with the options and the data of its example. */
export function documentWith(type: string): string {
  const reference = widgetReferences.find((one) => one.type === type)
  const { options, frames } = exampleOf(type)
  const inputs = Object.keys(frames)
  return documentOf({
    name: reference?.name ?? type,
    params: FILTERS.params,
    queries: {
      stores: FILTERS.stores,
      ...Object.fromEntries(inputs.map((input) => [input, { source: sourceOf(type, input), args: ASKED }])),
    },
    widgets: {
      widget: {
        type,
        v: reference?.version ?? 1,
        title: reference?.name ?? type,
        data: Object.fromEntries(inputs.map((input) => [input, { query: input }])),
        options,
      },
    },
    layout: sections(['widget']),
    grids: {
      large: { widget: { x: 0, y: 0, w: 12, h: Math.max(8, reference?.sizes.default[1] ?? 8) } },
      medium: {},
      small: {},
    },
  })
}
