/** docs/add-a-language.md, followed to the letter in a copy of the repository. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repositoryRoot } from '../boundaries/import-table.ts'
import { type Copy, copyOfRepository } from './copy.ts'
import { follow, run, stepsOf } from './page.ts'

let copy: Copy
beforeAll(async () => {
  copy = await copyOfRepository('language')
})
afterAll(() => copy.remove())

test('a language without a name, and one that is there, are refused', async () => {
  for (const [command, says] of [
    ['npm run new:language -- fr', 'its own name'],
    ['npm run new:language -- french "Français"', 'two letters'],
    ['npm run new:language -- ca "Català"', 'LANGUAGE_TAKEN'],
  ] as const) {
    const { code, output } = await run(command, copy.folder)
    expect([command, code, output.includes(says)]).toEqual([command, 1, true])
  }
})

test('following the page adds a language with every text, and the compiler names only the places that hold words in code', async () => {
  const page = await readFile(join(repositoryRoot(), 'docs/add-a-language.md'), 'utf8')
  const steps = stepsOf(page)
  // The compiler is asked once, for what it says and for what it does not.
  const asks = steps.find((step) => step.kind === 'run' && step.commands[0]?.startsWith('npx tsc'))
  await follow(
    steps.filter((step) => step !== asks),
    copy.folder,
  )
  const { output } = await run(asks?.kind === 'run' ? (asks.commands[0] ?? '') : '', copy.folder)
  const files = new Set([...output.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file = '']) => file))
  expect([...files].toSorted()).toEqual(asks?.kind === 'run' ? asks.says : [])
}, 240_000)
