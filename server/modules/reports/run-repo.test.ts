import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ReportDraft } from '#schemas/generated/api/report-draft.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import type { Catalog } from '../../catalog.ts'
import type { Scope } from '../../lib/scope.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { NewRun, ReportRunRepo } from './run-repo.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const LEASE = 150_000

let catalog: Catalog
let runs: ReportRunRepo
beforeAll(async () => {
  catalog = await memoryCatalog()
  runs = catalog.reportRuns
})
afterAll(() => catalog.close())

let people = 0
let ana: Scope
let bea: Scope
/** A new user for each test, without queued runs of earlier tests. */
async function person(): Promise<Scope> {
  people += 1
  const user = { passwordHash: null, role: 'basic', flags: [], clients: [] } as const
  const { id } = await catalog.users.insert(SYSTEM_SCOPE, { ...user, username: `p${people}@aforo.test` }, NOW)
  return { userId: id, role: 'basic', clients: [], demo: false }
}
beforeEach(async () => {
  ;[ana, bea] = [await person(), await person()]
  for (let taken = await runs.take(NOW * 2, NOW * 2); taken !== undefined; taken = await runs.take(NOW * 2, NOW * 2))
    await runs.end(taken, { status: 'failed' }, NOW)
})

const mail = (...to: string[]) => ({ to, cc: ['cc@aforo.test'], bcc: ['bcc@aforo.test'], subject: 'Semana', text: '' })
const what = (letter: ReportDraft['what']['mail'] = null): ReportDraft['what'] => ({
  name: 'Comparativa',
  dashboard: 'foot-compare',
  values: { client: 7 },
  formats: ['csv'],
  lang: 'es',
  timeZone: 'Europe/Madrid',
  mail: letter,
})
const queue = (scope: Scope, more: Partial<NewRun> = {}, at = NOW) =>
  runs.insert(
    { owner: scope.userId ?? 0, report: null, kind: 'file', what: what(), dueAt: at, asOf: '2026-11-20', ...more },
    at,
  )
const cadence = { every: 'week', weekday: 1, day: 1, hour: 8 } as const
const schedule = async (scope: Scope) =>
  (await catalog.reports.insert(scope, { what: what(mail('a@aforo.test')), cadence, enabled: true }, NOW + 1, NOW)).id

test('a waiting run is as it was requested, and none of its files is made', async () => {
  const report = await schedule(ana)
  const id = await queue(ana, { report, kind: 'now', what: what(mail('a@aforo.test')) })
  expect(await runs.find(ana, id)).toEqual({
    id,
    report,
    kind: 'now',
    what: what(mail('a@aforo.test')),
    asOf: '2026-11-20',
    status: 'queued',
    reason: null,
    createdAt: NOW,
    startedAt: null,
    endedAt: null,
    pages: null,
    files: [],
  })
})

test('a run ends once, for who took it, with its files in their order, for its owner alone', async () => {
  const id = await queue(ana)
  const taken = (await runs.take(NOW + 5, NOW + LEASE))!
  expect(taken).toEqual({ id, owner: ana.userId, kind: 'file', what: what(), asOf: '2026-11-20', tries: 1 })
  expect(await runs.find(ana, id)).toMatchObject({ status: 'rendering', startedAt: NOW + 5 })
  const files = [
    { name: 'b.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF') },
    { name: 'a.csv', type: 'text/csv', bytes: Buffer.from('1;2;3') },
  ]
  expect(await runs.end({ id, tries: 2 }, { status: 'failed' }, NOW)).toBe(false)
  expect(await runs.end(taken, { status: 'ready', pages: 3, files }, NOW + 9)).toBe(true)
  expect(await runs.end(taken, { status: 'failed', reason: 'timeout' }, NOW + 10)).toBe(false)
  const made = (await runs.find(ana, id))!
  expect(made).toMatchObject({ status: 'ready', reason: null, endedAt: NOW + 9, pages: 3 })
  expect(made.files).toEqual([
    { id: expect.any(Number), name: 'b.pdf', bytes: 4 },
    { id: expect.any(Number), name: 'a.csv', bytes: 5 },
  ])
  const [pdf, csv] = made.files
  expect(await runs.file(ana, id, csv!.id)).toEqual(files[1])
  expect([await runs.file(bea, id, pdf!.id), await runs.file(ana, id + 1, pdf!.id)]).toEqual([undefined, undefined])
  expect(await runs.attachments(id)).toEqual(files)
  expect(await runs.find(bea, id)).toBe(undefined)
})

test('the oldest that waits is taken first, by one; after its lease, or given back, by the next', async () => {
  const [first, second] = [await queue(ana), await queue(bea)]
  const taken = (await runs.take(NOW, NOW + LEASE))!
  expect([taken.id, (await runs.take(NOW, NOW + LEASE))?.id]).toEqual([first, second])
  expect(await runs.take(NOW + LEASE - 1, NOW)).toBe(undefined)
  expect(await runs.take(NOW + LEASE, NOW + 2 * LEASE)).toMatchObject({ id: first, tries: 2 })
  // Who was silent for too long gives nothing back.
  await runs.release(taken)
  expect((await runs.find(ana, first))?.status).toBe('rendering')
  await runs.release({ id: first, tries: 2 })
  expect((await runs.find(ana, first))?.status).toBe('queued')
  expect(await runs.take(NOW + LEASE, NOW + 2 * LEASE)).toMatchObject({ id: first, tries: 2 })
})

