/**
 * Recorded counts, sent again as devices would have sent them, over HTTP with keys. The public sets of the development
 * data are used where they are there (AFORO_DATA says where); what they say about outages is worked out here a second,
 * simpler way.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { dayNumber, isoDay } from '#domain/days'
import { buildApp } from '../app.ts'
import { memoryCatalog } from '../testing/catalog.ts'
import { createDuckDbFactStore } from '../facts/duckdb/store.ts'
import { NULL } from '../facts/columns.ts'
import { expectedLocals } from '../modules/opening-hours/expected-locals.ts'
import { hoursOfDay } from '../facts/zone.ts'
import { prepareImport, type PreparedImport } from '../modules/imports/reading/index.ts'
import { presetNamed } from '../modules/imports/reading/preset.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { CONFIG } from '../testing/fixture.ts'
import type { EncoderName } from './encode/index.ts'
import { createPlayer, NO_FAULTS, type Faults } from './player.ts'
import { createPoster } from './post.ts'
import { prepareFleet } from './prepare.ts'
import { placeName, replaySource } from './replay-source.ts'
import { run } from './run.ts'

const DATA = process.env.AFORO_DATA ?? join(import.meta.dirname, '../../../shared/data')

const TIMEOUT_MS = 120_000

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

interface Part {
  readonly folder: string
  readonly format: string
  readonly adapter: EncoderName
  readonly from: string
  readonly to: string
  /** Beginnings of the names of the counters. */
  readonly counters: readonly string[]
}

/** A few weeks of a few counters, with their outages. */
const MELBOURNE: Part = {
  folder: 'melbourne-pedestrian',
  format: 'melbourne',
  adapter: 'xovis',
  from: '2013-12-02',
  to: '2014-01-05',
  counters: ['1', '3', '7'],
}
const DUBLIN: Part = {
  folder: 'dublin-footfall-2023',
  format: 'dublin',
  adapter: 'brickstream',
  from: '2023-03-06',
  to: '2023-04-09',
  counters: [
    'Aston Quay',
    'Bachelors walk',
    'Baggot st upper',
    "O'Connell St/Parnell",
    'Newcomen Bridge/Charleville mall inbound',
  ],
}
const SEATTLE: Part = {
  folder: 'seattle-counters',
  format: 'seattle',
  adapter: 'xovis5',
  from: '2015-08-10',
  to: '2015-10-04',
  counters: ['chief-sealth', 'nw58'],
}

async function partOf({ folder, format, from, to, counters }: Part): Promise<PreparedImport | null> {
  const file = join(DATA, folder, 'counts_hourly.csv.gz')
  if (!existsSync(file)) {
    console.log(`${file} is not there; set AFORO_DATA to the folder of the development data to run this.`)
    return null
  }
  const prepared = await prepareImport({ files: [file], preset: presetNamed(format), client: folder })
  const { reading, merging } = await prepared.counted()
  const [first, last] = [dayNumber(from), dayNumber(to)]
  const chosen = (place: number) =>
    counters.some((name) =>
      name.length < 3
        ? reading.places[place] === name
        : reading.places[place]!.toLowerCase().startsWith(name.toLowerCase()),
    )
  const hours = merging.hours.filter(({ place, day }) => day >= first && day <= last && chosen(place))
  expect(hours.length).toBeGreaterThan(500)
  const counted = { reading, merging: { hours } }
  closing.push(() => Promise.resolve(prepared.close()))
  return {
    ...prepared,
    counted: () => Promise.resolve(counted),
    storePlaces: (stores) => prepared.storePlaces(stores, hours),
  }
}

async function replayed(prepared: PreparedImport, adapter: EncoderName, faults: Partial<Faults> = {}) {
  const { reading, merging } = await prepared.counted()
  const source = replaySource(reading, merging)
  const clock = { now: () => source.to + 12 * 3_600_000 }
  const catalog = await memoryCatalog()
  const facts = await createDuckDbFactStore({ path: ':memory:', clock: () => clock.now() })
  const app = await buildApp({ config: { ...CONFIG, readingDays: 0, logLevel: 'silent' }, catalog, facts, clock })
  closing.push(
    () => catalog.close(),
    () => facts.close(),
    () => app.close(),
  )
  // A quarter of a day in one message: the test is about the counts, not about the number of requests.
  const fleet = (await prepareFleet(prepared, { catalog, now: clock.now(), adapter })).map((device) => ({
    ...device,
    reportS: 6 * 3600,
  }))
  const poster = createPoster({ server: await app.listen({ port: 0, host: '127.0.0.1' }), tries: 3 })
  const player = createPlayer({ fleet, source, from: source.from, faults: { ...NO_FAULTS, ...faults } })
  await run({
    player,
    poster,
    from: source.from,
    until: source.to + 12 * 3_600_000,
    speed: Infinity,
    now: () => Infinity,
  })
  expect(poster.posted).toMatchObject({ lost: 0, refused: new Map() })
  await app.ingest.applied()
  return { catalog, facts, app, fleet, messages: poster.posted.stored }
}

