/**
 * `npm test`: the static gate, then every test, browser ones included. Needs Node and npm only: the browser is an npm package on
 * Linux x64; elsewhere an installed Chrome is used, and named. Arguments are handed to vitest.
 */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const bin = (name: string) => resolve(root, 'node_modules/.bin', name)
const given = process.argv.slice(2)

const GATE: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['schemas are fresh', process.execPath, 'scripts/schemas.ts', '--check'],
  ['types', bin('tsc'), '--noEmit'],
]

for (const [name, command, ...args] of given.length > 0 ? [] : GATE) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) {
    console.error(`FAILED ${name}`)
    process.exit(status ?? 1)
  }
  console.log(`ok ${name}`)
}

/** One run of vitest; its exit code. */
const vitest = (...args: string[]): number => spawnSync(bin('vitest'), ['run', ...args], { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_OPTIONS: '' } }).status ?? 1

// One after the other: beside browsers the server's tests take four times as long on two cores.
const codes = given.length > 0 ? [vitest(...given)] : [vitest('--project', 'rules', '--project', 'server', '--project', 'node'), vitest('--project', 'stories', '--project', 'e2e')]
process.exit(Math.max(...codes))
