import { defineConfig } from 'vitest/config'

/** Pure rules, the server and the workers' jobs: no browser needed. Files end in `.test.ts`. */
const node = {
  extends: true as const,
  test: {
    name: 'node',
    environment: 'node',
    include: ['{schemas,src,server,widgets,workers,scripts,tests}/**/*.test.ts'],
    exclude: ['tests/e2e/**', '**/node_modules/**'],
    testTimeout: 20_000,
  },
}

export default defineConfig({ test: { projects: [node] } })
