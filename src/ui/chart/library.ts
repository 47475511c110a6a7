/**
 * ECharts, and of it only what charts here are made of: each kind is registered by the file that draws with it, and
 * what every chart needs is registered here. The only file that makes instances.
 */
import { init, use as register } from 'echarts/core'
import type { ECharts } from 'echarts/core'
import { GridComponent } from 'echarts/components'
import { CanvasRenderer } from 'echarts/renderers'

register([GridComponent, CanvasRenderer])

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
