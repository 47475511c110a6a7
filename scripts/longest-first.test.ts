import { join } from 'node:path'
import { expect, test } from 'vitest'
import { longestFirst } from './longest-first.ts'

const root = join(import.meta.dirname, '..')
const file = (project: string, name: string) => ({ moduleId: join(root, name), project: { name: project } })

test('long files come first, projects stay together, and the others keep their order', () => {
  const [longest, second] = ['tests/crash/restore.test.ts', 'server/fuzz.test.ts'] as const
  expect(
    longestFirst(
      [
        file('node', 'src/ui/b.test.ts'),
        file('rules', 'schemas/a.test.ts'),
        file('server', 'server/z.test.ts'),
        file('server', 'server/a.test.ts'),
        file('server', second),
        file('server', longest),
      ],
      [longest, second],
    ).map(({ moduleId }) => moduleId.slice(root.length + 1)),
  ).toEqual([longest, second, 'server/z.test.ts', 'server/a.test.ts', 'schemas/a.test.ts', 'src/ui/b.test.ts'])
})
