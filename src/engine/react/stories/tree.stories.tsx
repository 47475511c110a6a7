/** The filter of a hierarchy: in part, in thousands, searched, by keyboard, blocked, empty and failed. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect, useMemo } from 'react'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import type { Cell } from '#domain/frame'
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

const LIST = [dim('id'), dim('name', 'text'), dim('country', 'text'), dim('countryName', 'text'), dim('region', 'text')]
const ROWS = [dim('hour'), measure('visits')]
const FEW: Cell[][] = [
  [11, 'Gran Vía', 'ES', 'España', 'Madrid'],
  [12, 'Sol', 'ES', 'España', 'Madrid'],
  [13, 'Casco Viejo', 'ES', 'España', 'Bilbao'],
  [14, 'Opéra', 'FR', 'Francia', 'Île-de-France'],
  [15, 'Vieux-Port', 'FR', 'Francia', 'Provence-Alpes-Côte d’Azur'],
  [16, 'Chiado', 'PT', 'Portugal', 'Lisboa'],
]
const COUNTRIES = ['España', 'Francia', 'Portugal', 'Italia', 'Chequia', 'Alemania']
const MANY: Cell[][] = Array.from({ length: 4000 }, (_, i) => [
  i + 1,
  `Tienda ${i + 1}`,
  `C${i % 6}`,
  COUNTRIES[i % 6] ?? '',
  `Región ${Math.floor(i / 6) % 20}`,
])

interface StageProps {
  rows: Cell[][]
  isRefused?: boolean
  search?: string
  /** The list needs a brand, and none is chosen. */
  isBlocked?: boolean
}

function Stage({ rows, isRefused = false, search = '', isBlocked = false }: StageProps) {
  const dashboard = useMemo(() => {
    const network = fakeNetwork()
    const sources = registry(
      network.source('stores', LIST, isBlocked ? { client: { type: 'id', required: true } } : {}),
      network.source('main', ROWS, { locals: { type: 'ids', required: true } }),
    )
    if (!isRefused) network.reply('stores', () => table(LIST, rows))
    network.reply('main', ({ locals }) => table(ROWS, [[1, (locals as number[]).length]]))
    const layout = loadLayout(
      {
        format: 1,
        _id: 'tree',
        name: 'Tree',
        params: {
          ...(isBlocked && {
            client: {
              type: 'single',
              label: 'Marca',
              options: [1, 2].map((value) => ({ value, label: `Marca ${value}` })),
            },
          }),
          locals: {
            type: 'tree',
            label: 'Tiendas',
            default: { pick: 'all' },
            options: {
              query: 'stores',
              value: 'id',
              label: 'name',
              levels: [{ value: 'country', label: 'countryName' }, { value: 'region' }],
            },
          },
        },
        queries: {
          stores: { source: 'stores', ...(isBlocked && { args: { client: '$client' } }) },
          main: { source: 'main', args: { locals: '$locals' } },
        },
        widgets: { sent: { type: 'plain', title: 'Tiendas enviadas', data: { rows: { query: 'main' } } } },
        layout: {
          sections: [
            { id: 'filters', params: isBlocked ? ['client', 'locals'] : ['locals'] },
            { id: 'all', requires: ['locals'], widgets: ['sent'] },
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
                  { rows: sent }: { rows: { data: readonly { values: ArrayLike<number> }[] } },
                ) => ({
                  columns: [],
                  rows: [],
                  summary: `${sent.data[1]?.values[0]} tiendas`,
                }),
              } as never),
          }),
        ),
        sources,
      },
    )
    const url = { search: () => search, write: () => undefined }
    const made = createDashboard(dashboardOptions(layout, network, virtualClock(), sources, { locale: 'es', url }))
    const refuse = () => {
      for (const call of network.calls.filter(({ open }) => open)) call.fail({ status: 400, message: 'no' })
    }
    return { made, timer: isRefused ? setInterval(refuse, 50) : undefined }
  }, [rows, isRefused, search, isBlocked])
  useEffect(
    () => () => {
      clearInterval(dashboard.timer)
      dashboard.made.dispose()
    },
    [dashboard],
  )
  return (
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
  )
}

const meta = {
  title: 'Engine/Tree filter',
  component: Stage,
  parameters: { layout: 'padded', docs: { disable: true } },
} satisfies Meta<typeof Stage>
export default meta
type Story = StoryObj<typeof meta>

const sent = (canvasElement: HTMLElement, text: string) =>
  waitFor(() => expect(canvasElement.querySelector('output[data-sent]')).toHaveTextContent(text))
