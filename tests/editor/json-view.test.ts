/** The JSON view's pure half, on the dashboards the product ships. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadLayout } from '#engine/core/graph/validate'
import type { SourceDefinition, SourceRegistry, WidgetRegistry } from '#engine/types'
import { documentSchema, optionsSchemaOf, sourceRegistry, widgetRegistry } from '../../scripts/widget-registry.ts'
import { fixed, wordsOf } from '../../src/features/editor/json/fixes.ts'
import { selectedAt, spanOf } from '../../src/features/editor/json/places.ts'
import { namedSchema, type NamedSchema, schemasOf } from '../../src/features/editor/json/schema.ts'
import { suggestionsAt } from '../../src/features/editor/json/suggestions.ts'
import type { JsonSchema } from '../../src/engine/core/document/option-fields.ts'
import { itemFieldName, ITEM_FIELDS, ITEM_VALUES } from '../../src/features/editor/panels/form/item-names.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const json = (file: string) => JSON.parse(read(file)) as JsonSchema
const compare = read('layouts/foot-compare.json')

let widgets: WidgetRegistry
let sources: SourceRegistry
let options: Record<string, JsonSchema>
beforeAll(async () => {
  widgets = await widgetRegistry()
  sources = sourceRegistry()
  options = Object.fromEntries([...widgets.keys()].map((type) => [type, optionsSchemaOf(type) as JsonSchema]))
})

describe('selection and text', () => {
  const doc = JSON.parse(compare) as {
    widgets: object
    params: object
    queries: object
    layout: { sections: { id: string }[] }
  }
  const all = [
    ...Object.keys(doc.widgets),
    ...Object.keys(doc.params).map((id) => `param:${id}`),
    ...Object.keys(doc.queries).map((id) => `query:${id}`),
    ...doc.layout.sections.map(({ id }) => `section:${id}`),
  ]

  test.each(all)('%s is found in the text, and the caret in it selects it', (selected) => {
    const span = spanOf(compare, selected)
    expect(span).toBeDefined()
    const { from = 0, to = 0 } = span ?? {}
    expect([from, to - 1].map((at) => selectedAt(compare, at + 1))).toEqual([selected, selected])
  })

  test('a place in a grid, and in the list of a section, is the widget that is there', () => {
    const [first = ''] = Object.keys(doc.widgets)
    const grid = compare.indexOf(`"${first}"`, compare.indexOf('"grids"'))
    const list = compare.indexOf(`"${first}"`, compare.indexOf('"sections"'))
    expect([grid, list].map((at) => selectedAt(compare, at + 2))).toEqual([first, first])
  })

  test('elsewhere nothing is selected, and what is not there has no range', () => {
    expect([
      selectedAt(compare, 1),
      selectedAt(compare, compare.indexOf('"apply"') + 2),
      spanOf(compare, 'nobody'),
      spanOf('', 'kpi'),
    ]).toEqual([undefined, undefined, undefined, undefined])
  })

  test('no text and no place in it is too strange', () => {
    fc.assert(
      fc.property(fc.nat(compare.length), fc.nat(60), (from, length) => {
        const torn = compare.slice(0, from) + compare.slice(from + length)
        selectedAt(torn, from)
        spanOf(torn, 'kpi')
        suggestionsAt(torn, from, { doc: JSON.parse(compare) as Record<string, unknown>, widgets, sources, options })
      }),
      { numRuns: 60 },
    )
  })
})

describe('fixes', () => {
  const broken = compare.replace('"access"', '"acces"').replace('"source": "clients.list"', '"source": "client.list"')

  test('every fix that is offered takes its finding away and leaves the rest word for word', () => {
    const { issues } = loadLayout(broken, { widgets, sources })
    const withFix = issues.filter(({ fix }) => fix !== undefined)
    expect(withFix.map(({ code }) => code)).toEqual(['LAYOUT_UNKNOWN_KEY', 'QUERY_UNKNOWN_SOURCE'])
    const repaired = withFix.reduce((text, { fix = [] }) => fixed(text, fix) ?? text, broken)
    expect(repaired).toBe(compare)
  })

  test('a fix has a name, and one that does not fit the text any more changes nothing', () => {
    expect(wordsOf([{ op: 'move', from: '/acces', path: '/access' }])).toEqual({
      key: 'move',
      params: { name: 'acces', value: 'access' },
    })
    expect(wordsOf([{ op: 'replace', path: '/queries/a/source', value: 'clients.list' }])).toEqual({
      key: 'replace',
      params: { name: 'source', value: '"clients.list"' },
    })
    expect([
      fixed('{ "a": 1 }', [{ op: 'move', from: '/b', path: '/c' }]),
      fixed('', [{ op: 'move', from: '/b', path: '/c' }]),
    ]).toEqual([undefined, undefined])
  })

  test('an entry of a list is taken out of it', () => {
    expect(fixed('{"a": [1, 2, 3]}', [{ op: 'remove', path: '/a/1' }])?.replaceAll(/\s/g, '')).toBe('{"a":[1,3]}')
  })
})

describe('suggestions', () => {
  const at = (text: string) => {
    const offset = text.indexOf('¦')
    const clean = text.replace('¦', '')
    const found = suggestionsAt(clean, offset, {
      doc: JSON.parse(compare) as Record<string, unknown>,
      widgets,
      sources,
      options,
    })
    return found && { values: found.items.map(({ value }) => value), replaced: clean.slice(found.from, found.to) }
  }
  const inside = (path: string, value: string) => compare.replace(path, value)

  test('an argument is offered the filters that fit it', () => {
    expect(at(inside('"args": { "client": "$client" }', '"args": { "client": "$cl¦" }'))).toEqual({
      values: ['$client', '$compared', '$estimates', '$traffic'],
      replaced: '"$cl"',
    })
  })

  test('a query of a data input is one of the document', () => {
    const found = at(compare.replace(/"data": \{ "rows": \{ "query": "(\w+)"/, '"data": { "rows": { "query": "¦"'))
    expect(found?.values).toEqual(Object.keys((JSON.parse(compare) as { queries: object }).queries))
    expect(found?.replaced).toBe('""')
  })

  test('a step is offered the columns that come in, and an option those its schema asks for', () => {
    const doc = {
      queries: {
        main: {
          source: 'locals.byClient',
          transform: [
            { op: 'rename', columns: { name: 'store' } },
            { op: 'sort', by: [{ column: '' }] },
          ],
        },
      },
      widgets: {
        bars: { type: 'bar-chart', data: { rows: { query: 'main' } }, options: { category: '', measures: [''] } },
      },
    }
    const ask = (text: string, mark: string) => {
      const offset = text.indexOf(mark) + mark.length
      return suggestionsAt(text, offset, { doc, widgets, sources, options })?.items.map(({ value }) => value)
    }
    const text = JSON.stringify(doc)
    expect(ask(text, '"column":"')).toEqual([
      'id',
      'store',
      'code',
      'client',
      'type',
      'enabled',
      'hideFootCompare',
      'noData',
      'timeZone',
      'lat',
      'lng',
    ])
    expect(ask(text, '"category":"')).toContain('store')
    expect(ask(text, '"measures":["')?.slice(0, 3)).toEqual(['far', 'fro', 'ins'])
  })

  test('nothing is offered where the document has nothing to say', () => {
    expect([at(inside('"apply": "auto"', '"apply": "¦"')), at('¦')]).toEqual([undefined, undefined])
  })
})

test('the schema of the view knows every widget with its options and every source with its arguments, and points to nothing that is not there', () => {
  const named = schemasOf(
    {
      layout: json('schemas/layout.schema.json'),
      transform: json('schemas/layout/transform.schema.json'),
      options,
      widgets,
      sources,
    },
    'aforo://layouts/schemas/layout.schema.json',
  )
  const [whole] = named
  const { widget, query } = (whole as NamedSchema).schema.definitions as Record<
    string,
    JsonSchema & { allOf: readonly unknown[] }
  >
  expect(widget?.properties?.type?.enum).toEqual([...widgets.keys()])
  expect(query?.properties?.source?.enum).toEqual([...sources.keys()])
  expect([widget?.allOf.length, query?.allOf.length]).toEqual([widgets.size, sources.size])
  const uris = new Set(named.map(({ uri }) => uri))
  const refs = [...JSON.stringify(named).matchAll(/"\$ref":"([^"#]+)/g)].map(([, uri]) => uri ?? '')
  expect(refs.length).toBeGreaterThanOrEqual(widgets.size)
  expect(refs.filter((uri) => !uris.has(uri))).toEqual([])
})

describe('the schema in one file', () => {
  const bundled = () => {
    const check = new Ajv({ strict: false, validateFormats: false }).compile(documentSchema({ widgets, sources }))
    return (document: unknown) => (check(document) ? [] : (check.errors ?? []).map(({ instancePath }) => instancePath))
  }

  test('takes every dashboard of the product, and needs no other file', () => {
    const wrongIn = bundled()
    const files = globSync('layouts/*.json', { cwd: root })
    expect(files.length).toBeGreaterThan(7)
    expect(files.flatMap((file) => wrongIn(json(file)).map((path) => `${file} ${path}`))).toEqual([])
  })

  test('finds what the check finds of types, options, inputs, sources, arguments, steps and words, and where', () => {
    const wrongIn = bundled()
    const document = () =>
      ({
        format: 1,
        _id: 'x',
        name: 'Page',
        params: { client: { type: 'single', label: 'Brand' } },
        queries: {
          stores: { source: 'compare.mainExtended', args: { client: '$client' } as Record<string, unknown> },
          all: { source: 'clients.list', transform: [{ op: 'limit', n: 5 }] as object[] },
        },
        widgets: { note: { type: 'gauge', options: {}, data: { rows: { query: 'stores' } } } },
        layout: { sections: [{ id: 'top', widgets: ['note'] }] },
      }) as {
        queries: { stores: { source: string; args: Record<string, unknown> }; all: { transform: object[] } }
        widgets: { note: { type: string; options: object; data: object; emits?: object } }
        layout: { sections: object[] }
      } & Record<string, unknown>
    const args: SourceDefinition['args'] = sources.get('compare.mainExtended')?.args ?? {}
    const whole = (change: (made: ReturnType<typeof document>) => void) => {
      const made = document()
      for (const [arg, { required }] of Object.entries(args))
        if (required === true) made.queries.stores.args[arg] ??= '$client'
      change(made)
      return made
    }
    expect(wrongIn(whole(() => undefined))).toEqual([])
    const mistakes: readonly [string, (made: ReturnType<typeof document>) => void][] = [
      ['/widgets/note/type', ({ widgets: { note } }) => (note.type = 'hologram')],
      ['/widgets/note/options/min', ({ widgets: { note } }) => (note.options = { min: 'low' })],
      ['/widgets/note/options', ({ widgets: { note } }) => (note.options = { minimum: 1 })],
      ['/widgets/note/data', ({ widgets: { note } }) => (note.data = { lines: { query: 'stores' } })],
      ['/queries/stores/source', ({ queries }) => (queries.stores.source = 'compare.main')],
      ['/queries/stores/args', ({ queries }) => delete queries.stores.args.client],
      ['/queries/stores/args', ({ queries }) => (queries.stores.args.clients = 1)],
      // Days, or a year that represents them.
      [
        '/queries/stores/args',
        ({ queries }) => (queries.stores = { source: 'traffic', args: { client: '$client', locals: '$client' } }),
      ],
      ['/queries/stores/args/client', ({ queries }) => (queries.stores.args.client = 'the first one')],
      ['/queries/all/transform/0/n', ({ queries }) => (queries.all.transform = [{ op: 'limit', n: 'all' }])],
      ['/queries/all/transform/0', ({ queries }) => (queries.all.transform = [{ op: 'shuffle' }])],
      ['', (made) => (made.colour = 'red')],
    ]
    const found = mistakes.map(([at, change]) => [at, wrongIn(whole(change)).includes(at)])
    expect(found.filter(([, isFound]) => isFound !== true)).toEqual([])
    const traffic = { client: '$client', locals: '$client' }
    const byYear = ({ queries }: ReturnType<typeof document>) =>
      (queries.stores = { source: 'traffic', args: { ...traffic, year: 2026 } })
    expect(wrongIn(whole(byYear))).toEqual([])
  })
})

test('the schema a document names is found from where the document is', () => {
  expect([
    namedSchema({ $schema: '../schemas/layout.schema.json' }, 'aforo://layouts/1/dashboard.layout.json'),
    namedSchema({}, 'aforo://a/b'),
    namedSchema({ $schema: 'http://[' }, 'aforo://a/b'),
  ]).toEqual(['aforo://layouts/schemas/layout.schema.json', undefined, undefined])
})

test("the fields of small records in options have names in the reader's language", () => {
  const found = new Set<string>()
  const values = new Set<string>()
  for (const schema of Object.values(options))
    for (const property of Object.values(schema.properties ?? {})) {
      for (const [key, field] of Object.entries(property.items?.properties ?? {})) {
        found.add(key)
        for (const one of field.enum ?? []) values.add(String(one))
      }
    }
  expect([...found].filter((key) => !ITEM_FIELDS.includes(key))).toEqual([])
  expect([...values].filter((value) => !ITEM_VALUES.includes(value))).toEqual([])
  expect(itemFieldName((key) => key, 'unheard')).toBe('unheard')
})
