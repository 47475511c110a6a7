/** The reference of widgets and sources: made from schemas and registries, the same on the page and in docs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { optionRows } from '../../scripts/reference/options.ts'
import { readReferences, referencePages } from '../../scripts/reference/read.ts'
import { sourceReference } from '../../scripts/reference/sources.ts'
import { loadLayout } from '../../src/engine/core/graph/validate.ts'
import { playgroundSources } from '../../.storybook/workshop/playground-data.ts'
import { documentWith, GALLERY } from '../../.storybook/workshop/playground-documents.ts'
import { fromAddress, toAddress } from '../../.storybook/workshop/share.ts'
import { createLocalCompute } from '../../workers/local-compute.ts'
import { widgetRegistry } from '../../scripts/widget-registry.ts'
import { repositoryRoot } from '../boundaries/import-table.ts'

const root = repositoryRoot()
const { widgets, sources } = await readReferences()

test('a source with an argument or a column without an explanation is refused by name', () => {
  const source = {
    name: 'compare.hour',
    args: { client: { type: 'id' } },
    columns: [{ id: 'mystery', type: 'int', role: 'measure' }],
    timeoutMs: 1000,
    lane: 'widget',
    load: () => Promise.reject(new Error('never asked')),
  } as const
  const about = { metrics: {}, calls: { 'compare-query': { properties: {} } }, widgets: new Map() }
  expect(() => sourceReference(source, about)).toThrow('SOURCE_UNEXPLAINED: compare.hour: the column mystery')
  expect(() => sourceReference({ ...source, args: { colour: { type: 'text' } }, columns: [] }, about)).toThrow(
    'SOURCE_UNEXPLAINED: compare.hour: the argument colour',
  )
  expect(() => sourceReference({ ...source, name: 'compare.nothing' }, about)).toThrow(
    'SOURCE_UNEXPLAINED: compare.nothing: the source',
  )
})

test('an option is reported with its type, its choices, its bounds, its default and what it means, and what is in a list follows it', () => {
  expect(
    optionRows({
      properties: {
        top: {
          type: 'integer',
          minimum: 0,
          maximum: 9,
          default: 5,
          description: 'How many.',
          'x-ui': { control: 'number', order: 2 },
        },
        steps: {
          type: 'array',
          maxItems: 3,
          default: [],
          description: 'Stages.',
          'x-ui': { control: 'objects', order: 1 },
          items: {
            type: 'object',
            required: ['tone'],
            properties: { tone: { enum: ['good', 'bad'], description: 'How it is judged.' } },
          },
        },
      },
    }),
  ).toEqual([
    {
      path: 'steps',
      type: 'list of objects',
      choices: [],
      range: 'at most 3 members',
      standard: '[]',
      isRequired: false,
      description: 'Stages.',
      control: 'objects',
    },
    {
      path: 'steps[].tone',
      type: 'one of',
      choices: ['good', 'bad'],
      range: '',
      standard: undefined,
      isRequired: true,
      description: 'How it is judged.',
      control: '',
    },
    {
      path: 'top',
      type: 'whole number',
      choices: [],
      range: '0 to 9',
      standard: '5',
      isRequired: false,
      description: 'How many.',
      control: 'number',
    },
  ])
})

test('every option of every widget has words for its type and its meaning', () => {
  const rows = widgets.flatMap(({ type, options }) =>
    options.map((option) => ({ at: `${type}.${option.path}`, ...option })),
  )
  expect(rows.length).toBeGreaterThan(100)
  expect(
    rows.filter(({ type, description }) => /undefined|^$/.test(type) || description === '').map(({ at }) => at),
  ).toEqual([])
})

test('docs/widgets.md and docs/sources.md say what schemas and registries say', async () => {
  for (const [file, text] of await referencePages())
    expect({ file, text: readFileSync(join(root, file), 'utf8') }).toEqual({ file, text })
  expect(sources.map(({ name }) => name)).toContain('compare.mainExtended')
})

test('a document shared by its address comes back word for word; an address that holds none gives none', async () => {
  const text = '{ "name": "Tráfico · čtvrtek", "widgets": {} }'
  const address = await toAddress(text)
  expect(address).toMatch(/^[\w-]+$/)
  expect(await fromAddress(address)).toBe(text)
  expect(await fromAddress('no document')).toBeUndefined()
})

test('every document to begin with in the playground holds, and its source answers with the columns it declares', async () => {
  const context = { widgets: await widgetRegistry(), sources: playgroundSources(createLocalCompute()) }
  for (const [name, text] of [
    ['gallery', GALLERY],
    ...widgets.map(({ type }) => [type, documentWith(type)]),
  ] as const) {
    expect({ name, issues: loadLayout(text, context).issues.map((issue) => issue.text) }).toEqual({ name, issues: [] })
  }
  for (const source of context.sources.values()) {
    const { columns } = await source.load({}, { signal: new AbortController().signal })
    expect({ name: source.name, columns: columns.map(({ id }) => id) }).toEqual({
      name: source.name,
      columns: source.columns.map(({ id }) => id),
    })
  }
})
