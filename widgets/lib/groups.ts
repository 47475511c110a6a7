/**
 * Sums of additive columns by some dimensions: what every model starts from. Ratios are derived from these sums, never
 * added.
 */
import { coverageOf, isSlightLoss, stateOf, worstOf } from '#domain/completeness'
import type { Quality } from '#domain/completeness'
import { bitAt, cellOf, columnIndex, isNull } from '#domain/frame-build'
import type { Cell, ColumnData, Frame, NumberData } from '#domain/frame'
import { keepTwo } from '#domain/keep-two'
import {
  ESTIMATED,
  estimateIn,
  isOfTills,
  isReportedByTills,
  isWithEstimates,
  SETTINGS,
  unestimatedHours,
} from '#domain/metrics/index'
import type { Atoms } from '#domain/metrics/index'
import type { Completeness, Passport } from '#engine/types'

export interface Group {
  /** Values of the dimensions, in the order asked; null where the frame has no such column. */
  readonly key: readonly Cell[]
  readonly atoms: Atoms
}

/** Groups in order of first appearance. A sum over only nulls is null; a sum no number can hold is null too. */
export function groupsOf(frame: Frame, by: readonly string[]): Group[] {
  const at = by.map((id) => columnIndex(frame, id))
  const { groupOf, first } = placesOf(frame, at)
  const measures = frame.columns.flatMap(({ id, role }, column) => {
    const data = frame.data[column]
    return role === 'measure' && data?.kind === 'numbers' ? [{ id, data }] : []
  })
  // Copies of one object that has all names already: names that are added one by one took most of the time of it all.
  const blank: Record<string, number | null> = Object.fromEntries(measures.map(({ id }) => [id, null]))
  const sums = first.map(() => ({ ...blank }))
  for (const { id, data } of measures) {
    const { total, seen } = columnSums(data, groupOf, first.length)
    for (let group = 0; group < first.length; group++) {
      const sum = total[group] as number
      ;(sums[group] as Record<string, number | null>)[id] = seen[group] === 1 && Number.isFinite(sum) ? sum : null
    }
  }
  return first.map((row, group) => ({
    key: at.map((column) => (column < 0 ? null : cellOf(frame, column, row))),
    atoms: sums[group] as Atoms,
  }))
}

/** Groups by the dimension `day`, oldest first; rows without a day are left out. */
export const datesOf = (frame: Frame | undefined): Group[] =>
  frame === undefined
    ? []
    : groupsOf(frame, ['day'])
        .filter(({ key: [day] }) => typeof day === 'number')
        .sort((a, b) => Number(a.key[0]) - Number(b.key[0]))

/**
 * Group of each row, and the first row of each group. Columns are numbered one after the other, so no row makes a text
 * or an object.
 */
function placesOf(frame: Frame, columns: readonly number[]): { groupOf: Int32Array; first: number[] } {
  let groupOf = new Int32Array(frame.rows)
  let first = frame.rows === 0 ? [] : [0]
  for (const column of columns) {
    const data = frame.data[column]
    if (data === undefined) continue
    const { codes, size } = codesOf(data, frame.rows)
    const numberOf = numbering(first.length * size)
    const next = new Int32Array(frame.rows)
    const found: number[] = []
    for (let row = 0; row < frame.rows; row++) {
      const group = numberOf((groupOf[row] as number) * size + (codes[row] as number))
      if (group === found.length) found.push(row)
      next[row] = group
    }
    groupOf = next
    first = found
  }
  return { groupOf, first }
}

/** Names below this are numbered by a table. Days and hours are: a table is read several times faster than a map. */
const TABLE_SIZE = 1 << 16

/** Numbers names from 0 on in order of first appearance; a name is a whole number from 0 to below `size`. */
function numbering(size: number): (name: number) => number {
  let count = 0
  if (size > TABLE_SIZE) {
    const known = new Map<number, number>()
    return (name) => {
      let number = known.get(name)
      if (number === undefined) known.set(name, (number = count++))
      return number
    }
  }
  // One more than the number; 0 is a name that has none yet.
  const table = new Int32Array(size)
  return (name) => {
    let number = table[name] as number
    if (number === 0) table[name] = number = ++count
    return number - 1
  }
}

