/** The same formulas as SQL, so that the server and the page cannot disagree. */
import { atomSql } from '#domain/metrics/atoms'
import { formulaOf } from '#domain/metrics/derive'
import type { Expr, Metric } from '#domain/metrics/registry'
import type { MetricSettings } from '#domain/metrics/settings'

export type SqlDialect = 'duckdb' | 'postgres'

/**
 * An expression for a metric; null rules as in `derive`.
 *
 */
export function toSql(
  metric: Metric,
  dialect: SqlDialect = 'duckdb',
  { settings }: { readonly settings?: MetricSettings } = {},
): string {
  const double = dialect === 'duckdb' ? 'double' : 'double precision'
  const formula = formulaOf(metric, settings)
  const top = expression(formula.of)
  return formula.kind === 'sum'
    ? top
    : `(cast(${top} as ${double}) * ${formula.scale} / nullif(${expression(formula.over)}, 0))`
}

function expression(expr: Expr): string {
  if (typeof expr === 'string') return atomSql(expr)
  const [op, ...parts] = expr
  const texts = parts.map((part) => expression(part))
  switch (op) {
    case '+':
      return `(${texts.join(' + ')})`
    case '-':
      return `(${texts.join(' - ')})`
    case 'or':
      return `coalesce(${texts.join(', ')})`
    // Both dialects skip nulls in greatest(); a null operand must make the whole null.
    case 'max':
      return (
        `case when ${texts.map((text) => `${text} is not null`).join(' and ')} then ` +
        `greatest(${texts.join(', ')}) end`
      )
  }
}
