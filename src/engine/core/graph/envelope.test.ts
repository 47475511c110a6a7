import { expect, test } from 'vitest'
import { MAX_WIDGETS } from '../document/constants.ts'
import { documentGuards } from '../document/document-guards.ts'
import { checkEnvelope, partOf } from './envelope.ts'

const check = (document: Record<string, unknown>) => checkEnvelope(document, documentGuards.isLayout)
const page = { format: 1, _id: 'page', name: 'Page', revision: 3, widgets: {}, layout: { sections: [] } }
const issuesOf = (document: Record<string, unknown>) =>
  check(document).issues.map(({ code, pointer }) => [code, pointer])
/** The suggestion for the first unknown key. */
const meant = (document: Record<string, unknown>) =>
  check(document)
    .issues.flatMap(({ fix = [] }) => fix)
    .map(({ op, from, path }) => [op, from, path])

test.each([
  ['', ''],
  ['/name', ''],
  ['/access/0', ''],
  ['/widgets', '/widgets'],
  ['/widgets/kpi', '/widgets/kpi'],
  ['/widgets/kpi/options/size', '/widgets/kpi'],
  ['/params/client/url', '/params/client'],
  ['/queries/main/args/x', '/queries/main'],
  ['/i18n/es/title', '/i18n/es'],
  ['/layout/sections', '/layout/sections'],
  ['/layout/sections/1/title', '/layout/sections/1'],
  ['/grids/large/kpi/x', '/grids/large/kpi'],
  ['/grids/large', '/grids/large'],
])('%j lies in the part %j', (pointer, part) => {
  expect(partOf(pointer)).toBe(part)
})

test('a page without mistakes has its defaults filled in, and is not touched itself', () => {
  const document = { ...page, widgets: { kpi: { type: 'text' } } }
  const before = structuredClone(document)
  const { value, issues, broken, sections } = check(document)
  expect([issues, [...broken], sections, document]).toEqual([[], [], [], before])
  expect(value).toMatchObject({
    _id: 'page',
    name: 'Page',
    revision: 3,
    apply: 'auto',
    access: [],
    i18n: {},
    params: {},
    queries: {},
    grids: {},
  })
  expect(value.widgets).toMatchObject({ kpi: { type: 'text' } })
})

test('fields of the page are taken where they are valid, and else have their default', () => {
  expect(check({ ...page, apply: 'manual', access: 'hubble' }).value).toMatchObject({
    apply: 'manual',
    access: ['hubble'],
  })
  expect(check({ ...page, access: ['hubble', 7, 'reports'] }).value.access).toEqual(['hubble', 'reports'])
  expect(check({ ...page, access: { flag: 'x' } }).value.access).toEqual([])
  expect(check({ ...page, _id: 7, name: 8, revision: '9', apply: 'sometimes' }).value).toMatchObject({
    _id: 'unnamed',
    name: '',
    revision: 0,
    apply: 'auto',
  })
})

test('the format is reported by an earlier stage', () => {
  expect(issuesOf({ ...page, format: 'seven' })).toEqual([])
})

test('a wrong part is left out, with its issues, and the others go on', () => {
  const good = { type: 'text' }
  const { value, broken, issues } = check({
    ...page,
    widgets: { good, bad: { type: 7, emits: 8 } },
    params: {
      ok: { type: 'toggle', label: 'x' },
      odd: { type: 'unheard', label: 'x' },
    },
    queries: { q: { source: 's' }, r: { source: 7 } },
    grids: {
      large: { good: { x: 0, y: 0, w: 3, h: 3 }, bad: { x: 'left', y: 0, w: 3, h: 3 } },
      medium: 7,
      huge: { good: { x: 0, y: 0, w: 1, h: 1 } },
    },
    i18n: { es: { a: 'A' }, en: { a: 7 } },
  })
  expect([Object.keys(value.widgets), Object.keys(value.params), Object.keys(value.queries), value.i18n]).toEqual([
    ['good'],
    ['ok'],
    ['q'],
    { es: { a: 'A' } },
  ])
  expect(value.grids).toEqual({ large: { good: { x: 0, y: 0, w: 3, h: 3 } } })
  expect([...broken].map(([part, found]) => [part, found.map(({ pointer }) => pointer)])).toEqual(
    [...Map.groupBy(issues, ({ pointer }) => partOf(pointer))].map(([part, found]) => [
      part,
      found.map(({ pointer }) => pointer),
    ]),
  )
  expect(broken.get('/widgets/bad')?.map(({ pointer }) => pointer)).toEqual(['/widgets/bad/type', '/widgets/bad/emits'])
  expect([...broken.keys()].toSorted()).toEqual([
    '/grids/huge',
    '/grids/large/bad',
    '/grids/medium',
    '/i18n/en',
    '/params/odd',
    '/queries/r',
    '/widgets/bad',
  ])
})

