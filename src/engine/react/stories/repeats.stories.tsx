/** Fifty stores from one question: what comes near the window is drawn, and what the bound leaves out is said. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor, within } from 'storybook/test'
import { toRows } from '#domain/frame-build'
import { dim, type FakeNetwork, measure, plainWidget, table } from '../../core/test-support/index.ts'
import { Board } from './test-support/board.tsx'

const LIST = [dim('id'), dim('name', 'text')]
const ROWS = [dim('local'), measure('visits')]
const LOCALS = Array.from({ length: 50 }, (_, at) => at + 1)

/** Says the figures that it drew. */
const said = plainWidget('said', {
  load: () =>
    Promise.resolve({
      default: ({ projection }: { projection: { summary: string } }) => <output>{projection.summary}</output>,
      project: (_options: unknown, { rows }: { rows: Parameters<typeof toRows>[0] }) => ({
        columns: [],
        rows: [],
        summary: toRows(rows)
          .map((row) => row.join(': '))
          .join(', '),
      }),
    } as never),
})
const widgets = [said]

const document = (repeat: object, ofSection = false) => ({
  format: 1,
  _id: 'repeats',
  name: 'Repeats',
  params: {
    locals: {
      type: 'multi',
      label: 'Tiendas',
      options: { query: 'stores', value: 'id', label: 'name', names: 'local' },
      default: { pick: 'all' },
    },
  },
  queries: { stores: { source: 'stores' }, visits: { source: 'visits', args: { locals: '$locals' } } },
  widgets: {
    visits: {
      type: 'said',
      title: 'Visitas',
      data: { rows: { query: 'visits' } },
      ...(!ofSection && { repeat }),
    },
    after: { type: 'said', title: 'Todas', data: { rows: { query: 'visits' } } },
  },
  layout: {
    sections: [
      { id: 'filters', params: ['locals'] },
      { id: 'main', requires: ['locals'], widgets: ['visits'], ...(ofSection && { repeat }) },
      { id: 'all', requires: ['locals'], widgets: ['after'] },
    ],
  },
  grids: { large: { visits: { x: 0, y: 0, w: 4, h: 4 }, after: { x: 0, y: 0, w: 12, h: 4 } } },
})

const seen: { network?: FakeNetwork } = {}
const sourcesOf = (locals: readonly number[]) => (network: FakeNetwork) => {
  network.reply('stores', () =>
    table(
      LIST,
      locals.map((id) => [id, `Tienda ${id}`]),
    ),
  )
  network.reply('visits', () =>
    table(
      ROWS,
      locals.map((id) => [id, id * 10]),
    ),
  )
  return [
    network.source('stores', LIST, {}),
    network.source('visits', ROWS, { locals: { type: 'ids', required: true } }),
  ]
}
const onMade = ({ network }: { network: FakeNetwork }) => {
  seen.network = network
}

const meta = {
  title: 'Engine/Repeats',
  component: Board,
  parameters: { layout: 'padded', docs: { disable: true } },
  args: {
    document: document({ param: 'locals', column: 'local', most: 48 }),
    sources: sourcesOf(LOCALS),
    onMade,
    widgets,
  },
} satisfies Meta<typeof Board>
export default meta
type Story = StoryObj<typeof meta>

/** By the view: the frame says the same to a screen reader. */
const DRAWN = { selector: 'output' }

const drawn = (root: HTMLElement) => root.querySelectorAll('[data-slice] output').length

export const Widget: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('1: 10', DRAWN)).toBeVisible()
    await expect(canvas.getByRole('heading', { name: 'Tienda 1 · Visitas' })).toBeVisible()
    await expect(canvas.getByText('Visitas: Se muestran 48 de 50; quedan fuera 2.')).toBeVisible()
    await expect(seen.network?.calls.map(({ source }) => source)).toEqual(['stores', 'visits'])
    await expect(canvasElement.querySelectorAll('[data-slice]')).toHaveLength(48)
    // Far below nothing is drawn until it comes near.
    await waitFor(() => expect(drawn(canvasElement)).toBeGreaterThan(6))
    await expect(drawn(canvasElement)).toBeLessThan(48)
    canvasElement.querySelector('[data-slice="48"]')?.scrollIntoView()
    await expect(await canvas.findByText('48: 480', DRAWN)).toBeVisible()
  },
}

/** Each copy under its name, and paper has all of them. */
export const Section: Story = {
  args: { document: document({ query: 'stores', value: 'id', label: 'name', column: 'local' }, true) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('region', { name: 'Tienda 2' })).toBeVisible()
    await expect(canvas.getByText('Se muestran 24 de 50; quedan fuera 26.')).toBeVisible()
    window.dispatchEvent(new Event('beforeprint'))
    await waitFor(() => expect(drawn(canvasElement)).toBe(24))
  },
}

/** What is left out is written as all counts are. */
export const TenThousand: Story = {
  args: { sources: sourcesOf(Array.from({ length: 10_000 }, (_, at) => at + 1)) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('Visitas: Se muestran 48 de 10.000; quedan fuera 9.952.')).toBeVisible()
  },
}
