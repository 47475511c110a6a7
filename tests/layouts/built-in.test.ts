/** The dashboards that come with the product, against the widgets and sources that come with it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { formatLayout } from '../../src/engine/core/document/format.ts'
import { resolveGrids, sizesOf } from '../../src/engine/core/document/grids.ts'
import { type CheckedLayout, loadChecked } from '../../src/engine/core/graph/load-checked.ts'
import { loadLayout, saveLayout } from '../../src/engine/core/graph/validate.ts'
import { moduleOf } from '../../scripts/checked-layouts.ts'
import { sourceRegistry, widgetRegistry } from '../../scripts/widget-registry.ts'

const folder = join(import.meta.dirname, '../../layouts')
const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
const context = { widgets: await widgetRegistry(), sources: sourceRegistry() }

describe.each(files)('%s', (file) => {
  const text = readFileSync(join(folder, file), 'utf8')
  const loaded = loadLayout(text, context)

  test('has no error and no warning', () => {
    expect(
      loaded.issues
        .filter(({ severity }) => severity !== 'info')
        .map(({ code, pointer, text: said }) => `${code} ${pointer} ${said}`),
    ).toEqual([])
    expect(loaded.publishable).toBe(true)
  })
  test('is written in the one canonical form, and loses nothing when saved', () => {
    expect(formatLayout(loaded.document ?? {})).toBe(text)
    expect(saveLayout(loaded)).toBe(text)
  })
  test('is shown from the same model when it was checked before the page was built', async () => {
    const code = await moduleOf(text, file)
    const built = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as CheckedLayout
    expect(loadChecked(built, context)).toEqual({ model: loaded.model, issues: loaded.issues })
  })
  test('has its name as its id', () => {
    expect(`${loaded.model.id}.json`).toBe(file)
  })
  test('says everything in six languages', () => {
    const keys = Object.values(loaded.model.i18n).map((texts) => Object.keys(texts).toSorted())
    expect(keys).toEqual(Array(6).fill(keys[0]))
  })
  test('has three grids without a hole in their rows', () => {
    for (const section of loaded.model.sections) {
      const grids = resolveGrids(section.widgets, loaded.model.grids, (id) => sizesOf(loaded.model.widgets.get(id)))
      for (const grid of Object.values(grids)) {
        const area = Object.values(grid).reduce((sum, { w, h }) => sum + w * h, 0)
        const height = Math.max(0, ...Object.values(grid).map(({ y, h }) => y + h))
        expect([section.id, area]).toEqual([section.id, 12 * height])
      }
    }
  })
})

test('Foot Compare has the eight widgets of the specification, hourly charts twice', () => {
  const { model } = loadLayout(readFileSync(join(folder, 'foot-compare.json'), 'utf8'), context)
  expect([...model.widgets.values()].map(({ type, kind }) => `${type} ${kind}`)).toEqual([
    'kpi-table live',
    'period-comparison live',
    'capture-conversion live',
    'ins-distribution live',
    'hourly-ranges live',
    'hourly-ranges live',
    'new-vs-repeat live',
    'repetition-donuts live',
    'benchmark-table live',
  ])
})

test('Foot Compare asks its figures beside the list of locals, not after it', () => {
  const { model } = loadLayout(readFileSync(join(folder, 'foot-compare.json'), 'utf8'), context)
  const compareQueries = [...model.queries.values()].filter(({ source }) => source.name.startsWith('compare.'))
  expect(compareQueries.map(({ args }) => args.locals)).toEqual(
    Array.from({ length: 3 }, () => ({ ref: { param: 'locals', path: [] }, all: 'shown' })),
  )
})

test('Foot Status has the widgets of the specification, the changes twice', () => {
  const { model } = loadLayout(readFileSync(join(folder, 'foot-status.json'), 'utf8'), context)
  expect([...model.widgets.values()].map(({ type, kind }) => `${type} ${kind}`)).toEqual([
    'status-variation live',
    'status-changes live',
    'status-changes live',
    'status-evolution live',
    'status-news live',
    'pings-evolution live',
    'status-summary live',
  ])
})

/** Values that the filters of a page offer, and those that its queries use. */
interface Written {
  readonly params: Readonly<Record<string, { readonly type: string; readonly options?: unknown }>>
  readonly queries: Readonly<
    Record<string, { readonly source: string; readonly args?: unknown; readonly transform?: unknown }>
  >
}
const written = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Written
const filters = ({ params }: Written) =>
  Object.entries(params).map(([name, { type, options }]) => [
    name,
    type,
    (options as { query?: string } | undefined)?.query,
  ])

