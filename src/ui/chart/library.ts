/**
 * ECharts, and of it only what charts here are made of: each kind is registered by the file that draws with it, and
 * what every chart needs is registered here. The only file that makes instances.
 */
import { init, setPlatformAPI, use as register } from 'echarts/core'
import type { ECharts } from 'echarts/core'
import { GridComponent } from 'echarts/components'
import { CanvasRenderer } from 'echarts/renderers'

register([GridComponent, CanvasRenderer])

/** The library takes the width of this character for the height of a line. */
const LINE_HEIGHT_SAMPLE = '国'
const EM_PX = /(\d+(?:\.\d+)?)px/
let ruler: CanvasRenderingContext2D | null = null
let rulerFont = ''

/**
 * Widths as the browser gives them. The sample is as wide as the font is high, as fonts that have it say: no font of
 * this page has it, and a stand-in of the system costs 5 to 10 ms to find and has another width on each machine.
 */
function measureText(text: string, font = '12px sans-serif'): { width: number } {
  if (text === LINE_HEIGHT_SAMPLE) return { width: Number(EM_PX.exec(font)?.[1] ?? 12) }
  // Where nothing is painted, as in a test of an option, half the height of a line is near enough.
  if (typeof document !== 'undefined') ruler ??= document.createElement('canvas').getContext('2d')
  if (ruler === null) return { width: (text.length * measureText(LINE_HEIGHT_SAMPLE, font).width) / 2 }
  // A context says its font in words of its own.
  if (rulerFont !== font) ruler.font = rulerFont = font
  return ruler.measureText(text)
}

setPlatformAPI({ measureText })

export { register }
export type { ECharts }

/** Canvas on the screen; on paper shapes, which are sharp at any size (`paper.ts`). */
export type Renderer = 'canvas' | 'svg'

export function instanceOn(
  host: HTMLElement,
  theme: object,
  { renderer, width, height }: { renderer: Renderer; width: number; height: number },
): ECharts {
  return init(host, theme, { renderer, width, height, devicePixelRatio })
}
