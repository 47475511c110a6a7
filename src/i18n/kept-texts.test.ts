import { expect, test } from 'vitest'
import { keptTexts } from './kept-texts.ts'

test('a text is looked up once per language and set of parameters', () => {
  const lookups: string[] = []
  const { look } = keptTexts((language, [key = ''], params) => {
    lookups.push(`${language} ${key}`)
    return `${language} ${key} ${JSON.stringify(params)}`
  })
  const all = () => [
    look('es', ['name']),
    look('ca', ['name']),
    look('es', ['of', 'name'], { metric: 'Entries' }),
    look('es', ['of', 'name'], { metric: 'Visits' }),
  ]
  const first = all()
  expect(first).toEqual(['es name {}', 'ca name {}', 'es of {"metric":"Entries"}', 'es of {"metric":"Visits"}'])
  expect(all()).toEqual(first)
  expect(lookups).toEqual(['es name', 'ca name', 'es of', 'es of'])
})

test('keys and parameters that only look alike when joined are distinguished', () => {
  const { look } = keptTexts((...all) => JSON.stringify(all))
  expect(look('es', ['of'], { a: 'b', c: 'd' })).not.toBe(look('es', ['of'], { a: 'b c d' }))
  expect(look('es', ['a', 'b'])).not.toBe(look('es', ['a,b']))
  expect(look('es', ['of'], { count: 1 })).not.toBe(look('es', ['of'], { count: '1' }))
})

test('a missing text, and one added since, are looked up again', () => {
  const texts: Record<string, string> = { there: 'Hay' }
  const kept = keptTexts((_language, [key = '']) => texts[key] ?? key.split(':').at(-1)!)
  expect([kept.look('es', ['app:later']), kept.look('es', ['there'])]).toEqual(['later', 'Hay'])
  Object.assign(texts, { 'app:later': 'Luego', there: 'Otro' })
  expect([kept.look('es', ['app:later']), kept.look('es', ['there'])]).toEqual(['Luego', 'Hay'])
  kept.forget()
  expect(kept.look('es', ['there'])).toBe('Otro')
})

test('the memory has an end', () => {
  let lookups = 0
  const { look } = keptTexts((_language, [key]) => {
    lookups++
    return `text of ${key}`
  })
  for (let i = 0; i < 2001; i++) look('es', [`key${i}`])
  look('es', ['key2000'])
  expect(lookups).toBe(2001)
  look('es', ['key0'])
  expect(lookups).toBe(2002)
})
