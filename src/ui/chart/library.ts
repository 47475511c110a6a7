/**
 * ECharts, and of it only what charts here are made of: each kind is registered by the file that draws with it, and
 * what every chart needs is registered here. The only file that makes instances.
 */
import { init, setPlatformAPI, use as register } from 'echarts/core'
import type { ECharts } from 'echarts/core'
import { GridSimpleComponent } from 'echarts/components'
import { CanvasRenderer } from 'echarts/renderers'
import { fontSizeOf, textWidth } from './measure.ts'

register([GridSimpleComponent, CanvasRenderer])

/** The library takes the width of this character for the height of a line. */
const LINE_HEIGHT_SAMPLE = '国'

/**
 * The sample is as wide as the font is high, as fonts that have it say: no font of this page has it, and a stand-in of
 * the system costs 5 to 10 ms to find and has another width on each machine.
 */
const measureText = (text: string, font = '12px sans-serif') => ({
  width: text === LINE_HEIGHT_SAMPLE ? fontSizeOf(font) : textWidth(text, font),
})

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
