/** The tests that mutants are tried with, over the instrumented sources. `scripts/mutate.ts` starts this. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { files } from './plan.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = process.env.MUTATION_FOLDER ?? ''
const sources = JSON.parse(readFileSync(files(folder).sources, 'utf8')) as Readonly<Record<string, string>>

const OF_RULES = ['{schemas,widgets,workers}/**/*.test.ts', 'src/{domain,engine,i18n,sources}/**/*.test.ts']
const ONLY = process.env.MUTATION_ONLY?.split(',').map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.test.ts`))

export default defineConfig({
  root,
  plugins: [{ name: 'mutants', enforce: 'pre', load: (id) => sources[id] ?? null }],
  test: {
    environment: 'node',
    isolate: false,
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // It would give the sources of the run before, with other mutants under the same numbers.
    fsModuleCache: false,
    reporters: [],
    watch: false,
    bail: 0,
    passWithNoTests: true,
    // Without it all that a broken product prints would be sent to the parent line by line.
    silent: true,
    alias: { 'fast-check': resolve(root, 'tests/fast-check.ts') },
    runner: resolve(import.meta.dirname, 'runner.ts'),
    // The first replaces a module, which would stay replaced for the files after it; the others are long walks over
    // every call, of which a single mutant changes little, or run other programs.
    exclude: ['server/modules/session/same-work.test.ts', 'server/fuzz.test.ts', 'server/proxies.test.ts'],
    include: ONLY ?? (process.env.MUTATION_TESTS === 'server' ? ['server/**/*.test.ts'] : OF_RULES),
  },
})
