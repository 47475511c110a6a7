/**
 * A new widget on an empty page, made by the editor's own store: what its sources have, worked out over every column
 * they give.
 */
import type { Cell, Column, Frame } from '#domain/frame'
import { fromRows } from '#domain/frame-build'
import { dayNumber } from '#domain/periods'
import { runTransform } from '#domain/transform/run'
import { formatLayout } from '#engine/core/document/format'
import type { Projection, SourceRegistry } from '#engine/types'
import { createSources } from '#sources'
import { createEditor } from '../../../src/features/editor/model/store.ts'
import { contextOf } from '../../../widgets/lib/test-support/context.ts'
import { optionsOf } from './frames.ts'
import type { WidgetFolder } from './folder.ts'

const unasked = () => Promise.reject(new Error('no source is asked here'))
/** The real registry: names, arguments and columns. */
const sources: SourceRegistry = createSources({
  frame: unasked,
  clients: unasked,
  locals: unasked,
  activeLocals: unasked,
  campaigns: unasked,
  open: unasked,
  adopt: unasked,
})

const BLANK = {
  format: 1,
  _id: 'new',
  name: 'New',
  i18n: {},
  params: {},
  queries: {},
  widgets: {},
  layout: { sections: [] },
  grids: {},
}
const clock = { now: () => 0, after: () => () => undefined }
/** Monday of the comparing week of `contextOf`. */
const MONDAY = dayNumber('2026-11-09')

/** Members of the dimensions that make rows; every other one follows from the row. */
const MEMBERS: Readonly<Record<string, readonly Cell[]>> = {
  period: ['comparing', 'reference'],
  index: [0, 1, 2, 3, 4, 5, 6],
  local: [11, 12, 13],
  hour: [10, 11, 12, 13],
  minute: [600, 601, 602],
}
/** Up or down today, and otherwise before: something has changed. */
const STATUS: Readonly<Record<string, (at: number) => number>> = {
  status: (at) => at % 2,
  statusYesterday: (at) => (at + 1) % 2,
  statusLastWeek: () => 1,
}
const UNMEASURED = new Set(['estimatedIns', 'missingHours', 'partialHours', 'settlingHours', 'closedHours'])

/** A week and the one before, every store with figures: what a source answers on a day when nothing is missing. */
function answerOf(columns: readonly Column[]): Frame {
  const has = (id: string) => columns.some((column) => column.id === id)
  const making = Object.keys(MEMBERS).filter(
    (id) => has(id) || (id === 'index' && has('day')) || (id === 'local' && has('id')),
  )
  const rows = making.reduce<Readonly<Record<string, Cell>>[]>(
    (all, id) => all.flatMap((row) => (MEMBERS[id] ?? []).map((member) => ({ ...row, [id]: member }))),
    [{}],
  )
  const cell = ({ id, role, type }: Column, row: Readonly<Record<string, Cell>>, at: number): Cell => {
    if (role === 'measure') return UNMEASURED.has(id) ? 0 : id === 'hours' ? 10 : 40 + ((at * 17) % 60)
    if (id === 'day') return MONDAY + Number(row.index ?? 0) - (row.period === 'reference' ? 7 : 0)
    if (id === 'id') return row.local ?? 11
    if (id === 'reason') return 'offline'
    return STATUS[id]?.(at) ?? row[id] ?? (type === 'text' ? `${id} ${at}` : type === 'day' ? MONDAY : 40 + (at % 3))
  }
  return fromRows(
    columns,
    rows.map((row, at) => columns.map((column) => cell(column, row, at))),
  )
}

/**
 * The content of a widget after one press on an empty page. Throws when it does not load, as where its options name a
 * column that its data lack.
 */
export function freshOn(widget: WidgetFolder): {
  readonly projection: Projection
  readonly isWhole: boolean
} {
  const { type, definition } = widget
  const editor = createEditor({
    text: formatLayout(BLANK),
    revision: 0,
    context: { widgets: new Map([[type, definition as never]]), sources },
    clock,
    usual: (key) => ({ es: key, en: key }),
  })
  const id = editor.addWidget(type)
  const { doc, loaded, behind } = editor.store.getState()
  const model = loaded.model.widgets.get(id)
  const errors = loaded.issues.filter(({ severity }) => severity === 'error')
  if (behind || errors.length > 0 || model?.kind !== 'live')
    throw new Error(`a new one is not right: ${errors.map(({ text }) => text).join('; ')}`)
  const written = (
    doc.widgets as Record<
      string,
      { options: Record<string, unknown>; data: Record<string, { query: string; transform?: readonly unknown[] }> }
    >
  )[id]
  const frames = Object.fromEntries(
    Object.entries(written?.data ?? {}).map(([input, { query, transform = [] }]) => {
      const source = loaded.model.queries.get(query)?.source
      if (source === undefined) throw new Error(`${input} has no source`)
      return [input, runTransform(answerOf(source.columns), transform).frame]
    }),
  )
  return {
    projection: widget.project(optionsOf(definition, written?.options ?? {}), frames, contextOf(type)),
    isWhole: Object.entries(definition.data).every(([input, { required }]) => !required || frames[input] !== undefined),
  }
}
