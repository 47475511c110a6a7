/** Where the word of a threshold stands: over no line of the chart, if one end of the threshold is free. */
import { LETTER_PX } from './bands.ts'
import { xOf, yOf } from './layout.ts'
import type { Layout } from './plot.ts'
import type { ChartRule, ChartSeries } from './types.ts'

/** Of a word, above its threshold. */
const HIGH_PX = 18
const MARGIN_PX = 12

export type WordSide = 'start' | 'end'

export function sideOfWord(
  { yAxisIndex: axis = 0, value, label }: Pick<ChartRule, 'yAxisIndex' | 'value' | 'label'>,
  series: readonly Pick<ChartSeries, 'yAxisIndex' | 'type' | 'data'>[],
  layout: Layout,
): WordSide {
  const { plot } = layout
  const y = yOf(layout, axis, value)
  const wide = label.length * LETTER_PX + MARGIN_PX
  const isCrossed = (side: WordSide): boolean => {
    const [from, to] = side === 'start' ? [plot.left, plot.left + wide] : [plot.right - wide, plot.right]
    return series.some((one) => {
      const ys = one.data.flatMap((at, index) => {
        const x = xOf(layout, index)
        // The step before and after: a line comes from there.
        if (at === null || x < from - layout.pitch || x > to + layout.pitch) return []
        const of = one.yAxisIndex ?? 0
        return one.type === 'bar' ? [yOf(layout, of, at), yOf(layout, of, 0)] : [yOf(layout, of, at)]
      })
      return ys.length > 0 && Math.min(...ys) <= y && Math.max(...ys) >= y - HIGH_PX
    })
  }
  const [usual, other] = axis === 1 ? (['end', 'start'] as const) : (['start', 'end'] as const)
  return isCrossed(usual) && !isCrossed(other) ? other : usual
}
