/**
 * Imports, sensors and uploads in any order, and an import taken back: afterwards it is as if it had never been.
 * Compared with a store that never saw it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { memoryCatalog } from '../testing/catalog.ts'
import { prepareImport } from '../modules/imports/reading/index.ts'
import { presetNamed } from '../modules/imports/reading/preset.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { importFacts } from './duckdb/import-facts.ts'
import { createDuckDbFactStore } from './duckdb/store.ts'
import { expectedLocals } from '../modules/opening-hours/expected-locals.ts'
import { undoImport } from './duckdb/imports.ts'
import { hourRow } from './testing.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const folder = mkdtempSync(join(tmpdir(), 'aforo-undo-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Hour {
  readonly hour: number
  readonly ins: number | null
}
/** A step of both stores; imports with `taken` only of the one where they are taken back later. */
type Step =
  | { readonly kind: 'import'; readonly hours: readonly Hour[]; readonly retracts: boolean; readonly taken: boolean }
  | { readonly kind: 'sensor'; readonly hours: readonly { readonly hour: number; readonly ins: number }[] }
  | { readonly kind: 'undo' }

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
/** A place of its own in a store, made before the first count in it, so that two stores have the same ids. */
async function placeIn({ catalog, facts }: Store, name: string) {
  const client = await catalog.clients.insert(SYSTEM_SCOPE, { name, type: 'basic' })
  const local = await catalog.locals.insert(SYSTEM_SCOPE, {
    client: client.id,
    name: 'a',
    code: 'a',
    type: 'store',
    timeZone: 'UTC',
  })
  const area = await catalog.areas.insert(SYSTEM_SCOPE, { local: local.id, name: 'counter' })
  return {
    async import(hours: readonly Hour[], retracts: boolean): Promise<number | null> {
      const path = join(folder, `${(files += 1)}.csv`)
      const rows = hours.map(({ hour, ins }) => `2025-09-07T${String(hour).padStart(2, '0')}:00,a,${ins ?? ''}`)
      writeFileSync(path, `ts,sensor,ins\n${rows.join('\n')}\n`)
      const prepared = await prepareImport({
        files: [path],
        preset: presetNamed('hourly'),
        client: name,
        zone: 'UTC',
        now: NOW,
        retracts,
      }).catch((error: unknown) => {
        if ((error as { code?: string }).code === 'IMPORT_NOTHING_TAKEN') return null
        throw error
      })
      if (prepared === null) return null
      try {
        await prepared.store({ catalog, facts, now: NOW })
        return (await catalog.imports.list(SYSTEM_SCOPE))[0]!.id
      } finally {
        prepared.close()
      }
    },
    sensor: (hours: readonly { readonly hour: number; readonly ins: number }[]) =>
      facts.upsertTraffic(
        hours.map(({ hour, ins }) =>
          hourRow(20_338, hour, {
            client: client.id,
            local: local.id,
            area: area.id,
            instant: 20_338 * 86_400 + hour * 3600,
            ins,
          }),
        ),
        'sensor',
      ),
    undo: (number: number) =>
      facts.write((connection) => undoImport(connection, { import: number, nowMs: NOW, cause: 'undo' })),
    async hours() {
      await facts.rollForward({
        nowMs: NOW,
        locals: await expectedLocals(catalog, { client: client.id }),
        fromDay: 20_338,
      })
      return facts.read(
        'SELECT day, hour, fold, instant, ins, expected, observed, estimatedIns, state FROM traffic WHERE local = ' +
          '$1 ORDER BY ALL',
        [local.id],
      )
    },
  }
}

const hour = fc.record({ hour: fc.integer({ min: 8, max: 11 }), ins: fc.integer({ min: 0, max: 3 }) })
const maybe = fc.record({ hour: fc.integer({ min: 8, max: 11 }), ins: fc.option(fc.integer({ min: 0, max: 3 })) })
const unique = <T extends { hour: number }>(arbitrary: fc.Arbitrary<T>) =>
  fc.uniqueArray(arbitrary, { minLength: 1, maxLength: 4, selector: (one) => one.hour })
const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('import' as const),
      hours: unique(maybe),
      retracts: fc.boolean(),
      taken: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('sensor' as const), hours: unique(hour) }),
    fc.constant({ kind: 'undo' as const }),
  ),
  { minLength: 2, maxLength: 7 },
)

/**
 * The store cannot distinguish an hour that a sensor and an import report alike; a sensor's own value is recovered from
 * its readings, not here.
 */
