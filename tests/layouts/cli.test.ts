import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runLayout } from '../../scripts/layout.ts'
import { sourceRegistry, widgetRegistry } from '../../scripts/widget-registry.ts'

const context = { widgets: await widgetRegistry(), sources: sourceRegistry() }
const compare = join(import.meta.dirname, '../../layouts/foot-compare.json')
const folder = mkdtempSync(join(tmpdir(), 'layouts-'))
const file = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const changed = (from: string, to: string) => readFileSync(compare, 'utf8').replace(from, to)

test('a wrong call says how it is used and exits 2', async () => {
  for (const args of [[], ['check'], ['diff', compare], ['dance', compare], ['check', 'no-such-file.json']]) {
    const { exit, text } = await runLayout(args, context)
    expect([args, exit, text.includes('Usage:')]).toEqual([args, 2, true])
  }
})

test('check names the place as editors link it, offers a fix, and exits 1 on an error', async () => {
  const path = file('typo.json', changed('"kpi-table"', '"kpi-tabel"'))
  const { exit, text, json } = await runLayout(['check', path], context)
  expect(exit).toBe(1)
  expect(text.split('\n')).toEqual([
    expect.stringMatching(
      /typo\.json:\d+:\d+ error WIDGET_UNKNOWN_TYPE There is no widget type "kpi-tabel"\. Did you mean "kpi-table"\?$/,
    ),
    expect.stringMatching(/ info STEP_JOIN_TRANSFORMED /),
    '1 layout: 1 errors, 0 warnings, 1 notes',
  ])
  expect(json).toMatchObject([{ file: path, publishable: false }])
})

test('check passes the built-in dashboard', async () => {
  expect((await runLayout(['check', compare], context)).exit).toBe(0)
})

test('links in a circle between files that are checked together lead somewhere, under any file names', async () => {
  const leading = (id: string, to: string) => {
    const document = JSON.parse(readFileSync(compare, 'utf8')) as { widgets: { kpi: object } }
    return JSON.stringify({
      ...document,
      _id: id,
      widgets: { ...document.widgets, kpi: { ...document.widgets.kpi, links: { title: { dashboard: to } } } },
    })
  }
  const files = [file('one.json', leading('day', 'week')), file('two.json', leading('week', 'day'))]
  const known = { ...context, dashboards: new Set<string>() }
  const unknown = async (args: readonly string[]) =>
    (await runLayout(['check', ...args], known)).text.match(/LINK_DASHBOARD_UNKNOWN/g)?.length ?? 0
  expect([await unknown(files), await unknown(files.slice(0, 1))]).toEqual([0, 1])
})

test('two files of one id are an error of the check, as they are in a folder', async () => {
  const files = ['first.json', 'second.json'].map((name) => file(name, readFileSync(compare, 'utf8')))
  const { exit, text } = await runLayout(['check', ...files], context)
  expect([exit, text.split('\n').slice(-2)]).toEqual([
    1,
    [
      `LAYOUT_ID_TAKEN: ${files.join(' and ')} have the same _id "foot-compare".`,
      expect.stringMatching(/^2 layouts: 1 errors/),
    ],
  ])
})

test('a text that is no JSON is one issue with its line', async () => {
  const { exit, text } = await runLayout(['check', file('comma.json', '{\n  "format": 1,\n}')], context)
  expect([exit, text.split('\n')[0]?.slice(-66)]).toEqual([
    1,
    ':3:1 error LAYOUT_TRAILING_COMMA A comma before a closing bracket is not JSON.'.slice(-66),
  ])
})

