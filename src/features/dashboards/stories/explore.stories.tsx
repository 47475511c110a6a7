/** Behind a widget: its source with the arguments, the rows after each step, and the call to copy. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect, useMemo } from 'react'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { createDashboard } from '#engine'
import {
  dashboardOptions,
  dim,
  fakeNetwork,
  measure,
  plainWidget,
  registry,
  table,
  virtualClock,
  widgetsOf,
} from '#engine/core/test-support/index'
import { loadLayout } from '#engine/core/graph/validate'
import { runTransform } from '#domain/transform/run'
import { ExploreDialog, type ExplorePorts } from '../explore-dialog.tsx'

const ROWS = [dim('day', 'day'), dim('local'), measure('ins')]
const DOCUMENT = {
  format: 1,
  _id: 'explore',
  name: 'Explore',
  params: {
    client: { type: 'single', label: 'Marca', options: [{ value: 3, label: 'Calle' }], default: 3 },
    least: { type: 'number', label: 'Mínimo', default: 5 },
  },
  queries: { days: { source: 'compare.main', args: { client: '$client' } } },
  widgets: {
    days: {
      type: 'plain',
      title: 'Entradas',
      data: {
        rows: {
          query: 'days',
          transform: [
            { op: 'filter', where: { ins: { gte: '$least' } } },
            { op: 'aggregate', by: ['local'], measures: 'all' },
          ],
        },
      },
    },
  },
  layout: { sections: [{ id: 'all', params: ['client', 'least'], widgets: ['days'] }] },
  grids: { large: { days: { x: 0, y: 0, w: 8, h: 4 } } },
}
const copied = fn()
const callOf = fn((source: string, args: Readonly<Record<string, unknown>>) =>
  Promise.resolve(`/api/${source}?client=${String(args.client)}`),
)
const closed = fn()

/** Steps as the worker runs them, over the frames of the page. */
function Explored({ isBroken = false }: { isBroken?: boolean }) {
  const { dashboard, ports } = useMemo(() => {
    const network = fakeNetwork()
    const sources = registry(network.source('compare.main', ROWS, { client: { type: 'id', required: true } }))
    network.reply('compare.main', () =>
      table(
        ROWS,
        Array.from({ length: 600 }, (_, row) => [20_000 + Math.floor(row / 300), row % 300, row % 10]),
      ),
    )
    const layout = loadLayout(DOCUMENT, { widgets: widgetsOf(plainWidget('plain')), sources })
    const made = createDashboard(dashboardOptions(layout, network, virtualClock(), sources))
    const compute: ExplorePorts['compute'] = {
      run: async (ref, steps) => {
        if (isBroken) throw new Error('memory exceeded')
        const frame = network.frames.get(ref.id)
        if (frame === undefined) throw new Error(`${ref.id} was released`)
        const { frame: stepped, reports } = runTransform(frame, steps)
        return { frame: stepped, steps: reports }
      },
    }
    const say = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))
    const origin = 'https://aforo.example.com'
    const called = (words: Readonly<Record<string, string>>) => (id: string) => words[id] ?? id
    const names = {
      source: called({ 'compare.main': 'Comparativa' }),
      argument: called({ client: 'Marca' }),
      column: called({ ins: 'Entradas' }),
      unit: called({ count: 'cantidad' }),
    }
    return { dashboard: made, ports: { compute, callOf, origin, names, say } satisfies ExplorePorts }
  }, [isBroken])
  useEffect(() => () => dashboard.dispose(), [dashboard])
  return <ExploreDialog dashboard={dashboard} widget="days" title="Entradas" onClose={closed} ports={ports} />
}

const meta = {
  title: 'Dashboards/Explore',
  component: Explored,
  parameters: { layout: 'fullscreen', docs: { disable: true } },
  beforeEach: () => {
    copied.mockReset()
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } })
  },
} satisfies Meta<typeof Explored>
export default meta
type Story = StoryObj<typeof meta>

/** It opens with the rows that the widget is drawn from; each step shows its own. */
export const Steps: Story = {
  play: async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Datos de «Entradas»' }))
    // What is asked is said in words, and by the names that an author writes.
    await expect(dialog.getByText('compare.main').parentElement).toHaveTextContent('Comparativa compare.main')
    await expect(dialog.getByText('Marca')).toBeInTheDocument()
    const steps = within(dialog.getByRole('list', { name: 'Pasos' }))
    await expect(await steps.findByRole('button', { name: 'Respuesta del origen Filas: 600' })).toBeInTheDocument()
    await expect(await steps.findByRole('button', { name: /Filtrar 600 → 300 filas/ })).toBeInTheDocument()
    const last = await steps.findByRole('button', { name: /Agrupar 300 → 150 filas/ })
    await expect(last).toHaveAttribute('aria-current', 'step')
    const grouped = within(await dialog.findByRole('region', { name: 'Filas después de «Agrupar»' }))
    await expect(grouped.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'local',
      'Entradasins · cantidad',
    ])
    await userEvent.click(steps.getByRole('button', { name: /Filtrar/ }))
    await expect(await dialog.findByText('Las primeras 200 filas de 300')).toBeInTheDocument()
    await expect(dialog.getByLabelText('Definición del paso')).toHaveTextContent(
      '{"op":"filter","where":{"ins":{"gte":5}}}',
    )
    await expect(dialog.getByRole('region', { name: 'Filas después de «Filtrar»' })).toHaveTextContent('2024-10-04')
  },
}

/** The call has the arguments as they are, and a name in place of the token. */
export const CopyAsCall: Story = {
  play: async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Datos de «Entradas»' }))
    await userEvent.click(await dialog.findByRole('button', { name: 'Copiar como curl' }))
    await waitFor(() => expect(copied).toHaveBeenCalledOnce())
    await expect(copied.mock.lastCall?.[0]).toContain(
      `curl 'https://aforo.example.com/api/compare.main?client=3' \\\n  -H "access_token: $AFORO_TOKEN"`,
    )
    copied.mockRejectedValueOnce(new Error('refused'))
    await userEvent.click(dialog.getByRole('button', { name: 'Copiar como fetch' }))
    await expect(await screen.findByText('El navegador no deja copiar.')).toBeInTheDocument()
  },
}

/** A step that fails says why, and may be tried again. */
export const Failed: Story = {
  args: { isBroken: true },
  play: async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Datos de «Entradas»' }))
    await expect(await dialog.findByText(/memory exceeded/)).toBeInTheDocument()
    await expect(dialog.getByRole('button', { name: 'Reintentar' })).toBeInTheDocument()
  },
}
