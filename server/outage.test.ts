/**
 * The story the product is for, on real stores, over HTTP and SMTP: a device is unplugged, its readers are notified,
 * and nothing is lost when it is back.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayNumber, isoDay } from '#domain/days'
import { expectedLocals } from './modules/opening-hours/expected-locals.ts'
import { hashOf, newToken } from './lib/secrets.ts'
import { SYSTEM_SCOPE } from './lib/scope.ts'
import type { FleetDevice } from './simulator/fleet.ts'
import { createPlayer, type Player } from './simulator/player.ts'
import { createPoster } from './simulator/post.ts'
import { rhythmSource } from './simulator/rhythm-source.ts'
import { fixture, PASSWORD } from './testing/fixture.ts'
import type { Fixture } from './testing/fixture.ts'
import { startMailServer, type TestMailServer } from './testing/mail.ts'
import { hashPassword } from './modules/session/password-hash.ts'
import { sender, type Send } from './testing/send.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Friday 09:00 in Madrid. */
const MORNING = Date.UTC(2026, 10, 20, 8)
const HISTORY_WEEKS = 3
const JOBS_EVERY_MINUTES = 5

let f: Fixture
let mails: TestMailServer
let player: Player
let poster: ReturnType<typeof createPoster>
let device: FleetDevice
let footscan: number

/** A session is idle for longer than it lives while the hours pass. */
const ask: Send = async (...call) => sender(f, await f.signIn('ana'))(...call)
const job = (name: string) => f.app.jobs.find((one) => one.name === name)!.run()

/**
 * Everything that happens up to an instant: messages arrive by the minute, as from a device whose clock is right, and
 * the jobs run now and then.
 */
async function until(at: number): Promise<void> {
  for (let minutes = 1; f.clock.time < at; minutes += 1) {
    f.clock.time += MINUTE
    await poster.send(player.advance(f.clock.time))
    if (minutes % JOBS_EVERY_MINUTES > 0) continue
    await f.app.ingest.applied()
    await job('device health')
    await job('alerts')
    await job('mail')
  }
}

const stateNow = async () =>
  (
    (await ask('GET', `/monitoring/footscans/current?client=${f.ids.uno}`)).body as {
      footscan: number
      status: string
      reason: string | null
      since: number | null
    }[]
  ).find((one) => one.footscan === footscan)
const people = async () =>
  Number(
    (
      await f.facts.read('SELECT CAST(sum(ins) AS DOUBLE) FROM traffic WHERE area = $1 AND day = $2', [
        f.ids.door,
        dayNumber('2026-11-20'),
      ])
    )[0]![0],
  )

beforeAll(async () => {
  mails = await startMailServer()
  f = await fixture({ config: { smtpUrl: mails.url } })
  const { catalog, clock, ids } = f
  const server = await f.app.listen({ port: 0, host: '127.0.0.1' })
  await catalog.openingHours.insertMany(
    SYSTEM_SCOPE,
    [1, 2, 3, 4, 5, 6].map((weekDay) => ({ local: ids.granVia, weekDay, opening: '10:00', closing: '21:00' })),
  )
  const known = (await catalog.footscans.list(SYSTEM_SCOPE)).find(({ area }) => area === ids.door)!
  footscan = known.id
  const key = newToken()
  await catalog.deviceKeys.insert(SYSTEM_SCOPE, {
    client: ids.uno,
    footscan,
    name: 'door',
    keyHash: hashOf(key),
    validator: null,
    at: clock.now(),
  })
  await catalog.users.insert(
    SYSTEM_SCOPE,
    {
      username: 'ana@aforo.test',
      role: 'basic',
      flags: ['canAlerts', 'footStatus'],
      clients: [ids.uno],
      passwordHash: await hashPassword(PASSWORD),
      properties: { lang: 'es' },
    },
    MORNING,
  )
  await ask('PUT', `/locals/${ids.granVia}/alerts/${ids.granVia}`, { state: 'activate' })

  // Weeks of ordinary days, so that it is known what is usual.
  device = {
    mac: known.mac,
    key,
    adapter: 'xovis',
    line: 'door',
    reportS: 6 * 3600,
    timeZone: 'Europe/Madrid',
    peak: 240,
  }
  poster = createPoster({ server, tries: 3 })
  clock.time = MORNING
  const before = createPlayer({ fleet: [device], source: rhythmSource(7), from: MORNING - HISTORY_WEEKS * 7 * DAY })
  await poster.send(before.advance(MORNING))
  await f.app.ingest.applied()
  await f.facts.rollForward({ nowMs: MORNING, locals: await expectedLocals(catalog) })
  await job('device health')
  player = createPlayer({ fleet: [{ ...device, reportS: 60 }], source: rhythmSource(7), from: MORNING })
}, 120_000)
afterAll(async () => {
  await f.close()
  await mails.close()
})

test('a door is unplugged at noon: it is down within the time of its rule, the mail says so, and when it is back with its counts the day is whole', async () => {
  await until(MORNING + 3 * HOUR)
  expect(await stateNow()).toMatchObject({ status: 'UP', reason: null })
  expect(mails.taken).toEqual([])

  const noon = f.clock.time
  player.unplug(device.mac)
  await until(noon + HOUR)
  const down = await stateNow()
  expect(down).toMatchObject({ status: 'DOWN' })
  // It spoke for the last time at noon, give or take the minute it reports in.
  expect(Math.abs(down!.since! - noon)).toBeLessThanOrEqual(5 * MINUTE)
  const mail = await mails.next('ana@aforo.test')
  expect(mail.subject).toBe('Alertas de Moda Uno: 1')
  expect(mail.text).toContain('Gran Vía')
  expect(await ask('GET', '/alerts?state=open')).toMatchObject({
    status: 200,
    body: [{ kind: 'deviceDown', local: f.ids.granVia, state: 'open' }],
  })
  const held = await people()

  await until(noon + 2 * HOUR)
  expect(await people()).toBe(held)
  player.plug(device.mac)
  await until(noon + 2 * HOUR + 10 * MINUTE)
  expect(await stateNow()).toMatchObject({ status: 'UP', since: null })
  expect(await people()).toBeGreaterThan(held * 1.3)
  expect((await mails.next('ana@aforo.test')).subject).toBe('Resuelto en Moda Uno: 1')
  expect((await ask('GET', '/alerts?state=open')).body).toEqual([])

  const begin = isoDay(dayNumber('2026-11-19'))
  const answer = await f.app.inject({
    url: `/api/monitoring/footscans/workday?client=${f.ids.uno}&begin=${begin}&end=2026-11-20`,
    headers: { access_token: await f.signIn('ana') },
  })
  const frame = answer.json<{ columns: { id: string }[]; data: unknown[][] }>()
  const column = (id: string) => frame.data[frame.columns.findIndex((one) => one.id === id)]
  expect(column('status')?.slice(-1)).toEqual([1])
  expect(mails.taken).toHaveLength(2)
}, 120_000)
