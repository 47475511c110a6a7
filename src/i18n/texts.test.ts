/** Every text in six languages, every key that is asked for there, and no text in code. */
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync, type Program, Visitor } from 'oxc-parser'
import { beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGES } from '#domain/languages'

import { RESOURCE_WORDS } from '../features/admin/resource/resource.ts'

type Texts = { readonly [key: string]: string | Texts }
const root = join(import.meta.dirname, '../..')
const locales = join(import.meta.dirname, 'locales')
/** Texts of described nouns are in their folders, all languages in one file. */
const nouns = globSync('src/features/admin/*/texts.json', { cwd: root }).map((file) => file.split(/[\\/]/).at(-2) ?? '')
const namespaces = [...readdirSync(locales), ...nouns.map((name) => `noun-${name}`)].sort()
const flat = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  )
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Texts
const textsOf = (namespace: string, language: string) =>
  new Map(
    flat(
      namespace.startsWith('noun-')
        ? (read(join(root, 'src/features/admin', namespace.slice('noun-'.length), 'texts.json'))[language] as Texts)
        : read(join(locales, namespace, `${language}.json`)),
    ),
  )
/** A language has the plural forms it needs: Czech more than English. */
const base = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')
const holes = (text: string) =>
  [...new Set([...text.matchAll(/\{\{(\w+)[^}]*\}\}/g)].map(([, name = '']) => name))]
    .filter((name) => name !== 'count')
    .sort()
const known = new Map(
  namespaces.map((namespace) => [namespace, new Set([...textsOf(namespace, 'en').keys()].map(base))]),
)

interface Source {
  readonly file: string
  readonly text: string
  readonly program: Program
}
const sources: Source[] = []
beforeAll(async () => {
  for await (const file of glob(['src/**/*.{ts,tsx}', 'widgets/**/*.{ts,tsx}'], {
    cwd: root,
    exclude: (name) => name === 'generated',
  })) {
    if (/\.(test|stories)\.tsx?$|\/stories\//.test(file)) continue
    const text = readFileSync(join(root, file), 'utf8')
    sources.push({ file, text, program: parseSync(file, text).program })
  }
})

describe.each(namespaces)('the texts of %s', (namespace) => {
  const english = textsOf(namespace, 'en')
  const keys = [...new Set([...english.keys()].map(base))].sort()

  test.each(LANGUAGES)('have the same keys and the same holes in %s, and none is empty', (language) => {
    const own = textsOf(namespace, language)
    expect([...new Set([...own.keys()].map(base))].sort()).toEqual(keys)
    const wrong = [...own].filter(([key, text]) => {
      const model = english.get(key) ?? english.get(`${base(key)}_other`) ?? english.get(base(key)) ?? ''
      return text.trim() === '' || JSON.stringify(holes(text)) !== JSON.stringify(holes(model))
    })
    expect(wrong).toEqual([])
  })

  test.each(LANGUAGES)('have the plural forms that counts below a million need in %s', (language) => {
    const rules = new Intl.PluralRules(language)
    const needed = [...new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)))]
    const own = [...textsOf(namespace, language).keys()]
    const plurals = [...new Set(own.filter((key) => key !== base(key)).map(base))]
    expect(
      plurals.flatMap((key) => needed.map((form) => `${key}_${form}`)).filter((key) => !own.includes(key)),
    ).toEqual([])
  })

  test('are translated: no other language is a copy of English', () => {
    // Holes alone have no language.
    const long = [...english].filter(
      ([, text]) => text.length > 24 && /\s/.test(text) && /\p{L}/u.test(text.replaceAll(/\{\{.*?\}\}/g, '')),
    )
    const copies = LANGUAGES.filter((language) => language !== 'en').flatMap((language) => {
      const own = textsOf(namespace, language)
      return long.filter(([key, text]) => own.get(key) === text).map(([key]) => `${language} ${key}`)
    })
    expect(copies).toEqual([])
  })
})

