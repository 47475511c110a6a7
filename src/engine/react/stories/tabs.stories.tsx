/** Tabs of a page: filters above, one panel, what only another tab needs is not asked. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { dim, type FakeNetwork, measure, table } from '../../core/test-support/index.ts'
import { Board } from './test-support/board.tsx'

const ROWS = [dim('day', 'day'), measure('visits')]
const NAMES = ['Visitas', 'Ventas', 'Personal', 'Equipos', 'Campañas', 'Calendario']
const ids = NAMES.map((_, at) => `t${at}`)

const DOCUMENT = {
  format: 1,
  _id: 'tabs',
  name: 'Tabs',
  params: {
    brand: {
      type: 'single',
      label: 'Marca',
      options: [
        { value: 1, label: 'Alpina' },
        { value: 2, label: 'Nubia' },
      ],
      default: { pick: 'first' },
    },
  },
  queries: Object.fromEntries(ids.map((id, at) => [id, { source: 'numbered', args: { brand: '$brand', at } }])),
  widgets: Object.fromEntries(
    ids.flatMap((id, at) =>
      [0, 1].map((n) => [
        `${id}-${n}`,
        { type: 'plain', title: `${NAMES[at]} ${n + 1}`, data: { rows: { query: id } } },
      ]),
    ),
  ),
  layout: {
    tabs: ids.map((id, at) => ({ id, title: NAMES[at] })),
    sections: [
      { id: 'filters', params: ['brand'] },
      ...ids.map((id, at) => ({
        id: `s${at}`,
        tab: id,
        requires: ['brand'],
        widgets: [`${id}-0`, `${id}-1`],
      })),
    ],
  },
  grids: {
    large: Object.fromEntries(
      ids.flatMap((id) => [
        [`${id}-0`, { x: 0, y: 0, w: 6, h: 5 }],
        [`${id}-1`, { x: 6, y: 0, w: 6, h: 5 }],
      ]),
    ),
  },
}

const seen: { network?: FakeNetwork } = {}
const sources = (network: FakeNetwork) => {
  network.reply('numbered', () => table(ROWS, [[20_000, 5]]))
  return [network.source('numbered', ROWS, { brand: { type: 'id', required: true }, at: { type: 'number' } })]
}
const onMade = ({ network }: { network: FakeNetwork }) => {
  seen.network = network
}

const meta = {
  title: 'Engine/Tabs',
  component: Board,
  parameters: { layout: 'padded', docs: { disable: true } },
  args: { document: DOCUMENT, sources, onMade },
} satisfies Meta<typeof Board>
export default meta
type Story = StoryObj<typeof meta>

const asked = () => seen.network?.calls.map(({ args }) => args.at)

/** The keys of tabs as a reader of the screen knows them; only the panel on show is in the page. */
export const Keyboard: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('heading', { name: 'Visitas 1' })).toBeVisible()
    await expect(canvas.getByRole('tablist')).toHaveAccessibleName('Pestañas del panel')
    await expect(canvas.getAllByRole('tab')).toHaveLength(6)
    await expect(asked()).toEqual([0])
    canvas.getByRole('tab', { name: 'Visitas' }).focus()
    await userEvent.keyboard('{ArrowRight}')
    const sales = canvas.getByRole('tab', { name: 'Ventas' })
    await expect(sales).toHaveFocus()
    await expect(sales).toHaveAttribute('aria-selected', 'true')
    await expect(canvas.getByRole('tabpanel', { name: 'Ventas' })).toBeVisible()
    await expect(await canvas.findByRole('heading', { name: 'Ventas 1' })).toBeVisible()
    await expect(canvas.queryByRole('heading', { name: 'Visitas 1' })).toBeNull()
    await expect(asked()).toEqual([0, 1])
    await userEvent.keyboard('{End}')
    await expect(canvas.getByRole('tab', { name: 'Calendario' })).toHaveFocus()
    await waitFor(() => expect(canvasElement.querySelectorAll('[data-cell]')).toHaveLength(2))
    await expect(canvasElement.querySelector('[data-param="brand"]')).toBeVisible()
  },
}

/** A link to a tab that is gone says so, and shows the first one. */
export const Unknown: Story = {
  args: { search: '?tab=gone' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText(/names the tab "gone"/)).toBeVisible()
    await expect(canvas.getByRole('tab', { name: 'Visitas' })).toHaveAttribute('aria-selected', 'true')
  },
}

/** A report has all of them, each under its name. */
export const Whole: Story = {
  args: { options: { whole: true } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('heading', { name: 'Calendario 2' })).toBeVisible()
    await expect(canvas.queryByRole('tablist')).toBeNull()
    for (const name of NAMES) await expect(canvas.getByRole('heading', { name })).toBeVisible()
  },
}
