import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_MODULES } from '#domain/data-modules'
import type { FrameJson } from '#schemas/generated/data/frame.ts'
import { decodeArrow } from '#domain/frame-arrow'
import { columnIndex, fromJson, toRows } from '#domain/frame-build'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'

let f: Fixture
let admin: Send
let analyst: Send
let other: Send
beforeAll(async () => {
  f = await fixture()
  const as = async (name: string) => sender(f, await f.signIn(name))
  ;[admin, analyst, other] = [await as('admin'), await as('analyst'), await as('other')]
})
afterAll(() => f.close())

describe('data modules are refused', () => {
  test('of another kind of unit, or of one that is not the caller’s', async () => {
    for (const path of ['/modules/area/1', '/modules/local/x', '/modules/client/0/config', '/modules/local/1/other'])
      expect([path, (await analyst('GET', path)).status]).toEqual([path, path.endsWith('other') ? 404 : 400])
    for (const end of ['', '/config']) {
      expect(await other('GET', `/modules/client/${f.ids.uno}${end}`)).toMatchObject({
        status: 404,
        body: { code: 'CLIENT_NOT_FOUND' },
      })
      expect(await other('GET', `/modules/local/${f.ids.granVia}${end}`)).toMatchObject({
        status: 404,
        body: { code: 'LOCAL_NOT_FOUND' },
      })
    }
    expect((await admin('PUT', '/modules/client/987654/config', { modules: {} })).status).toBe(404)
  })

  test('from anyone but an administrator, and with an unknown module', async () => {
    expect((await analyst('PUT', `/modules/client/${f.ids.uno}/config`, { modules: { tickets: true } })).status).toBe(
      403,
    )
    for (const body of [
      { modules: { sales: true } },
      { modules: { traffic: 1 } },
      { sales: true },
      { modules: {}, all: true },
      [],
      { modules: null },
    ])
      expect([body, (await admin('PUT', `/modules/client/${f.ids.uno}/config`, body)).status]).toEqual([body, 400])
  })
})

test('traffic, time, repetitions and portfolio are on where nothing was set', async () => {
  for (const unit of [`client/${f.ids.museum}`, `local/${f.ids.gallery}`]) {
    expect((await admin('GET', `/modules/${unit}`)).body).toEqual(['traffic', 'time', 'repetitions', 'portfolio'])
    expect((await admin('GET', `/modules/${unit}/config`)).body).toEqual({ modules: DEFAULT_MODULES })
  }
})

test('of a client, missing modules are filled in with the defaults; its locals follow it until they have a word of their own', async () => {
  const saved = await admin('PUT', `/modules/client/${f.ids.uno}/config`, {
    modules: { tickets: true, traffic: false, wt_people: true },
  })
  expect(saved).toMatchObject({
    status: 200,
    body: { modules: { ...DEFAULT_MODULES, tickets: true, traffic: false, wt_people: true } },
  })
  expect((await analyst('GET', `/modules/local/${f.ids.granVia}`)).body).toEqual([
    'time',
    'repetitions',
    'tickets',
    'portfolio',
    'wt_people',
  ])
  // The map alone is taken as well.
  expect((await admin('PUT', `/modules/local/${f.ids.granVia}/config`, { tickets: false, zones: true })).status).toBe(
    200,
  )
  expect((await analyst('GET', `/modules/local/${f.ids.granVia}`)).body).toEqual([
    'time',
    'repetitions',
    'zones',
    'portfolio',
    'wt_people',
  ])
  expect((await analyst('GET', `/modules/local/${f.ids.outlet}`)).body).toContain('tickets')
  expect(await f.catalog.modules.ofLocal(SYSTEM_SCOPE, f.ids.granVia)).toEqual({ tickets: false, zones: true })
  expect((await f.catalog.audit.list(SYSTEM_SCOPE, 1))[0]).toMatchObject({
    at: NOW,
    action: 'modules.change',
    target: `local ${f.ids.granVia}`,
    details: { modules: { tickets: false, zones: true } },
  })
})

test('what is off at a client or a local is null in every figure, and counted again when it is on', async () => {
  const { uno, granVia, closed } = f.ids
  const put = (unit: string, modules: object) => admin('PUT', `/modules/${unit}/config`, { modules })
  const token = await f.signIn('analyst')
  const frame = async (path: string) => fromJson((await f.get(path, token)).body as FrameJson)
  const sums = async (call: string) => {
    const found = await frame(`/compare/${call}?client=${uno}&p1Start=2026-11-16&p1End=2026-11-20`)
    return (id: string) =>
      toRows(found).reduce<number | null>((sum, row) => {
        const cell = row[columnIndex(found, id)]
        return typeof cell === 'number' ? (sum ?? 0) + cell : sum
      }, null)
  }
  const calls = ['metrics/main/extended', 'capconv/all', 'metrics/main/hour']
  await put(`client/${uno}`, { tickets: true })
  for (const local of [granVia, closed]) await put(`local/${local}`, {})
  const whole = await Promise.all(calls.map(sums))
  expect(whole.map((of) => (of('tickets') ?? 0) > 0)).toEqual([true, true, true])

  await put(`local/${closed}`, { tickets: false })
  const some = await Promise.all(calls.map(sums))
  for (const [at, of] of some.entries()) {
    expect([of('ins'), of('expected')]).toEqual([whole[at]?.('ins'), whole[at]?.('expected')])
    expect(of('tickets')).toBeLessThan(whole[at]?.('tickets') ?? 0)
    expect(of('visitsWithTickets')).toBeLessThan(whole[at]?.('visitsWithTickets') ?? 0)
  }

  const muted = async (accept?: string) => {
    const { raw, body } = await f.get(
      `/compare/metrics/main/extended?client=${uno}&p1Start=2026-11-16&p1End=2026-11-20`,
      token,
      accept === undefined ? {} : { accept },
    )
    const answer = accept === undefined ? fromJson(body as FrameJson) : decodeArrow(raw)
    return answer.columns.filter((column) => column.muted).map(({ id }) => id)
  }
  expect(await muted()).toEqual([])
  await put(`client/${uno}`, { tickets: false, repetitions: false })
  await put(`local/${closed}`, {})
  for (const accept of [undefined, 'application/vnd.apache.arrow.stream']) {
    const ids = await muted(accept)
    expect([ids.includes('tickets'), ids.includes('visitsWithTickets'), ids.includes('ins')]).toEqual([
      true,
      true,
      false,
    ])
  }
  for (const of of await Promise.all(calls.map(sums)))
    expect([of('tickets'), of('visitsWithTickets'), (of('ins') ?? 0) > 0]).toEqual([null, null, true])
  expect((await sums('metrics/repetitions/local'))('localRepRange0')).toBeNull()
  const hours = await frame(`/compare/metrics/main/time?local=${granVia}&begin=2026-11-16&end=2026-11-20`)
  expect(toRows(hours).every((row) => row[columnIndex(hours, 'tickets')] === null)).toBe(true)

  const operator = await f.signIn('operator')
  const csv = async () =>
    (await f.get(`/downloads?client=${uno}&begin=2026-11-18&end=2026-11-19&content=daily`, operator)).text
      .split('\n')
      .slice(1)
      .map((line) => line.split(';')[4])
  expect(new Set(await csv())).toEqual(new Set(['', undefined]))
  await put(`client/${uno}`, { tickets: true })
  expect((await csv()).some((cell) => Number(cell) > 0)).toBe(true)
})