const open = async (canvasElement: HTMLElement) => {
  await userEvent.click(await within(canvasElement).findByRole('button', { name: /^Tiendas/ }))
  return screen.findByRole('tree', { name: 'Tiendas' })
}
const choose = async (canvasElement: HTMLElement) => {
  await userEvent.click(within(canvasElement).getByRole('button', { name: /Marca$/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Marca 1' }))
}
const row = (name: RegExp | string) => screen.getByRole('treeitem', { name })

/** A region is taken out of all: its country is chosen in part, and the field says what is chosen as a whole. */
export const InPart: Story = {
  args: { rows: FEW },
  play: async ({ canvasElement }) => {
    await sent(canvasElement, '6 tiendas')
    await expect(await within(canvasElement).findByRole('button', { name: /^Tiendas Todas/ })).toBeVisible()
    const tree = await open(canvasElement)
    tree.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowDown}')
    await expect(row('Madrid 2 de 2')).toHaveAttribute('aria-checked', 'true')
    await userEvent.keyboard(' ')
    await sent(canvasElement, '4 tiendas')
    await expect(row('Madrid 0 de 2')).toHaveAttribute('aria-checked', 'false')
    await expect(row('España 1 de 3')).toHaveAttribute('aria-checked', 'mixed')
    await expect(within(canvasElement).getByText('Bilbao, Francia, Portugal')).toBeVisible()
  },
}

/** Keys: right opens and goes in, left goes up and closes, a letter finds, space chooses; each row says its place. */
export const ByKeyboard: Story = {
  args: { rows: FEW },
  play: async ({ canvasElement }) => {
    const tree = await open(canvasElement)
    await expect(screen.getByRole('searchbox', { name: 'Buscar por nombre o id' })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect(tree).toHaveFocus()
    const active = () => document.getElementById(tree.getAttribute('aria-activedescendant') ?? '')
    await expect(active()).toHaveAccessibleName('España 3 de 3')
    await expect(active()).toHaveAttribute('aria-expanded', 'false')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
    await waitFor(() => expect(active()).toHaveAccessibleName('Gran Vía'))
    await expect(active()).toHaveAttribute('aria-level', '3')
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
    await waitFor(() => expect(active()).toHaveAccessibleName('España 3 de 3'))
    await expect(active()).toHaveAttribute('aria-posinset', '1')
    await expect(active()).toHaveAttribute('aria-setsize', '3')
    await userEvent.keyboard('po')
    await waitFor(() => expect(active()).toHaveAccessibleName('Portugal 1 de 1'))
    await userEvent.keyboard(' ')
    await sent(canvasElement, '5 tiendas')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('tree')).toBeNull())
  },
}

/** What the search finds can be chosen at once; none of a branch is sent with what was found in it. */
export const Searched: Story = {
  args: { rows: FEW },
  play: async ({ canvasElement }) => {
    await open(canvasElement)
    await userEvent.click(screen.getByRole('button', { name: 'Quitar todos' }))
    await userEvent.type(screen.getByRole('searchbox'), 'opera')
    await waitFor(() =>
      expect(screen.getAllByRole('treeitem').map(({ textContent }) => textContent)).toEqual([
        'Francia0 de 2',
        'Île-de-France0 de 1',
        'Opéra',
      ]),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Elegir los encontrados' }))
    await sent(canvasElement, '1 tiendas')
    await userEvent.clear(screen.getByRole('searchbox'))
    await userEvent.type(screen.getByRole('searchbox'), 'zzz')
    await waitFor(() => expect(screen.queryByRole('tree')).toBeNull())
  },
}

/** Four thousand stores: only the rows in view are in the page, and the last one is a key away. */
export const Thousands: Story = {
  args: { rows: MANY },
  play: async ({ canvasElement }) => {
    await sent(canvasElement, '4000 tiendas')
    const tree = await open(canvasElement)
    await userEvent.type(screen.getByRole('searchbox'), 'tienda')
    await userEvent.keyboard('{ArrowDown}{End}')
    await waitFor(() => expect(screen.getByRole('treeitem', { name: 'Tienda 3960' })).toBeVisible())
    await expect(screen.getAllByRole('treeitem').length).toBeLessThan(40)
    await userEvent.keyboard(' ')
    await sent(canvasElement, '3999 tiendas')
    await expect(tree.isConnected || screen.getByRole('tree').isConnected).toBe(true)
  },
}

/** A link with a store that closed: it is struck through, not sent, and can be taken away. */
export const OneIsGone: Story = {
  args: { rows: FEW, search: '?locals=ES.Madrid.,17' },
  play: async ({ canvasElement }) => {
    await sent(canvasElement, '2 tiendas')
    await open(canvasElement)
    await userEvent.click(screen.getByRole('button', { name: /Quitar 17/ }))
    await waitFor(() => expect(screen.queryByText('17')).toBeNull())
  },
}

/** Without a brand there is no list: nothing is asked, and the widget names what is missing. */
export const Blocked: Story = {
  args: { rows: FEW, isBlocked: true },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('button', { name: 'Tiendas Sin opciones' })).toBeVisible()
    await expect(canvasElement.querySelector('[data-sent]')).toBeNull()
    await choose(canvasElement)
    await sent(canvasElement, '6 tiendas')
  },
}

/** A client without stores has nothing to choose, and nothing is asked. */
export const Empty: Story = {
  args: { rows: [] },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('button', { name: 'Tiendas Sin opciones' })).toBeVisible()
    await expect(canvasElement.querySelector('[data-sent]')).toBeNull()
  },
}

/** The list could not be had: the field says so and offers to try again; what needs it is blocked. */
export const Failed: Story = {
  args: { rows: FEW, isRefused: true },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const [first] = await canvas.findAllByRole('button', { name: 'Reintentar' })
    await expect(first).toBeVisible()
    await expect((await canvas.findAllByText(/The server refused the request/))[0]).toBeVisible()
  },
}
