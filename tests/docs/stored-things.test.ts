/** The cookies page (spec 1, section 2) lists everything stored in the reader's browser, by the names in the code. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { STORED } from '../../src/features/session/stored-things.ts'
import { repositoryRoot } from '../boundaries/import-table.ts'

const root = repositoryRoot()
const textOf = (folder: string) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })
    .filter((file) => !/\.(test|stories)\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')

test('the cookies page names every cookie that the server sets, and every database of the page', () => {
  const cookies = [...textOf('server').matchAll(/cookieOf\(\s*'([^']+)'/g)].map(([, name]) => name)
  const databases = [...textOf('src').matchAll(/DATABASE = '([^']+)'/g)].map(([, name]) => name)
  expect([cookies.length, databases.length]).toEqual([6, 1])
  const named = STORED.map(({ name }) => name).filter((name) => name.startsWith('aforo-'))
  expect(new Set(named)).toEqual(new Set([...cookies, ...databases]))
})
