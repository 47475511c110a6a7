/** What becomes of a run when its server changes under it: no mail leaves any more, or it is being stopped. */
import { expect, test } from 'vitest'
import { backgroundWork } from '../../background.ts'
import { reportJob } from './job.ts'
import type { Outcome } from './maker.ts'
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
const MADE: Outcome = { title: 'x', sender: 'ana@aforo.test', files: [], pages: null }

function open({
  leaves = true,
  make = () => Promise.resolve(MADE),
  beforeTaking = async () => undefined,
}: { leaves?: boolean; make?: (signal: AbortSignal) => Promise<Outcome>; beforeTaking?: () => Promise<void> } = {}) {
  const told: unknown[] = []
  const waiting = [RUN]
  const reportRuns = {
    take: async () => {
      await beforeTaking()
      return waiting.shift()
    },
    sweep: async () => undefined,
    release: async () => {
      told.push('released')
    },
    end: async (_run: unknown, { status, reason }: { status: string; reason?: string }) => {
      told.push([status, reason])
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
      told.push('mailed')
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
  return { job, told }
}

test('what cannot leave any more is not said to be sent', async () => {
  const { job, told } = open({ leaves: false })
  await job.tick()
  expect(told).toEqual([['failed', 'mailRefused']])
})

test('what is taken up while the server stops is given back at once', async () => {
  const stopping = Promise.withResolvers<void>()
  const { job, told } = open({
    beforeTaking: () => stopping.promise,
    make: (signal) => (signal.aborted ? Promise.resolve({ reason: 'interrupted' }) : new Promise(() => undefined)),
  })
  const ticking = job.tick()
  await Promise.resolve()
  const closed = job.close()
  stopping.resolve()
  await Promise.all([ticking, closed])
  expect(told).toEqual(['released'])
})
