/** What becomes of answers: told, kept, merged, let go. The stage is one source whose calls are answered by hand. */
import { expect, test } from 'vitest'
import type { FrameRef, SourceDefinition } from '../../types.ts'
import { CACHE_ENTRIES, TIMEOUT_MS } from '../document/constants.ts'
import {
  createScheduler,
  FetchFailed,
  type JobEvent,
  type JobSpec,
  type Rank,
  type SchedulerOptions,
} from './scheduler.ts'
import { flush, virtualClock } from '../test-support/index.ts'

const source = (name: string, extra: Partial<SourceDefinition> = {}): SourceDefinition => ({
  name,
  args: {},
  columns: [],
  timeoutMs: 300_000,
  lane: 'widget',
  load: () => Promise.reject(new Error('unused')),
  ...extra,
})
const FAN = source('fan', { fanOut: 'locals', args: { locals: { type: 'ids' } } })

interface Call {
  readonly args: Readonly<Record<string, unknown>>
  readonly on: Parameters<SchedulerOptions['transport']>[3]
  readonly signal: AbortSignal
  answer(id: string): Promise<void>
  fail(status: number): Promise<void>
}

function stage(extra: Partial<SchedulerOptions> = {}) {
  const clock = virtualClock(1000)
  const calls: Call[] = []
  const released: string[] = []
  const merges: {
    readonly parts: readonly string[]
    answer(id: string): Promise<void>
    fail(cause: unknown): Promise<void>
  }[] = []
  const scheduler = createScheduler({
    clock,
    random: () => 0.5,
    onUnauthorized: () => undefined,
    release: (id) => {
      released.push(id)
    },
    transport: (_, args, signal, on) =>
      new Promise<FrameRef>((resolve, reject) => {
        calls.push({
          args,
          on,
          signal,
          answer: (id) => {
            resolve({ id, columns: [], rows: 1 })
            return flush()
          },
          fail: (status) => {
            reject(Object.assign(new Error('refused'), { status }))
            return flush()
          },
        })
      }),
    merge: (parts) =>
      new Promise<FrameRef>((resolve, reject) => {
        merges.push({
          parts: parts.map(({ id }) => id),
          answer: (id) => {
            resolve({ id, columns: [], rows: 1 })
            return flush()
          },
          fail: (cause) => {
            reject(cause instanceof Error ? cause : Object.assign(new Error(), { cause }))
            return flush()
          },
        })
      }),
    ...extra,
  })
  const ask = (
    key: string,
    from = source(key),
    args: Record<string, unknown> = {},
    rank: Rank = [1, 0, 0],
    more: Partial<JobSpec> = {},
  ) => {
    const events: JobEvent[] = []
    return {
      events,
      last: () => events.at(-1),
      ...scheduler.subscribe({ key, source: from, args, ...more }, rank, (event) => {
        events.push(event)
      }),
    }
  }
  return { clock, calls, released, merges, scheduler, ask }
}

test('an answer tells when it came, from where, after how many tries and how long they took', async () => {
  const { ask, calls, clock } = stage()
  const one = ask('a')
  expect(one.joined).toBe(false)
  await clock.advance(50)
  await calls[0]!.fail(503)
  await clock.advance(1000)
  await calls[1]!.answer('x')
  expect(one.events).toMatchObject([
    { kind: 'loading', attempt: 1, of: 6, since: 1000 },
    { kind: 'loading', attempt: 1, of: 6, since: 1000, retryAt: 2050, reason: { code: 'SOURCE_FAILED' } },
    { kind: 'loading', attempt: 2, of: 6, since: 1000 },
    { kind: 'done', ref: { id: 'x' }, at: 2050, from: 'network', attempts: 2, ms: 1050 },
  ])
  expect(one.last()).not.toHaveProperty('partial')
})

test('a source of stores is tried four times, others six', async () => {
  const { ask } = stage()
  expect(
    [ask('a').last(), ask('b', source('b', { lane: 'store' })).last(), ask('c', FAN, { locals: [1] }).events[0]].map(
      (event) => event?.kind === 'loading' && event.of,
    ),
  ).toEqual([6, 4, 4])
})