test('maps that are none are empty', () => {
  const { value, sections } = check({ ...page, widgets: [], params: 7, queries: null, grids: 'x', i18n: [], layout: 7 })
  expect([value.widgets, value.params, value.queries, value.grids, value.i18n, sections]).toEqual([
    {},
    {},
    {},
    {},
    {},
    [],
  ])
})

test('widgets beyond the limit are not read, and are reported', () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`w${at}`, { type: 'text' }]))
  const full = check({ ...page, widgets: many(MAX_WIDGETS) })
  expect([
    full.issues.some(({ code }) => code === 'LAYOUT_TOO_MANY_WIDGETS'),
    Object.keys(full.value.widgets).length,
  ]).toEqual([false, MAX_WIDGETS])
  const { value, issues } = check({ ...page, widgets: many(MAX_WIDGETS + 1) })
  expect(Object.keys(value.widgets)).toEqual(Object.keys(many(MAX_WIDGETS)))
  expect(
    issues.filter(({ code }) => code === 'LAYOUT_TOO_MANY_WIDGETS').map(({ pointer, params }) => [pointer, params]),
  ).toEqual([['/widgets', { count: MAX_WIDGETS + 1, max: MAX_WIDGETS }]])
})

test('a section without mistakes is as it was written, and open', () => {
  const section = { id: 'top', widgets: ['kpi'], title: 'Top' }
  const [found] = check({ ...page, layout: { sections: [section] } }).sections
  expect(found).toMatchObject({ index: 0, closed: [], section })
})

test('a wrong section keeps its valid parts', () => {
  const { sections } = check({
    ...page,
    layout: {
      sections: [
        { id: 'good', widgets: [] },
        { id: '7 bad', title: 'Traffic', widgets: ['kpi', 7], params: 'client', sticky: true },
        { id: 'named', title: 7, widgets: 'kpi', params: ['client', null], requires: ['client'], sticky: 'yes' },
        'no section',
      ],
    },
  })
  expect(sections.map(({ index, section, closed }) => [index, section, closed])).toEqual([
    [0, { id: 'good', widgets: [], params: [], requires: [], sticky: false }, []].map((value, at) =>
      at === 1 ? sections[0]?.section : value,
    ),
    [1, { id: 'section-1', title: 'Traffic', params: [], requires: [], widgets: ['kpi'], sticky: true }, []],
    [2, { id: 'named', params: ['client'], requires: ['client'], widgets: [], sticky: false }, []],
    [3, { id: 'section-3', params: [], requires: [], widgets: [], sticky: false }, []],
  ])
})

test('a section keeps its id when that is one: a letter first, letters, digits and hyphens, 64 at most', () => {
  const idOf = (id: unknown) => check({ ...page, layout: { sections: [{ id, widgets: 7 }] } }).sections[0]?.section.id
  const longest = `a${'b'.repeat(63)}`
  expect(['A-1', 'z', longest].map(idOf)).toEqual(['A-1', 'z', longest])
  for (const id of [`${longest}b`, '1a', '-a', 'a b', 'a/b', 'a\n', '', 7, undefined])
    expect([id, idOf(id)]).toEqual([id, 'section-0'])
})

