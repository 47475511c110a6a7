/**
 * Compare as a careful developer would put it together by hand: the product's own calls, React 19, react-grid-layout 2,
 * ECharts 6 with only the parts used.
 */
import { BarChart, FunnelChart, LineChart, PieChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { type ECharts, init, use as register } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { Fragment, memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import ReactGridLayout, { useContainerWidth } from 'react-grid-layout'
import 'react-grid-layout/css/styles.css'
import '../hand/page.css'
import './page.css'

register([BarChart, FunnelChart, LineChart, PieChart, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer])
const number = new Intl.NumberFormat('en')
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })
const DAY_MS = 86_400_000
const GRID = { left: 48, right: 48, top: 28, bottom: 24 }

interface Frame {
  columns: { id: string }[]
  data: (number | string | null)[][]
  rows: number
}
type Row = Record<string, number | string | null>
interface Named {
  id: number
  name: string
}

const rowsOf = ({ columns, data, rows }: Frame): Row[] =>
  Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(columns.map(({ id }, at) => [id, data[at]![row] ?? null])),
  )
const sum = (rows: readonly Row[], id: string) => rows.reduce((total, row) => total + Number(row[id] ?? 0), 0)
const of = (rows: readonly Row[], period: string) => rows.filter((row) => row.period === period)
const PERIODS = ['comparing', 'reference']

const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10)
/** This week to yesterday, and the same days of the week before: first and last days. */
function thisWeek() {
  const yesterday = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS
  const monday = yesterday - ((new Date(yesterday).getUTCDay() + 6) % 7) * DAY_MS
  return [monday, yesterday, monday - 7 * DAY_MS, yesterday - 7 * DAY_MS].map(iso) as [string, string, string, string]
}

