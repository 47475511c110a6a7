/**
 * The whole server on a disk that is really full: what goes on, what is refused and how, and that it recovers alone.
 */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCESS_FLAGS } from '#domain/access'
import { readConfig } from './lib/config.ts'
import { createCatalog } from './open-catalog.ts'
import { hashPassword } from './modules/session/password-hash.ts'
import { SYSTEM_SCOPE } from './lib/scope.ts'
import { hashOf, newToken } from './lib/secrets.ts'
import { start } from './start.ts'
import type { Running } from './start.ts'
import { PASSWORD } from './testing/fixture.ts'
import { NO_SMALL_DISK, smallDisk } from './testing/small-disk.ts'

const disk = smallDisk()
if (disk === null) console.warn(NO_SMALL_DISK)
const folder = disk?.folder ?? ''
const MAC = '02:00:00:00:00:01'
const MINUTE = 60_000

let running: Running
let key: string
let area: number
let local: number
let client: number
/** Counts that were acknowledged: what a device would not send again. */
let acknowledged = 0
let minute = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 20 * 86_400_000

async function call(
  method: string,
  path: string,
  { token, body, headers = {} }: { token?: string; body?: object; headers?: Record<string, string> } = {},
) {
  const answer = await fetch(`${running.address}/api${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { access_token: token }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    retryAfter: Number(answer.headers.get('retry-after') ?? 0),
    body: (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text) as Record<string, unknown>,
  }
}
const signIn = async (password = PASSWORD) =>
  call('POST', '/oauth/token', { body: { username: 'admin@aforo.test', password, grant_type: 'password' } })
const tokenOf = ({ body }: { body: Record<string, unknown> }) => String(body['access_token'])

/** A minute of a device. Counts what was acknowledged. */
async function send() {
  const answer = await call('POST', '/ingest/readings', {
    headers: { 'x-device-key': key },
    body: { mac: MAC, readings: [{ kind: 'count', start: minute, end: minute + MINUTE, in: 1, out: 0 }] },
  })
  if (answer.status === 202) {
    acknowledged += 1
    minute += MINUTE
  }
  return answer
}

const config = () =>
  readConfig(
    {
      DATA_DIR: folder,
      PORT: '0',
      SECRET_KEY: 'q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUiOx3Rt5W',
      LOG_LEVEL: 'silent',
      DRAIN_S: '0',
      NOTICE_MAIL: 'off',
    },
    'production',
  )
const hasBallast = () => existsSync(join(folder, 'ballast'))
const campaign = (name: string) => ({ client, name, begin: '2026-07-01', end: '2026-07-31', description: 'x' })

/** Waits for what the watch does by itself every few seconds. */
async function until(holds: () => boolean | Promise<boolean>, left = 150): Promise<void> {
  if (await holds()) return
  if (left === 0) throw new Error(`It did not come about within 15 s: ${String(holds)}`)
  await setTimeout(100)
  await until(holds, left - 1)
}

beforeAll(async () => {
  if (disk === null) return
  const catalog = await createCatalog({ catalogUrl: `sqlite:${folder}/catalog.sqlite` })
  ;({ id: client } = await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Uno', type: 'basic' }))
  ;({ id: local } = await catalog.locals.insert(SYSTEM_SCOPE, {
    client,
    name: 'Shop',
    code: 'S',
    type: 'store',
    timeZone: 'UTC',
  }))
  ;({ id: area } = await catalog.areas.insert(SYSTEM_SCOPE, { local, name: 'Door' }))
  await catalog.footscans.insert(SYSTEM_SCOPE, { area, mac: MAC })
  key = newToken()
  await catalog.deviceKeys.insert(SYSTEM_SCOPE, { client, footscan: null, name: 'all', keyHash: hashOf(key), at: 0 })
  await catalog.users.insert(
    SYSTEM_SCOPE,
    {
      username: 'admin@aforo.test',
      passwordHash: await hashPassword(PASSWORD),
      role: 'admin',
      clients: [],
      flags: [...ACCESS_FLAGS],
    },
    Date.now(),
  )
  await catalog.close()
  running = await start({ config: config() })
  await until(hasBallast)
})
afterAll(async () => {
  await running?.close()
  disk?.remove()
})

describe.runIf(disk !== null)('on a disk that is full', () => {
  let before: string
  let held: string

  beforeAll(async () => {
    before = tokenOf(await signIn())
    expect((await call('POST', '/campaigns', { token: before, body: campaign('Before') })).status).toBe(201)
    for (let i = 0; i < 20; i += 1) expect((await send()).status).toBe(202)
    disk?.fill()
    // Within what the watch knows of the disk.
    await until(async () => (await call('GET', '/health/ready')).body['status'] === 'degraded')
  })

  test('the ballast is let go, and health names the disk, without refusing requests', async () => {
    await expect.poll(hasBallast, { timeout: 10_000 }).toBe(false)
    expect(await call('GET', '/health/ready')).toMatchObject({
      status: 200,
      body: { status: 'degraded', parts: ['disk'] },
    })
    expect((await call('GET', '/health/live')).status).toBe(200)
  })

  test('what writes is refused with 507 and a time to come back, also where the session may not do it a refusal stays a refusal', async () => {
    for (const [method, path, body] of [
      ['POST', '/campaigns', campaign('While full')],
      ['POST', '/users', { username: 'new@aforo.test' }],
      ['PUT', `/management/places/local/${local}/name`, { name: 'Other' }],
      ['POST', '/dashboards', {}],
      ['POST', '/imports', {}],
      ['POST', '/exports', {}],
      ['POST', `/upload/tickets/hourly/${client}/csv`, {}],
    ] as const) {
      const answer = await call(method, path, { token: before, body })
      expect([path, answer.status, answer.body['code'], answer.retryAfter > 0]).toEqual([
        path,
        507,
        'STORAGE_FULL',
        true,
      ])
    }
    const sent = await send()
    expect([sent.status, sent.body['code'], sent.retryAfter >= 60]).toEqual([507, 'STORAGE_FULL', true])
    expect(await call('POST', '/campaigns', { body: campaign('Unsigned') })).toMatchObject({ status: 401 })
  })

  test('one can read, delete and sign in with the room of the ballast', async () => {
    const campaigns = (await call('GET', '/campaigns', { token: before })).body as unknown as { id: number }[]
    expect(campaigns).toHaveLength(1)
    // Also by a POST, where it stores nothing.
    const me = (await call('GET', '/me', { token: before })).body
    expect(await call('POST', '/users/list', { token: before, body: { ids: [me['id']] } })).toMatchObject({
      status: 200,
      body: [{ username: 'admin@aforo.test' }],
    })
    expect((await call('DELETE', `/campaigns/${campaigns[0]?.id}`, { token: before })).status).toBe(204)
    expect((await signIn()).status).toBe(200)
  })

  test('where another program takes that room too, sign-in and reads go on, a wrong password stays wrong, and signing out ends the session', async () => {
    disk?.fill()
    const signedIn = await signIn()
    expect(signedIn.status).toBe(200)
    held = tokenOf(signedIn)
    expect(await signIn('not it')).toMatchObject({ status: 401, body: { code: 'LOGIN_FAILED' } })
    for (const path of [
      '/me',
      '/clients',
      '/locals',
      '/campaigns',
      '/server/state',
      `/compare/metrics/ins?client=${client}`,
    ])
      expect([path, (await call('GET', path, { token: held })).status < 500]).toEqual([path, true])
    expect(await call('GET', '/me', { token: held })).toMatchObject({
      status: 200,
      body: { username: 'admin@aforo.test' },
    })
    const other = tokenOf(await signIn())
    expect((await call('POST', '/logout', { token: other })).status).toBe(204)
    expect((await call('GET', '/me', { token: other })).status).toBe(401)
    // One that is in the catalog and cannot be removed from it has ended all the same.
    expect((await call('POST', '/logout', { token: before })).status).toBe(204)
    expect((await call('GET', '/me', { token: before })).status).toBe(401)
  })

  test('with space again everything goes on by itself: nothing that was acknowledged is lost or counted twice, and the ballast is back', async () => {
    disk?.free()
    await expect.poll(async () => (await call('GET', '/health/ready')).body['status'], { timeout: 5000 }).toBe('ok')
    for (let i = 0; i < 20; i += 1) expect((await send()).status).toBe(202)
    expect((await call('POST', '/campaigns', { token: held, body: campaign('After') })).status).toBe(201)
    await running.app.ingest.applied()
    await expect.poll(hasBallast, { timeout: 15_000 }).toBe(true)
    // A new start knows what was stored, and nothing that was not.
    await running.close()
    running = await start({ config: config() })
    const token = tokenOf(await signIn())
    expect((await call('GET', '/campaigns', { token })).body).toMatchObject([{ name: 'After' }])
    const { createDuckDbFactStore } = await import('./facts/duckdb/store.ts')
    await running.close()
    const facts = await createDuckDbFactStore({ path: join(folder, 'facts.duckdb') })
    expect(await facts.read('SELECT CAST(sum(ins) AS INTEGER) FROM device_hour')).toEqual([[acknowledged]])
    await facts.close()
    running = await start({ config: config() })
  }, 60_000)

  test('a server starts on a full disk that has a ballast', async () => {
    await running.close()
    rmSync(join(folder, 'filler'), { force: true })
    disk?.fill()
    running = await start({ config: config() })
    expect((await signIn()).status).toBe(200)
    disk?.free()
  })
})