/** A small number for each different cell of a column; 0 is null. `size` is above all of them. */
function codesOf(data: ColumnData, rows: number): { codes: Int32Array; size: number } {
  return codesInRange(data, rows) ?? codesByValue(data, rows)
}

/** Whole numbers that lie close together are their own codes, counted from the least; null for any other column. */
function codesInRange(data: ColumnData, rows: number): { codes: Int32Array; size: number } | null {
  if (data.kind !== 'numbers') return null
  const { values } = data
  let [least, most] = [Infinity, -Infinity]
  for (let row = 0; row < rows; row++) {
    if (isNull(data, row)) continue
    const value = values[row] as number
    if (!Number.isInteger(value)) return null
    if (value < least) least = value
    if (value > most) most = value
  }
  if (most - least >= TABLE_SIZE) return null
  const codes = new Int32Array(rows)
  for (let row = 0; row < rows; row++) if (!isNull(data, row)) codes[row] = (values[row] as number) - least + 1
  return { codes, size: least > most ? 1 : most - least + 2 }
}

function codesByValue(data: ColumnData, rows: number): { codes: Int32Array; size: number } {
  const codes = new Int32Array(rows)
  const known = new Map<unknown, number>()
  for (let row = 0; row < rows; row++) {
    if (isNull(data, row)) continue
    const value = data.kind === 'text' ? data.dictionary[data.codes[row] as number] : data.values[row]
    let code = known.get(value)
    if (code === undefined) known.set(value, (code = known.size + 1))
    codes[row] = code
  }
  return { codes, size: known.size + 1 }
}

function columnSums(
  { values, valid }: NumberData,
  groupOf: Int32Array,
  groups: number,
): { total: Float64Array; seen: Uint8Array } {
  const total = new Float64Array(groups)
  const seen = new Uint8Array(groups)
  for (let row = 0; row < groupOf.length; row++) {
    if (valid !== undefined && !bitAt(valid, row)) continue
    const group = groupOf[row] as number
    total[group] = (total[group] as number) + (values[row] as number)
    seen[group] = 1
  }
  return { total, seen }
}

/** Sum of sums. Null only where every part is null. */
export function totalOf(parts: readonly Atoms[]): Atoms {
  const sums: Record<string, number | null> = {}
  for (const part of parts) {
    // Not `Object.entries`: a pair for each of a thousand rows times twenty atoms is most of the work.
    for (const id in part) {
      const value = part[id]
      if (value != null) sums[id] = (sums[id] ?? 0) + value
      else if (sums[id] === undefined) sums[id] = null
    }
  }
  for (const id in sums) if (!Number.isFinite(sums[id])) sums[id] = null
  return sums
}

/**
 * True when counters are missing and some of these figures are known, because tills reported them.
 */
export const isPartlyReported = (atoms: Atoms | null, measures: readonly (string | null)[]): boolean =>
  atoms !== null &&
  stateOf(qualityOfAtoms(atoms)) === 'missing' &&
  measures.some((measure) => isReportedByTills(atoms, measure)) &&
  !measures.every(isOfTills)

/** Less than nothing is an error of the data that must not become a coverage below zero. */
const value = (amount: number | null | undefined) => Math.max(0, amount ?? 0)

/** Whether a measure may have another state than the counts. */
export const hasOwnState = (atoms: Atoms, measure: string | null | undefined): measure is string =>
  isOfTills(measure) || (measure != null && ESTIMATED.includes(measure) && isWithEstimates(atoms, measure))

