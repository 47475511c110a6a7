/**
 * `npm test`: the static gate, then every test, browser ones included. Needs Node and npm only: the browser is an npm package on
 * Linux x64; elsewhere an installed Chrome is used, and named. Arguments are handed to vitest.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Told } from './failed-tests.ts'
import { writeGenerated } from './generated.ts'

const root = resolve(import.meta.dirname, '..')
const bin = (name: string) => resolve(root, 'node_modules/.bin', name)
const given = process.argv.slice(2)

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

const KEPT = resolve(root, 'node_modules/.cache/failed-tests.json')

/** One run of vitest: its exit code, what failed, and what passed only at the second try. */
function vitest(...args: string[]): Told & { code: number } {
  rmSync(KEPT, { force: true })
  const env = { ...process.env, NODE_OPTIONS: '', FAILED_TESTS: KEPT }
  const code =
    spawnSync(bin('vitest'), ['run', '--reporter=default', '--reporter=./scripts/failed-tests.ts', ...args], {
      cwd: root,
      stdio: 'inherit',
      env,
    }).status ?? 1
  if (existsSync(KEPT)) return { code, ...(JSON.parse(readFileSync(KEPT, 'utf8')) as Told) }
  return { code, failed: code === 0 ? [] : ['a run that ended before it could say what failed'], atSecondTry: [] }
}

// One after the other: beside browsers the server's tests take four times as long on two cores.
const runs =
  given.length > 0
    ? [vitest(...given)]
    : [
        vitest('--project', 'rules', '--project', 'server', '--project', 'node'),
        vitest('--project', 'stories', '--project', 'e2e'),
      ]
const codes = runs.map(({ code }) => code)
const second = runs.flatMap(({ atSecondTry }) => atSecondTry)
if (second.length > 0) console.error(['PASSED ONLY AT THE SECOND TRY', ...second].join('\n- '))
// What failed in the first run stands at the end too, under all that the second one printed.
if (codes.some((code) => code > 0)) console.error(['FAILED', ...runs.flatMap(({ failed }) => failed)].join('\n- '))
process.exit(Math.max(...codes))
