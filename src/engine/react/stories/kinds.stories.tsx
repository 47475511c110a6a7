/**
 * What a page says of answers that leave something out: days without hours, and kinds of traffic; and the filter that
 * takes its choices from them.
 */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect, useMemo } from 'react'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import type { Traffic } from '#domain/traffic-kinds'
import type { ByDay } from '#domain/frame'
import { createDashboard } from '../../core/run/dashboard.ts'
import { loadLayout } from '../../core/graph/validate.ts'
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
} from '../../core/test-support/index.ts'
import type { Projection } from '../../types.ts'
import { DashboardView } from '../dashboard-view.tsx'
import { TrafficMark } from '../traffic-mark.tsx'

const HOURS = [dim('hour'), measure('ins')]
const DOCUMENT = {
  format: 1,
  _id: 'kinds',
  name: 'Kinds',
  params: {
    traffic: {
      type: 'single',
      label: 'Tráfico',
      default: 'main',
      onInvalid: 'default',
      offers: 'traffic',
      options: [
        ['main', 'Principal'],
        ['people', 'Personas'],
        ['bicycle', 'Bicicletas'],
        ['car', 'Coches'],
        ['all', 'Todos los tipos'],
      ].map(([value, label]) => ({ value, label })),
    },
    locals: {
      type: 'multi',
      label: 'Tiendas',
      options: [11, 12].map((value) => ({ value, label: `Tienda ${value}` })),
      default: { pick: 'all' },
    },
  },
  queries: {
    some: { source: 'some', args: { traffic: '$traffic' } },
    none: { source: 'none', args: { traffic: '$traffic' } },
  },
  widgets: {
    some: { type: 'plain', title: 'Entradas por hora', data: { rows: { query: 'some' } } },
    none: { type: 'plain', title: 'Salidas por hora', data: { rows: { query: 'none' } } },
  },
  layout: {
    sections: [
      { id: 'filters', params: ['traffic', 'locals'], sticky: true },
      { id: 'all', requires: [], widgets: ['some', 'none'] },
    ],
  },
  grids: { large: { some: { x: 0, y: 0, w: 6, h: 6 }, none: { x: 6, y: 0, w: 6, h: 6 } } },
}
const project = (): Projection => ({
  columns: [{ id: 'ins', label: 'Entradas', format: 'count', role: 'measure' }],
  rows: [[7]],
  summary: 'Siete entradas',
})
const View = () => <output>7 entradas</output>
const widget = plainWidget('plain', {
  data: { rows: { required: true, columns: { ins: 'measure' } } },
  load: () => Promise.resolve({ default: View, project } as never),
})

function Stage({ traffic, byDay }: { traffic?: Traffic; byDay?: ByDay }) {
  const dashboard = useMemo(() => {
    const network = fakeNetwork()
    const args = { traffic: { type: 'text' } } as const
    const sources = registry(network.source('some', HOURS, args), network.source('none', HOURS, args))
    const made = createDashboard(
      dashboardOptions(
        loadLayout(DOCUMENT, { widgets: widgetsOf(widget), sources }),
        network,
        virtualClock(),
        sources,
        { locale: 'es' },
      ),
    )
    const notes = { ...(byDay && { byDay }), ...(traffic && { traffic }) }
    const answer = () => {
      for (const call of network.calls.filter(({ open }) => open))
        call.answer(table(HOURS, call.source === 'some' ? [[10, 7]] : []), {
          ...notes,
          ...(traffic &&
            call.args.traffic !== 'main' && { traffic: { ...traffic, shown: call.args.traffic as Traffic['shown'] } }),
        })
    }
    return { made, timer: setInterval(answer, 50) }
  }, [traffic, byDay])
  useEffect(
    () => () => {
      clearInterval(dashboard.timer)
      dashboard.made.dispose()
    },
    [dashboard],
  )
  return (
    <>
      <TrafficMark dashboard={dashboard.made} />
      <DashboardView
        dashboard={dashboard.made}
        services={{
          controls: {},
          issueText: ({ text }) => text,
          exportCsv: () => Promise.resolve(),
          savePng: () => undefined,
          showsTrace: () => false,
          widgetText: () => (key) => key,
        }}
      />
    </>
  )
}

const meta = {
  title: 'Engine/What answers leave out',
  component: Stage,
  parameters: { layout: 'padded', docs: { disable: true } },
} satisfies Meta<typeof Stage>
export default meta
type Story = StoryObj<typeof meta>

/** By the hour: the days of three stores have no hours. One widget has others to show, the other has nothing else. */
export const DaysWithoutHours: Story = {
  args: { byDay: { stores: 3, of: 5 } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('7 entradas')
    await expect(canvas.getByText('Estos recuentos son por día')).toBeVisible()
    // Feminine, as stores are.
    await expect(canvas.getByRole('button', { name: /^Tiendas Todas/ })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: '3 de 5 por día' }))
    await waitFor(() =>
      expect(screen.getByText(/^Hay días de 3 de 5 tiendas de los que solo se conoce el total/)).toBeVisible(),
    )
    await expect(canvas.queryByText('Tráfico')).toBeNull()
  },
}

/**
 * Pedestrians and bicycles: the filter offers both, and all of them by their names; the mark beside the title says what
 * is no people.
 */
export const SeveralKinds: Story = {
  args: { traffic: { shown: 'people', of: ['people', 'bicycle'] } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('7 entradas')
    await expect(canvasElement.querySelector('[data-traffic]')).toBeNull()
    await userEvent.click(await canvas.findByRole('button', { name: /Tráfico/ }))
    await waitFor(() =>
      expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
        'Personas',
        'Bicicletas',
        'Todos los tipos: Personas + Bicicletas',
      ]),
    )
    await userEvent.click(screen.getByRole('option', { name: 'Bicicletas' }))
    await waitFor(() => expect(canvasElement.querySelector('[data-traffic]')).toHaveTextContent('Bicicletas'))
  },
}

/** A client that counts bicycles only has nothing to choose, and its page says what it shows. */
export const BicyclesOnly: Story = {
  args: { traffic: { shown: 'bicycle', of: ['bicycle'] } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('7 entradas')
    await expect(canvasElement.querySelector('[data-traffic]')).toHaveTextContent('Bicicletas')
    await expect(canvas.queryByText('Tráfico')).toBeNull()
  },
}
