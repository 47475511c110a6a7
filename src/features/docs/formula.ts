/** Formulas of the metric registry in words: what is divided by what, under the names the screens use. */
import { atomOf, findMetric, formulaOf } from '#domain/metrics/index'
import type { Expr, Metric } from '#domain/metrics/index'
import type { Translate } from '#ui'

/** `localRepRange2` is range 3 of its family; counts that are a metric have its name. */
export function nameOfAtom(id: string, t: Translate): string {
  if (findMetric(id) !== undefined) return t(`metrics:${id}.name`)
  const [, family = '', place] = /^(localRepRange|clientRepRange)(\d)$/.exec(id) ?? []
  return family === '' ? t(`docs:atom.${id}`) : t(`docs:atom.${family}`, { n: Number(place) + 1 })
}

function words(expr: Expr, t: Translate, isInner: boolean): string {
  if (typeof expr === 'string') return nameOfAtom(expr, t)
  const [op, ...parts] = expr
  const inner = parts.map((part) => words(part, t, true))
  switch (op) {
    case 'max':
      return t('docs:formula.max', { list: inner.join(', ') })
    case 'or':
      return t('docs:formula.or', { first: inner[0] ?? '', second: inner[1] ?? '' })
    default: {
      const sum = inner.join(op === '+' ? ' + ' : ' − ')
      return isInner ? `(${sum})` : sum
    }
  }
}

/** `Entradas ÷ (Frontales + Entradas) × 100`, under the settings a client begins with. */
export function formulaWords(metric: Metric, t: Translate): string {
  const formula = formulaOf(metric)
  if (formula.kind === 'sum') return words(formula.of, t, false)
  return (
    `${words(formula.of, t, true)} ÷ ` +
    `${words(formula.over, t, true)}${formula.scale === 1 ? '' : ` × ${formula.scale}`}`
  )
}

/** True when nothing is to be worked out: the metric is what was counted. */
export const isCounted = (metric: Metric): boolean => {
  const formula = formulaOf(metric)
  return formula.kind === 'sum' && typeof formula.of === 'string' && atomOf(formula.of) !== undefined
}
