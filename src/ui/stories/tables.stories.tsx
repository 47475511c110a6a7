import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import type { Frame } from '#domain/frame'
import {
  Button,
  Card,
  ColumnTable,
  type ColumnTableColumn,
  DataTable,
  Delta,
  type PageSize,
  type TableColumn,
} from '../index.ts'
import { random, STORES } from './sample.ts'

const meta = { title: 'Tables/Tables' } satisfies Meta
export default meta
type Story = StoryObj

interface Store {
  id: number
  name: string
  visits: number | null
  before: number
  capture: number | null
  time: number
  state: 'final' | 'partial' | 'missing' | 'estimated'
}

function storesOf(count: number): Store[] {
  const next = random(7)
  return Array.from({ length: count }, (_, index) => {
    const visits = Math.round(400 + next() * 4200)
    const state = index === 3 ? 'missing' : index === 6 ? 'partial' : index === 9 ? 'estimated' : 'final'
    return {
      id: index + 1,
      name: STORES[index % STORES.length] + (index < STORES.length ? '' : ` ${Math.floor(index / STORES.length) + 1}`),
      state,
      visits: state === 'missing' ? null : visits,
      before: Math.round(visits * (0.85 + next() * 0.3)),
      capture: state === 'missing' ? null : 12 + next() * 20,
      time: 600 + Math.round(next() * 3600),
    }
  })
}

const columns: TableColumn<Store>[] = [
  { id: 'name', label: 'Tienda', value: ({ name }) => name },
  { id: 'visits', label: 'Visitas', format: 'count', value: ({ visits }) => visits },
  {
    id: 'change',
    label: 'Cambio',
    align: 'end',
    value: ({ visits, before }) => (visits === null ? null : visits / before),
    render: ({ visits, before }) => <Delta value={visits} reference={before} format="count" />,
  },
  { id: 'capture', label: 'Captación', format: 'percent', value: ({ capture }) => capture },
  { id: 'time', label: 'Tiempo de visita', format: 'duration', value: ({ time }) => time },
]
const totals = (rows: readonly Store[]) => ({ visits: rows.reduce((sum, { visits }) => sum + (visits ?? 0), 0) })

export const Benchmark: Story = {
  render: () => {
    const rows = storesOf(16)
    return (
      <Card title="Comparativa de tiendas" flush>
        <DataTable
          label="Comparativa de tiendas"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          totals={totals(rows)}
          stateOf={({ state }, column) => (column === 'name' ? 'final' : state)}
          maxHeight={420}
        />
      </Card>
    )
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    const head = page.getByRole('columnheader', { name: /Visitas/ })
    const first = () => page.getAllByRole('rowheader')[0]?.textContent
    const before = first()
    await userEvent.click(within(head).getByRole('button'))
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await userEvent.click(within(head).getByRole('button'))
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await userEvent.click(within(head).getByRole('button'))
    await expect(head).toHaveAttribute('aria-sort', 'none')
    await expect(first()).toBe(before)
  },
}

const pressed = fn()
export const PagesAndSelection: Story = {
  render: function Render() {
    const [size, setSize] = useState<PageSize>(25)
    const [selected, setSelected] = useState<Set<string | number>>(new Set([2, 3]))
    return (
      <Card title="Tiendas" flush>
        <DataTable
          label="Tiendas"
          columns={columns}
          rows={storesOf(60)}
          rowKey={({ id }) => id}
          pageSize={size}
          onPageSizeChange={setSize}
          selected={selected}
          onSelectedChange={setSelected}
          onRowPress={({ id }) => pressed(id)}
          maxHeight={400}
        />
      </Card>
    )
  },
  beforeEach: () => {
    pressed.mockClear()
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    const boxes = page.getAllByRole('checkbox')
    await userEvent.click(boxes[1] as HTMLElement)
    await expect(boxes[1]).toBeChecked()
    await expect(pressed).not.toHaveBeenCalled()
    await userEvent.click(page.getAllByRole('rowheader')[2] as HTMLElement)
    await expect(pressed).toHaveBeenCalledWith(3)
    await expect(page.getAllByRole('row')).toHaveLength(26)
  },
}

