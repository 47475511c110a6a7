/** One figure, or a whole column of figures, from sums of atoms. */
import { DomainError } from '../domain-error.ts'
import { bitAt, columnIndex, noBits, numberData, numbersOf, setBit } from '../frame-build.ts'
import type { Frame, NumberData } from '../frame.ts'
import { atomIn } from './atoms.ts'
import type { Atoms } from './atoms.ts'
import { ESTIMATED, withEstimate } from './estimated.ts'
import { METRICS } from './registry.ts'
import type { Expr, Formula, Metric } from './registry.ts'
import { DEFAULT_METRIC_SETTINGS } from './settings.ts'
import type { MetricSettings } from './settings.ts'

const byId = new Map(METRICS.map((metric) => [metric.id, metric]))

export function findMetric(id: string): Metric | undefined {
  return byId.get(id)
}

/** Throws METRIC_UNKNOWN. */
export function metricOf(id: string): Metric {
  const metric = byId.get(id)
  if (metric === undefined)
    throw new DomainError(
      'METRIC_UNKNOWN',
      `There is no metric ${id}; known are ${METRICS.map((m) => m.id).join(', ')}.`,
      { metric: id },
    )
  return metric
}

/** `captureRate@1`: what a passport prints. */
export const definitionOf = (metric: Metric): string => `${metric.id}@${metric.version}`

/** The formula under the given settings. */
export function formulaOf({ formula }: Metric, settings: MetricSettings = DEFAULT_METRIC_SETTINGS): Formula {
  if ('kind' in formula) return formula
  return formula.setting === 'frontMode'
    ? formula.cases[settings.frontMode]
    : formula.cases[settings.conversionDenominator]
}

/** Atoms a metric reads; those behind `or` may be absent. */
export function atomsOf(metric: Metric, settings?: MetricSettings): string[] {
  const formula = formulaOf(metric, settings)
  const found = new Set<string>()
  const visit = (expr: Expr): void => {
    if (typeof expr === 'string') found.add(expr)
    else for (const part of expr.slice(1)) visit(part as Expr)
  }
  visit(formula.of)
  if (formula.kind === 'ratio') visit(formula.over)
  return [...found]
}

function evaluate(expr: Expr, atoms: Atoms): number | null {
  if (typeof expr === 'string') return atomIn(atoms, expr)
  const op = expr[0]
  let result: number | null = null
  for (let at = 1; at < expr.length; at++) {
    const value = evaluate(expr[at] as Expr, atoms)
    if (op === 'or') {
      if (value !== null) return value
    } else if (value === null) return null
    else if (result === null) result = value
    else result = op === '+' ? result + value : op === '-' ? result - value : Math.max(result, value)
  }
  return result
}

/**
 * A metric from sums of atoms (or from one cell: the denominators of conversion are filled in). Percent metrics are in
 * percent, times in seconds. Null when an atom was not reported or the denominator is 0. A count of `ESTIMATED` holds
 * its estimate, where the sums have one.
 */
export function derive(metric: Metric | string, atoms: Atoms, settings?: MetricSettings): number | null {
  const formula = formulaOf(typeof metric === 'string' ? metricOf(metric) : metric, settings)
  const value = evaluate(formula.of, atoms)
  if (formula.kind === 'sum')
    return typeof formula.of === 'string' && ESTIMATED.includes(formula.of)
      ? withEstimate(value, atoms, formula.of)
      : value
  const over = evaluate(formula.over, atoms)
  return value === null || over === null || over === 0 ? null : (formula.scale * value) / over
}

/** Numerator and denominator of a ratio, for intervals; null for counts and for what cannot be known. */
export function partsOf(metric: Metric, atoms: Atoms, settings?: MetricSettings): { of: number; over: number } | null {
  const formula = formulaOf(metric, settings)
  if (formula.kind === 'sum') return null
  const [of, over] = [evaluate(formula.of, atoms), evaluate(formula.over, atoms)]
  return of === null || over === null || over === 0 ? null : { of, over }
}

/** Code of a value that is kept but must be marked, for example `ticketsExceedVisits`. */
export function flagOf(
  { flag }: Metric,
  atoms: Atoms,
  settings: MetricSettings = DEFAULT_METRIC_SETTINGS,
): string | null {
  if (flag === undefined) return null
  if (Object.entries(flag.when ?? {}).some(([name, value]) => settings[name as keyof MetricSettings] !== value))
    return null
  const [of, over] = [evaluate(flag.of, atoms), evaluate(flag.over, atoms)]
  return of !== null && over !== null && of > over ? flag.code : null
}

// ---------------------------------------------------------------- columns

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
