/**
 * Sources for the playground: `example.<type>` answers with what a widget's example holds, and every source of the
 * registry with the example that has most of its columns. Nothing leaves the page.
 */
import { fromJson, fromRows } from '#domain/frame-build'
import type { Cell, Column, Frame } from '#domain/frame'
import type { SourceDefinition, SourceRegistry } from '#engine/types'
import type { FrameJson } from '#schemas/generated/data/frame.ts'
import type { DataCompute } from '../../workers/data.ts'
import { exampleOf, sources, widgetReferences } from './references.ts'

const STORES = ['Gran Vía', 'Passeig de Gràcia', 'Colón', 'Larios', 'Sierpes', 'Uría', 'Outlet Getafe']
const LISTS: Readonly<Record<string, readonly Readonly<Record<string, Cell>>[]>> = {
  'clients.list': [
    { id: 1, name: 'Alpina', type: 'retail' },
    { id: 2, name: 'Nubia', type: 'retail' },
  ],
  ...Object.fromEntries(
    ['locals.byClient', 'locals.active'].map((name) => [
      name,
      STORES.map((store, at) => ({
        id: 11 + at,
        name: store,
        code: `S${11 + at}`,
        client: 1,
        type: 'store',
        enabled: true,
        hideFootCompare: false,
        noData: false,
        timeZone: 'Europe/Madrid',
      })),
    ]),
  ),
}

/** Example frames by the name of their source: `rows` is the type's own, other inputs are named behind it. */
function exampleFrames(): ReadonlyMap<string, FrameJson> {
  return new Map(
    widgetReferences.flatMap(({ type }) =>
      Object.entries(exampleOf(type).frames).map(([input, frame]) => [sourceOf(type, input), frame] as const),
    ),
  )
}

export const sourceOf = (type: string, input: string): string =>
  input === 'rows' ? `example.${type}` : `example.${type}.${input}`

/** The registry of the playground: names, arguments and columns of the real one, and the examples beside them. */
export function playgroundSources(compute: Pick<DataCompute, 'adopt'>): SourceRegistry {
  const frames = exampleFrames()
  const examples = [...frames].map(([name, frame]): SourceDefinition => ({
    name,
    columns: fromJson(structuredClone(frame)).columns,
    args: { begin: { type: 'date' }, end: { type: 'date' } },
    timeoutMs: 1000,
    lane: 'widget',
    load: () => compute.adopt(fromJson(structuredClone(frame))),
  }))
  const real = [...sources.values()].map((source): SourceDefinition => ({
    ...source,
    load: () => compute.adopt(answerOf(source, frames)),
  }))
  return new Map([...examples, ...real].map((source) => [source.name, source]))
}

function answerOf({ name, columns }: SourceDefinition, frames: ReadonlyMap<string, FrameJson>): Frame {
  const list = LISTS[name]
  if (list !== undefined)
    return fromRows(
      columns,
      list.map((row) => columns.map(({ id }) => row[id] ?? null)),
    )
  const [best] = [...frames.values()].toSorted((a, b) => sharedWith(b, columns) - sharedWith(a, columns))
  if (best === undefined || sharedWith(best, columns) === 0) return fromRows(columns, [])
  const cells = (id: string) => best.data[best.columns.findIndex((column) => column.id === id)]
  return fromRows(
    columns,
    Array.from({ length: best.rows }, (_, row) => columns.map(({ id }) => cells(id)?.[row] ?? null)),
  )
}

/** Dimensions count most: rows that cannot be distinguished are of no use. */
const sharedWith = (frame: FrameJson, columns: readonly Column[]) =>
  columns.reduce(
    (sum, { id, role }) => sum + (frame.columns.some((column) => column.id === id) ? (role === 'dim' ? 100 : 1) : 0),
    0,
  )
