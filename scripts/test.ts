/**
 * `npm test`: the static gate, then the tests, browser ones included. Slow ones that cover no change since the last
 * full run are skipped (slow-tests.ts); `npm run test:whole` runs them all, and records that they passed. Needs Node
 * and npm only: the browser is an npm package on Linux x64; elsewhere an installed Chrome is used, and named. Other
 * arguments are handed to vitest.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FailureReport } from './failed-tests.ts'
import { writeGenerated } from './generated.ts'
import { allSlowTests, commitOfRun, skippedTests, WHOLE_RUN_FILE, wholeRun, type WholeRun } from './slow-tests.ts'

const root = resolve(import.meta.dirname, '..')
const bin = (name: string) => resolve(root, 'node_modules/.bin', name)
const isWhole = process.argv.includes('--whole')
const given = process.argv.slice(2).filter((argument) => argument !== '--whole')

const GATE: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['pages of schemas are fresh', process.execPath, 'scripts/schemas.ts', '--check'],
  ['form', bin('oxfmt'), '--check', '.'],
  ['types', bin('tsc'), '--noEmit'],
]

writeGenerated()
for (const [name, command, ...args] of given.length > 0 ? [] : GATE) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) {
    console.error(`FAILED ${name}`)
    process.exit(status ?? 1)
  }
  console.log(`ok ${name}`)
}

const commit = commitOfRun()
const out = isWhole || given.length > 0 ? [] : skippedTests()
if (out.length > 0) {
  const { commit: before, on } = wholeRun()
  console.log(
    `Left out: ${out.length} of ${allSlowTests().length} slow files, which cover no change since ` +
      `${before.slice(0, 8)}, ` +
      `when all were run (${on}). \`npm run test:whole\` runs all.`,
  )
}

const KEPT = resolve(root, 'node_modules/.cache/failed-tests')

/**
 * One run of vitest: its exit code, what failed, and what passed only at the second try. A run that is `called`
 * something prints what it has to say when it ends, where another one is printing.
 */
async function vitest(
  args: readonly string[],
  { called }: { readonly called?: string } = {},
): Promise<FailureReport & { code: number }> {
  const kept = `${KEPT}-${called ?? 'main'}.json`
  rmSync(kept, { force: true })
  const child = spawn(
    bin('vitest'),
    ['run', '--passWithNoTests', '--reporter=default', '--reporter=./scripts/failed-tests.ts', ...args],
    {
      cwd: root,
      stdio: called === undefined ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_OPTIONS: '', FAILED_TESTS: kept, LEFT_OUT: JSON.stringify(out) },
    },
  )
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk))
  const [status] = (await once(child, 'close')) as [number | null]
  process.stdout.write(Buffer.concat(said))
  const code = status ?? 1
  if (existsSync(kept)) return { code, ...(JSON.parse(readFileSync(kept, 'utf8')) as FailureReport) }
  return { code, failed: code === 0 ? [] : ['a run that ended before it could say what failed'], atSecondTry: [] }
}

async function allTests() {
  // The cache of compiled code of the tests' processes (vitest.config.ts), from empty, so that no code of older sources
  // piles up.
  rmSync(resolve(root, 'node_modules/.cache/compiled'), { recursive: true, force: true })
  // One after the other, for each of them has work for two cores: two of them at once take longer than both in turn,
  // and what waits for a page waits in vain.
  const first = await vitest(['--project', 'server'])
  const stories = await vitest(['--project', 'stories'])
  // A journey leaves some of the machine: it waits for what a page does by and by.
  const others = await Promise.all([
    vitest([...['patient', 'rules', 'node'].flatMap((name) => ['--project', name]), '--maxWorkers', '1'], {
      called: 'beside',
    }),
    vitest(['--project', 'e2e']),
  ])
  return [first, stories, ...others]
}

const runs = given.length > 0 ? [await vitest(given)] : await allTests()
const codes = runs.map(({ code }) => code)
const second = runs.flatMap(({ atSecondTry }) => atSecondTry)
if (second.length > 0) console.error(['PASSED ONLY AT THE SECOND TRY', ...second].join('\n- '))
// Failures of the first run are at the end too, after the output of the second.
if (codes.some((code) => code > 0)) console.error(['FAILED', ...runs.flatMap(({ failed }) => failed)].join('\n- '))
if (isWhole && given.length === 0 && codes.every((code) => code === 0)) {
  if (commit === null || commit !== commitOfRun())
    console.error('Not kept as a whole run: there are changes in no commit.')
  else {
    const run: WholeRun = { commit, on: new Date().toISOString().slice(0, 10) }
    writeFileSync(WHOLE_RUN_FILE, `${JSON.stringify(run)}\n`)
    console.log(`All held. Commit ${WHOLE_RUN_FILE}, and runs leave out what changes from here on do not ask for.`)
  }
}
process.exit(Math.max(...codes))
