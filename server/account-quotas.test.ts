import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatLayout } from '../src/engine/core/document/format.ts'
import { USUAL_QUOTAS } from './lib/quotas.ts'
import { SYSTEM_SCOPE } from './lib/scope.ts'
import { sweepFiles } from './lib/sweep-files.ts'
import { fixture, NOW } from './testing/fixture.ts'
import type { Fixture } from './testing/fixture.ts'
import { sender } from './testing/send.ts'
import type { Send } from './testing/send.ts'
import { formWith } from './modules/uploads/testing.ts'

const MB = 1_000_000
const DAY_MS = 86_400_000

let f: Fixture
let analyst: Send
let other: Send
beforeAll(async () => {
  f = await fixture({
    config: {
      quotas: { ...USUAL_QUOTAS, dashboardMb: 1, revisions: 10, uploadsADay: 3, clientUploadsADay: 4, trackingMb: 1 },
    },
  })
  analyst = sender(f, await f.signIn('analyst'))
  other = sender(f, await f.signIn('other'))
})
afterAll(() => f.close())

/** A document of about so many bytes. */
const page = (name: string, bytes = 0) =>
  formatLayout({
    format: 1,
    _id: 'mine',
    revision: 0,
    name,
    widgets: { note: { type: 'text', options: { markdown: 'x'.repeat(bytes) } } },
    layout: { sections: [{ id: 'top', widgets: ['note'] }] },
  })
const code = async (answer: ReturnType<Send>) => {
  const { status, body } = await answer
  return [status, (body as { code?: string } | null)?.code]
}

describe('revisions and drafts of an account', () => {
  test('take so many MB: what does not fit is not kept, others go on, and what is removed makes room', async () => {
    const text = page('Large', 18_000)
    const ids: string[] = []
    for (let n = 0; n < 40; n++) {
      const { status, body } = await analyst('POST', '/dashboards', { text })
      if (status === 201) ids.push((body as { id: string }).id)
    }
    expect(ids.length).toBeGreaterThan(30)
    // The rest as drafts, which count too.
    const drafts: unknown[] = []
    const keep = (id: string | undefined, bytes: number) =>
      code(analyst('PUT', `/dashboards/${id}/draft`, { text: 'd'.repeat(bytes), baseRevision: 1 }))
    for (const id of ids) drafts.push(await keep(id, 40_000))
    const small = ids.find((_, at) => (drafts[at] as number[])[0] === 409)
    expect(await keep(small, 100)).toEqual([200, undefined])
    for (const [at, id] of ids.entries()) if (id !== small && (drafts[at] as number[])[0] === 409) await keep(id, 4000)
    expect(drafts[0]).toEqual([200, undefined])
    expect(drafts.at(-1)).toEqual([409, 'DASHBOARD_QUOTA_EXCEEDED'])
    const bytes = await f.catalog.dashboards.bytesOf({
      ...SYSTEM_SCOPE,
      userId: (await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'analyst@aforo.test'))!.id,
    })
    expect(bytes).toBeGreaterThan(0.99 * MB)
    expect(bytes).toBeLessThanOrEqual(MB)
    expect(await code(analyst('POST', '/dashboards', { text }))).toEqual([409, 'DASHBOARD_QUOTA_EXCEEDED'])
    const revision = async () => ((await analyst('GET', `/dashboards/${small}`)).body as { revision: number }).revision
    expect(await code(analyst('PUT', `/dashboards/${small}`, { revision: 1, text }))).toEqual([
      409,
      'DASHBOARD_QUOTA_EXCEEDED',
    ])
    expect(await revision()).toBe(1)
    // A refused publication leaves its draft.
    expect(((await analyst('GET', `/dashboards/${small}/draft`)).body as { text: string }).text).toHaveLength(100)
    expect((await other('POST', '/dashboards', { text })).status).toBe(201)
    for (const id of ids.slice(0, 3)) expect((await analyst('DELETE', `/dashboards/${id}`)).status).toBe(204)
    expect((await analyst('POST', '/dashboards', { text })).status).toBe(201)
  })

  test('of a dashboard are the newest ones; numbers go on', async () => {
    const { id } = (await other('POST', '/dashboards', { text: page('Often') })).body as { id: string }
    for (let revision = 1; revision <= 14; revision++)
      expect((await other('PUT', `/dashboards/${id}`, { revision, text: page(`Often ${revision}`) })).status).toBe(200)
    const { body } = await other('GET', `/dashboards/${id}/revisions`)
    expect((body as { number: number }[]).map(({ number }) => number)).toEqual([15, 14, 13, 12, 11, 10, 9, 8, 7, 6])
    expect(await code(other('GET', `/dashboards/${id}/revisions/5`))).toEqual([404, 'DASHBOARD_REVISION_NOT_FOUND'])
    expect((await other('POST', `/dashboards/${id}/revisions/6/restore`)).status).toBe(200)
  })
})

