import { LANGUAGES } from '#domain/languages'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FAN_OUT_BUDGET, LOAD_BUDGET } from '../document/constants.ts'
import { formatLayout } from '../document/format.ts'
import { KNOWN } from './envelope.ts'
import { ISSUE_CODES, issueTemplate } from '../document/issue-sentences.ts'
import { at } from '../document/pointer.ts'
import { dim, fakeNetwork, measure, plainWidget, registry, widgetsOf } from '../test-support/index.ts'
import { loadLayout, saveLayout, type LoadContext } from './validate.ts'

const network = fakeNetwork()
const fan = (name: string) =>
  network.source(name, [measure('visits')], { locals: { type: 'ids' } }, { fanOut: 'locals' })
const sources = registry(
  network.source('clients.list', [dim('id'), dim('name', 'text')], {}),
  network.source('rows', [dim('day', 'day'), measure('visits')], {
    client: { type: 'id', required: true },
    begin: { type: 'date' },
  }),
  ...Array.from({ length: FAN_OUT_BUDGET + 1 }, (_, i) => fan(`fan${i}`)),
)
const widgets = widgetsOf(
  plainWidget('plain'),
  plainWidget('versioned', {
    migrations: [
      (options) => {
        if (options.colour === 'broken') throw new Error('no such colour.')
        return { ...options, size: 'big' }
      },
    ],
  }),
)
const context: LoadContext = { widgets, sources }
const load = (document: unknown, extra: Partial<LoadContext> = {}) => loadLayout(document, { ...context, ...extra })

type Doc = ReturnType<typeof good>
const languages = (texts: Record<string, string>) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, { ...texts }])) as Record<string, Record<string, string>>

function good() {
  return {
    format: 1,
    _id: 'test',
    revision: 1,
    name: 't:title',
    access: 'footCompare' as unknown,
    i18n: languages({ title: 'Title', brand: 'Brand' }),
    params: {
      client: {
        type: 'single',
        label: 't:brand',
        options: { query: 'clients', value: 'id', label: 'name' },
        url: { key: 'client', shape: 'id' },
      },
      periods: { type: 'periodPair', label: 't:brand' },
    } as Record<string, Record<string, unknown>>,
    queries: {
      clients: { source: 'clients.list' },
      rows: { source: 'rows', args: { client: '$client', begin: '$periods.comparing.begin' } },
    } as Record<string, Record<string, unknown>>,
    widgets: {
      a: { type: 'plain', title: 't:title', data: { rows: { query: 'rows' } }, options: { size: 'big' } },
      b: { type: 'plain', data: { rows: { query: 'rows' } } },
    } as Record<string, Record<string, unknown>>,
    layout: {
      sections: [
        { id: 'top', params: ['client', 'periods'] },
        { id: 'main', requires: ['client'], widgets: ['a', 'b'] },
      ] as Record<string, unknown>[],
    },
    grids: { large: { a: { x: 0, y: 0, w: 6, h: 6 }, b: { x: 6, y: 0, w: 6, h: 6 } } } as Record<
      string,
      Record<string, unknown>
    >,
  }
}
const broken = (change: (doc: Doc) => void) => {
  const doc = good()
  change(doc)
  return doc
}
const found = (change: (doc: Doc) => void, extra?: Partial<LoadContext>) =>
  load(broken(change), extra).issues.map(({ code, pointer }) => `${code} ${pointer}`)
/** Applies a fix as RFC 6902 says, enough for the fixes that are made here. */
function patched(document: Doc, fix: NonNullable<ReturnType<typeof load>['issues'][number]['fix']>): unknown {
  const copy = structuredClone(document) as unknown
  const parent = (path: string) =>
    [
      at(copy, path.slice(0, path.lastIndexOf('/'))) as Record<string, unknown>,
      path.slice(path.lastIndexOf('/') + 1),
    ] as const
  for (const { op, path, value, from } of fix) {
    const [into, key] = parent(path)
    if (op === 'remove') delete into[key]
    else if (op === 'move' && from !== undefined) {
      const [source, name] = parent(from)
      into[key] = source[name]
      delete source[name]
    } else into[key] = value
  }
  return copy
}

