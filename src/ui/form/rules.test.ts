import { expect, test } from 'vitest'
import english from '../../i18n/locales/ui/en.json' with { type: 'json' }
import { atLeast, atMost, check, mandatory, matches, nameRules, notAmong, problemText, type Rules } from './rules.ts'

const t = (key: string, params: Record<string, string | number> = {}) =>
  String((english.field as Record<string, string>)[key.slice('ui.field.'.length)]).replace(
    /\{\{(\w+)\}\}/g,
    (_match, name: string) => String(params[name]),
  )

test.each([null, undefined, '', '  \t', [], false])('%j is nothing, and a mandatory field says so', (value) => {
  expect(problemText(mandatory(value) ?? '', t)).toBe('Field is mandatory')
})
test.each([0, 'x', ['x'], true])('%j is something', (value) => {
  expect(mandatory(value)).toBe(null)
})
test('a name of two letters is too short, spaces around it do not count, and letters beyond the basic plane count once', () => {
  expect(problemText(atLeast(3)('Na') ?? '', t)).toBe('At least 3 characters are needed')
  expect([atLeast(3)(' Na '), atLeast(3)('👩🏽‍🦰'), atLeast(3)('Ana'), atLeast(3)('')]).toEqual([
    { code: 'tooShort', count: 3 },
    null,
    null,
    null,
  ])
  expect(atMost(3)('Anas')).toEqual({ code: 'tooLong', count: 3 })
})
test('an existing name is refused in any case and with spaces around it', () => {
  const rule = notAmong(['Luna & Sol'])
  expect(problemText(rule(' luna & SOL ') ?? '', t)).toBe('This name already exists')
  expect(rule('Luna')).toBe(null)
})
test('a text of the wrong form names the field', () => {
  expect(problemText(matches(/^\d{5}$/, 'zip code')('0800') ?? '', t)).toBe('The field zip code is invalid')
  expect(matches(/^\d{5}$/, 'zip code')('')).toBe(null)
})
test('of several refusals of a field the first counts, and a rule may look at the other fields', () => {
  interface Values {
    name: string
    begin: string
    end: string
  }
  const rules: Rules<Values> = {
    name: nameRules,
    end: (end, { begin }) => (end < begin ? 'The end is before the begin' : null),
  }
  expect(check({ name: '', begin: '2026-02-01', end: '2026-01-01' }, rules)).toEqual({
    name: { code: 'mandatory' },
    end: 'The end is before the begin',
  })
  expect(check({ name: 'Ana', begin: '2026-01-01', end: '2026-02-01' }, rules)).toEqual({})
})
