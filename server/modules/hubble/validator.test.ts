/** Addresses that wait for validation, and the messages of any address: on real facts. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Catalog } from '../../catalog.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import { createDuckDbFactStore } from '../../facts/duckdb/store.ts'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { secretsOf } from '../../lib/secrets.ts'
import { requireMac } from './mac-param.ts'
import { hubbleService, type HubbleService } from './service.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const [KNOWN, KNOCKS, WAITS] = ['00:1E:42:0A:0B:0C', 'AC:86:74:00:00:01', '00:1E:42:0A:0B:0D']
let catalog: Catalog
let facts: SqlFactStore
let fleet: HubbleService
let footscan = 0
beforeAll(async () => {
  catalog = await memoryCatalog()
  facts = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
  fleet = hubbleService({ catalog, facts, secrets: secretsOf('k'.repeat(32)), clock: { now: () => NOW } })
  const { id: client } = await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Uno', type: 'basic' })
  const local = { client, name: 'S1', code: 'S1', type: 'store', timeZone: 'Europe/Madrid' } as const
  const { id } = await catalog.locals.insert(SYSTEM_SCOPE, local)
  const area = await catalog.areas.insert(SYSTEM_SCOPE, { local: id, name: 'Door' })
  await catalog.footscans.insert(SYSTEM_SCOPE, { area: area.id, mac: KNOWN })
  footscan = (await catalog.devices.named([KNOWN]))[0]!.id
})
afterAll(async () => {
  await facts.close()
  await catalog.close()
})
afterEach(() =>
  facts.write(async (connection) => {
    for (const table of ['contact', 'device_hour', 'reading_quarantine']) await connection.run(`DELETE FROM ${table}`)
  }),
)

const contact = (device: number, more: Partial<{ firstAt: number; lastAt: number; firmware: string | null }> = {}) =>
  facts.write((connection) =>
    connection.run(
      'INSERT INTO contact (device, client, local, firstAt, lastAt, messages, missed, flags, firmware, battery) ' +
        'VALUES ($1, 1, 1, $2, $3, 7, 0, 0, $4, $5)',
      [
        device,
        BigInt(more.firstAt ?? NOW - 9),
        BigInt(more.lastAt ?? NOW),
        more.firmware ?? null,
        more.firmware === undefined ? null : 50,
      ],
    ),
  )
const knock = (device: string, at: number, reason = 'DEVICE_UNKNOWN') =>
  facts.write((connection) =>
    connection.run(
      'INSERT INTO reading_quarantine (id, client, local, device, reason, adapter, learntAt, reading) VALUES ' +
        "(nextval('reading_quarantine_id'), 1, 0, $1, $2, 'xovis', $3, '{}')",
      [device, reason, BigInt(at)],
    ),
  )
const hour = (device: number, instant: number, ins: number | null = 4) =>
  facts.write((connection) =>
    connection.run(
      'INSERT INTO device_hour (client, local, area, device, day, hour, fold, instant, ins, outs, coveredS, pings, ' +
        'flags, learntAt) VALUES (1, 1, 1, $1, 1, 1, 0, $2, $3, NULL, 3600, 12, 0, 1)',
      [device, instant, ins],
    ),
  )

test('a waiting address shows whether its footscan had contact, or it was quarantined, or nothing is known yet', async () => {
  await contact(footscan, { lastAt: NOW - 5 })
  await knock(KNOCKS, NOW - 20)
  await knock(KNOCKS, NOW - 10)
  await knock(WAITS, NOW, 'FUTURE')
  for (const mac of [KNOWN, KNOCKS, WAITS]) await fleet.validate(SYSTEM_SCOPE, mac)
  const listed = await fleet.validations(SYSTEM_SCOPE)
  const added = { addedAt: NOW }
  expect(listed).toEqual({
    [KNOWN]: { id: KNOWN, mac: KNOWN, maker: 'teltonika', state: 'heard', footscan, lastAt: NOW - 5, ...added },
    [KNOCKS]: {
      id: KNOCKS,
      mac: KNOCKS,
      maker: 'openmesh',
      state: 'knocked',
      footscan: null,
      lastAt: NOW - 10,
      ...added,
    },
    [WAITS]: { id: WAITS, mac: WAITS, maker: 'teltonika', state: 'waiting', footscan: null, lastAt: null, ...added },
  })
  // A footscan without contact may have been quarantined before it was entered.
  await facts.write((connection) => connection.run('DELETE FROM contact'))
  await knock(KNOWN, NOW - 30)
  expect((await fleet.validations(SYSTEM_SCOPE))[KNOWN]).toMatchObject({ state: 'knocked', footscan, lastAt: NOW - 30 })
})

test('lines that are pasted get a verdict each, and only new addresses are added', async () => {
  const fresh = '00:1E:42:00:00:77'
  const { verdicts } = await fleet.validateAll(SYSTEM_SCOPE, [fresh, KNOWN, 'nope', fresh.toLowerCase()])
  expect(verdicts.map(({ mac, verdict }) => [mac, verdict === 'added'])).toEqual([
    [fresh, true],
    [KNOWN, false],
    [null, false],
    [fresh, false],
  ])
  expect(Object.keys(await fleet.validations(SYSTEM_SCOPE))).toContain(fresh)
})

describe('what was heard', () => {
  test('of each footscan is its last message; of names, their last knock as unknown', async () => {
    await contact(footscan, { lastAt: NOW - 5 })
    await contact(99)
    expect(await facts.devices.lastContacts()).toEqual(
      new Map([
        [footscan, NOW - 5],
        [99, NOW],
      ]),
    )
    await knock('a', 5)
    await knock('a', 9)
    await knock('b', 7, 'FUTURE')
    expect(await facts.devices.lastKnocks(['a', 'b', 'c'])).toEqual(new Map([['a', 9]]))
    expect(await facts.devices.lastKnocks([])).toEqual(new Map())
  })

  test('of an address is nothing, before anything was', async () => {
    expect(await fleet.pings(SYSTEM_SCOPE, WAITS.toLowerCase())).toEqual({
      mac: WAITS,
      maker: 'teltonika',
      footscan: null,
      firstAt: null,
      lastAt: null,
      messages: 0,
      firmware: null,
      battery: null,
      hours: [],
      knocks: [],
    })
  })

  test('of the address of a footscan is its contact, its hours and its knocks, the newest first', async () => {
    await contact(footscan, { firstAt: NOW - 60, lastAt: NOW - 5, firmware: '1.2' })
    await contact(99, { firmware: 'other' })
    await hour(footscan, 3600, null)
    await hour(footscan, 7200)
    await hour(99, 9000)
    await knock(KNOWN, 5)
    await knock(KNOWN, 7, 'FUTURE')
    await knock(WAITS, 9)
    expect(await fleet.pings(SYSTEM_SCOPE, KNOWN)).toEqual({
      mac: KNOWN,
      maker: 'teltonika',
      footscan,
      firstAt: NOW - 60,
      lastAt: NOW - 5,
      messages: 7,
      firmware: '1.2',
      battery: 50,
      hours: [
        { at: 7_200_000, pings: 12, in: 4, out: null },
        { at: 3_600_000, pings: 12, in: null, out: null },
      ],
      knocks: [
        { at: 7, reason: 'FUTURE', adapter: 'xovis' },
        { at: 5, reason: 'DEVICE_UNKNOWN', adapter: 'xovis' },
      ],
    })
  })

  test('is at most two days of hours and twenty knocks', async () => {
    for (let n = 0; n < 49; n += 1) await hour(footscan, n * 3600)
    for (let n = 0; n < 21; n += 1) await knock(KNOWN, n)
    const { hours, knocks } = await facts.devices.tracesOf(KNOWN, footscan)
    expect([hours.length, hours.at(-1)?.at, knocks.length, knocks.at(-1)?.at]).toEqual([48, 3_600_000, 20, 1])
  })
})

test('an address of a device has 12 hex digits, and is not all zeros', () => {
  expect(requireMac('001e.420a.0b0c'.replaceAll('.', ''))).toBe(KNOWN)
  for (const text of ['00:00:00:00:00:00', '1', 'x"y'])
    expect(() => requireMac(text)).toThrow(
      expect.objectContaining({
        code: 'MAC_INVALID',
        message:
          `${JSON.stringify(text)} is no MAC address of a device; expected 12 hex digits, for example ` +
          '00:1E:42:0A:0B:0C.',
        details: { mac: text },
      }),
    )
})
