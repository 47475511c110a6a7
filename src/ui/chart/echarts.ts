/**
 * The chart library, as a chunk of its own: only what our charts draw with. No tooltip, legend, title or aria component:
 * those are elements of the page (they follow the keyboard, need no inline style, and do not repaint the canvas).
 */
import { BarChart, CustomChart, LineChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { init, use as register } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer } from 'echarts/renderers'

register([BarChart, LineChart, CustomChart, GridComponent, LabelLayout, CanvasRenderer])

export { init }
export type { EChartsType } from 'echarts/core'
