/** What throws while it is drawn costs its own place, never the page. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect, useMemo } from 'react'
import { expect, userEvent, within } from 'storybook/test'
import { CartesianChart, type CartesianOption, useUi } from '#ui'
import type { Frame } from '#domain/frame'
import { createDashboard } from '../../core/run/dashboard.ts'
import { issue } from '../../core/document/issue.ts'
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
import type { WidgetDefinition } from '../../types.ts'
import { DashboardView } from '../dashboard-view.tsx'
import { NO_FILTERS } from '../blocked.tsx'
import { WidgetFrame } from '../widget-frame.tsx'
import type { DashboardServices } from '../services.tsx'

const CLIENTS = [dim('id'), dim('name', 'text')]
const ROWS = [measure('visits')]

const DOCUMENT = {
  format: 1,
  _id: 'parts',
  name: 'Parts',
  params: {
    client: {
      type: 'single',
      label: 'Marca',
      options: { query: 'clients', value: 'id', label: 'name' },
      default: { pick: 'first' },
    },
    least: { type: 'number', label: 'Mínimo', default: 5 },
  },
  queries: { clients: { source: 'clients' }, rows: { source: 'rows', args: { client: '$client' } } },
  widgets: {
    good: { type: 'good', title: 'Entero', data: { rows: { query: 'rows' } } },
    bad: { type: 'bad', title: 'Roto', data: { rows: { query: 'rows' } } },
  },
  layout: { sections: [{ id: 'all', params: ['client', 'least'], requires: ['client'], widgets: ['good', 'bad'] }] },
  grids: { large: { good: { x: 0, y: 0, w: 6, h: 4 }, bad: { x: 6, y: 0, w: 6, h: 4 } } },
}

const project = () => ({
  columns: [{ id: 'visits', label: 'Visitas', format: 'count' as const, role: 'measure' as const }],
  rows: [[7]],
  summary: 'Siete visitas',
})
const Good = () => <output>7 visitas</output>
const Bad = (): never => {
  throw new Error('a view that throws')
}
const widget = (type: string, View: () => React.ReactNode): WidgetDefinition =>
  plainWidget(type, { load: () => Promise.resolve({ default: View, project } as never) })

function Stage({
  document = DOCUMENT,
  controls = {},
  brands = () => table(CLIENTS, [[1, 'Nube Moda']]),
  view = Bad,
}: {
  document?: object
  controls?: DashboardServices['controls']
  /** The answer of the list of brands. */
  brands?: () => Frame
  /** Of the widget that fails. */
  view?: () => React.ReactNode
}) {
  const { locale } = useUi()
  const dashboard = useMemo(() => {
    const network = fakeNetwork()
    const sources = registry(
      network.source('clients', CLIENTS, {}),
      network.source('rows', ROWS, { client: { type: 'id', required: true } }),
    )
    network.reply('clients', brands)
    network.reply('rows', () => table(ROWS, [[7]]))
    const layout = loadLayout(document, { widgets: widgetsOf(widget('good', Good), widget('bad', view)), sources })
    return createDashboard(dashboardOptions(layout, network, virtualClock(), sources, { locale }))
  }, [document, locale, brands, view])
  useEffect(() => () => dashboard.dispose(), [dashboard])
  const services: DashboardServices = {
    controls,
    widgetText: () => (key) => key,
    issueText: ({ text }) => text,
    exportCsv: () => Promise.resolve(),
    savePng: () => undefined,
  }
  return <DashboardView dashboard={dashboard} services={services} />
}

const meta = {
  title: 'Engine/Failing parts',
  component: Stage,
  parameters: { layout: 'padded', docs: { disable: true } },
} satisfies Meta<typeof Stage>
export default meta
type Story = StoryObj<typeof meta>

/** A view that throws: its frame says so, the widget beside it is drawn. */
export const AWidget: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('7 visitas')
    await canvas.findByText(/Este widget no se ha podido mostrar/)
  },
}

const LAZY = {
  xAxis: { data: ['11/11', '12/11'] },
  yAxis: [{ format: 'count' }],
  series: [{ id: 'a', name: 'A', type: 'bar', tone: 0, data: () => [1, 2] }],
} as unknown as CartesianOption
const LazyView = () => <CartesianChart label="Función" width={300} height={120} option={LAZY} />

/** A chart whose data are a function is a card with code, value and what was expected; the others are drawn. */
export const AFunctionAsData: Story = {
  args: { view: LazyView },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('7 visitas')
    await canvas.findByText('series[0].data is a function; expected a list.')
    await canvas.findByText(/CHART_DATA_INVALID/)
  },
}

let isBroken = true
function Moody({ param }: { param: { label: string } }) {
  if (isBroken) throw new Error('a control that throws')
  return <output>{param.label}: entero</output>
}

/** A filter's control that throws: the other filter and the figures stay, and it is tried again on request. */
export const AFilter: Story = {
  args: { controls: { number: Moody as never } },
  beforeEach: () => {
    isBroken = true
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('No se ha podido mostrar Mínimo.')
    await expect(canvas.getByRole('button', { name: /Marca/ })).toBeVisible()
    await canvas.findByText('7 visitas')
    isBroken = false
    await userEvent.click(
      within(canvas.getByText('No se ha podido mostrar Mínimo.').closest('[role=alert]') as HTMLElement).getByRole(
        'button',
        { name: 'Reintentar' },
      ),
    )
    await canvas.findByText('Mínimo: entero')
  },
}

let isAway = true