test('diff says what changed by name', async () => {
  const before = JSON.parse(readFileSync(compare, 'utf8')) as {
    i18n: { en: { title: string } }
    widgets: { comparison: { options: { bars: string } } }
    grids: { large: { kpi: object } }
  }
  const after = structuredClone(before)
  before.grids.large.kpi = { x: 0, y: 0, w: 4, h: 10 }
  after.widgets.comparison.options.bars = 'visits'
  after.grids.large.kpi = { x: 0, y: 0, w: 4, h: 12 }
  after.i18n.en.title = 'Versus'
  const { exit, text } = await runLayout(
    ['diff', file('before.json', JSON.stringify(before)), file('after.json', JSON.stringify(after))],
    context,
  )
  expect([exit, text.split('\n')]).toEqual([
    1,
    [
      'Widget comparison: option bars ins -> visits',
      'Widget kpi: place in the large grid 4 x 10 at 0, 0 -> 4 x 12 at 0, 0',
      'Text en: title Compare -> Versus',
    ],
  ])
  expect(await runLayout(['diff', compare, compare], context)).toMatchObject({ exit: 0, text: 'No change.' })
})

test('diff names what came, what went and what moved', async () => {
  const before = {
    format: 1,
    _id: 'a',
    name: 'Page',
    params: { p: { type: 'text', label: 'x' } },
    queries: {},
    widgets: { a: { type: 'kpi-table' }, b: { type: 'kpi-table' } },
    layout: { sections: [{ id: 'one' }, { id: 'two' }] },
    grids: {},
  }
  const after = {
    ...before,
    params: {},
    queries: { q: { source: 'clients.list' } },
    widgets: { a: { type: 'kpi-table', title: 'New' } },
    layout: { sections: [{ id: 'two', sticky: true }, { id: 'one' }] },
  }
  const { text } = await runLayout(
    ['diff', file('a.json', JSON.stringify(before)), file('b.json', JSON.stringify(after))],
    context,
  )
  expect(text.split('\n')).toEqual([
    'Filter p removed',
    'Query q added',
    'Widget b removed',
    'Widget a: title added (New)',
    'Section two: sticky added (true)',
    'Layout: order of sections ["one","two"] -> ["two","one"]',
  ])
})

test('schema writes one file that knows every widget and source, and refers to nothing else', async () => {
  const written = new Map<string, string>()
  const { exit, text } = await runLayout(['schema', 'out.json'], context, async (file, content) => {
    written.set(file, content)
  })
  expect([exit, text, [...written.keys()]]).toEqual([0, 'out.json: written', ['out.json']])
  const schema = written.get('out.json') ?? ''
  expect(
    [...context.widgets.keys(), ...context.sources.keys()].filter((name) => !schema.includes(`"${name}"`)),
  ).toEqual([])
  expect([...schema.matchAll(/"\$ref": "(?!#)/g)]).toEqual([])
})

test('fmt writes the canonical form once', async () => {
  const path = file('ugly.json', JSON.stringify(JSON.parse(readFileSync(compare, 'utf8'))))
  expect((await runLayout(['fmt', path, '--check'], context)).exit).toBe(1)
  await runLayout(['fmt', path], context)
  expect(readFileSync(path, 'utf8')).toBe(readFileSync(compare, 'utf8'))
  expect((await runLayout(['fmt', path], context)).text).toMatch(/nothing to do$/)
})

test('migrate brings an old file forward, and leaves a newer one and a broken one as they are', async () => {
  const old = file('old.json', readFileSync(join(import.meta.dirname, 'fixtures/format-0.json'), 'utf8'))
  expect((await runLayout(['migrate', old], context)).text).toMatch(/old\.json: migrated$/)
  expect(JSON.parse(readFileSync(old, 'utf8'))).toMatchObject({
    format: 1,
    layout: { sections: [{ id: 'main' }] },
    grids: { large: { kpi: { x: 0, y: 0, w: 12, h: 6 } } },
  })
  const text = readFileSync(join(import.meta.dirname, 'fixtures/newer-format.json'), 'utf8')
  const newer = file('newer.json', text)
  expect([(await runLayout(['migrate', newer], context)).exit, readFileSync(newer, 'utf8')]).toEqual([1, text])
})
