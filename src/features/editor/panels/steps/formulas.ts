/** The sides of a formula as the form shows them: one measure, or a sum, difference or multiple of measures. */
import { isRecord, own } from '#engine/core/document/pointer'
import { listAt, textAt } from '../../model/raw.ts'

export const SIDES = ['single', 'plus', 'minus', 'times'] as const
export type SideKind = (typeof SIDES)[number]
export interface Side {
  readonly kind: SideKind
  readonly columns: readonly string[]
  /** Of `times`. */
  readonly factor: number
}

/** A side, one level deep; null where it is one in another, which is written as JSON. */
export function sideOf(value: unknown): Side | null {
  if (typeof value === 'string') return { kind: 'single', columns: [value], factor: 1 }
  if (!isRecord(value)) return null
  const times = textAt(value, 'times')
  if (times !== '') return { kind: 'times', columns: [times], factor: Number(value.factor ?? 1) }
  const kind = value.plus === undefined ? 'minus' : 'plus'
  const columns = listAt(value, kind).filter((one) => typeof one === 'string')
  return columns.length > 1 && columns.length === listAt(value, kind).length ? { kind, columns, factor: 1 } : null
}

/** As it is written in the document. */
export function writtenSide({ kind, columns, factor }: Side): unknown {
  if (kind === 'single') return columns[0]
  return kind === 'times' ? { times: columns[0], factor } : { [kind]: columns }
}

/** The same measures as another kind of side; what it needs besides is filled with a measure that is there. */
export function asSide({ columns, factor }: Side, kind: SideKind, measures: readonly string[]): Side {
  const [first = measures[0] ?? 'ins', second = measures.find((one) => one !== first) ?? first, ...more] = columns
  if (kind === 'single' || kind === 'times') return { kind, columns: [first], factor }
  return { kind, columns: kind === 'plus' ? [first, second, ...more] : [first, second], factor }
}

/** Whether the form shows the whole of a formula. */
export const canShowFormula = (formula: unknown): boolean =>
  sideOf(own(formula, 'of')) !== null && (own(formula, 'over') === undefined || sideOf(own(formula, 'over')) !== null)
