import { expect, test } from 'vitest'
import { run } from './page.ts'

test('a command of a page runs as for a newcomer, without what the run of all tests sets for itself', async () => {
  const sets = { LEFT_OUT: '["tests/authz/matrix.test.ts"]', FAILED_TESTS: '/tmp/failed.json', MATRIX_ONLY: '/api/own' }
  const before = { ...process.env }
  Object.assign(process.env, sets)
  try {
    const { code, output } = await run('echo "$LEFT_OUT$FAILED_TESTS$VITEST$MATRIX_ONLY"', '.')
    expect([code, output]).toEqual([0, '/api/own\n'])
  } finally {
    process.env = before
  }
})
