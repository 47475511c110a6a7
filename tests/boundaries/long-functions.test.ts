/** No function has more than 120 lines, but in tests, stories and journeys. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const RULE = 'max-lines-per-function'

interface Override {
  readonly files: readonly string[]
  readonly rules: Readonly<Record<string, unknown>>
}

const { rules, overrides } = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as {
  readonly rules: Readonly<Record<string, unknown>>
  readonly overrides: readonly Override[]
}

test('a function has at most 120 lines, but in tests, stories and journeys, and no file is exempt by name', () => {
  expect(rules[RULE]).toEqual(['error', { max: 120 }])
  expect(overrides.filter((one) => RULE in one.rules)).toEqual([
    { files: ['**/*.test.ts', '**/*.test.tsx', '**/*.stories.tsx', 'tests/e2e/**'], rules: { [RULE]: 'off' } },
  ])
})

test('a function of 121 lines is found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aforo-long-functions-'))
  const withLines = (lines: number) => `export function long() {\n${'  void 0\n'.repeat(lines - 2)}}\n`
  try {
    const config = join(folder, 'oxlint.json')
    writeFileSync(config, JSON.stringify({ categories: { correctness: 'off' }, rules: { [RULE]: rules[RULE] } }))
    writeFileSync(join(folder, 'at-most.ts'), withLines(120))
    writeFileSync(join(folder, 'more.ts'), withLines(121))
    const { stdout } = spawnSync(
      join(root, 'node_modules/.bin/oxlint'),
      ['-c', config, '--disable-nested-config', '-f', 'json', folder],
      { cwd: root, encoding: 'utf8' },
    )
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly { readonly filename: string }[] }
    expect(diagnostics.map(({ filename }) => filename.split('/').at(-1))).toEqual(['more.ts'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
