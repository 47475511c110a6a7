/** Bars, lines and areas over categories, in two periods, on one or two axes. Draws plain data; knows no metric. */
import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useUi } from '../provider.tsx'
import { VisuallyHidden } from '../small.tsx'
import { Bands, Rules } from './annotations.tsx'
import { BAND_LINE_PX, bandLines, edgesOf } from './bands.ts'
import { libraryOption } from './library-option.ts'
import css from './chart.module.css'
import { ChartTooltip } from './chart-tooltip.tsx'
import { drawOption, endDrawing, paintDrawing } from './drawing.ts'
import { drawNever, drawSoon } from './frame-queue.ts'
import { indexAt, type Layout, layoutOf, xOf, yOf } from './layout.ts'
import { Legend } from './legend.tsx'
import { type Head, headHeight, rulerOf } from './one-line.ts'
import { PICTURE_SCALE, pictureOf } from './picture.ts'
import { markOf } from './series.ts'
import { spoken, tooltipRows } from './tooltip-rows.ts'
import type { CartesianChartProps, ValueAxis } from './types.ts'
import { useGoneOnScroll } from './use-gone-on-scroll.ts'
import { useTap } from './use-tap.ts'
import { useSettledSize } from './use-size.ts'
import { useThemeReader, useThemeVersion } from './use-theme.ts'

/** Dispatched on the chart's element after every paint of its canvas: a test counts draws with it. */
export const DRAWN_EVENT = 'aforo:drawn'

