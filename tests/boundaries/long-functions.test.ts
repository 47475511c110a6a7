/** No function has more than 120 lines; files that still have one are a list that only shrinks. */
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
const [checks, ...others] = overrides.filter((one) => one.rules[RULE] === 'off')
const long = others.flatMap(({ files }) => files)

/** Of these files, those with a function that is too long. */
function withLongFunctions(files: readonly string[]): string[] {
  if (files.length === 0) return []
  const folder = mkdtempSync(join(tmpdir(), 'aforo-long-functions-'))
  try {
    const config = join(folder, 'oxlint.json')
    writeFileSync(config, JSON.stringify({ categories: { correctness: 'off' }, rules: { [RULE]: rules[RULE] } }))
    const { stdout } = spawnSync(
      join(root, 'node_modules/.bin/oxlint'),
      ['-c', config, '--disable-nested-config', '-f', 'json', ...files],
      { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 },
    )
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly { readonly filename: string }[] }
    return [...new Set(diagnostics.map(({ filename }) => filename))].toSorted()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('a function has at most 120 lines, but in tests, stories and journeys', () => {
  expect(rules[RULE]).toEqual(['error', { max: 120 }])
  expect(checks?.files).toEqual(['**/*.test.ts', '**/*.test.tsx', '**/*.stories.tsx', 'tests/e2e/**'])
})

test('each file that may have longer ones is named, stands in the list once and needs to', () => {
  expect(long.filter((file) => file.includes('*'))).toEqual([])
  expect(long).toEqual([...new Set(long)].toSorted())
  expect(withLongFunctions(long)).toEqual(long)
})
