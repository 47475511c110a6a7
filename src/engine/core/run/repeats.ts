/**
 * One answer, split by a column: a widget that repeats is asked once, and each of its copies draws the rows of its
 * value.
 */
import type { Frame } from '#domain/frame'
import { cellOf, columnIndex, takeRows } from '#domain/frame-build'
import { writtenDay } from '#domain/written'
import type { Frames, ReadyState, WidgetState } from '../../types.ts'
import { REPEAT_INPUT, type RepeatModel } from '../document/model.ts'
import type { DashboardState, ParamView } from '../params/state.ts'

export type RepeatValue = string | number

/** What a copy is of. */
export interface Slice {
  readonly column: string
  readonly value: RepeatValue
  /** In the reader's words. */
  readonly label: string
}

export interface Slices {
  readonly slices: readonly Slice[]
  /** How many there are, those beyond the bound included. */
  readonly total: number
}

const isValue = (value: unknown): value is RepeatValue => typeof value === 'string' || typeof value === 'number'

/** The copies of what repeats; null while their values are not known. */
export function slicesOf(
  repeat: RepeatModel,
  { params, labels }: Pick<DashboardState, 'params' | 'labels'>,
  states: readonly (WidgetState | undefined)[],
  locale: string,
): Slices | null {
  const { column, most } = repeat
  const named = (value: RepeatValue, label?: string): Slice => ({ column, value, label: label ?? String(value) })
  if ('param' in repeat.by) {
    const param = params[repeat.by.param]
    if (param === undefined || param.state !== 'set') return null
    const chosen = [param.value].flat().filter(isValue)
    // Left empty it narrows nothing: the answer is of all.
    if (chosen.length === 0 && param.mayBeEmpty === true) {
      const all = listed(param, locale)
      return all && { total: all.length, slices: all.slice(0, most).map(([value, label]) => named(value, label)) }
    }
    const choices = new Map(param.choices?.map(({ value, label }) => [value, label]))
    const nameOf = (value: RepeatValue) =>
      choices.get(value) ?? (typeof value === 'number' ? labels[column]?.get(value) : undefined)
    return { total: chosen.length, slices: chosen.slice(0, most).map((value) => named(value, nameOf(value))) }
  }
  const ready = states
    .map((state) => state && readyIn(state))
    .find((state) => state?.frames[REPEAT_INPUT] !== undefined)
  const list = ready?.frames[REPEAT_INPUT]
  if (list === undefined) return null
  const { value, label } = repeat.by
  const rows = rowsOf(list, value, label, locale)
  return { total: rows.length, slices: rows.slice(0, most).map(([one, text]) => named(one, text)) }
}

/** What a filter offers, in its order; null while that is not known. */
function listed({ choices, options, optionColumns }: ParamView, locale: string): [RepeatValue, string][] | null {
  if (choices !== undefined) return choices.map(({ value, label }) => [value, label])
  if (options === undefined || optionColumns === undefined) return null
  return rowsOf(options, optionColumns.value, optionColumns.label, locale)
}

const readyIn = (state: WidgetState): ReadyState | undefined =>
  state.kind === 'ready' ? state : 'previous' in state ? state.previous : undefined

function rowsOf(list: Frame, value: string, label: string, locale: string): [RepeatValue, string][] {
  const [at, found] = [columnIndex(list, value), columnIndex(list, label)]
  if (at < 0) return []
  const named = found < 0 ? at : found
  const isDay = list.columns[named]?.type === 'day'
  const words = (cell: unknown) => (isDay && typeof cell === 'number' ? writtenDay(cell, 'date', locale) : String(cell))
  const rows = new Map<RepeatValue, string>()
  for (let row = 0; row < list.rows; row++) {
    const one = cellOf(list, at, row)
    if (isValue(one) && !rows.has(one)) rows.set(one, words(cellOf(list, named, row) ?? one))
  }
  return [...rows]
}

/** What was split already: an answer is gone through once, however many copies there are. */
const split = new WeakMap<ReadyState, Map<string, Map<RepeatValue, WidgetState>>>()
const origins = new WeakMap<ReadyState, ReadyState>()

/** The answer that a copy's part is of. */
export const originOf = (state: ReadyState): ReadyState => origins.get(state) ?? state

/** What a copy shows of the state of its widget; the very same for the same answer. */
export function sliced(state: WidgetState, slice: Slice): WidgetState {
  if (state.kind === 'ready') return partOf(state, slice)
  if (!('previous' in state) || state.previous === undefined) return state
  const previous = partOf(state.previous, slice)
  if (previous.kind === 'ready') return { ...state, previous }
  const { previous: _, ...rest } = state
  return rest
}

function partOf(state: ReadyState, { column, value, label }: Slice): WidgetState {
  const columns = split.get(state) ?? new Map<string, Map<RepeatValue, WidgetState>>()
  split.set(state, columns)
  let parts = columns.get(column)
  if (parts === undefined) columns.set(column, (parts = partsOf(state, column)))
  // Some data name what a filter numbers: groups of locals.
  return parts.get(value) ?? parts.get(label) ?? { kind: 'empty', why: 'noRows', values: state.values }
}

function partsOf(state: ReadyState, column: string): Map<RepeatValue, WidgetState> {
  const inputs = Object.entries(state.frames).filter(([input]) => input !== REPEAT_INPUT)
  const divided = inputs.flatMap(([input, frame]) => {
    const at = columnIndex(frame, column)
    return at < 0 ? [] : [[input, byValue(frame, at)] as const]
  })
  const values = new Set(divided.flatMap(([, parts]) => [...parts.keys()]))
  // What rests on all of them is not said of one.
  const { basis: _basis, byDay: _byDay, ...rest } = state
  return new Map(
    [...values].map((value) => {
      const frames: Frames = {
        ...Object.fromEntries(inputs),
        ...Object.fromEntries(
          divided.map(([input, parts]) => [
            input,
            parts.get(value) ?? takeRows(state.frames[input] as Frame, new Uint32Array(0)),
          ]),
        ),
      }
      const part: ReadyState = { ...rest, frames }
      origins.set(part, state)
      return [value, part]
    }),
  )
}

function byValue(frame: Frame, at: number): Map<RepeatValue, Frame> {
  const rows = new Map<RepeatValue, number[]>()
  for (let row = 0; row < frame.rows; row++) {
    const value = cellOf(frame, at, row)
    if (!isValue(value)) continue
    const list = rows.get(value)
    if (list === undefined) rows.set(value, [row])
    else list.push(row)
  }
  return new Map([...rows].map(([value, order]) => [value, takeRows(frame, Uint32Array.from(order))]))
}
