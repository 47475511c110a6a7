/** One widget fills the page: from its menu, in the address, and back with Escape; nothing is asked again. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { dim, type FakeNetwork, measure, table } from '../../core/test-support/index.ts'
import type { Dashboard } from '../../core/run/dashboard-types.ts'
import { Board } from './test-support/board.tsx'

const ROWS = [dim('local'), measure('visits')]
const DOCUMENT = {
  format: 1,
  _id: 'full',
  name: 'Full',
  params: {
    brand: { type: 'single', label: 'Marca', options: [{ value: 1, label: 'Alpina' }], default: { pick: 'first' } },
    stores: {
      type: 'multi',
      label: 'Tiendas',
      options: [
        { value: 7, label: 'Mayor' },
        { value: 8, label: 'Plaza' },
      ],
      default: { pick: 'all' },
    },
  },
  queries: {
    visits: { source: 'visits', args: { brand: '$brand' } },
    sales: { source: 'sales', args: { brand: '$brand' } },
  },
  widgets: {
    visits: { type: 'plain', title: 'Visitas', data: { rows: { query: 'visits' } } },
    sales: {
      type: 'plain',
      title: 'Ventas',
      data: { rows: { query: 'sales' } },
      repeat: { param: 'stores', column: 'local' },
    },
  },
  layout: {
    sections: [
      { id: 'filters', params: ['brand'] },
      { id: 'main', title: 'Cifras', widgets: ['visits'] },
      { id: 'more', title: 'Detalle', widgets: ['sales'] },
    ],
  },
  grids: { large: { visits: { x: 0, y: 0, w: 4, h: 5 }, sales: { x: 0, y: 0, w: 4, h: 5 } } },
}

const seen: { network?: FakeNetwork; dashboard?: Dashboard } = {}
const sources = (network: FakeNetwork) =>
  ['visits', 'sales'].map((name) => {
    network.reply(name, () =>
      table(ROWS, [
        [7, 5],
        [8, 6],
      ]),
    )
    return network.source(name, ROWS, { brand: { type: 'id', required: true } })
  })

const meta = {
  title: 'Engine/Full screen',
  component: Board,
  parameters: { layout: 'padded', docs: { disable: true } },
  args: { document: DOCUMENT, sources, onMade: (made) => Object.assign(seen, made) },
} satisfies Meta<typeof Board>
export default meta
type Story = StoryObj<typeof meta>

const asked = () => seen.network?.calls.map(({ source }) => source).toSorted()
const headings = (canvas: ReturnType<typeof within>) =>
  canvas.getAllByRole('heading').map((heading: HTMLElement) => heading.textContent)

/** The filters stay, the rest makes room; the focus is in the menu it came from. */
export const FromItsMenu: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await waitFor(() =>
      expect(headings(canvas)).toEqual(['Cifras', 'Visitas', 'Detalle', 'Mayor · Ventas', 'Plaza · Ventas']),
    )
    await waitFor(() => expect(asked()).toEqual(['sales', 'visits']))
    await userEvent.click(canvas.getByRole('button', { name: 'Acciones de Visitas' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Ver a pantalla completa' }))
    await waitFor(() => expect(headings(canvas)).toEqual(['Cifras', 'Visitas']))
    await expect(canvasElement.querySelector('[data-param="brand"]')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Salir de pantalla completa (Esc)' })).toBeVisible()
    await expect(seen.dashboard?.store.getState().full).toEqual({ widget: 'visits' })
    await userEvent.keyboard('{Escape}')
    await waitFor(() =>
      expect(headings(canvas)).toEqual(['Cifras', 'Visitas', 'Detalle', 'Mayor · Ventas', 'Plaza · Ventas']),
    )
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Acciones de Visitas' })).toHaveFocus())
    await expect(asked()).toEqual(['sales', 'visits'])
  },
}

/** A link to the copy of one store shows that copy, and asks for nothing else. */
export const Linked: Story = {
  args: { search: '?full=sales.8' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await waitFor(() => expect(canvasElement.querySelectorAll('[data-cell]')).toHaveLength(1))
    await waitFor(() => expect(canvasElement.querySelector('[data-slice="8"]')).not.toBeNull())
    await expect(asked()).toEqual(['sales'])
    await userEvent.click(await canvas.findByRole('button', { name: 'Salir de pantalla completa (Esc)' }))
    await waitFor(() =>
      expect(headings(canvas)).toEqual(['Cifras', 'Visitas', 'Detalle', 'Mayor · Ventas', 'Plaza · Ventas']),
    )
  },
}
