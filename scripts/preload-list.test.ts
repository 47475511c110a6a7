import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf, modulesOf, viewsOf } from './preload-list.ts'

const chunk = (
  fileName: string,
  moduleIds: string[],
  imports: string[] = [],
  css: string[] = [],
  facadeModuleId: string | null = null,
) => ({
  type: 'chunk' as const,
  fileName,
  moduleIds,
  facadeModuleId,
  imports,
  viteMetadata: { importedCss: new Set(css) },
})

test('a file brings what it imports and its style sheets, each once, and nothing that is there already', () => {
  const chunks = [
    chunk('base.js', ['/r/src/app/main.tsx'], [], ['base.css']),
    chunk('route.js', [], ['dashboard.js', 'base.js'], [], '/r/src/app/dashboard-route.tsx'),
    chunk('dashboard.js', ['/r/src/engine/index.ts'], ['base.js', 'parts.js'], ['dashboard.css']),
    chunk('parts.js', ['/r/src/ui/menu.tsx'], ['base.js'], ['parts.css', 'dashboard.css']),
    chunk('other.js', ['/r/widgets/other/view.tsx']),
  ]
  expect(filesOf(chunks, ['/src/app/dashboard-route.tsx', '/widgets/gone/view.tsx'], new Set(['base.js']))).toEqual({
    scripts: ['route.js', 'dashboard.js', 'parts.js'],
    styles: ['dashboard.css', 'parts.css'],
  })
})

test('a dashboard needs its route, its layout and the views of its widgets', () => {
  const modules = modulesOf(join(import.meta.dirname, '../layouts'), 'foot-compare.json')
  expect(modules.slice(0, 3)).toEqual([
    '/src/app/signed-in-route.tsx',
    '/src/app/dashboard-route.tsx',
    '/layouts/foot-compare.json?checked',
  ])
  expect(modules).toContain('/widgets/kpi-table/view.tsx')
  expect(new Set(modules).size).toBe(modules.length)
})

test('views of one dashboard are one file, those of four and more another; what brings a chart kind, comes late, or declares is in neither', () => {
  const root = mkdtempSync(join(tmpdir(), 'views-'))
  mkdirSync(join(root, 'layouts'))
  for (const [id, types] of [
    ['one', ['a', 'some', 'common', 'heavy']],
    ['two', ['b', 'some', 'common', 'heavy']],
    ['three', ['some', 'common', 'heavy']],
    ['four', ['common', 'heavy']],
  ] as const)
    writeFileSync(
      join(root, 'layouts', `${id}.json`),
      JSON.stringify({ widgets: Object.fromEntries(types.map((type) => [type, { type }])) }),
    )
  for (const [type, option] of [
    ['common', 'export const option = {}'],
    ['heavy', 'register([HeatmapChart])'],
  ] as const) {
    mkdirSync(join(root, 'widgets', type), { recursive: true })
    writeFileSync(join(root, 'widgets', type, 'option.ts'), option)
  }
  const of = viewsOf(root)
  const files = {
    'a/view.tsx': 'views-one',
    'a/model.ts': 'views-one',
    'a/index.ts': null,
    'a/late/panel.tsx': null,
    'b/view.tsx': 'views-two',
    'some/view.tsx': null,
    'common/view.tsx': 'views-common',
    'common/index.ts': null,
    'heavy/view.tsx': null,
    'none/view.tsx': null,
  }
  expect(Object.fromEntries(Object.keys(files).map((file) => [file, of(`/r/widgets/${file}`)]))).toEqual(files)
  rmSync(root, { recursive: true })
})
