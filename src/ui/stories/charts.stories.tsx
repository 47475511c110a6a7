import type { Meta, StoryObj } from '@storybook/react-vite'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import {
  Card,
  CartesianChart,
  type CartesianChartProps,
  type ChartHandle,
  ChartPlace,
  type ChartSeries,
  DonutChart,
  type DonutChartProps,
  DRAWN_EVENT,
  SparkLine,
  useUi,
} from '../index.ts'
import { daily, dayNames, final } from './sample.ts'

const WORDS: Record<
  string,
  Record<'visits' | 'conversion' | 'thisWeek' | 'lastWeek' | 'title' | 'range' | 'tickets', string>
> = {
  es: {
    visits: 'Visitas',
    conversion: 'Conversión',
    thisWeek: 'Esta semana',
    lastWeek: 'Semana anterior',
    title: 'Visitas y conversión por día',
    range: 'Rango',
    tickets: 'Tickets',
  },
  en: {
    visits: 'Visits',
    conversion: 'Conversion',
    thisWeek: 'This week',
    lastWeek: 'Previous week',
    title: 'Visits and conversion by day',
    range: 'Range',
    tickets: 'Tickets',
  },
}
const wordsOf = (locale: string) => WORDS[locale] ?? (WORDS.es as NonNullable<(typeof WORDS)['es']>)

