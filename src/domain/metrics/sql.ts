/** The same formulas as SQL, so that the server and the page cannot disagree. */
import { atomSql } from './atoms.ts'
import { formulaOf } from './derive.ts'
import type { Expr, Metric } from './registry.ts'
import type { MetricSettings } from './settings.ts'

export type SqlDialect = 'duckdb' | 'postgres'

export interface SqlOptions {
  readonly settings?: MetricSettings
  /** How an atom is written. Default: the sum of its rows; `columnSql` for a query over sums. */
  readonly atom?: (id: string) => string
}

/** An atom that is already summed, as a quoted column. */
export const columnSql = (id: string): string => `"${id}"`

/** An expression for a metric; null rules as in `derive`. */
export function toSql(metric: Metric, dialect: SqlDialect = 'duckdb', { settings, atom = atomSql }: SqlOptions = {}): string {
  const double = dialect === 'duckdb' ? 'double' : 'double precision'
  const formula = formulaOf(metric, settings)
  const top = expression(formula.of, atom)
  return formula.kind === 'sum' ? top : `(cast(${top} as ${double}) * ${formula.scale} / nullif(${expression(formula.over, atom)}, 0))`
}

function expression(expr: Expr, atom: (id: string) => string): string {
  if (typeof expr === 'string') return atom(expr)
  const [op, ...parts] = expr
  const texts = parts.map((part) => expression(part, atom))
  switch (op) {
    case '+': return `(${texts.join(' + ')})`
    case '-': return `(${texts.join(' - ')})`
    case 'or': return `coalesce(${texts.join(', ')})`
    // Both dialects skip nulls in greatest(); a null operand must make the whole null.
    case 'max': return `case when ${texts.map((text) => `${text} is not null`).join(' and ')} then greatest(${texts.join(', ')}) end`
  }
}
