/** The settings of a filter of each kind, and those it keeps when it becomes another kind. */
import { KINDS, kindOf } from '#engine/core/kinds/index'
import { isRecord } from '#engine/core/document/pointer'
import { parseDay } from '#domain/periods'
import { readList, readScalar, type Scalar, showList, showScalar } from './steps/values.ts'

export type ParamType = keyof typeof KINDS
export const TYPES = Object.keys(KINDS) as ParamType[]
export type RawParam = Readonly<Record<string, unknown>>

/** A literal default as its kind takes it; undefined where it is none. */
export function readLiteral(type: ParamType, text: string): unknown {
  if (text.trim() === '') return undefined
  const form = kindOf({ type }).editor.literal?.form
  if (form === 'list') return readList(text).filter((one) => typeof one === 'string' || typeof one === 'number')
  if (form === 'text') return text
  if (form === 'date')
    return parseDay(text.trim()) !== null && /^\d{4}-\d{2}-\d{2}$/.test(text.trim()) ? text.trim() : undefined
  const value = readScalar(text)
  if (form === 'number') return typeof value === 'number' ? value : undefined
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

export function showLiteral(type: ParamType, value: unknown): string {
  if (Array.isArray(value)) return showList(value as Scalar[])
  const form = kindOf({ type }).editor.literal?.form
  return form === 'text' || form === 'date' ? String(value as Scalar) : showScalar(value as Scalar)
}

/** The value that a kind begins with where it is to be written out. */
export function firstLiteral(type: ParamType, today: string): unknown {
  const { literal } = kindOf({ type }).editor
  return literal?.form === 'date' ? today : (literal?.first ?? '')
}

/** Fields that every kind has. */
const COMMON = ['label', 'help', 'optional', 'onInvalid', 'offers', 'persist']

/** The same filter as another kind: what does not fit it goes, what it needs comes. */
export function asType(param: RawParam, type: ParamType): RawParam {
  const kind = kindOf({ type })
  const { options, default: standard, url } = param
  const literal = !isRecord(standard) && kind.editor.literal !== undefined && param.type === type
  const computed = (kind.editor.defaults ?? []).some(([, one]) => JSON.stringify(one) === JSON.stringify(standard))
  const shape = isRecord(url) ? kind.urlShapes[0] : undefined
  const kept = (names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (param[name] === undefined ? [] : [[name, param[name]]])))
  return {
    ...kept(COMMON),
    type,
    ...(kind.list !== undefined &&
      (Array.isArray(options) && kind.takesFixedList === false
        ? {}
        : options !== undefined
          ? { options }
          : kind.list === 'offer' || kind.takesFixedList === false
            ? {}
            : { options: [] })),
    ...((literal || computed) && { default: standard }),
    ...(isRecord(url) && shape !== undefined && { url: { ...url, shape } }),
    ...kind.editor.starts,
    ...kept(kind.fields ?? []),
  }
}
