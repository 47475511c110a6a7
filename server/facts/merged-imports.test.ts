/**
 * Places whose counts came from imports, merged: an import that is taken back afterwards has never been, whichever way
 * the hours of both were decided. Compared with a store that never saw it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WHOLE_DAY } from '#domain/fact-query'
import { memoryCatalog } from '../testing/catalog.ts'
import { prepareImport } from '../modules/imports/reading/index.ts'
import { presetNamed } from '../modules/imports/reading/preset.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { createDuckDbFactStore } from './duckdb/store.ts'
import { undoImport } from './duckdb/imports.ts'
import { mergeFacts } from './duckdb/place-edits.ts'
import { hourRow } from './testing.ts'
import type { BothHave } from './places.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const DAY = 20_338
const folder = mkdtempSync(join(tmpdir(), 'aforo-merged-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Door = 'North' | 'South' | 'West'
interface Line {
  readonly door: Door
  readonly hour: number
  readonly ins: number
  readonly outs: number | null
}
type Step =
  | { readonly kind: 'import'; readonly lines: readonly Line[]; readonly taken: boolean }
  | { readonly kind: 'merge'; readonly from: Door; readonly into: Door; readonly both: BothHave }

type Store = Awaited<ReturnType<typeof openStore>>

async function openStore() {
  const catalog = await memoryCatalog()
  const facts = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW, resources: { threads: 1 } })
  return {
    catalog,
    facts,
    close: async () => {
      await facts.close()
      await catalog.close()
    },
  }
}

let files = 0
/** Three doors of a client, made before the first count, so that two stores have the same ids. */
async function doorsIn({ catalog, facts }: Store, name: string) {
  const client = await catalog.clients.insert(SYSTEM_SCOPE, { name, type: 'basic' })
  const doors = new Map<Door, { local: number; area: number }>()
  for (const door of ['North', 'South', 'West'] as const) {
    const { id: local } = await catalog.locals.insert(SYSTEM_SCOPE, {
      client: client.id,
      name: door,
      code: door,
      type: 'store',
      timeZone: 'UTC',
    })
    const { id: area } = await catalog.areas.insert(SYSTEM_SCOPE, { local, name: 'counter' })
    doors.set(door, { local, area })
  }
  const at = (door: Door) => doors.get(door)!
  return {
    async import(lines: readonly Line[]): Promise<number> {
      const path = join(folder, `${(files += 1)}.csv`)
      const text = lines.map(
        ({ door, hour, ins, outs }) => `2025-09-07T${String(hour).padStart(2, '0')}:00,${door},${ins},${outs ?? ''}`,
      )
      writeFileSync(path, `ts,sensor,ins,outs\n${text.join('\n')}\n`)
      const prepared = await prepareImport({
        files: [path],
        preset: presetNamed('hourly'),
        client: name,
        zone: 'UTC',
        now: NOW,
      })
      try {
        await prepared.store({ catalog, facts, now: NOW })
        return (await catalog.imports.list(SYSTEM_SCOPE))[0]!.id
      } finally {
        prepared.close()
      }
    },
    sensor: (door: Door, hour: number, ins: number) =>
      facts.upsertTraffic(
        [hourRow(DAY, hour, { client: client.id, ...at(door), instant: DAY * 86_400 + hour * 3600, ins })],
        'sensor',
      ),
    merge: (from: Door, into: Door, both: BothHave) =>
      facts.write((connection) =>
        mergeFacts(connection, {
          moves: [
            { ...at(from), toClient: client.id, toLocal: at(into).local, toArea: at(into).area },
            { local: at(from).local, area: 0, toClient: client.id, toLocal: at(into).local, toArea: 0 },
          ],
          both,
          cause: 'merge',
          nowMs: NOW,
        }),
      ),
    undo: (number: number) =>
      facts.write((connection) => undoImport(connection, { import: number, nowMs: NOW, cause: 'undo' })),
    hours: async () =>
      (
        await facts.read(
          'SELECT local, hour, ins, outs FROM traffic WHERE client = $1 AND coalesce(ins, outs) IS NOT NULL ORDER ' +
            'BY ALL',
          [client.id],
        )
      ).map(([local, hour, ins, outs]) => [
        [...doors].find(([, door]) => door.local === Number(local))?.[0],
        Number(hour),
        ins === null ? null : Number(ins),
        outs === null ? null : Number(outs),
      ]),
  }
}

let shared: Store
let shops = 0
beforeAll(async () => {
  shared = await openStore()
})
afterAll(() => shared.close())
/** Doors of a client of their own: no other test counts at them. */
const atDoors = async <T>(work: (doors: Awaited<ReturnType<typeof doorsIn>>) => Promise<T>): Promise<T> =>
  work(await doorsIn(shared, `Shop ${(shops += 1)}`))
const line = (door: Door, hour: number, ins: number, outs: number | null = null): Line => ({ door, hour, ins, outs })

test('a sum of two places loses what an import said when it is taken back, also one that said both', async () => {
  await atDoors(async (doors) => {
    const both = await doors.import([line('North', 9, 5), line('South', 9, 7), line('West', 9, 1)])
    await doors.merge('South', 'North', 'sum')
    expect(await doors.hours()).toEqual([
      ['North', 9, 12, null],
      ['West', 9, 1, null],
    ])
    await doors.undo(both)
    expect(await doors.hours()).toEqual([])
  })
  await atDoors(async (doors) => {
    const [north, south] = [await doors.import([line('North', 9, 5)]), await doors.import([line('South', 9, 7)])]
    await doors.merge('South', 'North', 'sum')
    await doors.undo(north)
    expect(await doors.hours()).toEqual([['North', 9, 7, null]])
    await doors.undo(south)
    expect(await doors.hours()).toEqual([])
  })
})

