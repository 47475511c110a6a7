/**
 * Arithmetic over measures, from a closed list: sums, differences and multiples of what may be added up, or one of
 * these over another. So every column that a formula makes can still be grouped: a sum stays a sum, and a ratio carries
 * both its sides.
 */
import type { Formula, FormulaSum } from '#schemas/generated/layout/transform.ts'
import { DomainError } from '../domain-error.ts'
import { bitAt, columnData, columnIndex, noBits, numberData, numbersOf, setBit } from '../frame-build.ts'
import { type Column, type Frame, isSummable, type NumberData, type Unit } from '../frame.ts'
import { divide } from '../metrics/derive-column.ts'
import { isMuted } from '../metrics/muted.ts'
import { unpairedId } from '../metrics/paired.ts'
import { ratioParts } from '../metrics/ratio-parts.ts'
import { changeMark } from './changes.ts'

export interface Made {
  readonly column: Column
  readonly data: NumberData
}

/** Measures that a formula reads, each once. */
export function measuresOf({ of, over }: Formula): string[] {
  const found = new Set<string>()
  const visit = (sum: FormulaSum): void => {
    if (typeof sum === 'string') found.add(sum)
    else if ('times' in sum) visit(sum.times)
    else for (const part of 'plus' in sum ? sum.plus : sum.minus) visit(part)
  }
  visit(of)
  if (over !== undefined) visit(over)
  return [...found]
}

/**
 * The columns of a formula: its figure, for a ratio both its sides, and of each sum what the other period lacks where
 * the measures say it.
 *
 * Throws COLUMN_UNKNOWN, COLUMN_NOT_NUMERIC, FORMULA_UNITS_INVALID.
 */
export function formulaColumns(frame: Frame, as: string, formula: Formula): Made[] {
  const { of, over, scale = 1 } = formula
  const muted = measuresOf(formula).some((id) => isMuted(frame.columns, id))
  const change = changeMark(frame, measuresOf(formula))
  const made = (id: string, data: NumberData, unit: Unit | undefined): Made => ({
    column: { id, type: 'float', role: 'measure', ...(unit && { unit }), ...(muted && { muted }), ...change },
    data: finite(data),
  })
  const sum = (id: string, expression: FormulaSum, factor: number, unit: Unit | undefined): Made[] => [
    made(id, times(valuesOf(frame, expression), factor), unit),
    ...(hasUnpaired(frame, formula)
      ? [made(unpairedId(id), times(valuesOf(frame, expression, unpairedOrNone), factor), unit)]
      : []),
  ]
  const top = unitOf(frame, of)
  if (over === undefined) return sum(as, of, scale, top)
  const under = unitOf(frame, over)
  const parts = ratioParts(as)
  const [figures, others] = [valuesOf(frame, of), valuesOf(frame, over)]
  // Only rows that have both sides are in a ratio of a group: a store without tickets must not lower that of the rest.
  const both = bothOf(figures, others)
  return [
    made(as, divide(figures, others, scale), ratioUnit(top, under, scale)),
    ...sum(parts.of, of, scale, top).map((part) => onlyWhere(part, both)),
    ...sum(parts.over, over, 1, under).map((part) => onlyWhere(part, both)),
  ]
}

/** A share of the same in percent; a time for each of something in seconds; any other quotient is a ratio. */
function ratioUnit(of: Unit | undefined, over: Unit | undefined, scale: number): Unit {
  if (scale === 100 && of === over) return 'percent'
  return of === 'seconds' && over === 'count' && scale === 1 ? 'seconds' : 'ratio'
}

/** The one unit of a sum; a measure without a unit takes that of the others. */
function unitOf(frame: Frame, sum: FormulaSum): Unit | undefined {
  if (typeof sum === 'string') return unitOfMeasure(frame, sum)
  if ('times' in sum) return unitOf(frame, sum.times)
  const units = ('plus' in sum ? sum.plus : sum.minus).map((part) => unitOf(frame, part))
  const [unit, other] = [...new Set(units.filter((one) => one !== undefined))]
  if (unit !== undefined && other !== undefined)
    throw new DomainError(
      'FORMULA_UNITS_INVALID',
      `A ${unit} and a ${other} cannot be added; use measures of one unit, or divide one by the other.`,
      { unit, other },
    )
  return unit
}