test('its owner alone cancels a run, while it waits or is made; then it is not ended any more', async () => {
  const id = await queue(ana)
  expect(await runs.cancel(bea, id, NOW)).toBe(false)
  const taken = (await runs.take(NOW, NOW + LEASE))!
  expect([await runs.cancel(ana, id, NOW + 1), await runs.cancel(ana, id, NOW + 2)]).toEqual([true, false])
  expect(await runs.find(ana, id)).toMatchObject({ status: 'cancelled', endedAt: NOW + 1 })
  expect(await runs.end(taken, { status: 'ready' }, NOW + 3)).toBe(false)
  expect(await runs.take(NOW + LEASE, NOW + 2 * LEASE)).toBe(undefined)
})

test('runs are listed newest first, of one report or of all, as many as are asked for', async () => {
  const report = await schedule(ana)
  const ids = [await queue(ana, { report }), await queue(ana), await queue(ana, { report })]
  await queue(bea)
  const listed = async (query: { report?: number; limit: number }) => (await runs.list(ana, query)).map(({ id }) => id)
  expect(await listed({ limit: 9 })).toEqual(ids.toReversed())
  expect(await listed({ limit: 2 })).toEqual([ids[2], ids[1]])
  expect(await listed({ report, limit: 9 })).toEqual([ids[2], ids[0]])
})

test('the last run of a report is its newest: of when it ended, or was queued while it has not', async () => {
  const [one, two, never] = [await schedule(ana), await schedule(ana), await schedule(ana)]
  await queue(ana, { report: one })
  const failed = (await runs.take(NOW, NOW + LEASE))!
  await runs.end(failed, { status: 'failed', reason: 'timeout' }, NOW + 7)
  await queue(ana, { report: two })
  const waiting = await queue(ana, { report: two }, NOW + 3)
  await queue(ana)
  const last = await runs.lastOf(ana)
  expect(last).toEqual(
    new Map([
      [one, { run: failed.id, status: 'failed', reason: 'timeout', at: NOW + 7 }],
      [two, { run: waiting, status: 'queued', reason: null, at: NOW + 3 }],
    ]),
  )
  expect([last.has(never), await runs.lastOf(bea)]).toEqual([false, new Map()])
})

describe('what counts against an account', () => {
  const letter = what(mail('a@aforo.test', 'b@aforo.test'))

  test('is what waits or is being made and was not scheduled, and all recipients of the mails of a day', async () => {
    const report = await schedule(ana)
    const since = NOW - 1000
    expect(await runs.load(ana, since)).toEqual({ waiting: 0, recipients: 0 })
    await queue(ana, { kind: 'now', what: letter }, since)
    await queue(ana, { kind: 'scheduled', report, what: letter })
    await queue(ana)
    await queue(bea, { kind: 'now', what: letter })
    // Two to, one in copy, one in blind copy: of the scheduled one alone, for the first was before the day.
    expect(await runs.load(ana, since)).toEqual({ waiting: 2, recipients: 4 })
    const taken = (await runs.take(NOW, NOW + LEASE))!
    expect((await runs.load(ana, since)).waiting).toBe(2)
    await runs.end(taken, { status: 'sent' }, NOW)
    expect((await runs.load(ana, since)).waiting).toBe(1)
    // A run that has ended counts with its recipients.
    expect((await runs.load(ana, since - 1)).recipients).toBe(8)
  })

  test('before a mail: those of runs of the same owner that were queued earlier and did not fail', async () => {
    const since = NOW - 1000
    const ends = async (status: 'failed' | 'sent', at = NOW) => {
      const id = await queue(ana, { kind: 'now', what: letter }, at)
      await runs.end((await runs.take(NOW, NOW + LEASE))!, { status }, NOW)
      return id
    }
    await ends('sent', since)
    await ends('failed')
    await runs.cancel(ana, await queue(ana, { kind: 'now', what: letter }), NOW)
    await queue(ana)
    await queue(bea, { kind: 'now', what: letter })
    const owner = ana.userId ?? 0
    const id = await queue(ana, { kind: 'now', what: letter })
    expect(await runs.recipientsBefore({ id, owner }, since)).toBe(0)
    expect(await runs.recipientsBefore({ id: id + 1, owner }, since)).toBe(4)
    expect(await runs.recipientsBefore({ id, owner }, since - 1)).toBe(4)
  })
})

test('a mail that every server refused makes a failure of what was sent, and of nothing else', async () => {
  const ended = async (status: 'sent' | 'ready') => {
    const id = await queue(ana)
    await runs.end((await runs.take(NOW, NOW + LEASE))!, { status }, NOW)
    await runs.refused(id)
    return runs.find(ana, id)
  }
  expect(await ended('sent')).toMatchObject({ status: 'failed', reason: 'mailRefused' })
  expect(await ended('ready')).toMatchObject({ status: 'ready', reason: null })
})

test('files go first, then the runs; what has not ended stays', async () => {
  const end = async (at: number) => {
    const id = await queue(ana)
    const files = [{ name: 'a.csv', type: 'text/csv', bytes: Buffer.from('1') }]
    await runs.end((await runs.take(NOW, NOW + LEASE))!, { status: 'ready', files }, at)
    return id
  }
  const [old, older, fresh] = [await end(NOW - 200), await end(NOW - 300), await end(NOW - 100)]
  const waiting = await queue(ana)
  await runs.sweep({ filesBefore: NOW - 100, runsBefore: NOW - 200 })
  expect(
    await Promise.all([old, older, fresh, waiting].map(async (id) => (await runs.find(ana, id))?.files.length)),
  ).toEqual([0, undefined, 1, 0])
})
