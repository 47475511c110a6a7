import { LANGUAGES } from '#domain/languages'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Texts = { [key: string]: string | Texts }
const folder = join(import.meta.dirname, '../i18n/locales/ui')
const flat = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  )
const textsOf = (language: string) =>
  new Map(flat(JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Texts))
const holes = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).toSorted((a, b) => a.localeCompare(b))

test('every language has the same keys and the same holes', () => {
  const english = textsOf('en')
  for (const language of LANGUAGES) {
    const own = textsOf(language)
    expect([...own.keys()].sort(), language).toEqual([...english.keys()].sort())
    for (const [key, text] of own) expect(holes(text), `${language} ${key}`).toEqual(holes(english.get(key) ?? ''))
  }
})

test('every text used by the parts exists, and every text is used', async () => {
  const known = [...textsOf('en').keys()]
  const used = new Set<string>()
  const open: string[] = []
  for await (const file of glob(['**/*.{ts,tsx}'], { cwd: import.meta.dirname })) {
    if (file.includes('.test.')) continue
    const source = readFileSync(join(import.meta.dirname, file), 'utf8')
    for (const [, key = ''] of source.matchAll(/['`]ui\.([\w.]+)['`]/g)) used.add(key)
    for (const [, start = ''] of source.matchAll(/`ui\.([\w.]+)\.\$\{/g)) open.push(`${start}.`)
  }
  expect([...used].filter((key) => !known.includes(key))).toEqual([])
  // Asked for by widgets and by the kinds of filters.
  const offered = ['chart.others', 'select.any']
  expect(
    known.filter((key) => !used.has(key) && !offered.includes(key) && !open.some((start) => key.startsWith(start))),
  ).toEqual([])
})
