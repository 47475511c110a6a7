/** Bars, lines and areas over categories, in two periods, on one or two axes. Draws plain data; knows no metric. */
import { type RefObject, useCallback, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useUi } from '../provider.tsx'
import { Bands, Rules } from './annotations.tsx'
import { edgesOf } from './bands.ts'
import { useBandsAround } from './chart-bands.ts'
import { plainOption } from './chart-data.ts'
import css from './chart.module.css'
import { ChartFigure } from './chart-figure.tsx'
import { ChartTooltip } from './chart-tooltip.tsx'
import { useCrosshair } from './crosshair.ts'
import { paintDrawing } from './drawing.ts'
import { useHiddenSeries } from './hidden-series.ts'
import { xOf, yOf } from './layout.ts'
import type { Layout } from './plot.ts'
import { Legend } from './legend.tsx'
import { libraryOption } from './library-option.ts'
import { PICTURE_SCALE, pictureOf } from './picture.ts'
import { markOf } from './series.ts'
import type { ChartTheme } from './theme.ts'
import { spoken, tooltipRows } from './tooltip-rows.ts'
import type { CartesianChartProps, CartesianOption, ChartSeries } from './types.ts'
import { useCartesianLayout } from './use-cartesian-layout.ts'
import { useDrawn } from './use-drawn.ts'
import { useReading } from './use-reading.ts'
import { useThemeReader } from './use-theme.ts'
import { WheelHint } from './wheel-hint.tsx'
import { type Stretch, stretchOf } from './zoom.ts'

export function CartesianChart(props: CartesianChartProps) {
  const { label, summary, width, height, periods, tones, legend = 'auto', onPick, onRange, ref } = props
  const option = useBandsAround(plainOption(props.option))
  const { t, format } = useUi()
  const frame = useRef<HTMLDivElement>(null)
  const drawing = useRef<HTMLDivElement>(null)
  const themeAt = useThemeReader(frame, tones)
  const { series, xAxis: wholeAxis } = option
  const [hidden, toggle] = useHiddenSeries(series.map((one) => one.id))
  const { stretch, isCloser, zoom } = useStretch(option)
  const seen = useMemo(() => (isCloser ? stretchOf(option, stretch) : option), [option, isCloser, stretch])
  const shown = useMemo(() => seen.series.filter((one) => !hidden.has(one.id)), [seen, hidden])
  const { head, layout, says } = useCartesianLayout({
    option: seen,
    shown,
    size: { width, height },
    withLegend: legend === 'auto',
    format,
  })
  const { data: categories, titles = categories, reference, reasons, notes } = seen.xAxis

  useDrawn(drawing, {
    option: useCallback(
      (theme: ChartTheme) => libraryOption({ categories, series: shown, layout, theme, under: seen.under }),
      [categories, shown, layout, seen],
    ),
    size: layout,
    themeAt,
  })
  usePicture(ref, { themeAt, drawing, layout, axisNames: says.axes, keys: says.keys.length > 0 ? shown : NO_KEYS })

  const { index, y, mark, isHinted, handlers } = useReading(frame, {
    layout,
    stretch,
    total: wholeAxis.data.length,
    shown,
    onZoom: zoom,
    onPick,
    onRange,
  })
  const elsewhere = useCrosshair(
    wholeAxis.keys ?? wholeAxis.titles ?? wholeAxis.data,
    index === null ? null : stretch.from + index,
  )
  const followed =
    elsewhere === null || elsewhere < stretch.from || elsewhere > stretch.to ? null : elsewhere - stretch.from
  const rows = useMemo(
    () => (index === null ? [] : tooltipRows(shown, seen.yAxis, index, format)),
    [index, shown, seen, format],
  )
  const note = index === null ? null : (notes?.[index]?.text ?? notes?.[index]?.short)
  const name = index === null ? '' : [titles[index] ?? '', note].filter(Boolean).join(', ')
  const said =
    index === null ? '' : spoken(rows, name, { state: (state) => t(`ui.state.${state}`), versus: t('ui.chart.versus') })
  const band = Math.max(layout.banded ? layout.pitch : 0, 1)

  return (
    <ChartFigure label={label} summary={summary} width={width} height={height}>
      <div ref={head} className={css.head}>
        {says.keys.length > 0 && <Legend series={series} hidden={hidden} onToggle={toggle} />}
        {says.axes.length > 0 && (
          <div className={css.axisNames}>
            <span>{says.axes[0]}</span>
            <span>{says.axes[1]}</span>
          </div>
        )}
      </div>
      <div
        ref={frame}
        className={css.frame}
        role="slider"
        tabIndex={0}
        aria-label={t('ui.chart.points', { chart: label })}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={Math.max(categories.length - 1, 0)}
        aria-valuenow={index ?? 0}
        aria-valuetext={said || t('ui.chart.zoomHint')}
        data-pickable={onPick !== undefined || undefined}
        style={{ width: layout.width, height: layout.height }}
        {...handlers}
      >
        {seen.markArea !== undefined && <Bands bands={seen.markArea.data} layout={layout} />}
        {mark !== null && <Column layout={layout} {...edgesOf(layout, mark.from, mark.to)} />}
        {index !== null && <Reader index={index} series={shown} layout={layout} band={band} />}
        {index === null && followed !== null && <Column layout={layout} x={xOf(layout, followed)} width={1} isLine />}
        <div ref={drawing} className={css.canvas} data-drawing aria-hidden="true" />
        {seen.markLine !== undefined && <Rules rules={seen.markLine.data} series={shown} layout={layout} />}
        {isHinted && <WheelHint />}
        {index !== null && !isHinted && (
          <ChartTooltip
            title={titles[index] ?? ''}
            referenceTitle={reference?.[index] ?? periods?.reference}
            rows={rows}
            reason={reasons?.[index]}
            note={notes?.[index]?.text}
            x={xOf(layout, index)}
            y={y}
            gap={(layout.banded ? band / 2 : 0) + 10}
          />
        )}
      </div>
      {isCloser && (
        <button type="button" className={css.whole} data-print="hide" onClick={() => zoom(null)}>
          {t('ui.chart.whole')}
        </button>
      )}
    </ChartFigure>
  )
}

