/**
 * Sums of additive columns by some dimensions: what every model starts from. Ratios are derived from these sums, never
 * added.
 */
import { coverageOf, stateOf, worseOf, worstOf } from '#domain/completeness'
import type { Quality } from '#domain/completeness'
import { bitAt, cellOf, columnIndex, isNull } from '#domain/frame-build'
import type { Cell, ColumnData, Frame, NumberData, TextData } from '#domain/frame'
import { ESTIMATED, isOfTills, isReportedByTills, unestimatedHours } from '#domain/metrics/index'
import type { Atoms } from '#domain/metrics/index'
import type { Completeness, Passport } from '#engine/types'
import { sumRules } from './sum-rules.ts'

export interface Group {
  /** Values of the dimensions, in the order asked; null where the frame has no such column. */
  readonly key: readonly Cell[]
  readonly atoms: Atoms
}

/** Groups in order of first appearance. A sum over only nulls is null; a sum no number can hold is null too. */
export function groupsOf(frame: Frame, by: readonly string[]): Group[] {
  const columns = by.map((id) => columnIndex(frame, id))
  const places = placesOf(frame, columns)
  const sums = sumsOf(frame, places)
  const keys = columns.map((column) => cellsAt(frame, column, places.first))
  return sums.map((atoms, group) => ({ key: keys.map((cells) => cells[group] as Cell), atoms }))
}

/** The sums of each group. */
function sumsOf(frame: Frame, { groupOf, first }: Places): Atoms[] {
  const measures: { readonly id: string; readonly data: NumberData }[] = []
  // Copies of one object that has all names already: names that are added one by one took most of the time of it all.
  const blank: Record<string, number | null> = {}
  frame.columns.forEach(({ id, role }, column) => {
    const data = frame.data[column]
    if (role !== 'measure' || data?.kind !== 'numbers') return
    measures.push({ id, data })
    blank[id] = null
  })
  const sums: Record<string, number | null>[] = first.map(() => ({ ...blank }))
  const hasEachRow = first.length === frame.rows
  const [total, seen] = hasEachRow ? [] : [new Float64Array(first.length), new Uint8Array(first.length)]
  for (const { id, data } of measures) {
    if (total === undefined || seen === undefined) putCells(sums, id, data)
    else {
      addColumn(data, groupOf, total.fill(0), seen.fill(0))
      for (let group = 0; group < sums.length; group++) {
        const sum = total[group] as number
        if (seen[group] === 1 && Number.isFinite(sum)) (sums[group] as Record<string, number | null>)[id] = sum
      }
    }
  }
  return sums
}

/** Where each row is a group, its cells are the sums. */
function putCells(sums: readonly Record<string, number | null>[], id: string, { values, valid }: NumberData): void {
  for (let row = 0; row < sums.length; row++) {
    if (valid !== undefined && !bitAt(valid, row)) continue
    // A sum has no -0.
    const sum = 0 + (values[row] as number)
    if (Number.isFinite(sum)) (sums[row] as Record<string, number | null>)[id] = sum
  }
}

function addColumn({ values, valid }: NumberData, groupOf: Int32Array, total: Float64Array, seen: Uint8Array): void {
  for (let row = 0; row < groupOf.length; row++) {
    if (valid !== undefined && !bitAt(valid, row)) continue
    const group = groupOf[row] as number
    total[group] = (total[group] as number) + (values[row] as number)
    seen[group] = 1
  }
}

/** Cells of a column in some rows; null where there is no such column. */
function cellsAt(frame: Frame, column: number, rows: readonly number[]): Cell[] {
  const data = frame.data[column]
  if (data?.kind !== 'numbers' || data.valid !== undefined || frame.columns[column]?.type === 'boolean')
    return rows.map((row) => (data === undefined ? null : cellOf(frame, column, row)))
  const { values } = data
  return rows.map((row) => values[row] as number)
}

/** Groups by the dimension `day`, oldest first; rows without a day are left out. */
export const datesOf = (frame: Frame | undefined): Group[] =>
  frame === undefined
    ? []
    : groupsOf(frame, ['day'])
        .filter(({ key: [day] }) => typeof day === 'number')
        .sort((a, b) => Number(a.key[0]) - Number(b.key[0]))

/** Group of each row, and the first row of each group: groups are numbered in order of first appearance. */
interface Places {
  readonly groupOf: Int32Array
  readonly first: readonly number[]
}

/** Columns divide the groups one after the other, so no row makes a text or an object. */
function placesOf(frame: Frame, columns: readonly number[]): Places {
  const groupOf = new Int32Array(frame.rows)
  let first = frame.rows === 0 ? [] : [0]
  for (const column of columns) {
    const data = frame.data[column]
    // Where each row is a group nothing is left to divide.
    if (data === undefined || first.length === frame.rows) continue
    first = divide(groupOf, first.length, codesOf(data, frame.rows))
  }
  return { groupOf, first }
}

