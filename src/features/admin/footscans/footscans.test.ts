import { isDeviceMac } from '#domain/hubble'
import { expect, test } from 'vitest'
import { READING_QUARANTINE_REASONS } from '#domain/reading-quarantine-reasons'
import { UNREAD_REASONS } from '#domain/unread-reasons'
import english from '../../../i18n/locales/fleet/en.json' with { type: 'json' }
import { reasonText } from '../hubble/reason-text.ts'
import { footscans, NOW } from '../hubble/stories/sample.ts'
import { curlExample, exampleReadings, ingestPath } from './curl-example.ts'
import { footscanRows, nameOf } from './footscan-rows.ts'
import { addFootscanTo, type PlaceAt, placeOf } from '../place-address.ts'
import { draftOf, newFootscan, valuesOf } from './footscan-values.ts'
import { countsOf, whenOf } from './quarantine-rows.ts'

test('every reason of the ingest has words here', () => {
  const reasons = [...READING_QUARANTINE_REASONS, ...UNREAD_REASONS]
  expect(reasons.filter((reason) => !Object.hasOwn(english, `reason.${reason}`))).toEqual([])
  expect(reasons.map((reason) => reasonText(reason, (key) => key))).toEqual(
    reasons.map((reason) => `fleet:reason.${reason}`),
  )
})

test('the example is a count of the last whole minutes, with the key, for our own protocol', () => {
  const device = { mac: '00:1E:42:0A:0B:0C', reportS: 300, kind: 'aforo' } as const
  expect(exampleReadings(device, NOW + 31_000)).toEqual({
    mac: device.mac,
    readings: [{ kind: 'count', start: '2026-11-20T09:25:00.000Z', end: '2026-11-20T09:30:00.000Z', in: 3, out: 2 }],
  })
  expect(curlExample(device, { key: 'k', origin: 'https://a.test', nowMs: NOW }).split('\n').slice(0, 2)).toEqual([
    'curl -X POST https://a.test/api/ingest/readings \\',
    "  -H 'Authorization: Bearer k' \\",
  ])
  expect([ingestPath({ kind: 'aforo' }), ingestPath({ kind: 'cisco-spaces' })]).toEqual([
    '/api/ingest/readings',
    '/api/ingest/cisco-spaces',
  ])
})

test('a row has the names, the state and the plug of its footscan, and a disabled one no state', () => {
  const [first] = footscans
  if (first === undefined) throw new Error('There is no sample.')
  const state = {
    footscan: first.id,
    mac: first.mac,
    name: first.name,
    area: 1,
    local: 1,
    client: 1,
    status: 'UP',
    reason: null,
    since: null,
    lastAt: null,
  } as const
  const known = {
    clients: [{ id: 1, name: 'Uno', type: 'basic', externalId: null, oldId: null } as const],
    locals: [],
    states: [state],
    simulated: [{ mac: first.mac, plugged: false }],
  }
  expect(footscanRows([first, { ...first, enabled: false, client: 9 }], known)).toEqual([
    { ...first, clientName: 'Uno', localName: '#1', state, plugged: false },
    { ...first, enabled: false, client: 9, clientName: '#9', localName: '#1', state: null, plugged: false },
  ])
  expect(nameOf({ name: '', mac: first.mac })).toBe(first.mac)
})

test('a new device has the MAC of all zeros, which represents none, until it is typed', () => {
  expect([newFootscan().mac, newFootscan('00:1E:42:0A:0B:0C').mac]).toEqual(['00:00:00:00:00:00', '00:1E:42:0A:0B:0C'])
  expect([isDeviceMac(newFootscan().mac), isDeviceMac('001e420a0b0c'), isDeviceMac('x')]).toEqual([false, true, false])
})

test('a form sends its values, trimmed, and null for empty ones', () => {
  const [first] = footscans
  if (first === undefined) throw new Error('There is no sample.')
  expect(draftOf(valuesOf(first))).toEqual({
    area: 1,
    mac: first.mac,
    name: first.name,
    kind: 'brickstream',
    externalId: null,
    reversed: false,
    reportS: 300,
    enabled: true,
  })
  expect(draftOf({ ...newFootscan(' 001e420a0b0c '), area: 3, name: ' a ', externalId: ' x ' })).toEqual({
    area: 3,
    mac: '001e420a0b0c',
    name: 'a',
    kind: 'aforo',
    externalId: 'x',
    reversed: false,
    reportS: 300,
    enabled: true,
  })
})

test('a reading shows its time and its counts, as far as it has them', () => {
  expect(whenOf({ reading: { kind: 'count', start: Number.NaN, end: 2 } })).toBeNull()
  expect(whenOf({ reading: { kind: 'counter', at: 8.64e15 + 1 } })).toBeNull()
  expect(whenOf({ reading: { kind: 'count', start: NOW, end: NOW + 60_000 } })).toMatch(
    /^20-11-2026 \d\d:\d\d:00 – \d\d:\d\d:00$/,
  )
  expect(countsOf({ reading: { kind: 'count', in: 3, out: null } })).toEqual([{ name: 'in', count: 3 }])
})

test('a new one is added where it was pressed: the form has its client, its local and its area chosen', () => {
  const to = (at: PlaceAt) => new URL(addFootscanTo(at), 'https://aforo.test').searchParams
  const at = { client: 1, local: 11, area: 31 }
  expect(newFootscan(undefined, placeOf(to(at)))).toMatchObject(at)
  expect(newFootscan(undefined, placeOf(to({ client: 1, local: 11 })))).toMatchObject({
    client: 1,
    local: 11,
    area: null,
  })
  for (const wrong of ['', 'area=31', 'client=x&local=11&area=31', 'client=-1'])
    expect(newFootscan(undefined, placeOf(new URLSearchParams(wrong)))).toMatchObject({
      client: null,
      local: null,
      area: null,
    })
})
