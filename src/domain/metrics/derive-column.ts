/** A whole column of figures from sums of atoms: what steps do, apart from what draws one figure. */
import { bitAt, columnIndex, noBits, numberData, numbersOf, setBit } from '../frame-build.ts'
import type { Frame, NumberData } from '../frame.ts'
import { formulaOf } from './derive.ts'
import type { Expr, Metric } from './registry.ts'
import type { MetricSettings } from './settings.ts'

interface Vector {
  values: Float64Array
  valid: Uint8Array | undefined
}

/** A metric for every row of a frame of sums. Throws COLUMN_UNKNOWN when an atom is not among the columns. */
export function deriveColumn(metric: Metric, frame: Frame, settings?: MetricSettings): NumberData {
  const formula = formulaOf(metric, settings)
  const top = vectorOf(formula.of, frame)
  if (formula.kind === 'sum') return numberData(top.values, top.valid)
  return divide(top, vectorOf(formula.over, frame), formula.scale)
}

/** a / b x scale; null where either is null, b is 0, or the result is beyond all numbers. */
export function divide(
  a: { values: ArrayLike<number>; valid?: Uint8Array | undefined },
  b: { values: ArrayLike<number>; valid?: Uint8Array | undefined },
  scale: number,
): NumberData {
  const rows = a.values.length
  const values = new Float64Array(rows)
  const valid = noBits(rows)
  for (let row = 0; row < rows; row++) {
    const over = b.values[row] as number
    if (over === 0 || (a.valid && !bitAt(a.valid, row)) || (b.valid && !bitAt(b.valid, row))) continue
    const value = (scale * (a.values[row] as number)) / over
    if (!Number.isFinite(value)) continue
    values[row] = value
    setBit(valid, row)
  }
  return numberData(values, valid)
}

function vectorOf(expr: Expr, frame: Frame): Vector {
  if (typeof expr === 'string') {
    const { values, valid } = numbersOf(frame, expr)
    return { values: Float64Array.from(values), valid }
  }
  const [op, ...parts] = expr
  if (op === 'or')
    return parts
      .filter((part) => typeof part !== 'string' || columnIndex(frame, part) >= 0)
      .map((part) => vectorOf(part, frame))
      .reduce(either)
  return parts.map((part) => vectorOf(part, frame)).reduce((a, b) => combine(op, a, b))
}

function combine(op: '+' | '-' | 'max', a: Vector, b: Vector): Vector {
  const { values } = a
  for (let row = 0; row < values.length; row++) {
    const [x, y] = [values[row] as number, b.values[row] as number]
    values[row] = op === '+' ? x + y : op === '-' ? x - y : Math.max(x, y)
  }
  const valid = a.valid && b.valid ? a.valid.map((byte, i) => byte & (b.valid?.[i] as number)) : (a.valid ?? b.valid)
  if (valid) for (let row = 0; row < values.length; row++) if (!bitAt(valid, row)) values[row] = 0
  return { values, valid }
}

/** The first where it is present, else the second. */
function either(a: Vector, b: Vector): Vector {
  if (a.valid === undefined) return a
  const valid = noBits(a.values.length)
  for (let row = 0; row < a.values.length; row++) {
    if (bitAt(a.valid, row)) setBit(valid, row)
    else if (b.valid === undefined || bitAt(b.valid, row)) {
      a.values[row] = b.values[row] as number
      setBit(valid, row)
    }
  }
  return { values: a.values, valid }
}
