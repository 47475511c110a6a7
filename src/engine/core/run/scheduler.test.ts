import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FrameRef, SourceDefinition } from '../../types.ts'
import { CACHE_BYTES } from '../document/constants.ts'
import { backoff } from './retry.ts'
import { createScheduler, type JobEvent, type JobSpec, type Rank } from './scheduler.ts'
import { flush, virtualClock } from '../test-support/index.ts'

type Answer = 'ok' | 404 | 401 | 403 | 408 | 429 | 500 | 503 | 'network' | 'hang' | 'late'

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

function setup(
  script: (key: string, n: number) => Answer = () => 'ok',
  latency: (key: string, n: number) => number = () => 100,
  openingMs = 0,
) {
  const clock = virtualClock(0)
  const starts: { key: string; at: number; signal: AbortSignal }[] = []
  const ends: { key: string; at: number }[] = []
  const merges: (readonly FrameRef[])[] = []
  const released: string[] = []
  let left = 0
  let open = 0
  let maxOpen = 0
  let maxSteps = 0
  let openSteps = 0
  const counts = new Map<string, number>()
  const live = new Map<string, number>()
  let doubled = 0
  let id = 0
  const scheduler = createScheduler({
    clock,
    random: () => 0.5,
    transport: (from, args, signal, { arrived }) => {
      const key = `${from.name}${JSON.stringify(args)}`
      const n = (counts.get(key) ?? 0) + 1
      counts.set(key, n)
      starts.push({ key, at: clock.now(), signal })
      const step = from.fanOut !== undefined
      live.set(key, (live.get(key) ?? 0) + 1)
      if ((live.get(key) ?? 0) > 1) doubled++
      if (step) maxSteps = Math.max(maxSteps, ++openSteps)
      else maxOpen = Math.max(maxOpen, ++open)
      const what = script(key, n)
      return new Promise<FrameRef>((resolve, reject) => {
        let over = false
        let counted = true
        const uncount = () => {
          if (!counted) return
          counted = false
          if (step) openSteps--
          else open--
        }
        const end = (finish: () => void) => {
          if (over) return
          over = true
          live.set(key, (live.get(key) ?? 1) - 1)
          uncount()
          ends.push({ key, at: clock.now() })
          finish()
        }
        signal.addEventListener('abort', () =>
          end(() => {
            if (what !== 'late') reject(new DOMException('aborted', 'AbortError'))
            else resolve({ id: `late-${++id}`, columns: [], rows: 1 })
          }),
        )
        if (what === 'hang') return
        const answer = () =>
          end(() => {
            if (what === 'ok' || what === 'late') resolve({ id: `ref-${++id}`, columns: [], rows: 1 })
            else if (what === 'network') reject(new TypeError('fetch failed'))
            else reject(Object.assign(new Error('refused'), { status: what }))
          })
        clock.after(latency(key, n), () => {
          if (openingMs === 0 || what !== 'ok' || over) return answer()
          if (arrived !== undefined) uncount()
          arrived?.()
          clock.after(openingMs, answer)
        })
      })
    },
    merge: async (parts) => {
      merges.push(parts)
      return { id: `merged-${++id}`, columns: [], rows: parts.length }
    },
    release: (ref) => {
      released.push(ref)
    },
    onUnauthorized: () => {
      left++
    },
  })
  return {
    clock,
    scheduler,
    starts,
    ends,
    merges,
    released,
    left: () => left,
    most: () => ({ open: maxOpen, steps: maxSteps, doubled }),
  }
}

const spec = (name: string, from: SourceDefinition = source(name), args: Record<string, unknown> = {}): JobSpec => ({
  key: name,
  source: from,
  args,
})
const watch = () => {
  const events: JobEvent[] = []
  return {
    events,
    on: (event: JobEvent) => {
      events.push(event)
    },
    kinds: () => events.map(({ kind }) => kind),
    last: () => events.at(-1),
  }
}
const RANK: Rank = [1, 0, 0]

