/**
 * The form of a widget's options, worked out from its JSON Schema. What the form writes always fits the schema; a value
 * it cannot show as it is, it names and leaves alone.
 */
import { isRecord, own, same } from './pointer.ts'

/** As much of JSON Schema (draft-07) as options are written in. */
export interface JsonSchema {
  readonly [key: string]: unknown
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly required?: readonly string[]
}

interface Limits {
  readonly least: number
  readonly most: number
}

export type FieldShape =
  | { readonly kind: 'choice'; readonly values: readonly string[]; readonly as: 'segmented' | 'select' }
  | { readonly kind: 'flag' }
  | ({ readonly kind: 'number'; readonly isWhole: boolean; readonly mayBeNone: boolean } & Limits)
  | ({ readonly kind: 'text'; readonly lines: 'one' | 'many'; readonly pattern?: string } & Limits)
  | ({ readonly kind: 'picture'; readonly pattern?: string } & Limits)
  | ({ readonly kind: 'column'; readonly column: ColumnHint } & Limits)
  | ({
      readonly kind: 'columns'
      readonly column: ColumnHint
      readonly isUnique: boolean
      readonly length: Limits
    } & Limits)
  | ({ readonly kind: 'ordered'; readonly values: readonly string[]; readonly isUnique: boolean } & Limits)
  | ({
      readonly kind: 'numbers'
      readonly isUnique: boolean
      readonly item: FieldShape & { readonly kind: 'number' }
    } & Limits)
  | ({ readonly kind: 'objects'; readonly fields: readonly Field[] } & Limits)
  /** Beyond the form: shown as JSON, never changed here. */
  | { readonly kind: 'beyond' }

/**
 * Which columns may be offered: of which data input (or another that may have them), and of which role; `metrics`
 * offers those of the registry as well.
 */
export interface ColumnHint {
  readonly input?: string
  readonly orInput?: string
  readonly role?: 'dim' | 'measure'
  readonly metrics: boolean
}

export interface Field {
  readonly key: string
  readonly description: string
  readonly group: string
  readonly isAdvanced: boolean
  readonly isRequired: boolean
  /** Undefined where the schema gives none. */
  readonly standard: unknown
  readonly shape: FieldShape
  /** Other options and their values with which this one counts: `x-ui.when`. */
  readonly when?: Readonly<Record<string, unknown>>
}

/**
 * Keywords that a shape covers. A schema with any other one is beyond the form, because it might refuse what the form
 * takes.
 */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'x-ui',
  'type',
  'enum',
  'minimum',
  'maximum',
  'pattern',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'items',
  'properties',
  'required',
  'additionalProperties',
])

/** The fields of an options schema, in the order it asks for. */
export function fieldsOf(schema: JsonSchema): readonly Field[] {
  const entries = Object.entries(schema.properties ?? {}).map(([key, property], at) => ({
    field: fieldOf(key, property, schema.required ?? []),
    place: Number(own(hintsOf(property), 'order') ?? 1000 + at),
  }))
  return entries.toSorted((a, b) => a.place - b.place).map(({ field }) => field)
}

const hintsOf = (schema: JsonSchema): Record<string, unknown> => (isRecord(schema['x-ui']) ? schema['x-ui'] : {})
const words = (value: unknown): string => (typeof value === 'string' ? value : '')

function fieldOf(key: string, schema: JsonSchema, required: readonly string[]): Field {
  const hints = hintsOf(schema)
  return {
    key,
    description: words(schema.description),
    group: words(hints.group) || 'data',
    isAdvanced: hints.advanced === true,
    isRequired: required.includes(key),
    standard: schema.default,
    shape: shapeOf(schema),
    ...(isRecord(hints.when) && { when: hints.when }),
  }
}

const limits = (least: unknown, most: unknown): Limits => ({
  least: typeof least === 'number' ? least : Number.NEGATIVE_INFINITY,
  most: typeof most === 'number' ? most : Number.POSITIVE_INFINITY,
})
const areTexts = (values: readonly unknown[]): values is readonly string[] =>
  values.every((value) => typeof value === 'string')
const MAX_SEGMENTS = 4