/** A chart as wide as the page allows, in a card, as a dashboard has it. */
function Framed({
  title,
  note,
  height = 280,
  children,
}: {
  title: string
  note?: string
  height?: number
  children: (size: { width: number; height: number }) => ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (box.current === null) return undefined
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return (
    <Card title={title} note={note}>
      <div ref={box} style={{ minHeight: height }}>
        {width > 0 && children({ width, height })}
      </div>
    </Card>
  )
}

type Build = (locale: string) => Omit<CartesianChartProps, 'width' | 'height' | 'label'>

function Chart({ build, title, height }: { build: Build; title: string; height?: number }) {
  const { locale } = useUi()
  return (
    <Framed title={title} height={height}>
      {(size) => <CartesianChart label={title} summary={title} {...build(locale)} {...size} />}
    </Framed>
  )
}

const meta = { title: 'Charts/Cartesian', component: CartesianChart } satisfies Meta<typeof CartesianChart>
export default meta
type Story = StoryObj<Partial<CartesianChartProps>>
const story = (title: string, build: Build, height?: number): Story => ({
  render: () => <Chart title={title} build={build} height={height} />,
})

const DAYS = 7
const both = (locale: string): ChartSeries[] => {
  const words = wordsOf(locale)
  return [
    {
      id: 'visits',
      name: `${words.visits}, ${words.thisWeek.toLowerCase()}`,
      type: 'bar',
      tone: 0,
      data: daily(DAYS, 1240, 3, 0.1),
    },
    {
      id: 'visits-r',
      name: `${words.visits}, ${words.lastWeek.toLowerCase()}`,
      type: 'bar',
      tone: 0,
      period: 'reference',
      data: daily(DAYS, 1180, 8),
    },
    {
      id: 'conv',
      name: `${words.conversion}, ${words.thisWeek.toLowerCase()}`,
      type: 'line',
      yAxisIndex: 1,
      tone: 1,
      data: [21.3, 22.1, 20.8, 23.4, 24.9, 27.2, 25.8],
    },
    {
      id: 'conv-r',
      name: `${words.conversion}, ${words.lastWeek.toLowerCase()}`,
      type: 'line',
      yAxisIndex: 1,
      tone: 1,
      period: 'reference',
      data: [20.1, 21.4, 21.2, 21.9, 23.1, 26.4, 24.2],
    },
  ]
}

export const TwoPeriodsTwoAxes: Story = story('Visitas y conversión', (locale) => ({
  option: {
    xAxis: { data: dayNames(DAYS, locale, Date.UTC(2026, 10, 9)), reference: dayNames(DAYS, locale) },
    series: both(locale),
    yAxis: [
      { format: 'count', name: wordsOf(locale).visits },
      { format: 'percent', name: wordsOf(locale).conversion },
    ],
  },
}))

export const UnfinishedEstimatedMissing: Story = story('Datos incompletos, estimados y que faltan', (locale) => ({
  option: {
    xAxis: {
      data: dayNames(DAYS, locale, Date.UTC(2026, 10, 9)),
      reference: dayNames(DAYS, locale),
      reasons: [
        null,
        null,
        'El contador de la puerta no envió nada en todo el día',
        '3 de 12 horas estimadas',
        null,
        'Aún pueden llegar tickets',
        'El día no ha terminado: 5 de 12 horas',
      ],
    },
    series: both(locale).map((one) =>
      one.period === 'reference'
        ? one
        : {
            ...one,
            data: one.data.map((value, index) =>
              index === 2 || value === null ? null : index === 6 ? (one.id === 'visits' ? 410 : value) : value,
            ),
            states: ['final', 'final', 'missing', 'estimated', 'final', 'settling', 'partial'] as const,
          },
    ),
    yAxis: [
      { format: 'count', name: wordsOf(locale).visits },
      { format: 'percent', name: wordsOf(locale).conversion },
    ],
  },
}))

export const LinesNamedAtTheirEnds: Story = story('Visitas por día', (locale) => ({
  option: {
    xAxis: {
      data: dayNames(28, locale),
      reference: dayNames(28, locale, Date.UTC(2026, 9, 5)),
      reasons: Array.from({ length: 28 }, (_, i) => (i === 12 ? 'Sin conexión de 10:00 a 22:00' : null)),
    },
    series: [
      {
        id: 'a',
        name: wordsOf(locale).thisWeek,
        type: 'line',
        tone: 0,
        data: daily(28, 1240, 5, 0.2).map((v, i) => (i === 12 ? null : i === 27 ? 1480 : v)),
        states: final(28).map((s, i) => (i === 12 ? 'missing' : i > 25 ? 'partial' : s)),
      },
      {
        id: 'b',
        name: wordsOf(locale).lastWeek,
        type: 'line',
        tone: 0,
        period: 'reference',
        data: daily(28, 1130, 11),
      },
    ],
    yAxis: [{ format: 'count', name: wordsOf(locale).visits }],
  },
}))

export const StackedHours: Story = story('Entradas por hora y duración de la visita', (locale) => ({
  option: {
    xAxis: { data: Array.from({ length: 13 }, (_, hour) => `${String(hour + 9).padStart(2, '0')}:00`) },
    series: [
      ...[0, 1, 2, 3].map((range): ChartSeries => ({
        id: `r${range}`,
        name: ['Hasta 5 min', '5–15 min', '15–30 min', 'Más de 30 min'][range] ?? '',
        type: 'bar',
        tone: [0, 4, 1, 6][range] ?? 0,
        stack: 'ins',
        data: daily(13, [180, 130, 70, 30][range] ?? 0, range + 2).map((value, index) =>
          Math.round(value * Math.sin((index + 1.5) / 4.6)),
        ),
      })),
      {
        id: 't',
        name: wordsOf(locale).tickets,
        type: 'line',
        yAxisIndex: 1,
        tone: 2,
        data: daily(13, 44, 9).map((value, index) => Math.round(value * Math.sin((index + 1.5) / 4.6))),
      },
    ],
    yAxis: [
      { format: 'count', name: 'Entradas' },
      { format: 'count', name: wordsOf(locale).tickets },
    ],
  },
}))

export const SevenTonesAndOthers: Story = story('Siete colores y otros', (locale) => ({
  option: {
    xAxis: { data: dayNames(5, locale) },
    series: Array.from({ length: 8 }, (_, tone): ChartSeries => ({
      id: String(tone),
      name: tone === 7 ? 'Otros' : `Tienda ${tone + 1}`,
      type: 'bar',
      tone: tone === 7 ? -1 : tone,
      data: daily(5, 220 + tone * 30, tone + 1),
    })),
    yAxis: [{ format: 'count', name: wordsOf(locale).visits }],
  },
}))

export const AYearOfDays: Story = story('Un año', (locale) => ({
  option: {
    xAxis: {
      data: Array.from({ length: 365 }, (_, day) =>
        new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
          Date.UTC(2025, 10, 20) + day * 86_400_000,
        ),
      ),
    },
    series: [
      { id: 'a', name: '2026', type: 'line', areaStyle: {}, tone: 0, data: daily(365, 900, 4, 0.4) },
      { id: 'b', name: '2025', type: 'line', tone: 0, period: 'reference', data: daily(365, 880, 14, 0.2) },
    ],
    yAxis: [{ format: 'count', name: wordsOf(locale).visits }],
  },
}))