describe('refusals', () => {
  test('a 403 is not tried again, and the answer says what the server said', async () => {
    const { scheduler, starts, clock } = setup(() => 403)
    const seen = watch()
    scheduler.subscribe(spec('a'), RANK, seen.on)
    await clock.advance(60_000)
    expect(starts).toHaveLength(1)
    expect(seen.last()).toMatchObject({
      kind: 'failed',
      attempts: 1,
      issue: { code: 'SOURCE_REFUSED', params: { status: 403, reason: 'refused' } },
    })
  })

  test('a 401 cancels everything, tells all once and nothing is asked again', async () => {
    const { scheduler, clock, left, starts } = setup((key) => (key.startsWith('b') ? 401 : 'hang'))
    const a = watch()
    const b = watch()
    scheduler.subscribe(spec('a'), RANK, a.on)
    scheduler.subscribe(spec('b'), RANK, b.on)
    await clock.advance(1000)
    const c = watch()
    scheduler.subscribe(spec('c'), RANK, c.on)
    await clock.advance(60_000)
    expect([left(), starts.length, starts[0]?.signal.aborted]).toEqual([1, 2, true])
    expect([a.last(), b.last(), c.last()].map((event) => event?.kind === 'failed' && event.issue.code)).toEqual(
      Array(3).fill('SOURCE_UNAUTHORIZED'),
    )
    expect(scheduler.stats()).toMatchObject({ running: 0, steps: 0, resting: 0, queued: 0, waiting: 0 })
  })
})

test('a network error is tried again after 1, 2, 4, 8 and 15 s, six times in all', async () => {
  const { scheduler, starts, clock } = setup(
    () => 'network',
    () => 0,
  )
  const seen = watch()
  scheduler.subscribe(spec('a'), RANK, seen.on)
  await clock.advance(60_000)
  expect(starts.map(({ at }) => at)).toEqual([0, 1000, 3000, 7000, 15_000, 30_000])
  expect(seen.last()).toMatchObject({ kind: 'failed', attempts: 6, issue: { code: 'SOURCE_NETWORK' } })
})

test('the wait is spread by 20 %', () => {
  expect([backoff(1, () => 0), backoff(1, () => 1), backoff(5, () => 0), backoff(9, () => 1)]).toEqual([
    800, 1200, 12_000, 18_000,
  ])
})

test('Retry-After wins over the usual wait', async () => {
  const clock = virtualClock(0)
  const at: number[] = []
  const scheduler = createScheduler({
    clock,
    random: () => 0.5,
    merge: () => Promise.reject(new Error('unused')),
    release: () => undefined,
    onUnauthorized: () => undefined,
    transport: () => {
      at.push(clock.now())
      return Promise.reject(Object.assign(new Error('slow down'), { status: 429, retryAfterMs: 7000 }))
    },
  })
  scheduler.subscribe(spec('a'), RANK, () => undefined)
  await clock.advance(15_000)
  expect(at).toEqual([0, 7000, 14_000])
})

test('a call that gives no answer in 300 s is aborted and tried again', async () => {
  const { scheduler, starts, clock } = setup((_, n) => (n === 1 ? 'hang' : 'ok'))
  const seen = watch()
  scheduler.subscribe(spec('a'), RANK, seen.on)
  await clock.advance(300_000)
  expect([starts.length, starts[0]?.signal.aborted, seen.last()]).toEqual([
    1,
    true,
    expect.objectContaining({ kind: 'loading', retryAt: 301_000 }),
  ])
  await clock.advance(2000)
  expect(seen.kinds().at(-1)).toBe('done')
})

test('404 is cached as an empty answer', async () => {
  const { scheduler, starts, clock } = setup(() => 404)
  const first = watch()
  const subscription = scheduler.subscribe(spec('a'), RANK, first.on)
  await clock.advance(1000)
  subscription.cancel()
  const second = watch()
  scheduler.subscribe(spec('a'), RANK, second.on)
  await clock.advance(1000)
  expect([starts.length, first.last()?.kind, second.events]).toEqual([
    1,
    'notFound',
    [{ kind: 'notFound', at: 100, from: 'cache', attempts: 0, ms: 0 }],
  ])
})

test('the same question in flight is asked once', async () => {
  const { scheduler, starts, clock } = setup()
  const [a, b] = [watch(), watch()]
  expect([
    scheduler.subscribe(spec('a'), RANK, a.on).joined,
    scheduler.subscribe(spec('a'), RANK, b.on).joined,
  ]).toEqual([false, true])
  await clock.advance(1000)
  expect([starts.length, a.last(), b.last()]).toEqual([1, a.last(), a.last()])
})

