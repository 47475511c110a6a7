/**
 * `npm test`: the static gate, then every test, browser ones included. Needs Node and npm only: the browser is an npm package on
 * Linux x64; elsewhere an installed Chrome is used, and named. Arguments are handed to vitest.
 */
import { spawn, spawnSync } from 'node:child_process'
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

/** One run of vitest; resolves with its exit code. A quiet one is printed when it is over, so that two do not talk at once. */
function vitest(args: readonly string[], isQuiet = false): Promise<number> {
  return new Promise((done) => {
    const child = spawn(bin('vitest'), ['run', ...args], { cwd: root, stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit', env: { ...process.env, NODE_OPTIONS: '' } })
    const said: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => said.push(part))
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(said))
      done(code ?? 1)
    })
  })
}

// Browsers wait for paint and disk half of the time, and the server's tests for their stores: beside each other they take two thirds of the time.
const codes = given.length > 0
  ? [await vitest(given)]
  : await Promise.all([vitest(['--project', 'rules', '--project', 'node']), vitest(['--project', 'e2e', '--project', 'stories'], true)])
process.exit(Math.max(...codes))
