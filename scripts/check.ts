/** `npm run check`: the whole gate. Stops at the first step that fails and says which. */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { writeGenerated } from './generated.ts'

const root = resolve(import.meta.dirname, '..')
const bin = (name: string) => resolve(root, 'node_modules/.bin', name)
const node = process.execPath

const STEPS: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['pages of schemas are fresh', node, 'scripts/schemas.ts', '--check'],
  ['form', bin('oxfmt'), '--check', '.'],
  ['types', bin('tsc'), '--noEmit'],
  [
    'lint',
    bin('oxlint'),
    '--type-aware',
    '--deny-warnings',
    'src',
    'widgets',
    'workers',
    'server',
    'schemas',
    'scripts',
    'tests',
    '.storybook',
    'bench',
  ],
  ['nothing unused', bin('knip'), '--no-progress', '--include', 'files,dependencies,unlisted,binaries'],
  [
    // An export that only tests and stories call is no part of the product, unless it says why (`@specified`,
    // `@internal`).
    'nothing that only tests use',
    bin('knip'),
    '--production',
    '--config',
    'knip.production.json',
    '--no-progress',
    '--include',
    'files,exports,types',
  ],
  [
    'layouts',
    node,
    'scripts/layout.ts',
    'check',
    'layouts/foot-compare.json',
    'layouts/foot-exits.json',
    'layouts/foot-sales.json',
    'layouts/foot-status.json',
    'layouts/occupancy.json',
    'layouts/transport.json',
    'layouts/renfe.json',
    'layouts/monthly-tendency.json',
    'layouts/traffic-overview.json',
    'layouts/week-by-hour.json',
    'layouts/store-ranking.json',
    'layouts/year-calendar.json',
    'layouts/campaign-effect.json',
    'layouts/power-hours.json',
    'layouts/door-balance.json',
    'layouts/device-availability.json',
  ],
  ['tests', node, 'scripts/test.ts', '--whole'],
  ['stories build', bin('storybook'), 'build', '--quiet', '--output-dir', 'storybook-static'],
]

writeGenerated()
for (const [name, command, ...args] of STEPS) {
  const began = performance.now()
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  if (status !== 0) process.exit(status ?? 1)
}