test('a good layout has no issue, and all its widgets live', () => {
  const { issues, publishable, model } = load(good())
  expect([issues, publishable, [...model.widgets.values()].map(({ kind }) => kind)]).toEqual([
    [],
    true,
    ['live', 'live'],
  ])
  const a = model.widgets.get('a')
  expect(a?.kind === 'live' && a.options).toEqual({ size: 'big', colour: 'green' })
})

describe('one mistake is one issue, with a fix that resolves it', () => {
  const cases: [string, (doc: Doc) => void, string[]][] = [
    [
      'an unknown type',
      (doc) => {
        doc.widgets.a = { ...doc.widgets.a, type: 'plian' }
      },
      ['WIDGET_UNKNOWN_TYPE /widgets/a/type'],
    ],
    [
      'an unknown option',
      (doc) => {
        doc.widgets.a = { ...doc.widgets.a, options: { colur: 'red' } }
      },
      ['WIDGET_OPTION_UNKNOWN /widgets/a/options/colur'],
    ],
    [
      'a wrong choice',
      (doc) => {
        doc.widgets.a = { ...doc.widgets.a, options: { size: 'bigg' } }
      },
      ['WIDGET_OPTION_VALUE /widgets/a/options/size'],
    ],
    [
      'two wrong widgets',
      (doc) => {
        doc.widgets.a = { ...doc.widgets.a, type: 'plian' }
        doc.widgets.b = { ...doc.widgets.b, options: { size: 'smal' } }
      },
      ['WIDGET_OPTION_VALUE /widgets/b/options/size', 'WIDGET_UNKNOWN_TYPE /widgets/a/type'],
    ],
    [
      'an unknown key of a widget',
      (doc) => {
        doc.widgets.a = { ...doc.widgets.a, titel: 'x', title: undefined }
      },
      ['LAYOUT_UNKNOWN_KEY /widgets/a/titel'],
    ],
    [
      'an unknown source',
      (doc) => {
        doc.queries.rows = { ...doc.queries.rows, source: 'row' }
      },
      ['QUERY_UNKNOWN_SOURCE /queries/rows/source'],
    ],
    [
      'an unknown argument',
      (doc) => {
        doc.queries.rows = { source: 'rows', args: { client: '$client', begn: '$periods.comparing.begin' } }
      },
      ['QUERY_ARG_UNKNOWN /queries/rows/args/begn'],
    ],
    [
      'an unknown filter',
      (doc) => {
        doc.queries.rows = { source: 'rows', args: { client: '$clint', begin: '$periods.comparing.begin' } }
      },
      ['REFERENCE_UNKNOWN_PARAM /queries/rows/args/client'],
    ],
    [
      'an unknown query',
      (doc) => {
        doc.widgets.a = { ...doc.widgets.a, data: { rows: { query: 'row' } } }
      },
      ['REFERENCE_UNKNOWN_QUERY /widgets/a/data/rows/query'],
    ],
    [
      'an unknown input',
      (doc) => {
        doc.widgets.a = { ...doc.widgets.a, data: { row: { query: 'rows' } } }
      },
      ['WIDGET_INPUT_UNKNOWN /widgets/a/data/row'],
    ],
    [
      'an unknown step',
      (doc) => {
        doc.queries.rows = { ...doc.queries.rows, transform: [{ op: 'fliter', where: {} }] }
      },
      ['STEP_UNKNOWN /queries/rows/transform/0/op'],
    ],
    [
      'an unknown access flag',
      (doc) => {
        doc.access = 'footCompar'
      },
      ['LINT_ACCESS_UNKNOWN /access'],
    ],
    [
      'an unknown widget in a section',
      (doc) => {
        doc.layout.sections[1] = { id: 'main', requires: ['client'], widgets: ['a', 'bb'] }
      },
      ['LINT_WIDGET_NOWHERE /widgets/b', 'REFERENCE_UNKNOWN_WIDGET /layout/sections/1/widgets/1'],
    ],
    [
      'a dead filter',
      (doc) => {
        doc.params.extra = { type: 'text', label: 'x' }
      },
      ['LINT_DEAD_PARAM /params/extra'],
    ],
    [
      'an unused query',
      (doc) => {
        doc.queries.extra = { source: 'rows', args: { client: 1 } }
      },
      ['LINT_UNUSED_QUERY /queries/extra'],
    ],
    [
      'a stranger in a grid',
      (doc) => {
        doc.grids.large = { ...doc.grids.large, ghost: { x: 0, y: 50, w: 1, h: 1 } }
      },
      ['LINT_GRID_STRANGER /grids/large/ghost'],
    ],
  ]
  test.each(cases)('%s', (_, change, expected) => {
    const document = broken(change)
    const { issues } = load(document)
    expect(issues.map(({ code, pointer }) => `${code} ${pointer}`).toSorted()).toEqual(expected)
    const fixedResult = load(
      issues.reduce((doc, { fix }) => (fix === undefined ? doc : (patched(doc, fix) as Doc)), document),
    )
    expect(fixedResult.issues).toEqual([])
  })
})

