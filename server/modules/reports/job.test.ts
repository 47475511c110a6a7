/** The result of a run when its server changes meanwhile: mail is switched off, or the server stops. */
import { expect, test } from 'vitest'
import { backgroundWork } from '../../lib/background.ts'
import { frozen, reportJob } from './job.ts'
import type { Outcome } from './maker.ts'
import type { StoredReport } from './repo.ts'
import type { TakenRun } from './run-repo.ts'

type Parts = Parameters<typeof reportJob>[0]
const RUN: TakenRun = {
  id: 7,
  owner: 1,
  kind: 'scheduled',
  asOf: '2026-11-20',
  tries: 1,
  what: {
    name: 'x',
    dashboard: 'foot-compare',
    values: {},
    formats: ['csv'],
    lang: 'es',
    timeZone: 'UTC',
    mail: { to: ['ana@aforo.test'], cc: [], bcc: [], subject: 'x', text: '' },
  },
}
const MADE: Outcome = { title: 'x', search: '', sender: 'ana@aforo.test', files: [], pages: null }

function open({
  leaves = true,
  make = () => Promise.resolve(MADE),
  beforeTaking = async () => undefined,
}: { leaves?: boolean; make?: (signal: AbortSignal) => Promise<Outcome>; beforeTaking?: () => Promise<void> } = {}) {
  const events: unknown[] = []
  const waiting = [RUN]
  const reportRuns = {
    take: async () => {
      await beforeTaking()
      return waiting.shift()
    },
    sweep: async () => undefined,
    release: async () => {
      events.push('released')
    },
    end: async (_run: unknown, { status, reason }: { status: string; reason?: string }) => {
      events.push([status, reason])
      return true
    },
  }
  const catalog = {
    reports: { due: async () => [] },
    reportRuns,
    transaction: async (work: (all: object) => unknown) => work({ reportRuns, mails: {} }),
  } as unknown as Parts['catalog']
  const mail = {
    leaves,
    send: async () => {
      events.push('mailed')
    },
    deliver: async () => undefined,
  } as unknown as Parts['mail']
  const log = { info: () => undefined, error: () => undefined } as unknown as Parts['log']
  const job = reportJob({
    catalog,
    mail,
    maker: { make: (_run, signal) => make(signal) },
    publicUrl: 'http://x',
    background: backgroundWork(log),
    clock: { now: () => 0 },
    log,
  })
  return { job, events }
}

test('what cannot leave any more is not said to be sent', async () => {
  const { job, events } = open({ leaves: false })
  await job.tick()
  expect(events).toEqual([['failed', 'mailRefused']])
})

test('what is taken up while the server stops is given back at once', async () => {
  const stopping = Promise.withResolvers<void>()
  const { job, events } = open({
    beforeTaking: () => stopping.promise,
    make: (signal) => (signal.aborted ? Promise.resolve({ reason: 'interrupted' }) : new Promise(() => undefined)),
  })
  const ticking = job.tick()
  await Promise.resolve()
  const closed = job.close()
  stopping.resolve()
  await Promise.all([ticking, closed])
  expect(events).toEqual(['released'])
})

const DAY = 86_400_000
/** A Monday, half past eight in Madrid. */
const NOW = Date.UTC(2026, 10, 23, 7, 30)
const LETTER = {
  to: ['ana@aforo.test'],
  cc: ['cc@x.test'],
  bcc: ['bcc@x.test'],
  subject: 'Semana',
  text: 'Hola\r\n\n  \nAna',
}

