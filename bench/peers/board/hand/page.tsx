/**
 * A page as a careful developer would put it together by hand: React 19, react-grid-layout 2, ECharts 6 with only the
 * parts used.
 */
import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { type ECharts, init, use as register } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import ReactGridLayout, { useContainerWidth } from 'react-grid-layout'
import 'react-grid-layout/css/styles.css'
import {
  type BoardNumbers,
  DAY_MS,
  FIRST_DAY_MS,
  HOURS,
  numbersOf,
  PLACES,
  STACKS,
  TABLE_COLUMNS,
} from '../../../board/panels.ts'
import './page.css'

register([BarChart, LineChart, PieChart, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer])
const number = new Intl.NumberFormat('en')
const DAYS = Array.from({ length: 365 }, (_, day) => new Date(FIRST_DAY_MS + day * DAY_MS).toISOString().slice(0, 10))
const GRID = { left: 48, right: 12, top: 28, bottom: 24 }

function Chart({ option }: { option: object }) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts | null>(null)
  useLayoutEffect(() => {
    const made = init(place.current, null, { renderer: 'canvas' })
    chart.current = made
    return () => made.dispose()
  }, [])
  useEffect(() => {
    chart.current?.setOption(option, { notMerge: true, lazyUpdate: true })
  }, [option])
  return <div ref={place} className="chart" />
}

const Series = memo(function Series({ numbers, n }: { numbers: BoardNumbers; n: number }) {
  const option = useMemo(() => {
    const { comparing, reference } = numbers.series[n]!
    return {
      animation: false,
      grid: GRID,
      legend: { top: 2 },
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'category', data: DAYS },
      yAxis: { type: 'value' },
      series: [
        ['This year', comparing],
        ['Last year', reference],
      ].map(([name, data]) => ({ type: 'line', name, data, showSymbol: false })),
    }
  }, [numbers, n])
  return <Chart option={option} />
})

const Bars = memo(function Bars({ numbers, n }: { numbers: BoardNumbers; n: number }) {
  const option = useMemo(
    () => ({
      animation: false,
      grid: GRID,
      legend: { top: 2 },
      tooltip: { trigger: 'axis' },
      yAxis: { type: 'value' },
      xAxis: { type: 'category', data: Array.from({ length: HOURS }, (_, hour) => `${hour}:00`) },
      series: numbers.bars[n]!.stacks.map((data, stack) => ({ type: 'bar', stack: 'all', name: STACKS[stack], data })),
    }),
    [numbers, n],
  )
  return <Chart option={option} />
})

const Donut = memo(function Donut({ numbers }: { numbers: BoardNumbers }) {
  const option = useMemo(
    () => ({
      animation: false,
      legend: { top: 2 },
      tooltip: {},
      series: [{ type: 'pie', radius: ['45%', '70%'], data: numbers.donut }],
    }),
    [numbers],
  )
  return <Chart option={option} />
})

const Kpi = memo(function Kpi({ numbers, n }: { numbers: BoardNumbers; n: number }) {
  const { name, value, before } = numbers.kpis[n]!
  return (
    <div className="value">
      {name} {number.format(value)} <small>{number.format(value - before)}</small>
    </div>
  )
})

const Table = memo(function Table({ numbers }: { numbers: BoardNumbers }) {
  const [first, setFirst] = useState(0)
  return (
    <div className="rows" onScroll={(event) => setFirst(Math.floor(event.currentTarget.scrollTop / 24))}>
      <div className="row">
        <b>Store</b>
        {TABLE_COLUMNS.map((name) => (
          <b key={name}>{name}</b>
        ))}
      </div>
      <div style={{ height: (numbers.table.length + 1) * 24, position: 'relative' }}>
        {numbers.table.slice(first, first + 14).map(({ store, values }, n) => (
          <div className="row" key={store} style={{ top: (first + n + 1) * 24 }}>
            <span>{store}</span>
            {values.map((value, column) => (
              <span key={column}>{number.format(value)}</span>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
})

function Panel({ id, numbers }: { id: string; numbers: BoardNumbers }) {
  const n = Number(/\d$/.exec(id)?.[0] ?? 0)
  if (id.startsWith('kpi')) return <Kpi numbers={numbers} n={n} />
  if (id.startsWith('series')) return <Series numbers={numbers} n={n} />
  if (id.startsWith('bars')) return <Bars numbers={numbers} n={n} />
  if (id === 'donut') return <Donut numbers={numbers} />
  return <Table numbers={numbers} />
}

const LAYOUT = PLACES.map(({ id, ...place }) => ({ i: id, ...place }))

function Board() {
  const { width, containerRef, mounted } = useContainerWidth()
  const [filter, setFilter] = useState(0)
  useEffect(() => {
    window.boardChange = setFilter
  }, [])
  const numbers = numbersOf(filter)
  return (
    <div ref={containerRef}>
      {mounted && (
        <ReactGridLayout width={width} layout={LAYOUT} gridConfig={{ cols: 12, rowHeight: 30, margin: [8, 8] }}>
          {PLACES.map(({ id }) => (
            <div key={id}>
              <section>
                <h2>{id}</h2>
                <div className="body">
                  <Panel id={id} numbers={numbers} />
                </div>
              </section>
            </div>
          ))}
        </ReactGridLayout>
      )}
    </div>
  )
}

createRoot(document.getElementById('app')!).render(<Board />)