test('a failure tells its tries and how long they took, and is an error of its name', async () => {
  const { ask, calls, clock } = stage()
  const one = ask('a')
  await clock.advance(70)
  await calls[0]!.fail(403)
  const last = one.last()
  expect(last).toMatchObject({ kind: 'failed', attempts: 1, ms: 70 })
  expect(last?.kind === 'failed' && [last.error instanceof FetchFailed, last.error?.name]).toEqual([
    true,
    'FetchFailed',
  ])
})

test('nothing there is an answer as well, with its time and tries', async () => {
  const { ask, calls, clock } = stage()
  const one = ask('a')
  await clock.advance(30)
  await calls[0]!.fail(404)
  expect(one.last()).toEqual({ kind: 'notFound', at: 1030, from: 'network', attempts: 1, ms: 30 })
  expect(ask('a').events).toEqual([{ kind: 'notFound', at: 1030, from: 'cache', attempts: 0, ms: 0 }])
})

test('a subscriber that joins a request in flight receives its progress', async () => {
  const { ask, calls, clock } = stage()
  ask('a')
  await clock.advance(20)
  const second = ask('a')
  expect([second.joined, second.events]).toEqual([true, [{ kind: 'loading', attempt: 1, of: 6, since: 1000 }]])
  for (const key of ['b', 'c', 'd', 'e', 'f', 'g']) ask(key)
  expect(ask('g').events).toEqual([{ kind: 'queued', position: 2 }])
  await calls[0]!.answer('x')
  ask('fan', FAN, { locals: [1, 2] }, [0, 0, 0])
  await calls[1]!.answer('y')
  expect(ask('fan', FAN, { locals: [1, 2] }).events).toMatchObject([{ kind: 'loading', done: 0, total: 2 }])
})

test('a question tells the steps that will follow, and without any nothing', () => {
  const { ask, calls } = stage()
  ask('a', source('a'), {}, [1, 0, 0], { ahead: () => [[{ op: 'limit' }]] })
  ask('b')
  expect([calls[0]?.on.ahead, Object.hasOwn(calls[1]?.on ?? {}, 'ahead')]).toEqual([[[{ op: 'limit' }]], false])
})

test('a source without a time limit has the usual one', async () => {
  const { ask, calls, clock } = stage()
  ask('a', source('a', { timeoutMs: 0 }))
  ask('b', source('b', { timeoutMs: 50 }))
  await clock.advance(60)
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([false, true])
  await clock.advance(TIMEOUT_MS)
  expect(calls[0]?.signal.aborted).toBe(true)
})

test('a call that cannot even begin has failed', async () => {
  const { ask, clock } = stage({
    transport: () => {
      throw new SyntaxError('no address')
    },
  })
  const one = ask('a')
  await clock.advance(0)
  expect(one.last()).toMatchObject({ kind: 'failed', issue: { code: 'SOURCE_UNREADABLE' } })
  const strange = stage({
    transport: () => {
      throw 'odd'
    },
  })
  const other = strange.ask('a')
  await strange.clock.advance(100_000)
  expect(other.last()).toMatchObject({ kind: 'failed' })
})

test('a subscriber may unsubscribe in its callback, and is not called again', async () => {
  const { scheduler, calls, clock } = stage()
  const seen: string[] = []
  const one = scheduler.subscribe({ key: 'a', source: source('a'), args: {} }, [1, 0, 0], (event) => {
    seen.push(event.kind)
    if (seen.length === 2) one.cancel()
  })
  scheduler.subscribe({ key: 'a', source: source('a'), args: {} }, [1, 0, 0], () => undefined)
  await calls[0]!.fail(503)
  await clock.advance(2000)
  expect(seen).toEqual(['loading', 'loading'])
})

test('the best of those that ask decides the place; equal ones go by age, and a new rank counts', async () => {
  const { ask, calls } = stage()
  const first = ['a', 'b', 'c', 'd', 'e'].map((key) => ask(key))
  const rows = ask('row', source('row'), { n: 'row' }, [1, 2, 0])
  ask('column', source('column'), { n: 'column' }, [1, 1, 5])
  ask('early', source('early'), { n: 'early' }, [1, 1, 4])
  ask('late', source('late'), { n: 'late' }, [1, 1, 4])
  ask('late', source('late'), { n: 'late' }, [2, 0, 0])
  rows.rank([0, 0, 0])
  for (const one of first) one.cancel()
  expect(calls.slice(5).map(({ args }) => args.n)).toEqual(['row', 'early', 'late', 'column'])
})