/** Thinner than a pixel there is no room for outlines; what is below zero hangs from the axis. */
export const AYearOfBars: Story = story('Un año en barras', (locale) => ({
  option: {
    xAxis: {
      data: Array.from({ length: 365 }, (_, day) =>
        new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
          Date.UTC(2025, 10, 20) + day * 86_400_000,
        ),
      ),
    },
    series: [
      {
        id: 'a',
        name: '2026',
        type: 'bar',
        tone: 0,
        data: daily(365, 900, 4, 0.4),
        states: final(365).map((state, day) => (day > 350 ? 'partial' : state)),
      },
      { id: 'b', name: '2025', type: 'bar', tone: 0, period: 'reference', data: daily(365, 880, 14, 0.2) },
    ],
    yAxis: [{ format: 'count', name: wordsOf(locale).visits }],
  },
}))

export const BelowZero: Story = story('Cambio frente al año anterior', (locale) => ({
  option: {
    xAxis: { data: dayNames(DAYS, locale) },
    series: [
      {
        id: 'a',
        name: wordsOf(locale).visits,
        type: 'bar',
        tone: 0,
        stack: 's',
        data: [120, -80, 45, 160, -30, 210, 0],
      },
      { id: 'b', name: wordsOf(locale).tickets, type: 'bar', tone: 2, stack: 's', data: [40, -35, -20, 60, 25, 80, 1] },
      {
        id: 'c',
        name: wordsOf(locale).lastWeek,
        type: 'bar',
        tone: 0,
        period: 'reference',
        data: [90, -60, 30, 120, -45, 180, -10],
      },
    ],
    yAxis: [{ format: 'count', name: wordsOf(locale).visits }],
  },
}))

export const StackedAreas: Story = story('Entradas por duración de la visita', (locale) => ({
  option: {
    xAxis: { data: dayNames(28, locale) },
    series: [0, 1, 2].map((range): ChartSeries => ({
      id: `r${range}`,
      name: ['Hasta 5 min', '5–15 min', 'Más de 15 min'][range] ?? '',
      type: 'line',
      areaStyle: {},
      tone: [0, 4, 1][range] ?? 0,
      stack: 'ins',
      data: daily(28, [480, 330, 170][range] ?? 0, range + 2).map((value, day) => (day === 9 ? null : value)),
      states: final(28).map((state, day) => (day === 9 ? 'missing' : day > 25 ? 'partial' : state)),
    })),
    yAxis: [{ format: 'count', name: 'Entradas' }],
  },
}))

export const Durations: Story = story('Tiempo medio de visita', (locale) => ({
  option: {
    xAxis: { data: dayNames(DAYS, locale) },
    series: [{ id: 'a', name: 'Tiempo', type: 'line', tone: 3, data: [1240, 1310, 1290, 1405, 1520, 1720, 1640] }],
    yAxis: [{ format: 'duration', name: 'Tiempo de visita' }],
  },
}))

export const OneCategory: Story = story('Un solo día', (locale) => ({
  option: {
    xAxis: { data: dayNames(1, locale) },
    series: both(locale).map((one) => ({ ...one, data: one.data.slice(0, 1) })),
    yAxis: [
      { format: 'count', name: wordsOf(locale).visits },
      { format: 'percent', name: wordsOf(locale).conversion },
    ],
  },
}))

export const NothingAtAll: Story = story('Sin datos', () => ({
  option: { xAxis: { data: [] }, series: [], yAxis: [{ format: 'count' }] },
}))

export const Small: Story = story(
  'Mínimo',
  (locale) => ({
    option: {
      xAxis: { data: dayNames(DAYS, locale) },
      series: both(locale).slice(0, 2),
      yAxis: [{ format: 'count', name: wordsOf(locale).visits }],
    },
  }),
  150,
)

