/**
 * Hours of new places are written with their weights; those of places that have hours already are weighed afterwards.
 */
import { expect, test } from 'vitest'
import { HOUR_STATE } from '../../../facts/hour-state.ts'
import { expectedLocals } from '../../opening-hours/expected-locals.ts'
import { rollForwardBySql } from '../../../facts/duckdb/weigh-by-sql.testing.ts'
import { SYSTEM_SCOPE } from '../../../lib/scope.ts'
import { presetNamed } from './preset.ts'
import { importStores, NOW } from './testing.ts'
import type { RollForward } from '../../../facts/questions.ts'

const stores = importStores()
const { run, written } = stores
const DAY = 86_400_000
const WEIGHED =
  'SELECT local, area, day, hour, fold, instant, ins, expected, observed, estimatedIns, estimatedDev, state FROM ' +
  'traffic ORDER BY local, area, day, hour, fold'

/**
 * Ten weeks until some days before now, over the end of summer time, of a place that has zeros for a while, and whose
 * counter is silent for a week.
 */
function csv(places: readonly string[], weeks = 10): string {
  const lines = ['ts,sensor,ins']
  let seed = 7
  for (let at = Date.UTC(2026, 8, 7); at < Date.UTC(2026, 8, 7) + weeks * 7 * DAY; at += 3_600_000) {
    const time = new Date(at).toISOString().slice(0, 16)
    const day = (at - Date.UTC(2026, 8, 7)) / DAY
    for (const [n, place] of places.entries()) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      if (seed % 50 === 0 || (n === 0 && day >= 30 && day < 37)) continue
      const isZero = n === 1 && day >= 40 && day < 60
      lines.push(`${time},${place},${seed % 61 === 0 ? '' : isZero ? 0 : (seed >>> 8) % (20 + n * 30)}`)
    }
  }
  return `${lines.join('\n')}\n`
}

const options = (file: string) => ({
  files: [file],
  preset: presetNamed('hourly'),
  client: 'City',
  zone: 'Europe/Madrid',
})

/** How the statements weigh what is stored. */
async function bySql(): Promise<unknown> {
  const { facts, catalog } = stores
  await facts.write(async (connection) => {
    await connection.run(
      `DELETE FROM traffic WHERE ins IS NULL AND state IN (${HOUR_STATE.estimated}, ${HOUR_STATE.missing}, ` +
        `${HOUR_STATE.settling}, ${HOUR_STATE.closed})`,
    )
    await connection.run(
      'UPDATE traffic SET expected = NULL, observed = NULL, estimatedIns = NULL, estimatedDev = NULL, state = 0',
    )
    await connection.run('DELETE FROM rolled')
  })
  await rollForwardBySql((work) => facts.write(work), { nowMs: NOW, locals: await expectedLocals(catalog) })
  return facts.read(WEIGHED)
}

test('hours of new places are written with their weights and estimates, and the roll-forward finds nothing left of them', async () => {
  const rolled: RollForward[] = []
  const totals: number[] = []
  const { imports } = stores.facts
  const into: typeof stores.facts = {
    ...stores.facts,
    imports: {
      ...imports,
      loadHours: (load, before) =>
        imports.loadHours({ ...load, onProgress: (_done: number, of: number) => totals.push(of) }, before),
    },
    rollForward: async (what: RollForward) => {
      rolled.push(what)
      return { placeholders: 0, updated: 0 }
    },
  }
  await run(options(written(csv(['a', 'b', 'c']))), into)
  expect(rolled).toEqual([])
  // All of it is one piece, which would be 0 of 1 until it ends.
  expect(totals).not.toContain(1)
  const weighed = await stores.facts.read(WEIGHED)
  expect(
    await stores.facts.read('SELECT count(*) > 0 FROM traffic WHERE estimatedIns IS NOT NULL AND estimatedDev > 0'),
  ).toEqual([[true]])
  expect(
    await stores.facts.read('SELECT local FROM rolled WHERE throughInstant = $1 ORDER BY local', [NOW / 1000]),
  ).toEqual([[1], [2], [3]])
  expect(await bySql()).toEqual(weighed)
})

test('hours that come to places with hours are weighed after they are written', async () => {
  await run(options(written(csv(['a'], 2))))
  const rolled: RollForward[] = []
  await run(options(written(csv(['a', 'b']), 'more.csv')), {
    ...stores.facts,
    rollForward: (what) => {
      rolled.push(what)
      return stores.facts.rollForward(what)
    },
  })
  expect(rolled.length).toBe(1)
  expect(
    await stores.facts.read(
      'SELECT local, count(*) > 1000, count(*) FILTER (expected IS NULL) FROM traffic GROUP BY local ORDER BY local',
    ),
  ).toEqual([
    [1, true, 0n],
    [2, true, 0n],
  ])
})

test('hours of a place that is out of service are stored without weights, and those beside it with theirs', async () => {
  const text = 'ts,sensor,ins\n2026-11-02T10:00,a,4\n2026-11-02T10:00,b,5\n'
  const { id } = await stores.catalog.clients.insert(SYSTEM_SCOPE, { name: 'City', type: 'basic' })
  await stores.catalog.locals.insert(SYSTEM_SCOPE, {
    client: id,
    name: 'b',
    code: 'b',
    type: 'store',
    timeZone: 'Europe/Madrid',
    enabled: false,
  })
  const report = await run(options(written(text)))
  expect(report.loaded?.store).toMatchObject({ accepted: 2 })
  expect(
    await stores.facts.read('SELECT local, ins, expected > 0 FROM traffic WHERE ins IS NOT NULL ORDER BY ins'),
  ).toEqual([
    [2, 4, true],
    [1, 5, null],
  ])
})

test('an hour whose count was taken back has not arrived: it is missing or estimated, and the hours around it stay', async () => {
  await run(options(written(csv(['a', 'b']))))
  const hours = [10, 11, 12].map((hour) => `2026-10-06T${hour}:00,b,`)
  const report = await run({
    ...options(written(`ts,sensor,ins\n${hours.join('\n')}\n2026-10-06T13:00,b,77\n`, 'less.csv')),
    retracts: true,
  })
  expect(report.loaded?.store).toMatchObject({ restated: 4 })
  const states = await stores.facts.read(
    'SELECT hour, ins, observed, estimatedIns IS NOT NULL, state FROM traffic WHERE local = 2 AND day = $1 AND hour ' +
      'BETWEEN 10 AND 13 ORDER BY hour',
    [Date.UTC(2026, 9, 6) / DAY],
  )
  const { estimated, final } = HOUR_STATE
  expect(states.slice(0, 3)).toEqual([10, 11, 12].map((hour) => [hour, null, 0, true, estimated]))
  expect(states[3]).toEqual([13, 77, expect.any(Number), false, final])
})