const get = async <T,>(path: string): Promise<T> => {
  const answer = await fetch(`/api${path}`, {
    headers: { authorization: `Bearer ${localStorage.getItem('access_token')}` },
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return (await answer.json()) as T
}

const CALLS = {
  main: 'metrics/main/extended',
  funnel: 'capconv/all',
  stay: 'metrics/ins',
  hours: 'metrics/main/hour',
  repetitions: 'metrics/repetitions',
  byStore: 'metrics/repetitions/local',
}
type Answers = Record<keyof typeof CALLS, Row[]>

async function ask(client: number, locals: string): Promise<Answers> {
  const [p1Start, p1End, p2Start, p2End] = thisWeek()
  const where = `client=${client}${locals === '' ? '' : `&locals=${locals}`}&${new URLSearchParams({ p1Start, p1End, p2Start, p2End })}`
  return Object.fromEntries(
    await Promise.all(
      Object.entries(CALLS).map(async ([id, path]) => [id, rowsOf(await get<Frame>(`/compare/${path}?${where}`))]),
    ),
  ) as Answers
}

function Chart({ option }: { option: object }) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts | null>(null)
  useLayoutEffect(() => {
    const made = init(place.current, null, { renderer: 'canvas' })
    chart.current = made
    return () => made.dispose()
  }, [])
  useEffect(() => {
    chart.current?.setOption(
      { animation: false, tooltip: {}, legend: { top: 2 }, ...option },
      { notMerge: true, lazyUpdate: true },
    )
  }, [option])
  return <div ref={place} className="chart" />
}

interface Given {
  answers: Answers
  locals: readonly Named[]
}

const far = (rows: readonly Row[]) => sum(rows, 'far') + sum(rows, 'fro')
const ratio = (part: number, whole: number) => (whole === 0 ? Number.NaN : part / whole)
const shown = (value: number, as: Intl.NumberFormat) => (Number.isNaN(value) ? '-' : as.format(value))

const KPIS: readonly (readonly [name: string, of: (rows: readonly Row[]) => number, as: Intl.NumberFormat])[] = [
  ['Passers-by', far, number],
  ['Entries', (rows) => sum(rows, 'ins'), number],
  ['Bounces', (rows) => ratio(sum(rows, 'bounces'), sum(rows, 'ins')), percent],
  ['Capture', (rows) => ratio(sum(rows, 'ins'), far(rows)), percent],
  ['Visits', (rows) => sum(rows, 'visits'), number],
  ['Tickets', (rows) => sum(rows, 'tickets'), number],
  ['Conversion', (rows) => ratio(sum(rows, 'tickets'), sum(rows, 'visits')), percent],
]

function Change({ now, before }: { now: number; before: number }) {
  const change = (now - before) / before
  if (!Number.isFinite(change)) return <>-</>
  return (
    <span className={change < 0 ? 'down' : 'up'}>
      {change < 0 ? '▼' : '▲'} {percent.format(Math.abs(change))}
    </span>
  )
}

const Kpi = memo(function Kpi({ answers: { main } }: Given) {
  const [now, before] = [of(main, 'comparing'), of(main, 'reference')]
  return (
    <table>
      <thead>
        <tr>
          <th>Metric</th>
          {PERIODS.map((period) => (
            <th key={period}>{period}</th>
          ))}
          <th>Change</th>
        </tr>
      </thead>
      <tbody>
        {KPIS.map(([name, value, as]) => (
          <tr key={name}>
            <td>{name}</td>
            <td>{shown(value(now), as)}</td>
            <td>{shown(value(before), as)}</td>
            <td>
              <Change now={value(now)} before={value(before)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
})

const Comparison = memo(function Comparison({ answers: { main } }: Given) {
  const option = useMemo(() => {
    const days = [...new Set(main.map(({ index }) => Number(index)))].sort((a, b) => a - b)
    const at = (period: string, day: number) => main.filter((row) => row.period === period && row.index === day)
    return {
      grid: GRID,
      xAxis: { type: 'category', data: days.map((day) => `Day ${day + 1}`) },
      yAxis: [{ type: 'value' }, { type: 'value' }],
      series: PERIODS.flatMap((period) => [
        { type: 'bar', name: period, data: days.map((day) => sum(at(period, day), 'ins')) },
        {
          type: 'line',
          name: `${period} capture`,
          yAxisIndex: 1,
          data: days.map((day) => sum(at(period, day), 'ins') / Math.max(1, sum(at(period, day), 'far'))),
        },
      ]),
    }
  }, [main])
  return <Chart option={option} />
})

const Capture = memo(function Capture({ answers: { funnel } }: Given) {
  const option = useMemo(
    () => ({
      series: PERIODS.map((period, n) => ({
        type: 'funnel',
        name: period,
        left: `${n * 50}%`,
        width: '46%',
        data: ['far', 'fro', 'ins', 'visits', 'tickets'].map((id) => ({
          name: id,
          value: sum(of(funnel, period), id),
        })),
      })),
    }),
    [funnel],
  )
  return <Chart option={option} />
})

const rings = (rows: readonly Row[], parts: readonly string[]) => ({
  series: PERIODS.map((period, n) => ({
    type: 'pie',
    name: period,
    radius: ['45%', '70%'],
    center: [`${25 + n * 50}%`, '55%'],
    data: parts.map((id) => ({ name: id, value: sum(of(rows, period), id) })),
  })),
})
const RANGES = [0, 1, 2, 3].map((n) => `insInRange${n}`)
const REPEATS = [0, 1, 2, 3].map((n) => `localRepRange${n}`)

const Stay = memo(function Stay({ answers: { stay } }: Given) {
  return <Chart option={useMemo(() => rings(stay, RANGES), [stay])} />
})
const Repetition = memo(function Repetition({ answers: { byStore } }: Given) {
  return <Chart option={useMemo(() => rings(byStore, REPEATS), [byStore])} />
})

const Hours = memo(function Hours({ answers: { hours }, period }: Given & { period: string }) {
  const option = useMemo(() => {
    const rows = of(hours, period)
    return {
      grid: GRID,
      xAxis: { type: 'category', data: rows.map(({ hour }) => `${hour}:00`) },
      yAxis: [{ type: 'value' }, { type: 'value' }],
      series: [
        ...RANGES.map((id) => ({ type: 'bar', stack: 'all', name: id, data: rows.map((row) => row[id]) })),
        { type: 'line', name: 'tickets', yAxisIndex: 1, data: rows.map(({ tickets }) => tickets) },
      ],
    }
  }, [hours, period])
  return <Chart option={option} />
})

const NewVsRepeat = memo(function NewVsRepeat({ answers: { repetitions } }: Given) {
  const option = useMemo(
    () => ({
      grid: GRID,
      xAxis: { type: 'category', data: of(repetitions, 'comparing').map(({ index }) => `Day ${Number(index) + 1}`) },
      yAxis: { type: 'value' },
      series: PERIODS.flatMap((period) => {
        const again = (row: Row) => REPEATS.reduce((total, id) => total + Number(row[id] ?? 0), 0)
        return [
          {
            type: 'bar',
            stack: period,
            name: `${period} new`,
            data: of(repetitions, period).map((row) => Number(row.identifiedVisits ?? 0) - again(row)),
          },
          { type: 'bar', stack: period, name: `${period} repeat`, data: of(repetitions, period).map(again) },
        ]
      }),
    }),
    [repetitions],
  )
  return <Chart option={option} />
})

const Benchmark = memo(function Benchmark({ answers: { main }, locals }: Given) {
  return (
    <table>
      <thead>
        <tr>
          <th>Store</th>
          {KPIS.map(([name]) => (
            <th key={name} colSpan={2}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {locals
          .filter(({ id }) => main.some(({ local }) => local === id))
          .map(({ id, name }) => {
            const own = main.filter(({ local }) => local === id)
            const [now, before] = [of(own, 'comparing'), of(own, 'reference')]
            return (
              <tr key={id}>
                <td>{name}</td>
                {KPIS.map(([kpi, value, as]) => (
                  <Fragment key={kpi}>
                    <td>{shown(value(now), as)}</td>
                    <td>
                      <Change now={value(now)} before={value(before)} />
                    </td>
                  </Fragment>
                ))}
              </tr>
            )
          })}
      </tbody>
    </table>
  )
})

const PANELS: readonly (readonly [
  name: string,
  place: { x: number; y: number; w: number; h: number },
  draw: (given: Given) => React.ReactNode,
])[] = [
  ['Key figures', { x: 0, y: 0, w: 5, h: 9 }, (given) => <Kpi {...given} />],
  ['Day by day', { x: 5, y: 0, w: 7, h: 9 }, (given) => <Comparison {...given} />],
  ['Capture and conversion', { x: 0, y: 9, w: 7, h: 8 }, (given) => <Capture {...given} />],
  ['Length of stay', { x: 7, y: 9, w: 5, h: 8 }, (given) => <Stay {...given} />],
  ['Entries by hour: period', { x: 0, y: 17, w: 6, h: 8 }, (given) => <Hours {...given} period="comparing" />],
  ['Entries by hour: reference', { x: 6, y: 17, w: 6, h: 8 }, (given) => <Hours {...given} period="reference" />],
  ['New and repeating', { x: 0, y: 25, w: 7, h: 8 }, (given) => <NewVsRepeat {...given} />],
  ['Time since the last visit', { x: 7, y: 25, w: 5, h: 8 }, (given) => <Repetition {...given} />],
  ['Benchmark', { x: 0, y: 33, w: 12, h: 12 }, (given) => <Benchmark {...given} />],
]
const LAYOUT = PANELS.map(([i, place]) => ({ i, ...place }))

interface Choice {
  readonly client: number
  readonly locals: readonly number[]
}

/** What a reader of Compare chooses by: brand, stores and the periods, in the browser's own controls. */
function Filters({
  clients,
  locals,
  choice,
  choose,
}: {
  clients: readonly Named[]
  locals: readonly Named[]
  choice: Choice
  choose: (next: Choice) => void
}) {
  const [from, to, fromBefore, toBefore] = thisWeek()
  const chosen = new Set(choice.locals)
  return (
    <form>
      <label>
        Brand{' '}
        <select value={choice.client} onChange={({ target }) => choose({ client: Number(target.value), locals: [] })}>
          {clients.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <details>
        <summary>
          Stores: {chosen.size} of {locals.length}
        </summary>
        {locals.map(({ id, name }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={chosen.has(id)}
              onChange={({ target }) =>
                choose({
                  ...choice,
                  locals: target.checked ? [...choice.locals, id] : choice.locals.filter((one) => one !== id),
                })
              }
            />{' '}
            {name}
          </label>
        ))}
      </details>
      <span>
        Period <b>This week</b>{' '}
        <time>
          {from} – {to}
        </time>{' '}
        against{' '}
        <time>
          {fromBefore} – {toBefore}
        </time>
      </span>
    </form>
  )
}

function Compare() {
  const { width, containerRef, mounted } = useContainerWidth()
  const [who, setWho] = useState('')
  const [clients, setClients] = useState<readonly Named[]>([])
  const [choice, setChoice] = useState<Choice | null>(null)
  const [given, setGiven] = useState<Given | null>(null)
  const choose = async (next: Choice, locals: readonly Named[]) => {
    const own = next.locals.length > 0 ? locals : await get<Named[]>(`/locals?client=${next.client}&hideNoData=true`)
    setChoice(next.locals.length > 0 ? next : { ...next, locals: own.map(({ id }) => id) })
    setGiven({ locals: own, answers: await ask(next.client, next.locals.join(',')) })
  }
  useEffect(() => {
    void (async () => {
      const [me, clients] = await Promise.all([get<{ username: string }>('/me'), get<Named[]>('/clients')])
      const client = clients[0]!.id
      // All stores are meant when none is named: the figures need not wait for the list.
      const [locals, answers] = await Promise.all([
        get<Named[]>(`/locals?client=${client}&hideNoData=true`),
        ask(client, ''),
        get(`/campaigns?client=${client}`),
      ])
      setWho(me.username)
      setClients(clients)
      setChoice({ client, locals: locals.map(({ id }) => id) })
      setGiven({ locals, answers })
      window.boardChange = (change) => {
        void choose(
          { client, locals: locals.filter((_, at) => at !== change % locals.length).map(({ id }) => id) },
          locals,
        )
      }
    })()
  }, [])
  return (
    <div ref={containerRef} aria-busy={given === null}>
      <header>
        <b>Compare</b>
        <span>{who}</span>
      </header>
      {choice !== null && given !== null && (
        <Filters
          clients={clients}
          locals={given.locals}
          choice={choice}
          choose={(next) => {
            void choose(next, given.locals)
          }}
        />
      )}
      {mounted && given !== null && (
        <ReactGridLayout width={width} layout={LAYOUT} gridConfig={{ cols: 12, rowHeight: 30, margin: [8, 8] }}>
          {PANELS.map(([name, , draw]) => (
            <div key={name}>
              <section>
                <h2>{name}</h2>
                <div className="body">{draw(given)}</div>
              </section>
            </div>
          ))}
        </ReactGridLayout>
      )}
    </div>
  )
}

createRoot(document.getElementById('app')!).render(<Compare />)
