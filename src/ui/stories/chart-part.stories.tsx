/** The part that draws any option and reads its items one by one, with what it must stand. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { ScatterChart } from 'echarts/charts'
import { type ChartProps, Chart } from '../chart/chart.tsx'
import type { ChartOption } from '../chart/drawing.ts'
import { register } from '../chart/library.ts'

register([ScatterChart])

type Point = readonly [number, number]

const optionOf = (points: readonly Point[], label?: string) =>
  ({
    grid: { left: 40, right: 10, top: 10, bottom: 30 },
    xAxis: { type: 'value', min: 0, max: 100 },
    yAxis: { type: 'value', min: 0, max: 100 },
    series: [
      {
        type: 'scatter',
        symbolSize: 10,
        data: points.map((value) => ({
          value,
          ...(label !== undefined && { label: { show: true, position: 'top', formatter: () => label } }),
        })),
      },
    ],
  }) as unknown as ChartOption

const chart = (points: readonly Point[], more: Partial<ChartProps> = {}, label?: string): StoryObj => ({
  render: () => (
    <Chart
      label="Puntos"
      width={520}
      height={260}
      draw={() => ({ option: () => optionOf(points, label) })}
      textOf={(spot) => ({ title: label ?? `Punto ${spot + 1}`, rows: [] })}
      {...more}
    />
  ),
})

export default { title: 'Charts/part' } satisfies Meta

const painted = (root: HTMLElement) => root.querySelector('[data-drawing] canvas')
const slider = (root: HTMLElement) => within(root).getByRole('slider')
/** Items are asked for when a reader comes to it: until they are drawn, again. */
const begin = (root: HTMLElement, last: string) =>
  waitFor(
    async () => {
      slider(root).blur()
      slider(root).focus()
      await expect(slider(root)).toHaveAttribute('aria-valuemax', last)
    },
    { timeout: 10_000 },
  )

/** Items are asked of the library: the arrows go from one to the next, and its text is said. */
export const ReadByKeys: StoryObj = {
  ...chart([
    [10, 50],
    [50, 50],
    [90, 50],
  ]),
  play: async ({ canvasElement }) => {
    await begin(canvasElement, '2')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect(slider(canvasElement)).toHaveAttribute('aria-valuetext', expect.stringContaining('Punto 2'))
    await userEvent.keyboard('{End}')
    await expect(slider(canvasElement)).toHaveAttribute('aria-valuetext', expect.stringContaining('Punto 3'))
  },
}

/** What is marked as read lies in the chart. */
const marked = (root: HTMLElement) =>
  [...root.querySelectorAll<HTMLElement>('[data-spot]')].map(({ style }) => style.left)

/** What is no number keeps its place in the list and is said, is not drawn and not marked, and stops nothing. */
export const NoNumbers: StoryObj = {
  ...chart([
    [10, Number.NaN],
    [Number.POSITIVE_INFINITY, 50],
    [90, 50],
  ]),
  play: async ({ canvasElement }) => {
    await begin(canvasElement, '2')
    await userEvent.keyboard('{Home}')
    await expect(slider(canvasElement)).toHaveAttribute('aria-valuetext', expect.stringContaining('Punto 1'))
    await expect(marked(canvasElement)).toEqual([])
    await userEvent.keyboard('{End}')
    await expect(slider(canvasElement)).toHaveAttribute('aria-valuetext', expect.stringContaining('Punto 3'))
    await expect(marked(canvasElement)).toEqual([expect.stringMatching(/^\d+/)])
  },
}

/** Ten thousand points are drawn, and the last of them can be read. */
export const TenThousand: StoryObj = {
  ...chart(Array.from({ length: 10_000 }, (_, at): Point => [(at * 37) % 101, (at * 53) % 97])),
  play: async ({ canvasElement }) => {
    await begin(canvasElement, '9999')
    await userEvent.keyboard('{End}')
    await expect(slider(canvasElement)).toHaveAttribute('aria-valuetext', expect.stringContaining('Punto 10000'))
    await expect(marked(canvasElement)).toEqual([expect.stringMatching(/^\d+/)])
  },
}

const MARKUP = '<img src=x onerror="alert(1)"> {b} <b>gordo</b>'
/** A name is words, whatever stands in it: no element comes of it. */
export const MarkupInNames: StoryObj = {
  ...chart([[50, 50]], {}, MARKUP),
  play: async ({ canvasElement }) => {
    await begin(canvasElement, '0')
    await waitFor(() => expect(painted(canvasElement)).not.toBeNull())
    await userEvent.keyboard('{Home}')
    await expect(slider(canvasElement)).toHaveAttribute('aria-valuetext', expect.stringContaining(MARKUP))
    await expect(within(canvasElement).getByText(MARKUP)).toBeVisible()
    await expect(canvasElement.querySelector('img, b')).toBeNull()
  },
}

/** Without room nothing is drawn, and nothing breaks. */
export const NoRoom: StoryObj = {
  ...chart([[50, 50]], { width: 0, height: 0 }),
  play: async ({ canvasElement }) => {
    await new Promise((done) => {
      requestAnimationFrame(() => requestAnimationFrame(done))
    })
    await expect(painted(canvasElement)).toBeNull()
  },
}