test('a broken part removes its dependents and is named; the rest works', () => {
  const { model, issues } = load(
    broken((doc) => {
      doc.queries.other = { source: 'nowhere' }
      doc.widgets.b = { type: 'plain', data: { rows: { query: 'other' } } }
    }),
  )
  const [a, b] = [model.widgets.get('a'), model.widgets.get('b')]
  expect([
    a?.kind,
    b?.kind === 'quarantined' && b.issues.map(({ code, pointer, widget }) => [code, pointer, widget]),
  ]).toEqual(['live', [['QUERY_UNKNOWN_SOURCE', '/queries/other/source', 'b']]])
  expect(issues).toHaveLength(1)
})

test('a section whose requirement is unknown runs nothing, and stays in its place', () => {
  const { model } = load(
    broken((doc) => {
      doc.layout.sections[1] = { id: 'main', requires: ['clent'], widgets: ['a', 'b'] }
    }),
  )
  expect([[...model.widgets.values()].map(({ kind }) => kind), model.sections[1]?.widgets]).toEqual([
    ['quarantined', 'quarantined'],
    ['a', 'b'],
  ])
})

test('a section with a wrong word keeps its widgets', () => {
  const { model, issues } = load(
    broken((doc) => {
      doc.layout.sections[1] = { id: 'main', requires: ['client'], widgets: ['a', 'b'], stickyy: true }
    }),
  )
  expect([issues.map(({ code }) => code), model.widgets.get('a')?.kind]).toEqual([['LAYOUT_UNKNOWN_KEY'], 'live'])
})

test('filters that need each other are reported as a path, and nothing hangs', () => {
  const { issues, model } = load(
    broken((doc) => {
      doc.params.client = { ...doc.params.client, options: { query: 'loop', value: 'day', label: 'day' } }
      doc.queries.loop = { source: 'rows', args: { client: '$client' } }
    }),
  )
  expect(issues.filter(({ code }) => code === 'REFERENCE_CYCLE').map(({ params }) => params?.path)).toEqual([
    'client > loop > client',
  ])
  expect(model.widgets.get('a')?.kind).toBe('quarantined')
})

