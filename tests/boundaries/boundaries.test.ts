import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FOR_TESTS, importsOf, OF_ONE_STORE, repositoryRoot, STILL_SQL, violationsOf } from './import-table.ts'

const planted: readonly (readonly [file: string, code: string, why: string])[] = [
  ['src/domain/planted.ts', "import { x } from '../ui/button.tsx'", 'src/domain may not import src/ui'],
  ['src/domain/planted.ts', "import { useState } from 'react'", 'src/domain may not use the package react'],
  ['src/domain/planted.ts', "export const x = () => fetch('/api')", 'src/domain may not touch the network'],
  ['src/engine/core/planted.ts', "import { useState } from 'react'", 'src/engine/core may not use the package react'],
  ['src/engine/core/planted.ts', "import { Button } from '#ui'", 'src/engine/core may not import src/ui'],
  [
    'src/engine/core/document/planted.ts',
    "import { x } from '../params/params.ts'",
    'src/engine/core/document may not import src/engine/core/params',
  ],
  [
    'src/engine/core/document/planted.ts',
    "import { kindOf } from '../kinds/index.ts'",
    'src/engine/core/document may not import src/engine/core/kinds',
  ],
  [
    'src/engine/core/params/planted.ts',
    "import type { Graph } from '../graph/graph.ts'",
    'src/engine/core/params may not import src/engine/core/graph',
  ],
  [
    'src/engine/core/kinds/planted.ts',
    "import { x } from '../run/dashboard.ts'",
    'src/engine/core/kinds may not import src/engine/core/run',
  ],
  [
    'src/engine/core/graph/planted.ts',
    "import { createDashboard } from '../run/dashboard.ts'",
    'src/engine/core/graph may not import src/engine/core/run',
  ],
  [
    'src/engine/core/run/planted.ts',
    "import { x } from '../../react/use-room.ts'",
    'src/engine/core/run may not import src/engine/react',
  ],
  ['src/engine/react/planted.tsx', "import { widgets } from '#widgets'", 'src/engine/react may not import widgets'],
  ['src/ui/planted.tsx', "import { api } from '#api'", 'src/ui may not import src/api'],
  [
    'widgets/kpi-table/planted.ts',
    "import { x } from '../benchmark-table/model.ts'",
    'widgets/kpi-table may not import its sibling widgets/benchmark-table',
  ],
  ['widgets/kpi-table/planted.ts', "import { api } from '#api'", 'widgets may not import src/api'],
  [
    'src/features/home/planted.tsx',
    "export { x } from '../session/session.ts'",
    'src/features/home may not import its sibling src/features/session',
  ],
  [
    'src/features/lib/planted.ts',
    "import { x } from '../home/home.ts'",
    'src/features/lib may not import src/features',
  ],
  ['src/engine/core/planted.ts', "import { x } from '#widgets/guarded'", 'src/engine/core may not import widgets'],
  [
    'src/sources/planted.ts',
    "const page = await import('../features/home/home-page.tsx')",
    'src/sources may not import src/features',
  ],
  ['workers/planted.ts', "import { x } from '#ui'", 'workers may not import src/ui'],
  ['server/planted.ts', "import React from 'react'", 'server may not use the package react'],
  ['server/planted.ts', "import { x } from '../src/api/client.ts'", 'server may not import src/api'],
  [
    'server/planted.ts',
    "import { x } from '../src/engine/core/graph/load.ts'",
    'server may not import src/engine/core/graph',
  ],
  [
    'server/modules/dashboards/planted.ts',
    "import { x } from '../../../src/engine/react/grid.tsx'",
    'server/modules/dashboards may not import src/engine/react',
  ],
  ['server/lib/planted.ts', "import { x } from '../db/tables.ts'", 'server/lib may not import server/db'],
  ['server/db/planted.ts', "import { x } from '../catalog.ts'", 'server/db may not import server'],
  ['server/facts/planted.ts', "import { x } from '../modules/uploads/repo.ts'", 'server/facts may not import server'],
  [
    'server/facts/planted.ts',
    "import { compile } from './duckdb/compile.ts'",
    'server/facts may not import server/facts/duckdb',
  ],
  [
    'server/modules/compare/planted.ts',
    "import { compile } from '../../facts/duckdb/compile.ts'",
    'server may not import server/facts/duckdb',
  ],
  [
    'server/modules/reports/planted.ts',
    "import type { DuckDBConnection } from '@duckdb/node-api'",
    'server/modules/reports may not use the package @duckdb/node-api',
  ],
  [
    'server/facts/planted.ts',
    "import duckdb from '@duckdb/node-bindings'",
    'server/facts may not use the package @duckdb/node-bindings',
  ],
  [
    'server/facts/duckdb/planted.ts',
    "import { x } from '../../modules/uploads/repo.ts'",
    'server/facts/duckdb may not import server',
  ],
  ['schemas/planted.ts', "import { x } from '#domain/frame'", 'schemas may not import src/domain'],
]

test.each(planted)('%s holding `%s` is refused: %s', (file, code, why) => {
  expect(violationsOf(file, code).map((violation) => violation.why)).toEqual([why])
})

/** A statement in a text, whole or as a part that others are put around. */
const SQL =
  /\b(SELECT\s|INSERT INTO\s|DELETE FROM\s|UPDATE \w+ SET\s|CREATE (OR REPLACE |TEMP )*(TABLE|VIEW)\b|COPY \()/
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')

test('no module speaks SQL to the facts; what sorts the lines of an import does to a file of its own, and is listed', async () => {
  const root = repositoryRoot()
  const [withSql, need]: [string[], string[]] = [[], []]
  for await (const file of glob('server/{modules,demo}/**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts')) continue
    const text = await readFile(join(root, file), 'utf8')
    if (SQL.test(withoutComments(text))) withSql.push(file)
  }
  const listed = [...STILL_SQL, ...OF_ONE_STORE, ...FOR_TESTS]
  for (const file of listed)
    if (importsOf(file, await readFile(join(root, file), 'utf8')).some((one) => /@duckdb|facts\/duckdb\//.test(one)))
      need.push(file)
  expect(withSql.filter((file) => !STILL_SQL.includes(file) && !FOR_TESTS.includes(file))).toEqual([])
  expect(listed.filter((file) => !need.includes(file) && !withSql.includes(file))).toEqual([])
})

test('imports are found in every form a module can name another', () => {
  const text =
    `import a from './a.ts'\nexport { b } from './b.ts'\nexport * from './c.ts'\nconst d = ` +
    `import('./d.ts')\nnew Worker(new URL('./e.worker.ts', import.meta.url))`
  expect(importsOf('src/app/x.ts', text).sort()).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.worker.ts'])
})

test('a comment that names the network is no violation', () => {
  expect(violationsOf('src/domain/x.ts', '// never call fetch() here\nexport const x = 1')).toEqual([])
})

test('every file of the house keeps to the import table', async () => {
  const root = repositoryRoot()
  const found: string[] = []
  let files = 0
  for await (const file of glob('{schemas,src,widgets,workers,server}/**/*.{ts,tsx}', { cwd: root })) {
    files++
    for (const violation of violationsOf(file, await readFile(join(root, file), 'utf8')))
      found.push(`${violation.file}: ${violation.why} (${violation.target})`)
  }
  expect(found).toEqual([])
  expect(files).toBeGreaterThan(50)
})
