/** A page without a figure says where there are some. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect, useMemo } from 'react'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { createDashboard, DashboardView, type Projection, type WidgetDefinition } from '#engine'
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
import type { CountedDays } from '#schemas/generated/entities/counted-days.ts'
import { useUi } from '#ui'
import { CountsElsewhere } from '../counts-elsewhere.tsx'
import { NoFootscans } from '../no-footscans.tsx'

const DAYS = [dim('day', 'day'), measure('ins')]
const DOCUMENT = {
  format: 1,
  _id: 'elsewhere',
  name: 'Elsewhere',
  params: {
    client: { type: 'single', label: 'Marca', options: [{ value: 3, label: 'Calle' }], default: 3 },
    locals: {
      type: 'multi',
      label: 'Tiendas',
      options: [
        { value: 7, label: 'Mayor' },
        { value: 8, label: 'Plaza' },
      ],
      default: [7, 8],
    },
    periods: { type: 'periodPair', label: 'Periodos', default: { preset: 'lastWeekVsPrevious' } },
  },
  queries: {
    rows: {
      source: 'compare.main',
      args: { client: '$client', locals: '$locals', p1Start: '$periods.comparing.begin' },
    },
  },
  widgets: { days: { type: 'plain', title: 'Entradas', data: { rows: { query: 'rows' } } } },
  layout: {
    sections: [{ id: 'all', requires: ['periods'], params: ['client', 'locals', 'periods'], widgets: ['days'] }],
  },
  grids: { large: { days: { x: 0, y: 0, w: 8, h: 4 } } },
}
const project = (): Projection => ({
  columns: [{ id: 'ins', label: 'Entradas', format: 'count', role: 'measure' }],
  rows: [[7]],
  summary: 'Siete entradas',
})
const widget: WidgetDefinition = plainWidget('plain', {
  data: { rows: { required: true, columns: { ins: 'measure' } } },
  load: () => Promise.resolve({ default: () => <output>7</output>, project } as never),
})

interface StageProps {
  days: (client: number, locals: readonly number[] | 'shown') => Promise<CountedDays>
  importHref: string | undefined
}

/** Counts only in June of 2012. */
function Stage({ days, importHref }: StageProps) {
  const { locale } = useUi()
  const ports = useMemo(() => ({ days, inside: days, importHref }), [days, importHref])
  const dashboard = useMemo(() => {
    const network = fakeNetwork()
    const sources = registry(
      network.source('compare.main', DAYS, {
        client: { type: 'id' },
        locals: { type: 'ids' },
        p1Start: { type: 'date' },
      }),
    )
    network.reply('compare.main', (args) => table(DAYS, args['p1Start'] === '2012-06-01' ? [[15_492, 7]] : []))
    return createDashboard(
      dashboardOptions(
        loadLayout(DOCUMENT, { widgets: widgetsOf(widget), sources }),
        network,
        virtualClock(),
        sources,
        { locale },
      ),
    )
  }, [locale])
  useEffect(() => () => dashboard.dispose(), [dashboard])
  return (
    <>
      <CountsElsewhere dashboard={dashboard} ports={ports} />
      <DashboardView
        dashboard={dashboard}
        services={{
          controls: {},
          issueText: ({ text }) => text,
          exportCsv: () => Promise.resolve(),
          savePng: () => undefined,
          widgetText: () => (key) => key,
        }}
      />
    </>
  )
}

const meta = {
  title: 'Dashboards/Counts elsewhere',
  component: Stage,
  parameters: { layout: 'padded', docs: { disable: true } },
} satisfies Meta<typeof Stage>
export default meta
type Story = StoryObj<typeof meta>

const asks = fn((_client: number, _locals: readonly number[] | 'shown') =>
  Promise.resolve<CountedDays>({ begin: '2012-05-01', end: '2012-06-30' }),
)
export const Elsewhere: Story = {
  args: { days: asks, importHref: undefined },
  play: async ({ canvasElement }) => {
    asks.mockClear()
    const canvas = within(canvasElement)
    await canvas.findByText('Estas tiendas tienen conteos del 01-05-2012 al 30-06-2012.')
    await userEvent.click(canvas.getByRole('button', { name: 'Ver del 01-06-2012 al 30-06-2012' }))
    // The widget has its figure, and nothing has to be said any more.
    await canvas.findByText('7')
    await waitFor(() => expect(canvas.queryByText('No hay conteos en este periodo')).toBeNull())
  },
}

export const Never: Story = {
  args: { days: () => Promise.resolve({ begin: null, end: null }), importHref: '/users/uploads/import' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('Todavía no hay conteos de estas tiendas')
    await expect(canvas.getByRole('link', { name: 'Importar aforos' })).toHaveAttribute('href', '/users/uploads/import')
  },
}

/** Empty for another reason: counts lie on both sides of the period, and nothing can be said of them. */
const within2026 = fn(() => Promise.resolve<CountedDays>({ begin: '2012-05-01', end: '2026-11-19' }))
export const SomewhereInIt: Story = {
  args: { days: within2026, importHref: undefined },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(within2026).toHaveBeenCalled())
    await expect(within(canvasElement).queryByText('No hay conteos en este periodo')).toBeNull()
  },
}

const STATUS = {
  ...DOCUMENT,
  _id: 'status',
  queries: { rows: { source: 'footscans.workday', args: { client: '$client', locals: '$locals' } } },
}
function StatusStage() {
  const { locale } = useUi()
  const dashboard = useMemo(() => {
    const network = fakeNetwork()
    const sources = registry(
      network.source('footscans.workday', DAYS, { client: { type: 'id' }, locals: { type: 'ids' } }),
    )
    network.reply('footscans.workday', () => table(DAYS, []))
    const layout = loadLayout(STATUS, { widgets: widgetsOf(widget), sources })
    return createDashboard(dashboardOptions(layout, network, virtualClock(), sources, { locale }))
  }, [locale])
  useEffect(() => () => dashboard.dispose(), [dashboard])
  return <NoFootscans dashboard={dashboard} footscansHref="/users/admin/footscans" />
}

/** The status of stores in which nothing counts: another day would not help. */
export const WithoutFootscans: Story = {
  args: { days: within2026, importHref: undefined },
  render: () => <StatusStage />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('Estas tiendas no tienen footscans')
    await expect(canvas.getByRole('link', { name: 'Ver los footscans' })).toHaveAttribute(
      'href',
      '/users/admin/footscans',
    )
  },
}
