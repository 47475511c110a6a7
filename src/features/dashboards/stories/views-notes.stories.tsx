/** Saved views and annotations of a page, and the annotations on its charts. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect, useMemo, useState } from 'react'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
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
import type { Annotation } from '#schemas/generated/entities/annotation.ts'
import type { SavedView } from '#schemas/generated/entities/saved-view.ts'
import { CartesianChart } from '#ui'
import { AnnotationsDialog } from '../viewing/annotations-dialog.tsx'
import { Marked } from '../viewing/marked.tsx'
import { ViewsDialog } from '../viewing/views-dialog.tsx'

const ROWS = [dim('day', 'day'), measure('visits')]
const DOCUMENT = {
  format: 1,
  _id: 'notes',
  name: 'Notes',
  params: {
    client: {
      type: 'single',
      label: 'Marca',
      options: { query: 'clients', value: 'id', label: 'name', names: 'client' },
      default: { pick: 'first' },
    },
  },
  queries: { clients: { source: 'clients.list' }, days: { source: 'days', args: { client: '$client' } } },
  widgets: { days: { type: 'plain', title: 'Entradas', data: { rows: { query: 'days' } } } },
  layout: { sections: [{ id: 'all', params: ['client'], widgets: ['days'] }] },
  grids: { large: { days: { x: 0, y: 0, w: 12, h: 6 } } },
}
/** 2026-11-02 and the six days after it. */
const DAYS = [20_759, 20_760, 20_761, 20_762, 20_763, 20_764, 20_765]
const chart: WidgetDefinition = plainWidget('plain', {
  category: 'comparison',
  load: () =>
    Promise.resolve({
      default: ({ size }: { size: { width: number; height: number } }) => (
        <CartesianChart
          label="Entradas"
          summary="Siete días"
          width={size.width}
          height={size.height}
          option={{
            xAxis: { data: DAYS.map((_, at) => `${at + 2}-11`) },
            yAxis: [{ format: 'count' }],
            series: [{ id: 'ins', name: 'Entradas', type: 'line', data: [3, 5, 4, 6, 7, 9, 8], tone: 0 }],
          }}
        />
      ),
      project: (): Projection => ({
        columns: [
          { id: 'day', label: 'Día', format: 'day', role: 'dim' },
          { id: 'ins', label: 'Entradas', format: 'count', role: 'measure' },
        ],
        rows: DAYS.map((day) => [day, 5]),
        summary: 'Siete días',
      }),
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

const NOTE: Annotation = {
  id: 1,
  dashboard: 'notes',
  client: 3,
  begin: '2026-11-03',
  end: '2026-11-05',
  text: 'Obras en la calle',
  ownerName: 'ana@aforo.test',
  isMine: true,
  mayChange: true,
  mayRemove: true,
  updatedAt: 7,
}
const OTHERS: readonly Annotation[] = [
  { ...NOTE, id: 2, begin: '2026-11-07', end: '2026-11-07', text: 'Rebajas', isMine: false, mayChange: false },
  { ...NOTE, id: 3, client: 4, text: 'De otra marca' },
]
const VIEW: SavedView = {
  id: 5,
  dashboard: 'notes',
  name: 'Semana pasada',
  search: 'client=3&period=lastWeekVsPrevious',
  isShared: false,
  client: null,
  ownerName: 'ana@aforo.test',
  isMine: true,
  mayRemove: true,
  isDefault: false,
  updatedAt: 7,
}
const views: readonly SavedView[] = [
  VIEW,
  { ...VIEW, id: 6, name: 'Sin outlet', isShared: true, client: 3, isMine: false, mayRemove: false, ownerName: null },
]
const [applied, added, changed, removed, standard, saved] = [fn(), fn(), fn(), fn(), fn(), fn()]
const refuse = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

function Page({ open = 'none', isFailed = false }: { open?: 'views' | 'notes' | 'none'; isFailed?: boolean }) {
  const dashboard = useMemo(() => {
    const network = fakeNetwork()
    const list = [dim('id'), dim('name', 'text')]
    const sources = registry(
      network.source('clients.list', list, {}),
      network.source('days', ROWS, { client: { type: 'id', required: true } }),
    )
    network.reply('clients.list', () => table(list, [[3, 'Calle']]))
    network.reply('days', () => table(ROWS, [[20_759, 5]]))
    const layout = loadLayout(DOCUMENT, { widgets: widgetsOf(chart), sources })
    return createDashboard(dashboardOptions(layout, network, clock, sources))
  }, [])
  useEffect(() => () => dashboard.dispose(), [dashboard])
  const [all, setAll] = useState<readonly Annotation[]>([NOTE, ...OTHERS])
  const notes = useMemo(
    () => ({
      api: {
        list: () => (isFailed ? Promise.reject(new Error('away')) : Promise.resolve([NOTE, ...OTHERS])),
        add: (draft: unknown) => {
          saved(draft)
          return Promise.resolve(NOTE)
        },
        change: (id: number, change: unknown) => {
          changed(id, change)
          return Promise.reject(new Error('Otra persona ha cambiado esta nota'))
        },
        remove: () => Promise.resolve(),
      },
      dashboard: 'notes',
      onAll: setAll,
      clients: () => Promise.resolve([]),
      say: refuse,
    }),
    [isFailed],
  )
  const saving = useMemo(
    () => ({
      api: {
        list: () => (isFailed ? Promise.reject(new Error('away')) : Promise.resolve([...views])),
        add: (draft: unknown) => {
          added(draft)
          return Promise.resolve(VIEW)
        },
        change: (id: number, change: unknown) => {
          changed(id, change)
          return Promise.resolve(VIEW)
        },
        remove: (id: number) => {
          removed(id)
          return Promise.resolve()
        },
        setDefault: (...args: unknown[]) => {
          standard(...args)
          return Promise.resolve()
        },
      },
      dashboard: 'notes',
      search: () => '?client=3',
      apply: applied,
      mayShare: true,
      onViews: () => undefined,
      say: refuse,
    }),
    [isFailed],
  )
  const services = useMemo(
    () => ({
      controls: {},
      issueText: ({ text }: { text: string }) => text,
      exportCsv: () => Promise.resolve(),
      savePng: () => undefined,
      widgetText: () => (key: string) => key,
    }),
    [],
  )
  return (
    <Marked dashboard={dashboard} all={all}>
      <DashboardView dashboard={dashboard} services={services} />
      {open === 'views' && <ViewsDialog dashboard={dashboard} ports={saving} onClose={applied} />}
      {open === 'notes' && <AnnotationsDialog dashboard={dashboard} ports={{ ...notes, all }} onClose={applied} />}
    </Marked>
  )
}

const meta = {
  title: 'Dashboards/Views and annotations',
  component: Page,
  parameters: { layout: 'padded', docs: { disable: true } },
  beforeEach: () => {
    for (const one of [applied, added, changed, removed, standard, saved]) one.mockReset()
  },
} satisfies Meta<typeof Page>
export default meta
type Story = StoryObj<typeof meta>

const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }))

/** Annotations of the client on show lie over the chart; those of another client do not. */
export const OnCharts: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('Obras en la calle')).toBeInTheDocument()
    await expect(canvas.getByText('Rebajas')).toBeInTheDocument()
    await expect(canvas.queryByText('De otra marca')).toBeNull()
  },
}