// ---------------------------------------------------------------- fan-out

const fan = async (statuses: readonly (number | string)[], extra: Partial<SchedulerOptions> = {}) => {
  const all = stage(extra)
  const locals = statuses.map((_, at) => at + 1)
  const one = all.ask('fan', FAN, { locals })
  for (let at = 0; at < statuses.length; at++) {
    const status = statuses[at]
    await (typeof status === 'number' ? all.calls[at]?.fail(status) : all.calls[at]?.answer(status ?? ''))
  }
  return { ...all, one }
}

test('the parts of an answer are let go once they are merged', async () => {
  const { one, merges, released } = await fan(['a', 'b'])
  expect(merges.map(({ parts }) => parts)).toEqual([['a', 'b']])
  await merges[0]!.answer('whole')
  expect([one.last(), released]).toEqual([
    { kind: 'done', ref: { id: 'whole', columns: [], rows: 1 }, at: 1000, from: 'network', attempts: 1, ms: 0 },
    ['a', 'b'],
  ])
})

test('a merge that gives one of its parts keeps that one', async () => {
  const { merges, released } = await fan(['a', 'b'])
  await merges[0]!.answer('a')
  expect(released).toEqual(['b'])
})

test('parts stay while some are missing, and go with the answer that has them all', async () => {
  const { one, calls, merges, released, scheduler } = await fan(['a', 403])
  await merges[0]!.answer('some')
  expect([one.last(), released]).toMatchObject([
    {
      kind: 'done',
      ref: { id: 'some' },
      partial: { failed: ['2'], done: 1, total: 2, issue: { code: 'SOURCE_REFUSED' } },
    },
    [],
  ])
  scheduler.retry('fan')
  await flush()
  expect(calls[2]?.args).toEqual({ locals: [2] })
  await calls[2]!.answer('b')
  expect(merges[1]?.parts).toEqual(['a', 'b'])
  await merges[1]!.answer('whole')
  expect([one.last(), released.toSorted()]).toMatchObject([{ kind: 'done', ref: { id: 'whole' } }, ['a', 'b', 'some']])
})

test('a partial answer that is asked for again asks for its failed parts', async () => {
  const { one, calls, merges, ask } = await fan(['a', 403])
  await merges[0]!.answer('some')
  one.cancel()
  const again = ask('fan', FAN, { locals: [1, 2] })
  expect([again.events[0], calls.length, calls[2]?.args]).toMatchObject([
    { kind: 'done', from: 'cache', partial: { failed: ['2'] } },
    3,
    { locals: [2] },
  ])
})

test('an answer that cannot be merged has failed, with the reason', async () => {
  const { one, merges, scheduler } = await fan(['a', 'b'])
  await merges[0]!.fail(new Error('two kinds of rows'))
  expect([one.last(), scheduler.stats()]).toMatchObject([
    { kind: 'failed', issue: { code: 'SOURCE_UNREADABLE', params: { reason: 'two kinds of rows' } } },
    { running: 0, waiting: 0 },
  ])
})

test('a subscriber that leaves while parts are merged is not called, and the merged answer is discarded', async () => {
  const { one, merges, released } = await fan(['a', 'b'])
  one.cancel()
  expect(released).toEqual(['a', 'b'])
  await merges[0]!.answer('whole')
  expect([one.last()?.kind, released]).toEqual(['loading', ['a', 'b', 'whole']])
  const failing = await fan(['a'])
  failing.one.cancel()
  await failing.merges[0]!.fail(new Error('late'))
  expect(failing.one.last()?.kind).toBe('loading')
})

test('stores without anything are an answer of nothing, and of none as well', async () => {
  const { one, merges } = await fan([404, 404])
  expect([one.last(), merges]).toEqual([{ kind: 'notFound', at: 1000, from: 'network', attempts: 1, ms: 0 }, []])
  const none = stage()
  expect(none.ask('fan', FAN, { locals: [] }).last()?.kind).toBe('notFound')
  expect(none.scheduler.stats()).toMatchObject({ running: 0 })
})

