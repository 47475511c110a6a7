/**
 * `npm run mutate`: breaks the rules one operator at a time and counts how often a test notices.
 * `npm run mutate -- src/domain/days.ts` takes files or folders; without any it takes src/domain, src/engine/core and
 * server/modules. `--sample=300` tries 300 mutants, the same ones every time, and says how sure the share is;
 * `--seed=7` draws others. `--budget=400` gives a mutant so many milliseconds, to find weak files sooner.
 * `--tests=server/modules/openapi` tries only the tests below these folders, which spares the
 * first look at all others: quick, but what a test elsewhere notices counts as survived.
 * `--resume=.mutation/server-123`, with the same arguments besides, goes on with a run that was cut off.
 * Fails below 85 %.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { instrument, type PlannedMutant } from '../tests/mutation/instrument.ts'
import { type Entry, files, readLog } from '../tests/mutation/plan.ts'
import { type Outcome, scoreOf } from '../tests/mutation/score.ts'
import { SEED, sampleOf } from '../tests/mutation/sample.ts'

const root = resolve(import.meta.dirname, '..')
const LEAST_SHARE = 0.85
const ALL = ['src/domain', 'src/engine/core', 'server/modules']
/** Milliseconds of computing for one mutant; what survives them counts as survived. */
const BUDGET_MS = { rules: 3000, server: 60_000 }
/** A property of a second would be tried with thousands of mutants that cheaper tests have met before. */
const MAX_MS = { rules: 400, server: 5000 }
/** No line in the log for so long, while a mutant is active: an endless loop that the switch does not see. */
const STILL_MS = { rules: 40_000, server: 60_000 }
/** The same without one: a whole file of tests that only looks. */
const STILL_LOOKING_MS = 300_000

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

type Tests = 'rules' | 'server'
const given = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const option = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(`--${name}=`.length)
const size = Number(option('sample') ?? 0)
const seed = Number(option('seed') ?? SEED)
const resume = option('resume')
/** Folders or files, separated by commas. */
const onlyTests = option('tests')
const isServer = (path: string) => path.startsWith('server/')
const isProduct = (file: string) =>
  file.endsWith('.ts') && !file.endsWith('.test.ts') && !/\/(test-support|generated)\/|\.test-support\.ts$/.test(file)

/** The product's files below these paths. */
const filesBelow = (paths: readonly string[]) =>
  paths
    .flatMap((path) =>
      statSync(resolve(root, path)).isDirectory()
        ? readdirSync(resolve(root, path), { recursive: true, encoding: 'utf8' }).map((file) => `${path}/${file}`)
        : [path],
    )
    .filter(isProduct)
    .toSorted()

/** One process of tests, until it ends or hangs. */
function runTests(folder: string, tests: Tests): Promise<'ended' | 'still'> {
  const child = spawn(
    resolve(root, 'node_modules/.bin/vitest'),
    ['run', '--config', 'tests/mutation/vitest.config.ts'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      detached: true,
      env: {
        ...process.env,
        MUTATION_TESTS: tests,
        MUTATION_FOLDER: folder,
        ...(onlyTests !== undefined && { MUTATION_ONLY: onlyTests }),
      },
    },
  )
  const end = () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL')
    } catch {
      /* It has ended by itself. */
    }
  }
  process.once('exit', end)
  return new Promise((settle) => {
    let seen = -1
    let since = Date.now()
    const watch = setInterval(() => {
      const length = statSync(files(folder).log).size
      if (length !== seen) [seen, since] = [length, Date.now()]
      const quiet = Date.now() - since
      if (quiet < STILL_MS[tests] || (quiet < STILL_LOOKING_MS && readLog(files(folder).log).at(-1)?.type !== 'begin'))
        return
      end()
      settle('still')
    }, 500)
    child.on('exit', () => {
      clearInterval(watch)
      process.off('exit', end)
      settle('ended')
    })
  })
}

/** The result of each mutant in these files. */
async function run(paths: readonly string[], tests: Tests): Promise<Outcome[]> {
  if (paths.length === 0) return []
  const folder = resume === undefined ? resolve(root, '.mutation', `${tests}-${process.pid}`) : resolve(resume)
  const { plan, sources, log } = files(folder)
  if (resume === undefined) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const instrumented = await instrument(root, filesBelow(paths))
  const wanted = size > 0 ? sampleOf(instrumented.mutants, size, seed) : instrumented.mutants
  // Earlier instrumentation, analysis and trials are reused: the sources must not have changed since.
  if (resume === undefined) {
    writeFileSync(sources, JSON.stringify(instrumented.sources))
    writeFileSync(
      plan,
      JSON.stringify({
        root,
        budgetMs: Number(option('budget') ?? BUDGET_MS[tests]),
        maxMs: MAX_MS[tests],
        wanted: Object.fromEntries(wanted.map(({ id, file }) => [id, file])),
      }),
    )
    writeFileSync(log, '')
  }
  console.log(`${wanted.length} mutants, tried with the tests of ${tests === 'server' ? 'the server' : 'the rules'}`)
  for (;;) {
    await runTests(folder, tests)
    const last = readLog(log).at(-1)
    if (last?.type === 'end') break
    // It stood still or broke with a mutant active: that was noticed. Without one the tests themselves are broken.
    if (last?.type !== 'begin')
      throw new Error(`The tests ended before they were through: the last line of ${log} is ${JSON.stringify(last)}.`)
    writeFileSync(
      log,
      `${JSON.stringify({ type: 'killed', id: last.id, by: 'the time limit', how: 'time' } satisfies Entry)}\n`,
      { flag: 'a' },
    )
  }
  return outcomes(wanted, readLog(log))
}

function outcomes(wanted: readonly PlannedMutant[], log: readonly Entry[]): Outcome[] {
  const killed = new Map(log.flatMap((entry) => (entry.type === 'killed' ? [[entry.id, entry.by] as const] : [])))
  const covered = new Set(log.flatMap((entry) => (entry.type === 'covered' ? entry.ids : [])))
  return wanted.map((mutant) => {
    const by = killed.get(mutant.id)
    return {
      ...mutant,
      status: by !== undefined ? 'killed' : covered.has(mutant.id) ? 'survived' : 'not covered',
      ...(by !== undefined && { by }),
    }
  })
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`
const chosen = given.length > 0 ? given : ALL
const start = Date.now()
const found = [
  ...(await run(
    chosen.filter((path) => !isServer(path)),
    'rules',
  )),
  ...(await run(chosen.filter(isServer), 'server')),
]
writeFileSync(process.env.MUTATION_REPORT ?? resolve(root, '.mutation-report.json'), JSON.stringify(found, null, 1))
const { byFile, survivors, total } = scoreOf(found)
for (const line of survivors) console.log(`survived ${line}`)
for (const { file, killed, survived, share } of byFile)
  console.log(`${percent(share).padStart(7)} ${killed} killed, ${survived} survived: ${file}`)
if (total === null) console.log('mutants: none')
else {
  const { killed, survived, share, low, high } = total
  const sure = size > 0 ? ` (95 % sure: ${percent(low)} to ${percent(high)})` : ''
  const each = Math.round((Date.now() - start) / found.length)
  console.log(`mutants: ${killed} killed, ${survived} survived: ${percent(share)}${sure}, ${each} ms each`)
}
process.exit(total !== null && total.share >= LEAST_SHARE ? 0 : 1)
