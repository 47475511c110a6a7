import { expect, test } from 'vitest'
import { keptTexts } from './texts-kept.ts'

test('a text is looked up once per set of parameters', () => {
  const asked: string[] = []
  const t = keptTexts((key, params) => {
    asked.push(key)
    return `${key} ${JSON.stringify(params ?? {})}`
  })
  expect([
    t('name'),
    t('name'),
    t('of', { metric: 'Entries' }),
    t('of', { metric: 'Visits' }),
    t('of', { metric: 'Entries' }),
  ]).toEqual(['name {}', 'name {}', 'of {"metric":"Entries"}', 'of {"metric":"Visits"}', 'of {"metric":"Entries"}'])
  expect(asked).toEqual(['name', 'of', 'of'])
})

test('parameters that only look alike when joined are told apart', () => {
  const t = keptTexts((key, params) => JSON.stringify([key, params]))
  expect(t('of', { a: 'b', c: 'd' })).not.toBe(t('of', { a: 'b c d' }))
})

test('the memory has an end', () => {
  let asked = 0
  const t = keptTexts((key) => {
    asked++
    return key
  })
  for (let i = 0; i < 600; i++) t(`key${i}`)
  t('key599')
  expect(asked).toBe(600)
})
