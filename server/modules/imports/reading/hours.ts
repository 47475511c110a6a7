import { isoDay } from '#domain/days'
import { createBatch } from '../../../facts/batch.ts'
import { brokenAtoms, brokenIns } from '../../../facts/checks.ts'
import { NULL } from '../../../facts/columns.ts'
import type { Apart } from './apart.ts'
import { createInstants } from './clock.ts'
import type { Reading } from './counts.ts'
import { ImportError } from './import-error.ts'
import type { Meaning } from './line-meaning.ts'
import { createLineGroup, type LineGroup } from './line-group.ts'
import type { DuplicateRule, Preset } from './preset.ts'
import { sortedLines } from './sorted-lines.ts'
import { FLAG, isWholeDay, slotOf, type Stage } from './stage.ts'

/**
 * What became of the lines that were read: each is one of `taken`, `merged` and those kept apart. The hours are in the
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
}

/** More contradicting lines than this and nobody can say which of them is right. */
const MOST_CONTRADICTING = 0.01
const SHOWN = 5

/**
 * Makes hours of the lines in the stage, one hour of one stream at a time: lines of one slot become one, parts of an
 * hour are added up, and a skipped civil time is added to the hour that followed it. An hour of which a part is missing
 * is not known, so its parts are kept apart.
 *
 * @throws {ImportError} FILE_CONTRADICTORY when too many lines contradict each other and no rule was given
 */
export async function mergeHours(
  reading: Reading,
  preset: Preset,
  meaning: Meaning,
  stage: Stage,
  apart: Apart,
): Promise<Merging> {
  const merger = createMerger(reading, preset, meaning, stage, apart)
  const atoms = reading.atoms.map((atom) => `"${atom}"`).join(', ')
  const inTime = meaning.lines === 'counts' ? '' : 'second, '
  const sorted = {
    columns: `hour, stream, second, flags, line, ${atoms}`,
    from: `line ${reading.hasFullScale ? 'ANTI JOIN fault USING (line)' : ''}`,
    by: `hour, stream, ${inTime}line`,
  }
  await stage.run('BEGIN')
  for await (const { columns, length } of sortedLines(stage, sorted)) {
    merger.add(columns, length)
    await merger.flush()
  }
  if (reading.hasFullScale) {
    for await (const { columns, length } of stage.read(
      `SELECT hour, stream, second, flags, line, ${atoms} FROM line SEMI JOIN fault USING (line) ORDER BY line`,
    )) {
      merger.addFaults(columns, length)
      await apart.flush(stage)
    }
  }
  const merging = await merger.end()
  await stage.run('COMMIT')
  refuseContradictions(merging, reading, preset)
  return merging
}

function refuseContradictions({ merged, contradicting }: Merging, { lines }: Reading, preset: Preset) {
  if (preset.duplicates !== undefined || merged.contradictions <= lines * MOST_CONTRADICTING) return
  throw new ImportError(
    'FILE_CONTRADICTORY',
    `${merged.contradictions} of ${lines} lines contradict another line of the same place and time; at most ${MOST_CONTRADICTING * 100} % may. A column that tells counters apart may be missing (--map area=...), ` +
      'or the lines are parts of an hour or passages (--lines parts, --lines passages). When one of two lines is right, say which: --duplicates last, first or max. Nothing was loaded.',
    contradicting.first,
  )
}

type Columns = readonly Int32Array[]

