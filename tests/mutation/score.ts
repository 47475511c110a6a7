/** The result of a run over mutants for the tests: how many broken versions of the product they notice. */
import type { PlannedMutant } from './instrument.ts'

export interface Outcome extends PlannedMutant {
  readonly status: 'killed' | 'survived' | 'not covered'
  /** The test that noticed it. */
  readonly by?: string
}

interface Score {
  readonly killed: number
  /** Those that no test meets among them. */
  readonly survived: number
  /** Killed of all, 0 to 1. */
  readonly share: number
}

export interface MutationScore {
  /** The best file first. */
  readonly byFile: readonly (Score & { readonly file: string })[]
  /** `file:line:column what became of what`, in the order of the files. */
  readonly survivors: readonly string[]
  /** With the 95 % interval of the share, for a sample; null when there were no mutants. */
  readonly total: (Score & { readonly low: number; readonly high: number }) | null
}

function countOf(outcomes: readonly Outcome[]): Score {
  const killed = outcomes.filter(({ status }) => status === 'killed').length
  return { killed, survived: outcomes.length - killed, share: killed / outcomes.length }
}

/** Wilson's interval: it stays within 0 and 1, also for a few mutants. */
function intervalOf(share: number, count: number): { low: number; high: number } {
  const z = 1.96
  const middle = share + (z * z) / (2 * count)
  const reach = z * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count))
  return {
    low: Math.max(0, (middle - reach) / (1 + (z * z) / count)),
    high: Math.min(1, (middle + reach) / (1 + (z * z) / count)),
  }
}

const short = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 100)

const lineOf = ({ file, line, column, mutator, original, replacement, status }: Outcome) =>
  `${file}:${line}:${column} ${mutator} ${short(original)} → ${short(replacement)}` +
  (status === 'not covered' ? ' (no test meets it)' : '')

export function scoreOf(outcomes: readonly Outcome[]): MutationScore {
  const byFile = [...Map.groupBy(outcomes, ({ file }) => file)].map(([file, of]) => ({ file, ...countOf(of) }))
  const total = countOf(outcomes)
  return {
    byFile: byFile.toSorted((a, b) => b.share - a.share),
    survivors: outcomes.filter(({ status }) => status !== 'killed').map(lineOf),
    total: outcomes.length === 0 ? null : { ...total, ...intervalOf(total.share, outcomes.length) },
  }
}
