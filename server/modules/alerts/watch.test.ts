/**
 * The job itself on real stores and a real mail server: what opens, what closes, who is notified, and what is not sent.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { secretsOf } from '../../lib/secrets.ts'
import { expectedLocals } from '../opening-hours/expected-locals.ts'
import type { ModuleMap } from '#domain/data-modules'
import type { TrafficRow } from '../../facts/traffic-row.ts'
import { DAY, fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { startMailServer } from '../../testing/mail.ts'
import type { TestMailServer } from '../../testing/mail.ts'
import { clientService } from '../clients/service.ts'
import type { DeviceState } from '../device-health/states.ts'
import { localService } from '../locals/service.ts'
import { mailService } from '../mail/service.ts'
import type { MailService } from '../mail/service.ts'
import { smtpTransport } from '../mail/transport.ts'
import { moduleMuting } from '../modules/muting.ts'
import { moduleService } from '../modules/service.ts'
import type { ModuleService } from '../modules/service.ts'
import { alertNotices } from './notices.ts'
import { alertService } from './service.ts'
import { alertWatch } from './watch.ts'

const ANA = 'ana@aforo.test'
const PAU = 'pau@aforo.test'
const MINUTE = 60_000
const HOUR = 3_600_000

let f: Fixture
let server: TestMailServer
let mail: MailService
let devices: DeviceState[]
let service: ReturnType<typeof alertService>
let modules: ModuleService
let round: () => Promise<void>

const device = (local: number, part: Partial<DeviceState> = {}): DeviceState => ({
  footscan: local * 10,
  mac: '00:1A:2B:3C:4D:5E',
  name: 'Puerta',
  area: 1,
  local,
  client: f.ids.uno,
  status: 'UP',
  reason: null,
  since: null,
  lastAt: null,
  ...part,
})
const down = (local: number, part: Partial<DeviceState> = {}) =>
  device(local, { status: 'DOWN', reason: 'offline', since: f.clock.now() - 75 * MINUTE, ...part })
const inOrder = <T>(list: readonly T[]) => list.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
const subjects = () => inOrder(server.taken.map(({ to, mail: { subject } }) => [to, subject]))
const open = async () =>
  (await f.catalog.alerts.list(SYSTEM_SCOPE, { state: 'open' })).map(({ local, kind }) => [local, kind])

beforeEach(async () => {
  f = await fixture()
  server = await startMailServer()
  const { catalog, clock, facts, ids } = f
  mail = mailService({
    mails: catalog.mails,
    reports: catalog.reportRuns,
    secrets: secretsOf('k'.repeat(32)),
    clock,
    keep: false,
    log: { warn: () => undefined, error: () => undefined },
    transport: smtpTransport({ smtpUrl: server.url, mailFrom: 'no-reply@aforo.test' }),
  })
  const clients = clientService({ clients: catalog.clients })
  const locals = localService({ locals: catalog.locals, areas: catalog.areas, footscans: catalog.footscans, clients })
  devices = []
  const muting = moduleMuting(catalog)
  modules = moduleService({ catalog, clients, locals, clock })
  const watch = alertWatch({
    catalog,
    facts,
    muting,
    health: {
      current: async (_scope, { client } = {}) =>
        devices.filter((one) => client === undefined || one.client === client),
    },
    clock,
  })
  const notices = alertNotices({ catalog, clients, locals, mail, clock, publicUrl: 'https://aforo.example.com' })
  service = alertService({
    catalog,
    facts,
    clients,
    locals,
    muting,
    watch,
    clock,
    figures: { read: async () => ({ reason: 'widgetGone' }) },
    figureWatch: { forget: () => undefined },
  })
  round = async () => {
    await watch.look()
    await notices.sendAll()
    await mail.deliver()
  }
  const user = (username: string, lang: 'es' | 'ca', more: object = {}) =>
    catalog.users.insert(
      SYSTEM_SCOPE,
      {
        username,
        role: 'basic',
        flags: ['canAlerts', 'footStatus'],
        clients: [ids.uno],
        passwordHash: null,
        properties: { lang },
        ...more,
      },
      NOW,
    )
  await user(ANA, 'es')
  await user(PAU, 'ca', { properties: { lang: 'ca', demo: true } })
  await user('away@aforo.test', 'es', { enabled: false })
  await user('foreign@aforo.test', 'es', { clients: [ids.dos] })
  for (const local of [ids.granVia, ids.outlet])
    await service.setState(SYSTEM_SCOPE, local, local, { state: 'activate' })
  return async () => {
    await mail.close()
    await server.close()
    await f.close()
  }
}, 60_000)

describe('a device that is down', () => {
  test('is notified once, in one mail per client, in the language and the names of each reader, and again when it is solved', async () => {
    devices = [down(f.ids.granVia), down(f.ids.outlet, { name: '', reason: 'stuck' })]
    await round()
    await round()
    expect(await open()).toEqual([
      [f.ids.outlet, 'deviceDown'],
      [f.ids.granVia, 'deviceDown'],
    ])
    expect(subjects()).toEqual([
      [ANA, 'Alertas de Moda Uno: 2'],
      [PAU, 'Alertes de Demo Client 1: 2'],
    ])
    const { text } = await server.next(ANA)
    expect(text).toContain(
      'Gran Vía · Dispositivo caído: Puerta no cuenta desde hace 75 minutos con el local abierto: sin conexión',
    )
    expect(text).toContain(
      'https://aforo.example.com/users/foot/dashboards/view/foot-status' +
        `?client=${f.ids.uno}&locals=${f.ids.granVia}&end=2026-11-20\n`,
    )
    expect(text).toContain('Outlet · Dispositivo caído: 00:1A:2B:3C:4D:5E no cuenta')
    expect(text).toContain(`https://aforo.example.com/users/alerts/manage?tab=history&client=${f.ids.uno}`)
    const disguised = (await server.next(PAU)).text ?? ''
    expect(disguised).toContain(`Demo Footscan ${f.ids.granVia * 10}`)
    expect(disguised).not.toMatch(/Gran Vía|Outlet|Puerta|00:1A|Moda/)

    f.clock.time += 10 * MINUTE
    devices = [device(f.ids.granVia), down(f.ids.outlet)]
    await round()
    expect(await open()).toEqual([[f.ids.outlet, 'deviceDown']])
    expect((await server.next(ANA)).subject).toBe('Resuelto en Moda Uno: 1')
    await round()
    expect(server.taken).toHaveLength(4)
  })

  test('again within the cool-down is in the list and in no mail; after it, it is mailed', async () => {
    devices = [down(f.ids.granVia)]
    await round()
    devices = [device(f.ids.granVia)]
    await round()
    f.clock.time += 2 * HOUR
    devices = [down(f.ids.granVia)]
    await round()
    expect([
      await open(),
      (await f.catalog.alerts.list(SYSTEM_SCOPE)).length,
      server.taken.filter(({ to }) => to === ANA).length,
    ]).toEqual([[[f.ids.granVia, 'deviceDown']], 2, 2])
    f.clock.time += 23 * HOUR
    await round()
    expect(server.taken.filter(({ to }) => to === ANA).map(({ mail: { subject } }) => subject)).toEqual([
      'Alertas de Moda Uno: 1',
      'Resuelto en Moda Uno: 1',
      'Alertas de Moda Uno: 1',
    ])
  })

  test('says nothing on a holiday, after closing time and of a closed local; what was open stays so', async () => {
    const { ids, catalog } = f
    await catalog.holidays.insertMany(SYSTEM_SCOPE, [
      { local: ids.granVia, day: '2026-11-20', name: 'Fiesta', closed: true },
    ])
    devices = [down(ids.granVia)]
    // No schedule is known: it closes on its holidays all the same.
    await round()
    expect(await open()).toEqual([])
    await catalog.openingHours.insertMany(
      SYSTEM_SCOPE,
      [ids.granVia, ids.outlet].map((local) => ({ local, weekDay: 5, opening: '09:00', closing: '20:00' })),
    )
    devices = [down(ids.granVia), down(ids.outlet, { status: 'CLOSED' })]
    await round()
    expect(await open()).toEqual([])
    f.clock.time = NOW + 9 * HOUR
    devices = [down(ids.outlet)]
    await round()
    expect(await open()).toEqual([])
    f.clock.time = NOW
    await round()
    expect(await open()).toEqual([[ids.outlet, 'deviceDown']])
    f.clock.time = NOW + 9 * HOUR
    await round()
    expect(await open()).toEqual([[ids.outlet, 'deviceDown']])
  })

  test('notifies the recipients of its rule, but none whose right or client was removed meanwhile', async () => {
    const [rule] = await f.catalog.alertRules.list(SYSTEM_SCOPE)
    const pau = await f.catalog.users.findByUsername(SYSTEM_SCOPE, PAU)
    const foreign = await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'foreign@aforo.test')
    await f.catalog.alertRules.replace(SYSTEM_SCOPE, rule!.id, { ...rule!, recipients: [pau!.id, foreign!.id] }, NOW)
    devices = [down(f.ids.granVia)]
    await round()
    expect(subjects()).toEqual([[PAU, 'Alertes de Demo Client 1: 1']])
  })

  test('of a local that is switched off, of a rule that is off or of a removed footscan is solved without a mail', async () => {
    devices = [down(f.ids.granVia), down(f.ids.outlet)]
    await round()
    devices = [down(f.ids.granVia)]
    await round()
    expect(await open()).toEqual([[f.ids.granVia, 'deviceDown']])
    await service.setState(SYSTEM_SCOPE, f.ids.granVia, f.ids.granVia, { state: 'deactivate' })
    await round()
    expect([await open(), server.taken.filter(({ to }) => to === ANA).length]).toEqual([[], 1])
  })
})

/** Ten weeks of two open hours a day, as they always are but for the days given. */
async function counted(counts: Readonly<Record<number, Partial<TrafficRow> | null>>): Promise<void> {
  const { ids, catalog, facts } = f
  await catalog.openingHours.insertMany(
    SYSTEM_SCOPE,
    [1, 2, 3, 4, 5, 6, 7].map((weekDay) => ({ local: ids.granVia, weekDay, opening: '10:00', closing: '12:00' })),
  )
  const rows = Array.from({ length: 76 }, (_, back) => back + 1).flatMap((back) => {
    const part = counts[back]
    if (part === null) return []
    const ins = 200 + ((back * 7) % 11)
    return [10, 11].map((hour): TrafficRow => ({
      client: ids.uno,
      local: ids.granVia,
      area: ids.door,
      day: DAY - back,
      hour,
      fold: 0,
      instant: (DAY - back) * 86_400 + (hour - 1) * 3600,
      far: null,
      fro: null,
      ins,
      outs: null,
      sales: null,
      units: null,
      bounces: 0,
      visits: ins,
      tickets: 40,
      insTimeS: null,
      visitTimeS: null,
      insInRange0: null,
      insInRange1: null,
      insInRange2: null,
      insInRange3: null,
      identifiedVisits: null,
      localRepRange0: null,
      localRepRange1: null,
      localRepRange2: null,
      localRepRange3: null,
      clientRepRange0: null,
      clientRepRange1: null,
      clientRepRange2: null,
      clientRepRange3: null,
      ...part,
    }))
  })
  await facts.upsertTraffic(rows, 'test')
  await facts.rollForward({
    nowMs: f.clock.now(),
    locals: await expectedLocals(catalog, { client: ids.uno }),
    fromDay: DAY - 76,
  })
}
const ofLocal = async () =>
  inOrder(
    (await f.catalog.alerts.list(SYSTEM_SCOPE, { local: f.ids.granVia, state: 'open' })).map(
      ({ kind, figure: { day, value } }) => [kind, day, value === null ? null : Math.round(value)],
    ),
  )

