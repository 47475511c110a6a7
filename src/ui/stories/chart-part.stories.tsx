/** The part that draws any option and reads its items one by one, with its hard cases. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { Component, type ReactNode } from 'react'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { HeatmapChart, ScatterChart } from 'echarts/charts'
import { VisualMapComponent } from 'echarts/components'
import { getInstanceByDom } from 'echarts/core'
import wideFile from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?url'
import { type ChartProps, Chart } from '../chart/chart.tsx'
import type { ChartOption } from '../chart/drawing.ts'
import { register } from '../chart/library.ts'
import { CartesianChart, type CartesianOption, type ChartSeries, DonutChart, SparkLine } from '../index.ts'

register([ScatterChart, HeatmapChart, VisualMapComponent])

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
    // The ring is around the words of the chart, which begin at its edge.
    await expect(getComputedStyle(slider(canvasElement)).outlineOffset).toBe('1px')
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
/** A name is text with any content: it creates no element. */
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

/** As the frame of a widget does: what is thrown inside stays inside, and is said. */
class Kept extends Component<{ children: ReactNode }, { said: string | null }> {
  override state = { said: null }

  static getDerivedStateFromError(cause: unknown) {
    return { said: cause instanceof Error ? cause.message : String(cause) }
  }

  override render() {
    return this.state.said === null ? this.props.children : <p role="alert">{this.state.said}</p>
  }
}

const LAZY = {
  xAxis: {},
  yAxis: {},
  series: [{ type: 'scatter', data: () => [[1, 1]] }],
} as unknown as ChartOption
const WITHOUT_AXIS = { series: [{ type: 'scatter', data: [[1, 1]] }] } as unknown as ChartOption
const bars = (label: string, ids: readonly string[]) => (
  <CartesianChart
    label={label}
    width={520}
    height={160}
    option={{
      xAxis: { data: ['11/11', '12/11'] },
      yAxis: [{ format: 'count' }],
      series: ids.map((id) => ({ id, name: id, type: 'bar' as const, tone: 0, data: [11, 111] })),
    }}
  />
)

/** No type lets it through; an option may come from a text or from code without types. */
const lazy = (() => [1, 2]) as unknown as never
const lazyBars = (data: ChartSeries['data']): CartesianOption => ({
  xAxis: { data: ['11/11', '12/11'] },
  yAxis: [{ format: 'count' }],
  series: [{ id: 'a', name: 'a', type: 'bar', tone: 0, data }],
})
const WITH_FUNCTION = lazyBars(lazy)
const WITH_FUNCTION_INSIDE = lazyBars([1, lazy])

/** What the library cannot draw reaches the frame around it, as any error of a view does; others are drawn. */
export const CannotBeDrawn: StoryObj = {
  render: () => (
    <>
      <Kept>
        <Chart
          label="Sin ejes"
          width={520}
          height={160}
          draw={() => ({ option: () => WITHOUT_AXIS })}
          textOf={() => ({ title: '', rows: [] })}
        />
      </Kept>
      <Kept>{bars('Dos veces', ['a', 'a'])}</Kept>
      <Kept>
        <Chart
          label="Función"
          width={520}
          height={160}
          draw={() => ({ option: () => LAZY })}
          textOf={() => ({ title: '', rows: [] })}
        />
      </Kept>
      {[WITH_FUNCTION, WITH_FUNCTION_INSIDE].map((option, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- they stand in an order
        <Kept key={at}>
          <CartesianChart label="Función" width={520} height={160} option={option} />
        </Kept>
      ))}
      <Kept>
        <DonutChart label="Función" width={520} height={160} format="count" slices={lazy} />
      </Kept>
      <Kept>
        <SparkLine label="Función" values={lazy} />
      </Kept>
      <Kept>{bars('Entero', ['a', 'b'])}</Kept>
    </>
  ),
  play: async ({ canvasElement }) => {
    const said = await within(canvasElement).findAllByRole('alert')
    await expect(said.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('xAxis "0" not found'),
      expect.stringContaining('id duplicates: a'),
      'series[0].data is a function; expected a list.',
      'series[0].data is a function; expected a list.',
      'series[0].data[1] is a function; expected a number or null.',
      'slices is a function; expected a list.',
      'values is a function; expected a list.',
    ])
    await waitFor(() => expect(canvasElement.querySelectorAll('[data-drawing] canvas')).toHaveLength(1))
  },
}

const inkOn = (canvas: HTMLCanvasElement): number => {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  return data.reduce((sum, value, at) => sum + (at % 4 === 3 && value > 0 ? 1 : 0), 0)
}

const lose = (canvas: HTMLCanvasElement) => {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  context.save()
  context.resetTransform()
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.restore()
  canvas.dispatchEvent(new Event('contextlost', { cancelable: true }))
}

