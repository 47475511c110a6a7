/** All mutants of a file in one source: Stryker's instrumenter writes them, a switch chooses one while tests run. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'

export interface PlannedMutant {
  readonly id: string
  /** Relative to the root. */
  readonly file: string
  readonly line: number
  readonly column: number
  readonly mutator: string
  readonly original: string
  readonly replacement: string
}

export interface Instrumented {
  /** Absolute path to the source with its mutants. */
  readonly sources: Readonly<Record<string, string>>
  readonly mutants: readonly PlannedMutant[]
}

/** Functions, for a cycle of imports may call into a file before its first line has run. */
const HEADER =
  'function stryMutAct_9fa48(id) { return globalThis.mutantSwitch.isActive(id) } ' +
  'function stryCov_9fa48() { globalThis.mutantSwitch.cover(arguments) } '

const silent = new Proxy({}, { get: () => () => false })

const textBetween = (text: string, from: { line: number; column: number }, to: { line: number; column: number }) => {
  const lines = text.split('\n').slice(from.line, to.line + 1)
  return lines
    .map((line, at) => line.slice(at === 0 ? from.column : 0, at === lines.length - 1 ? to.column : undefined))
    .join('\n')
}

export async function instrument(root: string, files: readonly string[]): Promise<Instrumented> {
  const contents = new Map(files.map((file) => [resolve(root, file), readFileSync(resolve(root, file), 'utf8')]))
  const instrumenter = new Instrumenter(silent as ConstructorParameters<typeof Instrumenter>[0])
  const { files: written, mutants } = await instrumenter.instrument(
    [...contents].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [], noHeader: true },
  )
  const relative = (path: string) => path.slice(root.length + 1)
  return {
    sources: Object.fromEntries(written.map(({ name, content }) => [name, HEADER + content])),
    mutants: mutants.map(({ id, fileName, location: { start, end }, mutatorName, replacement }) => ({
      id,
      file: relative(fileName),
      line: start.line + 1,
      column: start.column + 1,
      mutator: mutatorName,
      original: textBetween(contents.get(fileName) ?? '', start, end),
      replacement,
    })),
  }
}
