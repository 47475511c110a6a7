/** What a run of the mutation tool says about the tests: how many broken versions of the product they notice. */
interface Mutant {
  readonly status: string
  readonly mutatorName: string
  readonly replacement?: string
  /** Tests that were run against it. */
  readonly testsCompleted?: number
  readonly location: { readonly start: { readonly line: number } }
}

/** The part of the tool's report that is read. */
export interface MutationReport { readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>> }

export interface MutationScore {
  readonly killed: number
  readonly survived: number
  /** No test was run against them although some reach them: the tool lost them, they say nothing. */
  readonly unmeasured: number
  /** Killed of all that were measured, 0 to 1; null when none were. */
  readonly share: number | null
  /** `file:line what became of it`, by file and line. */
  readonly survivors: readonly string[]
}

const KILLED = new Set(['Killed', 'Timeout'])
const LIVING = new Set(['Survived', 'NoCoverage'])

export function scoreOf({ files }: MutationReport): MutationScore {
  const all = Object.entries(files).flatMap(([file, { mutants }]) => mutants.map((mutant) => ({ file, ...mutant })))
  const isLost = ({ status, testsCompleted }: Mutant) => status === 'Survived' && testsCompleted === 0
  const killed = all.filter(({ status }) => KILLED.has(status)).length
  const living = all.filter((one) => LIVING.has(one.status) && !isLost(one))
  return {
    killed, survived: living.length, unmeasured: all.filter(isLost).length,
    share: killed + living.length === 0 ? null : killed / (killed + living.length),
    survivors: living.map(({ file, location, mutatorName, replacement = '' }) => `${file}:${location.start.line} ${mutatorName} ${replacement.replaceAll(/\s+/g, ' ').slice(0, 100)}`),
  }
}
