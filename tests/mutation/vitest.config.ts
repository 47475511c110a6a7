/** The tests the mutation tool may run, as one project: those of the rules, or those of the server. Both at once would run the server for every rule. */
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = resolve(import.meta.dirname, '../..')

export default defineConfig({
  root,
  test: {
    environment: 'node', isolate: false, testTimeout: 30_000, hookTimeout: 60_000,
    alias: { 'fast-check': resolve(root, 'tests/fast-check.ts') },
    // It replaces a module, which would stay replaced for the files after it.
    exclude: ['server/modules/session/same-work.test.ts'],
    include: process.env.MUTATION_TESTS === 'server' ? ['server/**/*.test.ts'] : ['src/{domain,engine}/**/*.test.ts'],
  },
})