describe('uploads', () => {
  const upload = (send: Send, client: number, line: string) => {
    const { payload, headers } = formWith(line)
    return send('POST', `/upload/tickets/daily/${client}/csv`, payload, headers)
  }
  async function uploader(name: string, clients: readonly number[]): Promise<{ id: number; send: Send }> {
    const passwordHash = (await f.catalog.sessions.credentials('analyst@aforo.test'))?.passwordHash ?? null
    const { id } = await f.catalog.users.insert(
      SYSTEM_SCOPE,
      { username: `${name}@aforo.test`, role: 'basic', flags: ['canUpload'], clients: [...clients], passwordHash },
      NOW,
    )
    return { id, send: sender(f, await f.signIn(name)) }
  }

  test('are so many a day of an account, and of a client, which others cannot spend', async () => {
    const [one, two, outsider] = [
      await uploader('one', [f.ids.uno]),
      await uploader('two', [f.ids.uno]),
      await uploader('outsider', [f.ids.dos]),
    ]
    for (let n = 0; n < 3; n++)
      expect(await code(upload(outsider.send, f.ids.uno, 'U1;2026-11-18;3'))).toEqual([404, 'CLIENT_NOT_FOUND'])
    const answers: unknown[] = []
    for (let n = 1; n <= 4; n++) answers.push((await upload(one.send, f.ids.uno, `U1;2026-11-18;${n}`)).status)
    expect(answers).toEqual([200, 200, 200, 429])
    expect((await upload(two.send, f.ids.uno, 'U1;2026-11-18;8')).status).toBe(200)
    expect(await code(upload(two.send, f.ids.uno, 'U1;2026-11-18;9'))).toEqual([429, 'RATE_LIMITED'])
    f.clock.time += DAY_MS
    expect((await upload({ send: sender(f, await f.signIn('two')) }.send, f.ids.uno, 'U1;2026-11-18;9')).status).toBe(
      200,
    )
    f.clock.time = NOW
  })

  test.each(['/upload/tickets/daily/1/csv', '/upload/tickets/daily/1/check', '/imports'])(
    'are two at a time of an account: %s',
    async (path) => {
      const { id, send } = await uploader(`three${path.length}`, [f.ids.uno])
      const { payload, headers } = formWith('U1;2026-11-17;3')
      const held = [new PassThrough(), new PassThrough()]
      for (const raw of held) f.app.openUploads.take(id, { raw } as unknown as FastifyReply)
      expect(await code(send('POST', path, payload, headers))).toEqual([429, 'UPLOADS_EXCEEDED'])
      for (const raw of held) raw.destroy()
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
      expect((await send('POST', path, payload, headers)).status).not.toBe(429)
    },
  )
})

test('events of an account are so many MB a day; the next day begins anew', async () => {
  const batch = (n: number) => ({
    events: [
      {
        id: `big${n}`,
        event: 'route',
        timestamp: NOW,
        meta: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`text${at}`, 'x'.repeat(1000)])),
      },
    ],
  })
  const analyst = sender(f, await f.signIn('analyst'))
  const statuses: number[] = []
  for (let n = 0; n < 30; n++) statuses.push((await analyst('POST', '/monitoring/tracking/', batch(n))).status)
  expect([statuses.filter((status) => status === 204).length, statuses.at(-1)]).toEqual([24, 429])
  expect((await f.catalog.tracking.list(SYSTEM_SCOPE)).filter(({ id }) => id.startsWith('big'))).toHaveLength(24)
  f.clock.time += DAY_MS
  expect((await sender(f, await f.signIn('analyst'))('POST', '/monitoring/tracking/', batch(99))).status).toBe(204)
  f.clock.time = NOW
})

describe('files of a crash', () => {
  let dir: string
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'aforo-crash-'))
  })
  afterAll(() => {
    rmSync(dir, { recursive: true, force: true })
  })

  test('that are old go, those that are being written stay, and what is called otherwise too', async () => {
    const old = (name: string) => {
      writeFileSync(join(dir, name), 'x')
      utimesSync(join(dir, name), 1, 1)
    }
    for (const name of ['a.upload', 'b.upload', 'other.txt']) old(name)
    writeFileSync(join(dir, 'new.upload'), 'x')
    expect(await sweepFiles(dir, (name) => name.endsWith('.upload'), 1000)).toBe(0)
    expect(await sweepFiles(dir, (name) => name.endsWith('.upload'), Date.now() - 60_000)).toBe(2)
    expect(['a.upload', 'b.upload', 'other.txt', 'new.upload'].map((name) => existsSync(join(dir, name)))).toEqual([
      false,
      false,
      true,
      true,
    ])
    expect(await sweepFiles(join(dir, 'nothing'), () => true, Date.now())).toBe(0)
  })

  test('are removed when the server starts to listen, and by a job each hour', async () => {
    const crashed = await fixture({ config: { dataDir: dir, factsUrl: `duckdb:${join(dir, 'facts.duckdb')}` } })
    const leave = (at: number) => {
      for (const folder of ['uploads', 'imports/arriving-x']) mkdirSync(join(dir, folder), { recursive: true })
      for (const path of ['uploads/x.upload', 'imports/arriving-x/file', 'imports/arriving-x']) {
        if (path.includes('.') || path.endsWith('file')) writeFileSync(join(dir, path), 'x')
        utimesSync(join(dir, path), at, at)
      }
    }
    const left = () => [existsSync(join(dir, 'uploads/x.upload')), existsSync(join(dir, 'imports/arriving-x'))]
    leave(performance.timeOrigin / 1000 - 60)
    await crashed.app.listen({ port: 0, host: '127.0.0.1' })
    await crashed.app.background.settled()
    expect(left()).toEqual([false, false])
    const jobs = crashed.app.jobs.filter(({ name }) => name.startsWith('files of crashed '))
    const sweep = () => Promise.all(jobs.map(({ run }) => run()))
    leave(Date.now() / 1000)
    await sweep()
    expect(left()).toEqual([true, true])
    leave(Date.now() / 1000 - 3700)
    await sweep()
    expect([left(), jobs.map(({ everyMs }) => everyMs)]).toEqual([
      [false, false],
      [3_600_000, 3_600_000],
    ])
    await crashed.close()
  })
})
