import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ServerState } from '#schemas/generated/entities/server-state.ts'
import type { UndeliveredMail } from '#schemas/generated/entities/undelivered-mail.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { startMailServer } from '../../testing/mail.ts'
import type { TestMailServer } from '../../testing/mail.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'

let f: Fixture
let admin: Send
let analyst: Send
async function open(smtpUrl: string | null = null): Promise<void> {
  f = await fixture({ config: { smtpUrl, noticeMail: false } })
  admin = sender(f, await f.signIn('admin'))
  analyst = sender(f, await f.signIn('analyst'))
}
let mails: TestMailServer | null = null
afterEach(async () => {
  await f.close()
  await mails?.close()
  mails = null
})

describe('in maintenance', () => {
  beforeEach(() => open())

  test('everyone but administrators gets 503 with a code; sign-in, health and the look of the login page go on, and it says so', async () => {
    const operator = await f.signIn('operator')
    expect((await admin('PUT', '/server/maintenance', { maintenance: true })).body).toMatchObject({ maintenance: true })
    for (const path of [
      '/me',
      '/clients',
      '/locals',
      '/compare/metrics/ins',
      '/server/state',
      '/auth/user/login-info',
    ]) {
      expect([path, await analyst('GET', path)]).toMatchObject([path, { status: 503, body: { code: 'MAINTENANCE' } }])
    }
    expect((await admin('GET', '/clients')).status).toBe(200)
    expect((await f.get('/health/live')).status).toBe(200)
    expect((await f.get('/branding/aforo')).body).toMatchObject({ maintenance: true })
    expect(await f.signIn('analyst')).toMatch(/^[\w-]{43}$/)
    // Devices go on, and who leaves may leave.
    expect(await f.app.inject({ method: 'POST', url: '/api/ingest/readings', payload: {} })).toMatchObject({
      statusCode: 401,
    })
    expect(
      (await f.app.inject({ method: 'POST', url: '/api/logout', headers: { access_token: operator } })).statusCode,
    ).toBe(204)

    await admin('PUT', '/server/maintenance', { maintenance: false })
    expect((await analyst('GET', '/me')).status).toBe(200)
    expect((await f.get('/branding/aforo')).body).toMatchObject({ maintenance: false })
    expect(
      (await f.catalog.audit.list(SYSTEM_SCOPE, 9))
        .map(({ action }) => action)
        .filter((action) => action.startsWith('maintenance')),
    ).toEqual(['maintenance.off', 'maintenance.on'])
  })

  test('another process of the same catalog learns of it, and a new start knows it', async () => {
    await f.catalog.settings.set('maintenance', true, 1)
    f.clock.time += 2_000
    expect((await analyst('GET', '/me')).status).toBe(503)
  })
})

describe('without a mail server', () => {
  beforeEach(() => open())
  const state = async () => (await admin('GET', '/server/state')).body as ServerState

  test('nothing is promised: links and codes are refused in the same words for everybody', async () => {
    for (const name of ['analyst@aforo.test', 'otp@aforo.test', 'stranger@aforo.test']) {
      for (const url of [`/auth/user/email/${name}`, `/auth/user/otp/${name}/generate`]) {
        expect([url, (await f.app.inject({ method: 'POST', url: `/api${url}` })).json()]).toMatchObject([
          url,
          { code: 'MAIL_UNAVAILABLE' },
        ])
      }
    }
    expect(
      (await f.app.inject({ method: 'POST', url: '/api/scewc', payload: { email: 'analyst@aforo.test' } })).statusCode,
    ).toBe(409)
    expect((await f.get('/branding/aforo')).body).toMatchObject({ mail: false })
  })

  test('administrators see which mails did not leave, without what they said', async () => {
    expect(await state()).toEqual({
      maintenance: false,
      mailLeaves: false,
      undelivered: 0,
      isDiskFull: false,
      damages: [],
    })
    await admin('POST', '/users', { username: 'new@aforo.test' })
    await f.app.background.settled()
    const list = await admin('GET', '/server/mails')
    expect(list.body).toEqual([
      {
        id: expect.any(Number),
        at: f.clock.time,
        kind: 'invite',
        to: 'new@aforo.test',
        state: 'failed',
        tries: null,
        reason: 'noMailServer',
      },
    ])
    expect(JSON.stringify(list.body)).not.toContain('changepass')
    expect((await state()).undelivered).toBe(1)
    expect((await admin('DELETE', '/server/mails')).status).toBe(204)
    expect((await state()).undelivered).toBe(0)
  })
})

test('a mail that waits is listed, and leaves when it is tried again', async () => {
  const server = await startMailServer()
  mails = server
  await open(server.url)
  expect((await f.get('/branding/aforo')).body).toMatchObject({ mail: true })
  server.refuse(451)
  await f.app.inject({ method: 'POST', url: '/api/auth/user/email/analyst@aforo.test' })
  await f.app.background.settled()
  await expect
    .poll(async () => (await admin('GET', '/server/mails')).body)
    .toEqual([
      {
        id: expect.any(Number),
        at: expect.any(Number),
        kind: 'recover',
        to: 'analyst@aforo.test',
        state: 'waiting',
        tries: 1,
        reason: null,
      },
    ])
  const [waiting] = (await admin('GET', '/server/mails')).body as UndeliveredMail[]
  expect((await admin('POST', `/server/mails/${waiting?.id}/retry`)).status).toBe(204)
  expect((await server.next('analyst@aforo.test')).text).toContain('changepass')
  expect((await admin('GET', '/server/mails')).body).toEqual([])
  expect(await admin('POST', `/server/mails/${waiting?.id}/retry`)).toMatchObject({
    status: 404,
    body: { code: 'MAIL_NOT_FOUND' },
  })
})
