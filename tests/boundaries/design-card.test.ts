/**
 * The packages that the design card names carry what they are there for: each is imported by a file that ships, and the
 * two that test and show the product by files of these kinds.
 */
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { importsOf, repositoryRoot } from './import-table.ts'

const SHIPPED = [
  'react',
  'react-dom',
  'react-grid-layout',
  'react-router',
  'zustand',
  'immer',
  'ajv',
  'echarts',
  'react-window',
  'monaco-editor',
  '@monaco-editor/react',
  'i18next',
  'dayjs',
  'comlink',
]
const FOR_WORK = ['vitest', 'storybook']

const isForWork = (file: string) =>
  /\.(test|stories|e2e)\.tsx?$|(^|\/)(test-support|stories)\//.test(file) ||
  !/^(schemas|src|widgets|workers|server)\//.test(file)

/** The packages whose code a text runs: a type is gone when it does. */
export function packagesOf(file: string, text: string): string[] {
  const { module } = parseSync(file, text)
  const types = new Set(
    module.staticImports
      .filter(({ entries }) => entries.length > 0 && entries.every(({ isType }) => isType))
      .map(({ moduleRequest }) => moduleRequest.value),
  )
  return importsOf(file, text)
    .filter((target) => /^[a-z@]/.test(target) && !types.has(target))
    .map((target) =>
      target
        .split('/')
        .slice(0, target.startsWith('@') ? 2 : 1)
        .join('/'),
    )
}

async function imported(): Promise<{ shipped: Set<string>; forWork: Set<string> }> {
  const root = repositoryRoot()
  const [shipped, forWork] = [new Set<string>(), new Set<string>()]
  for await (const file of glob('{schemas,src,widgets,workers,server,tests,.storybook}/**/*.{ts,tsx}', { cwd: root }))
    for (const name of packagesOf(file, await readFile(join(root, file), 'utf8')))
      (isForWork(file.replaceAll('\\', '/')) ? forWork : shipped).add(name)
  return { shipped, forWork }
}

test('a type that is imported carries nothing, and a folder of a package is the package', () => {
  const text =
    `import type { A } from 'ajv'\nimport { type B } from 'immer'\nimport dayjs from 'dayjs'\nimport utc ` +
    `from 'dayjs/plugin/utc.js'\nimport { Editor, type C } from '@monaco-editor/react'\nimport ` +
    `'react-dom/client'\nimport { x } from './x.ts'`
  expect(new Set(packagesOf('src/x.ts', text))).toEqual(new Set(['dayjs', '@monaco-editor/react', 'react-dom']))
})

test('every package of the design card is imported by what ships, or by the work it is there for', async () => {
  const { shipped, forWork } = await imported()
  expect(SHIPPED.filter((name) => !shipped.has(name))).toEqual([])
  expect(FOR_WORK.filter((name) => !forWork.has(name))).toEqual([])
})

test('what ships is a dependency, what is for the work is none', () => {
  const { dependencies, devDependencies } = manifest as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >
  expect(SHIPPED.filter((name) => !Object.hasOwn(dependencies, name))).toEqual([])
  expect(FOR_WORK.filter((name) => !Object.hasOwn(devDependencies, name))).toEqual([])
})