/** Plain strings, the words of described nouns, and the fixed beginnings of templates, that name a text. */
function asked(): { whole: { file: string; key: string }[]; begun: string[] } {
  const whole: { file: string; key: string }[] = []
  const begun: string[] = []
  const pattern = new RegExp(`^(${namespaces.join('|')}):([\\w.]*\\w)$`)
  /** Prefix of the texts of a described noun. */
  const words = new RegExp(`^((${namespaces.join('|')}):[\\w.]+\\.|noun-[\\w-]+:)$`)
  for (const { file, program } of sources) {
    new Visitor({
      Literal({ value }) {
        if (typeof value !== 'string') return
        if (pattern.test(value)) whole.push({ file, key: value })
        if (words.test(value)) whole.push(...RESOURCE_WORDS.map((word) => ({ file, key: `${value}${word}` })))
      },
      TemplateLiteral({ quasis, expressions }) {
        const start = quasis[0]?.value.cooked ?? ''
        if (expressions.length > 0 && /^\w+:/.test(start)) begun.push(start)
      },
    }).visit(program)
  }
  return { whole, begun }
}

const isKnown = (key: string) => known.get(key.split(':')[0] ?? '')?.has(key.slice(key.indexOf(':') + 1)) === true

/** Pages that fetch the texts of their area have the sentences of all refusals; any other has those of every page. */
const ofArea = /^src\/features\/(?!session\/|dashboards\/|periods\/|lib\/)/

test('every key that code asks for exists', () => {
  const { whole, begun } = asked()
  expect(
    whole.filter(
      ({ file, key }) => !isKnown(key) && !(ofArea.test(file) && isKnown(key.replace(/^errors:/, 'area-errors:'))),
    ),
  ).toEqual([])
  expect(whole.length).toBeGreaterThan(100)
  const all = [...known].flatMap(([namespace, keys]) => [...keys].map((key) => `${namespace}:${key}`))
  expect(
    begun.filter(
      (start) => namespaces.includes(start.split(':')[0] ?? '') && !all.some((key) => key.startsWith(start)),
    ),
  ).toEqual([])
})

test('every text of the pages is used', () => {
  const { whole, begun } = asked()
  const used = new Set(whole.map(({ key }) => key))
  const pages = ['app', 'session', 'home', 'account', 'admin'].filter((namespace) => known.has(namespace))
  const idle = pages
    .flatMap((namespace) => [...(known.get(namespace) ?? [])].map((key) => `${namespace}:${key}`))
    .filter((key) => !used.has(key) && !begun.some((start) => key.startsWith(start)))
  expect(idle).toEqual([])
})

/** Attributes that are shown or read aloud. */
const SPOKEN = new Set([
  'title',
  'label',
  'placeholder',
  'alt',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'help',
  'error',
  'lead',
  'text',
  'note',
  'heading',
  'name',
  'description',
  'confirmLabel',
  'cancelLabel',
])
/** Names and units, the same in every language. */
const NAMES = new Set(['Aforo', 'ms'])
const isText = (value: string) => /\p{L}{2,}/u.test(value) && !NAMES.has(value.trim())
/** `name="username"` of a form field is no text. */
const isSpoken = (attribute: string, value: string) =>
  SPOKEN.has(attribute) && (attribute !== 'name' || /[\s\p{Lu}]/u.test(value))

test('no text is written into a page: it would be there in one language only', () => {
  const found: string[] = []
  for (const { file, program } of sources) {
    if (!file.endsWith('.tsx')) continue
    new Visitor({
      JSXText({ value }) {
        if (isText(value)) found.push(`${file}: ${value.trim()}`)
      },
      JSXAttribute({ name, value }) {
        const attribute = name.type === 'JSXIdentifier' ? name.name : ''
        const inner = value?.type === 'JSXExpressionContainer' ? value.expression : value
        if (
          inner?.type === 'Literal' &&
          typeof inner.value === 'string' &&
          isText(inner.value) &&
          isSpoken(attribute, inner.value)
        )
          found.push(`${file}: ${attribute}="${inner.value}"`)
      },
      JSXExpressionContainer({ expression }) {
        if (
          expression.type === 'Literal' &&
          typeof expression.value === 'string' &&
          /\p{L}{2,}\s+\p{L}/u.test(expression.value)
        )
          found.push(`${file}: {${expression.value}}`)
      },
    }).visit(program)
  }
  expect(found).toEqual([])
})
