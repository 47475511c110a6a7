/** Values made from a JSON Schema: what it allows, and what it nearly allows. For tests only. */
import fc from 'fast-check'
import { KEYS, spoiled, wrongValues } from './spoiled.ts'

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
}

/** Short enough that two hundred requests stay quick; the limits themselves are tested where they live. */
const LONGEST_TEXT = 300
const LONGEST_LIST = 3
const DEEPEST = 6

export interface FromSchema {
  /** A value that the schema allows; patterns with `not` beside them are only nearly kept. */
  valid(schema: Schema): fc.Arbitrary<unknown>
  /** The same with one thing wrong: a key too many or too few, another type, an edge, a hostile text. */
  near(schema: Schema): fc.Arbitrary<unknown>
}

interface Parts {
  /** The target of a `$ref`. */
  readonly resolve: (ref: string) => Schema
  /** Texts that are put where a text is expected. */
  readonly hostile: readonly string[]
  /** Texts that mean something to the server, wherever they fit. */
  readonly words: readonly string[]
}

export function fromSchema({ resolve, hostile, words }: Parts): FromSchema {
  function valid(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
    if (schema.$ref !== undefined) return valid(resolve(schema.$ref), depth)
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
    if (schema.const !== undefined) return fc.constant(schema.const)
    const options = schema.anyOf ?? schema.oneOf
    if (options !== undefined) return fc.oneof(...options.map((option) => valid(option, depth + 1)))
    if (typeof schema.type === 'object')
      return fc.oneof(...schema.type.map((type) => valid({ ...schema, type }, depth + 1)))
    switch (schema.type) {
      case 'null':
        return fc.constant(null)
      case 'boolean':
        return fc.boolean()
      case 'integer':
        return whole(schema)
      case 'number':
        return fc.oneof(
          whole(schema),
          fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true }),
        )
      case 'string':
        return text(schema)
      case 'array':
        return fc.array(depth > DEEPEST ? fc.constant(null) : valid(schema.items ?? {}, depth + 1), {
          minLength: schema.minItems ?? 0,
          maxLength: Math.min(schema.maxItems ?? LONGEST_LIST, Math.max(LONGEST_LIST, schema.minItems ?? 0)),
        })
      case 'object':
        return record(schema, depth)
      default:
        return fc.jsonValue({ maxDepth: 2 })
    }
  }

  /** Ids of what there is come first; the edges come too. */
  function whole({ minimum = -1000, maximum = 2 ** 31 - 1 }: Schema): fc.Arbitrary<number> {
    const small = fc.integer({
      min: Math.max(minimum, Math.min(1, maximum)),
      max: Math.min(maximum, Math.max(minimum, 40)),
    })
    const first = fc.integer({
      min: Math.max(minimum, Math.min(1, maximum)),
      max: Math.min(maximum, Math.max(minimum, 3)),
    })
    return fc.oneof(
      { weight: 6, arbitrary: first },
      { weight: 3, arbitrary: small },
      { weight: 1, arbitrary: fc.constantFrom(minimum, maximum) },
      { weight: 1, arbitrary: fc.integer({ min: minimum, max: maximum }) },
    )
  }

  function text({ minLength = 0, maxLength = LONGEST_TEXT, pattern }: Schema): fc.Arbitrary<string> {
    const longest = Math.max(minLength, Math.min(maxLength, LONGEST_TEXT))
    const rule = pattern === undefined ? null : new RegExp(pattern)
    const fits = (word: string) => word.length >= minLength && word.length <= maxLength && rule?.test(word) !== false
    const written =
      rule === null
        ? fc.string({ unit: 'binary', minLength, maxLength: longest })
        : fc.stringMatching(rule).map((found) => found.slice(0, maxLength))
    return fc.oneof(
      { weight: 2, arbitrary: written },
      ...[words, rule === null ? hostile : []]
        .map((list) => list.filter(fits))
        .filter(({ length }) => length > 0)
        .map((list) => ({ weight: 2, arbitrary: fc.constantFrom(...list) })),
    )
  }

  function record({ properties = {}, required = [] }: Schema, depth: number): fc.Arbitrary<unknown> {
    if (depth > DEEPEST) return fc.constant({})
    const fields = Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, valid(schema, depth + 1)]),
    )
    return fc.record(fields, { requiredKeys: [...required] })
  }

  const wrong = wrongValues(hostile)

  return {
    valid: (schema) => valid(schema),
    near: (schema) =>
      fc
        .tuple(valid(schema), fc.nat(50), fc.nat(3), wrong, fc.constantFrom(...KEYS))
        .map(([value, at, how, other, key]) => spoiled(value, at, how, other, key)),
  }
}
