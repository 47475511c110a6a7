import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { storybookProject } from './.storybook/vitest-project.ts'

const onNode = { environment: 'node' as const, alias: { 'fast-check': resolve(import.meta.dirname, 'tests/fast-check.ts') }, testTimeout: 30_000, hookTimeout: 60_000, maxWorkers: 2 }

/** Pure rules. They change nothing outside themselves, so their files share one process: a third of the time. */
const rules = {
  extends: true as const,
  test: { ...onNode, name: 'rules', include: ['{schemas,widgets,workers}/**/*.test.ts', 'src/{domain,engine,i18n,sources}/**/*.test.ts'], isolate: false },
}

/** The server, the application and what surrounds them: each file in a process of its own, for some stand in for the browser. */
const node = {
  extends: true as const,
  test: { ...onNode, name: 'node', include: ['{server,scripts,tests}/**/*.test.ts', 'src/{api,app,ui,features}/**/*.test.ts'] },
}

/** Journeys in a real browser against the built product; one demo server for all. */
const e2e = {
  extends: true as const,
  test: {
    name: 'e2e',
    environment: 'node',
    include: ['tests/e2e/**/*.e2e.ts'],
    globalSetup: ['tests/e2e/setup.ts'],
    testTimeout: 90_000,
    hookTimeout: 180_000,
    fileParallelism: false,
  },
}

export default defineConfig(async () => ({ test: { projects: [rules, node, await storybookProject(), e2e] } }))
