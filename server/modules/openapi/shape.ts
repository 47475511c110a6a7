/** Schemas as people read them: a word for a shape, a table of fields, and an example made from the schema alone. */

export interface Schema {
  readonly $ref?: string
  readonly title?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}
export type Schemas = Readonly<Record<string, Schema>>

const REF = '#/components/schemas/'
/** Deeper than this an example says nothing more. */
const DEEPEST = 6
const DATE = '2026-11-16'

export const nameOfRef = (ref: string): string => ref.slice(REF.length)

const choicesOf = ({ anyOf, oneOf }: Schema): readonly Schema[] | undefined => anyOf ?? oneOf

/** The type of a value, piece by piece; a piece with a name has a place of its own on the page. */
export interface ShapeWord {
  readonly text: string
  readonly schema?: string
}

export function shapeWords(schema: Schema | undefined): ShapeWord[] {
  if (schema === undefined) return []
  if (schema.$ref !== undefined) {
    const name = nameOfRef(schema.$ref)
    return [{ text: name, schema: name }]
  }
  if (schema.enum !== undefined) return [{ text: schema.enum.map((one) => JSON.stringify(one)).join(' | ') }]
  if (schema.const !== undefined) return [{ text: JSON.stringify(schema.const) }]
  const choices = choicesOf(schema)
  if (choices !== undefined)
    return choices.flatMap((one, at) => [...(at === 0 ? [] : [{ text: ' | ' }]), ...shapeWords(one)])
  if (schema.items !== undefined) return [{ text: 'list of ' }, ...shapeWords(schema.items)]
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.join(' | ')
  const { minimum, maximum, minLength, maxLength } = schema
  const [from, to] = [minimum ?? minLength, maximum ?? maxLength]
  const span =
    from === undefined && to === undefined
      ? ''
      : `, ${from ?? ''}–${to ?? ''}${minLength === undefined && maxLength === undefined ? '' : ' characters'}`
  return [{ text: `${schema.format ?? type ?? 'any'}${span}` }]
}

/** A value that fits as far as the schema says: the defaults, the first choices, the least numbers. */
export function exampleOf(schema: Schema, schemas: Schemas, depth = 0): unknown {
  if (depth > DEEPEST) return null
  if (schema.$ref !== undefined) {
    const named = schemas[nameOfRef(schema.$ref)]
    return named === undefined ? null : exampleOf(named, schemas, depth + 1)
  }
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const [choice] = choicesOf(schema) ?? []
  if (choice !== undefined) return exampleOf(choice, schemas, depth + 1)
  if (schema.allOf !== undefined)
    return Object.assign({}, ...schema.allOf.map((one) => exampleOf(one, schemas, depth + 1)))
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  if (type === 'object' || schema.properties !== undefined) {
    // From the third level on only what has to be there, so that an example stays readable.
    const required = new Set(schema.required)
    const named = Object.entries(schema.properties ?? {}).filter(([name]) => depth < 3 || required.has(name))
    return Object.fromEntries(named.map(([name, one]) => [name, exampleOf(one, schemas, depth + 1)]))
  }
  if (type === 'array') return schema.items === undefined ? [] : [exampleOf(schema.items, schemas, depth + 1)]
  if (type === 'integer' || type === 'number')
    return Math.min(Math.max(1, schema.minimum ?? 1), schema.maximum ?? Infinity)
  if (type === 'boolean') return true
  if (type !== 'string') return null
  if (schema.format === 'date') return DATE
  if (schema.format === 'date-time') return `${DATE}T10:00:00Z`
  if (schema.format === 'email') return 'ana@example.com'
  return 'text'.padEnd(schema.minLength ?? 0, 'x')
}