test('Foot Status filters by brand, by the stores that are active on the date, and by the date; each reaches what is asked', () => {
  const page = written('foot-status.json')
  expect(filters(page)).toEqual([
    ['client', 'single', 'clients'],
    ['locals', 'multi', 'stores'],
    ['date', 'date', undefined],
    ['days', 'single', undefined],
  ])
  expect(page.queries).toEqual({
    clients: { source: 'clients.list' },
    stores: { source: 'locals.active', args: { client: '$client', workday: '$date' } },
    today: { source: 'footscans.workday', args: { client: '$client', locals: '$locals', date: '$date' } },
    history: {
      source: 'footscans.summary',
      args: { client: '$client', locals: '$locals', end: '$date', days: '$days' },
    },
  })
})

test('Foot Compare filters by brand, by its stores without those that are hidden from it, by periods and by which stores are compared; each reaches what is asked', () => {
  const page = written('foot-compare.json')
  expect(filters(page)).toEqual([
    ['client', 'single', 'clients'],
    ['locals', 'multi', 'stores'],
    ['periods', 'periodPair', 'campaigns'],
    ['compared', 'single', undefined],
    ['estimates', 'single', undefined],
    ['traffic', 'single', undefined],
  ])
  const { clients, stores, campaigns, ...figures } = page.queries
  expect([clients, stores, campaigns]).toEqual([
    { source: 'clients.list' },
    {
      source: 'locals.byClient',
      args: { client: '$client' },
      transform: [{ op: 'filter', where: { hideFootCompare: { ne: true } } }],
    },
    { source: 'campaigns.list', args: { client: '$client' } },
  ])
  const args = {
    client: '$client',
    locals: '$locals',
    p1Start: '$periods.comparing.begin',
    p1End: '$periods.comparing.end',
    p2Start: '$periods.reference.begin',
    p2End: '$periods.reference.end',
    stores: '$compared',
    traffic: '$traffic',
    estimates: '$estimates',
  }
  expect(Object.values(figures)).toEqual(
    ['mainExtended', 'hour', 'holidays'].map((name) => ({
      source: `compare.${name}`,
      args,
    })),
  )
})

test('Entries and exits asks about the same as Compare, by day and by hour, and shows both sides and their balance', () => {
  const [page, compare] = [written('foot-exits.json'), written('foot-compare.json')]
  expect(page.params).toEqual(compare.params)
  expect([page.queries.days, page.queries.hours]).toEqual(
    ['compare.exits', 'compare.exitsHour'].map((source) => ({ source, args: compare.queries.main?.args })),
  )
  const { model } = loadLayout(readFileSync(join(folder, 'foot-exits.json'), 'utf8'), context)
  expect([...model.widgets.values()].map(({ type, kind }) => `${type} ${kind}`)).toEqual([
    ...Array<string>(3).fill('number-tile live'),
    'time-series live',
    'bar-chart live',
    'bar-chart live',
    'data-table live',
  ])
  expect(model.access).toEqual(['footCompare'])
})

test('the example of docs/layout-format.md loads; it only lacks four languages', () => {
  const text = /```json\n([\s\S]*?)```/.exec(readFileSync(join(folder, '../docs/layout-format.md'), 'utf8'))?.[1] ?? ''
  expect(loadLayout(text, context).issues.map(({ code }) => code)).toEqual([
    'LINT_TRANSLATION_MISSING',
    'LINT_TRANSLATION_MISSING',
  ])
})

