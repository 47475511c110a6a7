/**
 * What stands beside the figures of a chart: stretches with a name behind them, thresholds across them. Words, so never
 * by colour alone.
 */
import css from './annotations.module.css'
import { BAND_LINE_PX, bandLines, edgesOf, LETTER_PX } from './bands.ts'
import { yOf } from './layout.ts'
import type { Layout } from './plot.ts'
import { sideOfWord } from './rule-words.ts'
import type { ChartBand, ChartRule, ChartSeries } from './types.ts'

export function Bands({ bands, layout }: { bands: readonly ChartBand[]; layout: Layout }) {
  const lines = bandLines(bands, layout.pitch)
  return bands.map(({ id, from, to, label }, at) => {
    const { x, width } = edgesOf(layout, from, to)
    const next = bands.findIndex((_, later) => later > at && lines[later] === lines[at])
    const end = next < 0 ? layout.plot.right : edgesOf(layout, bands[next]?.from ?? 0, bands[next]?.to ?? 0).x
    const line = lines[at] ?? 0
    // A name near the right edge stands before its stretch rather than beyond the chart.
    const room = end - x
    const isBefore = next < 0 && room < label.length * LETTER_PX + 12
    return (
      <div key={id}>
        <div
          className={css.band}
          style={{
            left: x,
            width,
            top: line * BAND_LINE_PX + 2,
            height: Math.max(0, layout.plot.bottom - line * BAND_LINE_PX - 2),
          }}
        />
        {label !== '' && (
          <span
            className={css.name}
            title={label}
            data-before={isBefore || undefined}
            style={{
              top: line * BAND_LINE_PX + 2,
              ...(isBefore
                ? {
                    right: layout.width - Math.min(x + width, layout.plot.right),
                    maxWidth: x + width - layout.plot.left,
                  }
                : { left: x, maxWidth: Math.max(24, room - 4) }),
            }}
          >
            {label}
          </span>
        )}
      </div>
    )
  })
}

/** Over the drawing; the word stands above its line, or under it where there is no room. */
export function Rules({
  rules,
  series,
  layout,
}: {
  rules: readonly ChartRule[]
  series: readonly ChartSeries[]
  layout: Layout
}) {
  const { plot } = layout
  return rules.map((rule) => {
    const { yAxisIndex: axis = 0, value, label, tone = 'neutral' } = rule
    const y = yOf(layout, axis, value)
    if (y < plot.top - 0.5 || y > plot.bottom + 0.5) return null
    return (
      <div
        key={`${axis} ${value} ${label}`}
        className={css.rule}
        data-tone={tone}
        data-below={y - plot.top < 12 || undefined}
        style={{ left: plot.left, width: plot.right - plot.left, top: y }}
      >
        <span className={css.word} data-side={sideOfWord(rule, series, layout)}>
          {label}
        </span>
      </div>
    )
  })
}