/** A job of which everything that it does is written down. */
function watched({
  runs = [],
  due = [],
  outcome = MADE,
  ends = true,
  advances = true,
  make,
}: {
  runs?: TakenRun[]
  due?: StoredReport[]
  outcome?: Outcome
  ends?: boolean
  advances?: boolean
  make?: (signal: AbortSignal) => Promise<Outcome>
} = {}) {
  const did: unknown[] = []
  const reportRuns = {
    take: async (...args: unknown[]) => {
      const run = runs.shift()
      if (run !== undefined) did.push(['take', ...args])
      return run
    },
    sweep: async (what: unknown) => did.push(['sweep', what]),
    release: async () => did.push(['release']),
    end: async (run: TakenRun, what: unknown, at: number) => {
      did.push(['end', run.id, what, at])
      return ends
    },
    insert: async (run: unknown, at: number) => did.push(['insert', run, at]),
  }
  const reports = {
    due: async (...args: unknown[]) => {
      did.push(['due', ...args])
      return due
    },
    advance: async ({ id }: StoredReport, next: number) => {
      if (id === 99) throw new Error('broken')
      did.push(['advance', id, next])
      return advances
    },
  }
  const mails = {}
  const log = {
    info: (what: object) => did.push(['info', { ...what, ms: 0 }]),
    error: ({ err, report }: { err: Error; report?: number }) => did.push(['error', err.message, report]),
  } as unknown as Parts['log']
  const background = backgroundWork(log)
  const job = reportJob({
    catalog: {
      reports,
      reportRuns,
      transaction: async (work: (all: object) => unknown) => work({ reports, reportRuns, mails }),
    } as unknown as Parts['catalog'],
    mail: {
      leaves: true,
      send: async (letter: object, into: unknown) => did.push(['mail', letter, into === mails]),
      deliver: async () => did.push(['deliver']),
    } as unknown as Parts['mail'],
    maker: { make: (_run, signal) => make?.(signal) ?? Promise.resolve(outcome) },
    publicUrl: 'https://aforo.test',
    background,
    clock: { now: () => NOW },
    log,
  })
  const ofKind = (...kinds: string[]) => did.filter((one) => kinds.includes((one as string[])[0]!))
  return { job, did, ofKind, background }
}
const FILES = [{ name: 'a.csv', type: 'text/csv', bytes: Buffer.from('1;2') }]
const made: Outcome = { title: 'Comparativa', search: '?client=7', sender: 'ana@aforo.test', files: FILES, pages: 2 }

test('a run ends with its files, and its mail is handed over in the same transaction, then delivered', async () => {
  const { job, did, ofKind } = watched({ runs: [{ ...RUN, what: { ...RUN.what, mail: LETTER } }], outcome: made })
  await job.tick()
  expect(did.slice(0, 2)).toEqual([
    ['due', NOW, 50],
    ['take', NOW, NOW + 150_000],
  ])
  expect(ofKind('end', 'mail', 'deliver', 'info')).toEqual([
    ['end', 7, { status: 'sent', pages: 2, files: FILES }, NOW],
    [
      'mail',
      {
        to: LETTER.to,
        cc: LETTER.cc,
        bcc: LETTER.bcc,
        kind: 'report',
        language: 'es',
        run: 7,
        values: {
          sender: 'ana@aforo.test',
          subject: 'Semana',
          name: 'Comparativa',
          date: '20 de noviembre de 2026',
          items: ['Hola', 'Ana'],
          link: 'https://aforo.test/users/dashboards/view/foot-compare?client=7',
        },
      },
      true,
    ],
    ['deliver'],
    ['info', { run: 7, ms: 0, bytes: 3, pages: 2 }],
  ])
})

test('a run without a mail is ready, and one that was cancelled meanwhile is not mailed', async () => {
  const ready = watched({ runs: [{ ...RUN, what: { ...RUN.what, mail: null } }], outcome: made })
  await ready.job.tick()
  expect(ready.ofKind('end', 'mail', 'deliver')).toEqual([['end', 7, { status: 'ready', pages: 2, files: FILES }, NOW]])
  const cancelled = watched({ runs: [RUN], outcome: made, ends: false })
  await cancelled.job.tick()
  expect(cancelled.ofKind('mail', 'deliver')).toEqual([])
})

