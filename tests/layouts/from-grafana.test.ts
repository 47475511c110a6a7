/**
 * docs/from-grafana.md: the dashboard it begins with, what it became in the editor, and the table that leads across.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatLayout } from '../../src/engine/core/document/format.ts'
import { loadLayout } from '../../src/engine/core/graph/validate.ts'
import { sourceRegistry, widgetRegistry } from '../../scripts/widget-registry.ts'

const docs = join(import.meta.dirname, '../../docs')
const page = readFileSync(join(docs, 'from-grafana.md'), 'utf8')
const text = readFileSync(join(docs, 'from-grafana/layout.json'), 'utf8')
const grafana = JSON.parse(readFileSync(join(docs, 'from-grafana/grafana.json'), 'utf8')) as {
  readonly panels: readonly {
    readonly type: string
    readonly title: string
    readonly repeat?: string
    readonly targets?: readonly { readonly rawSql?: string }[]
  }[]
}
const loaded = loadLayout(text, { widgets: await widgetRegistry(), sources: sourceRegistry() })
const english = loaded.model.i18n.en ?? {}
const { widgets } = JSON.parse(text) as {
  readonly widgets: Readonly<
    Record<string, { readonly type: string; readonly title: string; readonly repeat?: object }>
  >
}
const titleOf = (title = '') => (title.startsWith('t:') ? english[title.slice(2)] : title)
/** `| Entries | stat | number-tile | ...` */
const rows = [...page.matchAll(/^\| ([^|]+) \| `([a-z-]+)` \| `([a-z-]+)` \|/gm)].map(([, title, from, to]) => ({
  title,
  from,
  to,
}))

test('what was rebuilt has no error and no warning, and is in the one canonical form', () => {
  expect(loaded.issues.filter(({ severity }) => severity !== 'info')).toEqual([])
  expect(loaded.publishable).toBe(true)
  expect(formatLayout(loaded.document ?? {})).toBe(text)
})

test('each of the ten panels of the Grafana dashboard is a widget with its title, as the table of the page says', () => {
  const panels = grafana.panels.filter(({ type }) => type !== 'row')
  expect(panels).toHaveLength(10)
  expect(rows.map(({ title, from }) => [title, from])).toEqual(panels.map(({ title, type }) => [title, type]))
  expect(rows.map(({ title, to }) => [title, to])).toEqual(
    Object.values(widgets).map(({ title, type }) => [titleOf(title), type]),
  )
})

test('its rows are sections, and the panel that it repeats by a variable is repeated by the filter', () => {
  expect(loaded.model.sections.map(({ definition }) => titleOf(definition.title))).toEqual(
    grafana.panels.filter(({ type }) => type === 'row').map(({ title }) => title),
  )
  const repeated = grafana.panels.filter(({ repeat }) => repeat !== undefined).map(({ title }) => title)
  expect(
    Object.values(widgets).flatMap(({ title, repeat }) => (repeat === undefined ? [] : [[titleOf(title), repeat]])),
  ).toEqual(repeated.map((title) => [title, { param: 'locals', column: 'local' }]))
})

test('a panel that says how many entered is a figure of entries, not of what its widget begins with', () => {
  const entries = grafana.panels.flatMap(({ title, targets = [] }) =>
    targets[0]?.rawSql?.startsWith('SELECT sum(ins) AS entries FROM') === true ? [title] : [],
  )
  const measures = [...loaded.model.widgets.values()].flatMap((widget) =>
    widget.kind === 'live' && entries.includes(titleOf(widget.title) ?? '')
      ? [[widget.type, widget.options.measure]]
      : [],
  )
  expect(measures).toEqual(['number-tile', 'gauge', 'number-tile'].map((type) => [type, 'ins']))
})
