/** A widget leads on from its title and from what is in it; back has what was left. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { dim, type FakeNetwork, measure, plainWidget, table } from '../../core/test-support/index.ts'
import { Board } from './test-support/board.tsx'

const ROWS = [dim('day', 'day'), measure('visits')]
const choices = [
  { value: 1, label: 'Gran Vía' },
  { value: 2, label: 'Sol' },
]

/** A mark that can be pressed, and a text with a link of its own. */
const marked = plainWidget('marked', {
  load: () =>
    Promise.resolve({
      default: ({ emit }: { emit: (event: string, payload: object) => void }) => (
        <button type="button" onClick={() => emit('pick', { local: 2 })}>
          Sol
        </button>
      ),
      project: () => ({ columns: [], rows: [], summary: 'Sol' }),
    } as never),
})
const widgets = [marked]

const place = { x: 0, y: 0, w: 12, h: 4 }
const DOCUMENT = {
  format: 1,
  _id: 'links',
  name: 'Links',
  params: {
    shop: { type: 'single', label: 'Tienda', options: choices, default: { pick: 'first' } },
  },
  queries: { visits: { source: 'visits', args: { shop: '$shop' } } },
  widgets: {
    list: {
      type: 'marked',
      title: 'Tiendas',
      data: { rows: { query: 'visits' } },
      links: {
        title: { dashboard: 'foot-compare', params: { client: '$shop' } },
        pick: { tab: 'one', params: { shop: '$event.local' } },
      },
    },
    one: { type: 'plain', title: 'Una tienda', data: { rows: { query: 'visits' } }, links: { title: { tab: 'all' } } },
  },
  layout: {
    tabs: [
      { id: 'all', title: 'Todas' },
      { id: 'one', title: 'Una' },
    ],
    sections: [
      { id: 'filters', params: ['shop'] },
      { id: 'list', tab: 'all', requires: ['shop'], widgets: ['list'] },
      { id: 'detail', tab: 'one', requires: ['shop'], widgets: ['one'] },
    ],
  },
  grids: { large: { list: place, one: place } },
}

const sources = (network: FakeNetwork) => {
  network.reply('visits', () => table(ROWS, [[20_000, 5]]))
  return [network.source('visits', ROWS, { shop: { type: 'id', required: true } })]
}
const openPath = fn()
const services = { openPath }

const meta = {
  title: 'Engine/Links',
  component: Board,
  parameters: { layout: 'padded', docs: { disable: true } },
  args: { document: DOCUMENT, sources, widgets, services },
} satisfies Meta<typeof Board>
export default meta

/** From a mark to a tab with its value, from the title back, and from the other title to another dashboard. */
export const DrillDown: StoryObj<typeof meta> = {
  play: async ({ canvasElement }) => {
    openPath.mockClear()
    const canvas = within(canvasElement)
    const title = await canvas.findByRole('link', { name: 'Tiendas' })
    await expect(title).toHaveAttribute('href', '/users/dashboards/view/foot-compare?client=1')
    await userEvent.click(await canvas.findByRole('button', { name: 'Sol' }))
    await expect(await canvas.findByRole('tab', { name: 'Una' })).toHaveAttribute('aria-selected', 'true')
    await expect(canvasElement.querySelector('[data-param="shop"]')).toHaveTextContent('Sol')
    await userEvent.click(await canvas.findByRole('link', { name: 'Una tienda' }))
    await userEvent.click(await canvas.findByRole('link', { name: 'Tiendas' }))
    await expect(openPath).toHaveBeenLastCalledWith('/users/dashboards/view/foot-compare?client=2')
  },
}
