import { expect, test } from 'vitest'
import type { GuardError } from '#schemas/guard.ts'
import { kindOf, LAYOUT_CODES, OPTION_CODES, schemaIssues } from './schema-issues.ts'

const error = (
  keyword: string,
  instancePath: string,
  schemaPath: string,
  params: Record<string, unknown> = {},
  message?: string,
): GuardError => ({ keyword, instancePath, schemaPath, params, ...(message !== undefined && { message }) })
const issues = (errors: readonly GuardError[], root: unknown, known: readonly string[] = []) =>
  schemaIssues(errors, root, '/widgets/a/options', OPTION_CODES, () => known).map(({ code, pointer, params, fix }) => [
    code,
    pointer,
    params,
    ...(fix ? [fix] : []),
  ])

const UNION = '#/properties/size/anyOf'
const branches = (nested: readonly GuardError[]) => [...nested, error('anyOf', '/size', UNION)]

test('of a union only the branch that fits the kind of value is reported', () => {
  const wrong = branches([
    error('type', '/size', `${UNION}/0/type`, { type: 'string' }),
    error('maximum', '/size', `${UNION}/1/maximum`, {}, 'must be <= 12'),
  ])
  expect(issues(wrong, { size: 40 })).toEqual([
    ['WIDGET_OPTION_RANGE', '/widgets/a/options/size', { value: '40', rule: 'must be <= 12' }],
  ])
})

test('a value that fits no branch is one mistake; an error beside the union stays', () => {
  const none = branches([
    error('type', '/size', `${UNION}/0/type`, { type: 'string' }),
    error('type', '/size', `${UNION}/1/type`, { type: 'number' }),
  ])
  const beside = error('type', '/sizes', '#/properties/sizes/type', { type: 'array' })
  expect(issues([beside, ...none], { size: null, sizes: 3 })).toEqual([
    ['WIDGET_OPTION_TYPE', '/widgets/a/options/sizes', { actual: 'the number 3', expected: 'array' }],
    ['WIDGET_OPTION_TYPE', '/widgets/a/options/size', { actual: 'null', expected: 'another form' }],
  ])
})

test('oneOf is a union too, below it counts what lies inside, and `if` alone reports nothing', () => {
  const union = '#/properties/size/oneOf'
  const errors = [
    error('type', '/size', `${union}/0/type`, { type: 'string' }),
    error('required', '/size', `${union}/1/required`, { missingProperty: 'w' }),
    error('oneOf', '/size', union),
    error('if', '', '#/if'),
  ]
  expect(issues(errors, { size: {} })).toEqual([['WIDGET_OPTION_MISSING', '/widgets/a/options/size/w', { key: 'w' }]])
})

test('an unknown key is renamed to the one that was meant, where that one is free, else taken away', () => {
  const unknown = [error('additionalProperties', '', '#/additionalProperties', { additionalProperty: 'titel' })]
  const at = '/widgets/a/options/titel'
  expect(issues(unknown, { titel: 1 }, ['title'])).toEqual([
    ['WIDGET_OPTION_UNKNOWN', at, { key: 'titel' }, [{ op: 'move', from: at, path: '/widgets/a/options/title' }]],
  ])
  expect(issues(unknown, { titel: 1, title: 2 }, ['title'])).toEqual([
    ['WIDGET_OPTION_UNKNOWN', at, { key: 'titel' }, [{ op: 'remove', path: at }]],
  ])
})

test('a word that is nearly one of the choices has its fix; one mistake a place', () => {
  const choices = { allowedValues: ['day', 'week', 3] }
  const near = error('enum', '/by', '#/properties/by/enum', choices)
  expect(issues([near, error('const', '/by', '#/x', { allowedValue: 'day' })], { by: 'wek' })).toEqual([
    [
      'WIDGET_OPTION_VALUE',
      '/widgets/a/options/by',
      { value: '"wek"', expected: '"day", "week", 3' },
      [{ op: 'replace', path: '/widgets/a/options/by', value: 'week' }],
    ],
  ])
  expect(issues([near], { by: 7 })).toEqual([
    ['WIDGET_OPTION_VALUE', '/widgets/a/options/by', { value: '7', expected: '"day", "week", 3' }],
  ])
})

test('an invalid name of a key is reported once, as its name; an invalid form of a value with the rule', () => {
  const named = { ...error('pattern', '', '#/propertyNames/pattern', {}, 'must match'), propertyName: 'a b' }
  expect(
    schemaIssues(
      [named, error('propertyNames', '', '#/propertyNames', { propertyName: 'a b' })],
      {},
      '',
      LAYOUT_CODES,
      () => [],
    ).map(({ code, pointer }) => [code, pointer]),
  ).toEqual([['LAYOUT_BAD_ID', '/a b']])
  expect(issues([error('pattern', '/id', '#/pattern', {}, 'must match "^x"')], { id: 'y' })).toEqual([
    ['WIDGET_OPTION_INVALID', '/widgets/a/options/id', { reason: '"y" must match "^x"' }],
  ])
  expect(issues([error('odd', '/id', '#/odd')], { id: 'y' })).toEqual([
    ['WIDGET_OPTION_INVALID', '/widgets/a/options/id', { reason: '"y" odd' }],
  ])
})

test('the found value is named by its type', () => {
  expect([null, [], {}, undefined, 3, 'x', true].map(kindOf)).toEqual([
    'null',
    'a list',
    'an object',
    'nothing',
    'the number 3',
    'the text "x"',
    'the value true',
  ])
})
