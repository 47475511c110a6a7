/** The places of an import in the catalog: how often it is asked, as everybody else waits for each of its answers. */
import { expect, test, vi } from 'vitest'
import { memoryCatalog } from '../../../testing/catalog.ts'
import { SYSTEM_SCOPE } from '../../../lib/scope.ts'
import { placesOf, refuseOtherZones } from './load.ts'
import type { PlaceMatch } from './match-places.ts'
import { presetNamed } from './preset.ts'

test('places that were matched with venues are looked up in one list, however many they are', async () => {
  const catalog = await memoryCatalog()
  try {
    const client = await catalog.clients.insert(SYSTEM_SCOPE, { name: 'City', type: 'basic' })
    const names = Array.from({ length: 20 }, (_, n) => `P${n}`)
    const matches = new Map<string, PlaceMatch>()
    for (const name of names) {
      const { id } = await catalog.locals.insert(SYSTEM_SCOPE, {
        client: client.id,
        name,
        code: name,
        type: 'store',
        timeZone: 'UTC',
      })
      matches.set(name, { local: id, name, match: 'code' })
    }
    let lists = 0
    const { ids, made } = await catalog.transaction((repositories) =>
      placesOf(
        {
          ...repositories,
          locals: {
            ...repositories.locals,
            list: (...args) => {
              lists += 1
              return repositories.locals.list(...args)
            },
          },
        },
        {
          places: names,
          areas: [''],
          kinds: [null],
          streams: names.map((_, place) => ({ place, area: 0 })),
        },
        {
          firstDays: new Map(names.map((_, place) => [place, 20_000])),
          streams: new Set(names.keys()),
          lastDay: 20_001,
        },
        { client: client.id, preset: presetNamed('hourly'), zone: 'UTC', now: 0, infos: new Map(), matches },
      ),
    )
    expect([made.locals, ids.size, lists]).toEqual([[], 20, 1])
  } finally {
    await catalog.close()
  }
})

test('the zones of a thousand venues are compared by asking Intl once for each zone', () => {
  const formats = vi.spyOn(Intl, 'DateTimeFormat')
  const places = Array.from({ length: 1000 }, (_, at) => ({ name: `P${at}`, timeZone: 'Asia/Calcutta' }))
  refuseOtherZones({ name: 'City' }, places, 'Asia/Kolkata')
  expect(formats.mock.calls.length).toBeLessThanOrEqual(2)
  formats.mockRestore()
  expect(() => refuseOtherZones({ name: 'City' }, places, 'Europe/Madrid')).toThrow(/1000 of 1000 places of City/)
})
