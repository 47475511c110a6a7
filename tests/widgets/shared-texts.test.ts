/** Words that several widgets say are written once, in widgets/lib/i18n. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#domain/languages'
import { textKeys, widgetTexts } from '#widgets'
import { optionsSchemaOf } from '../../scripts/widget-registry.ts'

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
const placeholders = (text = '') => [...text.matchAll(/\{\{\w+\}\}/g)].map(([name]) => name).sort()

test.each(LANGUAGES)('the shared texts are whole in %s, with the placeholders of the English ones', (language) => {
  const [english, own] = [textsOf('lib', 'en'), textsOf('lib', language)]
  expect([...own.keys()].sort()).toEqual([...english.keys()].sort())
  for (const [key, text] of own)
    expect([key, text.trim() !== '', placeholders(text)]).toEqual([key, true, placeholders(english.get(key))])
})

/**
 * The same English words with another meaning, or under a key that cannot be shared: texts of an option are under its
 * id (`options.<id>.label`).
 */
const ALLOWED: Readonly<Record<string, string>> = {
  Step: 'capture-conversion: a step of visitors; sankey: the stretch between two stages',
  'Came in': 'live-counter: today until now; capture-conversion: in a past period',
  'New at the store': 'repetition-donuts: people; new-vs-repeat: a visit',
  'New at the brand': 'repetition-donuts: people; new-vs-repeat: a visit',
  Down: 'status-news: a footscan that does not answer; pivot-table: the direction of the rows',
  'Largest first': 'data-table: what its switch does; the others: a choice of an order',
  Table: 'kpi-table: the layout table; heat-map: the mode matrix',
  Form: 'share-chart: shape; heat-map: mode',
  'Horizontal axis': 'scatter: x; heat-map: columns',
  'Vertical axis': 'scatter: y; heat-map: rows',
  Colour: 'map: colour; hierarchy: tone',
  Columns: 'period-comparison: bars; data-table: columns',
}

interface Said {
  readonly folder: string
  readonly key: string
  readonly text: string
}
/** Only an editor gets the texts of options, so they share nothing with those that are shown. */
const isOfOption = ({ key }: Said) => key.startsWith('options.')

/** English words that two widgets say, or a widget and the shared texts. */
function repeated(said: readonly Said[]): string[] {
  const groups = Map.groupBy(said, (one) => `${isOfOption(one)} ${one.text}`)
  return [...groups.values()]
    .filter((ones) => new Set(ones.map(({ folder }) => folder)).size > 1)
    .map(([one]) => one?.text ?? '')
    .toSorted()
}

const english = [...folders, 'lib'].flatMap((folder) =>
  [...textsOf(folder, 'en')].map(([key, text]): Said => ({ folder, key, text })),
)

test('a text that two widgets say, or that repeats a shared one, is found', () => {
  const said = (folder: string, key: string, text: string): Said => ({ folder, key, text })
  expect(
    repeated([
      said('gauge', 'target', 'Target'),
      said('number-tile', 'aim', 'Target'),
      said('map', 'options.goal.label', 'Target'),
      said('lib', 'others', 'Others'),
      said('map', 'rest', 'Others'),
    ]),
  ).toEqual(['Others', 'Target'])
})

test('words of the same meaning are written once for all widgets', () => {
  const own = english.filter(({ key }) => key !== 'name' && key !== 'description')
  expect(repeated(own)).toEqual(Object.keys(ALLOWED).toSorted())
})

test('a choice that several options have is one text, unless a widget has its own', () => {
  expect(textKeys('options.layout.values.auto')).toEqual(['options.layout.values.auto', 'options.choices.auto'])
  expect([textKeys('options.layout.label'), textKeys('total')]).toEqual([['options.layout.label'], ['total']])
  const choices = new Set([...textsOf('lib', 'en').keys()].filter((key) => key.startsWith('options.choices.')))
  const usedKeys = folders.flatMap((type) => {
    const { properties } = optionsSchemaOf(type) as { properties: Record<string, { enum?: readonly unknown[] }> }
    const own = textsOf(type, 'en')
    return Object.entries(properties).flatMap(([id, option]) =>
      (option.enum ?? []).map((choice) => `options.${id}.values.${String(choice)}`).filter((key) => !own.has(key)),
    )
  })
  const used = new Set(usedKeys.map((key) => textKeys(key).at(-1)))
  expect([...choices].filter((key) => !used.has(key))).toEqual([])
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