/** The list of a filter does not come: the page says so once, not that the reader has yet to choose, and asks again. */
export const TheListOfAFilter: Story = {
  args: {
    brands: () => {
      if (isAway) throw Object.assign(new Error('No.'), { status: 403 })
      return table(CLIENTS, [[1, 'Nube Moda']])
    },
  },
  beforeEach: () => {
    isAway = true
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const said = await canvas.findByText('No se han podido cargar las opciones de Marca')
    await canvas.findByText('Sin ellas no se puede mostrar este panel.')
    await expect(canvas.queryByText(/Falta elegir/)).toBeNull()
    await expect(canvas.queryByRole('heading', { name: 'Entero' })).toBeNull()
    await canvas.findByRole('button', { name: 'Copiar el código SOURCE_REFUSED' })
    isAway = false
    const alert = within(said.closest('[role=alert]') as HTMLElement)
    await userEvent.click(alert.getByRole('button', { name: 'Reintentar' }))
    await canvas.findByText('7 visitas')
  },
}

/** An empty list was loaded: there is nothing to choose, so no message asks to choose. */
export const AnEmptyListOfAFilter: Story = {
  args: { brands: () => table(CLIENTS, []) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('No hay nada que elegir en Marca')
    await canvas.findByText('Este panel mostrará datos cuando haya opciones.')
    await expect(canvas.queryByText(/Falta elegir/)).toBeNull()
    await expect(canvas.getByRole('button', { name: /Sin opciones/ })).toBeVisible()
  },
}

/**
 * The message that the rest still works is shown only where that is known: an unreachable server answers no query. It
 * has its own line, because the reason of a server may end without a full stop.
 */
export const TheRestOfTheDashboard: Story = {
  render: () => (
    <>
      {(['SOURCE_NETWORK', 'SOURCE_FAILED'] as const).map((code) => (
        <WidgetFrame
          key={code}
          title={code}
          state={{ kind: 'error', issue: issue(code, '', { status: 502, reason: 'Bad Gateway' }) }}
        />
      ))}
    </>
  ),
  play: async ({ canvasElement }) => {
    const sentences = (name: string) => {
      const frame = within(canvasElement).getByRole('region', { name })
      return within(frame).queryAllByText('El resto del panel no se ve afectado.').length
    }
    await expect([sentences('SOURCE_NETWORK'), sentences('SOURCE_FAILED')]).toEqual([0, 1])
  },
}

const NO_SUCH_COLUMN = {
  ...DOCUMENT,
  i18n: { es: { good: 'Entero' }, en: { good: 'Whole' } },
  params: {
    ...DOCUMENT.params,
    client: { ...DOCUMENT.params.client, options: { query: 'clients', value: 'id', label: 'nombre' } },
  },
  widgets: { ...DOCUMENT.widgets, good: { ...DOCUMENT.widgets.good, title: 't:good' } },
}

/** A list whose query lacks its column: no filter claims to have chosen from it, its widgets say why, by name. */
export const AListWithoutItsColumn: Story = {
  args: { document: NO_SUCH_COLUMN },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const frame = await canvas.findByRole('region', { name: 'Entero' })
    await within(frame).findByText(/“clients” has no column “nombre”|"clients" has no column "nombre"/)
    await expect(canvas.getByRole('region', { name: 'Roto' })).toHaveTextContent('PARAM_OPTIONS_COLUMN_UNKNOWN')
    await expect(canvas.queryByRole('button', { name: /Marca/ })).toBeNull()
    await expect(canvasElement).not.toHaveTextContent(/\d+ de \d+|t:good/)
  },
}

const BAR = { id: 'bar', params: ['client'], sticky: true }
const STICKY = {
  ...DOCUMENT,
  layout: { sections: [BAR, { id: 'all', requires: ['client'], widgets: ['good', 'bad'] }] },
}

/** What scrolls under the bar fades out: widgets without a title over them begin below that, with their upper edge. */
export const UnderTheBar: Story = {
  args: { document: STICKY },
  play: async ({ canvasElement }) => {
    const frame = (await within(canvasElement).findByText('7 visitas')).closest('[data-state]') as HTMLElement
    const bar = canvasElement.querySelector('[data-sticky]') as HTMLElement
    const fade = Number.parseFloat(getComputedStyle(bar, '::after').height)
    await expect(fade).toBeGreaterThan(0)
    await expect(frame.getBoundingClientRect().top - bar.getBoundingClientRect().bottom).toBeGreaterThanOrEqual(fade)
  },
}

/** A card of four rows on a phone: the mark gives way, so that no sentence is cut in the middle. */
export const InALowCard: Story = {
  render: () => (
    <>
      {(['blocked', 'error'] as const).map((kind) => (
        <div key={kind} style={{ width: '21rem', height: '12.25rem', marginBlockEnd: '1rem' }}>
          <WidgetFrame
            title={kind}
            state={kind === 'error' ? { kind, issue: issue('SOURCE_UNREADABLE', '') } : { kind, missing: ['places'] }}
            filters={{ ...NO_FILTERS, labels: { places: 'Salas y locales' }, empty: ['places'] }}
            onRetry={() => undefined}
          />
        </div>
      ))}
    </>
  ),
  play: async ({ canvasElement }) => {
    for (const name of ['blocked', 'error']) {
      const frame = within(canvasElement).getByRole('region', { name })
      const below = [...frame.querySelectorAll('*')].filter(
        (part) => part.getBoundingClientRect().bottom > frame.getBoundingClientRect().bottom,
      )
      await expect([name, below.map(({ textContent }) => textContent)]).toEqual([name, []])
    }
  },
}
