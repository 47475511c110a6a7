/**
 * A bulk mail and a server that is killed: the process is the real one, the mail server is a real one, and it counts
 * who got what (decision 105).
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BulkMailOutcomes } from '#schemas/generated/entities/bulk-mail-outcomes.ts'
import { PROCESS_ENV } from '../../lib/process-env.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf, newToken } from '../../lib/secrets.ts'
import { createCatalog } from '../../open-catalog.ts'

const MAIN = resolve(import.meta.dirname, '../../main.ts')
const PEOPLE = 60
const SUBJECT = 'Restart'

let dataDir: string
/** Who got the mail, in the order in which it was taken. */
const got: string[] = []
/** Called before the server says that it has taken a mail. */
let beforeAnswer: (count: number) => Promise<void> | void = () => undefined
const smtp = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, session, done) {
    void buffer(stream).then(async () => {
      got.push(session.envelope.rcptTo[0]?.address ?? '')
      await beforeAnswer(got.length)
      done()
    })
  },
})
smtp.on('error', () => undefined)
let child: ChildProcess | undefined
let address = ''
const token = newToken()

async function boot(): Promise<void> {
  child = spawn(process.execPath, [MAIN], {
    env: {
      ...PROCESS_ENV,
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      SECRET_KEY: 'q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUiOx3Rt5W',
      SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
      MAIL_FROM: 'aforo@aforo.test',
      LOG_LEVEL: 'info',
      DRAIN_S: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = child.stdout!
  for await (const bytes of lines.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    const found = /http:\/\/127\.0\.0\.1:\d+/.exec(bytes.toString())
    if (found !== null) {
      address = found[0]
      break
    }
  }
  lines.resume()
}
async function kill(): Promise<void> {
  const gone = child!.exitCode !== null || child!.signalCode !== null ? Promise.resolve() : once(child!, 'exit')
  child!.kill('SIGKILL')
  await gone
}
const call = async (method: string, path: string, body?: object) => {
  const reply = await fetch(`${address}/api${path}`, {
    method,
    headers: { access_token: token, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return reply.status === 204 ? null : ((await reply.json()) as unknown)
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'aforo-bulk-'))
  await new Promise<void>((done) => {
    smtp.listen(0, '127.0.0.1', done)
  })
  const catalog = await createCatalog({ catalogUrl: `sqlite:${join(dataDir, 'catalog.sqlite')}` })
  const person = (name: string, role: 'admin' | 'basic') =>
    catalog.users.insert(
      SYSTEM_SCOPE,
      { username: `${name}@aforo.test`, role, clients: [], flags: [], passwordHash: null },
      Date.now(),
    )
  const { id } = await person('admin', 'admin')
  for (let n = 0; n < PEOPLE; n += 1) await person(`p${n}`, 'basic')
  await catalog.sessions.open({
    tokenHash: hashOf(token),
    userId: id,
    at: Date.now(),
    address: '127.0.0.1',
    agent: 'test',
  })
  await catalog.close()
})
afterAll(async () => {
  await kill()
  smtp.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('killed twice in the middle, it sends each recipient at most one, skips none, and reports uncertain ones', async () => {
  await boot()
  const filter = { roles: ['basic'], clients: [], groups: [], languages: [], seen: 'any', seenDays: 90 }
  const draft = { name: 'Restart', kind: 'service', filter, texts: [{ language: 'es', subject: SUBJECT, text: 'Hi.' }] }
  const { id } = (await call('POST', '/bulk-mails', draft)) as { id: number }
  // The first time the mail was taken, and the server never learns of it; the second time it dies between two mails.
  let killed = 0
  beforeAnswer = async (count) => {
    if ((count === 20 && killed === 0) || (count === 40 && killed === 1)) {
      killed += 1
      await kill()
    }
  }
  expect(await call('POST', `/bulk-mails/${id}/send`)).toMatchObject({ status: 'sent' })
  await expect.poll(() => killed, { timeout: 30_000 }).toBe(1)
  await boot()
  await expect.poll(() => killed, { timeout: 30_000 }).toBe(2)
  await boot()
  const outcomes = async () => (await call('GET', `/bulk-mails/${id}/recipients`)) as BulkMailOutcomes
  const unfinished = async () => {
    const { waiting, sending } = (await outcomes()).counts
    return waiting + sending
  }
  await expect.poll(unfinished, { timeout: 30_000 }).toBe(0)
  const { counts, rows } = await outcomes()
  const of = (outcome: string) => rows.filter((row) => row.outcome === outcome).map((row) => row.address)
  // No one got two, and every recipient is accounted for: sent, or uncertain and named.
  expect(got.length).toBe(new Set(got).size)
  expect(counts).toMatchObject({ sent: PEOPLE - 2, unsure: 2, waiting: 0, sending: 0, failed: 0 })
  expect([...of('sent'), ...of('unsure')].toSorted()).toEqual(
    Array.from({ length: PEOPLE }, (_, n) => `p${n}@aforo.test`).toSorted(),
  )
  expect(of('sent').every((address) => got.includes(address))).toBe(true)
}, 120_000)
