/**
 * A chart as shapes and words in the order they are painted: grid, bars, ground, lines, names. Pure: knows no canvas.
 */
import { NOTE_LINE_PX } from './axis-notes.ts'
import { type Grain, grainOf } from './grain.ts'
import { type Layout, yOf } from './layout.ts'
import { barMarks, lineMarks } from './scene-marks.ts'
import type { Mark, Scene, Word } from './scene-types.ts'
import { slotOf, slotsOf, type Spans, spansOf } from './series.ts'
import type { ChartTheme } from './theme.ts'
import type { ChartSeries } from './types.ts'

export interface SceneInput {
  readonly categories: readonly string[]
  readonly series: readonly ChartSeries[]
  readonly layout: Layout
  readonly theme: ChartTheme
  /** Pixels of the canvas per pixel of the page. */
  readonly ratio: number
}

/** What was before stands behind what is now. */
const byPeriod = (a: ChartSeries, b: ChartSeries) => Number(a.period !== 'reference') - Number(b.period !== 'reference')

export function sceneOf({ categories, series, layout, theme, ratio }: SceneInput): Scene {
  const grain = grainOf(ratio)
  const spans = spansOf(series, categories.length)
  const slots = slotsOf(series)
  const behindFirst = series.toSorted(byPeriod)
  const bars = behindFirst.filter(({ mark }) => mark === 'bar')
  const lines = behindFirst.filter(({ mark }) => mark !== 'bar')
  const spansFor = (one: ChartSeries) => spans.get(one) as Spans
  return {
    width: layout.width,
    height: layout.height,
    ratio,
    font: `420 ${theme.fontSize}px ${theme.font}`,
    marks: [
      gridLines(layout, theme, grain),
      ...bars.flatMap((one) =>
        barMarks(one, spansFor(one), { layout, slots: slots.length, slot: slotOf(slots, one), grain }, theme),
      ),
      axisLine(layout, theme, grain),
      ...lines.flatMap((one) => lineMarks(one, spansFor(one), layout, theme)),
      ...noteMarks(layout, theme),
    ],
    words: wordsOf(categories, layout, theme.fontSize, grain),
    wordColour: theme.muted,
  }
}

/** Rules hang from their height, so that what stands on them touches them. */
function rules(values: readonly number[], layout: Layout, { hair, snap }: Grain): Float64Array {
  const { left, right } = layout.plot
  return Float64Array.from(
    values.flatMap((value) => {
      const y = snap(yOf(layout, 0, value))
      return [left, right - left, y, y + hair]
    }),
  )
}

const gridLines = (layout: Layout, theme: ChartTheme, grain: Grain): Mark => ({
  shape: { kind: 'boxes', boxes: rules(layout.axes[0]?.scale.ticks ?? [], layout, grain), radius: 0 },
  fill: theme.gridLine,
})

/** At zero where there is one, else at the lower end. */
function axisLine(layout: Layout, theme: ChartTheme, grain: Grain): Mark {
  const { min = 0, max = 0 } = layout.axes[0]?.scale ?? {}
  return {
    shape: { kind: 'boxes', boxes: rules([Math.max(min, Math.min(max, 0))], layout, grain), radius: 0 },
    fill: theme.axisLine,
  }
}

/** Between an axis and its names, in pixels. */
const BESIDE = 8
const BELOW = 9
/** Height of a figure or a capital, in sizes of the font. */
const FIGURE = 0.72

function wordsOf(categories: readonly string[], layout: Layout, fontSize: number, { snap }: Grain): Word[] {
  const { plot, axes, labels } = layout
  const values = axes.flatMap(({ scale, write }, axis) =>
    scale.ticks.map((tick): Word => ({
      text: write(tick),
      x: axis === 0 ? plot.left - BESIDE : plot.right + BESIDE,
      align: axis === 0 ? 'right' : 'left',
      y: snap(yOf(layout, axis, tick) + (FIGURE * fontSize) / 2),
    })),
  )
  const names = labels.map(({ index, x }): Word => ({
    text: categories[index] ?? '',
    x,
    y: snap(plot.bottom + BELOW + FIGURE * fontSize),
    align: 'center',
  }))
  const below = snap(plot.bottom + BELOW + NOTE_LINE_PX + FIGURE * fontSize)
  const notes = layout.notes.flatMap(({ text, x }): Word[] =>
    text === null ? [] : [{ text, x, y: below, align: 'center' }],
  )
  return [...values, ...names, ...notes]
}

/** A dot under each category that is special and has no room for its word. */
function noteMarks({ plot, notes }: Layout, theme: ChartTheme): Mark[] {
  const unnamed = notes.filter(({ text }) => text === null)
  if (unnamed.length === 0) return []
  const y = plot.bottom + BELOW + NOTE_LINE_PX + (FIGURE * theme.fontSize) / 2
  return [
    {
      shape: { kind: 'dots', points: Float64Array.from(unnamed.flatMap(({ x }) => [x, y])), radius: 2 },
      fill: theme.muted,
    },
  ]
}
