/**
 * `npm run mutate`: breaks the rules one operator at a time and counts how often a test notices. `npm run mutate -- src/domain/days.ts` takes
 * files or folders; without any it takes all of src/domain, src/engine/core and server/modules, which is a night. `--sample=40` takes 40
 * stretches of these, evenly spread: an estimate in minutes. Fails below 85 %.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type MutationReport, scoreOf } from '../tests/mutation/score.ts'
import { stretchesOf } from '../tests/mutation/stretches.ts'

const root = resolve(import.meta.dirname, '..')
const report = resolve(root, '.mutation-report.json')
const LEAST_SHARE = 0.85
const ALL = ['src/domain', 'src/engine/core', 'server/modules']

const given = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const sample = Number(process.argv.find((argument) => argument.startsWith('--sample='))?.slice('--sample='.length) ?? 0)
const isServer = (path: string) => path.startsWith('server/')
const patternOf = (path: string) => (statSync(resolve(root, path)).isDirectory() ? `${path}/**/*.ts` : path)

const isProduct = (file: string) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/\/(test-support|generated)\//.test(file)

/** The product's files below these paths, with their lines. */
const filesBelow = (paths: readonly string[]) => paths.flatMap((path) => (statSync(resolve(root, path)).isDirectory()
  ? readdirSync(resolve(root, path), { recursive: true, encoding: 'utf8' }).map((file) => `${path}/${file}`) : [path]))
  .filter(isProduct).toSorted().map((file) => ({ file, lines: readFileSync(resolve(root, file), 'utf8').split('\n').length }))

/** One run of the tool over some files, with the tests that are about them. */
function run(paths: readonly string[], tests: 'rules' | 'server'): MutationReport['files'] {
  if (paths.length === 0) return {}
  const mutate = [...(sample > 0 ? stretchesOf(filesBelow(paths), sample) : paths.map(patternOf)), '!**/*.test.ts', '!**/test-support/**', '!**/generated/**'].join(',')
  rmSync(report, { force: true })
  const { status } = spawnSync(
    resolve(root, 'node_modules/.bin/stryker'), ['run', 'tests/mutation/stryker.config.json', '--mutate', mutate],
    { cwd: root, stdio: 'inherit', env: { ...process.env, MUTATION_TESTS: tests } },
  )
  if (status !== 0) process.exit(status ?? 1)
  return (JSON.parse(readFileSync(report, 'utf8')) as MutationReport).files
}

const asked = given.length > 0 ? given : ALL
const files = { ...run(asked.filter((path) => !isServer(path)), 'rules'), ...run(asked.filter(isServer), 'server') }
const { killed, survived, unmeasured, share, survivors } = scoreOf({ files })
for (const line of survivors) console.log(`survived ${line}`)
console.log(`mutants: ${killed} killed, ${survived} survived, ${unmeasured} not measured: ${share === null ? 'nothing was measured' : `${(100 * share).toFixed(1)} %`}`)
process.exit(share !== null && share >= LEAST_SHARE ? 0 : 1)
