import { describe, expect, test } from 'vitest'
import { contentsOf, placesOf } from './contents.ts'

const DOCUMENT = JSON.stringify({
  description: 'For the board',
  i18n: { es: { day: 'Día a día', only: 'Sólo aquí' }, en: { day: 'Day by day' } },
  queries: { main: { source: 'compare.mainExtended' }, again: { source: 'compare.mainExtended' } },
  widgets: { a: { title: 't:day' }, b: { title: 'Ranking' }, c: { title: 't:nowhere' }, d: {} },
  layout: { sections: [{ id: 'x', title: 't:only' }] },
})

describe('what is in a dashboard', () => {
  test('are titles in the language of the reader, sources and the description, each once', () => {
    expect(contentsOf(DOCUMENT, 'en')).toEqual([
      'Day by day',
      'Ranking',
      'Sólo aquí',
      'compare.mainExtended',
      'For the board',
    ])
    expect(contentsOf(DOCUMENT, 'es')[0]).toBe('Día a día')
  })

  test('is nothing where the text is no document', () => {
    expect([contentsOf('{', 'es'), contentsOf('[]', 'es'), contentsOf('null', 'es')]).toEqual([[], [], []])
  })

  test('is found by every word of a search, without accents and in any case', () => {
    const contents = contentsOf(DOCUMENT, 'es')
    expect(placesOf(contents, 'DIA')).toEqual(['Día a día'])
    expect(placesOf(contents, 'ranking board')).toEqual(['Ranking', 'For the board'])
    expect(placesOf(contents, 'ranking nothing')).toBeUndefined()
    expect(placesOf(contents, '  ')).toBeUndefined()
  })
})
