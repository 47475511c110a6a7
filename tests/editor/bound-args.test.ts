/** The arguments of a manually added query, for every source. */
import { describe, expect, test } from 'vitest'
import { partsIn } from '#engine/core/kinds/index'
import { parseReference } from '#engine/core/params/references'
import { withQuery, withSource } from '../../src/features/editor/model/with-query.ts'
import { withUsualFilter } from '../../src/features/editor/model/doc-edits.ts'
import { put, recordAt, textAt } from '../../src/features/editor/model/raw.ts'
import { BLANK, bringing, builtIn, context, docOf, findings, madeEditor } from './made-editor.ts'

const sourceOf = (name: string) => {
  const source = context.sources.get(name)
  if (source === undefined) throw new Error(`there is no source ${name}`)
  return source
}
function added(text: string, name: string) {
  const editor = madeEditor(text)
  const { id, recipe } = withQuery(docOf(editor), sourceOf(name), bringing)
  editor.change({ key: 'addQuery' }, recipe)
  return { editor, id, args: recordAt(recordAt(recordAt(docOf(editor), 'queries'), id), 'args') }
}
/** A page with these filters. */
const page = (params: object, queries: object = {}) =>
  JSON.stringify({
    ...JSON.parse(BLANK),
    params,
    queries,
    layout: { sections: [{ id: 'filters', params: Object.keys(params) }] },
  })
const BEGINS = /^(?:begin|p1Start|p2Start)$/
const ENDS = /^(?:end|p1End|p2End)$/

const PAGES = ['foot-compare.json', 'foot-status.json', 'transport.json', 'year-calendar.json']

describe.each([['blank.json', BLANK] as const, ...builtIn.filter(([file]) => PAGES.includes(file))])(
  'on %s',
  (_file, text) => {
    test('every argument has a filter of its kind, begins take begins and ends take ends, and nothing required is missing', () => {
      for (const source of context.sources.values()) {
        const { editor, id, args } = added(text, source.name)
        const before = findings(madeEditor(text))
        expect([
          source.name,
          findings(editor).filter((one) => !before.includes(one) && !one.endsWith(`/${id}`)),
        ]).toEqual([source.name, []])
        for (const [name, { type, required }] of Object.entries(source.args)) {
          const given = args[name]
          if (required === true) expect([source.name, name, given]).not.toContain(undefined)
          const place = parseReference(given)
          if (place === undefined) continue
          const kind = textAt(recordAt(recordAt(docOf(editor), 'params'), place.param), 'type')
          const part = place.path.join('.')
          expect([source.name, name, partsIn(kind)[part]]).toEqual([source.name, name, expect.arrayContaining([type])])
          if (BEGINS.test(name)) expect([name, part]).toEqual([name, expect.stringMatching(/begin$/)])
          if (ENDS.test(name) && part !== '') expect([name, part]).toEqual([name, expect.stringMatching(/end$/)])
          if (name.startsWith('p2')) expect(part).toMatch(/^reference\./)
        }
      }
    })
  },
)

test('a range of days gives its begin and its end, a year all its days, a day is the last one', () => {
  const range = page({ when: { type: 'dateRange', label: 'When' } })
  expect(added(range, 'compare.mainExtended').args).toMatchObject({ p1Start: '$when.begin', p1End: '$when.end' })
  expect(added(range, 'compare.mainExtended').args).not.toHaveProperty('p2Start')
  expect(added(range, 'flows.days').args).toMatchObject({ begin: '$when.begin', end: '$when.end' })
  const year = page({ season: { type: 'year', label: 'Year' } })
  expect(added(year, 'traffic').args).toEqual({
    client: '$client',
    locals: '$locals',
    year: '$season',
    by: 'day',
    measures: 'ins',
  })
  const day = page({ day: { type: 'date', label: 'Day' } })
  expect(added(day, 'footscans.summary').args).toMatchObject({ end: '$day', days: '$days' })
  expect(added(day, 'footscans.workday').args).toMatchObject({ date: '$day' })
})

test('a filter with another list is not taken for the stores, and one of the name of the argument is', () => {
  const list = (query: string) => ({ type: 'multi', label: 'List', options: { query, value: 'id', label: 'name' } })
  const campaigns = { campaigns: { source: 'campaigns.list' } }
  const { editor, args } = added(page({ chosen: list('campaigns') }, campaigns), 'profile.slots')
  expect(args).toEqual({ client: '$client' })
  expect(Object.keys(recordAt(docOf(editor), 'params'))).toEqual(['chosen', 'client'])
  const named = page({ kind: { type: 'text', label: 'Kind' } })
  expect(added(named, 'figures.clients').args).toEqual({ kind: '$kind' })
})

test('another source keeps manual arguments and sets the rest again, in one step', () => {
  const { editor, id } = added(BLANK, 'traffic')
  editor.change({ key: 'arg' }, (draft) => {
    Object.assign(recordAt(recordAt(recordAt(draft, 'queries'), id), 'args'), { p1End: '2026-11-22' })
  })
  const steps = editor.store.getState().undo.length
  editor.change({ key: 'query' }, withSource(id, sourceOf('compare.hour'), bringing))
  expect(recordAt(recordAt(recordAt(docOf(editor), 'queries'), id), 'args')).toEqual({
    client: '$client',
    locals: '$locals',
    p1Start: '$periods.comparing.begin',
    p1End: '2026-11-22',
    p2Start: '$periods.reference.begin',
    p2End: '$periods.reference.end',
  })
  expect(editor.store.getState().undo).toHaveLength(steps + 1)
})

test('a filter that lists the values of an argument binds it, under any name, and one with other values does not', () => {
  const listed = (...values: string[]) => ({
    type: 'single',
    label: 'List',
    options: values.map((value) => ({ value, label: value })),
  })
  expect(added(page({ which: listed('same', 'all') }), 'traffic').args).toMatchObject({ stores: '$which' })
  expect(added(page({ which: listed('main', 'car') }), 'traffic').args).toMatchObject({ traffic: '$which' })
  const other = added(page({ which: listed('same', 'none') }), 'traffic').args
  expect(Object.values(other)).not.toContain('$which')
})

test('the filter of what is compared is given to the queries that are there, and to no argument that was set', () => {
  const editor = madeEditor(BLANK)
  for (const source of ['traffic', 'compare.exits', 'clients.list'])
    editor.change({ key: 'addQuery' }, withQuery(docOf(editor), sourceOf(source), bringing).recipe)
  const set = withQuery(docOf(editor), sourceOf('compare.sales'), bringing)
  editor.change({ key: 'addQuery' }, set.recipe)
  editor.change({ key: 'arg' }, (draft) => put(draft, ['queries', set.id, 'args', 'stores'], 'all'))
  editor.change({ key: 'addParam' }, withUsualFilter(docOf(editor), 'compared', bringing).recipe)
  const stores = Object.values(recordAt(docOf(editor), 'queries')).map((query) => [
    textAt(query, 'source'),
    recordAt(query, 'args').stores,
  ])
  expect(stores.filter(([source]) => !/list|byClient/.test(source as string))).toEqual([
    ['traffic', '$compared'],
    ['compare.exits', '$compared'],
    ['compare.sales', 'all'],
  ])
  expect(stores.find(([source]) => source === 'clients.list')).toEqual(['clients.list', undefined])
})