const NO_KEYS: readonly ChartSeries[] = []

interface PictureParts {
  readonly themeAt: () => ChartTheme | null
  readonly drawing: RefObject<HTMLDivElement | null>
  readonly layout: Layout
  readonly axisNames: readonly string[]
  /** The series that it names below. */
  readonly keys: readonly ChartSeries[]
}

/** The chart as a file. */
function usePicture(ref: CartesianChartProps['ref'], { themeAt, drawing, layout, axisNames, keys }: PictureParts) {
  useImperativeHandle(
    ref,
    () => ({
      toPng: async (title) => {
        const theme = themeAt()
        const host = drawing.current
        if (theme === null || host === null) throw new Error('CartesianChart: nothing is drawn yet')
        return pictureOf({
          title,
          theme,
          width: layout.width,
          height: layout.height,
          axisNames,
          keys: keys.map(keyOf),
          draw: (context) => paintDrawing(host, context, PICTURE_SCALE),
        })
      },
    }),
    [themeAt, drawing, layout, axisNames, keys],
  )
}

const keyOf = (one: ChartSeries) => ({ name: one.name, tone: one.tone, mark: markOf(one), period: one.period })

/** What is on show of the categories; all of them again when others come. */
function useStretch({ xAxis: { data } }: CartesianOption) {
  const axis = `${data.length} ${data[0]} ${data.at(-1)}`
  const [closer, setCloser] = useState<{ readonly axis: string; readonly stretch: Stretch } | null>(null)
  // Forgotten, not only unused: who goes back to the categories of before sees all of them.
  if (closer !== null && closer.axis !== axis) setCloser(null)
  const own = closer?.axis === axis ? closer.stretch : null
  const whole = useMemo(() => ({ from: 0, to: data.length - 1 }), [data.length])
  const zoom = useCallback((stretch: Stretch | null) => setCloser(stretch === null ? null : { axis, stretch }), [axis])
  return { stretch: own ?? whole, isCloser: own !== null, zoom }
}

interface ColumnProps {
  layout: Layout
  x: number
  width: number
  isLine?: boolean
}

/** From the top of the plot to its bottom. */
function Column({ layout: { plot }, x, width, isLine = false }: ColumnProps) {
  return (
    <div
      className={isLine ? css.line : css.band}
      data-crosshair={isLine || undefined}
      style={{ left: x, width, top: plot.top, height: plot.bottom - plot.top }}
    />
  )
}

/** Where the reader is: the column of the category, and a point on each line. */
function Reader({
  index,
  series,
  layout,
  band,
}: {
  index: number
  series: readonly ChartSeries[]
  layout: Layout
  band: number
}) {
  const x = xOf(layout, index)
  return (
    <>
      <Column layout={layout} x={x - band / 2} width={band} isLine={!layout.banded} />
      {series
        .filter(({ type, stack }) => type !== 'bar' && stack === undefined)
        .map((one) => {
          const value = one.data[index] ?? null
          return value === null ? null : (
            <span
              key={one.id}
              className={css.point}
              data-tone={one.tone}
              data-period={one.period}
              style={{ left: x, top: yOf(layout, one.yAxisIndex ?? 0, value) }}
            />
          )
        })}
    </>
  )
}