/** @param measure the figure: what tills reported is complete, also where counters are missing */
export function qualityOfAtoms(atoms: Atoms, measure?: string | null): Quality {
  const quality = countedQuality(atoms)
  return isReportedByTills(atoms, measure)
    ? { ...quality, expected: 0, observed: 0, estimatedIns: 0, missingHours: 0 }
    : quality
}

/** Every measure of a row asks for the same sums of both its sides. */
const countedQuality = keepTwo(qualityOfCounts)

function qualityOfCounts(atoms: Atoms): Quality {
  return {
    expected: value(atoms.expected),
    observed: value(atoms.observed),
    estimatedIns: value(atoms.estimatedIns),
    hours: value(atoms.hours),
    missingHours: value(atoms.missingHours),
    partialHours: value(atoms.partialHours),
    settlingHours: value(atoms.settlingHours),
    closedHours: value(atoms.closedHours),
    // Answers about visitors come without entries: there the visits are what estimates are measured by, or every
    // estimate would be all there is.
    ins: value('ins' in atoms ? atoms.ins : atoms.visits),
  }
}

/**
 * The state of a sum. Nothing at all in a period that has hours elsewhere = nothing was expected: closed. The figure of
 * a measure that holds an estimate is `estimated` instead of incomplete; of a silence, or with more than half of it
 * estimated, there is none.
 *
 * @param measure the figure; without it, what was counted
 */
export function stateOfAtoms(atoms: Atoms | null, measure?: string | null): Completeness {
  if (atoms === null) return 'closed'
  const quality = qualityOfAtoms(atoms, measure)
  const counted = stateOf(quality)
  const estimate = estimateOf(atoms, measure)
  if (estimate === null || counted === 'closed') return counted
  if (estimate.isTooMuch) return 'missing'
  if (quality.partialHours > 0 || unestimatedHours(atoms, measure ?? '') > 0) return counted
  return counted === 'missing' || estimate.share >= SETTINGS.noticeableLoss.value ? 'estimated' : counted
}

/** The estimate of a measure's figure; null where it holds none, or has no such choice. */
export const estimateOf = (atoms: Atoms | null, measure: string | null | undefined) =>
  measure != null && ESTIMATED.includes(measure) && isWithEstimates(atoms, measure) ? estimateIn(atoms, measure) : null

/** So little did not arrive, or is estimated, that the sum is drawn whole. */
export const isSlightOfAtoms = (atoms: Atoms | null, measure?: string | null): boolean =>
  atoms !== null &&
  isSlightLoss(qualityOfAtoms(atoms, measure)) &&
  (estimateOf(atoms, measure)?.share ?? 0) <= SETTINGS.estimatedHatchedAbove.value

/** Traffic-weighted share of the expected hours that were observed, 0 to 1; null when nothing was expected. */
export const coverageOfAtoms = (atoms: Atoms | null): number | null =>
  atoms === null ? null : coverageOf({ expected: value(atoms.expected), observed: value(atoms.observed) })

/** `asOf` is filled in by the frame around the widget, which knows when the data were received. */
export function passportOfAtoms(atoms: Atoms, definitions: readonly string[]): Passport {
  const measures = definitions.map((definition) => definition.slice(0, definition.lastIndexOf('@')))
  const measure = ESTIMATED.find((id) => measures.includes(id))
  const quality = qualityOfAtoms(atoms, measures.every(isOfTills) ? measures[0] : null)
  const estimate = estimateOf(atoms, measure)
  const neither = measure === undefined ? 0 : unestimatedHours(atoms, measure)
  return {
    coverage: coverageOf(quality),
    estimatedShare: estimate?.share ?? 0,
    state: isPartlyReported(atoms, measures) ? 'partial' : stateOf(quality),
    definitions,
    asOf: null,
    ...(quality.missingHours > 0 && {
      missing: { hours: quality.missingHours, of: quality.hours, ...(estimate !== null && { neither }) },
    }),
    ...(estimate !== null && { estimate: { people: estimate.estimated, low: estimate.low, high: estimate.high } }),
  }
}

export { worstOf }