const SHADES = {
  grid: { left: 40, right: 10, top: 10, bottom: 30 },
  xAxis: { type: 'category', data: ['L', 'M'] },
  yAxis: { type: 'category', data: ['10', '11'] },
  visualMap: { show: false, min: 0, max: 4 },
  series: [
    {
      type: 'heatmap',
      progressive: 2,
      data: [
        [0, 0, 1],
        [0, 1, 2],
        [1, 0, 3],
        [1, 1, 4],
      ],
    },
    { type: 'scatter', symbolSize: 8, data: [['L', '10']] },
  ],
} as unknown as ChartOption

/** A picture that the browser took away comes back with its context, on every layer of it. */
export const ContextComesBack: StoryObj = {
  render: () => (
    <Chart
      label="Capas"
      width={520}
      height={200}
      draw={() => ({ option: () => SHADES })}
      textOf={() => ({ title: '', rows: [] })}
    />
  ),
  play: async ({ canvasElement }) => {
    const layers = () => [...canvasElement.querySelectorAll<HTMLCanvasElement>('[data-drawing] canvas')]
    await waitFor(() => expect(layers().length).toBeGreaterThan(1))
    await waitFor(() => expect(layers().every((one) => inkOn(one) > 0)).toBe(true))
    const before = layers().map(inkOn)
    layers().forEach(lose)
    await expect(layers().map(inkOn)).toEqual(before.map(() => 0))
    for (const one of layers()) one.dispatchEvent(new Event('contextrestored'))
    await waitFor(() => expect(layers().map(inkOn)).toEqual(before))
  },
}

/** One that does not come back is said by the frame, which offers to try again. */
export const ContextStaysAway: StoryObj = {
  render: () => <Kept>{bars('Perdido', ['a'])}</Kept>,
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(painted(canvasElement)).not.toBeNull())
    lose(painted(canvasElement) as HTMLCanvasElement)
    await expect(await within(canvasElement).findByRole('alert')).toHaveTextContent('took the canvas')
  },
}

/** The page's figures are as wide as each other, those of a canvas outside of it are not: places follow from widths. */
export const DrawnAsMeasured: StoryObj = {
  render: () => (
    <>
      {bars('Días', ['a'])}
      <DonutChart
        label="Partes"
        width={420}
        height={160}
        format="count"
        slices={[{ id: 'a', label: 'A', value: 11, tone: 0 }]}
      />
    </>
  ),
  play: async ({ canvasElement }) => {
    const canvases = () => [...canvasElement.querySelectorAll<HTMLCanvasElement>('[data-drawing] canvas')]
    await waitFor(() => expect(canvases()).toHaveLength(2))
    const widthOn = (canvas: HTMLCanvasElement) => {
      const context = canvas.getContext('2d') as CanvasRenderingContext2D
      context.save()
      context.font = `420 12px ${getComputedStyle(document.body).fontFamily}`
      const { width } = context.measureText('11/11')
      context.restore()
      return width
    }
    const measured = widthOn(document.createElement('canvas'))
    await expect(canvases().map(widthOn)).toEqual([measured, measured])
  },
}

/** Letters that no other story writes. */
const RARE = '\u1E92\u1E94\u1E92\u1E94'

/** Texts as the library measures them, and as they are painted. */
function widthsOf(root: HTMLElement, words: string) {
  const instance = getInstanceByDom(root.querySelector('[data-drawing]') as HTMLElement)
  const context = painted(root)?.ownerDocument.createElement('canvas').getContext('2d')
  const texts = instance?.getZr().storage.getDisplayList(true) ?? []
  return texts.flatMap((text) => {
    const { text: said, font } = text.style as { text?: string; font?: string }
    if (said !== words || !context) return []
    context.font = font ?? ''
    return [{ laid: text.getBoundingRect().width, painted: context.measureText(words).width }]
  })
}

/** A file of the page's font that comes after the first drawing: its texts are measured again, by the same instance. */
export const FontComesLate: StoryObj = {
  ...chart([[50, 50]], {}, RARE),
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(widthsOf(canvasElement, RARE)).toHaveLength(1))
    const host = canvasElement.querySelector('[data-drawing]') as HTMLElement
    const [before, instance] = [widthsOf(canvasElement, RARE)[0], getInstanceByDom(host)]
    const wide = { unicodeRange: 'U+1E92, U+1E94', weight: '100 900', sizeAdjust: '250%' }
    const face = new FontFace('Inter Variable', `url(${wideFile})`, wide as FontFaceDescriptors)
    document.fonts.add(face)
    try {
      await face.load()
      await waitFor(async () => {
        const [{ laid, painted: now } = { laid: 0, painted: 0 }] = widthsOf(canvasElement, RARE)
        await expect(now).toBeGreaterThan(1.5 * (before?.painted ?? Infinity))
        await expect(laid).toBe(now)
      })
      await expect(getInstanceByDom(host)).toBe(instance)
    } finally {
      document.fonts.delete(face)
      document.fonts.dispatchEvent(new FontFaceSetLoadEvent('loadingdone'))
    }
  },
}
