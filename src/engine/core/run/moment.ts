/**
 * One moment of a dashboard as a file: what widgets were asked, with which options, and the rows they got. Dropped in a
 * widget's folder it is a story and a test. It holds no token and no name of a person: what brands, locals, footscans
 * and campaigns are called is replaced by stand-ins that sort alike, and what people typed into filters is left out.
 * Figures stay as they are.
 */
import type { Cell, Frame } from '#domain/frame'
import { fromJson, toJson } from '#domain/frame-build'
import { type FrameJson, isFrameJson } from '#schemas/generated/data/frame.ts'
import { isMoment, type Moment, type MomentWidget } from '#schemas/generated/data/moment.ts'
import type { Frames, ProjectionContext, ReadyState, WidgetDefinition } from '../../types.ts'
import type { Dashboard } from './dashboard-types.ts'
import { migrateOptions } from '../document/migrate-options.ts'
import { kindOf } from '../kinds/index.ts'
import { type LayoutModel, type LiveWidget, REPEAT_INPUT } from '../document/model.ts'
import { isRecord } from '../document/pointer.ts'
import { projectionContext } from './projection.ts'
import { withTexts } from '../document/text.ts'

/** A file beyond this is a data set and no fixture. */
export const MOMENT_BYTES = 512 * 1024

/** Text columns whose values are words of the product; the words of every other text column are names. */
const WORDS = new Set(['period', 'reason', 'why', 'type', 'timeZone'])

export interface MomentRequest {
  readonly dashboard: Pick<Dashboard, 'model' | 'store' | 'text'>
  /** Ids of widgets; those that show no figures are left out. */
  readonly widgets: readonly string[]
  readonly locale: Moment['locale']
  /** Epoch ms. */
  readonly now: number
}

/** What these widgets show now; null when none of them shows figures. */
export function momentOf({ dashboard: { model, store, text }, widgets, locale, now }: MomentRequest): Moment | null {
  const state = store.getState()
  const shown = widgets.flatMap((id) => {
    const [widget, drawn] = [model.widgets.get(id), state.widgets[id]]
    return widget?.kind === 'live' && drawn?.kind === 'ready' ? [{ widget, drawn }] : []
  })
  if (shown.length === 0) return null
  const labels = namesOf(
    model,
    state.labels,
    shown.map(({ drawn }) => drawn),
  )
  const standIn = standIns(
    labels,
    shown.flatMap(({ drawn }) => Object.values(drawn.frames)),
    shown.map(({ drawn }) => drawn.values),
  )
  return {
    moment: 1,
    savedAt: new Date(now).toISOString(),
    locale,
    dashboard: model.id,
    labels: Object.fromEntries(
      Object.entries(labels).map(([dimension, names]) => [
        dimension,
        Object.fromEntries([...names].map(([id, name]) => [id, standIn(name)])),
      ]),
    ),
    widgets: shown.map(({ widget, drawn }) => widgetOf(model, widget, drawn, { standIn, text })),
  }
}

function widgetOf(
  model: LayoutModel,
  widget: LiveWidget,
  { frames, values, asOf }: ReadyState,
  { standIn, text }: { readonly standIn: (name: string) => string; readonly text: (raw: string) => string },
): MomentWidget {
  return {
    id: widget.id,
    type: widget.type,
    v: widget.definition.migrations.length + 1,
    options: { ...withTexts(widget.options, text) },
    params: Object.fromEntries(
      Object.entries(values)
        .filter(([key]) => !isTyped(model, widget, key))
        .map(([key, value]) => [key, without(value, standIn)]),
    ),
    data: Object.fromEntries(
      Object.entries(widget.data).map(([input, { query, steps }]) => [
        input,
        { source: model.queries.get(query)?.source.name ?? query, transform: steps.filter(isRecord) },
      ]),
    ),
    ...(asOf !== undefined && { asOf }),
    frames: Object.fromEntries(
      Object.entries(withoutRepeat(frames)).map(([input, frame]) => [input, renamed(toJson(frame), standIn)]),
    ),
  }
}

/** The names of members that are chosen or stand in a row: which others there are is not told. */
function namesOf(
  model: LayoutModel,
  labels: ProjectionContext['labels'],
  shown: readonly ReadyState[],
): ProjectionContext['labels'] {
  const inColumns = (dimension: string) =>
    shown
      .flatMap(({ frames }) => Object.values(frames))
      .flatMap(({ columns, data, rows }) =>
        columns.flatMap(({ id }, at) => {
          const column = data[at]
          return id === dimension && column?.kind === 'numbers' ? [...column.values.subarray(0, rows)] : []
        }),
      )
  const chosen = (dimension: string) =>
    [...model.params.values()]
      .filter(({ definition: { options } }) => isRecord(options) && options.names === dimension)
      .flatMap(({ id }) => shown.flatMap(({ values }) => values[id]).flat())
  return Object.fromEntries(
    Object.entries(labels).map(([dimension, names]) => {
      const used = new Set<unknown>([...inColumns(dimension), ...chosen(dimension)])
      return [dimension, new Map([...names].filter(([id]) => used.has(id)))]
    }),
  )
}

function isTyped(model: LayoutModel, { section }: LiveWidget, key: string): boolean {
  const param = model.params.get(`${section}/${key}`) ?? model.params.get(key)
  return param !== undefined && kindOf(param.definition).isFreeText === true
}

