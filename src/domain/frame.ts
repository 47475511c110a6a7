/**
 * A frame is a table kept as columns: the one shape data has between the server, the workers, the engine and the
 * widgets.
 *
 * Numbers are typed arrays so that they can be transferred and summed without boxing; text is dictionary-coded so that
 * grouping compares integers. A null is a cleared bit, never a zero: `tickets` that were not reported are not `0
 * tickets`.
 */
import type { Basis } from './basis.ts'
import type { Traffic } from './traffic-kinds.ts'

export type ColumnType = 'int' | 'float' | 'text' | 'day' | 'boolean'
export type ColumnRole = 'dim' | 'measure'
/** `people`: a mean of people at one time, which like a ratio is never added up. */
export type Unit = 'count' | 'percent' | 'seconds' | 'ratio' | 'people' | 'weight' | 'day' | 'hour' | 'id'

/** Units whose sums mean something: no percentages, no ratios, no means. */
export const isSummable = (unit: Unit | undefined): boolean =>
  unit !== 'percent' && unit !== 'ratio' && unit !== 'people'

export interface Column {
  /** Name used by layouts, transforms and widgets, for example `ins` or `local`. */
  readonly id: string
  readonly type: ColumnType
  readonly role: ColumnRole
  readonly unit?: Unit
  /** The data module that brings it is off for everything that was asked: it is left out, not unknown. */
  readonly muted?: true
  /** Made of two periods, so that it rests on the stores which both have. */
  readonly isChange?: true
}

export type Numbers =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array

/** `int`, `float`, `boolean` (0 or 1) and `day` (whole days since 1970-01-01) columns. */
export interface NumberData {
  readonly kind: 'numbers'
  readonly values: Numbers
  /**
   * One bit per row, least significant first, 1 = present. Left out when no row is null. A null holds 0 in `values`.
   */
  readonly valid?: Uint8Array
}

/** `text` columns: `codes[row]` points into `dictionary`; -1 is null. */
export interface TextData {
  readonly kind: 'text'
  readonly codes: Int32Array
  readonly dictionary: readonly string[]
}

export type ColumnData = NumberData | TextData

export interface Frame {
  readonly columns: readonly Column[]
  /** One entry per column, same order, each `rows` long. */
  readonly data: readonly ColumnData[]
  readonly rows: number
  /** The basis of a comparison of two periods; only untransformed answers have one. */
  readonly basis?: Basis
  /** The part that an answer by the hour leaves out; only untransformed answers have it. */
  readonly byDay?: ByDay
  /** The kind of traffic it is of, where a client counts more than people; only answers as they came have it. */
  readonly traffic?: Traffic
}

/** Of `of` stores, `stores` have days that were counted as a whole: those are in no hour. */
export interface ByDay {
  readonly stores: number
  readonly of: number
}

export type Cell = string | number | boolean | null
