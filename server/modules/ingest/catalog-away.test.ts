import { afterEach, expect, test } from 'vitest'
import { TRUSTED_MS } from '../../lib/away.ts'
import { createDirectory } from './directory.ts'
import { MACS, message, minute, testIngest } from './testing.ts'
import type { TestIngest } from './testing.ts'

const TEN = Date.UTC(2026, 10, 20, 9)
const MINUTE = 60_000
const unavailable = { code: 'STORE_UNAVAILABLE', status: 503, details: { retryAfterS: 5 } }

let t: TestIngest
afterEach(() => t.close())

/** Footscans of a catalog that goes away and comes back. */
function away(catalog: TestIngest['catalog']) {
  const state = { isAway: false }
  const orAway =
    <A extends unknown[], R>(ask: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      state.isAway
        ? Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
        : ask(...args)
  const { named, some, macs, areas } = catalog.devices
  return { state, devices: { named: orAway(named), some: orAway(some), macs: orAway(macs), areas: orAway(areas) } }
}

test('what was accepted and is read from the journal while the catalog is away stays there until it is back', async () => {
  const { catalog } = (t = await testIngest())
  const { state, devices } = away(catalog)
  const own = await testIngest({ catalog, devices, most: { rows: 0 } })
  try {
    for (let n = 0; n < 3; n += 1) await own.send([message(MACS[0], [minute(TEN + n * MINUTE, 1, 0)])])
    own.ingest.directory.forget()
    state.isAway = true
    while (own.errors.length === 0)
      await new Promise((resolve) => {
        setTimeout(resolve, 10)
      })
    expect(own.errors[0]).toMatch(
      /^accepted readings could not be brought into the facts; they are kept and tried again/,
    )
    state.isAway = false
    await own.ingest.applied()
    expect(await own.rows('SELECT CAST(sum(ins) AS DOUBLE) FROM device_hour')).toEqual([[3]])
    expect(own.ingest.counters.totals.refused).toBe(0)
  } finally {
    await own.close()
  }
})

test('a footscan is known for a day while the catalog is away, unless something of it has changed; a new one is asked to come again', async () => {
  t = await testIngest()
  const { state, devices } = away(t.catalog)
  let now = 0
  const directory = createDirectory(devices, () => now)
  await directory.remember()
  state.isAway = true
  now = TRUSTED_MS - 1
  expect((await directory.find([MACS[0], MACS[1]])).get(MACS[0])).toMatchObject({ mac: MACS[0], area: 1 })
  await expect(directory.find(['00:00:00:00:00:77'])).rejects.toMatchObject(unavailable)
  now = TRUSTED_MS + 5_000
  await expect(directory.find([MACS[0]])).rejects.toMatchObject(unavailable)

  state.isAway = false
  await directory.remember()
  directory.forget()
  state.isAway = true
  await expect(directory.find([MACS[0]])).rejects.toMatchObject(unavailable)
})