describe('lints', () => {
  const cases: [string, (doc: Doc) => void, string][] = [
    [
      'a widget in no section',
      (doc) => {
        doc.layout.sections[1] = { id: 'main', requires: ['client'], widgets: ['a'] }
      },
      'LINT_WIDGET_NOWHERE /widgets/b',
    ],
    [
      'a widget in two sections',
      (doc) => {
        doc.layout.sections.push({ id: 'again', widgets: ['a'] })
      },
      'LINT_WIDGET_TWICE /layout/sections/2/widgets/0',
    ],
    [
      'two sections of one name',
      (doc) => {
        doc.layout.sections.push({ id: 'main' })
      },
      'LINT_SECTION_TWICE /layout/sections/2/id',
    ],
    [
      'a widget missing from a grid',
      (doc) => {
        doc.grids.medium = { a: { x: 0, y: 0, w: 6, h: 6 } }
      },
      'LINT_NOT_IN_GRID /grids/medium',
    ],
    [
      'widgets that overlap',
      (doc) => {
        doc.grids.large = { a: { x: 0, y: 0, w: 6, h: 6 }, b: { x: 5, y: 0, w: 6, h: 6 } }
      },
      'LINT_OVERLAP /grids/large/b',
    ],
    [
      'a widget beyond the columns',
      (doc) => {
        doc.grids.large = { a: { x: 0, y: 0, w: 6, h: 6 }, b: { x: 8, y: 0, w: 6, h: 6 } }
      },
      'LINT_BEYOND_GRID /grids/large/b',
    ],
    [
      'a widget below its minimum',
      (doc) => {
        doc.grids.large = { a: { x: 0, y: 0, w: 2, h: 6 }, b: { x: 6, y: 0, w: 6, h: 6 } }
      },
      'LINT_BELOW_MINIMUM /grids/large/a',
    ],
    [
      'a required filter without a control',
      (doc) => {
        doc.layout.sections[0] = { id: 'top', params: ['periods'] }
      },
      'LINT_NO_CONTROL /layout/sections/1/requires/0',
    ],
    [
      'a shadowed filter',
      (doc) => {
        doc.layout.sections[1] = {
          ...doc.layout.sections[1],
          declares: { periods: { type: 'periodPair', label: 'x' } },
        }
      },
      'LINT_SHADOWED_PARAM /layout/sections/1/declares/periods',
    ],
    [
      'a text missing in Spanish',
      (doc) => {
        delete doc.i18n.es?.brand
      },
      'LINT_TEXT_MISSING /params/client/label',
    ],
    [
      'a text missing in Czech',
      (doc) => {
        delete doc.i18n.cs?.brand
      },
      'LINT_TRANSLATION_MISSING /params/client/label',
    ],
    [
      'a text that is not shown',
      (doc) => {
        ;(doc.i18n.es ?? {}).extra = 'x'
      },
      'LINT_TEXT_UNUSED /i18n/es/extra',
    ],
    [
      'the same question under two names',
      (doc) => {
        doc.queries.again = { ...doc.queries.rows }
        doc.widgets.b = { type: 'plain', data: { rows: { query: 'again' } } }
      },
      'LINT_SAME_QUERY /queries/again',
    ],
    [
      'a flag without its parent',
      (doc) => {
        doc.access = 'hasAutomotiveForecast'
      },
      'LINT_ACCESS_PARENT /access',
    ],
    [
      'another order in the document than on the page',
      (doc) => {
        doc.layout.sections[1] = { id: 'main', requires: ['client'], widgets: ['b', 'a'] }
      },
      'LINT_READING_ORDER /layout/sections/1/widgets',
    ],
    [
      'two filters on one address key',
      (doc) => {
        doc.params.periods = { type: 'periodPair', label: 'x', url: { key: 'client', shape: 'date' } }
      },
      'PARAM_URL_TWICE /params/periods/url/key',
    ],
    [
      'too many questions on opening',
      (doc) => {
        for (let i = 0; i <= LOAD_BUDGET; i++) {
          doc.queries[`ask${i}`] = {
            source: 'rows',
            args: { client: '$client', begin: `2026-01-${String(i + 1).padStart(2, '0')}` },
          }
          doc.widgets[`a${i}`] = { type: 'plain', data: { rows: { query: `ask${i}` } } }
          doc.layout.sections[1] = {
            ...doc.layout.sections[1],
            widgets: Array.from({ length: i + 1 }, (_, n) => `a${n}`),
          }
        }
      },
      'LINT_LOAD_BUDGET /queries',
    ],
    [
      'too many queries per store',
      (doc) => {
        for (let i = 0; i <= FAN_OUT_BUDGET; i++) {
          doc.queries[`fan${i}`] = { source: `fan${i}`, args: { locals: '$client' } }
          doc.widgets[`f${i}`] = { type: 'plain', data: { rows: { query: `fan${i}` } } }
          doc.layout.sections[1] = {
            ...doc.layout.sections[1],
            widgets: Array.from({ length: i + 1 }, (_, n) => `f${n}`),
          }
        }
      },
      'LINT_FAN_OUT /queries',
    ],
    [
      'a column the query does not give',
      (doc) => {
        doc.widgets.b = { type: 'plain', data: { rows: { query: 'clients' } } }
      },
      'WIDGET_COLUMN_MISSING /widgets/b/data/rows',
    ],
    [
      'a step that reads what is not there',
      (doc) => {
        doc.widgets.b = {
          type: 'plain',
          data: { rows: { query: 'rows', transform: [{ op: 'sort', by: [{ column: 'visit' }] }] } },
        }
      },
      'STEP_COLUMN_UNKNOWN /widgets/b/data/rows/transform/0',
    ],
  ]
  test.each(cases)('%s', (_, change, expected) => {
    expect(found(change)).toContain(expected)
  })

  test('a text that the application has is not missing', () => {
    expect(
      found(
        (doc) => {
          doc.name = 't:nav.home'
        },
        { hasText: (key) => key === 'nav.home' },
      ),
    ).not.toContain('LINT_TEXT_MISSING /name')
  })
})

