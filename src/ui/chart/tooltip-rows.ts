/** What the tooltip says about one category: each measure once, with both periods and the change between them. */
import type { Completeness, UiFormat } from '../format.ts'
import { markOf } from './series.ts'
import type { ChartSeries, ValueAxis } from './types.ts'

export interface TooltipRow {
  readonly id: string
  readonly name: string
  readonly mark: ReturnType<typeof markOf>
  readonly tone: number
  readonly value: string
  readonly reference: string | null
  readonly change: string | null
  readonly state: Completeness
  readonly isReferenceOnly: boolean
}

const pairKey = (one: ChartSeries) => one.pair ?? `${one.tone}|${one.yAxisIndex ?? 0}|${markOf(one)}|${one.stack ?? ''}`

export function tooltipRows(
  series: readonly ChartSeries[],
  axes: readonly ValueAxis[],
  index: number,
  format: UiFormat,
): TooltipRow[] {
  const references = new Map<string, ChartSeries>()
  for (const one of series)
    if (one.period === 'reference' && !references.has(pairKey(one))) references.set(pairKey(one), one)
  const used = new Set<ChartSeries>()
  const rows: TooltipRow[] = []
  for (const one of series) {
    if (one.period === 'reference') continue
    const other = references.get(pairKey(one))
    if (other !== undefined) used.add(other)
    rows.push(rowOf(one, other, axes, index, format))
  }
  for (const one of series)
    if (one.period === 'reference' && !used.has(one))
      rows.push({ ...rowOf(one, undefined, axes, index, format), isReferenceOnly: true })
  return rows
}

function rowOf(
  one: ChartSeries,
  other: ChartSeries | undefined,
  axes: readonly ValueAxis[],
  index: number,
  format: UiFormat,
): TooltipRow {
  const as = axes[one.yAxisIndex ?? 0]?.format ?? 'number'
  const value = one.data[index] ?? null
  const against = other === undefined ? null : (other.data[index] ?? null)
  const change = other === undefined ? null : format.change(value, against, as)
  return {
    id: one.id,
    name: one.name,
    mark: markOf(one),
    tone: one.tone,
    value: format.exact(value, as),
    reference: other === undefined ? null : format.exact(against, as),
    change: change?.text ?? null,
    state: one.states?.[index] ?? 'final',
    isReferenceOnly: false,
  }
}

/** The same, as one sentence for readers. */
export function spoken(
  rows: readonly TooltipRow[],
  category: string,
  words: { state: (state: Completeness) => string; versus: string },
): string {
  const parts = rows.map(({ name, value, reference, change, state }) =>
    [
      `${name} ${value}`,
      reference === null ? '' : `${words.versus} ${reference}`,
      change === null ? '' : `(${change})`,
      state === 'final' ? '' : `[${words.state(state)}]`,
    ]
      .filter(Boolean)
      .join(' '),
  )
  return `${category}: ${parts.join('; ')}`
}
