import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import type { Frame } from '#domain/frame'
import {
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
      name: `${STORES[index % STORES.length]}${index < STORES.length ? '' : ` ${Math.floor(index / STORES.length) + 1}`}`,
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
  play: async ({ canvasElement }) => {
    const table = within(canvasElement).getByRole('table')
    await expect(within(table).getAllByRole('row').length).toBeLessThan(30)
    table.scrollTop = table.scrollHeight
    await waitFor(() => expect(within(table).getAllByRole('row').at(-1)?.getAttribute('aria-rowindex')).not.toBeNull())
    await waitFor(() => expect(table.querySelector('[aria-rowindex="1000001"]')).not.toBeNull())
    await userEvent.click(within(table).getByRole('button', { name: /Visitas/ }))
    await userEvent.click(within(table).getByRole('button', { name: /Visitas/ }))
    await expect(within(table).getByRole('columnheader', { name: /Visitas/ })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
    table.scrollTop = 0
    await waitFor(() => expect(table.querySelector('[aria-rowindex="2"]')?.textContent).toContain('899'))
  },
}
export const FewRowsOfAFrame: Story = {
  render: () => <ColumnTable label="Horas" frame={frameOf(4)} columns={frameColumns} height={240} width={640} />,
}