test('a fresh answer is served; one of an hour is served with its age and asked again', async () => {
  const { scheduler, starts, clock, released } = setup()
  const keep = scheduler.subscribe(spec('a'), RANK, () => undefined)
  await clock.advance(1000)
  keep.cancel()
  await clock.advance(3_600_000 - 1000 + 99)
  const young = watch()
  scheduler.subscribe(spec('a'), RANK, young.on).cancel()
  await clock.advance(1)
  expect([starts.length, young.kinds()]).toEqual([1, ['done']])
  const old = watch()
  scheduler.subscribe(spec('a'), RANK, old.on)
  await clock.advance(1000)
  expect(old.events.map((event) => [event.kind, event.kind === 'done' ? event.from : undefined])).toEqual([
    ['done', 'stale cache'],
    ['loading', undefined],
    ['done', 'network'],
  ])
  expect(released).toEqual(['ref-1'])
})

test('five run at once, better ranks first, equal ranks by age, and scrolling changes the order', async () => {
  const { scheduler, starts, clock, most } = setup()
  const subscriptions = Array.from({ length: 9 }, (_, i) =>
    scheduler.subscribe(spec(`job${i}`), [2, 0, 0], () => undefined),
  )
  subscriptions[8]?.rank([1, 0, 0])
  await clock.advance(1000)
  expect(starts.map(({ key }) => key.slice(0, 4))).toEqual([
    'job0',
    'job1',
    'job2',
    'job3',
    'job4',
    'job8',
    'job5',
    'job6',
    'job7',
  ])
  expect(most().open).toBe(5)
})

test('those that wait in the queue are told their place', async () => {
  const { scheduler, clock } = setup()
  for (let i = 0; i < 5; i++) scheduler.subscribe(spec(`job${i}`), RANK, () => undefined)
  const [sixth, seventh] = [watch(), watch()]
  scheduler.subscribe(spec('six'), RANK, sixth.on)
  scheduler.subscribe(spec('seven'), RANK, seventh.on)
  await clock.advance(100)
  expect([sixth.kinds(), seventh.events.slice(0, 1)]).toEqual([
    ['queued', 'loading'],
    [{ kind: 'queued', position: 2 }],
  ])
})

test('an answer that is only being opened holds no place: the next question sets off when the bytes are here', async () => {
  const { scheduler, starts, clock, most } = setup(
    () => 'ok',
    () => 100,
    1000,
  )
  const seen = Array.from({ length: 6 }, (_, i) => {
    const one = watch()
    scheduler.subscribe(spec(`job${i}`), [1, i, 0], one.on)
    return one
  })
  await clock.advance(100)
  expect(starts.map(({ key, at }) => [key.slice(0, 4), at])).toEqual([
    ['job0', 0],
    ['job1', 0],
    ['job2', 0],
    ['job3', 0],
    ['job4', 0],
    ['job5', 100],
  ])
  expect([seen[0]?.last()?.kind, most().open]).toEqual(['loading', 5])
  await clock.advance(1000)
  expect(seen.map((one) => one.last()?.kind)).toEqual(['done', 'done', 'done', 'done', 'done', 'loading'])
  await clock.advance(100)
  expect([seen[5]?.last()?.kind, scheduler.stats().running]).toEqual(['done', 0])
})

test('who leaves while the answer is being opened gives no place back twice', async () => {
  const { scheduler, clock, released } = setup(
    () => 'ok',
    () => 100,
    1000,
  )
  const subscription = scheduler.subscribe(spec('a'), RANK, () => undefined)
  await clock.advance(500)
  subscription.cancel()
  expect(scheduler.stats()).toMatchObject({ running: 0 })
  await clock.advance(1000)
  expect([scheduler.stats().running, scheduler.stats().cached, released]).toEqual([0, 0, []])
})

test('a job that waits for its next try gives its slot back', async () => {
  const { scheduler, clock, starts } = setup(
    (key) => (key.startsWith('bad') ? 503 : 'ok'),
    () => 10,
  )
  for (let i = 0; i < 5; i++) scheduler.subscribe(spec(`bad${i}`), RANK, () => undefined)
  scheduler.subscribe(spec('good'), [2, 0, 0], () => undefined)
  await clock.advance(20)
  expect(starts.at(-1)?.key).toMatch(/^good/)
  expect(scheduler.stats()).toMatchObject({ running: 0, waiting: 5 })
})

