/** A text uses the word of the glossary: src/i18n/words.ts says which are ruled out, and where. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from './languages.ts'
import { WORD_RULES, type WordRule } from './words.ts'

type Texts = { readonly [key: string]: string | Texts }
const root = join(import.meta.dirname, '../..')
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Texts
const flat = (texts: Texts, prefix = ''): [string, string][] => Object.entries(texts).flatMap(([key, value]) => (typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`)))

/** `place:key` and text of a place in a language, without the holes for values. */
function textsOf(place: string, language: string): [string, string][] {
  const files = place === 'widgets' ? globSync(`widgets/*/i18n/${language}.json`, { cwd: root }) : [`src/i18n/locales/${place}/${language}.json`]
  return files.flatMap((file) => flat(read(file)).map(([key, text]): [string, string] => [`${place === 'widgets' ? file.split('/').slice(0, 2).join('/') : place}:${key}`, text.replaceAll(/\{\{[^}]*\}\}/g, '')]))
}
const broken = ({ places, ruledOut, except = [] }: WordRule, language: (typeof LANGUAGES)[number]) =>
  places.flatMap((place) => textsOf(place, language)).filter(([id, text]) => ruledOut[language].test(text) && !except.includes(id)).map(([id, text]) => `${id}: ${text}`)

describe.each(WORD_RULES)('$thing', (rule) => {
  test.each(LANGUAGES)('in every text in %s', (language) => expect(broken(rule, language)).toEqual([]))
})

test('every exception is a text that is there', () => {
  const ids = new Set(WORD_RULES.flatMap(({ places }) => places).flatMap((place) => textsOf(place, 'en')).map(([id]) => id))
  expect(WORD_RULES.flatMap(({ except = [] }) => except).filter((id) => !ids.has(id))).toEqual([])
})
