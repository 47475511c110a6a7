/**
 * Draws an option where it belongs, once per change: makes the instance when there is something to draw, makes another
 * when the screen is finer or the page is printed, and lets go of it with the element.
 */
import type { ComposeOption, ECharts } from 'echarts/core'
import { refuseUndrawable } from './chart-data.ts'
import { chartTheme } from './chart-theme.ts'
import { type Item, itemsOf } from './items.ts'
import { instanceOn, type Renderer } from './library.ts'
import { isReadyForPaper } from './paper.ts'
import type { ChartTheme } from './theme.ts'

/** What is drawn: plain data, made new for every change. */
export type ChartOption = ComposeOption<never>

interface Drawing {
  readonly instance: ECharts
  readonly renderer: Renderer
  readonly ratio: number
  theme: ChartTheme
  readonly stop: () => void
  onLost: (cause: Error) => void
  /** The item shown as the one that is read. */
  lit: Item['of']
}

const drawings = new WeakMap<HTMLElement, Drawing>()

const rendererNow = (): Renderer => (matchMedia('print').matches && isReadyForPaper() ? 'svg' : 'canvas')

export interface DrawnSize {
  readonly width: number
  readonly height: number
}

/**
 * Draws at once, in this frame. What cannot be drawn throws, and its instance is gone; `onLost` hears of a canvas that
 * the browser took and did not bring back.
 */
export function drawOption(
  host: HTMLElement,
  option: ChartOption,
  size: DrawnSize,
  theme: ChartTheme,
  onLost: (cause: Error) => void,
): void {
  try {
    draw(host, option, size, theme)
    const drawing = drawings.get(host)
    if (drawing !== undefined) drawing.onLost = onLost
  } catch (cause) {
    endDrawing(host)
    throw cause
  }
}

function draw(host: HTMLElement, option: ChartOption, { width, height }: DrawnSize, theme: ChartTheme): void {
  refuseUndrawable(option as { readonly series?: unknown })
  const renderer = rendererNow()
  let drawing = drawings.get(host)
  if (drawing !== undefined && (drawing.renderer !== renderer || drawing.ratio !== devicePixelRatio)) {
    endDrawing(host)
    drawing = undefined
  }
  if (drawing === undefined) {
    const instance = instanceOn(host, chartTheme(theme), { renderer, width, height })
    drawing = {
      instance,
      renderer,
      theme,
      ratio: devicePixelRatio,
      stop: watchContext(host, instance),
      onLost: () => undefined,
      lit: undefined,
    }
    drawings.set(host, drawing)
  }
  const { instance } = drawing
  if (instance.getWidth() !== width || instance.getHeight() !== height) instance.resize({ width, height, silent: true })
  if (drawing.theme !== theme) {
    drawing.theme = theme
    instance.setTheme(chartTheme(theme), { silent: true })
  }
  instance.setOption(option, { notMerge: true, silent: true })
  drawing.lit = undefined
  instance.getZr().flush()
}

/** Lets go of all that an element's chart holds. */
export function endDrawing(host: HTMLElement): void {
  const drawing = drawings.get(host)
  if (drawing === undefined) return
  drawings.delete(host)
  drawing.stop()
  drawing.instance.dispose()
}

/** A browser that takes a canvas away gives it back at once, or not at all. */
const BACK_MS = 3000

/** A graphics card that was taken away and came back has forgotten the picture, on each layer of it. */
function watchContext(host: HTMLElement, instance: ECharts): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const lost = () => {
    clearTimeout(timer)
    timer = setTimeout(
      () => drawings.get(host)?.onLost(new Error('The browser took the canvas of this chart and did not return it.')),
      BACK_MS,
    )
  }
  const again = () => {
    clearTimeout(timer)
    // Not `refresh` of the whole: it paints only layers whose items have changed.
    instance.getZr().painter.refresh({ paintAll: true })
  }
  host.addEventListener('contextlost', lost, true)
  host.addEventListener('contextrestored', again, true)
  return () => {
    clearTimeout(timer)
    host.removeEventListener('contextlost', lost, true)
    host.removeEventListener('contextrestored', again, true)
  }
}

/**
 * Paints the chart of an element again, as fine as `ratio` says, into a context whose unit is a pixel of the page.
 * False where the element has none.
 */
export function paintDrawing(host: HTMLElement, context: CanvasRenderingContext2D, ratio: number): boolean {
  const instance = drawings.get(host)?.instance
  if (instance === undefined) return false
  const canvas = instance.renderToCanvas({ pixelRatio: ratio })
  context.drawImage(canvas, 0, 0, instance.getWidth(), instance.getHeight())
  return true
}

/** The items of an element's chart, where they stand in pixels of it; none before it is drawn. */
export function itemsOn(host: HTMLElement): Item[] {
  const instance = drawings.get(host)?.instance
  return instance === undefined ? [] : itemsOf(instance)
}

/** Shows one item as the one that is read, in the library's own way; null shows none so. */
export function lightUp(host: HTMLElement, item: Item | null): void {
  const drawing = drawings.get(host)
  if (drawing === undefined) return
  if (drawing.lit !== undefined) drawing.instance.dispatchAction({ type: 'downplay', ...drawing.lit })
  drawing.lit = item?.of
  if (drawing.lit !== undefined) drawing.instance.dispatchAction({ type: 'highlight', ...drawing.lit })
}