test('the last subscriber that leaves aborts the call, and a late answer changes nothing', async () => {
  const { scheduler, clock, starts, released } = setup(() => 'late')
  const [a, b] = [watch(), watch()]
  const first = scheduler.subscribe(spec('a'), RANK, a.on)
  const second = scheduler.subscribe(spec('a'), RANK, b.on)
  first.cancel()
  expect(starts[0]?.signal.aborted).toBe(false)
  second.cancel()
  await clock.advance(1000)
  expect([starts[0]?.signal.aborted, a.kinds(), b.kinds(), released]).toEqual([
    true,
    ['loading'],
    ['loading'],
    ['late-1'],
  ])
  expect(scheduler.stats()).toMatchObject({ running: 0, cached: 0 })
})

describe('fan-out', () => {
  test('one call per store, three at a time, each lane rests a second after a step, and the parts are merged', async () => {
    const { scheduler, clock, starts, merges } = setup()
    const seen = watch()
    scheduler.subscribe(spec('fan', FAN, { locals: [1, 2, 3, 4, 5] }), RANK, seen.on)
    await clock.advance(10_000)
    expect(starts.map(({ key, at }) => [key, at])).toEqual([
      ['fan{"locals":[1]}', 0],
      ['fan{"locals":[2]}', 0],
      ['fan{"locals":[3]}', 0],
      ['fan{"locals":[4]}', 1100],
      ['fan{"locals":[5]}', 1100],
    ])
    expect(merges).toHaveLength(1)
    expect(seen.events.flatMap((event) => (event.kind === 'loading' ? [event.done] : []))).toEqual([0, 1, 2, 3, 4])
    expect(seen.last()).toMatchObject({ kind: 'done', ref: { rows: 5 } })
  })

  test('a store that fails four times is named, the rest is shown, and retry asks only for it', async () => {
    let broken = true
    const { scheduler, clock, starts } = setup(
      (key) => (key.includes('[2]') && broken ? 503 : key.includes('[3]') ? 404 : 'ok'),
      () => 10,
    )
    const seen = watch()
    scheduler.subscribe(spec('fan', FAN, { locals: [1, 2, 3] }), RANK, seen.on)
    await clock.advance(60_000)
    expect(starts.filter(({ key }) => key.includes('[2]'))).toHaveLength(4)
    expect(seen.last()).toMatchObject({
      kind: 'done',
      partial: { failed: ['2'], done: 2, total: 3, issue: { code: 'SOURCE_FAILED' } },
      ref: { rows: 1 },
    })
    broken = false
    scheduler.retry('fan')
    await clock.advance(60_000)
    expect(starts.slice(6).map(({ key }) => key)).toEqual(['fan{"locals":[2]}'])
    expect(seen.last()).toMatchObject({ kind: 'done', ref: { rows: 2 } })
    expect(seen.last()).not.toHaveProperty('partial')
  })

  test('while all steps that are left wait, the slot is given back', async () => {
    const { scheduler, clock } = setup(
      (key) => (key.startsWith('fan') ? 503 : 'ok'),
      () => 10,
    )
    scheduler.subscribe(spec('fan', FAN, { locals: [1, 2] }), RANK, () => undefined)
    await clock.advance(20)
    expect(scheduler.stats()).toMatchObject({ running: 0, steps: 0, waiting: 1 })
  })

  test('when every store fails the whole fails', async () => {
    const { scheduler, clock } = setup(() => 403)
    const seen = watch()
    scheduler.subscribe(spec('fan', FAN, { locals: [1, 2] }), RANK, seen.on)
    await clock.advance(60_000)
    expect(seen.last()).toMatchObject({ kind: 'failed', issue: { code: 'SOURCE_REFUSED' } })
  })
})

