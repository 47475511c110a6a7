/** Year, quarter, month and local, and the lists period, lastDays and TTD, of which two move together. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect, useMemo } from 'react'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { createDashboard } from '../../core/run/dashboard.ts'
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
import { loadLayout } from '../../core/graph/validate.ts'
import { DashboardView } from '../dashboard-view.tsx'

const LIST = [dim('id'), dim('name', 'text')]
const ROWS = [dim('hour'), measure('visits')]
const entries = (...days: number[]) => days.map((value) => ({ value, label: `${value} días` }))
const PARAMS = {
  year: { type: 'year', label: 'Año', min: 2020 },
  quarter: { type: 'quarter', label: 'Trimestre' },
  month: { type: 'month', label: 'Mes' },
  local: {
    type: 'local',
    label: 'Tienda',
    default: { pick: 'first' },
    options: { query: 'stores', value: 'id', label: 'name' },
  },
  span: { type: 'relativePeriod', label: 'Ventas', align: 'length' },
  goal: { type: 'relativePeriod', label: 'Objetivo', align: 'length', default: { prefix: 'TTD' } },
  own: {
    type: 'prefix',
    label: 'Ritmo',
    prefixes: {
      short: { label: 'Corto', entries: entries(1, 2, 3) },
      long: { label: 'Largo', entries: entries(60, 90) },
    },
  },
}

function Stage() {
  const dashboard = useMemo(() => {
    const network = fakeNetwork()
    const sources = registry(
      network.source('stores', LIST, {}),
      network.source('main', ROWS, { begin: { type: 'date' }, end: { type: 'date' }, month: { type: 'number' } }),
    )
    network.reply('stores', () =>
      table(LIST, [
        [7, 'Gran Vía'],
        [8, 'Sol'],
      ]),
    )
    network.reply('main', () => table(ROWS, [[1, 5]]))
    const layout = loadLayout(
      {
        format: 1,
        _id: 'sections',
        name: 'Sections',
        params: PARAMS,
        queries: {
          stores: { source: 'stores' },
          main: { source: 'main', args: { begin: '$span.begin', end: '$span.end', month: '$month' } },
        },
        widgets: { sent: { type: 'plain', title: 'Ventas', data: { rows: { query: 'main' } } } },
        layout: {
          sections: [
            { id: 'filters', params: Object.keys(PARAMS) },
            { id: 'all', requires: ['span', 'month'], widgets: ['sent'] },
          ],
        },
        grids: { large: { sent: { x: 0, y: 0, w: 12, h: 4 } } },
      },
      {
        widgets: widgetsOf(
          plainWidget('plain', {
            load: () =>
              Promise.resolve({
                default: ({ projection }: { projection: { summary: string } }) => (
                  <output data-sent="">{projection.summary}</output>
                ),
                project: (
                  _options: unknown,
                  _frames: unknown,
                  { params }: { params: { month: number; span: { begin: string; end: string } } },
                ) => ({ columns: [], rows: [], summary: `${params.span.begin}..${params.span.end}, ${params.month}` }),
              } as never),
          }),
        ),
        sources,
      },
    )
    return createDashboard(dashboardOptions(layout, network, virtualClock(), sources, { locale: 'es' }))
  }, [])
  useEffect(() => () => dashboard.dispose(), [dashboard])
  return (
    <DashboardView
      dashboard={dashboard}
      services={{
        controls: {},
        issueText: ({ text }) => text,
        exportCsv: () => Promise.resolve(),
        savePng: () => undefined,
        showsTrace: () => false,
        widgetText: () => (key) => key,
      }}
    />
  )
}

const meta = {
  title: 'Engine/Section filters',
  component: Stage,
  parameters: { layout: 'padded', docs: { disable: true } },
} satisfies Meta<typeof Stage>
export default meta
type Story = StoryObj<typeof meta>

const sent = (canvasElement: HTMLElement, text: string) =>
  waitFor(() => expect(canvasElement.querySelector('[data-sent]')).toHaveTextContent(text))
async function choose(canvasElement: HTMLElement, field: RegExp, option: RegExp) {
  await userEvent.click(await within(canvasElement).findByRole('button', { name: field }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

/** Nothing was chosen: the current year, quarter and month, and the default place of each list. */
export const Defaults: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await sent(canvasElement, '2026-10-01..2026-10-31, 11')
    for (const name of ['2026 Año', 'Q4 Trimestre', 'noviembre Mes', 'Gran Vía Tienda', 'Periodo completo Ventas'])
      await expect(await canvas.findByRole('button', { name })).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Mes pasado Periodo completo' })).toBeVisible()
  },
}

/** A place of one list moves the other of its group; another list begins at its default. */
export const InAGroup: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await choose(canvasElement, /^Mes pasado/, /^Trimestre pasado/)
    await sent(canvasElement, '2026-07-01..2026-09-30, 11')
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Trimestre (QTD) Hasta la fecha' })).toBeVisible())
    await choose(canvasElement, /^Periodo completo Ventas$/, /^Últimos días/)
    await sent(canvasElement, '2026-10-21..2026-11-19, 11')
    await choose(canvasElement, /Mes$/, /^marzo/)
    await sent(canvasElement, '2026-10-21..2026-11-19, 3')
    await choose(canvasElement, /Ritmo$/, /^Largo/)
    await expect(await canvas.findByRole('button', { name: '60 días Largo' })).toBeVisible()
  },
}
