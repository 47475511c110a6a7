import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Aliases, circlesOf, mutualFolders, pathOf } from './circles.ts'
import { importsAtOnce, repositoryRoot } from './import-table.ts'

const root = repositoryRoot()
const { imports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { imports: Aliases }

const graphOf = (files: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries(files).map(([file, text]) => [
      file,
      importsAtOnce(file, text).flatMap((target) => pathOf(file, target, imports) ?? []),
    ]),
  )

test('a circle is found through types, through what is handed on and through an alias', () => {
  expect(
    circlesOf(
      graphOf({
        'src/domain/a.ts': "import type { B } from './b.ts'",
        'src/domain/b.ts': "export { c } from '#domain/c'",
        'src/domain/c.ts': "import { a } from './a.ts'\nimport { d } from './d.ts'",
        'src/domain/d.ts': "import { e } from '#engine'",
        'src/domain/own.ts': "import * as own from './own.ts'",
      }),
    ),
  ).toEqual([['src/domain/a.ts', 'src/domain/b.ts', 'src/domain/c.ts'], ['src/domain/own.ts']])
})

test('what is loaded later closes no circle: a part may use what its trigger is made of', () => {
  expect(
    circlesOf(
      graphOf({
        'src/ui/button.tsx': "const panel = () => import('./panel.tsx')",
        'src/ui/panel.tsx': "import { Button } from './button.tsx'",
      }),
    ),
  ).toEqual([])
})

test('two folders that name each other are found, but a folder and one within it are one house', () => {
  const graph = graphOf({
    'server/modules/a/one.ts': "import { b } from '../b/two.ts'",
    'server/modules/b/two.ts': "import type { B } from './three.ts'",
    'server/modules/b/three.ts': "import type { A } from '../a/four.ts'",
    'server/modules/a/four.ts': "import { five } from './parts/five.ts'",
    'server/modules/a/parts/five.ts': "import type { A } from '../four.ts'\nimport { c } from '../../c/six.ts'",
    'server/modules/c/six.ts': '',
  })
  expect(mutualFolders(graph)).toEqual(['server/modules/a <-> server/modules/b'])
})

/** The shipped modules, without test code. */
async function houseGraph() {
  const files: Record<string, string> = {}
  for await (const file of glob('{schemas,src,widgets,workers,server,layouts}/**/*.{ts,tsx}', { cwd: root }))
    if (!/\.(test|stories)\.tsx?$/.test(file)) files[file] = await readFile(join(root, file), 'utf8')
  return graphOf(files)
}

test('no files of the house import each other in a circle, types included', async () => {
  const graph = await houseGraph()
  expect(circlesOf(graph)).toEqual([])
  expect(graph.get('server/open-catalog.ts')).toContain('server/modules/index.ts')
  expect(graph.size).toBeGreaterThan(1000)
})

test('no two folders of the house import each other, types included', async () => {
  const graph = await houseGraph()
  const isOfTests = (file: string) => /\/(testing|test-support)(\/|\.tsx?$)|\.testing\.tsx?$/.test(file)
  const ships = new Map([...graph].filter(([file]) => !isOfTests(file) && !file.includes('/generated/')))
  expect(ships.size).toBeGreaterThan(1000)
  // Filters and what each kind of them decides are one room in two folders: the table of borders says so.
  expect(mutualFolders(ships)).toEqual(['src/engine/core/kinds <-> src/engine/core/params'])
})
