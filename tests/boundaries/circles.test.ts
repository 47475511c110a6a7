import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Aliases, circlesOf, pathOf } from './circles.ts'
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

test('no files of the house import each other in a circle, types included', async () => {
  const files: Record<string, string> = {}
  for await (const file of glob('{schemas,src,widgets,workers,server,layouts}/**/*.{ts,tsx}', { cwd: root }))
    if (!/\.(test|stories)\.tsx?$/.test(file)) files[file] = await readFile(join(root, file), 'utf8')
  const graph = graphOf(files)
  expect(circlesOf(graph)).toEqual([])
  expect(graph.get('server/open-catalog.ts')).toContain('server/modules/index.ts')
  expect(graph.size).toBeGreaterThan(1000)
})
