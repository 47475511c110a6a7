import { describe, expect, test } from 'vitest'
import { type SearchEntry, searched, searchEntries, type SearchWords } from './search.ts'

const doc = {
  name: 't:title',
  i18n: { es: { title: 'Tráfico', rank: 'Las mejores' }, en: { title: 'Traffic', rank: 'Best stores' } },
  params: { locals: { type: 'multi', label: 'Tiendas', default: { pick: 'all' } } },
  queries: {
    main: { source: 'traffic', args: { locals: '$locals', by: 'day' }, transform: [{ op: 'limit', n: 12, by: 'ins' }] },
  },
  widgets: {
    rank: {
      type: 'bars',
      title: 't:rank',
      data: { rows: { query: 'main', transform: [{ op: 'sort', by: [{ column: 'visits' }] }] } },
      options: { note: 't:rank' },
      links: { title: { dashboard: 'other-board' } },
    },
    odd: 7,
  },
  layout: { sections: [{ id: 'top', title: 'Arriba', widgets: ['rank'] }, 3] },
}
const LABELS: Readonly<Record<string, string>> = {
  'options.mark.label': 'Dibujado como',
  'options.mark.values.line': 'Línea',
  'options.mark.values.bar': 'Columnas',
  'options.note.label': 'Nota',
  name: 'Barras',
}
const words: SearchWords = {
  t: (key) => key.replace(/^.*[:.]/, ''),
  partName: (kind, id) =>
    ({ rank: 'Las mejores', main: 'Tráfico por día', locals: 'Tiendas', top: 'Arriba' })[id] ?? `${kind} ${id}`,
  widgetText: () => (key) => LABELS[key] ?? key,
  schemaOf: (type) =>
    type === 'bars'
      ? { properties: { mark: { type: 'string', enum: ['bar', 'line'], default: 'line' }, note: { type: 'string' } } }
      : undefined,
  columnName: (id) => (id === 'ins' ? 'Entradas' : id),
  argName: (name) => (name === 'locals' ? 'Tiendas que cuentan' : name),
  sourceTitle: (name) => name,
  argsOf: () => ['locals', 'by', 'measures'],
  read: (text) => (text === 't:rank' ? 'Las mejores' : text),
}
const entries = searchEntries(doc, words)
const NAMES: Readonly<Record<string, string>> = { rank: 'Las mejores', 'query:main': 'Tráfico por día', '': 'Tráfico' }
const nameOf = (part: string) => NAMES[part] ?? part
const places = (search: string, limit = 50) =>
  searched(entries, search, nameOf, limit).groups.flatMap((group) => group.entries.map(({ path }) => path.join('/')))

describe('a search over a document', () => {
  test('finds nothing without words and nothing for words that are nowhere', () => {
    expect(searched(entries, '  ', nameOf, 9)).toEqual({ groups: [], count: 0 })
    expect(searched(entries, 'xyzzy', nameOf, 9)).toEqual({ groups: [], count: 0 })
    expect(searchEntries({ widgets: [], params: 'x', queries: { a: 1 } }, words).length).toBeGreaterThan(0)
  })

  test.each([
    ['an option by its label, also one that is not written', 'dibujado', ['widgets/rank/options/mark']],
    ['an option by its key', 'mark', ['widgets/rank/options/mark']],
    ['an option by what its value is called, without accents', 'linea', ['widgets/rank/options/mark']],
    ['an option by what it could be', 'columnas', ['widgets/rank/options/mark']],
    ['an argument by its name', 'cuentan', ['queries/main/args/locals']],
    ['an argument that is left out', 'measures', ['queries/main/args/measures']],
    ['a step of a query by the name of a column', 'entradas', ['queries/main/transform/0']],
    ['a step of a widget by the id of a column', 'visits', ['widgets/rank/data/rows/transform/0']],
    ['a value', '12', ['queries/main/transform/0']],
    ['a link by where it leads', 'other-board', ['widgets/rank/links/title']],
    ['a text in another language', 'best', ['widgets/rank/title', 'widgets/rank/options/note']],
    ['a section by its title', 'arriba', ['layout/sections/0/title']],
    ['a filter by its default', 'pick', ['params/locals/default']],
  ])('finds %s', (_what, search, expected) => {
    expect(places(search)).toEqual(expected)
  })

  test('takes words of the name of a part to narrow down, and never for all that the part has', () => {
    expect(places('mejores linea')).toEqual(['widgets/rank/options/mark'])
    expect(places('mejores')).toEqual(['widgets/rank/title', 'widgets/rank/options/note'])
    expect(places('tiendas linea')).toEqual([])
  })

  test('puts labels that begin with the words first, part by part, and says how many there are beyond the limit', () => {
    const entry = (part: string, label: string): SearchEntry => ({
      kind: 'option',
      part,
      path: [part, label],
      label,
      value: '',
      words: [],
    })
    const some = [
      entry('a', 'Show axis'),
      entry('b', 'Axis'),
      entry('a', 'Axis title'),
      entry('c', 'Tilt'),
      entry('d', 'My axis'),
    ]
    const { groups, count } = searched(some, 'axis', (part) => part, 3)
    expect(groups.map(({ part, entries: inside }) => [part, inside.map(({ label }) => label)])).toEqual([
      ['b', ['Axis']],
      ['a', ['Axis title', 'Show axis']],
    ])
    expect(count).toBe(4)
  })
})