/** The kind of field for a schema. */
export function shapeOf(schema: JsonSchema): FieldShape {
  if (Object.keys(schema).some((keyword) => !UNDERSTOOD.has(keyword))) return { kind: 'beyond' }
  const hints = hintsOf(schema)
  if (schema.enum !== undefined) {
    if (!areTexts(schema.enum)) return { kind: 'beyond' }
    return {
      kind: 'choice',
      values: schema.enum,
      as: hints.control === 'segmented' && schema.enum.length <= MAX_SEGMENTS ? 'segmented' : 'select',
    }
  }
  const types = [schema.type ?? []].flat()
  const mayBeNone = types.includes('null')
  const [type, more] = types.filter((name) => name !== 'null')
  if (type === undefined || more !== undefined || (mayBeNone && type !== 'number' && type !== 'integer'))
    return { kind: 'beyond' }
  switch (type) {
    case 'boolean':
      return { kind: 'flag' }
    case 'number':
    case 'integer':
      return { kind: 'number', isWhole: type === 'integer', mayBeNone, ...limits(schema.minimum, schema.maximum) }
    case 'string': {
      const length = limits(schema.minLength, schema.maxLength)
      const pattern = typeof schema.pattern === 'string' ? { pattern: schema.pattern } : {}
      if (hints.control === 'image') return { kind: 'picture', ...pattern, ...length }
      if (hints.control === 'column' && schema.pattern === undefined)
        return { kind: 'column', column: columnHint(hints), ...length }
      return { kind: 'text', lines: hints.control === 'textarea' ? 'many' : 'one', ...pattern, ...length }
    }
    case 'array':
      return listShape(schema, hints)
    default:
      return { kind: 'beyond' }
  }
}

const columnHint = (hints: Record<string, unknown>): ColumnHint => ({
  ...(typeof hints.columnOf === 'string' && { input: hints.columnOf }),
  ...(typeof hints.orColumnOf === 'string' && { orInput: hints.orColumnOf }),
  ...((hints.role === 'dim' || hints.role === 'measure') && { role: hints.role }),
  metrics: hints.metrics === true,
})

function listShape(schema: JsonSchema, hints: Record<string, unknown>): FieldShape {
  if (schema.items === undefined) return { kind: 'beyond' }
  const room = limits(schema.minItems, schema.maxItems)
  const isUnique = schema.uniqueItems === true
  if (schema.items.type === 'object') {
    const { items } = schema
    if (
      items.additionalProperties !== false ||
      isUnique ||
      Object.keys(items).some((keyword) => !UNDERSTOOD.has(keyword))
    )
      return { kind: 'beyond' }
    const fields = Object.entries(items.properties ?? {}).map(([key, property]) =>
      fieldOf(key, property, items.required ?? []),
    )
    return fields.every(({ shape }) => shape.kind === 'beyond' || shape.kind === 'objects')
      ? { kind: 'beyond' }
      : { kind: 'objects', fields, ...room }
  }
  const item = shapeOf(schema.items)
  if (item.kind === 'choice') return { kind: 'ordered', values: item.values, isUnique, ...room }
  if (item.kind === 'number' && !item.mayBeNone) return { kind: 'numbers', item, isUnique, ...room }
  if ((item.kind === 'text' && item.pattern === undefined) || item.kind === 'column')
    return {
      kind: 'columns',
      column: columnHint(hints),
      isUnique,
      length: { least: item.least, most: item.most },
      ...room,
    }
  return { kind: 'beyond' }
}

/** Why a value may not be in a field; the words are `editor-panels:problem.*`. */
export interface Problem {
  readonly rule:
    | 'kind'
    | 'choice'
    | 'least'
    | 'most'
    | 'whole'
    | 'short'
    | 'long'
    | 'few'
    | 'many'
    | 'twice'
    | 'missing'
    | 'beyond'
  readonly limit?: number
  readonly value?: string
}

const problem = (rule: Problem['rule'], limit?: number): Problem => ({ rule, ...(limit !== undefined && { limit }) })
/** As JSON Schema counts: characters, not UTF-16 units. */
const lengthOf = (text: string) => Array.from(text).length
const inRange = (value: number, { least, most }: Limits): Problem | null =>
  value < least ? problem('least', least) : value > most ? problem('most', most) : null
const inLength = (text: string, { least, most }: Limits): Problem | null =>
  lengthOf(text) < least ? problem('short', least) : lengthOf(text) > most ? problem('long', most) : null

