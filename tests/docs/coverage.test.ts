/** docs/coverage.md: a row that names a test which is not there is worse than no row. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '../boundaries/import-table.ts'
import { coverageRows } from './coverage.ts'
import { storyNames, uncheckedStories } from './story-checks.ts'
import { hasTest } from './test-names.ts'

const root = repositoryRoot()
const rows = coverageRows(readFileSync(join(root, 'docs/coverage.md'), 'utf8'))
const sources = new Map<string, string>()
const sourceOf = (file: string) => {
  const known = sources.get(file) ?? (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '')
  sources.set(file, known)
  return known
}
const isKnownReason = (reason: string) => /^(?:not built|decided): ./.test(reason)
/** A test, or a story, which runs as one. */
const isHeld = (file: string, name: string) =>
  file.endsWith('.stories.tsx') ? storyNames(file, sourceOf(file)).includes(name) : hasTest(file, sourceOf(file), name)

test('a row without a test and without a reason is seen', () => {
  expect(
    coverageRows(
      '| section | sentence | held by |\n|---|---|---|\n| 1 §2 | A. | tests/x.test.ts › a › b; y.test.ts › c |\n| 1 ' +
        '§3 | B. | reason: later |\nwords',
    ),
  ).toEqual([
    {
      line: 3,
      section: '1 §2',
      sentence: 'A.',
      tests: [
        { file: 'tests/x.test.ts', name: 'a › b' },
        { file: 'y.test.ts', name: 'c' },
      ],
      reason: '',
    },
    { line: 4, section: '1 §3', sentence: 'B.', tests: [], reason: 'later' },
  ])
})

test('a name in a comment, in the text of a test or with a word too few is no test', () => {
  const text = `
    // speaks in a comment
    describe('a page', () => {
      test('is drawn once', () => expect('is said').toBe('is said'))
      test.each([['at dawn', 6], ['at dusk', 18]])('%s', () => undefined)
    })
    it.each([1, 2])(\`is asked \${TIMES} times\`, () => undefined)
  `
  const held = [
    'is drawn once',
    'a page › is drawn once',
    'at dusk',
    'is asked ${TIMES} times',
    'speaks in a comment',
    'is said',
    'is drawn',
    'another page › is drawn once',
  ].filter((name) => hasTest('x.test.ts', text, name))
  expect(held).toEqual(['is drawn once', 'a page › is drawn once', 'at dusk', 'is asked ${TIMES} times'])
  expect(storyNames('x.stories.tsx', 'export const A: Story = {}\nconst B: Story = {}')).toEqual(['A'])
})

test('every sentence has a test that is there, or a reason', () => {
  expect(rows.length).toBeGreaterThan(100)
  const wrong = rows.flatMap(({ line, sentence, tests, reason }) =>
    reason !== ''
      ? []
      : tests.flatMap(({ file, name }) =>
          isHeld(file, name) ? [] : [`line ${line} (${sentence}): ${file} has no test ${JSON.stringify(name)}`],
        ),
  )
  expect(wrong).toEqual([])
})

/** A test runs the product when it imports it, or reads its texts, schemas or layouts as they are. */
const runsProduct = (source: string) =>
  /(?:from|import)\s*\(?\s*'(?:#|(?:\.\.?\/)+(?!test-support|support|boundaries|fast-check))/.test(source) ||
  /(?:'|\/)(?:src\/i18n|i18n|locales|schemas|layouts)\b/.test(source)

test('a test that imports nothing from the product, and a reason of no kind, are found', () => {
  expect(
    [
      "import { expect, test } from 'vitest'\ntest('a page', () => expect(1).toBe(1))",
      "import { repositoryRoot } from '../boundaries/import-table.ts'",
      "import { derive } from '#domain/metrics/index'",
      "import { helper } from './support/page.ts'\nimport { app } from '../../server/app.ts'",
    ].map(runsProduct),
  ).toEqual([false, false, true, true])
  expect(['later', 'not built: comes with its area', 'decided: one place less'].map(isKnownReason)).toEqual([
    false,
    true,
    true,
  ])
})

test('a sentence is held by tests that run the product', () => {
  const files = [...new Set(rows.flatMap(({ tests }) => tests.map(({ file }) => file)))]
  expect(files.filter((file) => !runsProduct(sourceOf(file)))).toEqual([])
})

test('a sentence without a test is said to be not built, or what was decided in its place is said', () => {
  expect(rows.filter(({ reason }) => reason !== '' && !isKnownReason(reason)).map(({ line }) => line)).toEqual([])
})

test('no sentence is repeated', () => {
  const seen = rows.map(({ section, sentence }) => `${section} ${sentence}`)
  expect(seen.filter((row, index) => seen.indexOf(row) !== index)).toEqual([])
})

test('a story that is only drawn is distinguished from one that checks something, wherever its checks come from', () => {
  const text = `
    const drawn = (at: string): Story => ({ render: () => at })
    const tried = (at: string): Story => ({ ...drawn(at), play: async () => undefined })
    function made() { return { render: () => null } }
    export const A: Story = { render: () => null }
    export const B: Story = { ...drawn('b') }
    export const C: Story = tried('c')
    export const D: Story = { ...C, args: {} } satisfies Story
    export const E = made()
    export const F = stories.Ready
    export const G: Story = { ...drawn('g'), play: async () => undefined }
  `
  expect(uncheckedStories('x.stories.tsx', text)).toEqual(['A', 'B', 'E'])
})

test('a story that is named checks something: that it can be drawn holds no sentence', () => {
  const unchecked = new Map<string, readonly string[]>()
  const of = (file: string) => {
    const known = unchecked.get(file) ?? uncheckedStories(file, sourceOf(file))
    unchecked.set(file, known)
    return known
  }
  const bare = rows.flatMap(({ line, sentence, tests }) =>
    tests.flatMap(({ file, name }) =>
      file.endsWith('.stories.tsx') && of(file).includes(name) ? [`line ${line} (${sentence}): ${file} › ${name}`] : [],
    ),
  )
  expect(bare).toEqual([])
})
