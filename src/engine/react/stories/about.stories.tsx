/** What the note about a widget says, in words; the query trace only where a developer asked for it. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect, useMemo } from 'react'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { useUi } from '#ui'
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
import type { Projection, WidgetDefinition } from '../../types.ts'
import { DashboardView } from '../dashboard-view.tsx'
import { PageMark } from '../page-mark.tsx'

const DAYS = [dim('day', 'day'), measure('visits')]
const DOCUMENT = {
  format: 1,
  _id: 'about',
  name: 'About',
  params: {
    periods: { type: 'periodPair', label: 'Periodos', default: { preset: 'lastWeekVsPrevious' } },
    locals: {
      type: 'multi',
      label: 'Tiendas',
      options: [11, 12, 13].map((value) => ({ value, label: `Tienda ${value}` })),
      default: { pick: 'all' },
    },
  },
  queries: { rows: { source: 'rows', args: { begin: '$periods.comparing.begin' } }, marks: { source: 'marks' } },
  widgets: {
    days: {
      type: 'plain',
      title: 'Visitas por día',
      data: {
        rows: { query: 'rows', transform: [{ op: 'sort', by: [{ column: 'day' }] }] },
        marks: {
          query: 'marks',
          transform: [
            { op: 'limit', n: 3, by: 'visits' },
            { op: 'sort', by: [{ column: 'day' }] },
          ],
        },
      },
    },
  },
  layout: { sections: [{ id: 'all', requires: ['periods'], params: ['periods'], widgets: ['days'] }] },
  grids: { large: { days: { x: 0, y: 0, w: 8, h: 6 } } },
}
const project = (): Projection => ({
  columns: [{ id: 'visits', label: 'Visitas', format: 'count', role: 'measure', metric: 'visits' }],
  rows: [[7]],
  summary: 'Siete visitas',
  passport: {
    coverage: 0.9871,
    estimatedShare: 0,
    state: 'partial',
    definitions: ['visits@1', 'captureRate@1'],
    asOf: Date.UTC(2026, 10, 19, 12),
  },
})
const View = () => <output>7 visitas</output>
const widget: WidgetDefinition = plainWidget('plain', {
  data: {
    rows: { required: true, columns: { visits: 'measure' } },
    marks: { required: false, columns: { visits: 'measure' } },
  },
  load: () => Promise.resolve({ default: View, project } as never),
})

function Stage({ showsTrace }: { showsTrace: boolean }) {
  const { locale } = useUi()
  const dashboard = useMemo(() => {
    const network = fakeNetwork()
    const sources = registry(
      network.source('rows', DAYS, { begin: { type: 'date' } }),
      network.source('marks', DAYS, {}),
    )
    for (const source of ['rows', 'marks']) network.reply(source, () => table(DAYS, [[20_770, 7]]))
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
      <PageMark dashboard={dashboard} />
      <DashboardView
        dashboard={dashboard}
        services={{
          controls: {},
          issueText: ({ text }) => text,
          exportCsv: () => Promise.resolve(),
          savePng: () => undefined,
          showsTrace: () => showsTrace,
          widgetText: () => (key) => (key === 'description' ? 'Las visitas de cada día.' : key),
        }}
      />
    </>
  )
}

const meta = {
  title: 'Engine/About a widget',
  component: Stage,
  args: { showsTrace: false },
  parameters: { layout: 'padded', docs: { disable: true } },
} satisfies Meta<typeof Stage>
export default meta
type Story = StoryObj<typeof meta>

const opened = async (canvasElement: HTMLElement) => {
  await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Acerca de Visitas por día' }))
  return within(await screen.findByRole('dialog', { name: 'Acerca de Visitas por día' }))
}

export const InWords: Story = {
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('7 visitas')
    const note = await opened(canvasElement)
    await waitFor(() => expect(note.getByText('Las visitas de cada día.')).toBeVisible())
    await expect(
      note.getByText('del 09/11/2026 al 15/11/2026 (referencia: del 02/11/2026 al 08/11/2026)'),
    ).toBeVisible()
    await expect(note.getByText(/^Ha llegado el 98,7\s%\sde las horas esperadas\./)).toBeVisible()
    await expect(note.getByText(/^Recuento hasta el .* Consultados ahora mismo\.$/)).toBeVisible()
    // What the figures mean: those of the columns and those that only the passport names.
    await expect(
      [...canvasElement.ownerDocument.querySelectorAll('[role=dialog] dl:last-of-type dt')].map(
        ({ textContent }) => textContent,
      ),
    ).toEqual(['Visitas', 'Tasa de captación'])
    await expect(note.queryByText('Consulta')).toBeNull()
  },
}

/** The sign of a frame has behind it what the note says, for readers who ask there first. */
export const PassportOfTheFigures: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('7 visitas')
    const [, frame] = await canvas.findAllByRole('button', { name: 'Incompleto' })
    await userEvent.click(frame as HTMLElement)
    const note = within(
      await screen.findByRole('dialog', {
        name: 'Calidad de la cifra: cobertura, definición y hasta cuándo llegan los datos',
      }),
    )
    await waitFor(() =>
      expect(note.getByText('del 09/11/2026 al 15/11/2026 (referencia: del 02/11/2026 al 08/11/2026)')).toBeVisible(),
    )
    await expect(note.getByText('3 de 3')).toBeVisible()
    await expect(note.getByText('Tasa de captación')).toBeVisible()
    await expect(note.getByText('visits@1, captureRate@1')).toBeVisible()
    await expect(note.getByText('Datos hasta')).toBeVisible()
  },
}

/** Each query with the steps of the inputs that it fills, and of no other. */
export const ForDevelopers: Story = {
  args: { showsTrace: true },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('7 visitas')
    const note = await opened(canvasElement)
    await note.findByText('rows', { selector: 'code' })
    const traces = [...canvasElement.ownerDocument.querySelectorAll('[role=dialog] dl:has(code)')].map((list) => [
      list.querySelector('code')?.textContent,
      [...list.querySelectorAll('dt')]
        .map(({ textContent }) => textContent)
        .filter((text) => text === 'filter' || text === 'sort' || text === 'limit').length,
    ])
    await expect(traces).toEqual([
      ['rows', 1],
      ['marks', 2],
    ])
  },
}

/** One mark a page, with the widgets that it is about; a frame has only a sign. */
export const MarkOfThePage: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('7 visitas')
    const [page, frame] = await canvas.findAllByRole('button', { name: 'Incompleto' })
    await expect(page).toHaveTextContent('Incompleto')
    await expect(frame?.closest('[data-state]')).not.toBeNull()
    await userEvent.click(page as HTMLElement)
    const note = within(await screen.findByRole('dialog', { name: 'Hasta qué punto están completas las cifras' }))
    await waitFor(() => expect(note.getByText('Visitas por día')).toBeVisible())
    await expect(note.getByText(/^ha llegado el 98,7\s%$/)).toBeVisible()
  },
}