/** The arrow keys read every point; Escape puts the tooltip away. */
export const ByKeyboard: Story = {
  render: () => (
    <Chart
      title="Con el teclado"
      build={(locale) => ({
        option: {
          xAxis: { data: dayNames(DAYS, locale, Date.UTC(2026, 10, 9)), reference: dayNames(DAYS, locale) },
          series: both(locale),
          yAxis: [
            { format: 'count', name: wordsOf(locale).visits },
            { format: 'percent', name: wordsOf(locale).conversion },
          ],
        },
      })}
    />
  ),
  play: async ({ canvasElement }) => {
    const chart = await within(canvasElement).findByRole('slider')
    chart.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect(chart).toHaveAttribute('aria-valuenow', '1')
    await expect(chart.getAttribute('aria-valuetext')).toMatch(/^.*10.*: /)
    await userEvent.keyboard('{End}')
    await expect(chart).toHaveAttribute('aria-valuenow', '6')
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    await expect(chart).toHaveAttribute('aria-valuenow', '4')
  },
}

const picked = fn()
/** On touch the first tap reads, a second one on the same day picks it; a mouse picks at once. */
export const ByTouch: Story = {
  render: () => (
    <Chart
      title="Con el dedo"
      build={(locale) => ({
        option: {
          xAxis: { data: dayNames(DAYS, locale) },
          series: both(locale),
          yAxis: [{ format: 'count', name: wordsOf(locale).visits }],
        },
        onPick: picked,
      })}
    />
  ),
  beforeEach: () => {
    picked.mockClear()
  },
  play: async ({ canvasElement }) => {
    const chart = await within(canvasElement).findByRole('slider')
    const at = (share: number) => {
      const box = chart.getBoundingClientRect()
      return { clientX: box.left + box.width * share, clientY: box.top + box.height / 2 }
    }
    const tap = (share: number) =>
      userEvent.pointer([
        { keys: '[TouchA>]', target: chart, coords: at(share) },
        { keys: '[/TouchA]', target: chart, coords: at(share) },
      ])
    await tap(0.3)
    await expect(chart.getAttribute('aria-valuetext')).toContain(': ')
    await expect(picked).not.toHaveBeenCalled()
    await tap(0.6)
    await expect(picked).not.toHaveBeenCalled()
    await tap(0.6)
    await expect(picked).toHaveBeenCalledOnce()
    await userEvent.pointer({ keys: '[MouseLeft]', target: chart, coords: at(0.3) })
    await expect(picked).toHaveBeenCalledTimes(2)
  },
}

/** One paint per change: at the start, and for new numbers. */
export const DrawsOncePerChange: Story = {
  render: function Render() {
    const { locale } = useUi()
    const [turn, setTurn] = useState(0)
    return (
      <>
        <button type="button" onClick={() => setTurn(turn + 1)}>
          change
        </button>
        <CartesianChart
          label="draws"
          width={600}
          height={240}
          option={{
            xAxis: { data: dayNames(DAYS, locale) },
            yAxis: [{ format: 'count' }],
            series: [{ id: 'a', name: 'A', type: 'bar', tone: 0, data: daily(DAYS, 1000, turn + 1) }],
          }}
        />
      </>
    )
  },
  play: async ({ canvasElement }) => {
    let draws = 0
    canvasElement.addEventListener(DRAWN_EVENT, () => draws++)
    await waitFor(() => expect(canvasElement.querySelector('canvas')).not.toBeNull())
    await new Promise((resolve) => setTimeout(resolve, 200))
    const before = draws
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'change' }))
    await waitFor(() => expect(draws).toBe(before + 1))
    await new Promise((resolve) => setTimeout(resolve, 200))
    await expect(draws).toBe(before + 1)
  },
}