test('a filter whose parts do not fit each other is refused', () => {
  const cases: [Record<string, unknown>, string][] = [
    [{ type: 'single', label: 'x' }, 'PARAM_OPTIONS_MISSING'],
    [{ type: 'prefix', label: 'x' }, 'PARAM_PREFIXES_MISSING'],
    [{ type: 'text', label: 'x', default: { pick: 'first' } }, 'PARAM_DEFAULT_INVALID'],
    [{ type: 'number', label: 'x', default: 'seven' }, 'PARAM_DEFAULT_INVALID'],
    [{ type: 'number', label: 'x', default: { preset: 'noPeriods' } }, 'PARAM_DEFAULT_INVALID'],
    [{ type: 'text', label: 'x', url: { key: 'x', shape: 'ids' } }, 'PARAM_URL_INVALID'],
  ]
  for (const [definition, code] of cases)
    expect([
      definition,
      load(
        broken((doc) => {
          doc.params.extra = definition
        }),
      ).issues.some((one) => one.code === code),
    ]).toEqual([definition, true])
})

test('options of an older version are migrated, and saving keeps the new ones; a failed migration keeps the old ones', () => {
  const document = broken((doc) => {
    doc.widgets.a = { ...doc.widgets.a, type: 'versioned', v: 1, options: { colour: 'red' } }
    doc.widgets.b = { ...doc.widgets.b, type: 'versioned', v: 1, options: { colour: 'broken' } }
  })
  const loaded = load(document)
  const saved = JSON.parse(saveLayout(loaded)) as Doc
  expect([saved.widgets.a, saved.widgets.b]).toEqual([
    { ...document.widgets.a, v: 2, options: { colour: 'red', size: 'big' } },
    document.widgets.b,
  ])
  expect(loaded.issues.map(({ code, widget }) => [code, widget])).toEqual([
    ['WIDGET_MIGRATED', 'a'],
    ['WIDGET_MIGRATION_FAILED', 'b'],
  ])
  expect(loaded.model.widgets.get('b')).toMatchObject({ kind: 'quarantined', raw: document.widgets.b })
})