/** A view is saved with the filters of the page, and shared with those who see its client. */
export const Save: Story = {
  args: { open: 'views' },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('Rebajas')
    const dialog = await dialogOf('Vistas guardadas')
    await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
    await expect(await dialog.findByText('El campo es obligatorio')).toBeInTheDocument()
    await userEvent.type(dialog.getByRole('textbox', { name: /Guardar los filtros/ }), 'Mi vista')
    await userEvent.click(dialog.getByRole('switch', { name: /Compartir/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
    await waitFor(() =>
      expect(added).toHaveBeenCalledWith({
        dashboard: 'notes',
        name: 'Mi vista',
        search: '?client=3',
        isShared: true,
        client: 3,
      }),
    )
  },
}

/** One click applies a view; what else can be done with it is in its menu, by whose it is. */
export const Views: Story = {
  args: { open: 'views' },
  play: async () => {
    const dialog = await dialogOf('Vistas guardadas')
    await userEvent.click(await dialog.findByRole('button', { name: 'Acciones de Sin outlet' }))
    await waitFor(() =>
      expect(screen.getAllByRole('menuitem').map((one: HTMLElement) => one.textContent)).toEqual([
        'Abrir el panel con esta vista',
      ]),
    )
    await userEvent.click(screen.getByRole('menuitem', { name: 'Abrir el panel con esta vista' }))
    await waitFor(() => expect(standard).toHaveBeenCalledWith('notes', 6))
    await userEvent.click(await dialog.findByRole('button', { name: 'Semana pasada' }))
    await expect(applied).toHaveBeenCalledWith(VIEW)
  },
}

export const ViewsFailed: Story = {
  args: { open: 'views', isFailed: true },
  play: async () => {
    const dialog = await dialogOf('Vistas guardadas')
    await expect(await dialog.findByText('No se pudieron leer las vistas.')).toBeInTheDocument()
  },
}

/** One's own may be changed, that of others is read; a refusal is said where it was written. */
export const Annotations: Story = {
  args: { open: 'notes' },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('Rebajas', { selector: '[title]' })
    const dialog = await dialogOf('Notas')
    await userEvent.click(dialog.getByRole('button', { name: 'Añadir nota' }))
    // The field of days comes with the first of them.
    await waitFor(() => expect(dialog.getAllByText('El campo es obligatorio')).toHaveLength(2))
    await expect(dialog.queryByRole('button', { name: 'Cambiar la nota «Rebajas»' })).toBeNull()
    await userEvent.click(await dialog.findByRole('button', { name: 'Cambiar la nota «Obras en la calle»' }))
    const text = await dialog.findByRole('textbox', { name: 'Texto' })
    await waitFor(() => expect(text).toHaveValue('Obras en la calle'))
    await userEvent.type(text, ' mayor')
    await userEvent.click(dialog.getByRole('button', { name: 'Guardar nota' }))
    await waitFor(() =>
      expect(changed).toHaveBeenCalledWith(1, {
        client: 3,
        begin: '2026-11-03',
        end: '2026-11-05',
        text: 'Obras en la calle mayor',
        updatedAt: 7,
      }),
    )
    await expect(await dialog.findByText('Otra persona ha cambiado esta nota')).toBeInTheDocument()
  },
}
