/** How the lines of one hour become one: by what each of them counts. */
import { NULL } from '../../../facts/columns.ts'
import type { Meaning } from './line-meaning.ts'
import type { LineGroup } from './line-group.ts'
import type { DuplicateRule } from './preset.ts'
import { FLAG, isWholeDay } from './stage.ts'

/** The findings of the ways of merging about the lines of a group. */
export interface MergeRules {
  outvote(a: number, value: number): void
  duplicate(): void
  contradiction(there: number, next: number): void
  part(): void
  skipped(): void
  /** A count of the line is left out, because the other parts of its hour lack it. */
  incomplete(a: number, value: number): void
  quarantine(k: number): void
  emit(fold: number, line: number, values: readonly number[]): void
}

interface MergeOptions {
  readonly meaning: Meaning
  readonly rule: DuplicateRule
  /** Two lines at the repeated hour are its two passes. */
  readonly pairs: boolean
  readonly width: number
  /** By atom: whether it says that a place counts; exits beside entries do not. */
  readonly opening: readonly boolean[]
}

type Merge = (group: LineGroup, rules: MergeRules, options: MergeOptions) => () => void

/** Each line is the whole count of a slot of the hour. */
const mergeCounts: Merge = (group, rules, { meaning, rule, pairs, width, opening }) => {
  const bins = Math.max(1, 3600 / meaning.stepS) | 0
  // For each pass: slots of the hour in order, then the slots of a skipped hour that were moved here.
  const slots = new Int32Array(bins * 4)
  const values = Array.from({ length: width }, () => NULL)
  const emitPass = (fold: number) => {
    const plain: number[] = []
    const skipped: number[] = []
    for (let bin = 0; bin < bins * 2; bin += 1) {
      const k = slots[fold * bins * 2 + bin]!
      if (k >= 0) (bin < bins ? plain : skipped).push(k)
    }
    const all = [...plain, ...skipped]
    if (all.length === 0) return
    const isWhole = (a: number) => plain.length === 0 || allOrNone(group.values[a]!, plain)
    if (
      plain.length > 0 &&
      !(plain.length === bins && group.values.every((_, a) => opening[a] === false || isWhole(a)))
    ) {
      for (const k of all) rules.quarantine(k)
      return
    }
    for (let a = 0; a < width; a += 1) {
      values[a] = isWhole(a) ? total(group.values[a]!, all) : NULL
      // Exits with a hole do not take the entries of their hour with them.
      if (!isWhole(a)) for (const k of all) rules.incomplete(a, group.values[a]![k]!)
    }
    rules.emit(fold, group.line[all[0]!]!, values)
    for (let i = 1; i < plain.length; i += 1) rules.part()
    for (let i = plain.length ? 0 : 1; i < skipped.length; i += 1) rules.skipped()
  }
  return () => {
    if (isWholeDay(group.hour)) for (let k = 1; k < group.length; k += 1) resolve(group, 0, k, rule, rules)
    if (isWholeDay(group.hour) || (group.length === 1 && bins === 1)) {
      for (let a = 0; a < width; a += 1) values[a] = group.values[a]![0]!
      rules.emit(group.flags[0]! & FLAG.secondPass ? 1 : 0, group.line[0]!, values)
      return
    }
    slots.fill(-1)
    for (let k = 0; k < group.length; k += 1) {
      const flags = group.flags[k]!
      const bin = Math.floor(group.second[k]! / meaning.stepS) + (flags & FLAG.skipped ? bins : 0)
      let at = (flags & FLAG.secondPass ? bins * 2 : 0) + bin
      // The second row of an hour that happened twice is its second pass.
      if (slots[at]! >= 0 && flags & FLAG.repeated && pairs) at = bins * 2 + bin
      if (slots[at]! < 0) slots[at] = k
      else resolve(group, slots[at]!, k, rule, rules)
    }
    emitPass(0)
    emitPass(1)
  }
}

