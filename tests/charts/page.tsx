/** Opens forty charts of four kinds and closes them again, as often as it is asked. */
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { ScatterChart } from 'echarts/charts'
import { CartesianChart, DonutChart, DRAWN_EVENT, UiProvider } from '#ui'
import { Chart } from '#ui/chart/chart.tsx'
import type { ChartOption } from '#ui/chart/drawing.ts'
import { Drawing } from '#ui/chart/drawing-part.tsx'
import { register } from '#ui/chart/library.ts'

register([ScatterChart])

const CHARTS = 40
const SIZE = { width: 300, height: 160 }
const days = Array.from({ length: 31 }, (_, at) => `${at + 1}/11`)

function Bars({ at }: { at: number }) {
  const series = (['bar', 'line'] as const).map((type, tone) => ({
    id: type,
    name: type,
    type,
    tone,
    data: days.map((_, day) => (day === 7 ? null : (at + 1) * (day % 7) + 10 * tone)),
  }))
  return (
    <CartesianChart
      label={`Days ${at}`}
      {...SIZE}
      option={{ xAxis: { data: days }, yAxis: [{ format: 'count' }], series }}
    />
  )
}

const cloud = (at: number) => ({
  option: () =>
    ({
      grid: { left: 30, right: 10, top: 10, bottom: 30 },
      xAxis: { type: 'value' },
      yAxis: { type: 'value' },
      series: [{ type: 'scatter', data: days.map((_, day) => [day, (day * (at + 3)) % 17]) }],
    }) as unknown as ChartOption,
})

function One({ at }: { at: number }) {
  if (at % 4 === 0)
    return (
      <Chart label={`Cloud ${at}`} {...SIZE} draw={() => cloud(at)} textOf={() => ({ title: `${at}`, rows: [] })} />
    )
  if (at % 4 === 1)
    return (
      <DonutChart
        label={`Parts ${at}`}
        {...SIZE}
        format="count"
        slices={[1, 2, 3].map((tone) => ({ id: `${tone}`, label: `Part ${tone}`, value: tone * (at + 1), tone }))}
      />
    )
  if (at % 4 === 2)
    return (
      <div style={{ ...SIZE, display: 'grid' }}>
        <Drawing draw={cloud(at).option} />
      </div>
    )
  return <Bars at={at} />
}

const host = document.querySelector('#root') as HTMLElement
const root = createRoot(host)
const frame = () => new Promise((done) => requestAnimationFrame(done))
const show = (charts: number) =>
  flushSync(() =>
    root.render(
      <UiProvider t={(key) => key} locale="en">
        {Array.from({ length: charts }, (_, at) => (
          <One key={at} at={at} />
        ))}
      </UiProvider>,
    ),
  )

/** True when all of them were drawn, each time, and none of them is left on the page. */
async function openAndClose(times: number): Promise<boolean> {
  let isWhole = true
  for (let round = 0; round < times; round++) {
    const drawn = new Set<EventTarget | null>()
    const note = ({ target }: Event) => drawn.add(target)
    host.addEventListener(DRAWN_EVENT, note)
    show(CHARTS)
    // oxlint-disable-next-line no-await-in-loop -- one after the other is what is asked
    for (let frames = 0; drawn.size < CHARTS && frames < 120; frames++) await frame()
    host.removeEventListener(DRAWN_EVENT, note)
    isWhole &&= drawn.size === CHARTS && host.querySelectorAll('canvas').length === CHARTS
    show(0)
    // oxlint-disable-next-line no-await-in-loop -- as above
    await frame()
    isWhole &&= host.querySelector('canvas') === null
  }
  return isWhole
}

Object.assign(globalThis, { openAndClose, show })
