import { LANGUAGES } from '#domain/languages'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AppError, ERRORS, isErrorCode } from './errors.ts'

const textsOf = (namespace: string, language: string) =>
  JSON.parse(
    readFileSync(new URL(`../../src/i18n/locales/${namespace}/${language}.json`, import.meta.url), 'utf8'),
  ) as Record<string, string>
/** Those of every page, and those that come with an area. */
const sentences = (language: string) => ({ ...textsOf('errors', language), ...textsOf('area-errors', language) })
const holes = (sentence: string) =>
  [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).toSorted((a, b) => a.localeCompare(b))

test('every code has a sentence in every language, with the same values in it', () => {
  const english = sentences('en')
  expect(Object.keys(ERRORS).filter((code) => english[code] === undefined)).toEqual([])
  for (const language of LANGUAGES) {
    const own = sentences(language)
    expect([language, Object.keys(own)]).toEqual([language, Object.keys(english)])
    for (const [code, sentence] of Object.entries(own))
      expect([code, holes(sentence)]).toEqual([code, holes(english[code] ?? '')])
  }
})

test('a code has its sentence in one place', () => {
  const everywhere = textsOf('errors', 'en')
  expect(Object.keys(textsOf('area-errors', 'en')).filter((code) => code in everywhere)).toEqual([])
})

test('no two languages say the same words', () => {
  for (const code of Object.keys(sentences('en')))
    expect([code, new Set(LANGUAGES.map((language) => sentences(language)[code])).size]).toEqual([
      code,
      LANGUAGES.length,
    ])
})

test('a code decides the status, and an inherited name is no code', () => {
  expect(new AppError('CLIENT_NOT_FOUND', 'x')).toMatchObject({ code: 'CLIENT_NOT_FOUND', status: 404 })
  expect(['NAME_TAKEN', 'toString', '__proto__', 3].map(isErrorCode)).toEqual([true, false, false, false])
})