/** Names -> stand-ins: numbered in the order of the alphabet, so that what is sorted by name stays in its order. */
function standIns(
  labels: ProjectionContext['labels'],
  frames: readonly Frame[],
  values: readonly Readonly<Record<string, unknown>>[],
): (name: string) => string {
  const kinds = new Map<string, Set<string>>()
  const add = (kind: string, names: Iterable<string>) => {
    const set = kinds.get(kind) ?? new Set()
    kinds.set(kind, set)
    for (const name of names) if (name !== '') set.add(name)
  }
  for (const [dimension, names] of Object.entries(labels)) add(dimension, names.values())
  for (const { columns, data } of frames)
    columns.forEach(({ id }, at) => {
      const column = data[at]
      if (column?.kind === 'text' && !WORDS.has(id)) add(id, column.dictionary)
    })
  for (const value of values.flatMap((one) => Object.values(one))) add('campaign', campaignNames(value))
  const known = new Map<string, string>()
  for (const [kind, names] of kinds) {
    const fresh = [...names].filter((name) => !known.has(name)).toSorted((a, b) => a.localeCompare(b, 'en'))
    const width = String(fresh.length).length
    fresh.forEach((name, at) =>
      known.set(name, `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${String(at + 1).padStart(width, '0')}`),
    )
  }
  return (name) => known.get(name) ?? name
}

/** A campaign's period carries its name; all others have names of ours. */
function campaignNames(value: unknown): string[] {
  const isCampaign =
    isRecord(value) && isRecord(value.option) && value.option.key === 'campaigns' && isRecord(value.comparing)
  return isCampaign && isRecord(value.comparing) && typeof value.comparing.name === 'string'
    ? [value.comparing.name]
    : []
}

/** A filter's value with its names replaced. */
function without(value: unknown, standIn: (name: string) => string): unknown {
  if (typeof value === 'string') return standIn(value)
  if (Array.isArray(value)) return value.map((item) => without(item, standIn))
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, without(item, standIn)]))
    : value
}

function renamed(frame: FrameJson, standIn: (name: string) => string): FrameJson {
  const cell = (value: Cell) => (typeof value === 'string' ? standIn(value) : value)
  return {
    ...frame,
    data: frame.data.map((cells, at) => {
      const column = frame.columns[at]
      return column?.type === 'text' && !WORDS.has(column.id) ? cells.map(cell) : cells
    }),
  }
}

/** The text of its file: a column on a line, so that a diff shows which one changed. */
export const momentText = (moment: Moment): string => `${print(moment, '')}\n`

function print(value: unknown, indent: string): string {
  if (Array.isArray(value) && value.some((item) => isRecord(item) || Array.isArray(item)))
    return `[\n${value.map((item) => `${indent}  ${print(item, `${indent}  `)}`).join(',\n')}\n${indent}]`
  const entries = isRecord(value) ? Object.entries(value).filter(([, item]) => item !== undefined) : []
  if (entries.every(([, item]) => !isRecord(item) && !Array.isArray(item))) return JSON.stringify(value)
  const lines = entries.map(([key, item]) => `${indent}  ${JSON.stringify(key)}: ${print(item, `${indent}  `)}`)
  return `{\n${lines.join(',\n')}\n${indent}}`
}

/**
 * A moment from a file. Throws with the reason when it is none, or is too large.
 *
 * @internal for tests
 */
export function readMoment(text: string): Moment {
  const bytes = new TextEncoder().encode(text).length
  if (bytes > MOMENT_BYTES)
    throw new Error(`MOMENT_TOO_LARGE: the file has ${bytes} bytes; at most ${MOMENT_BYTES} are a fixture.`)
  const value: unknown = JSON.parse(text)
  if (!isMoment(value))
    throw new Error(
      `MOMENT_INVALID: ${JSON.stringify(isMoment.errors?.[0] ?? 'no moment')}; expected ` +
        'schemas/data/moment.schema.json.',
    )
  for (const { id, frames } of value.widgets)
    for (const [input, frame] of Object.entries(frames))
      if (!isFrameJson(frame))
        throw new Error(`MOMENT_INVALID: ${input} of ${id} is no frame; expected schemas/data/frame.schema.json.`)
  return value
}

/**
 * What a widget of a moment is drawn from. Throws when its options are none of its type any more.
 *
 * @internal for tests
 */
export function drawnOf<O>(
  moment: Moment,
  widget: MomentWidget,
  definition: WidgetDefinition<O>,
  t: ProjectionContext['t'],
): { readonly options: Required<O>; readonly frames: Frames; readonly context: ProjectionContext } {
  const { options } = migrateOptions(widget.id, widget.v, widget.options, definition)
  if (!definition.validate(options))
    throw new Error(
      `MOMENT_INVALID: the options of ${widget.id} are none of ${definition.type}: ` +
        `${JSON.stringify(definition.validate.errors?.[0] ?? '')}.`,
    )
  const labels = Object.fromEntries(
    Object.entries(moment.labels).map(([dimension, names]) => [
      dimension,
      new Map(Object.entries(names).map(([id, name]) => [Number(id), name])),
    ]),
  )
  return {
    options: options as Required<O>,
    frames: Object.fromEntries(
      Object.entries(widget.frames).map(([input, frame]) => [input, fromJson(frame as FrameJson)]),
    ),
    context: projectionContext({ values: widget.params }, { locale: moment.locale, labels, t }),
  }
}

/** The values of a repeat belong to the page around a widget, not to its data. */
const withoutRepeat = (frames: Frames): Frames =>
  Object.fromEntries(Object.entries(frames).filter(([input]) => input !== REPEAT_INPUT))
