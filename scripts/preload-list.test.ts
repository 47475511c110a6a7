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

test('views that one built-in dashboard draws with are one file; declarations, and views of none or of several, are not in it', () => {
  const root = mkdtempSync(join(tmpdir(), 'views-'))
  mkdirSync(join(root, 'layouts'))
  for (const [id, types] of [
    ['one', ['a', 'both']],
    ['two', ['b', 'both']],
  ] as const)
    writeFileSync(
      join(root, 'layouts', `${id}.json`),
      JSON.stringify({ widgets: Object.fromEntries(types.map((type) => [type, { type }])) }),
    )
  const of = viewsOf(root)
  expect(
    ['a/view.tsx', 'a/model.ts', 'a/index.ts', 'b/view.tsx', 'both/view.tsx', 'none/view.tsx'].map((file) =>
      of(`/r/widgets/${file}`),
    ),
  ).toEqual(['views-one', 'views-one', null, 'views-two', null, null])
  rmSync(root, { recursive: true })
})
