import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_MODULES } from '#domain/data-modules'
import { SYSTEM_SCOPE } from '../../scope.ts'
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
    for (const path of ['/modules/area/1', '/modules/local/x', '/modules/client/0/config', '/modules/local/1/other']) expect([path, (await analyst('GET', path)).status]).toEqual([path, path.endsWith('other') ? 404 : 400])
    for (const end of ['', '/config']) {
      expect(await other('GET', `/modules/client/${f.ids.uno}${end}`)).toMatchObject({ status: 404, body: { code: 'CLIENT_NOT_FOUND' } })
      expect(await other('GET', `/modules/local/${f.ids.granVia}${end}`)).toMatchObject({ status: 404, body: { code: 'LOCAL_NOT_FOUND' } })
    }
    expect((await admin('PUT', '/modules/client/987654/config', { modules: {} })).status).toBe(404)
  })

  test('from anyone but an administrator, and with a module that is none', async () => {
    expect((await analyst('PUT', `/modules/client/${f.ids.uno}/config`, { modules: { tickets: true } })).status).toBe(403)
    for (const body of [{ modules: { sales: true } }, { modules: { traffic: 1 } }, { sales: true }, { modules: {}, all: true }, [], { modules: null }]) expect([body, (await admin('PUT', `/modules/client/${f.ids.uno}/config`, body)).status]).toEqual([body, 400])
  })
})

test('traffic, time, repetitions and portfolio are on where nobody said anything', async () => {
  for (const unit of [`client/${f.ids.dos}`, `local/${f.ids.otherGranVia}`]) {
    expect((await other('GET', `/modules/${unit}`)).body).toEqual(['traffic', 'time', 'repetitions', 'portfolio'])
    expect((await other('GET', `/modules/${unit}/config`)).body).toEqual({ modules: DEFAULT_MODULES })
  }
})

test('of a client, missing modules are filled in with the defaults; its locals follow it until they have a word of their own', async () => {
  const saved = await admin('PUT', `/modules/client/${f.ids.uno}/config`, { modules: { tickets: true, traffic: false, wt_people: true } })
  expect(saved).toMatchObject({ status: 200, body: { modules: { ...DEFAULT_MODULES, tickets: true, traffic: false, wt_people: true } } })
  expect((await analyst('GET', `/modules/local/${f.ids.granVia}`)).body).toEqual(['time', 'repetitions', 'tickets', 'portfolio', 'wt_people'])
  // The map alone is taken as well.
  expect((await admin('PUT', `/modules/local/${f.ids.granVia}/config`, { tickets: false, zones: true })).status).toBe(200)
  expect((await analyst('GET', `/modules/local/${f.ids.granVia}`)).body).toEqual(['time', 'repetitions', 'zones', 'portfolio', 'wt_people'])
  expect((await analyst('GET', `/modules/local/${f.ids.outlet}`)).body).toContain('tickets')
  expect(await f.catalog.modules.ofLocal(SYSTEM_SCOPE, f.ids.granVia)).toEqual({ tickets: false, zones: true })
  expect((await f.catalog.audit.list(SYSTEM_SCOPE, 1))[0]).toMatchObject({ at: NOW, action: 'modules.change', target: `local ${f.ids.granVia}`, details: { modules: { tickets: false, zones: true } } })
})
