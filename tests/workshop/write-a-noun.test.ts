/** docs/write-a-noun.md, followed to the letter in a copy of the repository. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repositoryRoot } from '../boundaries/import-table.ts'
import { copyOfRepository, type Copy } from './copy.ts'
import { follow, run, type Step, stepsOf } from './page.ts'

let copy: Copy
let steps: readonly Step[] = []
beforeAll(async () => {
  copy = await copyOfRepository('noun')
  steps = stepsOf(await readFile(join(repositoryRoot(), 'docs/write-a-noun.md'), 'utf8'))
})
afterAll(() => copy.remove())

test('a noun without names, one that is there, and a word that one language lacks are refused', async () => {
  for (const [command, says] of [
    ['npm run new:noun', 'Say its folder'],
    ['npm run new:noun -- groups group "Groups"', 'NOUN_TAKEN'],
    ['npm run new:noun -- Contracts contract "Contracts"', 'Say its folder'],
  ] as const) {
    const { code, output } = await run(command, copy.folder)
    expect([command, code, output.includes(says)]).toEqual([command, 1, true])
  }
})

test('following the page word for word adds a noun that keeps the facts of all, in ten files', async () => {
  await follow(steps, copy.folder)
  const { output } = await run('npm run new:noun -- orders order "Orders"', copy.folder)
  const files = output.split('\n').filter((line) => /^(schemas|server|src)\//.test(line))
  expect(files.length).toBe(10)
  // The second one stands in line behind the first.
  expect(await readFile(join(copy.folder, 'server/modules/orders/index.ts'), 'utf8')).toContain("'0033-orders'")
  const { code } = await run('npm run new:noun -- --word orders begin es=Comienza en=Begins', copy.folder)
  expect(code).toBe(1)
}, 240_000)
