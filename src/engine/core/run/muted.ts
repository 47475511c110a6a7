/**
 * Widgets without the measures whose data module is off: they are left out of the options that name them before a
 * projection is made, so that chart, table and file lack them alike.
 */
import type { Column } from '#domain/frame'
import { isMuted } from '#domain/metrics/muted'
import type { Frames, WidgetDeclaration } from '../../types.ts'
import { isRecord } from '../document/pointer.ts'

type Options = Readonly<Record<string, unknown>>
type Declared = Pick<WidgetDeclaration, 'data' | 'measures'>

/** Options without muted measures, and which those are; `options` is null where nothing is left to show. */
export interface Unmuted {
  readonly options: Options | null
  readonly muted: readonly string[]
}

/** The same options while nothing is muted. */
export function withoutMuted({ data, measures }: Declared, options: Options, frames: Frames): Unmuted {
  const columns = Object.values(frames).flatMap((frame) => frame.columns)
  if (columns.every(({ muted }) => muted !== true)) return { options, muted: [] }
  const off = (measure: unknown) => typeof measure === 'string' && isMuted(columns, measure)
  if (measures === undefined) {
    const muted = mutedInputs(data, frames)
    return { options: muted.length > 0 ? null : options, muted }
  }
  const named = measures.of.map((path) => listOf(options, path))
  const kept = named.map((list) => list.filter(({ measure }) => !off(measure)))
  const muted = named.flatMap((list) => list.map(({ measure }) => measure)).filter(off) as string[]
  // What the widget is about is gone: one of the measures that it needs, or the last of a list.
  if (named.some((list, at) => list.length > 0 && kept[at]?.length === 0)) return { options: null, muted }
  const lists = measures.of.flatMap((path, at) => {
    const name = optionOf(path)
    const isShorter = Array.isArray(options[name]) && kept[at]?.length !== named[at]?.length
    return isShorter ? [[name, kept[at]?.map(({ item }) => item)] as const] : []
  })
  const besides = Object.entries(measures.besides ?? {}).flatMap(([name, { without, reads }]) =>
    off(reads ?? options[name]) && options[name] !== without ? [[name, without] as const] : [],
  )
  const fixed = mutedInputs(data, frames).filter((id) => measures.spared?.includes(id) !== true)
  if (measures.of.length === 0 && fixed.length > 0) return { options: null, muted: fixed }
  const changed = [...lists, ...besides]
  return { options: changed.length === 0 ? options : { ...options, ...Object.fromEntries(changed) }, muted }
}

/** Measures that an input cannot do without. */
function mutedInputs(data: Declared['data'], frames: Frames): string[] {
  return Object.entries(data)
    .filter(([, { required }]) => required)
    .flatMap(([input, { columns }]) => {
      const given: readonly Column[] = frames[input]?.columns ?? []
      return Object.entries(columns).flatMap(([id, role]) => (role === 'measure' && isMuted(given, id) ? [id] : []))
    })
}

const optionOf = (path: string) => path.split('.')[0] ?? path

/** What an option names: itself, the members of its list, or a field of each (`columns.column`). */
function listOf(options: Options, path: string): { readonly item: unknown; readonly measure: unknown }[] {
  const [name = path, field] = path.split('.')
  const value = options[name]
  const items: readonly unknown[] = Array.isArray(value) ? value : value === undefined || value === '' ? [] : [value]
  return items.map((item) => ({ item, measure: field !== undefined && isRecord(item) ? item[field] : item }))
}