const SLICES: DonutChartProps['slices'] = [
  { id: 'a', label: 'Nuevos en la marca', value: 4720, tone: 0 },
  { id: 'b', label: 'Nuevos en la tienda', value: 811, tone: 1 },
  { id: 'c', label: 'Repiten en la tienda', value: 2034, tone: 2 },
]
const donut = (props: Partial<DonutChartProps>, height = 220): Story => ({
  render: () => (
    <Framed title="Visitas por tipo" height={height}>
      {(size) => (
        <DonutChart label="Visitas por tipo" slices={SLICES} format="count" totalLabel="visitas" {...size} {...props} />
      )}
    </Framed>
  ),
})
export const Donut: Story = donut({})
export const DonutPicks: Story = donut({ onPick: () => undefined })
export const DonutUnfinished: Story = donut({
  slices: SLICES.map((slice, index) => ({
    ...slice,
    state: index === 1 ? 'partial' : index === 2 ? 'estimated' : 'final',
  })),
})
export const DonutOneSlice: Story = donut({ slices: SLICES.slice(0, 1) })
export const DonutEmpty: Story = donut({ slices: SLICES.map((slice) => ({ ...slice, value: null })) })
export const DonutMany: Story = donut({
  slices: Array.from({ length: 8 }, (_, tone) => ({
    id: String(tone),
    label: tone === 7 ? 'Otras tiendas' : `Una tienda con un nombre largo ${tone + 1}`,
    value: 900 - tone * 90,
    tone: tone === 7 ? -1 : tone,
  })),
})
export const DonutNarrow: Story = {
  render: () => (
    <DonutChart label="Visitas por tipo" slices={SLICES} format="count" totalLabel="visitas" width={240} height={320} />
  ),
}

/** Both kinds of chart give a picture with title, names and figures, twice as fine as the screen. */
export const Pictures: Story = {
  render: function Render() {
    const bars = useRef<ChartHandle>(null)
    const ring = useRef<ChartHandle>(null)
    const [pictures, setPictures] = useState<string[]>([])
    const take = async () => {
      const blobs = await Promise.all([bars.current?.toPng('Visitas por día'), ring.current?.toPng('Visitas por tipo')])
      setPictures(blobs.flatMap((blob) => (blob === undefined ? [] : [URL.createObjectURL(blob)])))
    }
    return (
      <>
        <button type="button" onClick={() => void take()}>
          png
        </button>
        <CartesianChart
          ref={bars}
          label="bars"
          width={520}
          height={220}
          option={{
            xAxis: { data: dayNames(DAYS, 'es') },
            yAxis: [{ format: 'count', name: 'Visitas' }],
            series: both('es')
              .slice(0, 2)
              .map((one) => ({ ...one, states: final(DAYS).map((state, index) => (index === 6 ? 'partial' : state)) })),
          }}
        />
        <DonutChart
          ref={ring}
          label="ring"
          width={420}
          height={180}
          slices={SLICES}
          format="count"
          totalLabel="visitas"
        />
        {pictures.map((url) => (
          <img
            key={url}
            src={url}
            alt="Visitas, dibujadas"
            style={{ maxWidth: '100%', border: '1px solid var(--line)' }}
          />
        ))}
      </>
    )
  },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelector('canvas')).not.toBeNull())
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'png' }))
    const pictures = await within(canvasElement).findAllByRole<HTMLImageElement>('img', { name: 'Visitas, dibujadas' })
    await waitFor(() =>
      expect(pictures.map(({ naturalWidth }) => naturalWidth)).toEqual([2 * (520 + 32), 2 * (420 + 32)]),
    )
  },
}

/**
 * Closer and back: a stretch is marked with the mouse or with Shift and the arrows; keys and a wheel with Control do
 * too.
 */
