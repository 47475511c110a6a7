/**
 * One import in a process of its own, as the command line does it. Says in one line of JSON how long each part took and
 * what memory it had at most.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { IMPORT_MEMORY, MEMORY } from '../../server/cli/import.ts'
import { expectedLocals } from '../../server/modules/opening-hours/expected-locals.ts'
import { prepareImport } from '../../server/modules/imports/reading/index.ts'
import { presetNamed } from '../../server/modules/imports/reading/preset.ts'
import { openStores } from '../../server/stores.ts'
import { stagesBeside } from '../../server/facts/folders.ts'

const [file = '', folder = '', lines = 'counts'] = process.argv.slice(2)
const now = Date.UTC(2026, 10, 1, 3)
const factsFile = join(folder, 'facts.duckdb')

let [wall, used] = [performance.now(), process.cpuUsage()]
const parts: Record<string, { seconds: number; cpu: number; maxMb: number }> = {}
/** Highest resident memory of the process so far, MB. */
const most = () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? Number.NaN) / 1024
function lap(name: string): void {
  const { user, system } = process.cpuUsage(used)
  parts[name] = { seconds: (performance.now() - wall) / 1000, cpu: (user + system) / 1e6, maxMb: Math.round(most()) }
  ;[wall, used] = [performance.now(), process.cpuUsage()]
}

const stages = stagesBeside(factsFile)
mkdirSync(stages, { recursive: true })
const prepared = await prepareImport({
  files: [file],
  client: 'Bench',
  preset: { ...presetNamed('hourly'), lines: lines as 'counts' },
  zone: 'UTC',
  now,
  within: stages,
})
lap('read')
const { catalog, facts, close } = await openStores(
  { catalogUrl: `sqlite:${join(folder, 'catalog.sqlite')}`, factsUrl: `duckdb:${factsFile}` } as Parameters<
    typeof openStores
  >[0],
  { resources: { memory: MEMORY } },
)
try {
  const report = await prepared.store({
    catalog,
    now,
    memory: IMPORT_MEMORY,
    facts: {
      ...facts,
      async rollForward(what) {
        lap('store')
        const rolled = await facts.rollForward(what)
        lap('weigh')
        return rolled
      },
      async checkpoint() {
        // With the weights of new places.
        lap('store')
        await facts.checkpoint()
        lap('checkpoint')
      },
    },
  })
  wall = performance.now()
  used = process.cpuUsage()
  const locals = await expectedLocals(catalog)
  for (let run = 0; run < 3; run += 1) {
    wall = performance.now()
    used = process.cpuUsage()
    await facts.rollForward({ nowMs: now + run * 600_000, locals })
    lap('ten minutes later')
  }
  const [sums] = await facts.read(
    'SELECT count(*)::DOUBLE, sum(expected)::DOUBLE, sum(observed)::DOUBLE, sum(estimatedIns)::DOUBLE, count(*) ' +
      'FILTER (state = 3)::DOUBLE FROM traffic',
  )
  console.log(JSON.stringify({ lines: report.lines, parts, sums }))
} finally {
  await close()
  prepared.close()
}
