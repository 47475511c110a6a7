import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { memoryCatalog } from '../../testing/catalog.ts'
import type { Catalog } from '../../catalog.ts'
import { secretsOf } from '../../lib/secrets.ts'
import { startMailServer } from '../../testing/mail.ts'
import type { TestMailServer } from '../../testing/mail.ts'
import { mailService } from './service.ts'
import type { MailService } from './service.ts'
import { smtpTransport } from './transport.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const ANA = 'ana@aforo.test'
const link = 'https://aforo.example.com/changepass/Marker-link'
const recover = { to: ANA, kind: 'recover', language: 'en', values: { username: ANA, minutes: 30, link } } as const

let server: TestMailServer
let catalog: Catalog
let clock: { time: number; now(): number }
let said: unknown[]
let mail: MailService

const open = (options: { keep?: boolean; smtpUrl?: string | null } = {}) => {
  const { keep = false, smtpUrl = server.url } = options
  const note = (...line: unknown[]) => {
    said.push(line)
  }
  return mailService({
    mails: catalog.mails,
    secrets: secretsOf('k'.repeat(32)),
    clock,
    keep,
    log: { warn: note, error: note },
    reports: catalog.reportRuns,
    transport: smtpUrl === null ? null : smtpTransport({ smtpUrl, mailFrom: 'no-reply@aforo.test' }),
  })
}

beforeEach(async () => {
  server = await startMailServer()
  catalog = await memoryCatalog()
  clock = {
    time: NOW,
    now() {
      return this.time
    },
  }
  said = []
  mail = open()
})
afterEach(async () => {
  await mail.close()
  await server.close()
  await catalog.close()
})

describe('a mail', () => {
  test('that the server does not take now is tried again, later and later', async () => {
    server.refuse(451, 451)
    await mail.send(recover)
    await mail.deliver()
    expect(await catalog.mails.due(NOW + 14_999, 9)).toEqual([])
    clock.time = NOW + 15_000
    await mail.deliver()
    expect((await catalog.mails.list(9)).map(({ tries }) => tries)).toEqual([2])
    expect(await catalog.mails.due(NOW + 15_000 + 59_999, 9)).toEqual([])
    clock.time = NOW + 75_000
    await mail.deliver()
    expect((await server.next(ANA)).subject).toBe('Change your password')
    expect(await catalog.mails.list(9)).toEqual([])
  })

  test('that the server will never take is dropped, with a line that has neither link nor address', async () => {
    server.refuse(550)
    await mail.send(recover)
    await mail.deliver()
    expect(await catalog.mails.list(9)).toEqual([])
    expect(said).toEqual([[{ mail: expect.any(Number), reason: 'EENVELOPE 550' }, 'mail refused']])
  })

  test('with an expired link is dropped', async () => {
    server.refuse(451)
    await mail.send(recover)
    await mail.deliver()
    clock.time = NOW + 30 * 60_000
    await mail.deliver()
    expect([server.taken.length, await catalog.mails.list(9)]).toEqual([0, []])
  })

  test('without a mail server is not kept: its link would lie there unused', async () => {
    const none = open({ smtpUrl: null })
    await none.send(recover)
    expect(await catalog.mails.list(9)).toEqual([])
    expect(said).toEqual([[{ kind: 'recover' }, 'a mail was not sent: SMTP_URL is not set']])
  })

  test('to a server that is away waits, and leaves with the next start', async () => {
    await server.close()
    await mail.send(recover)
    await mail.deliver()
    const [waiting] = await catalog.mails.list(9)
    expect(waiting).toMatchObject({ state: 'waiting', tries: 1 })
    expect(waiting?.sealed).not.toContain('Marker')
    server = await startMailServer()
    clock.time += 15_000
    const again = open()
    await again.deliver()
    expect((await server.next(ANA)).text).toContain(link)
    await again.close()
  })

  test('that cannot be read does not stop the ones behind it', async () => {
    await catalog.mails.add(NOW, () => 'broken')
    await mail.send(recover)
    expect((await server.next(ANA)).subject).toBe('Change your password')
    await mail.deliver()
    expect(await catalog.mails.list(9)).toEqual([])
  })

  test('arrives as text and HTML from the address of the product, to one recipient for every form of address', async () => {
    const odd = '"a,b;c"@aforo.test'
    await mail.send({ ...recover, to: odd, language: 'cs' })
    await mail.deliver()
    expect(server.taken.map(({ to }) => to)).toEqual([odd])
    const { from, subject, text, html } = await server.next(odd)
    expect({ from, subject }).toEqual({
      from: { name: 'Aforo', address: 'no-reply@aforo.test' },
      subject: 'Změňte si heslo',
    })
    expect(text).toContain(link)
    expect(html).toContain(`<a href="${link}">Změnit heslo</a>`)
  })
})

test('a demo keeps what it sent for the mailbox, newest first, and the last two hundred only', async () => {
  const demo = open({ keep: true, smtpUrl: null })
  for (let n = 0; n < 203; n++)
    await demo.send({ to: ANA, kind: 'otp', language: 'en', values: { username: ANA, code: String(n), minutes: 5 } })
  await demo.deliver()
  const box = await demo.mailbox()
  expect([box.length, box[0]?.subject, box.at(-1)?.subject]).toEqual([
    200,
    'Your sign-in code: 202',
    'Your sign-in code: 3',
  ])
})

test('a report whose files were removed while its mail waited does not go without them', async () => {
  await mail.send({
    to: ANA,
    kind: 'report',
    language: 'en',
    run: 404,
    values: { sender: 'boss@aforo.test', subject: 'Week', name: 'Compare', date: 'today', items: [], link: 'http://x' },
  })
  await mail.deliver()
  expect([server.taken.length, await catalog.mails.list(9), said]).toEqual([
    0,
    [],
    [[{ mail: expect.any(Number), run: 404 }, 'mail given up: the files of its report are gone']],
  ])
})