export const Closer: Story = {
  render: () => (
    <Chart
      title="Un mes"
      build={(locale) => ({
        option: {
          xAxis: { data: dayNames(28, locale) },
          yAxis: [{ format: 'count', name: wordsOf(locale).visits }],
          series: [{ id: 'a', name: wordsOf(locale).visits, type: 'bar', tone: 0, data: daily(28, 1240, 3) }],
        },
      })}
    />
  ),
  play: async ({ canvasElement }) => {
    const chart = await within(canvasElement).findByRole('slider')
    const shown = () => Number(chart.getAttribute('aria-valuemax')) + 1
    const whole = () => within(canvasElement).queryByRole('button', { name: 'Ver todo' })
    await expect([shown(), whole()]).toEqual([28, null])
    chart.focus()
    await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{/Shift}{Enter}')
    await expect(shown()).toBe(3)
    await userEvent.keyboard('-')
    await expect(shown()).toBe(5)
    await userEvent.keyboard('{Escape}')
    await expect([shown(), whole()]).toEqual([28, null])

    const box = chart.getBoundingClientRect()
    const at = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, bubbles: true, cancelable: true }
    await expect(chart.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: -100 }))).toBe(true)
    await expect(shown()).toBe(28)
    await expect(chart.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: -100, ctrlKey: true }))).toBe(false)
    await waitFor(() => expect(shown()).toBe(17))
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Ver todo' }))
    await expect([shown(), whole()]).toEqual([28, null])
  },
}

/**
 * A wheel alone scrolls the page. Who turns it over a chart is told the key that zooms, for a moment, and not any more
 * after having used it.
 */
export const WheelHint: Story = {
  render: Closer.render!,
  play: async ({ canvasElement }) => {
    const chart = await within(canvasElement).findByRole('slider')
    const box = chart.getBoundingClientRect()
    const at = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, bubbles: true, cancelable: true }
    const hint = () => canvasElement.querySelector<HTMLElement>('[data-wheel-hint]')
    const turn = (more: WheelEventInit = {}) =>
      chart.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: -100, ...more }))
    // Between two turns of a wheel, so that the second is another one.
    const rested = () => new Promise((done) => setTimeout(done, 450))

    await rested()
    await expect(turn()).toBe(true)
    await waitFor(() => expect(hint()?.textContent).toBe('Usa Ctrl + rueda para acercar o alejar'))
    await expect(hint()?.getAttribute('aria-hidden')).toBe('true')
    await expect(getComputedStyle(hint()!).opacity).toBe('1')
    const words = hint()?.querySelector('span')?.getBoundingClientRect() ?? new DOMRect()
    await expect([words.left > box.left, words.right < box.right, words.top > box.top]).toEqual([true, true, true])
    await waitFor(() => expect(hint()).toBeNull())
    await expect(chart.getAttribute('aria-valuemax')).toBe('27')

    // Beside the plot there is nothing to zoom.
    await rested()
    turn({ clientX: box.left + 2, clientY: box.bottom - 2 })
    await rested()
    await expect(hint()).toBeNull()

    turn()
    await waitFor(() => expect(hint()).not.toBeNull())
    turn({ ctrlKey: true })
    await waitFor(() => expect(hint()).toBeNull())
    await waitFor(() => expect(chart.getAttribute('aria-valuemax')).toBe('16'))
    await rested()
    turn()
    await rested()
    await expect(hint()).toBeNull()
  },
}

function TwoMonths() {
  const [first, setFirst] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setFirst(first === 0 ? 28 : 0)}>
        Otro mes
      </button>
      <CartesianChart
        label="Visitas"
        width={600}
        height={180}
        option={{
          xAxis: { data: dayNames(28, 'es', Date.UTC(2026, 8, 1 + first)) },
          yAxis: [{ format: 'count' }],
          series: [{ id: 'a', name: 'Visitas', type: 'bar', tone: 0, data: daily(28, 900, 2) }],
        }}
      />
    </>
  )
}

/** Who looks closer, goes to another month and comes back sees the whole month. */
export const WholeAgain: Story = {
  render: () => <TwoMonths />,
  play: async ({ canvasElement }) => {
    const chart = await within(canvasElement).findByRole('slider')
    const shown = () => Number(chart.getAttribute('aria-valuemax')) + 1
    const other = within(canvasElement).getByRole('button', { name: 'Otro mes' })
    chart.focus()
    await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{/Shift}{Enter}')
    await expect(shown()).toBe(3)
    await userEvent.click(other)
    await expect(shown()).toBe(28)
    await userEvent.click(other)
    await expect(shown()).toBe(28)
  },
}

