/**
 * The contract of every widget folder, read from the folders: a new widget is covered without an edit here. The facts
 * are in `contract/facts.ts`; the workshop shows the same ones. The browser's half runs as stories.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SHARED_STORIES } from '../../widgets/lib/states.ts'
import { FACTS } from './contract/facts.ts'
import { exportsIn, openWidget, type WidgetFolder, widgetTypes } from './contract/folder.ts'
import { factsOf, problemsWith } from './contract/run.ts'

const widgets = await Promise.all(widgetTypes().map(openWidget))

test('there are widgets', () => {
  expect(widgets.length).toBeGreaterThan(0)
})

// ---------------------------------------------------------------- every fact can fail

const sound = widgets.find(({ type }) => type === 'data-table') as WidgetFolder
const found = (id: string, broken: Partial<WidgetFolder>) =>
  problemsWith(FACTS.find((fact) => fact.id === id) ?? FACTS[0]!, { ...sound, ...broken })
/** The folder with one file written otherwise. */
const withFile = (file: string, change: (text: string) => string): Partial<WidgetFolder> => ({
  read: (name) => (name === file ? change(sound.read(name)) : sound.read(name)),
})
const definedAs = (more: Partial<WidgetFolder['definition']>): Partial<WidgetFolder> => ({
  definition: { ...sound.definition, ...more },
})
const projecting = (change: (projection: ReturnType<WidgetFolder['project']>) => object): Partial<WidgetFolder> => ({
  project: (...args) => ({ ...sound.project(...args), ...change(sound.project(...args)) }),
})
let calls = 0

const planted: readonly (readonly [id: string, broken: Partial<WidgetFolder>, said: RegExp])[] = [
  ['complete', { files: sound.files.filter((file) => file !== 'i18n/cs.json') }, /missing: i18n\/cs\.json/],
  ['definition', definedAs({ sizes: { default: [3, 3], min: [4, 4] } }), /expected 1 <= min <= default/],
  [
    'states',
    withFile('view.stories.tsx', (text) => text.replace('export const Ready', 'export const Stale')),
    /no story: Ready.*in lib\/states\.stories\.tsx already: Stale/s,
  ],
  [
    'schema',
    withFile('options.schema.json', (text) =>
      text.replace('"additionalProperties": false', '"additionalProperties": true'),
    ),
    /takes unknown properties/,
  ],
  ['defaults', definedAs({ validate: (() => true) as never }), /is accepted/],
  [
    'example',
    {
      example: { ...sound.example, frames: {} },
      ...definedAs({ data: { rows: { required: true, columns: { local: 'dim' } } } }),
    },
    /rows lacks: local/,
  ],
  ['migrations', definedAs({ migrations: [(options) => options] }), /JSON/],
  ['languages', withFile('i18n/ca.json', (text) => text.replace('"name"', '"title"')), /ca lacks: name/],
  ['words', withFile('i18n/en.json', (text) => text.replace('"description"', '"about"')), /no text: description/],
  ['asked', withFile('model.ts', (text) => `${text}\nt('unknown.text.key')`), /no text: unknown\.text\.key/],
  ['projected', projecting(() => ({ summary: '{{count}}' })), /es shows \{\{/],
  ['whole', projecting(() => ({ rows: [[Number.NaN]] })), /NaN/],
  ['choices', projecting(() => ({ category: 'nowhere' })), /category nowhere is no column/],
  ['pure', projecting(() => ({ summary: String(calls++) })), /a second projection differs/],
  ['passport', projecting(() => ({ passport: undefined })), /no passport/],
  ['passport', projecting(({ passport }) => ({ passport: { ...passport, coverage: null } })), /no coverage/],
  [
    'passport',
    projecting(({ columns }) => ({ columns: columns.map((column) => ({ ...column, metric: 'footfall' })) })),
    /no such metric: footfall/,
  ],
  [
    'file',
    projecting(({ columns }) => ({
      columns: columns.map((column) => ({ ...column, format: 'text' })),
      rows: [columns.map(() => '=1+1')],
    })),
    /holds other cells/,
  ],
  ['fresh', definedAs({ initialOptions: { rows: ['weekday'] } }), /"rows" names the column "weekday"/],
  [
    'fresh',
    definedAs({
      data: { ...sound.definition.data, rows: { required: true, columns: {}, usual: 'footscans.summary' } },
    }),
    /"rows" names the column "local"/,
  ],
  ['fresh', projecting(({ columns }) => ({ rows: [columns.map(() => null)] })), /nothing in: /],
  ['fresh', projecting(() => ({ rows: [], parts: [] })), /no figures/],
  [
    'no-rows',
    {
      project: () => {
        throw new Error('no row')
      },
    },
    /no row/,
  ],
  ['any-frame', projecting(({ rows }) => ({ states: rows.length > 3 ? [] : undefined })), /states for \d+ rows with/],
  ['nothing', projecting(({ columns }) => ({ rows: [columns.map(() => 0)] })), /two periods: \w+ is 0/],
  ['icon', definedAs({ icon: 'sparkle' }), /no icon: sparkle/],
  ['translated', withFile('i18n/it.json', () => sound.read('i18n/en.json')), /it is English: description/],
  [
    'written',
    withFile('view.tsx', (text) => `${text}\nconst more = <p title="Press here">Loading</p>`),
    /Press here, Loading/,
  ],
  [
    'addresses',
    withFile('view.tsx', (text) => `${text}\nconst at = 'https://maps.test/x.png'`),
    /https:\/\/maps\.test/,
  ],
  [
    'addresses',
    {
      files: [...sound.files, 'extra.css'],
      ...withFile('extra.css', () => '.a { background: url("//cdn.test/a.png") }'),
    },
    /extra\.css names: url\("\/\/cdn\.test/,
  ],
  ['gestures', withFile('view.tsx', (text) => `${text}\nemit('explode', {})`), /sends explode, which is not declared/],
  ['gestures', withFile('view.tsx', (text) => `${text}\nemit('pick', { row: 1 })`), /sends with pick: row/],
  ['alone', withFile('model.ts', (text) => `${text}\nconst now = dayjs()`), /uses: dayjs\(\)/],
  [
    'alone',
    withFile('view.tsx', (text) => `${text}\nimport { x } from '../kpi-table/view.tsx'\nfetch(x)`),
    /imports: \.\.\/kpi-table\/view\.tsx/,
  ],
]

test.each(planted)('%s: what breaks the fact is reported', (id, broken, said) => {
  expect(found(id, {})).toEqual([])
  expect(found(id, broken).join('\n')).toMatch(said)
})

// ---------------------------------------------------------------- every widget keeps every fact

test.each(
  widgets.flatMap((widget) => factsOf(widget).map((fact) => [widget.type, fact.sentence, fact, widget] as const)),
)('%s: %s', (_type, _sentence, fact, widget) => {
  expect(problemsWith(fact, widget)).toEqual([])
})

// ---------------------------------------------------------------- states of all widgets

test('one file has a story of every state, every size, long names and the table twin, for all widgets', () => {
  const file = readFileSync(join(import.meta.dirname, '../../widgets/lib/states.stories.tsx'), 'utf8')
  const exported = exportsIn({ ...sound, read: () => file }, 'states.stories.tsx')
  expect(exported.filter((name) => name !== 'default').toSorted()).toEqual([...SHARED_STORIES].toSorted())
})