test('where one place holds, the other one holds again when its import is taken back, whichever came first', async () => {
  for (const [both, held, other] of [
    ['keep', 0, 7],
    ['take', 1, 5],
  ] as const) {
    for (const isNorthFirst of [true, false]) {
      await atDoors(async (doors) => {
        const lines = [[line('North', 9, 5)], [line('South', 9, 7)]]
        const numbers: number[] = []
        for (const at of isNorthFirst ? [0, 1] : [1, 0]) numbers[at] = await doors.import(lines[at]!)
        await doors.merge('South', 'North', both)
        await doors.undo(numbers[held]!)
        expect(await doors.hours()).toEqual([['North', 9, other, null]])
        await doors.undo(numbers[1 - held]!)
        expect(await doors.hours()).toEqual([])
      })
    }
  }
})

test('what a sensor counted stays: as the rest of a sum, and where it holds', async () => {
  await atDoors(async (doors) => {
    await doors.sensor('North', 9, 5)
    const south = await doors.import([line('South', 9, 7)])
    await doors.merge('South', 'North', 'sum')
    await doors.undo(south)
    expect(await doors.hours()).toEqual([['North', 9, 5, null]])
  })
  // Also where both have the same value, without a decision.
  await atDoors(async (doors) => {
    await doors.sensor('North', 9, 5)
    const south = await doors.import([line('South', 9, 5)])
    await doors.merge('South', 'North', 'keep')
    await doors.undo(south)
    expect(await doors.hours()).toEqual([['North', 9, 5, null]])
  })
})

test('a file that corrects a sum is taken back to the sum', async () => {
  await atDoors(async (doors) => {
    const south = await doors.import([line('North', 9, 5), line('West', 9, 7)])
    await doors.merge('West', 'North', 'sum')
    const corrected = await doors.import([line('North', 9, 40)])
    expect(await doors.hours()).toEqual([['North', 9, 40, null]])
    await doors.undo(corrected)
    expect(await doors.hours()).toEqual([['North', 9, 12, null]])
    await doors.undo(south)
    expect(await doors.hours()).toEqual([])
  })
})

test('exits of a sum are known where both count them', async () => {
  await atDoors(async (doors) => {
    const north = await doors.import([line('North', 9, 5, 4), line('North', 10, 5, 4)])
    await doors.import([line('South', 9, 7, 6), line('South', 10, 7)])
    await doors.merge('South', 'North', 'sum')
    expect(await doors.hours()).toEqual([
      ['North', 9, 12, 10],
      ['North', 10, 12, null],
    ])
    await doors.undo(north)
    expect(await doors.hours()).toEqual([
      ['North', 9, 7, 6],
      ['North', 10, 7, null],
    ])
  })
})

test('a day that one place has by the hour and the other as a total is counted once: hours win', async () => {
  await atDoors(async (doors) => {
    await doors.sensor('North', 9, 5)
    await doors.sensor('South', WHOLE_DAY, 70)
    await doors.merge('South', 'North', 'sum')
    expect(await doors.hours()).toEqual([['North', 9, 5, null]])
  })
})

const lines = fc.uniqueArray(
  fc.record({
    door: fc.constantFrom<Door>('North', 'South', 'West'),
    hour: fc.integer({ min: 8, max: 10 }),
    ins: fc.integer({ min: 0, max: 9 }),
    outs: fc.constant(null),
  }),
  { minLength: 1, maxLength: 6, selector: ({ door, hour }) => `${door} ${hour}` },
)
const both = fc.constantFrom<BothHave>('keep', 'take', 'sum')
/** Imports, then a merge, and another one: a door that is merged away is not counted in again. */
const stories = fc.record({
  before: fc.array(fc.record({ lines, taken: fc.boolean() }), { minLength: 1, maxLength: 4 }),
  merge: both,
  after: fc.array(fc.record({ lines, taken: fc.boolean() }), { maxLength: 2 }),
  again: fc.option(fc.constantFrom<BothHave>('keep', 'sum')),
  backwards: fc.boolean(),
})

/** Of every run; `npm run drill -- cases` asks for more. */
const RUNS = Number(process.env.UNDO_RUNS ?? 3)
test(
  'a retracted import leaves no trace after any imports before and after a merge',
  async () => {
    const [taking, never] = [await openStore(), await openStore()]
    let cities = 0
    try {
      await fc.assert(
        fc.asyncProperty(stories, async ({ before, merge, after, again, backwards }) => {
          const name = `City ${(cities += 1)}`
          const [one, other] = [await doorsIn(taking, name), await doorsIn(never, name)]
          const steps: Step[] = [
            ...before.map((step) => ({ kind: 'import' as const, ...step })),
            { kind: 'merge', from: 'South', into: 'North', both: merge },
            ...after
              .map((step) => ({ ...step, lines: step.lines.filter(({ door }) => door !== 'South') }))
              .filter((step) => step.lines.length > 0)
              .map((step) => ({ kind: 'import' as const, ...step })),
            ...(again === null
              ? []
              : [{ kind: 'merge' as const, from: 'West' as const, into: 'North' as const, both: again }]),
          ]
          const taken: number[] = []
          for (const step of steps) {
            if (step.kind === 'merge')
              for (const doors of [one, other]) await doors.merge(step.from, step.into, step.both)
            else {
              const number = await one.import(step.lines)
              if (step.taken) taken.push(number)
              else await other.import(step.lines)
            }
          }
          for (const number of backwards ? taken.toReversed() : taken) await one.undo(number)
          expect(await one.hours()).toEqual(await other.hours())
        }),
        { numRuns: RUNS, seed: 20_261_126 },
      )
    } finally {
      await taking.close()
      await never.close()
    }
  },
  Math.max(300_000, RUNS * 5000),
)
