import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailOf } from '../../../tests/authz/report-recipes.ts'
import { fixture, NOW, PASSWORD } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'

let demo: Fixture
beforeAll(async () => {
  demo = await fixture({ config: { mode: 'demo', publicUrl: 'http://localhost:8080', noticeMail: false } })
})
afterAll(() => demo.close())

test('there is no mailbox page outside the demo', async () => {
  const real = await fixture()
  expect((await real.get('/demo/mailbox')).status).toBe(404)
  expect((await real.get('/demo/mailbox', await real.signIn('admin'))).status).toBe(404)
  await real.close()
})

test('the mailbox is empty at first', async () => {
  expect((await demo.get('/demo/mailbox')).text).toContain('No mail yet.')
})

test('the mailbox shows what was sent, newest first, as a page without scripts and as JSON; a code of it signs in', async () => {
  await demo.app.inject({ method: 'POST', url: '/api/auth/user/email/analyst' })
  await demo.app.background.settled()
  const reply = await demo.app.inject({ method: 'POST', url: '/api/auth/user/otp/otp/generate' })
  await demo.app.background.settled()
  const { text, headers } = await demo.get('/demo/mailbox')
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(text).not.toMatch(/<script|style=|\son\w+=/)
  expect(text).toMatch(/<a href="http:\/\/localhost:8080\/changepass\/[\w-]{43}">/)
  const { body } = await demo.get('/demo/mailbox', undefined, { accept: 'application/json' })
  expect(body).toEqual([
    {
      id: expect.any(Number),
      at: demo.clock.time,
      attachments: [],
      to: 'otp@aforo.test',
      subject: expect.stringMatching(/^Tu código de acceso: \d{8}$/),
      text: expect.stringContaining('otp@aforo.test'),
    },
    {
      id: expect.any(Number),
      at: demo.clock.time,
      attachments: [],
      to: 'analyst@aforo.test',
      subject: 'Cambia tu contraseña',
      text: expect.stringContaining('http://localhost:8080/changepass/'),
    },
  ])
  const code = (body as { subject: string }[])[0]?.subject.slice(-8) ?? ''
  const entered = await demo.app.inject({
    method: 'POST',
    url: '/api/auth/user/otp/otp/validate',
    headers: { cookie: String(reply.headers['set-cookie']).split(';')[0] ?? '' },
    payload: { code },
  })
  const cookie = String(entered.headers['set-cookie'])
  expect(cookie).toMatch(/^aforo-otp=[\w-]{43}; Max-Age=120; Path=\/; HttpOnly; SameSite=Strict$/)
  const signedIn = await demo.app.inject({
    method: 'POST',
    url: '/api/oauth/token',
    headers: { cookie: cookie.split(';')[0] ?? '' },
    payload: { username: 'otp', password: PASSWORD, grant_type: 'password' },
  })
  expect(signedIn.statusCode).toBe(200)
})

test('a file that went with a mail opens from the mailbox, as long as it is kept; another number, another mail and a mail without files have none', async () => {
  const run = await demo.catalog.reportRuns.insert(
    {
      owner: 1,
      report: null,
      kind: 'now',
      what: { name: 'Week', dashboard: 'x', values: {}, formats: ['csv'], lang: 'en', timeZone: 'UTC', mail: null },
      dueAt: NOW,
      asOf: '2026-11-20',
    },
    NOW,
  )
  await demo.catalog.reportRuns.end(
    (await demo.catalog.reportRuns.take(NOW, NOW + 1)) ?? { id: 0, tries: 0 },
    { status: 'ready', files: [{ name: 'año.csv', type: 'text/csv', bytes: Buffer.from('a;b') }] },
    NOW,
  )
  const id = await mailOf(demo, run)
  const { text } = await demo.get('/demo/mailbox')
  const [, address = ''] = /<a href="([^"]+)">año\.csv<\/a>, 1 KB/.exec(text) ?? []
  expect(address).toBe(`/api/demo/mailbox/${id}/files/1`)
  expect(await demo.get(address)).toMatchObject({
    status: 200,
    text: 'a;b',
    headers: { 'content-type': 'text/csv', 'content-disposition': "attachment; filename*=UTF-8''a%C3%B1o.csv" },
  })
  for (const wrong of [`${id}/files/2`, `${id + 1}/files/1`, `${id - 1}/files/1`])
    expect((await demo.get(`/demo/mailbox/${wrong}`)).status).toBe(404)
})
