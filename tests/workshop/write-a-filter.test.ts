/** docs/write-a-filter.md, followed to the letter in a copy of the repository. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repositoryRoot } from '../boundaries/import-table.ts'
import { type Copy, copyOfRepository } from './copy.ts'
import { follow, type Step, stepsOf } from './page.ts'

const root = repositoryRoot()
let made: Copy
let copy = ''
let steps: readonly Step[] = []

beforeAll(async () => {
  made = await copyOfRepository('filter')
  copy = made.folder
  steps = stepsOf(await readFile(join(root, 'docs/write-a-filter.md'), 'utf8'))
})
afterAll(() => made.remove())

test('following the page word for word adds a kind of filter in four files and its texts', async () => {
  await follow(steps, copy)
  const written = steps.flatMap((step) => (step.kind === 'file' ? [step.path] : []))
  const changed = steps.flatMap((step) =>
    step.kind === 'run' ? step.commands.flatMap((command) => /^sed -i .* (\S+)$/.exec(command)?.[1] ?? []) : [],
  )
  const files = [...new Set([...written, ...changed])].filter((file) => !/\.test\.ts$|\/i18n\//.test(file))
  expect(files.toSorted()).toEqual([
    'schemas/layout.schema.json',
    'src/engine/core/kinds/index.ts',
    'src/engine/core/kinds/weekday.ts',
    'src/engine/react/kinds/weekday.tsx',
  ])
}, 240_000)

test('a kind without its words, or without its control, is noticed', async () => {
  const check = {
    kind: 'run',
    commands: ['npx vitest run --project server tests/boundaries/kinds.test.ts'],
    says: [],
  } as const
  const without = (command: string): Step => ({ kind: 'run', commands: [command], says: [] })
  await expect(
    follow([without(`sed -i '/"typeHelp_weekday"/d' src/i18n/locales/editor-panels/cs.json`), check], copy),
  ).rejects.toThrow('typeHelp_weekday')
}, 120_000)

test('nothing of it is left in the repository', async () => {
  expect(await readdir(join(root, 'src/engine/core/kinds'))).not.toContain('weekday.ts')
})
