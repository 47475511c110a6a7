/** Makes hours of sorted lines, one hour of one stream at a time. */
import { createBatch } from '../../../facts/batch.ts'
import { brokenAtoms, brokenIns } from '../../../facts/checks.ts'
import { NULL } from '../../../facts/columns.ts'
import type { LineQuarantine } from './quarantine.ts'
import type { Reading } from './reading.ts'
import type { Meaning } from './line-meaning.ts'
import { createLineGroup } from './line-group.ts'
import type { DuplicateRule, Preset } from './preset.ts'
import { isWholeDay, slotOf } from './stage.ts'
import type { Stage } from './stage.ts'
import { lineWords } from './line-words.ts'
import { hourWriter } from './hour-writer.ts'
import { MERGE } from './merge-ways.ts'
import type { MergeRules } from './merge-ways.ts'
import { lineKeeper } from './line-keeper.ts'

/**
 * The results of the lines that were read: each is one of `taken`, `merged` and those quarantined. The hours are in the
 * stage.
 */
export interface Merging {
  readonly meaning: Meaning
  /** Lines that became an hour. */
  readonly taken: number
  /** Hours that were reported as not known. */
  readonly nulls: number
  /** Lines that joined an hour which another line had begun. */
  readonly merged: {
    readonly duplicates: number
    readonly contradictions: number
    readonly skippedHour: number
    readonly partsOfHour: number
  }
  /** How contradicting lines were decided, and the first of them. */
  readonly contradicting: { readonly rule: DuplicateRule; readonly first: readonly string[] }
  /** People by atom; `outvoted` are in lines whose values did not count because another line of the same hour did. */
  readonly sums: {
    readonly stored: readonly number[]
    readonly outvoted: readonly number[]
    readonly apart: readonly number[]
  }
  /** First day with a count of each place; null = it has hours and none is known. */
  readonly firstDays: ReadonlyMap<number, number | null>
  /** Streams that have hours. */
  readonly streams: ReadonlySet<number>
  readonly firstDay: number | null
  readonly lastDay: number | null
  /**
   * Stretches between them in which no count came: days, a week or more. Files that the release before read have none.
   */
  readonly gaps?: readonly { readonly first: number; readonly last: number }[]
}

const SHOWN = 5

type Columns = readonly Int32Array[]

export function createMerger(
  reading: Reading,
  preset: Preset,
  meaning: Meaning,
  stage: Stage,
  quarantine: LineQuarantine,
) {
  const { atoms } = reading
  const width = atoms.length
  const zeros = () => atoms.map(() => 0)
  const sums = { outvoted: zeros(), apart: zeros() }
  const merged = { duplicates: 0, contradictions: 0, skippedHour: 0, partsOfHour: 0 }
  const first: string[] = []
  /** The hour at hand, for the rules that the store has too. */
  const judged = createBatch(1)
  const rule = preset.duplicates ?? 'last'
  // A place is known from its first entries on: exits beside them do not set its opening day.
  const opening = atoms.map((atom) => atom !== 'outs' || width === 1)
  const group = createLineGroup(width)
  const { timeOf, nameOf, whereIs, valuesOf } = lineWords(reading)
  const hours = hourWriter({ reading, stage, group, opening })
  const keep = lineKeeper(reading, quarantine, sums.apart)

  const rules: MergeRules = {
    outvote(a, value) {
      if (value !== NULL) sums.outvoted[a]! += value
    },
    duplicate() {
      merged.duplicates += 1
    },
    contradiction(there, next) {
      merged.contradictions += 1
      if (first.length < SHOWN)
        first.push(
          `${whereIs(group.line[next]!)} = ${valuesOf(group, next)}, ${whereIs(group.line[there]!)} = ` +
            `${valuesOf(group, there)}: ${nameOf(group.stream)}, ${timeOf(group.hour, group.second[there]!)}`,
        )
    },
    part() {
      merged.partsOfHour += 1
    },
    skipped() {
      merged.skippedHour += 1
    },
    incomplete(a, value) {
      if (value !== NULL) sums.apart[a]! += value
    },
    quarantine(k) {
      keep(group.hour, group.stream, group.second[k]!, group.line[k]!, (a) => group.values[a]![k]!, 'HOUR_INCOMPLETE')
    },
    emit(fold, line, values) {
      const reason = brokenRule(values)
      if (reason !== null) {
        keep(group.hour, group.stream, group.second[0]!, line, (a) => values[a]!, reason)
        return
      }
      hours.write(fold, line, values)
    },
  }
  /** Checks of the store are repeated here, so that a dry run reports them. */
  const isInsAlone = width === 1 && atoms[0] === 'ins'
  const brokenRule = (values: readonly number[]) => {
    if (isInsAlone) return brokenIns(values[0]!, isWholeDay(group.hour))
    judged.hour[0] = slotOf(group.hour).hour
    // A sum that no column holds is absurd too.
    for (let a = 0; a < width; a += 1) judged[atoms[a]!][0] = Math.min(values[a]!, 0x7fffffff)
    return brokenAtoms(judged, 0)
  }
  const merge = MERGE[meaning.lines](group, rules, {
    meaning,
    rule,
    pairs: preset.repeatedHour === 'pair',
    width,
    opening,
  })

  return {
    add(columns: Columns, length: number) {
      const [hours, ofStream] = columns as [Int32Array, Int32Array]
      for (let i = 0; i < length; i += 1) {
        if (group.length > 0 && (hours[i] !== group.hour || ofStream[i] !== group.stream)) {
          merge()
          group.length = 0
        }
        group.push(columns, i)
      }
    },
    addFaults(columns: Columns, length: number) {
      const [hours, ofStream, seconds, , lines, ...numbers] = columns as [
        Int32Array,
        Int32Array,
        Int32Array,
        Int32Array,
        Int32Array,
        ...Int32Array[],
      ]
      for (let i = 0; i < length; i += 1)
        keep(hours[i]!, ofStream[i]!, seconds[i]!, lines[i]!, (a) => numbers[a]![i]!, 'SENTINEL')
    },
    async flush() {
      await hours.makeRoom()
      await quarantine.flush(stage)
    },
    async end(): Promise<Merging> {
      if (group.length > 0) merge()
      const { sums: stored, ...written } = await hours.end()
      await quarantine.flush(stage)
      return { meaning, merged, contradicting: { rule, first }, sums: { ...sums, stored }, ...written }
    },
  }
}
