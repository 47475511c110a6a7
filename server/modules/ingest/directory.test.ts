/** Footscans by their name: how long they are remembered, and what is believed while the catalog is away. */
import { describe, expect, test } from 'vitest'
import type { Device } from './device-repo.ts'
import { TRUSTED_MS } from '../../lib/away.ts'
import { createDirectory } from './directory.ts'

const device = (id: number, externalId: string | null = null) => ({ id, mac: `m${id}`, externalId }) as Device
const [ONE, TWO] = [device(1), device(2, 'e2')]

function open(devices: readonly Device[] = [ONE, TWO]) {
  const clock = { ms: 0 }
  const catalog = { devices, away: false, lookups: [] as (readonly string[])[], meanwhile: () => undefined as void }
  const directory = createDirectory(
    {
      named: async (names) => {
        catalog.lookups.push(names)
        if (catalog.away) throw new Error('away')
        catalog.meanwhile()
        return catalog.devices.filter(({ mac, externalId }) => names.includes(mac) || names.includes(externalId ?? ''))
      },
      some: async () => {
        if (catalog.away) throw new Error('away')
        catalog.meanwhile()
        return [...catalog.devices]
      },
    },
    () => clock.ms,
  )
  return { clock, catalog, directory }
}

describe('a name', () => {
  test('is a MAC or an external id, and asked for once in five seconds, however often it is in a message', async () => {
    const { clock, catalog, directory } = open()
    expect([...(await directory.find(['m1', 'm1', 'e2']))]).toEqual([
      ['m1', ONE],
      ['e2', TWO],
    ])
    clock.ms = 4999
    expect([...(await directory.find(['e2', 'm1']))]).toEqual([
      ['e2', TWO],
      ['m1', ONE],
    ])
    expect(catalog.lookups).toEqual([['m1', 'e2']])
    clock.ms = 5000
    await directory.find(['m1'])
    expect(catalog.lookups).toEqual([['m1', 'e2'], ['m1']])
  })

  test('that is unknown is left out, and asked for again each time', async () => {
    const { catalog, directory } = open()
    expect([...(await directory.find(['m1', 'm9']))]).toEqual([['m1', ONE]])
    await directory.find(['m1', 'm9'])
    expect(catalog.lookups).toEqual([['m1', 'm9'], ['m9']])
  })

  test('is cached only under the key of its lookup: a MAC does not give the external id', async () => {
    const { directory } = open()
    await directory.find(['m2'])
    expect([directory.known('m2'), directory.known('e2')]).toEqual([TWO, undefined])
  })

  test('that was found anew is what it is now', async () => {
    const { clock, catalog, directory } = open()
    await directory.find(['m1'])
    catalog.devices = []
    clock.ms = 5000
    expect([...(await directory.find(['m1']))]).toEqual([])
    expect(directory.known('m1')).toBe(undefined)
  })
})

test('all names of a message are recalled at once while each is remembered, else none', async () => {
  const { clock, directory } = open()
  await directory.find(['m1'])
  clock.ms = 1
  await directory.find(['e2'])
  expect([...(directory.recall(['m1', 'e2']) ?? [])]).toEqual([
    ['m1', ONE],
    ['e2', TWO],
  ])
  expect([directory.recall(['m1', 'm2']), [...(directory.recall([]) ?? [0])]]).toEqual([null, []])
  clock.ms = 4999
  expect(directory.recall(['m1'])).not.toBe(null)
  clock.ms = 5000
  expect([directory.recall(['m1']), directory.recall(['e2']) === null]).toEqual([null, false])
})

describe('what has changed', () => {
  test('is asked for anew', async () => {
    const { catalog, directory } = open()
    await directory.find(['m1'])
    directory.forget()
    expect([directory.known('m1'), directory.recall(['m1'])]).toEqual([undefined, null])
    await directory.find(['m1'])
    expect(catalog.lookups).toHaveLength(2)
  })

  test('while it was asked for is answered once and not remembered', async () => {
    const { catalog, directory } = open()
    catalog.meanwhile = () => directory.forget()
    expect([...(await directory.find(['m1']))]).toEqual([['m1', ONE]])
    expect(directory.known('m1')).toBe(undefined)
    await directory.remember()
    catalog.away = true
    await expect(directory.find(['m1'])).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
  })
})

describe('while the catalog is away', () => {
  const unavailable = expect.objectContaining({ code: 'STORE_UNAVAILABLE', cause: new Error('away') })

  test('nothing is known that was never learnt', async () => {
    const { catalog, directory } = open()
    catalog.away = true
    await expect(directory.find(['m1'])).rejects.toEqual(unavailable)
  })

  test('all that was learnt is believed for a day, by either name', async () => {
    const { clock, catalog, directory } = open()
    await directory.remember()
    catalog.away = true
    expect([...(await directory.find(['m1', 'e2', 'm2']))]).toEqual([
      ['m1', ONE],
      ['m2', TWO],
      ['e2', TWO],
    ])
    clock.ms = TRUSTED_MS - 1
    expect((await directory.find(['m1'])).size).toBe(1)
    clock.ms = TRUSTED_MS + 5000
    await expect(directory.find(['m1'])).rejects.toEqual(unavailable)
    expect(TRUSTED_MS).toBe(86_400_000)
  })

  test('a message with one name that was not learnt is to come again whole', async () => {
    const { catalog, directory } = open()
    await directory.remember()
    catalog.away = true
    await expect(directory.find(['m1', 'm9'])).rejects.toEqual(unavailable)
  })

  test('what changed before is not believed', async () => {
    const { catalog, directory } = open()
    await directory.remember()
    directory.forget()
    catalog.away = true
    await expect(directory.find(['m1'])).rejects.toEqual(unavailable)
    catalog.away = false
    await directory.remember()
    catalog.away = true
    expect((await directory.find(['m1'])).size).toBe(1)
  })
})
