import type { GuardError } from '#schemas/guard.ts'
import { expect, test } from 'vitest'
import { LAYOUT_CODES, OPTION_CODES, schemaIssues } from './schema-issues.ts'

const error = (keyword: string, instancePath = '/a', more: Partial<GuardError> = {}): GuardError => ({
  keyword,
  instancePath,
  schemaPath: `#/properties/a/${keyword}`,
  params: {},
  ...more,
})
const issuesOf = (errors: readonly GuardError[], root: unknown = { a: 7 }, codes = LAYOUT_CODES) =>
  schemaIssues(errors, root, '', codes, () => []).map(({ code, pointer, params }) => [code, pointer, params])

test('a mistake in a document and one in an option have separate codes', () => {
  const kinds: GuardError[] = [
    error('additionalProperties', '/a', { params: { additionalProperty: 'x' } }),
    error('required', '/b', { params: { missingProperty: 'x' } }),
    error('type', '/c', { params: { type: 'x' } }),
    error('enum', '/d', { params: { allowedValues: [] } }),
    error('minimum', '/e'),
    error('format', '/f'),
  ]
  expect(issuesOf(kinds, {}).map(([code]) => code)).toEqual([
    'LAYOUT_UNKNOWN_KEY',
    'LAYOUT_MISSING_KEY',
    'LAYOUT_WRONG_TYPE',
    'LAYOUT_NOT_ALLOWED',
    'LAYOUT_OUT_OF_RANGE',
    'LAYOUT_INVALID',
  ])
  expect(issuesOf(kinds, {}, OPTION_CODES).map(([code]) => code)).toEqual([
    'WIDGET_OPTION_UNKNOWN',
    'WIDGET_OPTION_MISSING',
    'WIDGET_OPTION_TYPE',
    'WIDGET_OPTION_VALUE',
    'WIDGET_OPTION_RANGE',
    'WIDGET_OPTION_INVALID',
  ])
})

test.each([
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'uniqueItems',
  'multipleOf',
])('%s is a value out of range, with the rule', (keyword) => {
  expect(issuesOf([error(keyword, '/a', { message: 'must be more' })])).toEqual([
    ['LAYOUT_OUT_OF_RANGE', '/a', { value: '7', rule: 'must be more' }],
  ])
  expect(issuesOf([error(keyword)])).toEqual([['LAYOUT_OUT_OF_RANGE', '/a', { value: '7', rule: 'is out of range' }]])
})

test('a list or an object out of range is called that, and not written out', () => {
  expect(
    [issuesOf([error('minItems')], { a: [1] }), issuesOf([error('minProperties')], { a: {} })].map(
      ([first]) => first?.[2],
    ),
  ).toEqual([
    { value: 'a list', rule: 'is out of range' },
    { value: 'an object', rule: 'is out of range' },
  ])
})

test('a constant is reported with the expected value', () => {
  expect(issuesOf([error('const', '/a', { params: { allowedValue: 'x' } })])).toEqual([
    ['LAYOUT_NOT_ALLOWED', '/a', { value: '7', expected: '"x"' }],
  ])
  expect(issuesOf([error('const', '/b', { params: { allowedValue: undefined } })])).toEqual([
    ['LAYOUT_NOT_ALLOWED', '/b', { value: 'nothing', expected: 'nothing' }],
  ])
  expect(issuesOf([error('enum', '/a', { params: {} })])).toEqual([
    ['LAYOUT_NOT_ALLOWED', '/a', { value: '7', expected: '' }],
  ])
})

test('one of two types is expected, and an invalid name is reported by itself', () => {
  expect(issuesOf([error('type', '/a', { params: { type: ['string', 'null'] } })])).toEqual([
    ['LAYOUT_WRONG_TYPE', '/a', { actual: 'the number 7', expected: 'string or null' }],
  ])
  expect(issuesOf([error('propertyNames', '/a', { params: { propertyName: 'a b' } })])).toEqual([
    ['LAYOUT_BAD_ID', '/a/a b', { key: 'a b' }],
  ])
  expect(issuesOf([error('pattern')])).toEqual([['LAYOUT_INVALID', '/a', { reason: '7 has the wrong form' }]])
  for (const keyword of ['anyOf', 'oneOf'])
    expect(issuesOf([error(keyword)])).toEqual([
      ['LAYOUT_WRONG_TYPE', '/a', { actual: 'the number 7', expected: 'another form' }],
    ])
})

test('of a union only the issues inside its branches are left out, also where they are written elsewhere', () => {
  const union = error('anyOf', '/a', { schemaPath: '#/properties/a/anyOf' })
  const text = error('type', '/a', { schemaPath: '#/definitions/text/type', params: { type: 'string' } })
  const deep = error('minimum', '/a/n', { schemaPath: '#/definitions/record/properties/n/minimum' })
  const beside = error('minimum', '/ab', { schemaPath: '#/definitions/text/minimum' })
  expect(
    issuesOf([text, deep, beside, union], { a: { n: 1 }, ab: 2 }).map(([code, pointer]) => [code, pointer]),
  ).toEqual([
    ['LAYOUT_OUT_OF_RANGE', '/a/n'],
    ['LAYOUT_OUT_OF_RANGE', '/ab'],
  ])
  const other = error('minimum', '/a', { schemaPath: '#/definitions/text/minimum' })
  expect(issuesOf([text, other, union]).map(([code]) => code)).toEqual(['LAYOUT_WRONG_TYPE'])
})
