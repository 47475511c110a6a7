/** Bulk mails: whom they are for, how a person gets one, that it is sent once, and how to get no more news. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BulkMailDraft } from '#schemas/generated/api/bulk-mail-draft.ts'
import type { BulkMailAudiencePreview } from '#schemas/generated/entities/bulk-mail-audience-preview.ts'
import type { BulkMailOutcomes } from '#schemas/generated/entities/bulk-mail-outcomes.ts'
import type { BulkMail } from '#schemas/generated/entities/bulk-mail.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { nounFacts } from '../../resource/testing.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { startMailServer } from '../../testing/mail.ts'
import type { TestMailServer } from '../../testing/mail.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'

describe('as every noun', () => {
  nounFacts('bulk-mails')
})

const PATH = '/bulk-mails'
let f: Fixture
let server: TestMailServer
let admin: Send
let group: number
const idOf = async (name: string) => (await f.catalog.users.findByUsername(SYSTEM_SCOPE, `${name}@aforo.test`))!.id
beforeAll(async () => {
  server = await startMailServer()
  f = await fixture({ config: { smtpUrl: server.url } })
  admin = sender(f, await f.signIn('admin'))
  group = await f.catalog.groups.insert(SYSTEM_SCOPE, {
    name: 'Museum people',
    clients: [f.ids.museum],
    members: [await idOf('nowhere')],
  })
})
beforeEach(() => {
  f.clock.time = NOW
})
afterAll(async () => {
  await f.close()
  await server.close()
})

const NO_RECIPIENTS = { roles: [], clients: [], groups: [], languages: [], seen: 'any', seenDays: 90 } as const
type Filter = Partial<BulkMailDraft['filter']>
let made = 0
const draft = (filter: Filter = {}, more: Partial<BulkMailDraft> = {}): BulkMailDraft => ({
  name: `Mail ${++made}`,
  kind: 'service',
  filter: { ...NO_RECIPIENTS, ...filter } as BulkMailDraft['filter'],
  texts: [
    { language: 'es', subject: 'Mantenimiento', text: 'El domingo no hay datos.\n\nEl lunes sí.' },
    { language: 'en', subject: 'Maintenance', text: 'No data on Sunday.' },
  ],
  ...more,
})
const save = async (body: BulkMailDraft) => (await admin('POST', PATH, body)).body as BulkMail
const addresses = async (filter: Filter, kind = 'service') => {
  const { body } = await admin('POST', `${PATH}/audience`, { kind, filter: { ...NO_RECIPIENTS, ...filter } })
  return (body as BulkMailAudiencePreview).shown.map(({ address }) => address.split('@')[0])
}
const outcomes = async (id: number, query = '') =>
  (await admin('GET', `${PATH}/${id}/recipients${query}`)).body as BulkMailOutcomes
const deliver = () => f.app.jobs.find(({ name }) => name === 'bulk-mails')!.run()
const sentTo = (subject: string) =>
  server.taken
    .filter(({ mail }) => mail.subject === subject)
    .map(({ to }) => to)
    .toSorted()

describe('a bulk mail is refused', () => {
  test('with no text, two of one language, an unknown kind, and a subject on two lines', async () => {
    const [text] = draft().texts
    const cases: [object, string][] = [
      [{ texts: [] }, 'REQUEST_INVALID'],
      [{ texts: [text, text] }, 'BULK_MAIL_LANGUAGE_TWICE'],
      [{ kind: 'spam' }, 'REQUEST_INVALID'],
      [{ texts: [{ ...text, subject: 'a\r\nBcc: x@y.test' }] }, 'REQUEST_INVALID'],
      [{ texts: [{ ...text, subject: ' ' }] }, 'REQUEST_INVALID'],
      [{ filter: { ...NO_RECIPIENTS, seenDays: 0 } }, 'REQUEST_INVALID'],
    ]
    for (const [more, code] of cases)
      expect([more, await admin('POST', PATH, { ...draft(), ...more })]).toMatchObject([
        more,
        { status: 400, body: { code } },
      ])
  })

  test('without recipients to be sent, and once it was sent to be sent, changed or removed', async () => {
    const unmatched = await save(draft({ languages: ['cs'] }))
    expect(await admin('POST', `${PATH}/${unmatched.id}/send`)).toMatchObject({
      status: 409,
      body: { code: 'BULK_MAIL_RECIPIENTS_REQUIRED' },
    })
    expect((await admin('GET', `${PATH}/${unmatched.id}`)).body).toMatchObject({ status: 'saved' })
    const { id } = await save(draft({ groups: [group] }))
    expect((await admin('POST', `${PATH}/${id}/send`)).body).toMatchObject({ status: 'sent' })
    expect(await admin('POST', `${PATH}/${id}/send`)).toMatchObject({
      status: 409,
      body: { code: 'ENTRY_STATE_CONFLICT' },
    })
    const sent = { status: 409, body: { code: 'BULK_MAIL_SENT' } }
    expect(await admin('PUT', `${PATH}/${id}`, draft())).toMatchObject(sent)
    expect(await admin('DELETE', `${PATH}/${id}`)).toMatchObject(sent)
  })
})

describe('where no mail leaves the server', () => {
  test('neither a test nor a bulk mail is sent, and it stays saved, without recipients', async () => {
    const silent = await fixture()
    try {
      const ask = sender(silent, await silent.signIn('admin'))
      const { id } = (await ask('POST', PATH, draft())).body as BulkMail
      const refusal = { status: 409, body: { code: 'MAIL_UNAVAILABLE' } }
      expect(await ask('POST', `${PATH}/${id}/test`)).toMatchObject(refusal)
      expect(await ask('POST', `${PATH}/${id}/send`)).toMatchObject(refusal)
      await silent.app.jobs.find(({ name }) => name === 'bulk-mails')!.run()
      expect((await ask('GET', `${PATH}/${id}`)).body).toMatchObject({ status: 'saved' })
      expect((await ask('GET', `${PATH}/${id}/recipients`)).body).toMatchObject({ rows: [] })
      expect((await silent.catalog.audit.list(SYSTEM_SCOPE, 5)).map(({ action }) => action)).not.toContain(
        'bulkMail.send',
      )
    } finally {
      await silent.close()
    }
  })
})

describe('it is for', () => {
  test('people who can sign in: no disabled and no demo accounts', async () => {
    const all = await addresses({})
    expect(all).toContain('analyst')
    expect(all).not.toContain('disabled')
    expect(all).not.toContain('guest')
  })

  test('those of a role, a client, a group or a language, and of their intersection where several are given', async () => {
    expect(await addresses({ roles: ['admin'] })).toEqual(['admin'])
    expect(await addresses({ clients: [f.ids.dos] })).toEqual(['multi', 'other'])
    // Through the group.
    expect(await addresses({ clients: [f.ids.museum] })).toEqual(['nowhere'])
    expect(await addresses({ groups: [group] })).toEqual(['nowhere'])
    expect(await addresses({ languages: ['en'] })).toEqual([])
    expect(await addresses({ roles: ['basic'], clients: [f.ids.dos] })).toEqual(['multi', 'other'])
    expect(await addresses({ roles: ['admin'], clients: [f.ids.dos] })).toEqual([])
  })

  test('those who were here of late, or who were not', async () => {
    await f.signIn('analyst')
    const [late, not] = [
      await addresses({ seen: 'within', seenDays: 1 }),
      await addresses({ seen: 'notSince', seenDays: 1 }),
    ]
    expect([late.includes('analyst'), not.includes('analyst')]).toEqual([true, false])
    expect([late.includes('multi'), not.includes('multi')]).toEqual([false, true])
    f.clock.time = NOW + 3 * 86_400_000
    admin = sender(f, await f.signIn('admin'))
    expect(await addresses({ seen: 'within', seenDays: 2 })).toEqual(['admin'])
    f.clock.time = NOW
    admin = sender(f, await f.signIn('admin'))
  })
})

test('a person’s preview is in their language, or in the first one, and is what they get', async () => {
  const id = await idOf('multi')
  const mail = await save(draft({}, { texts: [{ language: 'en', subject: 'Hello all', text: 'First.\n\nSecond.' }] }))
  expect((await admin('GET', `${PATH}/${mail.id}/preview/${id}`)).body).toMatchObject({
    to: 'multi@aforo.test',
    language: 'en',
    subject: 'Hello all',
    text: expect.stringContaining('First.\n\nSecond.'),
  })
  const both = await save(draft())
  expect((await admin('GET', `${PATH}/${both.id}/preview/${id}`)).body).toMatchObject({ subject: 'Mantenimiento' })
  expect(await admin('GET', `${PATH}/${both.id}/preview/987654`)).toMatchObject({ status: 404 })
})

test('a test goes to its sender alone, and no recipient is recorded', async () => {
  const mail = await save(draft({}, { texts: [{ language: 'es', subject: 'Prueba una', text: 'Solo para mí.' }] }))
  expect((await admin('POST', `${PATH}/${mail.id}/test`)).status).toBe(204)
  expect(sentTo('Prueba una')).toEqual(['admin@aforo.test'])
  expect((await outcomes(mail.id)).rows).toEqual([])
  expect((await admin('GET', `${PATH}/${mail.id}`)).body).toMatchObject({ status: 'saved' })
  server.refuse(550)
  expect(await admin('POST', `${PATH}/${mail.id}/test`)).toMatchObject({
    status: 502,
    body: { code: 'BULK_MAIL_TEST_FAILED' },
  })
})

test('it is sent to each once; what is refused for good has failed, what may pass later waits, and each is listed', async () => {
  const { id } = await save(
    draft({ clients: [f.ids.uno] }, { texts: [{ language: 'es', subject: 'A todos', text: 'Hola.' }] }),
  )
  const total = (await addresses({ clients: [f.ids.uno] })).length
  // Mails of other tests that still wait go first.
  await deliver()
  await admin('POST', `${PATH}/${id}/send`)
  expect((await outcomes(id)).counts).toMatchObject({ waiting: total, sent: 0 })
  server.refuse(550, 451)
  await deliver()
  const first = await outcomes(id)
  expect(first.counts).toMatchObject({ waiting: 1, failed: 1, sent: total - 2 })
  expect(first.rows.filter(({ outcome }) => outcome !== 'sent')).toMatchObject([
    { outcome: 'failed', reason: 'EENVELOPE 550' },
    { outcome: 'waiting', reason: 'EENVELOPE 451', tries: 1 },
  ])
  f.clock.time = NOW + 60_000
  await deliver()
  expect((await outcomes(id)).counts).toMatchObject({ waiting: 0, failed: 1, sent: total - 1 })
  const [failed] = (await outcomes(id, '?outcome=failed')).rows
  expect((await admin('POST', `${PATH}/${id}/recipients/${failed!.id}/again`)).body).toMatchObject({
    outcome: 'waiting',
  })
  await deliver()
  expect(await admin('POST', `${PATH}/${id}/recipients/${failed!.id}/again`)).toMatchObject({
    status: 409,
    body: { code: 'BULK_MAIL_RECIPIENT_CONFLICT' },
  })
  expect(await admin('POST', `${PATH}/${id}/recipients/987654/again`)).toMatchObject({
    status: 404,
    body: { code: 'BULK_MAIL_RECIPIENT_NOT_FOUND' },
  })
  const everyone = (await outcomes(id)).rows.map(({ address }) => address).toSorted()
  expect(sentTo('A todos')).toEqual(everyone)
})

describe('news', () => {
  const linkOf = async (subject: string, to: string) => {
    const { mail } = server.taken.find((one) => one.to === to && one.mail.subject === subject)!
    const header = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
    return { mail, token: /\/api\/unsubscribe\/([^>]+)>/.exec(header)?.[1] ?? '' }
  }
  const stranger: Send = (...call) => sender(f)(...call)

  test('say how to get no more: in the mail, and to its program; mails about the service do not', async () => {
    const { id } = await save(
      draft(
        { clients: [f.ids.dos] },
        { kind: 'news', texts: [{ language: 'es', subject: 'Novedad', text: 'Hay algo.' }] },
      ),
    )
    await admin('POST', `${PATH}/${id}/send`)
    await deliver()
    const { mail, token } = await linkOf('Novedad', 'multi@aforo.test')
    expect(mail.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe('List-Unsubscribe=One-Click')
    expect(mail.text).toContain(`https://aforo.example.com/unsubscribe/${token}`)
    const service = server.taken.find((one) => one.mail.subject === 'A todos')!.mail
    expect(service.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(false)
  })

  test('one click ends them, without a session, however often; a look at the link does not', async () => {
    const { token } = await linkOf('Novedad', 'multi@aforo.test')
    const link = `/unsubscribe/${token}`
    expect((await stranger('GET', link)).body).toEqual({ address: 'multi@aforo.test', isUnsubscribed: false })
    const click = () =>
      stranger('POST', link, 'List-Unsubscribe=One-Click', { 'content-type': 'application/x-www-form-urlencoded' })
    expect([(await click()).status, (await click()).status]).toEqual([204, 204])
    expect((await stranger('GET', link)).body).toMatchObject({ isUnsubscribed: true })
    const log = (await f.catalog.audit.list(SYSTEM_SCOPE, 20)).filter(({ action }) => action === 'bulkMail.unsubscribe')
    expect(log).toMatchObject([{ target: 'multi@aforo.test', user: await idOf('multi') }])
  })

  test('are not sent to people who unsubscribed, also when they waited; mails about the service are', async () => {
    expect(await addresses({ clients: [f.ids.dos] }, 'news')).toEqual(['other'])
    expect(await addresses({ clients: [f.ids.dos] })).toEqual(['multi', 'other'])
    const texts: BulkMailDraft['texts'] = [{ language: 'es', subject: 'Otra novedad', text: 'Hay más.' }]
    const { id } = await save(draft({ clients: [f.ids.dos] }, { kind: 'news', texts }))
    await admin('POST', `${PATH}/${id}/send`)
    const { token } = await linkOf('Novedad', 'other@aforo.test')
    await stranger('POST', `/unsubscribe/${token}`)
    await deliver()
    expect(sentTo('Otra novedad')).toEqual([])
    expect((await outcomes(id)).counts).toMatchObject({ unsubscribed: 2, sent: 0 })
  })

  test('a link that was changed, moved or made up is refused, and changes nothing', async () => {
    const { token } = await linkOf('Novedad', 'multi@aforo.test')
    for (const wrong of [`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, 'v1.x.y.z', String(f.ids.uno)])
      expect(await stranger('POST', `/unsubscribe/${wrong}`)).toMatchObject({
        status: 404,
        body: { code: 'LINK_INVALID' },
      })
  })
})
