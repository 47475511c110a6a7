/**
 * The part of a derived column in hours that the other period lacks. A sum has the sum of its parts; a largest
 * value, a mean or a metric has none that could be added up: it is worked out once more over what both periods have,
 * and the part is what the two differ by (see `metrics/paired.ts`).
 */
import { bitAt, columnIndex, noBits, numberData, setBit } from '../frame-build.ts'
import type { Column, Frame, NumberData } from '../frame.ts'
import { isUnpaired, unpairedId } from '../metrics/paired.ts'

/** Steps that follow each other read the same columns. */
const known = new WeakMap<NumberData, { readonly part: NumberData; readonly paired: NumberData }>()

function knownPaired(all: NumberData, part: NumberData): NumberData {
  const found = known.get(all)
  if (found?.part === part) return found.paired
  const paired = pairedData(all, part)
  known.set(all, { part, paired })
  return paired
}

/** A column without its part; null where all of it lies in hours of one period alone. */
export function pairedData(all: NumberData, part: NumberData): NumberData {
  const values = new Float64Array(all.values.length)
  const valid = noBits(values.length)
  for (let row = 0; row < values.length; row++) {
    if (all.valid && !bitAt(all.valid, row)) continue
    const [value, off] = [all.values[row]!, part.values[row]!]
    if (off !== 0 && value === off) continue
    values[row] = value - off
    setBit(valid, row)
  }
  return numberData(values, valid)
}

/** The frame over the hours that both periods have; null where it has none. */
export function pairedFrame(frame: Frame): Frame | null {
  if (!frame.columns.some(({ id }) => isUnpaired(id))) return null
  const data = frame.columns.map(({ id }, at) => {
    const [all, part] = [frame.data[at]!, frame.data[columnIndex(frame, unpairedId(id))]]
    return all.kind === 'numbers' && part?.kind === 'numbers' ? knownPaired(all, part) : all
  })
  return { ...frame, data }
}

/** The column `<id>.unpaired`, of values over all hours and over those that both periods have; null where all are 0. */
export function unpairedColumn(
  column: Column,
  all: NumberData,
  paired: NumberData,
): { readonly column: Column; readonly data: NumberData } | null {
  let isEmpty = true
  const values = Float64Array.from(all.values, (value, row) => {
    if (all.valid && !bitAt(all.valid, row)) return 0
    const isBoth = paired.valid === undefined || bitAt(paired.valid, row)
    const off = isBoth ? value - paired.values[row]! : value
    isEmpty &&= off === 0
    return off
  })
  return isEmpty ? null : { column: { ...column, id: unpairedId(column.id), type: 'float' }, data: numberData(values) }
}
