import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { storybookProject } from './.storybook/vitest-project.ts'

/** Pure rules, the server and the workers' jobs: no browser needed. */
const node = {
  extends: true as const,
  test: {
    name: 'node',
    environment: 'node',
    include: ['{schemas,src,server,widgets,workers,scripts,tests}/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    alias: { 'fast-check': resolve(import.meta.dirname, 'tests/fast-check.ts') },
    testTimeout: 20_000,
  },
}

/** Journeys in a real browser against the built product; one demo server for all. After all else: beside the stories they take three times as long. */
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
    sequence: { groupOrder: 1 },
  },
}

export default defineConfig(async () => ({ test: { projects: [node, await storybookProject(), e2e] } }))
