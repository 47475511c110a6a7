/** A text uses the word of the glossary: src/i18n/words.ts says which are ruled out, and where. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#domain/languages'
import { WORD_RULES, type WordRule } from './words.ts'

type Texts = { readonly [key: string]: string | Texts }
const root = join(import.meta.dirname, '../..')
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Texts
const flat = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  )

/** The files of a place in a language, each with the name its texts go by. */
function filesOf(place: string, language: string): [name: string, texts: Texts][] {
  if (place === 'widgets') {
    const files = globSync(`widgets/*/i18n/${language}.json`, { cwd: root })
    return files.map((file) => [file.split('/').slice(0, 2).join('/'), read(file)])
  }
  if (place === 'layouts') {
    const files = globSync('layouts/*.json', { cwd: root })
    return files.map((file) => [file.replace('.json', ''), ((read(file)['i18n'] as Texts)[language] ?? {}) as Texts])
  }
  if (place.startsWith('noun-')) {
    const texts = read(`src/features/admin/${place.slice('noun-'.length)}/texts.json`)
    return [[place, texts[language] as Texts]]
  }
  const folder = place === 'mails' ? 'server/modules/mail/texts' : `src/i18n/locales/${place}`
  return [[place, read(`${folder}/${language}.json`)]]
}
/** `place:key` and text of a place in a language, without the holes for values. */
const textsOf = (place: string, language: string) =>
  filesOf(place, language).flatMap(([name, texts]) =>
    flat(texts).map(([key, text]): [string, string] => [`${name}:${key}`, text.replaceAll(/\{\{[^}]*\}\}/g, '')]),
  )

type Language = (typeof LANGUAGES)[number]
const brokenBy = ({ ruledOut, except = [] }: WordRule, language: Language, texts: readonly [string, string][]) =>
  texts
    .filter(([id, text]) => ruledOut[language]?.test(text) && !except.includes(id))
    .map(([id, text]) => `${id}: ${text}`)
const broken = (rule: WordRule, language: Language) =>
  brokenBy(
    rule,
    language,
    rule.places.flatMap((place) => textsOf(place, language)),
  )

describe.each(WORD_RULES)('$thing', (rule) => {
  test.each(LANGUAGES)('in every text in %s', (language) => expect(broken(rule, language)).toEqual([]))
})

test('every exception is a text that is there', () => {
  const ids = new Set(
    WORD_RULES.flatMap(({ places }) => places)
      .flatMap((place) => textsOf(place, 'en'))
      .map(([id]) => id),
  )
  expect(WORD_RULES.flatMap(({ except = [] }) => except).filter((id) => !ids.has(id))).toEqual([])
})

const address = WORD_RULES.filter(({ thing }) => thing === 'people are addressed in one form')
/** Planted texts in another form of address, and texts in the form of the language that look alike. */
const PLANTED: Partial<Record<Language, { readonly other: readonly string[]; readonly own: readonly string[] }>> = {
  es: {
    other: [
      'Elija una tienda.',
      'Sin datos: pruebe con otro periodo.',
      'Donde cambiasteis lo mismo',
      'Si usted lo pide',
    ],
    own: ['Elige una tienda.', 'Cierre', 'Pide que cambie tu rol.', 'Hay dieciséis tiendas'],
  },
  en: { other: ['Nobody changed it.', 'Whoever opens it'], own: ['No one changed it.', 'Anyone'] },
  pt: {
    other: ['Tens a certeza?', 'Escolhe uma opção', 'O que alteraste aqui', 'Se foi você'],
    own: ['Tem a certeza?', 'Escolha uma opção', 'Contraste sobre branco', 'O dispositivo escolhe a rede.'],
  },
  cs: {
    other: ['Vyber prodejnu.', 'Hotovo; zkus to znovu.', 'Nemáš přístup'],
    own: ['Vyberte prodejnu.', 'Výběr', 'Ty, které jsou součástí produktu'],
  },
  ca: {
    other: ['Trieu les quatre dates.', 'Si podeu, torneu-ho a provar.', 'La vostra sessió', 'Premi el botó'],
    own: ['Tria les quatre dates.', 'Treu el filtre', 'Escriu el codi', 'Si us plau', 'Motiu'],
  },
  it: {
    other: ['Scegliete una campagna.', 'Un commento non è JSON; tenga le note altrove.', 'La vostra sessione'],
    own: ['Scegli una campagna.', 'Affiancate', 'Righe selezionate', 'Con cambi'],
  },
}
test.each(LANGUAGES)('another form of address is found in %s, and the own one is not', (language) => {
  const { other, own } = PLANTED[language] ?? { other: [], own: [] }
  const found = (texts: readonly string[]) =>
    address.flatMap((rule) =>
      brokenBy(
        rule,
        language,
        texts.map((text): [string, string] => ['planted', text]),
      ),
    )
  expect(found(other)).toEqual(other.map((text) => `planted: ${text}`))
  expect(found(own)).toEqual([])
})
