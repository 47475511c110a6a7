import { changeLanguage, ensureTexts, initTexts } from '#i18n'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { issue } from '../engine/core/document/issue.ts'
import { loadLayout } from '../engine/core/graph/validate.ts'
import { ChartDataError, ChartPointsError } from '#ui/chart/chart-data.ts'
import { errorText, issueText, worded } from './error-text.ts'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  await initTexts('en')
  await ensureTexts('dashboards')
})
beforeEach(() => changeLanguage('it'))

const refusal = (code: string, details?: unknown) => Object.assign(new Error('In English.'), { code, details })

test('a thrown value that is no error is still a sentence', () => {
  expect([undefined, null, 7, {}, new Error('')].map(errorText)).toEqual(
    Array.from({ length: 5 }, () => 'Errore nella richiesta'),
  )
})

test('an unknown code leaves the message as it came', () => {
  expect([errorText(refusal('HTTP_418')), errorText(new Error('Plain.')), errorText({ message: 'Shaped.' })]).toEqual([
    'In English.',
    'Plain.',
    'Shaped.',
  ])
})

test('a known code is worded with its details', () => {
  expect(errorText(refusal('PERIOD_OUT_OF_RANGE', { from: 2014, to: 2028 }))).toMatch(/2014.*2028/)
  expect(errorText(refusal('PERIOD_OUT_OF_RANGE', { from: 2014, to: 2028 }))).not.toContain('English')
})

test('a known code that lacks a detail leaves the message as it came, and no hole in a sentence', () => {
  expect(errorText(refusal('INTERNAL', { request: 'r-7' }))).toContain('r-7')
  expect([errorText(refusal('INTERNAL')), errorText({ code: 'INTERNAL', message: '' })]).toEqual([
    'In English.',
    'Errore nella richiesta',
  ])
})

test('worded passes a value on, and rejects with the sentence and its cause', async () => {
  const cause = refusal('NETWORK')
  expect(await worded(Promise.resolve(7))).toBe(7)
  await expect(worded(Promise.reject(cause))).rejects.toMatchObject({ message: errorText(cause), cause })
})

test('the code inside a finding is worded too, and a reason without one stays', () => {
  const [known, unknown] = [
    { status: 403, reason: 'FLAG_REQUIRED: No.', code: 'FLAG_REQUIRED' },
    { status: 418, reason: 'HTTP_418: No.', code: 'HTTP_418' },
  ]
  expect(issueText(issue('SOURCE_REFUSED', '', known))).toBe(
    `Il server ha rifiutato la richiesta con lo stato 403: ${errorText(refusal('FLAG_REQUIRED'))}`,
  )
  expect(issueText(issue('SOURCE_REFUSED', '', unknown))).toBe(
    'Il server ha rifiutato la richiesta con lo stato 418: HTTP_418: No.',
  )
})

test('a wrong value of the address states the expected one in the same language', () => {
  expect(
    issueText(
      issue('URL_VALUE_IGNORED', '/params/x', { value: 'a', param: 'Marchio', expected: 'a number', shape: 'id' }),
    ),
  ).toBe(
    '"a" nell’indirizzo non è un valore per Marchio (si attendeva un numero); è stato ignorato.'.replace('"a"', '«a»'),
  )
})

test.each([
  ['es', 'El gráfico no se puede dibujar: series[0].data es una función; se esperaba una lista.'],
  ['cs', 'Graf nelze vykreslit: series[0].data je funkce; očekává se seznam.'],
] as const)('a function in place of data of a chart is said in %s, with its place', async (locale, said) => {
  await changeLanguage(locale)
  const { code, details, message } = new ChartDataError('series[0].data', () => [1], 'list')
  expect(message).toBe('series[0].data is a function; expected a list.')
  expect(issueText({ message: code, params: details, text: message })).toBe(said)
})

test('more points than can be drawn are said in figures of the language', async () => {
  await changeLanguage('es')
  const { code, details, message } = new ChartPointsError(10_000_000, 500_000)
  expect(issueText({ message: code, params: details, text: message })).toBe(
    'El gráfico tiene 10.000.000 puntos; se pueden dibujar como máximo 500.000. Elige menos días o pasos más largos.',
  )
})

test('an invalid document states why, with the line and the column', async () => {
  await changeLanguage('es')
  const {
    issues: [found],
  } = loadLayout('{\n  "format": 1,\n  "name" "x"\n}', { widgets: new Map(), sources: new Map() })
  const issues = [{ code: found?.code, text: found?.text, params: found?.params }]
  expect(errorText(refusal('DASHBOARD_UNREADABLE', { first: found?.text, issues }))).toMatch(
    /^Esto no es el documento de un panel\. Esto no es JSON: .* línea 3, columna \d+/,
  )
  expect(errorText(refusal('DASHBOARD_UNREADABLE', { issues: [7] }))).toBe('Esto no es el documento de un panel.')
})

test.each([
  ['{ "a": , }', 'Questo non è JSON: manca un valore alla riga 1, colonna 8.'],
  ['{ "a" 1 }', 'Questo non è JSON: mancano i due punti alla riga 1, colonna 7.'],
  ['', 'Questo non è JSON: manca un valore alla riga 1, colonna 1.'],
])('invalid JSON in %j is reported in the reader’s language, with its place', (text, said) => {
  const [first] = loadLayout(text, { widgets: new Map(), sources: new Map() } as never).issues
  expect(first === undefined ? '' : issueText(first)).toBe(said)
})

test.each([
  ['must NOT have fewer than 3 characters', 'meno di 3 caratteri'],
  ['must NOT have more than 12 items', 'più di 12 elementi'],
  ['must match pattern "^[a-z]+$"', 'non ha la forma attesa'],
  ['must be >= 1', '>= 1'],
  ['must be equal to one of the allowed values', 'must be equal to one of the allowed values'],
])('the rule %j of a schema is reported in the reader’s language', (rule, said) =>
  expect(issueText({ message: 'LAYOUT_OUT_OF_RANGE', params: { value: '"ab"', rule }, text: '' })).toBe(
    `"ab": fuori dal consentito (${said}).`,
  ),
)