export function CartesianChart(props: CartesianChartProps) {
  const { label, summary, option, width, height, periods, tones, legend = 'auto', onPick, onRange, ref } = props
  const { xAxis, yAxis: axes, series } = option
  const { data: categories, titles = categories, reference, reasons, notes } = xAxis
  const bands = option.markArea?.data
  const rules = option.markLine?.data
  const { t, format } = useUi()
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const drawing = useRef<HTMLDivElement>(null)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [measured, setMeasured] = useState(0)
  const [active, setActive] = useState<{ index: number; y: number } | null>(null)
  /** Where a stretch that is being marked began; its other end is where the reader is. */
  const [mark, setMark] = useState<number | null>(null)
  const themeAt = useThemeReader(frame, tones)
  const version = useThemeVersion()

  const shown = useMemo(() => series.filter((one) => !hidden.has(one.id)), [series, hidden])
  const room = useSettledSize(width, height)
  const roomy = useMemo(() => ({ width: Math.floor(room.width), height: room.height }), [room.width, room.height])

  const headroom = bands?.some((band) => band.label !== '')
    ? BAND_LINE_PX * (1 + Math.max(...bandLines(bands, roomy.width / Math.max(1, categories.length))))
    : 0
  // The head takes its height from the canvas, and what it says follows from the layout: at first by what it will most
  // likely say.
  const {
    layout,
    says: { keys, axes: names },
    isKnown,
  } = useMemo(() => {
    const ruler = rulerOf(version)
    const withHead = (px: number) =>
      layoutOf({
        headroom,
        width: roomy.width,
        height: Math.max(Math.floor(roomy.height - px), 40),
        categories,
        series: shown,
        axes,
        format,
        measure: ruler.measure,
        withNames: legend === 'auto' && hidden.size === 0,
        notes,
      })
    const all = legend === 'auto' && series.length > 1 ? series.map(({ name }) => name) : []
    const likely =
      headHeight({ keys: all, axes: axes.flatMap(({ name: one }) => one ?? []) }, roomy.width, ruler) ?? measured
    const first = withHead(likely)
    const says = headOf(first, all, axes)
    const px = headHeight(says, roomy.width, ruler)
    return { layout: (px ?? measured) === likely ? first : withHead(px ?? measured), says, isKnown: px !== null }
  }, [headroom, roomy, measured, categories, series, shown, axes, format, legend, hidden, version, notes])
  const count = categories.length
  const withLegend = keys.length > 0
  const withNames = names.length > 0

  // Where its texts may wrap the head is measured. New figures under the same texts are no reason to: it costs a
  // layout.
  const headTexts = [...names, ...keys].join('\n')
  useLayoutEffect(() => {
    if (!isKnown) setMeasured(head.current?.offsetHeight ?? 0)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what makes the texts wrap, not what is read
  }, [width, headTexts, isKnown])

  const draw = useCallback((): void => {
    const host = drawing.current
    const theme = themeAt()
    if (host === null || theme === null) return
    drawOption(host, libraryOption({ categories, series: shown, layout, theme }), layout, theme)
    frame.current?.dispatchEvent(new CustomEvent(DRAWN_EVENT, { bubbles: true }))
  }, [themeAt, categories, shown, layout])

  // Drawn in the frame that shows the change, however often the chart is laid out before it.
  useLayoutEffect(() => {
    const host = drawing.current
    if (host === null || layout.width <= 0) return undefined
    drawSoon(host, draw)
    return () => drawNever(host)
  }, [draw, layout])
  useLayoutEffect(() => {
    const host = drawing.current
    return () => {
      if (host !== null) endDrawing(host)
    }
  }, [])

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
          axisNames: names,
          keys: withLegend
            ? shown.map((one) => ({ name: one.name, tone: one.tone, mark: markOf(one), period: one.period }))
            : [],
          draw: (context) => paintDrawing(host, context, PICTURE_SCALE),
        })
      },
    }),
    [themeAt, layout, names, withLegend, shown],
  )

  const tap = useTap<number>()
  const index = active === null || active.index >= count ? null : active.index
  const rows = useMemo(
    () => (index === null ? [] : tooltipRows(shown, axes, index, format)),
    [index, shown, axes, format],
  )

  const onPointerMove = useCallback(
    (event: PointerEvent<HTMLDivElement>) => {
      const box = event.currentTarget.getBoundingClientRect()
      const found = indexAt(layout, count, event.clientX - box.left, event.clientY - box.top)
      setActive(found === null ? null : { index: found, y: event.clientY - box.top })
    },
    [layout, count],
  )

  /** Ends the marking; true when there was a stretch of more than one. */
  const endMark = (): boolean => {
    if (mark === null) return false
    setMark(null)
    if (index === null || index === mark) return false
    onRange?.(Math.min(index, mark), Math.max(index, mark))
    return true
  }
  const move = (next: number) => {
    const at = Math.max(0, Math.min(count - 1, next))
    const lead = shown[0]
    const value = lead?.data[at] ?? null
    setActive({
      index: at,
      y: lead === undefined || value === null ? layout.plot.top : yOf(layout, lead.yAxisIndex ?? 0, value),
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: (index ?? -1) + 1,
      ArrowUp: (index ?? -1) + 1,
      ArrowLeft: (index ?? count) - 1,
      ArrowDown: (index ?? count) - 1,
      Home: 0,
      End: count - 1,
      PageUp: (index ?? -1) + 7,
      PageDown: (index ?? count) - 7,
    }
    const next = steps[event.key]
    if (next !== undefined) {
      event.preventDefault()
      if (onRange !== undefined) setMark(event.shiftKey ? (mark ?? index ?? next) : null)
      move(next)
    } else if (event.key === 'Escape' && active !== null) {
      event.stopPropagation()
      setActive(null)
      setMark(null)
    } else if (event.key === 'Enter' && mark !== null && mark !== index) {
      event.preventDefault()
      endMark()
    } else if ((event.key === 'Enter' || event.key === ' ') && index !== null && onPick !== undefined) {
      event.preventDefault()
      onPick(index)
    }
  }

  useGoneOnScroll(active !== null, setActive)

  const note = index === null ? null : (notes?.[index]?.text ?? notes?.[index]?.short)
  const name = index === null ? '' : [titles[index] ?? '', note].filter(Boolean).join(', ')
  const said =
    index === null ? '' : spoken(rows, name, { state: (state) => t(`ui.state.${state}`), versus: t('ui.chart.versus') })
  const x = index === null ? 0 : xOf(layout, index)
  const band = Math.max(layout.banded ? layout.pitch : 0, 1)

  return (
    <figure
      role="group"
      className={css.chart}
      aria-label={label}
      aria-describedby={summary === undefined ? undefined : `${id}-summary`}
      style={{ width, height }}
    >
      {summary !== undefined && (
        <span id={`${id}-summary`}>
          <VisuallyHidden>{summary}</VisuallyHidden>
        </span>
      )}
      <div ref={head} className={css.head}>
        {withLegend && (
          <Legend series={series} hidden={hidden} onToggle={(one) => setHidden(toggled(hidden, one, series.length))} />
        )}
        {withNames && (
          <div className={css.axisNames}>
            <span>{names[0]}</span>
            <span>{names[1]}</span>
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
        aria-valuemax={Math.max(count - 1, 0)}
        aria-valuenow={index ?? 0}
        aria-valuetext={said || t('ui.chart.hint')}
        data-pickable={onPick !== undefined || undefined}
        style={{ width: layout.width, height: layout.height }}
        onPointerMove={onPointerMove}
        onPointerLeave={(event) => {
          if (!tap.isLift(event)) {
            setActive(null)
            setMark(null)
          }
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setActive(null)
          setMark(null)
        }}
        onPointerDown={(event) => {
          const box = event.currentTarget.getBoundingClientRect()
          const under = indexAt(layout, count, event.clientX - box.left, event.clientY - box.top)
          tap.begin(event, index, under)
          onPointerMove(event)
          if (onRange !== undefined && event.pointerType === 'mouse' && event.button === 0) setMark(under)
        }}
        onClick={() => {
          if (!endMark() && index !== null && tap.picks()) onPick?.(index)
        }}
      >
        {bands !== undefined && <Bands bands={bands} layout={layout} />}
        {mark !== null && index !== null && mark !== index && (
          <div
            className={css.band}
            style={{
              ...bandStyle(edgesOf(layout, Math.min(mark, index), Math.max(mark, index))),
              top: layout.plot.top,
              height: layout.plot.bottom - layout.plot.top,
            }}
          />
        )}
        {index !== null && (
          <>
            <div
              className={layout.banded ? css.band : css.line}
              style={{
                left: x - band / 2,
                width: band,
                top: layout.plot.top,
                height: layout.plot.bottom - layout.plot.top,
              }}
            />
            {shown
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
        )}
        <div ref={drawing} className={css.canvas} data-drawing aria-hidden="true" />
        {rules !== undefined && <Rules rules={rules} series={shown} layout={layout} />}
        {index !== null && active !== null && (
          <ChartTooltip
            title={titles[index] ?? ''}
            referenceTitle={reference?.[index] ?? periods?.reference}
            rows={rows}
            reason={reasons?.[index]}
            note={notes?.[index]?.text}
            x={x}
            y={active.y}
            gap={(layout.banded ? band / 2 : 0) + 10}
          />
        )}
      </div>
    </figure>
  )
}

const bandStyle = ({ x, width }: { x: number; width: number }) => ({ left: x, width })
/** What stands over the drawing: keys unless the lines are named at their ends, and what the axes count. */
function headOf(layout: Layout, all: readonly string[], axes: readonly ValueAxis[]): Head {
  const names = layout.axes.map(({ unit }, index) => axisName(axes[index]?.name, unit))
  return { keys: layout.endLabels.size === 0 ? all : [], axes: names.some((name) => name !== '') ? names : [] }
}

const axisName = (label: string | undefined, unit: string) => [label, unit].filter(Boolean).join(', ')

/** One series is always left to see. */
function toggled(hidden: ReadonlySet<string>, id: string, count: number): ReadonlySet<string> {
  const next = new Set(hidden)
  if (!next.delete(id)) next.add(id)
  return next.size >= count ? hidden : next
}
