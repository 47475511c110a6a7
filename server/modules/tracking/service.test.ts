/** Events of people: whose they may be, how many, and how long they are kept. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { TrackingEvent } from '#schemas/generated/api/tracking-event.ts'
import { trackingRetention, trackingService } from './service.ts'

const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 20, 12)
let now = NOW
let kept: { user: unknown; events: readonly unknown[]; at: number }[] = []
beforeEach(() => {
  now = NOW
  kept = []
})
const tracking = (quotaMb = 1) =>
  trackingService({
    tracking: {
      append: async ({ userId }: { userId: number }, events: readonly unknown[], at: number) => {
        kept.push({ user: userId, events, at })
      },
    },
    sessions: {
      resolve: async (token: string) => (token === 'good' ? { scope: { userId: 7 }, user: { id: 7 } } : null),
    },
    clock: { now: () => now },
    publicUrl: 'https://aforo.example/app',
    quotaMb,
  } as never)
const caller = (id: number) => ({ scope: { userId: id }, user: { id } }) as never
const said = (run: Promise<unknown>) =>
  run.then(
    () => 'kept',
    ({ code, message, details }: { code: string; message: string; details?: object }) =>
      `${code}: ${message}${details === undefined ? '' : ` ${JSON.stringify(details)}`}`,
  )

describe('a beacon', () => {
  const beacon = (origin: string | undefined, host: string, token = 'good') =>
    said(tracking().beacon({ events: [], token, origin, host } as never))
  const foreign = 'ORIGIN_NOT_ALLOWED: This is only taken from a page of this product.'

  test.each([
    ['https://aforo.example', 'other'],
    ['http://127.0.0.1:8080', '127.0.0.1:8080'],
    ['https://wall.example', 'WALL.example'],
  ])('from %s, sent to %s, is of our own page', async (origin, host) => {
    expect(await beacon(origin, host)).toBe('kept')
    expect(kept).toEqual([{ user: 7, events: [], at: NOW }])
  })

  test.each([
    [undefined, 'aforo.example'],
    ['https://evil.example', 'aforo.example'],
    ['null', 'null'],
    ['https://x', ''],
    ['nonsense', 'nonsense'],
  ])('from %s, sent to %s, belongs to another site, with any token', async (origin, host) => {
    expect([await beacon(origin, host), await beacon(origin, host, 'bad'), kept]).toEqual([foreign, foreign, []])
  })

  test('needs a session that is still open', async () => {
    expect(await beacon('https://aforo.example', '', 'bad')).toBe(
      'SESSION_INVALID: This session has ended or never was; sign in again.',
    )
  })
})

test('of one account a megabyte is kept in 24 hours, and it is said when there is room again', async () => {
  const service = tracking()
  const events = (size: number) => [{ type: 'click', name: 'x'.repeat(size) } as never as TrackingEvent]
  const empty = (await service.record(caller(1), events(0)), JSON.stringify(kept[0]!.events).length)
  const record = (id: number, size: number) => said(service.record(caller(id), events(size - empty)))
  expect(await record(1, 1_000_000 - empty)).toBe('kept')
  const words = (seconds: number) =>
    `RATE_LIMITED: This account has sent 1 MB of events in 24 hours; no more are kept for ${seconds} s. ` +
    `{"retryAfterS":${seconds}}`
  now += 1000
  expect(await record(1, empty)).toBe(words(86_399))
  expect(await record(2, 1_000_000)).toBe('kept')
  now = NOW + DAY_MS - 1
  expect(await record(1, empty)).toBe(words(1))
  now = NOW + DAY_MS
  expect(await record(1, 1_000_000)).toBe('kept')
  expect(await record(1, empty)).toBe(words(86_400))
  expect(kept.length).toBe(4)
})

test('what is older than ninety days is forgotten', async () => {
  const swept: number[] = []
  const job = trackingRetention({ sweep: async (before: number) => void swept.push(before) } as never, {
    now: () => NOW,
  })
  await job.run()
  expect([job.name, job.everyMs, swept]).toEqual(['tracking retention', expect.any(Number), [NOW - 90 * DAY_MS]])
})
