/**
 * The chart library, as a chunk of its own: bars, lines and a grid on a canvas, nothing else. Tooltip, legend, axis pointer,
 * titles, names at line ends and gap marks are elements of the page: they follow the keyboard, need no inline style, do not
 * repaint the canvas, and leave a quarter of the library out.
 */
import { BarChart, LineChart } from 'echarts/charts'
import { GridSimpleComponent } from 'echarts/components'
import { type EChartsInitOpts, type EChartsType, init, use as register } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

let isRegistered = false

/** A chart on an element. Registers its parts at the first call and not on import, so that no bundler may shake them off. */
export function start(element: HTMLElement, options: EChartsInitOpts): EChartsType {
  if (!isRegistered) register([BarChart, LineChart, GridSimpleComponent, CanvasRenderer])
  isRegistered = true
  return init(element, null, { ...options, renderer: 'canvas' })
}

export type { EChartsType }
