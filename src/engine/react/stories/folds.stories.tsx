/** Sections that readers collapse and open by their title. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { dim, type FakeNetwork, measure, table } from '../../core/test-support/index.ts'
import { Board } from './test-support/board.tsx'

const ROWS = [dim('day', 'day'), measure('visits')]
const place = { x: 0, y: 0, w: 12, h: 4 }
const DOCUMENT = {
  format: 1,
  _id: 'folds',
  name: 'Folds',
  queries: { visits: { source: 'visits' }, sales: { source: 'sales' } },
  widgets: {
    visits: { type: 'plain', title: 'Visitas', data: { rows: { query: 'visits' } } },
    sales: { type: 'plain', title: 'Tickets', data: { rows: { query: 'sales' } } },
  },
  layout: {
    sections: [
      { id: 'traffic', title: 'Tráfico', collapse: 'open', widgets: ['visits'] },
      { id: 'money', title: 'Ventas', collapse: 'closed', widgets: ['sales'] },
    ],
  },
  grids: { large: { visits: place, sales: place } },
}

const seen: { network?: FakeNetwork } = {}
const sources = (network: FakeNetwork) =>
  ['visits', 'sales'].map((name) => {
    network.reply(name, () => table(ROWS, [[20_000, 5]]))
    return network.source(name, ROWS, {})
  })
const onMade = ({ network }: { network: FakeNetwork }) => {
  seen.network = network
}

const meta = {
  title: 'Engine/Folds',
  component: Board,
  parameters: { layout: 'padded', docs: { disable: true } },
  args: { document: DOCUMENT, sources, onMade },
} satisfies Meta<typeof Board>
export default meta

/** What is collapsed is neither drawn nor asked. */
export const Sections: StoryObj<typeof meta> = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const asked = () => seen.network?.calls.map(({ source }) => source)
    await expect(await canvas.findByRole('heading', { name: 'Visitas' })).toBeVisible()
    const sales = canvas.getByRole('button', { name: 'Ventas' })
    await expect(sales).toHaveAttribute('aria-expanded', 'false')
    await expect(canvas.queryByRole('heading', { name: 'Tickets' })).toBeNull()
    await expect(asked()).toEqual(['visits'])
    sales.focus()
    await userEvent.keyboard('{Enter}')
    await expect(canvas.getByRole('button', { name: 'Ventas', expanded: true })).toHaveFocus()
    await expect(await canvas.findByRole('heading', { name: 'Tickets' })).toBeVisible()
    await expect(asked()).toEqual(['visits', 'sales'])
    await userEvent.click(canvas.getByRole('button', { name: 'Tráfico' }))
    await expect(canvas.queryByRole('heading', { name: 'Visitas' })).toBeNull()
  },
}
