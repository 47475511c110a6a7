/**
 * Which slow tests a run may skip: those that cover no change since the last full run that passed. What each of them
 * covers is in tests/slow-tests.json, and the last full run in tests/whole-run.json (decision 123).
 */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

export interface SlowTests {
  /** Folders and files under one name, for tests that hold the same ones. */
  readonly areas: Readonly<Record<string, readonly string[]>>
  readonly tests: readonly {
    /** Globs, from the root of the repository. */
    readonly files: readonly string[]
    /** Names of areas, folders (ending in a slash) and files: a change in one of them asks for the test. */
    readonly holds: readonly string[]
    /**
     * How many parts of the path are the folder that is its own, which it holds as well; without it, the folder it is
     * in.
     */
    readonly own?: number
  }[]
}

export interface SlowTest {
  readonly file: string
  /** Folders (ending in a slash) and files. */
  readonly holds: readonly string[]
}

/** A change in one of these is a change of everything. */
const EVERYTHING = ['package.json', 'package-lock.json', 'vitest.config.ts', 'tests/slow-tests.json', 'scripts/test.ts']

/** No product is made of these, so each asks for itself alone. */
const isTest = (file: string) => /\.(test|e2e|stories)\.tsx?$/.test(file)

/**
 * The slow tests by their files, with the folders and files that they hold; one of two entries' globs belongs to the
 * first.
 */
export function slowTests({ areas, tests }: SlowTests, filesOf: (glob: string) => readonly string[]): SlowTest[] {
  const found = new Map<string, readonly string[]>()
  for (const { files, holds, own } of tests) {
    const paths = holds.flatMap((name) => areas[name] ?? [name])
    for (const file of files.flatMap(filesOf)) if (!found.has(file)) found.set(file, [...paths, ownOf(file, own)])
  }
  return [...found].map(([file, holds]) => ({ file, holds }))
}

const ownOf = (file: string, parts?: number) =>
  `${parts === undefined ? dirname(file) : file.split('/').slice(0, parts).join('/')}/`

/**
 * Of `tests`, those that `changed` does not ask for. A test is asked for by a change of itself and of what it holds,
 * but for other tests there.
 */
export function leftOut(tests: readonly SlowTest[], changed: readonly string[]): readonly string[] {
  if (changed.some((file) => EVERYTHING.includes(file))) return []
  const product = changed.filter((file) => !isTest(file))
  const isNeeded = ({ file, holds }: SlowTest) =>
    changed.includes(file) ||
    product.some((path) => holds.some((held) => (held.endsWith('/') ? path.startsWith(held) : path === held)))
  return tests.filter((test) => !isNeeded(test)).map(({ file }) => file)
}

const git = (...args: readonly string[]): string | null => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 })
  return status === 0 ? stdout : null
}

/** Files that differ from those of `commit`, committed or not; null where that commit is not here. */
function changedSince(commit: string): readonly string[] | null {
  const lists = [
    git('diff', '--name-only', '--no-renames', commit, '--'),
    git('ls-files', '--others', '--exclude-standard'),
  ]
  if (lists.some((list) => list === null)) return null
  return lists.flatMap((list) => (list ?? '').split('\n').filter((line) => line !== ''))
}

const read = (file: string): unknown => JSON.parse(readFileSync(resolve(root, file), 'utf8'))

const WHOLE_RUN = 'tests/whole-run.json'

/** All slow tests of the repository. */
export const allSlowTests = (): readonly SlowTest[] =>
  slowTests(read('tests/slow-tests.json') as SlowTests, (glob) => globSync(glob, { cwd: root }).toSorted())

export interface WholeRun {
  /** The commit of which every test held. */
  readonly commit: string
  /** The day, as 2026-11-28. */
  readonly on: string
}

export const wholeRun = (): WholeRun => read(WHOLE_RUN) as WholeRun

/** Files of slow tests that nothing asks for since the last whole run; none where that is not known. */
export function skippedTests(): readonly string[] {
  const changed = changedSince(wholeRun().commit)
  return changed === null ? [] : leftOut(allSlowTests(), changed)
}

/** The record of a passed full run: the commit, or null while there are changes that are in none. */
export function commitOfRun(): string | null {
  return git('status', '--porcelain')?.trim() === '' ? (git('rev-parse', 'HEAD')?.trim() ?? null) : null
}

export const WHOLE_RUN_FILE = resolve(root, WHOLE_RUN)