/** Other figures are written into the rows there are; a focused row keeps the focus when it moves. */
export const OtherFigures: Story = {
  render: function Render() {
    const [isTurned, setTurned] = useState(false)
    const rows = isTurned ? storesOf(8).toReversed() : storesOf(8)
    return (
      <Card title="Tiendas" flush>
        <Button onPress={() => setTurned(true)}>Dar la vuelta</Button>
        <DataTable
          label="Tiendas"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          reusesRows
          onRowPress={({ id }) => pressed(id)}
        />
      </Card>
    )
  },
  beforeEach: () => {
    pressed.mockClear()
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    const rows = () => page.getAllByRole('row').slice(1)
    const turn = page.getByRole('button', { name: 'Dar la vuelta' })
    const [before, name] = [rows(), rows()[1]!.querySelector('th')!.textContent]
    rows()[1]!.focus()
    // A press takes the focus; the figures of a dashboard change by themselves.
    turn.addEventListener('pointerdown', (event) => event.preventDefault())
    turn.click()
    await waitFor(() => expect(rows()[6]!.querySelector('th')!.textContent).toBe(name))
    await expect(rows()).toEqual(before)
    await expect(document.activeElement).toBe(rows()[6])
    await userEvent.keyboard('{Enter}')
    await expect(pressed).toHaveBeenCalledWith(2)
  },
}

export const EmptyTable: Story = {
  render: () => (
    <Card title="Tiendas" flush>
      <DataTable
        label="Tiendas"
        columns={columns}
        rows={[]}
        rowKey={({ id }) => id}
        empty="Ninguna tienda cumple los filtros"
      />
    </Card>
  ),
}
export const OneRow: Story = {
  render: () => (
    <Card title="Tiendas" flush>
      <DataTable
        label="Tiendas"
        columns={columns}
        rows={storesOf(1)}
        rowKey={({ id }) => id}
        linkTo={({ id }) => `#${id}`}
      />
    </Card>
  ),
}

/** Hourly rows as columns: day, hour, store, visits with nulls. */
function frameOf(rows: number): Frame {
  const day = new Int32Array(rows)
  const hour = new Uint8Array(rows)
  const codes = new Int32Array(rows)
  const visits = new Uint16Array(rows)
  const rate = new Float32Array(rows)
  const valid = new Uint8Array(Math.ceil(rows / 8)).fill(255)
  const next = random(11)
  for (let row = 0; row < rows; row++) {
    hour[row] = 9 + (row % 13)
    day[row] = 20_400 + (Math.floor(row / (13 * STORES.length)) % 700)
    codes[row] = Math.floor(row / 13) % STORES.length
    visits[row] = Math.floor(next() * 900)
    rate[row] = 5 + next() * 40
    if (row % 97 === 5) {
      visits[row] = 0
      valid[row >> 3] = (valid[row >> 3] ?? 0) & ~(1 << (row & 7))
    }
  }
  return {
    rows,
    columns: [
      { id: 'local', type: 'text', role: 'dim' },
      { id: 'day', type: 'day', role: 'dim' },
      { id: 'hour', type: 'int', role: 'dim' },
      { id: 'visits', type: 'int', role: 'measure' },
      { id: 'rate', type: 'float', role: 'measure' },
    ],
    data: [
      { kind: 'text', codes, dictionary: STORES },
      { kind: 'numbers', values: day },
      { kind: 'numbers', values: hour },
      { kind: 'numbers', values: visits, valid },
      { kind: 'numbers', values: rate },
    ],
  }
}
const frameColumns: ColumnTableColumn[] = [
  { id: 'local', label: 'Tienda', widthPx: 180 },
  { id: 'day', label: 'Día', format: 'day' },
  { id: 'hour', label: 'Hora', format: 'hour' },
  { id: 'visits', label: 'Visitas', format: 'count' },
  { id: 'rate', label: 'Captación', format: 'percent' },
]

