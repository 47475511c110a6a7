/** One figure from sums of atoms. */
import { DomainError } from '../domain-error.ts'
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
export const derive = (metric: Metric | string, atoms: Atoms, settings?: MetricSettings): number | null =>
  deriveWith(typeof metric === 'string' ? metricOf(metric) : metric, settings)(atoms)

/** `derive` of one metric, for a column of sums: its formula is chosen once. */
export function deriveWith(metric: Metric, settings?: MetricSettings): (atoms: Atoms) => number | null {
  const formula = formulaOf(metric, settings)
  const { of } = formula
  if (formula.kind === 'sum') {
    if (typeof of !== 'string') return (atoms) => evaluate(of, atoms)
    return ESTIMATED.includes(of) ? (atoms) => withEstimate(atomIn(atoms, of), atoms, of) : (atoms) => atomIn(atoms, of)
  }
  const { over, scale } = formula
  return (atoms) => {
    const value = evaluate(of, atoms)
    const whole = value === null ? null : evaluate(over, atoms)
    return value === null || whole === null || whole === 0 ? null : (scale * value) / whole
  }
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
