/** How a page is looked at: how often it asks again, and the steps of its charts. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect, useMemo, useState } from 'react'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { createDashboard, DashboardView, type WidgetDefinition } from '#engine'
import {
  dashboardOptions,
  dim,
  type FakeNetwork,
  fakeNetwork,
  fakeUrl,
  measure,
  plainWidget,
  registry,
  table,
  virtualClock,
  widgetsOf,
} from '#engine/core/test-support/index'
import { loadLayout } from '#engine/core/graph/validate'
import { RefreshLive } from '../viewing/refresh-live.tsx'
import { RefreshPanel } from '../viewing/refresh-panel.tsx'
import { StepsPanel } from '../viewing/steps-panel.tsx'

const ROWS = [dim('day', 'day'), measure('visits')]
const DOCUMENT = {
  format: 1,
  _id: 'viewing',
  name: 'Viewing',
  params: { when: { type: 'dateRange', label: 'Días' } },
  queries: { days: { source: 'days', args: { begin: '$when.begin', end: '$when.end' } } },
  widgets: {
    open: { type: 'plain', title: 'Entradas', options: { granularity: 'auto' }, data: { rows: { query: 'days' } } },
    fixed: { type: 'plain', title: 'Picos', options: { granularity: 'day' }, data: { rows: { query: 'days' } } },
  },
  layout: { sections: [{ id: 'all', params: ['when'], widgets: ['open', 'fixed'] }] },
  grids: { large: { open: { x: 0, y: 0, w: 6, h: 4 }, fixed: { x: 6, y: 0, w: 6, h: 4 } } },
}
/** Says the steps that it is drawn with. */
const plain: WidgetDefinition = plainWidget('plain', {
  granularities: ['hour', 'day', 'week', 'month'],
  validate: Object.assign(() => true, { errors: null }) as never,
  load: () =>
    Promise.resolve({
      default: ({ options }: { options: { granularity: string } }) => <output>{options.granularity}</output>,
      project: () => ({ columns: [], rows: [], summary: 'Una cifra' }),
    } as never),
})
/** A story waits as its reader does. */
const clock = {
  ...virtualClock(),
  now: () => Date.now(),
  after(ms: number, run: () => void) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
const seen: { network?: FakeNetwork; url?: ReturnType<typeof fakeUrl> } = {}
const changed = fn()

function Page({ given = null, isAway = false }: { given?: number | null; isAway?: boolean }) {
  const { dashboard } = useMemo(() => {
    const network = fakeNetwork()
    const url = fakeUrl('?when=2026-10-01..2026-10-31')
    Object.assign(seen, { network, url })
    const text = { type: 'date', required: true } as const
    const sources = registry(network.source('days', ROWS, { begin: text, end: text }))
    network.reply('days', () => {
      if (isAway) throw new TypeError('Failed to fetch')
      return table(ROWS, [[20_000, 5]])
    })
    const layout = loadLayout(DOCUMENT, { widgets: widgetsOf(plain), sources })
    return { dashboard: createDashboard(dashboardOptions(layout, network, clock, sources, { url })) }
  }, [isAway])
  const [seconds, setSeconds] = useState<number | null>(given)
  useEffect(() => () => dashboard.dispose(), [dashboard])
  const ports = useMemo(
    () => ({
      seconds,
      onChange(next: number | null) {
        changed(next)
        setSeconds(next)
      },
      clock,
      visibility: { hidden: () => false, onChange: () => () => undefined },
    }),
    [seconds],
  )
  return (
    <>
      {seconds !== null && <RefreshLive dashboard={dashboard} ports={ports} seconds={seconds} />}
      <RefreshPanel dashboard={dashboard} ports={ports} />
      <StepsPanel dashboard={dashboard} />
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
  title: 'Dashboards/Viewing',
  component: Page,
  parameters: { layout: 'padded', docs: { disable: true } },
  beforeEach: () => void changed.mockReset(),
} satisfies Meta<typeof Page>
export default meta
type Story = StoryObj<typeof meta>

/** Off until it is chosen; then the page says how old its figures are. */
export const Refresh: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await waitFor(() => expect(seen.network?.calls).toHaveLength(1))
    await userEvent.click(await canvas.findByRole('button', { name: 'Actualizar ahora' }))
    await waitFor(() => expect(seen.network?.calls).toHaveLength(2))
    await userEvent.click(canvas.getByRole('button', { name: /Actualizar automáticamente/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Cada 5 min' }))
    await waitFor(() => expect(changed).toHaveBeenCalledWith(300))
    await waitFor(() => expect(canvas.getAllByText('Actualizado ahora mismo')).toHaveLength(2))
  },
}

/** What does not reach the server is said, with the figures that are still there. */
export const ServerAway: Story = {
  args: { given: 60, isAway: true },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('Servidor no disponible')).toBeInTheDocument()
  },
}

/** The chart that leaves its steps open follows; the one whose document says them does not. Nothing is asked. */
export const Steps: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const steps = () => [...canvasElement.querySelectorAll('[data-widget] output')].map((one) => one.textContent)
    await waitFor(() => expect(steps()).toEqual(['auto', 'day']))
    const panel = within(canvas.getByRole('radiogroup', { name: 'Pasos de los gráficos' }))
    await expect((await panel.findAllByRole('radio')).map((one: HTMLElement) => one.textContent)).toEqual([
      'Auto',
      'Día',
      'Semana',
      'Mes',
    ])
    await userEvent.click(panel.getByRole('radio', { name: 'Semana' }))
    await waitFor(() => expect(steps()).toEqual(['week', 'day']))
    await expect(seen.url?.search()).toContain('granularity=week')
    await userEvent.click(panel.getByRole('radio', { name: 'Auto' }))
    await waitFor(() => expect(seen.url?.search()).not.toContain('granularity'))
    await expect(seen.network?.calls).toHaveLength(1)
  },
}

/** October is a month: the one before it is September, wholly; what is later than it is November. */
export const EarlierAndLater: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await waitFor(() => expect(seen.network?.calls).toHaveLength(1))
    await userEvent.click(await canvas.findByRole('button', { name: 'Días: Periodo anterior' }))
    await waitFor(() => expect(seen.network?.calls.at(-1)?.args).toEqual({ begin: '2026-09-01', end: '2026-09-30' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Días: Periodo siguiente' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Días: Periodo siguiente' }))
    await waitFor(() => expect(seen.network?.calls.at(-1)?.args).toEqual({ begin: '2026-11-01', end: '2026-11-30' }))
  },
}
