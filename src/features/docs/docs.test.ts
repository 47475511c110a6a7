import { LANGUAGES } from '#domain/languages'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { METRICS } from '#domain/metrics/index'
import { DOCUMENTED, finds, RULES, STATES } from './entries.ts'
import { metricEntries } from './metric-entries.ts'
import { nameOfAtom } from './formula.ts'

type Texts = { readonly [key: string]: string | Texts }
/** Texts of one language; a key without one is answered in brackets. */
function translate(language: string) {
  const files = Object.fromEntries(
    ['docs', 'metrics', 'ui'].map((namespace) => [
      namespace,
      JSON.parse(
        readFileSync(join(import.meta.dirname, `../../i18n/locales/${namespace}/${language}.json`), 'utf8'),
      ) as Texts,
    ]),
  )
  return (key: string, params: Record<string, string | number> = {}): string => {
    const [namespace = '', ...path] = key.split(/[:.](.*)/s)
    const rest = path[0] ?? ''
    const file = files[namespace] ?? {}
    const found =
      file[rest] ??
      rest
        .split('.')
        .reduce<string | Texts | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), file)
    return typeof found === 'string'
      ? found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name]))
      : `[${key}]`
  }
}

test.each(LANGUAGES)('every metric has a name, a description, a calculation and a unit in %s', (language) => {
  const t = translate(language)
  const entries = metricEntries(t)
  expect(entries.map(({ id }) => id)).toEqual(METRICS.map(({ id }) => id))
  expect(
    entries
      .flatMap((entry) => Object.values(entry).flat())
      .filter((text) => text !== null && (text.includes('[') || text.trim() === '')),
  ).toEqual([])
})

test.each(LANGUAGES)('every reading rule, every state and every screen has its words in %s', (language) => {
  const t = translate(language)
  const texts = [
    ...RULES.flatMap((id) => [t(`docs:rule.${id}.title`), t(`docs:rule.${id}.text`)]),
    ...STATES.flatMap((id) => [t(`ui.state.${id}`), t(`ui.stateHint.${id}`)]),
    ...DOCUMENTED.map((id) => t(`docs:screen.${id}`)),
  ]
  expect(texts.filter((text) => text.startsWith('['))).toEqual([])
})

describe('a calculation in words', () => {
  const of = (id: string) => metricEntries(translate('es')).find((entry) => entry.id === id)?.formula
  test('names numerator and denominator, and is left out for counts', () => {
    expect([of('captureRate'), of('newAtBrand'), of('insTime'), of('visits')]).toEqual([
      'Entradas ÷ (Frontales + Entradas) × 100',
      'Visitas identificadas, o Visitas si no se informan − (Repiten en la marca, rango 1 + Repiten en la marca, ' +
        'rango 2 + Repiten en la marca, rango 3 + Repiten en la marca, rango 4)',
      'Tiempo total dentro ÷ Entradas',
      null,
    ])
  })

  test('calls ranges by their place', () =>
    expect(nameOfAtom('localRepRange0', translate('en'))).toBe('Repeating at the store, range 1'))
})

test('the search needs every word, ignores accents and case, and an empty search finds all', () => {
  expect([
    finds('CAPTACION tasa', 'Tasa de captación'),
    finds('captación rebote', 'Tasa de captación'),
    finds('', 'x'),
    finds('  ', 'x'),
  ]).toEqual([true, false, true, true])
})
