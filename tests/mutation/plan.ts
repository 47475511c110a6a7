/** What `scripts/mutate.ts` and the runner inside of vitest exchange, as files of one folder. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export interface Plan {
  readonly root: string
  /** Mutants to try, and the file each is in. */
  readonly wanted: Readonly<Record<string, string>>
  /** Milliseconds one mutant may cost before it counts as survived. */
  readonly budgetMs: number
  /** Tests that take longer are not tried. */
  readonly maxMs: number
}

/** A line of the log. A process that was ended because of an endless loop leaves `begin` as its last line. */
export type Entry =
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'begin'; readonly id: string }
  | { readonly type: 'covered'; readonly ids: readonly string[] }
  | { readonly type: 'killed'; readonly id: string; readonly by: string; readonly how: 'test' | 'fresh' | 'time' }
  | { readonly type: 'done'; readonly part: string }
  | { readonly type: 'end'; readonly spent: Readonly<Record<string, number>> }

export const files = (folder: string) => ({
  plan: resolve(folder, 'plan.json'),
  sources: resolve(folder, 'sources.json'),
  log: resolve(folder, 'log.jsonl'),
  look: resolve(folder, 'look.json'),
})

export const readLog = (path: string): Entry[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Entry)
