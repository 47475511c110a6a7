import { describe, expect, test } from 'vitest'
import { exampleOf, shapeWords } from './shape.ts'
import type { Schema } from './shape.ts'

const read = (schema: Schema | undefined) =>
  shapeWords(schema)
    .map(({ text }) => text)
    .join('')

describe('the word for a shape', () => {
  test('is nothing without a schema, and any value where the schema says nothing', () => {
    expect([shapeWords(undefined), read({})]).toEqual([[], 'any'])
  })

  test('is the name of a named shape, which has a place of its own on the page', () => {
    expect(shapeWords({ $ref: '#/components/schemas/Local' })).toEqual([{ text: 'Local', schema: 'Local' }])
  })

  test('is its type, its format where it has one, and all of its types', () => {
    expect([
      read({ type: 'boolean' }),
      read({ type: 'string', format: 'date' }),
      read({ type: ['string', 'null'] }),
    ]).toEqual(['boolean', 'date', 'string | null'])
  })

  test('is the values themselves where they are listed, as JSON', () => {
    expect([read({ enum: ['day', 1, null], type: 'string' }), read({ const: 'arrow', type: 'string' })]).toEqual([
      '"day" | 1 | null',
      '"arrow"',
    ])
  })

  test('is what a list is of, and each of the shapes that it may be', () => {
    expect(read({ type: 'array', items: { type: 'integer' } })).toBe('list of integer')
    expect(
      shapeWords({ anyOf: [{ $ref: '#/components/schemas/Local' }, { type: 'null' }, { type: 'string' }] }),
    ).toEqual([
      { text: 'Local', schema: 'Local' },
      { text: ' | ' },
      { text: 'null' },
      { text: ' | ' },
      { text: 'string' },
    ])
    expect(read({ oneOf: [{ type: 'integer' }, { type: 'null' }] })).toBe('integer | null')
  })

  test('has the limits of a number, and those of a text with what they count; one limit is alone', () => {
    expect([
      read({
        type: 'integer',
        minimum: 0,
        maximum: 9,
      }),
      read({ type: 'integer', minimum: 1 }),
      read({ type: 'integer', maximum: 9 }),
      read({
        type: 'string',
        minLength: 2,
        maxLength: 8,
      }),
      read({ type: 'string', minLength: 2 }),
      read({ type: 'string', maxLength: 8 }),
    ]).toEqual([
      'integer, 0–9',
      'integer, 1–',
      'integer, –9',
      'string, 2–8 characters',
      'string, 2– characters',
      'string, –8 characters',
    ])
  })
})

describe('an example of a shape', () => {
  const of = (schema: Schema) => exampleOf(schema, {})

  test('is the default before the only value, that before the first of a list, and those before the type', () => {
    expect(of({ default: false, const: 1, enum: [2], type: 'string' })).toBe(false)
    expect(of({ const: 1, enum: [2], type: 'string' })).toBe(1)
    expect(of({ enum: [2, 3], type: 'string' })).toBe(2)
  })

  test('has a value of each type: of several, the first', () => {
    expect([
      of({ type: 'boolean' }),
      of({ type: 'string' }),
      of({ type: 'null' }),
      of({ type: ['string', 'null'] }),
      of({}),
    ]).toEqual([true, 'text', null, 'text', null])
    expect([of({ type: 'array' }), of({ type: 'array', items: { type: 'boolean' } })]).toEqual([[], [true]])
  })

  test('is one, or the nearest number within the limits', () => {
    expect([
      of({ type: 'integer' }),
      of({ type: 'number' }),
      of({
        type: 'integer',
        minimum: 5,
        maximum: 9,
      }),
      of({ type: 'integer', minimum: 0 }),
      of({ type: 'integer', minimum: -3, maximum: 0 }),
      of({ type: 'integer', maximum: -2 }),
    ]).toEqual([1, 1, 5, 1, 0, -2])
  })

  test('is as long as a text has to be, and a date, an instant or an address where that is its format', () => {
    expect([of({ type: 'string', minLength: 6 }), of({ type: 'string', minLength: 2 })]).toEqual(['textxx', 'text'])
    expect([
      of({ type: 'string', format: 'date' }),
      of({ type: 'string', format: 'date-time' }),
      of({ type: 'string', format: 'email' }),
    ]).toEqual(['2026-11-16', '2026-11-16T10:00:00Z', 'ana@example.com'])
  })

  test('is the first of several shapes, and all fields of shapes that belong together', () => {
    expect([
      of({ anyOf: [{ type: 'boolean' }, { type: 'null' }] }),
      of({ oneOf: [{ type: 'null' }, { type: 'boolean' }] }),
    ]).toEqual([true, null])
    const [id, name]: Schema[] = [
      { properties: { id: { type: 'integer' } } },
      { type: 'object', properties: { name: { type: 'string' } } },
    ]
    expect(of({ allOf: [id!, name!] })).toEqual({ id: 1, name: 'text' })
    expect(of({ type: 'object' })).toEqual({})
  })

  test('follows a name to its shape; a name that leads nowhere is null', () => {
    const $ref = '#/components/schemas/Local'
    expect(exampleOf({ $ref }, { Local: { type: 'object', properties: { id: { type: 'integer' } } } })).toEqual({
      id: 1,
    })
    expect(exampleOf({ $ref }, {})).toBe(null)
  })

  test('has every field down to the third level, and below only those that must be there', () => {
    const both = (inner: Schema): Schema => ({
      type: 'object',
      required: ['must'],
      properties: { must: inner, may: { type: 'boolean' } },
    })
    expect(of(both(both(both(both({ type: 'integer' })))))).toEqual({
      may: true,
      must: { may: true, must: { may: true, must: { must: 1 } } },
    })
  })

  test('of a recursive shape ends on every path back to it', () => {
    const $ref = '#/components/schemas/Node'
    const depthOf = (Node: Schema) => JSON.stringify(exampleOf({ $ref }, { Node }))
    expect(depthOf({ type: 'object', required: ['next'], properties: { next: { $ref } } })).toBe(
      '{"next":{"next":{"next":null}}}',
    )
    expect(depthOf({ type: 'array', items: { $ref } })).toBe('[[[null]]]')
    expect(depthOf({ anyOf: [{ $ref }] })).toBe('null')
    expect(depthOf({ allOf: [{ $ref }] })).toBe('{}')
  })
})