test('for any sequence of calls, limits hold, no question is asked twice at once, no listener is called after leaving, and every slot is freed', async () => {
  const answer = fc.constantFrom<Answer>('ok', 'ok', 'ok', 404, 403, 408, 429, 500, 503, 'network', 'late')
  const ask = fc.record({
    kind: fc.constant('ask' as const),
    key: fc.integer({ min: 0, max: 23 }),
    rank: fc.integer({ min: 0, max: 2 }),
  })
  const command = fc.oneof(
    ask,
    ask,
    ask,
    ask,
    fc.record({ kind: fc.constant('leave' as const), n: fc.nat(40) }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 20_000 }) }),
    fc.record({ kind: fc.constant('retry' as const), key: fc.integer({ min: 0, max: 11 }) }),
    fc.record({ kind: fc.constant('refresh' as const), key: fc.integer({ min: 0, max: 11 }) }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(command, { maxLength: 40 }),
      fc.array(answer, { minLength: 1, maxLength: 30 }),
      fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 10 }),
      fc.constantFrom(0, 700),
      async (commands, answers, latencies, openingMs) => {
        let n = 0
        let m = 0
        const { scheduler, clock, starts, most } = setup(
          () => answers[n++ % answers.length] as Answer,
          () => latencies[m++ % latencies.length] as number,
          openingMs,
        )
        const subscriptions: { cancel: () => void; gone: boolean; after: number; attempts: number[] }[] = []
        for (const one of commands) {
          if (one.kind === 'ask') {
            const entry = { cancel: () => undefined as void, gone: false, after: 0, attempts: [] as number[] }
            const fan = one.key % 4 === 0
            const subscription = scheduler.subscribe(
              fan
                ? spec(`fan${one.key}`, { ...FAN, name: `fan${one.key}` }, { locals: [1, 2, 3, 4] })
                : spec(`job${one.key}`),
              [one.rank, 0, 0],
              (event) => {
                if (entry.gone) entry.after++
                if (event.kind === 'loading') {
                  entry.attempts.push(event.attempt)
                  if (event.attempt > event.of || event.of !== (fan ? 4 : 6)) throw new Error('too many attempts')
                }
              },
            )
            entry.cancel = () => subscription.cancel()
            subscriptions.push(entry)
          } else if (one.kind === 'leave') {
            const entry = subscriptions[one.n % Math.max(1, subscriptions.length)]
            if (entry) {
              entry.gone = true
              entry.cancel()
            }
          } else if (one.kind === 'wait') await clock.advance(one.ms)
          else scheduler[one.kind](one.key % 4 === 0 ? `fan${one.key}` : `job${one.key}`)
          const { running, steps, resting } = scheduler.stats()
          if (running < 0 || running > 5 || steps < 0 || steps + resting > 3)
            throw new Error(`limits: ${running} ${steps} ${resting}`)
        }
        for (const entry of subscriptions) {
          entry.gone = true
          entry.cancel()
        }
        await clock.advance(10_000)
        expect(scheduler.stats()).toMatchObject({ running: 0, steps: 0, resting: 0, queued: 0, waiting: 0 })
        expect({ ...most(), told: subscriptions.reduce((sum, { after }) => sum + after, 0) }).toMatchObject({
          doubled: 0,
          told: 0,
        })
        expect(most().open).toBeLessThanOrEqual(5)
        expect(most().steps).toBeLessThanOrEqual(3)
        expect(clock.pending === 0 || starts.length > 0).toBe(true)
      },
    ),
    { numRuns: 150 },
  )
})

test('left alone, everything comes to an end and every subscriber knows how', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom<Answer>('ok', 404, 403, 429, 500, 'network'), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 12 }),
      async (answers, jobs) => {
        let n = 0
        const { scheduler, clock } = setup(() => answers[n++ % answers.length] as Answer)
        const seen = Array.from({ length: jobs }, (_, i) => {
          const one = watch()
          scheduler.subscribe(
            i % 3 === 0 ? spec(`fan${i}`, { ...FAN, name: `fan${i}` }, { locals: [1, 2, 3] }) : spec(`job${i}`),
            [1, i, 0],
            one.on,
          )
          return one
        })
        await clock.advance(1_000_000)
        await flush()
        expect(seen.map((one) => ['done', 'notFound', 'failed'].includes(one.last()?.kind ?? ''))).toEqual(
          seen.map(() => true),
        )
        expect(scheduler.stats()).toMatchObject({ running: 0, steps: 0, resting: 0, queued: 0, waiting: 0 })
      },
    ),
    { numRuns: 60 },
  )
})

