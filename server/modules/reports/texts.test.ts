/** The page's words on the server: of the application, of what widgets share, and of each widget. */
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#domain/languages'
import { wordsIn } from './texts.ts'

describe('words of a report', () => {
  test('are there in every language of the product, with what is put into them', async () => {
    const texts = await Promise.all(
      LANGUAGES.map(async (lang) => (await wordsIn(lang)).app('reports:print.page', { page: 2, pages: '{{x}}' })),
    )
    expect(texts[LANGUAGES.indexOf('es')]).toBe('Página 2 de {{x}}')
    expect(new Set(texts).size).toBeGreaterThan(1)
    for (const text of texts) expect(text).toMatch(/2.*\{\{x\}\}/)
  })

  test('are not escaped: they go into files and not into a page', async () => {
    const { app } = await wordsIn('es')
    expect(app('reports:print.asOf', { date: '<3 & 4>' })).toBe('Datos a <3 & 4>')
  })

  test('without an entry are no texts of the application', async () => {
    const { app } = await wordsIn('es')
    expect([app('reports:print.none'), app('none:none'), app('')]).toEqual([undefined, undefined, undefined])
  })

  test('of a widget are its own first, then what widgets share, and others are asked for by their place', async () => {
    const { widget } = await wordsIn('es')
    const table = widget('data-table')
    expect([
      table('courseOf', { metric: 'Entradas' }),
      table('changeOf', { metric: 'Entradas' }),
      table('reports:print.asOf', { date: 'hoy' }),
      widget('kpi-table')('courseOf', { metric: 'Entradas' }),
    ]).toEqual([
      'Entradas · evolución',
      'Entradas · variación',
      'Datos a hoy',
      expect.not.stringContaining('evolución'),
    ])
  })
})