test('a store that waits for its next try gives its lane back after a rest, and tells why', async () => {
  const { one, clock, calls, scheduler } = await fan(['b', 503])
  expect(one.last()).toMatchObject({
    kind: 'loading',
    attempt: 1,
    done: 1,
    total: 2,
    reason: { code: 'SOURCE_FAILED' },
  })
  expect(scheduler.stats()).toMatchObject({ running: 0, steps: 0, resting: 2, waiting: 1 })
  await clock.advance(1000)
  expect([one.last(), calls.length, scheduler.stats()]).toMatchObject([
    { kind: 'loading', attempt: 2, done: 1 },
    3,
    { running: 1, steps: 1, resting: 0 },
  ])
  expect(one.last()).not.toHaveProperty('reason')
})

test('to retry asks at once for what waits', async () => {
  const { scheduler, calls, ask } = await fan([503, 'b'])
  scheduler.retry('fan')
  expect(calls[2]?.args).toEqual({ locals: [1] })
  ask('a')
  await calls[3]!.fail(503)
  scheduler.retry('a')
  expect(calls).toHaveLength(5)
  scheduler.retry('nobody')
  scheduler.refresh('nobody')
  expect(calls).toHaveLength(5)
})

test('a source that takes one id gets one id', () => {
  const { ask, calls } = stage()
  ask('fan', source('fan', { fanOut: 'local', args: { local: { type: 'id' } } }), { local: [7, 8], day: 'x' })
  expect(calls.map(({ args }) => args)).toEqual([
    { local: 7, day: 'x' },
    { local: 8, day: 'x' },
  ])
})

test('an unauthorized store ends everything', async () => {
  const { one, scheduler } = await fan(['a', 401])
  expect([one.last(), scheduler.stats()]).toMatchObject([
    { kind: 'failed', issue: { code: 'SOURCE_UNAUTHORIZED' }, attempts: 0, ms: 0 },
    { running: 0, steps: 0, resting: 0 },
  ])
})

// ---------------------------------------------------------------- kept

test('the answers asked for last are kept, as many as are allowed, and what is shown beyond that', async () => {
  const { ask, calls, released, scheduler } = stage()
  const shown = ask('shown')
  await calls[0]!.answer('shown')
  for (let at = 1; at <= CACHE_ENTRIES; at++) {
    const one = ask(`k${at}`)
    await calls.at(-1)!.answer(`k${at}`)
    one.cancel()
  }
  expect([scheduler.stats().cached, released]).toEqual([CACHE_ENTRIES, ['k1']])
  // To look at an answer makes it the latest.
  ask('k2').cancel()
  const next = ask('next')
  await calls.at(-1)!.answer('next')
  expect(released).toEqual(['k1', 'k3'])
  next.cancel()
  shown.cancel()
})

test('an answer that is shown is replaced by its newer one, and the older is let go', async () => {
  const { ask, calls, released, scheduler } = stage()
  const one = ask('a')
  await calls[0]!.answer('old')
  scheduler.refresh('a')
  scheduler.refresh('a')
  expect(calls).toHaveLength(2)
  await calls[1]!.answer('new')
  expect([one.last(), released]).toMatchObject([{ kind: 'done', ref: { id: 'new' } }, ['old']])
  await calls[1]!.answer('again')
  expect(released).toEqual(['old'])
})

test('an answer that comes too late is let go', async () => {
  const { ask, calls, released } = stage()
  ask('a').cancel()
  await calls[0]!.answer('late')
  expect(released).toEqual(['late'])
})

test('when all ends every call is aborted, every answer let go, and nothing is told or asked', async () => {
  const { ask, calls, released, scheduler, clock } = stage()
  ask('a')
  await calls[0]!.answer('x')
  const open = ask('b')
  const waiting = ask('c')
  await calls[2]!.fail(503)
  scheduler.dispose()
  expect([calls[1]?.signal.aborted, released, clock.pending, scheduler.stats()]).toMatchObject([
    true,
    ['x'],
    0,
    { running: 0, queued: 0, waiting: 0, cached: 0 },
  ])
  const [told, heard] = [open.events.length, waiting.events.length]
  scheduler.retry('c')
  scheduler.refresh('a')
  await clock.advance(60_000)
  expect([open.events.length, waiting.events.length, calls.length]).toEqual([told, heard, 3])
  expect(ask('d').events).toMatchObject([
    { kind: 'failed', issue: { code: 'SOURCE_UNAUTHORIZED', pointer: '' }, attempts: 0, ms: 0 },
  ])
  expect(ask('d').joined).toBe(false)
})