test('a failed fetch is an error that holds every response behind it', async () => {
  const { scheduler, clock, ask } = harness((_, n) => (n < 3 ? 503 : 403))
  const seen = ask('a')
  await clock.advance(60_000)
  const last = seen.at(-1)
  expect(
    last?.kind === 'failed' && [
      last.error instanceof Error,
      last.error?.responses.map((one) => (one as { status: number }).status),
      last.error?.cause === last.error?.responses.at(-1),
    ],
  ).toEqual([true, [503, 503, 403], true])
  scheduler.dispose()
})

test('a list is fresh for as long as its source says, and what was written makes everything old', async () => {
  const { scheduler, clock, ask, calls } = harness()
  const kept = () => ask('a', { freshMs: 1_800_000 })
  const first = scheduler.subscribe(
    { key: 'a', source: source('a', { freshMs: 1_800_000 }), args: {} },
    [1, 0, 0],
    () => undefined,
  )
  await clock.advance(200)
  first.cancel()
  await clock.advance(1_799_000)
  expect(kept().map((event) => event.kind === 'done' && event.from)).toEqual(['cache'])
  expect(calls()).toBe(1)
  await clock.advance(2_000)
  expect(
    kept()
      .map((event) => event.kind === 'done' && event.from)
      .slice(0, 1),
  ).toEqual(['stale cache'])
  await clock.advance(200)
  expect(calls()).toBe(2)
  scheduler.outdate()
  // Shown, so it stays; the next one who wants it asks again.
  expect(scheduler.stats().cached).toBe(1)
  expect(
    kept()
      .map((event) => event.kind === 'done' && event.from)
      .slice(0, 1),
  ).toEqual(['stale cache'])
  await clock.advance(200)
  expect(calls()).toBe(3)
  expect(kept().map((event) => event.kind === 'done' && event.from)).toEqual(['cache'])
  scheduler.dispose()
})

test('what is not shown any more is forgotten when something was written', async () => {
  const { scheduler, clock, calls } = harness()
  const once = async () => {
    const one = scheduler.subscribe({ key: 'a', source: source('a'), args: {} }, [1, 0, 0], () => undefined)
    await clock.advance(200)
    one.cancel()
  }
  await once()
  scheduler.outdate()
  expect(scheduler.stats().cached).toBe(0)
  await once()
  expect(calls()).toBe(2)
})

test('what is kept is bounded by its bytes', async () => {
  const { scheduler, clock, released } = harness(() => 'ok', CACHE_BYTES / 2)
  for (const key of ['a', 'b', 'c']) {
    const one = scheduler.subscribe({ key, source: source(key), args: {} }, [1, 0, 0], () => undefined)
    await clock.advance(200)
    one.cancel()
  }
  expect([scheduler.stats().cached, released]).toEqual([2, ['a-1']])
})

/** The smallest stage: every call answers after 100 ms. */
function harness(script: (key: string, n: number) => number | 'ok' = () => 'ok', bytes?: number) {
  const clock = virtualClock(0)
  const counts = new Map<string, number>()
  const released: string[] = []
  const scheduler = createScheduler({
    clock,
    random: () => 0.5,
    merge: () => Promise.reject(new Error('unused')),
    release: (ref) => {
      released.push(ref)
    },
    onUnauthorized: () => undefined,
    transport: ({ name }) =>
      new Promise((resolve, reject) => {
        const n = (counts.get(name) ?? 0) + 1
        counts.set(name, n)
        const what = script(name, n)
        clock.after(100, () => {
          if (what === 'ok')
            resolve({ id: `${name}-${n}`, columns: [], rows: 1, ...(bytes !== undefined && { bytes }) })
          else reject(Object.assign(new Error('refused'), { status: what }))
        })
      }),
  })
  return {
    scheduler,
    clock,
    released,
    calls: () => [...counts.values()].reduce((sum, n) => sum + n, 0),
    ask(key: string, extra: Partial<SourceDefinition> = {}) {
      const events: JobEvent[] = []
      scheduler.subscribe({ key, source: source(key, extra), args: {} }, [1, 0, 0], (event) => {
        events.push(event)
      })
      return events
    },
  }
}