/** The category read in one chart is marked in all over the same axis, also where names are shorter; in no other. */
export const SharedCrosshair: Story = {
  render: () => (
    <>
      {[
        { title: 'Visitas', first: 0, length: 99 },
        { title: 'Tickets', first: 0, length: 2 },
        { title: 'Otra semana', first: 7, length: 99 },
      ].map(({ title, first, length }) => (
        <CartesianChart
          key={title}
          label={title}
          width={600}
          height={140}
          option={{
            xAxis: {
              data: dayNames(DAYS, 'es', Date.UTC(2026, 10, 2 + first)).map((name) => name.slice(0, length)),
              keys: Array.from({ length: DAYS }, (_, day) => first + day),
            },
            yAxis: [{ format: 'count' }],
            series: [{ id: 'a', name: title, type: 'bar', tone: 0, data: daily(DAYS, 900, 2) }],
          }}
        />
      ))}
    </>
  ),
  play: async ({ canvasElement }) => {
    const [visits, tickets, other] = await within(canvasElement).findAllByRole('slider')
    const crosshairs = (chart?: HTMLElement) => chart?.querySelectorAll('[data-crosshair]').length
    visits?.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await waitFor(() => expect([crosshairs(tickets), crosshairs(other)]).toEqual([1, 0]))
    visits?.blur()
    await waitFor(() => expect(crosshairs(tickets)).toBe(0))
  },
}

/** A series that was put away is away when the chart is opened again in its place, and there only. */
export const TogglesAreRemembered: Story = {
  render: function Render() {
    const [turn, setTurn] = useState(0)
    return (
      <>
        <button type="button" onClick={() => setTurn(turn + 1)}>
          again
        </button>
        {['stories/a', 'stories/b'].map((place) => (
          <ChartPlace key={`${place} ${turn}`} value={place}>
            <CartesianChart
              label={place}
              width={600}
              height={180}
              option={{
                xAxis: { data: dayNames(DAYS, 'es') },
                yAxis: [{ format: 'count', name: 'Visitas' }],
                series: both('es').slice(0, 2),
              }}
            />
          </ChartPlace>
        ))}
      </>
    )
  },
  play: async ({ canvasElement }) => {
    const pressed = () =>
      within(canvasElement)
        .getAllByRole('button', { name: /semana anterior/ })
        .map((one) => one.getAttribute('aria-pressed'))
    const first = () => within(canvasElement).getAllByRole('button', { name: /semana anterior/ })[0] as HTMLElement
    await userEvent.click(first())
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'again' }))
    await expect(pressed()).toEqual(['false', 'true'])
    await userEvent.click(first())
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'again' }))
    await expect(pressed()).toEqual(['true', 'true'])
  },
}

const MANY = 100_000
/** More points than pixels: each pixel keeps its lowest and highest. */
export const AHundredThousandPoints: Story = story('Cien mil minutos', () => ({
  option: {
    xAxis: { data: Array.from({ length: MANY }, (_, minute) => `${minute}`) },
    yAxis: [{ format: 'count', name: 'Visitas' }],
    series: [
      {
        id: 'a',
        name: 'Visitas',
        type: 'line',
        tone: 0,
        data: Array.from({ length: MANY }, (_, at) =>
          at > 40_000 && at < 45_000 ? null : 500 + 400 * Math.sin(at / 900) + (at % 97),
        ),
        states: Array.from({ length: MANY }, (_, at) => (at > 40_000 && at < 45_000 ? 'missing' : 'final')),
      },
    ],
  },
}))

/** Forty charts that come and go leave nothing behind: neither a canvas nor, measured by hand, memory. */
export const FortyComeAndGo: Story = {
  render: function Render() {
    const [turn, setTurn] = useState(0)
    return (
      <>
        <button type="button" onClick={() => setTurn(turn + 1)}>
          {turn % 2 === 0 ? 'open' : 'close'}
        </button>
        {turn % 2 === 1 &&
          Array.from({ length: 40 }, (_, at) => (
            <CartesianChart
              key={at}
              label={`${at}`}
              width={200}
              height={90}
              option={{
                xAxis: { data: dayNames(DAYS, 'es') },
                yAxis: [{ format: 'count' }],
                series: [
                  { id: 'a', name: 'A', type: at % 2 === 0 ? 'bar' : 'line', tone: 0, data: daily(DAYS, 900, at) },
                ],
              }}
            />
          ))}
      </>
    )
  },
  play: async ({ canvasElement }) => {
    const button = within(canvasElement).getByRole('button')
    const canvases = () => canvasElement.querySelectorAll('canvas').length
    for (let turn = 0; turn < 3; turn++) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is what is looked at
      await userEvent.click(button)
      // oxlint-disable-next-line no-await-in-loop
      await waitFor(() => expect(canvases()).toBe(40), { timeout: 5000 })
      // oxlint-disable-next-line no-await-in-loop
      await userEvent.click(button)
      // oxlint-disable-next-line no-await-in-loop
      await expect(canvases()).toBe(0)
    }
  },
}

