/**
 * docs/write-a-noun.md, docs/write-a-filter.md and docs/add-a-language.md, followed to the letter, one after the other
 * in one copy of the repository. The compiler takes most of the time of each: it is asked once, after all of them, and
 * has nothing to say but what the last page says.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repositoryRoot } from '../boundaries/import-table.ts'
import { type Copy, copyOfRepository } from './copy.ts'
import { follow, run, type Step, stepsOf } from './page.ts'

const root = repositoryRoot()
const COMPILER = /^npx tsc --noEmit( -p \.)?( \|\| true)?$/

/** A page without its question to the compiler, and that question. Throws when it has none, or more. */
async function pageOf(name: string): Promise<{ steps: readonly Step[]; says: readonly string[] }> {
  const compiled: (readonly string[])[] = []
  const steps = stepsOf(await readFile(join(root, 'docs', name), 'utf8')).flatMap((step): readonly Step[] => {
    if (step.kind === 'file') return [step]
    const commands = step.commands.filter((command) => !COMPILER.test(command))
    if (commands.length === step.commands.length) return [step]
    compiled.push(step.says)
    return commands.length === 0 ? [] : [{ ...step, commands }]
  })
  const [says] = compiled
  if (compiled.length !== 1 || says === undefined)
    throw new Error(`${name} asks the compiler ${compiled.length} times.`)
  return { steps, says }
}

let copy: Copy
beforeAll(async () => {
  copy = await copyOfRepository('followed')
})
afterAll(() => copy.remove())

describe('a noun', () => {
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
    await follow((await pageOf('write-a-noun.md')).steps, copy.folder)
    const { output } = await run('npm run new:noun -- quotes quote "Quotes"', copy.folder)
    const files = output.split('\n').filter((line) => /^(schemas|server|src)\//.test(line))
    expect(files.length).toBe(10)
    // The second one is in line behind the first.
    const step = (text: string, noun: string) => Number(new RegExp(`'(\\d{4})-${noun}'`).exec(text)?.[1])
    const first = step(await readFile(join(copy.folder, 'server/modules/contracts/index.ts'), 'utf8'), 'contracts')
    const second = step(await readFile(join(copy.folder, 'server/modules/quotes/index.ts'), 'utf8'), 'quotes')
    expect(second).toBeGreaterThan(first)
    const { code } = await run('npm run new:noun -- --word quotes begin es=Comienza en=Begins', copy.folder)
    expect(code).toBe(1)
  }, 480_000)
})

describe('a kind of filter', () => {
  test('following the page word for word adds a kind of filter in four files and its texts', async () => {
    const { steps } = await pageOf('write-a-filter.md')
    await follow(steps, copy.folder)
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
  }, 480_000)
})

describe('a language', () => {
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

  test('following the page adds a language with every text', async () => {
    await follow((await pageOf('add-a-language.md')).steps, copy.folder)
  }, 480_000)
})

test('the compiler has nothing against the noun and the kind of filter, and names of the language only the places that hold words in code', async () => {
  const [noun, filter, language] = await Promise.all(
    ['write-a-noun.md', 'write-a-filter.md', 'add-a-language.md'].map(pageOf),
  )
  expect([noun?.says, filter?.says]).toEqual([[], []])
  const { output } = await run('npx tsc --noEmit -p .', copy.folder)
  const files = new Set([...output.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file = '']) => file))
  expect([...files].toSorted()).toEqual(language?.says)
}, 480_000)

test('a kind without its words, or without its control, is noticed', async () => {
  const check = {
    kind: 'run',
    commands: ['npx vitest run --project server tests/boundaries/kinds.test.ts'],
    says: [],
  } as const
  const without = (command: string): Step => ({ kind: 'run', commands: [command], says: [] })
  await expect(
    follow([without(`sed -i '/"typeHelp_weekday"/d' src/i18n/locales/editor-panels/cs.json`), check], copy.folder),
  ).rejects.toThrow('typeHelp_weekday')
}, 120_000)

test('none of it is left in the repository', async () => {
  expect(await readdir(join(root, 'src/engine/core/kinds'))).not.toContain('weekday.ts')
})
