import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Frame } from '#domain/frame'
import type { Catalog } from '../../catalog.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { withFootscans } from './frames.ts'
import type { HealthFootscan } from './repo.ts'

const footscan = (id: number, more: Partial<HealthFootscan> = {}): HealthFootscan =>
  ({ id, mac: `m${id}`, name: `Door ${id}`, reportS: 300, timeZone: 'Europe/Madrid', ...more }) as HealthFootscan
const column = (id: string) => ({ id, type: 'int', role: 'dim' }) as const
const numbers = (values: readonly number[], valid?: readonly number[]) => ({
  kind: 'numbers' as const,
  values: Float64Array.from(values),
  ...(valid && { valid: Uint8Array.from(valid) }),
})
/** Ten in the morning in Madrid, in winter. */
const TEN = Date.UTC(2026, 10, 20, 9) / 1000
const frame = (devices: readonly number[], more: Partial<Record<string, ReturnType<typeof numbers>>> = {}): Frame => {
  const data = {
    device: numbers(devices),
    since: numbers(devices.map(() => TEN)),
    downHour: numbers(devices.map(() => TEN + 3600)),
    openS: numbers(devices.map(() => 36_000)),
    pings: numbers(devices.map(() => 100)),
    ...more,
  }
  return { columns: Object.keys(data).map(column), data: Object.values(data), rows: devices.length } as unknown as Frame
}
const rowOf = (given: Frame, footscans: readonly HealthFootscan[], demo = false) => {
  const { columns, data, rows } = withFootscans(given, footscans, { demo })
  return Object.fromEntries(
    columns.map(({ id }, at) => {
      const one = data[at] as unknown as {
        kind: string
        values: number[]
        codes: number[]
        dictionary: string[]
        valid?: number[]
      }
      const known = (row: number) => one.valid === undefined || ((one.valid[row >> 3]! >> (row & 7)) & 1) === 1
      return [
        id,
        Array.from({ length: rows }, (_, row) =>
          one.kind === 'text' ? (one.dictionary[one.codes[row]!] ?? null) : known(row) ? one.values[row] : null,
        ),
      ]
    }),
  )
}

describe('a day of a footscan', () => {
  test('has its names, its hours by its own clock, and the pings that were to be expected', () => {
    const footscans = [footscan(7, { reportS: 700 }), footscan(9, { timeZone: 'America/Lima', name: '' })]
    expect(rowOf(frame([9, 7]), footscans)).toEqual({
      device: [9, 7],
      since: [4, 10],
      downHour: [5, 11],
      openS: [36_000, 36_000],
      pings: [100, 100],
      expectedPings: [120, 51],
      name: ['m9', 'Door 7'],
      mac: ['m9', 'm7'],
    })
  })

  test('shows a guest no name', () => {
    expect(rowOf(frame([7]), [footscan(7)], true)).toMatchObject({ name: ['m7'], mac: ['m7'] })
  })

  test('without known pings has none to expect, and no hours where none were reported', () => {
    const days = frame([7, 7, 7, 7, 7, 7, 7, 7, 7], {
      pings: numbers(
        Array.from({ length: 9 }, () => 1),
        [0b1, 0b1],
      ),
      since: numbers(
        Array.from({ length: 9 }, () => TEN),
        [0b10, 0b0],
      ),
    })
    const { expectedPings, since } = rowOf(days, [footscan(7)])
    expect(expectedPings).toEqual([120, null, null, null, null, null, null, null, 120])
    expect(since).toEqual([null, 10, null, null, null, null, null, null, null])
  })

  test('of a removed footscan has none of its data', () => {
    expect(rowOf(frame([8]), [footscan(7)])).toMatchObject({
      since: [TEN],
      expectedPings: [null],
      name: [null],
      mac: [null],
    })
  })

  test('is as it came where it has not these columns', () => {
    const bare = { columns: [column('device')], data: [numbers([7])], rows: 1 } as unknown as Frame
    expect(withFootscans(bare, [footscan(7)], { demo: false })).toBe(bare)
  })
})

describe('a footscan is expected', () => {
  let catalog: Catalog
  beforeAll(async () => {
    catalog = await memoryCatalog()
  })
  afterAll(() => catalog.close())

  test('while it and its local are switched on and the local works', async () => {
    const { id: client } = await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Uno', type: 'basic' })
    const local = { client, type: 'store', timeZone: 'Europe/Madrid' } as const
    const made = async (code: string, more: object, enabled = true) => {
      const { id } = await catalog.locals.insert(SYSTEM_SCOPE, { ...local, name: code, code, ...more })
      const area = await catalog.areas.insert(SYSTEM_SCOPE, { local: id, name: 'Door' })
      const content = { name: code, kind: 'aforo', externalId: null, reversed: false, reportS: 300 } as const
      await catalog.fleet.insert(SYSTEM_SCOPE, { ...content, area: area.id, mac: code, enabled }, 1)
    }
    await made('a', {})
    await made('b', {}, false)
    await made('c', { enabled: false })
    await made('d', { paramStatus: 'closed' })
    const all = await catalog.deviceHealth.footscans(SYSTEM_SCOPE)
    expect(all.map(({ mac, expected }) => [mac, expected])).toEqual([
      ['a', true],
      ['b', false],
      ['c', false],
      ['d', false],
    ])
    expect(await catalog.deviceHealth.footscans(SYSTEM_SCOPE, { client: 987_654 })).toEqual([])
    expect(await catalog.deviceHealth.footscans({ userId: 1, role: 'basic', clients: [987_654], demo: false })).toEqual(
      [],
    )
  })
})
