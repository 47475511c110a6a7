/** The options form against every widget there is: what it writes fits, and what it cannot show it leaves alone. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { optionsSchemaOf, widgetIn } from '../../scripts/widget-registry.ts'
import {
  canShow,
  fieldsOf,
  firstItem,
  problemOf,
  shapeOf,
  withOption,
  type Field,
  type FieldShape,
  type JsonSchema,
} from '../../src/engine/core/document/option-fields.ts'

const root = join(import.meta.dirname, '../../widgets')
const types = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'lib')
  .map(({ name }) => name)
const schemaOf = (type: string): JsonSchema => optionsSchemaOf(type) as JsonSchema
const definitionOf = (type: string) => widgetIn<unknown>(`widgets/${type}`)

const bounded = (limit: number, instead: number) => (Number.isFinite(limit) ? limit : instead)
const texts = (least: number, most: number) =>
  fc.string({ minLength: bounded(least, 0), maxLength: Math.min(bounded(most, 20), 40), unit: 'grapheme-ascii' })

/** Values of a shape, built from the schema's own limits and not from the form's rules. */
function valuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const kinds = [schema.type ?? []].flat()
  const [least, most] = [Number(schema.minimum ?? -1e6), Number(schema.maximum ?? 1e6)]
  const byKind: Record<string, () => fc.Arbitrary<unknown>> = {
    boolean: () => fc.boolean(),
    null: () => fc.constant(null),
    integer: () => fc.integer({ min: least, max: most }),
    number: () => fc.double({ min: least, max: most, noNaN: true }),
    string: () =>
      typeof schema.pattern === 'string'
        ? fc.stringMatching(new RegExp(schema.pattern, 'u'), { maxLength: 60 })
        : texts(Number(schema.minLength ?? 0), Number(schema.maxLength ?? 20)),
    array: () => {
      const room = { minLength: Number(schema.minItems ?? 0), maxLength: Math.min(Number(schema.maxItems ?? 5), 8) }
      return schema.uniqueItems === true
        ? fc.uniqueArray(valuesOf(schema.items ?? {}), room)
        : fc.array(valuesOf(schema.items ?? {}), room)
    },
    object: () =>
      fc.record(Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, one]) => [key, valuesOf(one)])), {
        requiredKeys: [...(schema.required ?? [])],
      }),
  }
  return fc.oneof(...kinds.map((kind) => byKind[kind]?.() ?? fc.constant(undefined)))
}

/** Input of a person in a field, right or wrong. */
const typed: fc.Arbitrary<unknown> = fc.oneof(
  fc.string({ maxLength: 80 }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constant(''),
  fc.array(fc.string({ maxLength: 70 }), { maxLength: 22 }),
  fc.array(fc.double(), { maxLength: 6 }),
  fc.array(
    fc.dictionary(
      fc.constantFrom('measure', 'mark', 'id', 'name', 'value', 'word', 'from', 'tone', 'column'),
      fc.oneof(fc.string({ maxLength: 70 }), fc.double()),
    ),
    { maxLength: 8 },
  ),
)

describe.each(types)('%s', (type) => {
  const schema = schemaOf(type)
  const fields = fieldsOf(schema)
  /** A plan, for example, is drawn elsewhere and written as JSON. */
  const isJson = (key: string) =>
    (schema.properties?.[key]?.['x-ui'] as { control?: string } | undefined)?.control === 'json'
  const asJson = fields.map(({ key }) => key).filter(isJson)

  test('every option has a field, and none is beyond the form but what is said to be written as JSON', () => {
    expect(fields.map(({ key }) => key).toSorted()).toEqual(Object.keys(schema.properties ?? {}).toSorted())
    expect(fields.filter(({ shape }) => shape.kind === 'beyond').map(({ key }) => key)).toEqual(asJson)
    expect(fields.filter((field) => !canShow(field, field.standard)).map(({ key }) => key)).toEqual(asJson)
  })

  test('every value its schema takes can be shown as it is', () => {
    for (const field of fields.filter(({ key }) => !isJson(key))) {
      fc.assert(
        fc.property(valuesOf(schema.properties?.[field.key] ?? {}), (value) => problemOf(field.shape, value) === null),
        { numRuns: 15 },
      )
    }
  })

  test('a value typed through the form is always valid, beside any other content', async () => {
    const { validate } = await definitionOf(type)
    for (const field of fields.filter(({ key }) => !isJson(key))) {
      fc.assert(
        fc.property(fc.oneof(typed, valuesOf(schema.properties?.[field.key] ?? {})), (value) => {
          if (problemOf(field.shape, value) !== null) return
          expect(validate(withOption({}, field, structuredClone(value)))).toBe(true)
        }),
        { numRuns: 40 },
      )
    }
  })

  test('a new entry of a list is one that fits', async () => {
    const { validate } = await definitionOf(type)
    for (const field of fields) {
      if (field.shape.kind !== 'objects') continue
      for (const columns of [[], ['ins']])
        expect(
          validate({
            [field.key]: [firstItem(field.shape.fields, columns, 'Umbral de la tienda que más gente recibe')],
          }),
        ).toBe(true)
    }
  })
})

test('what the form does not understand is beyond it, and never written', () => {
  const beyond: JsonSchema[] = [
    { type: 'array', items: { type: 'string', pattern: '^a' } },
    { type: 'object' },
    { oneOf: [{ type: 'string' }] },
    { type: ['string', 'number'] },
    { enum: [1, 2] },
    { type: 'array' },
    { type: 'array', items: { type: 'array', items: { type: 'string' } } },
    { type: 'array', items: { type: 'object', additionalProperties: true } },
    { type: 'number', exclusiveMinimum: 0 },
    {},
  ]
  expect(beyond.map((one) => shapeOf(one).kind)).toEqual(beyond.map(() => 'beyond'))
  fc.assert(
    fc.property(typed, (value) => problemOf({ kind: 'beyond' }, value)?.rule === 'beyond'),
    { numRuns: 20 },
  )
})

test('a problem says the rule and its limit', () => {
  const number: FieldShape = { kind: 'number', isWhole: true, mayBeNone: false, least: 1, most: 7 }
  expect([0, 8, 1.5, null, '3'].map((value) => problemOf(number, value))).toEqual([
    { rule: 'least', limit: 1 },
    { rule: 'most', limit: 7 },
    { rule: 'whole' },
    { rule: 'kind' },
    { rule: 'kind' },
  ])
  const list = shapeOf({ type: 'array', minItems: 1, maxItems: 2, uniqueItems: true, items: { type: 'string' } })
  expect([[], ['a', 'b', 'c'], ['a', 'a']].map((value) => problemOf(list, value))).toEqual([
    { rule: 'few', limit: 1 },
    { rule: 'many', limit: 2 },
    { rule: 'twice' },
  ])
})

test('an option with its standard is not written, and one that was written stays', () => {
  const field: Field = {
    key: 'top',
    description: '',
    group: 'data',
    isAdvanced: false,
    isRequired: false,
    standard: 5,
    shape: { kind: 'number', isWhole: true, mayBeNone: false, least: 1, most: 7 },
  }
  expect([withOption({}, field, 5), withOption({ top: 3 }, field, 5), withOption({}, field, 6)]).toEqual([
    {},
    { top: 5 },
    { top: 6 },
  ])
})