test('a run that cannot be made says why, and the next one is made all the same', async () => {
  const { job, ofKind } = watched({ runs: [RUN, { ...RUN, id: 8 }], outcome: { reason: 'filterGone' } })
  await job.tick()
  expect(ofKind('end', 'mail', 'info')).toEqual([
    ['end', 7, { status: 'failed', reason: 'filterGone' }, NOW],
    ['info', { run: 7, ms: 0, reason: 'filterGone' }],
    ['end', 8, { status: 'failed', reason: 'filterGone' }, NOW],
    ['info', { run: 8, ms: 0, reason: 'filterGone' }],
  ])
})

test('a run that ended its worker three times is abandoned before it is made again', async () => {
  const { job, ofKind } = watched({
    runs: [
      { ...RUN, tries: 4 },
      { ...RUN, id: 8, tries: 3, what: { ...RUN.what, mail: null } },
    ],
    outcome: made,
  })
  await job.tick()
  expect(ofKind('end')).toEqual([
    ['end', 7, { status: 'failed', reason: 'interrupted' }, NOW],
    ['end', 8, { status: 'ready', pages: 2, files: FILES }, NOW],
  ])
})

const report = (id: number, values: Record<string, unknown> = {}): StoredReport => ({
  id,
  owner: 3,
  what: { ...RUN.what, timeZone: 'Europe/Madrid', values },
  cadence: { every: 'week', weekday: 1, day: 1, hour: 8 },
  enabled: true,
  nextAt: NOW - 1,
  createdAt: 0,
  updatedAt: 0,
})

test('what is due is queued as of its day; one that cannot be queued keeps no other back', async () => {
  const { job, ofKind } = watched({ due: [report(99), report(1, { client: 7 })] })
  await job.tick()
  expect(ofKind('advance', 'insert', 'error')).toEqual([
    ['error', 'broken', 99],
    ['advance', 1, Date.UTC(2026, 10, 30, 7)],
    [
      'insert',
      {
        owner: 3,
        report: 1,
        kind: 'scheduled',
        dueAt: Date.UTC(2026, 10, 23, 7),
        asOf: '2026-11-23',
        what: report(1, { client: 7 }).what,
      },
      NOW,
    ],
  ])
  expect(ofKind('sweep')).toEqual([['sweep', { filesBefore: NOW - 7 * DAY, runsBefore: NOW - 180 * DAY }]])
})

test('what another server has moved on is not queued again', async () => {
  const { job, ofKind } = watched({ due: [report(1)], advances: false })
  await job.tick()
  expect(ofKind('insert')).toEqual([])
})

test('what was just queued is made at once, and a cancelled run is stopped while it is made', async () => {
  const began = Promise.withResolvers<AbortSignal>()
  const { job, ofKind, background } = watched({
    runs: [RUN],
    make: (signal) =>
      new Promise((resolve) => {
        began.resolve(signal)
        signal.addEventListener('abort', () => {
          resolve({ reason: 'interrupted' })
        })
      }),
  })
  job.wake()
  const signal = await began.promise
  job.cancel(8)
  expect(signal.aborted).toBe(false)
  job.cancel(7)
  await background.settled()
  expect(ofKind('end')).toEqual([['end', 7, { status: 'failed', reason: 'interrupted' }, NOW]])
})

test('relative periods are frozen on their day; fixed ones, campaigns and other values stay', () => {
  const pair = (key: string) => ({
    option: { type: 'default', key, name: key },
    comparing: { begin: '2020-01-01', end: '2020-01-31', name: 'a' },
    reference: { begin: '2019-12-01', end: '2019-12-31', name: 'b' },
  })
  const values = {
    month: pair('lastMonthVsPrevious'),
    fixed: pair('customPeriods'),
    campaign: pair('campaigns'),
    client: 7,
    locals: [1, 2],
  }
  const { month, ...rest } = frozen(values, '2026-11-23')
  expect(rest).toEqual({ fixed: values.fixed, campaign: values.campaign, client: 7, locals: [1, 2] })
  expect(month).toMatchObject({ comparing: { begin: '2026-10-01', end: '2026-10-31' } })
})