function createMerger(reading: Reading, preset: Preset, meaning: Meaning, stage: Stage, apart: Apart) {
  const { atoms, places, streams, lineAt } = reading
  const width = atoms.length
  const zeros = () => atoms.map(() => 0)
  const sums = { stored: zeros(), outvoted: zeros(), apart: zeros() }
  const merged = { duplicates: 0, contradictions: 0, skippedHour: 0, partsOfHour: 0 }
  const first: string[] = []
  const firstDays = new Map<number, number | null>()
  const withHours = new Set<number>()
  const out = stage.writer('slot', 6 + width)
  const instantOf = createInstants(reading.zone)
  /** The hour at hand, for the rules that the store has too. */
  const judged = createBatch(1)
  const rule = preset.duplicates ?? 'last'
  // A place is known from its first entries on: exits beside them say nothing of when it opened.
  const opening = atoms.map((atom) => atom !== 'outs' || width === 1)
  const group = createLineGroup(width)
  let [taken, nulls, firstDay, lastDay] = [0, 0, Infinity, -Infinity]

  const timeOf = (hour: number, second: number) =>
    isWholeDay(hour)
      ? isoDay(slotOf(hour).day)
      : `${isoDay(Math.floor(hour / 24))}T${new Date(((hour % 24) * 3600 + second) * 1000).toISOString().slice(11, second % 60 === 0 ? 16 : 19)}`
  const nameOf = (stream: number) => {
    const { place, area } = streams[stream]!
    return [places[place]!, reading.areas[area]!].filter(Boolean).join(' ')
  }
  const whereIs = (line: number) => {
    const found = lineAt(line)
    return `${found.file}:${found.line}`
  }
  const valuesOf = (of: LineGroup, k: number) =>
    atoms.map((_, a) => (of.values[a]![k] === NULL ? 'nothing' : String(of.values[a]![k]))).join(' and ')

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
          `${whereIs(group.line[next]!)} says ${valuesOf(group, next)}, ${whereIs(group.line[there]!)} says ${valuesOf(group, there)}: ${nameOf(group.stream)} at ${timeOf(group.hour, group.second[there]!)}`,
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
    keepApart(k) {
      keep(group.hour, group.stream, group.second[k]!, group.line[k]!, (a) => group.values[a]![k]!, 'HOUR_INCOMPLETE')
    },
    emit(fold, line, values) {
      const reason = brokenRule(values)
      if (reason !== null) {
        keep(group.hour, group.stream, group.second[0]!, line, (a) => values[a]!, reason)
        return
      }
      const i = out.length
      const [days, hours, ofStream, folds, lines, instants, ...numbers] = out.columns as [
        Int32Array,
        Int32Array,
        Int32Array,
        Int32Array,
        Int32Array,
        Int32Array,
        ...Int32Array[],
      ]
      const slot = slotOf(group.hour)
      days[i] = slot.day
      hours[i] = slot.hour
      ofStream[i] = group.stream
      folds[i] = fold
      lines[i] = line
      instants[i] = instantOf(group.hour, fold)
      let isKnown = false
      for (let a = 0; a < width; a += 1) {
        const value = values[a]!
        numbers[a]![i] = value
        if (value === NULL) continue
        isKnown ||= opening[a]!
        sums.stored[a]! += value
      }
      out.length += 1
      note(isKnown)
    },
  }
  /** What the store would refuse is refused here, so that a dry run says so. */
  const isInsAlone = width === 1 && atoms[0] === 'ins'
  const brokenRule = (values: readonly number[]) => {
    if (isInsAlone) return brokenIns(values[0]!, isWholeDay(group.hour))
    judged.hour[0] = slotOf(group.hour).hour
    // A sum that no column holds is absurd too.
    for (let a = 0; a < width; a += 1) judged[atoms[a]!][0] = Math.min(values[a]!, 0x7fffffff)
    return brokenAtoms(judged, 0)
  }
  const note = (isKnown: boolean) => {
    taken += 1
    if (!isKnown) nulls += 1
    withHours.add(group.stream)
    const { day } = slotOf(group.hour)
    const { place } = streams[group.stream]!
    const known = firstDays.get(place)
    // The hours come in order, and the whole days after them.
    if (known === undefined || (isKnown && day < (known ?? Infinity))) firstDays.set(place, isKnown ? day : null)
    firstDay = Math.min(firstDay, day)
    lastDay = Math.max(lastDay, day)
  }
  const keep = (
    hour: number,
    stream: number,
    second: number,
    line: number,
    valueOf: (a: number) => number,
    reason: string,
  ) => {
    const found = lineAt(line)
    const { place, area } = streams[stream]!
    atoms.forEach((_, a) => {
      if (valueOf(a) !== NULL) sums.apart[a]! += valueOf(a)
    })
    apart.add({
      ...found,
      reason,
      cells: {
        time: timeOf(hour, second),
        place: places[place]!,
        ...(reading.areas[area] && { area: reading.areas[area] }),
        ...Object.fromEntries(atoms.map((atom, a) => [atom, valueOf(a) === NULL ? '' : String(valueOf(a))])),
      },
    })
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
      if (out.length > out.capacity / 2) await out.flush()
      await apart.flush(stage)
    },
    async end(): Promise<Merging> {
      if (group.length > 0) merge()
      await out.flush()
      await apart.flush(stage)
      return {
        meaning,
        taken,
        nulls,
        merged,
        contradicting: { rule, first },
        sums,
        firstDays,
        streams: withHours,
        firstDay: taken === 0 ? null : firstDay,
        lastDay: taken === 0 ? null : lastDay,
      }
    },
  }
}

/** What the ways of merging tell about the lines of a group. */
interface MergeRules {
  outvote(a: number, value: number): void
  duplicate(): void
  contradiction(there: number, next: number): void
  part(): void
  skipped(): void
  /** A count of the line is left out, because the other parts of its hour lack it. */
  incomplete(a: number, value: number): void
  keepApart(k: number): void
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
      for (const k of all) rules.keepApart(k)
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

const MERGE: Readonly<Record<Meaning['lines'], Merge>> = {
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