function unitOfMeasure(frame: Frame, id: string): Unit | undefined {
  columnData(frame, id)
  const { role, unit } = frame.columns[columnIndex(frame, id)] as Column
  if (role === 'dim' || !isSummable(unit) || isRatioColumn(frame, id))
    throw new DomainError(
      'FORMULA_UNITS_INVALID',
      `Column ${id} is ${role === 'dim' ? 'a dimension' : `a ${unit}`} and cannot be added up; use the measures ` +
        'that it is made of.',
      { column: id, unit: role === 'dim' ? 'id' : (unit ?? 'ratio') },
    )
  return unit
}

/** A ratio with numerator and denominator, of any unit. */
export const isRatioColumn = (frame: Frame, id: string): boolean => {
  const { of, over } = ratioParts(id)
  return columnIndex(frame, of) >= 0 && columnIndex(frame, over) >= 0
}

const hasUnpaired = (frame: Frame, formula: Formula) =>
  measuresOf(formula).some((id) => columnIndex(frame, unpairedId(id)) >= 0)

/** The part of a measure that the other period lacks; undefined without such a column. */
const unpairedOrNone = (frame: Frame, id: string): NumberData =>
  columnIndex(frame, unpairedId(id)) < 0
    ? { kind: 'numbers', values: new Float64Array(frame.rows) }
    : numbersOf(frame, unpairedId(id))

type Read = (frame: Frame, id: string) => NumberData

function valuesOf(frame: Frame, sum: FormulaSum, read: Read = numbersOf): NumberData {
  if (typeof sum === 'string') return read(frame, sum)
  if ('times' in sum) return times(valuesOf(frame, sum.times, read), sum.factor)
  const sign = 'plus' in sum ? 1 : -1
  return ('plus' in sum ? sum.plus : sum.minus)
    .map((part) => valuesOf(frame, part, read))
    .reduce((a, b) => combine(a, b, sign))
}

function combine(a: NumberData, b: NumberData, sign: 1 | -1): NumberData {
  const values = Float64Array.from(a.values, (value, row) => value + sign * (b.values[row] as number))
  return withNulls(values, bitsOfBoth(a, b))
}

function times(data: NumberData, factor: number): NumberData {
  return factor === 1 ? data : { ...data, values: Float64Array.from(data.values, (value) => value * factor) }
}

const bitsOfBoth = (a: NumberData, b: NumberData) =>
  a.valid && b.valid ? a.valid.map((byte, at) => byte & (b.valid?.[at] as number)) : (a.valid ?? b.valid)

/** Rows that have both sides. */
function bothOf(a: NumberData, b: NumberData): Uint8Array {
  const bits = noBits(a.values.length)
  for (let row = 0; row < a.values.length; row++)
    if ((!a.valid || bitAt(a.valid, row)) && (!b.valid || bitAt(b.valid, row))) setBit(bits, row)
  return bits
}

function onlyWhere({ column, data }: Made, rows: Uint8Array): Made {
  return { column, data: withNulls(Float64Array.from(data.values), bitsOfBoth(data, { ...data, valid: rows })) }
}

/** An infinite value is no figure. */
function finite(data: NumberData): NumberData {
  if (data.values.every(Number.isFinite)) return data
  const bits = noBits(data.values.length)
  for (let row = 0; row < data.values.length; row++)
    if (Number.isFinite(data.values[row]) && (!data.valid || bitAt(data.valid, row))) setBit(bits, row)
  return withNulls(Float64Array.from(data.values), bits)
}

/** Zero under every null. */
function withNulls(values: Float64Array, valid: Uint8Array | undefined): NumberData {
  if (valid !== undefined) for (let row = 0; row < values.length; row++) if (!bitAt(valid, row)) values[row] = 0
  return numberData(values, valid)
}