describe('the boards to start from', () => {
  const templates = JSON.parse(readFileSync(join(folder, 'templates/list.json'), 'utf8')) as string[]

  test('are eight layouts that come with the product, each once', () => {
    expect(templates).toHaveLength(8)
    expect(new Set(templates).size).toBe(8)
    expect(templates.filter((id) => !files.includes(`${id}.json`))).toEqual([])
  })

  test.each(templates)('%s has at most 200 lines without its texts, and says what it is for', (id) => {
    const document = JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8')) as Record<string, unknown>
    const { i18n, ...rest } = document as { i18n: Record<string, Record<string, string>> }
    expect(formatLayout(rest).trimEnd().split('\n').length).toBeLessThanOrEqual(200)
    expect(Object.values(i18n).map(({ description }) => (description ?? '').length > 20)).toEqual(
      Array.from({ length: 6 }, () => true),
    )
  })
})

test('an option that names a column which the widget is not given is an error, at the option', () => {
  const document = JSON.parse(readFileSync(join(folder, 'store-ranking.json'), 'utf8')) as {
    widgets: { table: { options: { columns: { column: string }[] } } }
  }
  const [first] = document.widgets.table.options.columns
  const given = first?.column ?? ''
  if (first !== undefined) first.column = 'nocol'
  const { issues, publishable } = loadLayout(document, context)
  expect(given).not.toBe('')
  expect(issues.filter(({ severity }) => severity === 'error')).toMatchObject([
    {
      code: 'WIDGET_OPTION_COLUMN_UNKNOWN',
      pointer: '/widgets/table/options/columns',
      params: { option: 'columns', column: 'nocol' },
    },
  ])
  expect(publishable).toBe(false)
})

test('a gesture that gives another kind of value than the filter takes is an error, at its value', () => {
  const document = JSON.parse(readFileSync(join(folder, 'traffic-overview.json'), 'utf8')) as {
    widgets: Record<string, { emits?: Record<string, { set: string }> }>
  }
  const gestures = Object.entries(document.widgets).flatMap(([id, { emits = {} }]) =>
    Object.entries(emits).map(([event, rule]) => ({ place: `/widgets/${id}/emits/${event}/to`, rule })),
  )
  expect(gestures.map(({ rule }) => rule.set).toSorted()).toEqual(['locals', 'periods.comparing'])
  for (const { rule } of gestures) rule.set = rule.set === 'locals' ? 'periods.comparing' : 'locals'
  const { issues, publishable } = loadLayout(document, context)
  expect(issues.map(({ code, pointer }) => [code, pointer])).toEqual(
    gestures.map(({ place }) => ['GESTURE_KIND_MISMATCH', place]),
  )
  expect(publishable).toBe(false)
})

test('a sum of unlike units over the traffic is an error; of what its question does not ask for, an unknown column', () => {
  const said = (measures: string) => {
    const document = JSON.parse(readFileSync(join(folder, 'week-by-hour.json'), 'utf8')) as {
      queries: { week: { args: { measures: string } } }
      widgets: { map: { data: { rows: { transform: [object, { formula: object }] } } } }
    }
    document.queries.week.args.measures = measures
    document.widgets.map.data.rows.transform[1].formula = { of: { plus: ['visits', 'insTimeS'] } }
    return loadLayout(document, context).issues.map(({ code, severity, params }) => [code, severity, params])
  }
  const other = { index: 1, unit: 'count', other: 'seconds' }
  // A metric brings the sums that it is made of.
  for (const measures of ['ins,conversionRate,visits,insTimeS', 'ins,conversionRate,visits,insTime'])
    expect(said(measures)).toEqual([['STEP_UNITS_DIFFER', 'error', other]])
  const unknown = (column: string) => ['STEP_COLUMN_UNKNOWN', 'warning', { index: 1, op: 'derive', column }]
  expect(said('ins,conversionRate')).toEqual([unknown('visits')])
})