describe('the days of a local', () => {
  test('as they always are say nothing', async () => {
    await counted({})
    await round()
    expect([await ofLocal(), server.taken]).toEqual([[], []])
  })

  test('that are far out twice, lack their tickets or half of their hours are alerts, with the figures that say so', async () => {
    const few = { ins: 30, visits: 30, tickets: null }
    await counted({ 1: few, 2: { ...few, tickets: 6 }, 76: few })
    await round()
    expect(await ofLocal()).toEqual([
      ['ticketsMissing', '2026-11-19', null],
      ['totalOutOfBand', '2026-11-19', 60],
    ])
    const [alert] = await f.catalog.alerts.list(SYSTEM_SCOPE, { kind: 'totalOutOfBand' })
    expect(alert?.figure).toMatchObject({
      n: 8,
      coverage: 1,
      state: 'final',
      definition: 'alert.totalOutOfBand@2',
      asOf: expect.any(Number),
    })
    // The tickets arrive: that is solved, the rest is not.
    await f.facts.upsertTraffic(
      (await rowsOf(DAY - 1)).map((row) => ({ ...row, tickets: 5 })),
      'late',
    )
    f.clock.time += 11 * MINUTE
    await round()
    expect(await ofLocal()).toEqual([['totalOutOfBand', '2026-11-19', 60]])
  })

  test('that were not seen are reported as coverage', async () => {
    await counted({ 1: null })
    await round()
    expect(await ofLocal()).toEqual([['coverage', '2026-11-19', 0]])
  })

  test('are tried by a back-test as the job would have', async () => {
    await counted({ 1: null, 20: null, 21: null })
    const tried = await service.backTest(SYSTEM_SCOPE, { client: f.ids.uno, kind: 'coverage' })
    expect(tried).toEqual({
      days: 90,
      locals: 2,
      times: 2,
      byLocal: [{ local: f.ids.granVia, times: 2 }],
      byDay: [
        { day: '2026-10-30', locals: [f.ids.granVia] },
        { day: '2026-11-19', locals: [f.ids.granVia] },
      ],
    })
    expect(
      (await service.backTest(SYSTEM_SCOPE, { client: f.ids.uno, kind: 'deviceDown', settings: { minutes: 120 } }))
        .times,
    ).toBe(2)
  })
})