const isAllowed = (all: readonly Step[]) => {
  const values = new Map<string, string>()
  return all.every(
    (step) =>
      step.kind === 'undo' ||
      step.hours.every(({ hour: at, ins }) => {
        if (ins === null) return true
        const by = values.get(`${at} ${ins}`)
        values.set(`${at} ${ins}`, step.kind)
        return by === undefined || by === step.kind
      }),
  )
}

/** Of every run; `npm run drill -- cases` asks for more. */
const RUNS = Number(process.env.UNDO_RUNS ?? 12)
test(
  'a retracted import leaves no trace after any imports, corrections, repeats, retractions and counts',
  async () => {
    const [taking, never] = [await openStore(), await openStore()]
    let places = 0
    try {
      await fc.assert(
        fc.asyncProperty(steps.filter(isAllowed), async (all: readonly Step[]) => {
          const name = `City ${(places += 1)}`
          const [one, other] = [await placeIn(taking, name), await placeIn(never, name)]
          const open: number[] = []
          for (const step of all) {
            if (step.kind === 'sensor') for (const place of [one, other]) await place.sensor(step.hours)
            else if (step.kind === 'undo') {
              const next = open.shift()
              if (next !== undefined) await one.undo(next)
            } else {
              // An import retracts the values known at its time, and one that is taken back later would change these.
              const retracts = step.retracts && !step.taken && open.length === 0
              const number = await one.import(step.hours, retracts)
              if (number !== null && step.taken) open.push(number)
              if (!step.taken) await other.import(step.hours, retracts)
            }
          }
          for (const number of open.toReversed()) await one.undo(number)
          expect(await one.hours()).toEqual(await other.hours())
        }),
        { numRuns: RUNS, seed: 20_251_124 },
      )
      // Nothing is remembered of what is gone.
      expect(
        await taking.facts.read(
          'SELECT count(*)::INTEGER FROM imported_hour WHERE NOT base AND import NOT IN (SELECT import FROM imports)',
        ),
      ).toEqual([[0]])
      expect(
        await taking.facts.read(
          'SELECT count(*)::INTEGER FROM imported_hour b WHERE base AND NOT EXISTS (FROM imported_hour h WHERE NOT ' +
            'h.base AND h.local = b.local AND h.day = b.day AND h.hour = b.hour)',
        ),
      ).toEqual([[0]])
    } finally {
      await taking.close()
      await never.close()
    }
  },
  Math.max(300_000, RUNS * 5000),
)

test('hours of new places are written within less memory, corrections are not, and afterwards it is as before', async () => {
  const catalog = await memoryCatalog()
  const facts = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW, resources: { memory: '128MB' } })
  const SETTING = "SELECT current_setting('memory_limit')"
  const limits: unknown[] = []
  const write: typeof facts.write = (job, options) =>
    facts.write(async (connection) => {
      limits.push((await (await connection.run(SETTING)).getRows())[0]?.[0])
      return job(connection)
    }, options)
  const watched = { ...facts, imports: importFacts({ read: facts.read, write }) }
  try {
    for (const count of [3, 4]) {
      const path = join(folder, `memory-${count}.csv`)
      writeFileSync(path, `ts,sensor,ins\n2025-09-07T10:00,a,${count}\n`)
      const prepared = await prepareImport({
        files: [path],
        preset: presetNamed('hourly'),
        client: 'M',
        zone: 'UTC',
        now: NOW,
      })
      await prepared.store({ catalog, facts: watched, now: NOW, memory: { newPlaces: '64MB' } })
      prepared.close()
      expect(await facts.read(SETTING)).toEqual([['122.0 MiB']])
    }
    expect(limits).toEqual(['61.0 MiB', '122.0 MiB'])
  } finally {
    await facts.close()
    await catalog.close()
  }
})

test('where the memory for new places is not enough beside what there is already, they have all there is', async () => {
  const store = await openStore()
  try {
    const path = join(folder, 'more.csv')
    const hours = Array.from({ length: 4000 }, (_, n) => new Date(Date.UTC(2025, 0, 1) + n * 3_600_000).toISOString())
    writeFileSync(path, `ts,sensor,ins\n${hours.map((at, n) => `${at.slice(0, 16)},a,${n % 50}`).join('\n')}\n`)
    const prepared = await prepareImport({
      files: [path],
      preset: presetNamed('hourly'),
      client: 'M',
      zone: 'UTC',
      now: NOW,
    })
    try {
      const { loaded } = await prepared.store({
        catalog: store.catalog,
        facts: store.facts,
        now: NOW,
        memory: { newPlaces: '1MB' },
      })
      expect(loaded?.store.accepted).toBe(4000)
    } finally {
      prepared.close()
    }
  } finally {
    await store.close()
  }
})
