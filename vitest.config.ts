import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import LongestFirst from './scripts/longest-first.ts'
import { shownTexts } from './scripts/shown-texts.ts'

const COMPILED = resolve(import.meta.dirname, 'node_modules/.cache/compiled')

const LEAVE_NOTHING = resolve(import.meta.dirname, 'tests/leave-nothing.ts')

/** Files that a run leaves out (scripts/test.ts), as JSON. */
const LEFT_OUT = JSON.parse(process.env['LEFT_OUT'] ?? '[]') as string[]

const onNode = {
  environment: 'node' as const,
  alias: { 'fast-check': resolve(import.meta.dirname, 'tests/fast-check.ts') },
  // For what never comes: some of these start servers, which takes a busy machine half a minute.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // As many as the slowest machine has cores: with three on two cores each took twice as long, and all a fifth longer.
  maxWorkers: 2,
  // For the hundreds of processes that tests start (commands, readers of files, servers to be killed): half of the work
  // of each was to compile the same code. The product's own processes have one too (server/lib/process-env.ts).
  env: { NODE_COMPILE_CACHE: COMPILED },
}

/** Pure rules. They change nothing outside themselves, so their files share one process: a third of the time. */
const rules = {
  extends: true as const,
  test: {
    ...onNode,
    name: 'rules',
    include: ['{schemas,widgets,workers}/**/*.test.ts', 'src/{domain,engine,i18n,sources}/**/*.test.ts'],
    isolate: false,
    setupFiles: [LEAVE_NOTHING],
  },
}

/** These replace a module, which would stay replaced for the files after them. */
const REPLACING = ['server/modules/session/same-work.test.ts', 'server/modules/reports/print-told.test.ts']

/**
 * They measure no time and wait for nothing: pages of the docs that are followed, files that an import reads, documents
 * that are spoiled, charts that are closed again. `npm test` runs them beside the journeys.
 */
const PATIENT = ['tests/{charts,workshop,docs,layouts}/**/*.test.ts', 'server/modules/imports/reading/**/*.test.ts']

/**
 * The server and what surrounds it. Each file brings its own stores; they share their processes, which spares a third
 * of the work.
 */
const server = {
  extends: true as const,
  test: {
    ...onNode,
    name: 'server',
    include: ['{server,scripts,tests}/**/*.test.ts'],
    exclude: [...REPLACING, ...PATIENT, ...LEFT_OUT],
    isolate: false,
    setupFiles: [LEAVE_NOTHING],
  },
}

const patient = {
  extends: true as const,
  test: {
    ...onNode,
    name: 'patient',
    include: PATIENT,
    exclude: LEFT_OUT,
    isolate: false,
    setupFiles: [LEAVE_NOTHING],
    testTimeout: 90_000,
    hookTimeout: 180_000,
  },
}

/** The application: each file in a process of its own, for it stands in for the browser. */
const node = {
  extends: true as const,
  test: { ...onNode, name: 'node', include: ['src/{api,app,ui,features}/**/*.test.ts', ...REPLACING] },
}

/**
 * Journeys in a real browser against the built product. One at a time: browser, server and runner of one have work for
 * a core and a half, and two at once took longer than one after the other (123 s and 117 s for 30 journeys on two
 * cores).
 */
const e2e = {
  extends: true as const,
  test: {
    name: 'e2e',
    environment: 'node',
    include: ['tests/e2e/**/*.e2e.ts'],
    exclude: LEFT_OUT,
    globalSetup: ['tests/e2e/setup.ts'],
    testTimeout: 90_000,
    hookTimeout: 180_000,
    // A second, as it is otherwise, is little for a page on a machine that has much to do.
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 1,
    isolate: false,
    setupFiles: [LEAVE_NOTHING],
    // What a browser does in which frame is not ours to say. `npm test` names at its end what needed it.
    retry: 1,
  },
}

/**
 * Storybook alone takes two seconds of a core to be read: whoever names other projects does without. The tests that
 * follow a page start it eight times.
 */
async function stories() {
  const others = [rules, server, patient, node, e2e].map(({ test }) => test.name)
  const named = process.argv.flatMap((word, at, words) => {
    if (word === '--project') return words[at + 1] ?? []
    return word.startsWith('--project=') ? word.slice('--project='.length) : []
  })
  if (named.length > 0 && named.every((name) => others.includes(name))) return []
  const { storybookProject } = await import('./.storybook/vitest-project.ts')
  return [await storybookProject(LEFT_OUT)]
}

export default defineConfig(async () => ({
  plugins: [shownTexts()],
  test: { sequence: { sequencer: LongestFirst }, projects: [rules, server, patient, node, ...(await stories()), e2e] },
}))