test('options without a version are those of today; a widget in quarantine keeps its old ones', () => {
  const loaded = load(
    broken((doc) => {
      doc.widgets.a = { ...doc.widgets.a, type: 'versioned', options: { size: 'small' } }
      doc.widgets.b = { type: 'versioned', v: 1, options: {}, data: { rows: { query: 'nowhere' } } }
    }),
  )
  const a = loaded.model.widgets.get('a')
  expect(a?.kind === 'live' && a.options.size).toBe('small')
  expect((loaded.document as Pick<Doc, 'widgets'> | undefined)?.widgets.b).toEqual({
    type: 'versioned',
    v: 1,
    options: {},
    data: { rows: { query: 'nowhere' } },
  })
})

test('every issue knows its place in the text', () => {
  const { issues } = load(
    formatLayout(
      broken((doc) => {
        doc.widgets.a = { ...doc.widgets.a, type: 'plian' }
      }),
    ),
  )
  expect(issues.map(({ range }) => range && [range.line > 1, range.column > 1, range.to > range.from])).toEqual([
    [true, true, true],
  ])
})

const folder = join(import.meta.dirname, '../../../../tests/layouts/fixtures')
const fixtures = readdirSync(folder).filter((file) => file.endsWith('.json'))

test.each(fixtures)('%s loses nothing: saved and loaded again it is the same', (file) => {
  const text = readFileSync(join(folder, file), 'utf8')
  const first = load(text)
  const again = load(saveLayout(first))
  expect(again.document).toEqual(first.document)
  expect(saveLayout(again)).toBe(saveLayout(first))
  if (first.document?.format === (JSON.parse(text) as Doc).format) expect(first.document).toEqual(JSON.parse(text))
  for (const widget of first.model.widgets.values())
    if (widget.kind === 'quarantined') expect(widget.raw).toEqual((JSON.parse(text) as Doc).widgets[widget.id])
})

test('the keys of each part are those of the schema', () => {
  const schema = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../../schemas/layout.schema.json'), 'utf8'),
  ) as object
  const inline: Readonly<Record<string, string>> = {
    document: '',
    layout: '/properties/layout',
    url: '/definitions/param/properties/url',
    input: '/definitions/widget/properties/data/additionalProperties',
    emit: '/definitions/widget/properties/emits/additionalProperties',
  }
  for (const [name, keys] of Object.entries(KNOWN)) {
    const part = at(schema, inline[name] ?? `/definitions/${name}`) as { properties?: object } | undefined
    expect([name, [...keys].toSorted()]).toEqual([name, Object.keys(part?.properties ?? {}).toSorted()])
  }
})

test('a text that is no document is saved word for word', () => {
  for (const text of ['{', '[]', 'null', '{ "a": 1, }']) expect(saveLayout(load(text))).toBe(text)
})

test('loading never throws for any value, and saving loses nothing', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const text = JSON.stringify(value)
      const loaded = load(text)
      if (
        loaded.document !== undefined &&
        !loaded.readOnly &&
        loaded.issues.every(({ code }) => code !== 'LAYOUT_MIGRATED')
      )
        expect(JSON.parse(saveLayout(loaded))).toEqual(JSON.parse(text))
    }),
  )
})

/** Thrown by the part that draws charts; the card of their widget words them like the codes of the engine. */
const CODES_OF_CHARTS = ['CHART_DATA_INVALID', 'CHART_POINTS_EXCEEDED']

test('every code has its text in six languages, with the same placeholders', () => {
  const names = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).toSorted()
  for (const language of LANGUAGES) {
    const texts = JSON.parse(
      readFileSync(join(import.meta.dirname, `../../../i18n/locales/issues/${language}.json`), 'utf8'),
    ) as Record<string, string>
    const codes = [...CODES_OF_CHARTS, ...ISSUE_CODES].toSorted()
    expect([language, Object.keys(texts).toSorted()]).toEqual([language, codes])
    for (const code of ISSUE_CODES)
      expect([language, code, names(texts[code] ?? '')]).toEqual([language, code, names(issueTemplate(code))])
  }
})