export const AMillionRows: Story = {
  render: function Render() {
    const [frame] = useState(() => frameOf(1_000_000))
    return (
      <Card title="Horas" note="1 000 000 filas" flush>
        <ColumnTable label="Horas" frame={frame} columns={frameColumns} height={480} width={720} onRowPress={pressed} />
      </Card>
    )
  },
  beforeEach: () => {
    pressed.mockClear()
  },
  play: async ({ canvasElement, step }) => {
    const page = within(canvasElement)
    const table = page.getByRole('table')
    const head = () => within(table).getAllByRole('columnheader')[0]?.getBoundingClientRect() as DOMRect
    const row = (place: number) => table.querySelector<HTMLElement>(`[aria-rowindex="${place + 1}"]`)
    const isInSight = (place: number) => {
      const [{ top = 0, bottom = 0 } = {}, area] = [row(place)?.getBoundingClientRect(), table.getBoundingClientRect()]
      return top >= head().bottom - 1 && bottom <= area.bottom + 1
    }
    await step('Few rows are in the page; screen readers get their number', async () => {
      await expect(within(table).getAllByRole('row').length).toBeLessThan(35)
      await expect(table).toHaveAttribute('aria-rowcount', '1000001')
    })
    await step('A scroll is painted with its rows, under a head that stays', async () => {
      for (const top of [40_000, 9_000_000]) {
        table.scrollTop = top
        table.dispatchEvent(new Event('scroll'))
        await expect(isInSight(top / 32 + 2)).toBe(true)
      }
      await expect(head().top).toBeCloseTo(table.getBoundingClientRect().top, 0)
    })
    await step('A row that stays in sight stays in its element', async () => {
      const before = [10, 11, 12, 13].map((place) => row(9_000_000 / 32 + place))
      for (const by of [16, 32, 48]) {
        table.scrollTop = 9_000_000 + by
        table.dispatchEvent(new Event('scroll'))
        await expect([10, 11, 12, 13].map((place) => row(9_000_000 / 32 + place))).toEqual(before)
      }
    })
    await step('What browsers cannot scroll is turned over in pages, to the last row', async () => {
      await expect(page.getByText(/1–400 ?000 de 1 ?000 ?000|1–400\.000 de 1\.000\.000/)).toBeVisible()
      table.scrollTop = table.scrollHeight
      await waitFor(() => expect(isInSight(400_000)).toBe(true))
      await userEvent.click(page.getByRole('button', { name: 'Página siguiente' }))
      await waitFor(() => expect(isInSight(400_001)).toBe(true))
      await userEvent.click(page.getByRole('button', { name: 'Página siguiente' }))
      table.scrollTop = table.scrollHeight
      await waitFor(() => expect(isInSight(1_000_000)).toBe(true))
    })
    await step('Another order begins at its first row', async () => {
      await userEvent.click(within(table).getByRole('button', { name: /Visitas/ }))
      await userEvent.click(within(table).getByRole('button', { name: /Visitas/ }))
      await expect(within(table).getByRole('columnheader', { name: /Visitas/ })).toHaveAttribute(
        'aria-sort',
        'descending',
      )
      await waitFor(() => expect(row(1)?.textContent).toContain('899'))
    })
    await step('The arrow keys go from row to row, also out of sight, and Enter presses', async () => {
      table.focus()
      await userEvent.keyboard('{ArrowDown>20/}')
      await expect(row(20)).toHaveAttribute('data-active')
      await waitFor(() => expect(isInSight(20)).toBe(true))
      await userEvent.keyboard('{ArrowUp>18/}')
      await waitFor(() => expect(isInSight(2)).toBe(true))
      await userEvent.keyboard('{Enter}')
      await expect(pressed).toHaveBeenCalledTimes(1)
      await userEvent.click(row(3) as HTMLElement)
      await expect(pressed).toHaveBeenCalledTimes(2)
    })
  },
}
export const FewRowsOfAFrame: Story = {
  render: () => <ColumnTable label="Horas" frame={frameOf(4)} columns={frameColumns} height={240} width={640} />,
}

/** Paper is not scrolled: it has the rows one after the other, up to a bound, and says how many there are. */
export const OnPaper: Story = {
  render: () => (
    <ColumnTable label="Horas" frame={frameOf(1500)} columns={frameColumns.slice(0, 2)} height={240} width={640} />
  ),
  beforeEach: () => {
    const real = globalThis.matchMedia
    globalThis.matchMedia = (query) => (query === 'print' ? real('all') : real(query))
    return () => {
      globalThis.matchMedia = real
    }
  },
  play: async ({ canvasElement }) => {
    const table = within(canvasElement).getByRole('table')
    await expect(table.querySelectorAll('[role=row]')).toHaveLength(1001)
    await expect(table.querySelector('[aria-rowindex="1001"]')?.textContent).toMatch(/\d/)
    await expect(within(canvasElement).getByText(/^1–1\.?000 de 1\.?500$/)).toBeInTheDocument()
  },
}