const onRange = fn()

/** Named stretches and thresholds; a stretch is marked with Shift and the arrows. */
export const Annotated: Story = {
  render: () => (
    <Framed title="Visitas y campañas">
      {(size) => (
        <CartesianChart
          {...size}
          label="Visitas y campañas"
          onRange={onRange}
          option={{
            xAxis: { data: dayNames(DAYS, 'es') },
            yAxis: [{ format: 'count', name: 'Visitas', include: [400] }],
            series: both('es').slice(0, 2),
            markLine: { data: [{ value: 400, label: 'Objetivo', tone: 'good' }] },
            markArea: {
              data: [
                { id: 'a', from: 1, to: 3, label: 'Rebajas' },
                { id: 'b', from: 2, to: 2, label: 'Fiesta local' },
              ],
            },
          }}
        />
      )}
    </Framed>
  ),
  play: async ({ canvasElement }) => {
    onRange.mockClear()
    const slider = await within(canvasElement).findByRole('slider')
    await expect(within(canvasElement).getByText('Objetivo')).toBeVisible()
    slider.focus()
    await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{/Shift}{Enter}')
    await expect(onRange).toHaveBeenCalledWith(0, 2)
  },
}

/** Holidays and closed days are under their names on the axis, and say the rest in the tooltip. */
export const Holidays: Story = {
  render: () => (
    <Framed title="Visitas y festivos">
      {(size) => (
        <CartesianChart
          {...size}
          label="Visitas y festivos"
          option={{
            xAxis: {
              data: dayNames(DAYS, 'es'),
              notes: Array.from(
                { length: DAYS },
                (_, at) =>
                  [
                    null,
                    { short: 'Fiesta local', text: 'Fiesta local: 3 de 14 tiendas cerradas.' },
                    { short: null, text: 'Referencia, Almudena: cerrado.' },
                    { short: 'Cerrado', text: null },
                  ][at] ?? null,
              ),
            },
            yAxis: [{ format: 'count', name: 'Visitas' }],
            series: both('es').slice(0, 2),
          }}
        />
      )}
    </Framed>
  ),
  play: async ({ canvasElement }) => {
    const slider = await within(canvasElement).findByRole('slider')
    slider.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect(within(canvasElement).getByText('Fiesta local: 3 de 14 tiendas cerradas.')).toBeVisible()
    await expect(slider.getAttribute('aria-valuetext')).toContain('Fiesta local: 3 de 14 tiendas cerradas.')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect(within(canvasElement).queryByText(/Fiesta local/)).toBeNull()
    await expect(slider.getAttribute('aria-valuetext')).toContain('Cerrado')
  },
}

export const Sparks: Story = {
  render: () => (
    <div style={{ display: 'flex', gap: 24, flexWrap: 'wrap' }}>
      <SparkLine label="Sube" values={daily(14, 100, 1, 0.4)} />
      <SparkLine label="Con referencia" values={daily(14, 100, 1, 0.4)} reference={daily(14, 90, 5)} tone={1} />
      <SparkLine
        label="Con un hueco y un final incompleto"
        values={daily(14, 100, 3).map((v, i) => (i === 6 ? null : v))}
        states={final(14).map((s, i) => (i > 11 ? 'partial' : s))}
        tone={2}
        width={160}
        height={36}
      />
      <SparkLine label="Vacío" values={[]} />
    </div>
  ),
}