describe('a data module that is off', () => {
  const put = (unit: 'client' | 'local', id: number, map: ModuleMap) =>
    modules.save(SYSTEM_SCOPE, { type: unit, unit: id }, map)
  const few = { ins: 30, visits: 30, tickets: null }
  const mailCount = () => server.taken.filter(({ to }) => to === ANA).length

  test('keeps the rules over its counts at rest: nothing fires, what was open closes, and no mail leaves', async () => {
    await counted({ 1: few, 2: few, 76: few })
    await put('client', f.ids.uno, { tickets: false })
    await round()
    expect(await ofLocal()).toEqual([['totalOutOfBand', '2026-11-19', 60]])
    await put('local', f.ids.granVia, { traffic: false })
    f.clock.time += MINUTE
    await round()
    const [alert] = await f.catalog.alerts.list(SYSTEM_SCOPE)
    expect([await ofLocal(), alert?.closedBecause, mailCount()]).toEqual([[], 'switchedOff', 1])
    f.clock.time += 11 * MINUTE
    await round()
    expect([await ofLocal(), mailCount()]).toEqual([[], 1])
  })

  test('closes unnotified alerts, and still evaluates devices', async () => {
    await f.catalog.alerts.insert(
      SYSTEM_SCOPE,
      {
        client: f.ids.uno,
        local: f.ids.granVia,
        kind: 'ticketsMissing',
        subject: '',
        rule: await ruleId('ticketsMissing'),
        figure: {
          value: null,
          unit: 'count',
          expected: null,
          low: null,
          high: null,
          n: 5,
          coverage: 1,
          state: 'final',
          definition: 'alert.ticketsMissing@1',
          asOf: null,
          day: '2026-11-19',
          device: null,
          reason: null,
        },
      },
      NOW,
    )
    await put('client', f.ids.uno, { tickets: false, traffic: false })
    devices = [down(f.ids.granVia)]
    await round()
    expect(await open()).toEqual([[f.ids.granVia, 'deviceDown']])
    const { text } = await server.next(ANA)
    expect([text?.includes('Dispositivo caído'), text?.includes('Faltan')]).toEqual([true, false])
  })

  test('is asked again when it is back, of days after its return only', async () => {
    // Tickets and people were usual until the module went; the time between has none.
    await counted({ 1: few, 2: few, 3: few, 76: few })
    await put('client', f.ids.uno, { tickets: false, traffic: false })
    await round()
    await put('client', f.ids.uno, { tickets: true })
    // The day of the return and the one after it, both without their tickets.
    const usual = await rowsOf(DAY - 8)
    for (const day of [DAY, DAY + 1]) {
      const later = usual.map((row) => ({
        ...row,
        day,
        instant: row.instant + (day - row.day) * 86_400,
        tickets: null,
      }))
      await f.facts.upsertTraffic(later, `day ${day}`)
    }
    await f.facts.rollForward({
      nowMs: NOW + 48 * HOUR,
      locals: await expectedLocals(f.catalog, { client: f.ids.uno }),
      fromDay: DAY,
    })
    for (const hours of [0, 24]) {
      f.clock.time = NOW + hours * HOUR
      await round()
      expect([hours, await ofLocal(), mailCount()]).toEqual([hours, [], 0])
    }
    f.clock.time = NOW + 48 * HOUR
    await round()
    expect((await ofLocal()).map(([kind]) => kind)).toEqual(['ticketsMissing'])
  })

  test('leaves a local out of the back-test, and says of each rule where it rests and why', async () => {
    await counted({ 1: null, 20: null })
    const trial = () => service.backTest(SYSTEM_SCOPE, { client: f.ids.uno, kind: 'coverage' })
    expect([(await trial()).locals, (await trial()).times]).toEqual([2, 2])
    await put('local', f.ids.granVia, { traffic: false })
    expect([(await trial()).locals, (await trial()).times]).toEqual([1, 0])
    const resting = async () =>
      Object.fromEntries((await service.rules.list(SYSTEM_SCOPE, {})).map(({ kind, resting: rest }) => [kind, rest]))
    const half = { modules: ['traffic'], locals: 1, of: 2 }
    expect(await resting()).toEqual({
      deviceDown: null,
      totalOutOfBand: half,
      coverage: half,
      ticketsMissing: half,
      conversionOutOfBand: half,
    })
    await put('client', f.ids.uno, { tickets: false })
    expect(await resting()).toMatchObject({
      deviceDown: null,
      coverage: half,
      ticketsMissing: { modules: ['traffic', 'tickets'], locals: 2, of: 2 },
    })
  })

  test('takes its kinds of rule from the choice, and a new rule of them is refused', async () => {
    const offered = async () =>
      (await service.kinds(SYSTEM_SCOPE, f.ids.uno))
        .filter(({ resting }) => resting === null || resting.locals < resting.of)
        .map(({ kind }) => kind)
    expect(await offered()).toHaveLength(6)
    await put('client', f.ids.uno, { tickets: false })
    expect(await offered()).toEqual(['deviceDown', 'totalOutOfBand', 'coverage', 'occupancyLimit'])
    await expect(
      service.rules.create(SYSTEM_SCOPE, { client: f.ids.uno, kind: 'ticketsMissing' }),
    ).rejects.toMatchObject({ code: 'ALERT_MODULE_OFF', details: { modules: ['tickets'] } })
    // A rule that is there can still be changed, and switched off.
    const id = await ruleId('ticketsMissing')
    expect(
      await service.rules.replace(SYSTEM_SCOPE, id, { client: f.ids.uno, kind: 'ticketsMissing', enabled: false }),
    ).toMatchObject({ id, enabled: false, resting: { modules: ['tickets'] } })
  })

  const ruleId = async (kind: string) =>
    (await f.catalog.alertRules.list(SYSTEM_SCOPE)).find((rule) => rule.kind === kind)!.id
})

