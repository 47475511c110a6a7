/** Shared parts of drills with many sensors: the sensors, their counts, and those in the facts. */
import { join } from 'node:path'
import { ACCESS_FLAGS } from '#domain/access'
import { createDuckDbFactStore } from '../server/facts/duckdb/store.ts'
import { SYSTEM_SCOPE } from '../server/lib/scope.ts'
import { hashOf, newToken } from '../server/lib/secrets.ts'
import { createCatalog } from '../server/open-catalog.ts'

export const MINUTE = 60_000
/** Minutes of a message. */
export const QUARTER = 15
const SENSORS_A_CLIENT = 100

/** Place of the client, and so of its key, that a sensor belongs to. */
export const clientOf = (sensor: number) => Math.floor(sensor / SENSORS_A_CLIENT)

export const macOf = (sensor: number) => {
  const [high, low] = [sensor >> 8, sensor & 255].map((byte) => byte.toString(16).padStart(2, '0'))
  return `02:00:00:00:${high}:${low}`.toUpperCase()
}
const valueOf = (sensor: number, minute: number) => (sensor * 7919 + minute * 31) % 9

/** A quarter of an hour of a sensor, from one of its minutes on. */
export const quarterOf = (sensor: number, from: number, first: number) =>
  Array.from({ length: QUARTER }, (_, i) => ({
    kind: 'count',
    start: first + (from + i) * MINUTE,
    end: first + (from + i + 1) * MINUTE,
    in: valueOf(sensor, from + i),
    out: 0,
  }))

/** @param minutes how many each sensor has sent */
export function peopleIn(minutes: readonly number[]): number {
  let people = 0
  minutes.forEach((sent, sensor) => {
    for (let minute = 0; minute < sent; minute += 1) people += valueOf(sensor, minute)
  })
  return people
}

/** A catalog of so many sensors, a hundred a client, with a key for each client and the session of an administrator. */
export async function fill(catalogUrl: string, sensors: number) {
  const catalog = await createCatalog({ catalogUrl })
  const keys: string[] = []
  let area = 0
  const now = Date.now()
  for (let sensor = 0; sensor < sensors; sensor += 1) {
    if (sensor % SENSORS_A_CLIENT === 0) {
      const { id: client } = await catalog.clients.insert(SYSTEM_SCOPE, {
        name: `Client ${keys.length}`,
        type: 'basic',
      })
      const place = { client, name: 'Shop', code: `${keys.length}`, type: 'store', timeZone: 'Europe/Madrid' } as const
      const { id: local } = await catalog.locals.insert(SYSTEM_SCOPE, place)
      ;({ id: area } = await catalog.areas.insert(SYSTEM_SCOPE, { local, name: 'Doors' }))
      keys.push(newToken())
      const key = { client, footscan: null, name: 'all', keyHash: hashOf(keys.at(-1)!), at: now }
      await catalog.deviceKeys.insert(SYSTEM_SCOPE, key)
    }
    await catalog.footscans.insert(SYSTEM_SCOPE, { area, mac: macOf(sensor) })
  }
  const token = newToken()
  const person = {
    username: 'ana@aforo.test',
    role: 'admin',
    passwordHash: null,
    clients: [],
    flags: ACCESS_FLAGS,
  } as const
  const { id: userId } = await catalog.users.insert(SYSTEM_SCOPE, person, now)
  const session = { tokenHash: hashOf(token), userId, at: now, address: '10.0.0.1', agent: 'drill', confirmedAt: now }
  await catalog.sessions.open(session)
  await catalog.close()
  return { keys, token }
}

/** The content of the facts: the number of readings, and the people in them and in the hours. */
export async function storedIn(dataDir: string) {
  const facts = await createDuckDbFactStore({ path: join(dataDir, 'facts.duckdb') })
  const rows = await facts.read('SELECT count(*)::INTEGER, CAST(sum(ins) AS DOUBLE) FROM reading')
  const hoursSum = await facts.read('SELECT CAST(sum(ins) AS DOUBLE) FROM device_hour')
  await facts.close()
  const [stored = 0, sum = 0] = (rows[0] ?? []).map(Number)
  return { stored, sum, inHours: Number(hoursSum[0]?.[0]) }
}
