/** A document run without a server: which tables it has, in which order, and why there may be none. */
import { expect, test } from 'vitest'
import { fromRows, toJson } from '#domain/frame-build'
import { OCCUPANCY_NOW } from '#domain/occupancy-columns'
import { type PeriodOption, presetOption, resolvePeriods } from '#domain/periods'
import { formatLayout } from '../../../src/engine/core/document/format.ts'
import type { Ask } from './ask.ts'
import { figuresOf } from './figures.ts'
import { runDashboard } from './running.ts'

const table = (title?: string) => ({
  type: 'data-table',
  ...(title !== undefined && { title }),
  data: { rows: { query: 'inside' } },
  options: { rows: ['local'], columns: [{ column: 'people' }], coverage: false },
})
const document = (widgets: Record<string, object>, large: Record<string, object>, more: object = {}) =>
  formatLayout({
    format: 1,
    _id: 'mine',
    revision: 0,
    name: 'Dentro',
    queries: { inside: { source: 'occupancy.now', args: { client: 7, locals: [3] } } },
    widgets,
    layout: { sections: [{ id: 'top', widgets: Object.keys(widgets) }] },
    grids: { large },
    ...more,
  } as never)
const place = (x: number, y: number) => ({ x, y, w: 6, h: 6 })

const answer = (people: number) =>
  toJson(
    fromRows(OCCUPANCY_NOW, [
      OCCUPANCY_NOW.map(({ id, type }) => (id === 'local' ? 3 : id === 'people' ? people : type === 'text' ? null : 0)),
    ]),
  )
const json = (body: unknown, status = 200) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
})
const requests: string[] = []
const answering =
  (said: (path: string) => ReturnType<typeof json>): Ask =>
  async (path) => {
    requests.push(path)
    return said(path)
  }
const run = (text: string, ask: Ask, signal = AbortSignal.timeout(20_000), values: Record<string, unknown> = {}) =>
  figuresOf({
    document: text,
    what: { values, lang: 'es' },
    asOf: '2026-11-20',
    user: { id: 1, isAdmin: false },
    ask,
    signal,
  })

test('tables are those of widgets with data, in reading order, by their title or else their id', async () => {
  const text = document(
    {
      last: table('Último'),
      note: { type: 'text', options: { markdown: 'Hola' } },
      right: table(),
      left: table('Uno'),
    },
    { last: place(0, 6), right: place(6, 0), left: place(0, 0), note: place(0, 12) },
  )
  const found = await run(
    text,
    answering((path) => (path.startsWith('/api/occupancy/now') ? json(answer(1234)) : json([]))),
  )
  expect(found).toMatchObject({
    title: 'Dentro',
    tables: [{ title: 'Uno' }, { title: 'right' }, { title: 'Último' }],
  })
  expect(requests.filter((path) => path.startsWith('/api/occupancy/now?'))).toEqual([
    '/api/occupancy/now?client=7&locals=3',
  ])
  expect(JSON.stringify(found)).toContain('1234')
})

test('a single widget queries its own data, and none of the rest of its page', async () => {
  const text = document(
    {
      left: table(),
      right: { ...table(), data: { rows: { query: 'other' } } },
    },
    { left: place(0, 0), right: place(6, 0) },
    {
      queries: {
        inside: { source: 'occupancy.now', args: { client: 7, locals: [3] } },
        other: { source: 'occupancy.now', args: { client: 7, locals: [4] } },
      },
    },
  )
  const ask = answering((path) => (path.startsWith('/api/occupancy/now') ? json(answer(5)) : json([])))
  const running = { what: { values: {}, lang: 'es' }, asOf: '2026-11-20', user: { id: 1, isAdmin: false } } as const
  const states = (only?: string) => {
    requests.length = 0
    const signal = AbortSignal.timeout(20_000)
    return runDashboard({ ...running, document: text, ask, signal, only }, async ({ store }) => [
      ...Object.values(store.getState().widgets).map(({ kind }) => kind),
      ...requests,
    ])
  }
  expect(await states('left')).toEqual([
    'ready',
    expect.not.stringMatching('ready'),
    '/api/occupancy/now?client=7&locals=3',
  ])
  expect((await states()).filter((one) => one === 'ready')).toHaveLength(2)
})

test('half a report is not sent: figures that could not be loaded, or nothing to show', async () => {
  const text = document({ left: table() }, { left: place(0, 0) })
  const refused = json({ code: 'REQUEST_INVALID', message: 'No.' }, 400)
  expect(
    await run(
      text,
      answering(() => refused),
    ),
  ).toEqual({ reason: 'figuresFailed' })
  const nothing = document({}, {}, { layout: { sections: [{ id: 'top', widgets: [] }] } })
  expect(
    await run(
      nothing,
      answering(() => json([])),
    ),
  ).toEqual({ reason: 'nothingShown' })
})

test('empty figures are a report too: it says that there were none', async () => {
  const text = document({ left: table() }, { left: place(0, 0) })
  const empty = toJson(fromRows(OCCUPANCY_NOW, []))
  const made = await run(
    text,
    answering((path) => (path.startsWith('/api/occupancy/now') ? json(empty) : json([]))),
  )
  expect(made).toEqual({ title: 'Dentro', search: '', tables: [] })
})

test('what was chosen is in the link of a report, a period by its name and last day; a default is not', async () => {
  const text = document(
    { left: table() },
    { left: place(0, 0) },
    {
      params: {
        compared: {
          type: 'single',
          label: 'Se compara',
          options: ['same', 'all'].map((value) => ({ value, label: value })),
          default: 'same',
        },
        periods: {
          type: 'periodPair',
          label: 'Periodos',
          default: { preset: 'thisWeekVsPrevious' },
          url: { key: 'end', shape: 'date' },
        },
      },
    },
  )
  const linked = async (option: PeriodOption, more: object = {}) =>
    run(
      text,
      answering(() => json(answer(5))),
      undefined,
      { periods: { option, ...resolvePeriods(option, { today: '2026-11-20' }) }, ...more },
    )
  const december = (year: number) => ({ begin: `${year}-12-01`, end: `${year}-12-31` })
  const values = { comparing: december(2013), reference: december(2012) }
  expect(await linked(presetOption('customPeriods', values), { compared: 'all' })).toMatchObject({
    search: '?end=2013-12-31&p1=2013-12-01..2013-12-31&p2=2012-12-01..2012-12-31&compared=all',
  })
  expect(await linked(presetOption('thisMonthVsPrevious'))).toMatchObject({
    search: '?end=2026-11-19&period=thisMonthVsPrevious',
  })
})

test('a run that is aborted gives nothing', async () => {
  const text = document({ left: table() }, { left: place(0, 0) })
  const reason = new Error('cancelled')
  const never: Ask = () => new Promise(() => undefined)
  await expect(run(text, never, AbortSignal.abort(reason))).rejects.toBe(reason)
  const later = new AbortController()
  const running = run(text, never, later.signal)
  setImmediate(() => {
    later.abort(reason)
  })
  await expect(running).rejects.toBe(reason)
})
