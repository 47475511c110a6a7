import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('no style sheet makes the browser look through the whole page at every change of it', () => {
  const root = join(import.meta.dirname, '../..')
  const files = globSync('{src,widgets}/**/*.css', { cwd: root })
  expect(files.length).toBeGreaterThan(50)
  expect(
    files.filter((file) => /(?<![.\w-])(html|body|:root)\)?:has\(/.test(readFileSync(join(root, file), 'utf8'))),
  ).toEqual([])
})