/** The problem of a value in this field; null where it is valid, and where the form can show it. */
export function problemOf(shape: FieldShape, value: unknown): Problem | null {
  switch (shape.kind) {
    case 'choice':
      return shape.values.includes(value as string) ? null : problem('choice')
    case 'flag':
      return typeof value === 'boolean' ? null : problem('kind')
    case 'number': {
      if (value === null && shape.mayBeNone) return null
      if (typeof value !== 'number' || !Number.isFinite(value)) return problem('kind')
      return shape.isWhole && !Number.isInteger(value) ? problem('whole') : inRange(value, shape)
    }
    case 'column':
      return typeof value === 'string' ? inLength(value, shape) : problem('kind')
    case 'text':
    case 'picture': {
      if (typeof value !== 'string') return problem('kind')
      return (
        inLength(value, shape) ??
        (shape.pattern !== undefined && !new RegExp(shape.pattern, 'u').test(value) ? problem('kind') : null)
      )
    }
    case 'beyond':
      return problem('beyond')
    default:
      return listProblem(shape, value)
  }
}

function listProblem(
  shape: Extract<FieldShape, { kind: 'columns' | 'ordered' | 'numbers' | 'objects' }>,
  value: unknown,
): Problem | null {
  if (!Array.isArray(value)) return problem('kind')
  const items: readonly unknown[] = value
  if (items.length < shape.least) return problem('few', shape.least)
  if (items.length > shape.most) return problem('many', shape.most)
  if (shape.kind !== 'objects' && shape.isUnique && items.some((item, at) => items.indexOf(item) !== at))
    return problem('twice')
  for (const item of items) {
    const wrong =
      shape.kind === 'objects'
        ? objectProblem(shape.fields, item)
        : shape.kind === 'numbers'
          ? problemOf(shape.item, item)
          : shape.kind === 'ordered'
            ? shape.values.includes(item as string)
              ? null
              : problem('choice')
            : typeof item === 'string'
              ? inLength(item, shape.length)
              : problem('kind')
    if (wrong !== null) return wrong
  }
  return null
}

function objectProblem(fields: readonly Field[], value: unknown): Problem | null {
  if (!isRecord(value)) return problem('kind')
  if (Object.keys(value).some((key) => !fields.some((field) => field.key === key))) return problem('beyond')
  for (const { key, isRequired, shape } of fields) {
    if (!Object.hasOwn(value, key)) {
      if (isRequired) return problem('missing')
      continue
    }
    const wrong = problemOf(shape, value[key])
    if (wrong !== null) return wrong
  }
  return null
}

/** The value in force: what is written, else the standard. */
export const valueOf = (field: Field, options: Readonly<Record<string, unknown>>): unknown =>
  Object.hasOwn(options, field.key) ? options[field.key] : field.standard

/** Whether an option counts with the others as they are: the axes of a table are none of a calendar. */
export const isInForce = (
  { when = {} }: Field,
  fields: readonly Field[],
  options: Readonly<Record<string, unknown>>,
): boolean =>
  Object.entries(when).every(([key, wanted]) => {
    const other = fields.find((field) => field.key === key)
    return other === undefined || valueOf(other, options) === wanted
  })

/** Whether the form can show this value without changing it. */
export const canShow = (field: Field, value: unknown): boolean => problemOf(field.shape, value) === null

/**
 * Options with one more value. What equals the standard is left out where it was not written before, so that documents
 * stay short.
 */
export function withOption(
  options: Readonly<Record<string, unknown>>,
  field: Field,
  value: unknown,
): Record<string, unknown> {
  if (!Object.hasOwn(options, field.key) && same(value, field.standard)) return { ...options }
  return { ...options, [field.key]: value }
}

/**
 * An item to begin with that fits: the first choice, the first column, the least number; `word` is where a text may
 * not be empty.
 */
export function firstItem(fields: readonly Field[], columns: readonly string[], word: string): Record<string, unknown> {
  return Object.fromEntries(
    fields.filter(({ isRequired }) => isRequired).map(({ key, shape }) => [key, firstValue(shape, columns, word)]),
  )
}

function firstValue(shape: FieldShape, columns: readonly string[], word: string): unknown {
  switch (shape.kind) {
    case 'choice':
      return shape.values[0]
    case 'flag':
      return false
    case 'number':
      return Math.min(Math.max(0, shape.least), shape.most)
    case 'column':
      return columns[0] ?? word
    case 'picture':
      return ''
    case 'text':
      return shape.least > 0 ? Array.from(word).slice(0, Math.min(shape.most, 40)).join('') : ''
    default:
      return []
  }
}
