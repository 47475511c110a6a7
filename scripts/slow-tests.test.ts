import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allSlowTests, leftOut, slowTests, type SlowTests, wholeRun } from './slow-tests.ts'

const root = join(import.meta.dirname, '..')
const SLOW = [
  { file: 'tests/e2e/home.e2e.ts', holds: ['src/features/home/', 'vite.config.ts', 'tests/e2e/'] },
  { file: 'server/outage.test.ts', holds: ['server/facts/', 'server/'] },
]

test('a slow test is left out when nothing that it holds has changed', () => {
  expect(leftOut(SLOW, ['docs/alerts.md', 'src/features/alerts/page.tsx'])).toEqual(SLOW.map(({ file }) => file))
  expect(leftOut(SLOW, ['src/features/home/i18n/es.json'])).toEqual(['server/outage.test.ts'])
  expect(leftOut(SLOW, ['vite.config.ts', 'server/facts/store.ts'])).toEqual([])
})

test('a change of itself, or of a helper beside it, asks for it; one of another test does not', () => {
  expect(leftOut(SLOW, ['tests/e2e/home.e2e.ts'])).toEqual(['server/outage.test.ts'])
  expect(leftOut(SLOW, ['tests/e2e/browser.ts'])).toEqual(['server/outage.test.ts'])
  expect(leftOut(SLOW, ['tests/e2e/states.e2e.ts', 'server/facts/store.test.ts'])).toEqual(SLOW.map(({ file }) => file))
})

test('a folder is held by its whole name', () => {
  expect(leftOut(SLOW, ['src/features/home-office/page.tsx', 'vite.config.ts.md'])).toEqual(
    SLOW.map(({ file }) => file),
  )
})

test('other versions of libraries, or another list of slow tests, ask for all', () => {
  expect(leftOut(SLOW, ['package-lock.json'])).toEqual([])
  expect(leftOut(SLOW, ['tests/slow-tests.json'])).toEqual([])
})

test('an area means its folders, a test has its own folder too, and belongs to the first entry that names it', () => {
  const list: SlowTests = {
    areas: { page: ['src/ui/', 'widgets/'] },
    tests: [
      { files: ['a'], holds: ['page', 'server/demo/'], own: 2 },
      { files: ['a', 'b'], holds: [] },
    ],
  }
  const filesOf = (glob: string) =>
    glob === 'a' ? ['src/home/stories/x.stories.tsx'] : ['src/home/stories/x.stories.tsx', 'tests/y.test.ts']
  expect(slowTests(list, filesOf)).toEqual([
    { file: 'src/home/stories/x.stories.tsx', holds: ['src/ui/', 'widgets/', 'server/demo/', 'src/home/'] },
    { file: 'tests/y.test.ts', holds: ['tests/'] },
  ])
})

test('what the list names is there: each glob finds a test, each folder and file exists', () => {
  const { areas, tests } = JSON.parse(readFileSync(join(root, 'tests/slow-tests.json'), 'utf8')) as SlowTests
  expect(tests.flatMap(({ files }) => files).filter((glob) => globSync(glob, { cwd: root }).length === 0)).toEqual([])
  expect(
    allSlowTests()
      .flatMap(({ holds }) => holds)
      .filter((path) => !existsSync(join(root, path))),
  ).toEqual([])
  expect(Object.keys(areas).filter((name) => !tests.some(({ holds }) => holds.includes(name)))).toEqual([])
})

test('the whole was run at a commit', () => {
  expect(wholeRun()).toEqual({
    commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    on: expect.stringMatching(/^\d{4}(-\d\d){2}$/),
  })
})
