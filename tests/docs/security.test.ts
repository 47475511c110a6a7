/** docs/security.md names tests: each of them must be there. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '../boundaries/import-table.ts'
import { hasTest } from './test-names.ts'

const root = repositoryRoot()
const rows = readFileSync(join(root, 'docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
const named = rows.flatMap((cells) => cells.flatMap((cell) => (cell.includes(' › ') ? [cell] : [])))

/** `file › name; file › name`; a name may hold a semicolon itself. */
const testsOf = (cell: string) =>
  cell.split(/; (?=\S+\.ts › )/).map((one) => {
    const [file = '', ...name] = one.split(' › ')
    return { file, name: name.join(' › ') }
  })

test.each(named.flatMap(testsOf))('$file holds “$name”', ({ file, name }) => {
  expect(hasTest(file, readFileSync(join(root, file), 'utf8'), name)).toBe(true)
})

test('every threat and every deviation names one', () => {
  const content = rows.filter(
    ([first = '', ...rest]) =>
      !/^-+$/.test(first) && !['threat', 'requirement', 'what'].includes(first) && rest.length >= 2,
  )
  const watched = 5
  expect(named).toHaveLength(content.length - watched)
})

test('every deviation says when it is looked at again', () => {
  const begun = rows.findIndex(([first]) => first === 'requirement')
  expect(rows.slice(begun + 2).filter((cells) => !/^\d{4}-\d{2}-\d{2}$/.test(cells.at(-1) ?? ''))).toEqual([])
  expect(rows.length - begun - 2).toBeGreaterThanOrEqual(8)
})