test('a section whose conditions cannot be read is closed, with the reason', () => {
  const section = (more: object) =>
    check({
      ...page,
      layout: { sections: [{ id: 'a', widgets: [], ...more }] },
    }).sections[0]
  expect(section({ requires: ['client', 7] })?.closed.map(({ pointer }) => pointer)).toEqual([
    '/layout/sections/0/requires/1',
  ])
  expect(section({ declares: { x: { type: 'unheard', label: 'x' } } })?.closed.map(({ pointer }) => pointer)).toEqual([
    '/layout/sections/0/declares/x/type',
  ])
  expect(section({ title: 7 })?.closed).toEqual([])
})

test('at most 50 sections are read', () => {
  const sections = Array.from({ length: 51 }, (_, at) => ({ id: `s${at}`, widgets: [] }))
  expect(check({ ...page, layout: { sections } }).sections.map(({ section }) => section.id)).toEqual(
    sections.slice(0, 50).map(({ id }) => id),
  )
})

const slip = (place: object) => ({ ...page, ...place })
test.each<[string, Record<string, unknown>, string, string]>([
  ['the page', slip({ quieries: {} }), '/quieries', '/queries'],
  ['a filter', slip({ params: { a: { type: 'toggle', label: 'x', halp: 'y' } } }), '/params/a/halp', '/params/a/help'],
  [
    'the list of a filter',
    slip({
      params: { a: { type: 'single', label: 'x', options: { query: 'q', value: 'id', label: 'name', nammes: 'x' } } },
    }),
    '/params/a/options/nammes',
    '/params/a/options/names',
  ],
  [
    'the address of a filter',
    slip({ params: { a: { type: 'single', label: 'x', options: [], url: { kee: 'a', shape: 'id' } } } }),
    '/params/a/url/kee',
    '/params/a/url/key',
  ],
  ['a query', slip({ queries: { q: { source: 's', arg: {} } } }), '/queries/q/arg', '/queries/q/args'],
  ['a widget', slip({ widgets: { k: { type: 'text', tittle: 'x' } } }), '/widgets/k/tittle', '/widgets/k/title'],
  [
    'the data of a widget',
    slip({ widgets: { k: { type: 'text', data: { rows: { query: 'q', trasform: [] } } } } }),
    '/widgets/k/data/rows/trasform',
    '/widgets/k/data/rows/transform',
  ],
  [
    'a section',
    slip({ layout: { sections: [{ id: 'a', widgets: [], requies: [] }] } }),
    '/layout/sections/0/requies',
    '/layout/sections/0/requires',
  ],
  ['the layout', slip({ layout: { section: [] } }), '/layout/section', '/layout/sections'],
  [
    'a filter of a section',
    slip({
      layout: { sections: [{ id: 'a', widgets: [], declares: { p: { type: 'toggle', label: 'x', hlep: 'y' } } }] },
    }),
    '/layout/sections/0/declares/p/hlep',
    '/layout/sections/0/declares/p/help',
  ],
  ['a place', slip({ grids: { large: { k: { x: 0, y: 0, ww: 1, h: 1 } } } }), '/grids/large/k/ww', '/grids/large/k/w'],
  ['the grids', slip({ grids: { larg: {} } }), '/grids/larg', '/grids/large'],
  ['the texts', slip({ i18n: { ess: {} } }), '/i18n/ess', '/i18n/es'],
  [
    'a default',
    slip({ params: { a: { type: 'date', label: 'x', default: { pck: 'x' } } } }),
    '/params/a/default/pck',
    '/params/a/default/pick',
  ],
  [
    'an event',
    slip({ widgets: { k: { type: 'text', emits: { pick: { sett: 'a' } } } } }),
    '/widgets/k/emits/pick/sett',
    '/widgets/k/emits/pick/set',
  ],
  [
    'a condition',
    slip({ widgets: { k: { type: 'text', show: { when: { param: 'a', sett: true } } } } }),
    '/widgets/k/show/when/sett',
    '/widgets/k/show/when/set',
  ],
])('an unknown key of %s is reported with the one that was meant', (_, document, pointer, path) => {
  expect(issuesOf(document)).toContainEqual(['LAYOUT_UNKNOWN_KEY', pointer])
  expect(meant(document)).toEqual([['move', pointer, path]])
})
