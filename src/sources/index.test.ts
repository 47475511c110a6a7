import type { Frame } from '#domain/frame'
import { toRows } from '#domain/frame-build'
import { dimensionsOf, measuresOf } from '#domain/traffic-question'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Local } from '#schemas/generated/entities/local.ts'
import { createSources } from './index.ts'

const unused = () => Promise.reject(new Error('unused'))
const sources = createSources({
  frame: unused,
  clients: unused,
  locals: unused,
  activeLocals: unused,
  campaigns: unused,
  open: unused,
  adopt: unused,
})

test('lists are fresh for 30 minutes, figures for the hour of the engine, and live data until the next request', () => {
  const fresh = Object.fromEntries([...sources].map(([name, { freshMs }]) => [name, freshMs]))
  const lists = ['clients.list', 'locals.byClient', 'locals.active', 'campaigns.list']
  expect(lists.map((name) => fresh[name])).toEqual(lists.map(() => 1_800_000))
  expect([fresh['occupancy.now'], fresh['occupancy.minutes']]).toEqual([15_000, 60_000])
  expect(
    [...sources.keys()].filter((name) => /^(?:compare|footscans)\./.test(name)).map((name) => fresh[name]),
  ).toEqual(Array.from({ length: 14 }, () => undefined))
})

test('the list of locals says which of them Compare leaves out; the list of a day asks for that day', async () => {
  const local = (id: number, part: Partial<Local> = {}): Local => ({
    id,
    client: 3,
    name: `L${id}`,
    code: `C${id}`,
    type: 'store',
    paramStatus: 'operative',
    enabled: true,
    timeZone: 'Europe/Madrid',
    externalId: null,
    mapping: null,
    oldId: null,
    alerts: false,
    openedOn: null,
    closedOn: null,
    additionalInformation: {},
    geo: { locality: null, zipCode: null, street: null, countryCode: null, region: null, lat: null, lng: null },
    ...part,
  })
  const locals = [
    local(1),
    local(2, { additionalInformation: { hideFootCompare: true } }),
    local(3, { additionalInformation: { hideFootCompare: false } }),
  ]
  const calls: unknown[] = []
  const kept: Frame[] = []
  const answer = (...question: unknown[]) => {
    calls.push(question.slice(0, -1))
    return Promise.resolve(locals)
  }
  const own = createSources({
    frame: unused,
    clients: unused,
    locals: answer,
    activeLocals: answer,
    campaigns: unused,
    open: unused,
    adopt: (frame) => {
      kept.push(frame)
      return unused()
    },
  })
  const { signal } = new AbortController()
  const args = { client: 3, workday: '2026-11-09' }
  for (const name of ['locals.byClient', 'locals.active'])
    await own
      .get(name)
      ?.load(args, { signal })
      .catch(() => undefined)
  expect(calls).toEqual([[3], [3, '2026-11-09']])
  const hidden = kept.map((frame) =>
    toRows(frame).map((row) => [
      row[frame.columns.findIndex(({ id }) => id === 'id')],
      row[frame.columns.findIndex(({ id }) => id === 'hideFootCompare')],
    ]),
  )
  expect(hidden).toEqual([
    [
      [1, false],
      [2, true],
      [3, false],
    ],
    [
      [1, false],
      [2, true],
      [3, false],
    ],
  ])
})

test('the traffic states the cost of a query before it is sent, by its arguments', async () => {
  const calls: unknown[] = []
  const cost = { rows: 168, maxRows: 250_000, hours: 1000, ms: 12, fits: true }
  const own = createSources({
    frame: unused,
    clients: unused,
    locals: unused,
    activeLocals: unused,
    campaigns: unused,
    open: unused,
    adopt: unused,
    cost: (query) => {
      calls.push(query)
      return Promise.resolve(cost)
    },
  })
  const args = { client: 3, locals: [5, 7], p1Start: '2026-11-16', p1End: '2026-11-22', p2Start: undefined, by: 'hour' }
  expect(await own.get('traffic')?.cost?.(args, new AbortController().signal)).toEqual(cost)
  expect(calls).toEqual([{ client: '3', locals: '5,7', p1Start: '2026-11-16', p1End: '2026-11-22', by: 'hour' }])
  await own.get('traffic')?.cost?.({ client: 3, year: 2026 }, new AbortController().signal)
  expect(calls[1]).toEqual({ client: '3', p1Start: '2026-01-01', p1End: '2026-12-31' })
  expect([...own.values()].filter((source) => source.cost !== undefined).map(({ name }) => name)).toEqual(['traffic'])
  expect(sources.get('traffic')?.cost).toBeUndefined()
})

test('the words of an argument are those that its call takes', () => {
  const enumOf = (schema: string, name: string) =>
    (
      JSON.parse(readFileSync(join(import.meta.dirname, `../../schemas/api/${schema}-query.schema.json`), 'utf8')) as {
        properties: Readonly<Record<string, { enum?: readonly string[] }>>
      }
    ).properties[name]?.enum
  const CALLS: Readonly<Record<string, string>> = {
    traffic: 'traffic',
    'footscans.workday': 'footscan-workday',
    'footscans.summary': 'footscan-workday',
    'occupancy.levels': 'occupancy-levels',
    'figures.clients': 'figure-clients',
  }
  const worded = [...sources.values()].flatMap(({ name, args }) =>
    Object.entries(args).flatMap(([arg, { words }]) => (words === undefined ? [] : [{ name, arg, words }])),
  )
  expect(worded.length).toBeGreaterThan(10)
  for (const { name, arg, words } of worded.filter(({ words: { isList } }) => isList !== true))
    expect([name, arg, words.of]).toEqual([
      name,
      arg,
      enumOf(CALLS[name] ?? (name.startsWith('occupancy.') ? 'occupancy-periods' : 'compare'), arg),
    ])
  // Those of a list are read one by one; figures of completeness come with every answer, so that they add nothing.
  const { by, measures } = sources.get('traffic')?.args ?? {}
  expect(dimensionsOf(by?.words?.of.join(','))).toEqual(by?.words?.of)
  for (const word of measures?.words?.of ?? []) expect(() => measuresOf(word)).not.toThrow()
})
