/** Words that several widgets say are written once, in widgets/lib/i18n. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#domain/languages'
import { widgetTexts } from '#widgets'

const root = join(import.meta.dirname, '../..')
const flat = (node: unknown, path = ''): [string, string][] =>
  typeof node === 'string'
    ? [[path, node]]
    : Object.entries(node as object).flatMap(([key, value]) => flat(value, path === '' ? key : `${path}.${key}`))
const textsOf = (folder: string, language: string) =>
  new Map(flat(JSON.parse(readFileSync(join(root, `widgets/${folder}/i18n/${language}.json`), 'utf8'))))
const folders = globSync('widgets/*/i18n/en.json', { cwd: root })
  .map((file) => file.replaceAll('\\', '/').split('/')[1] ?? '')
  .filter((folder) => folder !== 'lib')
/** All six languages of a key as one text. */
const inAll = (folder: string): ReadonlyMap<string, string> => {
  const files = LANGUAGES.map((language) => textsOf(folder, language))
  return new Map([...(files[0]?.keys() ?? [])].map((key) => [key, JSON.stringify(files.map((file) => file.get(key)))]))
}
const placeholders = (text = '') => [...text.matchAll(/\{\{\w+\}\}/g)].map(([name]) => name).sort()

test.each(LANGUAGES)('the shared texts are whole in %s, with the placeholders of the English ones', (language) => {
  const [english, own] = [textsOf('lib', 'en'), textsOf('lib', language)]
  expect([...own.keys()].sort()).toEqual([...english.keys()].sort())
  for (const [key, text] of own)
    expect([key, text.trim() !== '', placeholders(text)]).toEqual([key, true, placeholders(english.get(key))])
})

test('no widget writes what is shared, and what three say alike is shared', () => {
  const shared = inAll('lib')
  const said = folders.flatMap((folder) => [...inAll(folder)].map(([key, text]) => ({ folder, key, text })))
  expect(
    said.filter(({ key, text }) => shared.get(key) === text).map(({ folder, key }) => `${folder}: ${key}`),
  ).toEqual([])
  const alike = Map.groupBy(
    said.filter(({ key }) => key !== 'name' && key !== 'description' && !shared.has(key)),
    ({ key, text }) => `${key} ${text}`,
  )
  expect([...alike.values()].filter((ones) => ones.length >= 3).map(([one]) => one?.key)).toEqual([])
})

test.each(LANGUAGES)(
  'a page in %s gets the texts of each widget under its name, and the shared ones as lib',
  async (language) => {
    const texts = await widgetTexts(language)
    expect(Object.keys(texts).sort()).toEqual([...folders, 'lib'].sort())
    expect(texts.lib).toHaveProperty('changeOf')
    expect(Object.values(texts).filter((own) => 'options' in own)).toEqual([])
  },
)

test('only the editor says texts of options: no widget asks for one', () => {
  const asking = globSync('widgets/**/*.{ts,tsx}', { cwd: root }).filter((file) =>
    /\bt\(\s*['"`]options\./.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(asking).toEqual([])
})

test('an editor gets the texts of options too', async () => {
  const texts = await widgetTexts('en', true)
  expect(texts['heat-map']).toHaveProperty('options.mode.label')
})