/** A small number for each different cell of a column; 0 is null. `size` is above all of them. */
interface Codes {
  readonly codes: Int32Array
  readonly size: number
}

/** Names below this are numbered by a table. Days and hours are: a table is read several times faster than a map. */
const TABLE_SIZE = 1 << 16

/** Rows stay together that were, and have the same code. Renumbers the groups; answers the first row of each. */
function divide(groupOf: Int32Array, groups: number, { codes, size }: Codes): number[] {
  const first: number[] = []
  // One more than the number; 0 is a name that has none yet.
  const table = groups * size > TABLE_SIZE ? null : new Int32Array(groups * size)
  const known = new Map<number, number>()
  for (let row = 0; row < groupOf.length; row++) {
    const name = (groupOf[row] as number) * size + (codes[row] as number)
    let number = table === null ? (known.get(name) ?? 0) : (table[name] as number)
    if (number === 0) {
      number = first.push(row)
      if (table === null) known.set(name, number)
      else table[name] = number
    }
    groupOf[row] = number - 1
  }
  return first
}

const codesOf = (data: ColumnData, rows: number): Codes =>
  data.kind === 'text' ? codesOfText(data, rows) : (codesInRange(data, rows) ?? codesByValue(data, rows))

/** A text may be in the dictionary twice. */
function codesOfText({ codes: entries, dictionary }: TextData, rows: number): Codes {
  const codes = new Int32Array(rows)
  const codeOfEntry = new Int32Array(dictionary.length)
  const known = new Map<string, number>()
  for (let row = 0; row < rows; row++) {
    const entry = entries[row] as number
    if (entry < 0) continue
    let code = codeOfEntry[entry] as number
    if (code === 0) {
      const text = dictionary[entry] as string
      code = known.get(text) ?? known.size + 1
      known.set(text, code)
      codeOfEntry[entry] = code
    }
    codes[row] = code
  }
  return { codes, size: known.size + 1 }
}

/** Whole numbers that lie close together are their own codes, counted from the least; null for any other column. */
function codesInRange({ values, valid }: NumberData, rows: number): Codes | null {
  let [least, most] = [Infinity, -Infinity]
  for (let row = 0; row < rows; row++) {
    if (valid !== undefined && !bitAt(valid, row)) continue
    const value = values[row] as number
    if (value !== (value | 0)) return null
    if (value < least) least = value
    if (value > most) most = value
  }
  if (most - least >= TABLE_SIZE) return null
  const codes = new Int32Array(rows)
  for (let row = 0; row < rows; row++)
    if (valid === undefined || bitAt(valid, row)) codes[row] = (values[row] as number) - least + 1
  return { codes, size: least > most ? 1 : most - least + 2 }
}

function codesByValue(data: NumberData, rows: number): Codes {
  const codes = new Int32Array(rows)
  const known = new Map<number, number>()
  for (let row = 0; row < rows; row++) {
    if (isNull(data, row)) continue
    const value = data.values[row] as number
    let code = known.get(value)
    if (code === undefined) known.set(value, (code = known.size + 1))
    codes[row] = code
  }
  return { codes, size: known.size + 1 }
}

/** Sum of sums; of one alone, that one. Null only where every part is null. */
export function totalOf(parts: readonly Atoms[]): Atoms {
  const first = parts[0]
  if (first === undefined || parts.length === 1) return first ?? {}
  const sums: Record<string, number | null | undefined> = { ...first }
  for (const part of parts.slice(1)) {
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
  stateOfAtoms(atoms) === 'missing' &&
  measures.some((measure) => isReportedByTills(atoms, measure)) &&
  !measures.every(isOfTills)

/** @param measure the figure: what tills reported is complete, also where counters are missing */
export const qualityOfAtoms = (atoms: Atoms, measure?: string | null): Quality => sumRules(measure).quality(atoms)

/**
 * The state of a sum (`sum-rules.ts`).
 *
 * @param measure the figure; without it, what was counted
 */
export const stateOfAtoms = (atoms: Atoms | null, measure?: string | null): Completeness =>
  sumRules(measure).state(atoms)

/** The estimate of a measure's figure; null where it holds none, or has no such choice. */
export const estimateOf = (atoms: Atoms | null, measure: string | null | undefined) => sumRules(measure).estimate(atoms)

/** So little did not arrive, or is estimated, that the sum is drawn whole. */
export const isSlightOfAtoms = (atoms: Atoms | null, measure?: string | null): boolean =>
  sumRules(measure).isSlight(atoms)

/** Traffic-weighted share of the expected hours that were observed, 0 to 1; null when nothing was expected. */
export const coverageOfAtoms = (atoms: Atoms | null): number | null =>
  atoms === null ? null : coverageOf({ expected: atoms.expected, observed: Math.max(0, atoms.observed ?? 0) })

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

export { worseOf, worstOf }
