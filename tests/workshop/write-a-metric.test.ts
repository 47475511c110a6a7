/** docs/write-a-metric.md, followed to the letter in a copy of the repository. */
import { readFile } from 'node:fs/promises'
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
  made = await copyOfRepository('metric')
  copy = made.folder
  steps = stepsOf(await readFile(join(root, 'docs/write-a-metric.md'), 'utf8'))
})
afterAll(() => made.remove())

test('following the page adds a metric to the registry and to one list, and four widgets offer it', async () => {
  await follow(steps, copy)
  const changed = steps.flatMap((step) =>
    step.kind === 'run' ? step.commands.flatMap((command) => /^sed -i .* (\S+)$/.exec(command)?.[1] ?? []) : [],
  )
  expect(changed.filter((file) => !/\/locales\/metrics\/|^tests\/|\.test\.ts$/.test(file))).toEqual([
    'src/domain/metrics/registry.ts',
    'schemas/widgets/metric-rate.schema.json',
  ])
  const rows = (await readFile(join(copy, 'docs/widgets.md'), 'utf8')).split('\n')
  // Two options of benchmark-table, and one of the other three.
  expect(rows.filter((row) => row.includes('`withoutTicketRate`')).length).toBe(5)
}, 60_000)

test('none of it is left in the repository', async () => {
  expect(await readFile(join(root, 'src/domain/metrics/registry.ts'), 'utf8')).not.toContain('withoutTicketRate')
})