/** Each line counts the people since the one before, or is a passage: the hour is their sum. */
const addUp =
  (isSameAgain: (group: LineGroup, before: number, k: number) => boolean): Merge =>
  (group, rules, { rule, width }) => {
    const values = Array.from({ length: width }, () => NULL)
    return () => {
      for (const fold of [0, 1]) {
        const kept: number[] = []
        for (let k = 0; k < group.length; k += 1) {
          if ((group.flags[k]! & FLAG.secondPass ? 1 : 0) !== fold) continue
          const before = kept.at(-1)
          if (before !== undefined && isSameAgain(group, before, k)) resolve(group, before, k, rule, rules)
          else kept.push(k)
        }
        if (kept.length === 0) continue
        for (let a = 0; a < width; a += 1) values[a] = total(group.values[a]!, kept)
        rules.emit(fold, group.line[kept[0]!]!, values)
        for (let i = 1; i < kept.length; i += 1) rules.part()
      }
    }
  }

/**
 * Each line is the count of its hour so far: the last one is the hour. A count that falls contradicts the one before.
 */
const mergeRunning: Merge = (group, rules, { width }) => {
  const values = Array.from({ length: width }, () => NULL)
  return () => {
    for (const fold of [0, 1]) {
      let last = -1
      values.fill(NULL)
      for (let k = 0; k < group.length; k += 1) {
        if ((group.flags[k]! & FLAG.secondPass ? 1 : 0) !== fold) continue
        const falls =
          last >= 0 && group.values.some((of, a) => of[k] !== NULL && values[a] !== NULL && of[k]! < values[a]!)
        if (falls) rules.contradiction(last, k)
        else if (last >= 0) rules.part()
        for (let a = 0; a < width; a += 1) {
          const value = group.values[a]![k]!
          if (value === NULL) continue
          rules.outvote(a, values[a]!)
          values[a] = value
        }
        last = k
      }
      if (last >= 0) rules.emit(fold, group.line[last]!, values)
    }
  }
}

const isSameTime = ({ hour, second, flags }: LineGroup, before: number, k: number) =>
  !isWholeDay(hour) && second[before] === second[k] && flags[before] === flags[k]

export const MERGE: Readonly<Record<Meaning['lines'], Merge>> = {
  counts: mergeCounts,
  daily: mergeCounts,
  parts: addUp(isSameTime),
  passages: addUp(() => false),
  running: mergeRunning,
}

/** Puts two lines of one slot into the first of them. A value that only one of them has is never lost. */
function resolve({ values, line }: LineGroup, there: number, next: number, rule: DuplicateRule, rules: MergeRules) {
  const isSum = rule === 'sum'
  const isContradiction =
    !isSum && values.some((of) => of[there] !== NULL && of[next] !== NULL && of[there] !== of[next])
  const isOfOther =
    values.some((of) => of[there] !== NULL) &&
    values.some((of) => of[next] !== NULL) &&
    values.every((of) => of[there] === NULL || of[next] === NULL)
  if (isContradiction) rules.contradiction(there, next)
  // Its entries are in one line and its exits in another.
  else if (isOfOther) rules.part()
  else rules.duplicate()
  const nextWins = rule === 'last' || (rule === 'max' && sumOf(values, next) > sumOf(values, there))
  values.forEach((of, a) => {
    const [old, other] = [of[there]!, of[next]!]
    if (other === NULL) return
    if (old === NULL) of[there] = other
    else if (isSum) of[there] = old + other
    else {
      rules.outvote(a, nextWins ? old : other)
      if (nextWins) of[there] = other
    }
  })
  if (isContradiction && nextWins) line[there] = line[next]!
}

const sumOf = (values: readonly Int32Array[], k: number) =>
  values.reduce((all, of) => all + (of[k] === NULL ? 0 : of[k]!), 0)

function total(of: Int32Array, parts: readonly number[]): number {
  let sum = NULL
  for (const k of parts) if (of[k] !== NULL) sum = (sum === NULL ? 0 : sum) + of[k]!
  return sum
}

const allOrNone = (of: Int32Array, parts: readonly number[]) => {
  const known = parts.filter((k) => of[k] !== NULL).length
  return known === 0 || known === parts.length
}