async function rowsOf(day: number): Promise<TrafficRow[]> {
  const { ids } = f
  const frame = await f.facts.traffic({ client: [ids.uno] }, ids.granVia, day, day)
  return Array.from(
    { length: frame.rows },
    (_, row) =>
      Object.fromEntries(
        frame.columns.map(({ id }, at) => {
          const data = frame.data[at]
          if (data?.kind !== 'numbers') return [id, null]
          const isThere = data.valid === undefined || ((data.valid[row >> 3] ?? 0) & (1 << (row & 7))) !== 0
          return [id, isThere ? Number(data.values[row]) : null]
        }),
      ) as unknown as TrafficRow,
  )
}

describe('occupancy', () => {
  const say = (at: number, people: number, line = 'a') =>
    f.facts.write(async (connection) => {
      await connection.run(
        'INSERT INTO occupancy (client, local, area, device, line, said, "at", people, skewMs, covers, learntAt) ' +
          'VALUES ($1, $2, 1, 1, $3, $4, $4, $5, 0, 60, $4)',
        [f.ids.uno, f.ids.granVia, line, BigInt(at), people],
      )
    })

  test('at the limit for two minutes is an alert, over all lines of the local, and is solved three points below it', async () => {
    await service.rules.create(SYSTEM_SCOPE, { client: f.ids.uno, kind: 'occupancyLimit', settings: { capacity: 100 } })
    for (const minute of [3, 2, 1, 0]) {
      await say(NOW - minute * MINUTE, 60)
      await say(NOW - minute * MINUTE, 45, 'b')
    }
    await round()
    expect(await ofLocal()).toEqual([['occupancyLimit', '2026-11-20', 105]])
    for (const [people, isOpen] of [
      [53, true],
      [51, false],
    ] as const) {
      f.clock.time += MINUTE
      await say(f.clock.time, people)
      await round()
      expect((await ofLocal()).length === 1).toBe(isOpen)
    }
  })
})

describe('one client', () => {
  test('whose query fails does not stop the others, and the job gets the error', async () => {
    await service.setState(SYSTEM_SCOPE, f.ids.otherGranVia, f.ids.otherGranVia, { state: 'activate' })
    const broken = alertWatch({
      catalog: f.catalog,
      facts: f.facts,
      clock: f.clock,
      muting: moduleMuting(f.catalog),
      health: {
        current: async (_scope, { client } = {}) => {
          if (client === f.ids.uno) throw new Error('no')
          return [down(f.ids.otherGranVia, { client: f.ids.dos })]
        },
      },
    })
    await expect(broken.look()).rejects.toThrow('no')
    expect(await open()).toEqual([[f.ids.otherGranVia, 'deviceDown']])
  })
})