type Replayed = Awaited<ReturnType<typeof replayed>>

async function hashOfFacts({ facts }: Replayed): Promise<string> {
  const rows = [
    ...(await facts.read(
      'SELECT client, local, area, day, hour, fold, instant, ins, fro FROM traffic WHERE ins IS NOT NULL ORDER BY ALL',
    )),
    ...(await facts.read(
      'SELECT client, local, area, device, day, hour, fold, ins, outs, coveredS FROM device_hour ORDER BY ALL',
    )),
  ]
  return createHash('sha256')
    .update(JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)))
    .digest('hex')
}

test.each([MELBOURNE, DUBLIN, SEATTLE])(
  '$folder as $adapter: the facts are what the file says, and the outages of its devices are outages',
  async (part) => {
    const prepared = await partOf(part)
    if (prepared === null) return
    const { reading, merging } = await prepared.counted()
    const { catalog, facts, app, fleet } = await replayed(prepared, part.adapter)

    // Every hour of the file, and nothing else.
    const column = Math.max(0, reading.atoms.indexOf('ins'))
    const said = merging.hours.filter(({ values }) => values[column] !== NULL)
    const [sums] = await facts.read('SELECT count(*), CAST(sum(ins) AS DOUBLE) FROM traffic WHERE ins IS NOT NULL')
    expect(sums!.map(Number)).toEqual([said.length, said.reduce((sum, { values }) => sum + values[column]!, 0)])

    await facts.rollForward({
      nowMs: (merging.hours.at(-1)!.instant + 3 * 3600) * 1000,
      locals: await expectedLocals(catalog),
    })
    await app.jobs.find(({ name }) => name === 'device health')!.run()
    const macs = new Map((await catalog.footscans.list(SYSTEM_SCOPE)).map(({ id, mac }) => [id, mac]))
    const places = new Map(fleet.map(({ mac, place }) => [mac, place!]))
    const judged = await facts.read('SELECT device, day, alert, reason FROM device_day WHERE open = 1')
    const hoursBy = Map.groupBy(said, ({ place, area, day }) => `${placeName(reading, place, area)} ${day}`)
    const lastDay = Math.max(...merging.hours.map(({ day }) => day))
    let [down, silent] = [0, 0]
    for (const [device, day, alert, reason] of judged) {
      // The last day has not ended in every zone.
      if (Number(day) >= lastDay) continue
      const name = places.get(macs.get(Number(device))!)!
      // By the clock on the wall: an hour that happens twice is there when one of its passes is.
      const reported = new Set(hoursBy.get(`${name} ${Number(day)}`)?.map(({ hour }) => hour)).size
      const isSilent = reported < new Set(hoursOfDay(reading.zone, Number(day)).map(({ hour }) => hour)).size
      if (isSilent) silent += 1
      if (alert === 1) down += 1
      const where = `${name} on ${isoDay(Number(day))}: ${reported} hours, ${String(reason)}`
      if (isSilent) expect(alert, where).toBe(1)
      // A device that reports the same all day is not trusted, for any coverage.
      else if (alert === 1) expect(['stuck', 'silent'], where).toContain(reason)
    }
    expect(silent).toBeGreaterThan(5)
    expect(down).toBeLessThan(judged.length)
  },
  TIMEOUT_MS,
)

test(
  'shuffled, doubled and delayed, a replay gives the identical facts',
  async () => {
    const prepared = await partOf({ ...MELBOURNE, from: '2014-03-31', to: '2014-04-13' })
    if (prepared === null) return
    const inOrder = await replayed(prepared, 'xovis')
    const outOfOrder = await replayed(prepared, 'xovis', { duplicate: 0.4, delayMs: 40 * 3_600_000 })
    expect(outOfOrder.messages).toBeGreaterThan(inOrder.messages * 1.3)
    expect(await hashOfFacts(outOfOrder)).toBe(await hashOfFacts(inOrder))
  },
  TIMEOUT_MS,
)
