import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { formatLayout } from '#engine/core/document/format'
import type { EditPorts } from '../ports.ts'
import { sampleDocument, Stage, stagePorts } from './test-support/stage.tsx'

// An experimental rule wants all the figures inside a widget in the name of its cell, where the title, the place and
// the state are.
const a11y = { config: { rules: [{ id: 'label-content-name-mismatch', enabled: false }] } }
const meta = {
  title: 'Editor/Page',
  parameters: { layout: 'fullscreen', docs: { disable: true }, a11y },
} satisfies Meta
export default meta

interface Loaded {
  ports: EditPorts
}
const loaders = [
  async ({ globals }: { globals: { locale?: string } }): Promise<Loaded> => ({
    ports: await stagePorts(globals.locale ?? 'es'),
  }),
]
const story = (document: Record<string, unknown>, revision = 1): StoryObj => ({
  loaders,
  render: (_args, { loaded }) => (
    <Stage ports={(loaded as unknown as Loaded).ports} opened={{ text: formatLayout(document), revision }} />
  ),
})

export const Empty: StoryObj = story(
  {
    format: 1,
    _id: 'sample',
    name: 'Nuevo',
    i18n: {},
    params: {},
    queries: {},
    widgets: {},
    layout: { sections: [] },
    grids: {},
  },
  0,
)

const five = sampleDocument(5)
const withBroken = {
  ...five,
  widgets: {
    ...(five.widgets as object),
    w5: { type: 'from-the-future', v: 1, title: 'Otro' },
    w3: {
      type: 'bar-chart',
      v: 1,
      title: 'Panel 3',
      data: { rows: { query: 'main' } },
      options: { category: 'weekday', measures: ['ins'] },
    },
    w4: { type: 'bar-chart', v: 1, title: 'Sin datos', data: {}, options: { category: 'local', measures: ['ins'] } },
  },
}

/**
 * Live widgets, one that waits for its data, one that names a column which is not there, one of an unknown type; moved
 * by keys, across what is in the way.
 */
export const Ready: StoryObj = {
  ...story(withBroken),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await waitFor(() =>
      expect(canvasElement.querySelectorAll('[data-cell] section[data-state="ready"]').length).toBeGreaterThanOrEqual(
        3,
      ),
    )
    await expect(canvas.getByRole('option', { name: /^Otro, .*con errores/ })).toBeVisible()
    await waitFor(() =>
      expect(canvas.getByRole('option', { name: /^Panel 3,/ })).toHaveAccessibleDescription(
        /Categoría.*Día de la semana/,
      ),
    )
    await expect(canvasElement.querySelector('[data-cell="w1"] [data-finding]')).toBeNull()
    const first = canvas.getByRole('option', { name: /^Panel 1, columna 1, fila 1/ })
    first.focus()
    await userEvent.keyboard('m{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{Enter}')
    await expect(await canvas.findByRole('option', { name: /^Panel 1, columna 5, fila 1/ })).toHaveFocus()
    await expect(canvas.getByRole('option', { name: /^Panel 2, columna 5, fila 7/ })).toBeVisible()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect(await canvas.findByRole('option', { name: /^Panel 2, columna 5, fila 1/ })).toBeVisible()
  },
}

/**
 * What is undone keeps the focus: on the widget that comes back, beside the one that goes, and with no widget left the
 * next Ctrl+Z still counts.
 */
export const UndoKeepsTheFocus: StoryObj = {
  ...story({
    ...sampleDocument(2),
    layout: {
      sections: [
        {
          id: 'main',
          title: 'Por tienda',
          params: ['client', 'locals'],
          requires: ['client', 'locals'],
          widgets: ['w1', 'w2'],
        },
      ],
    },
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const press = (keys: string) => userEvent.keyboard(keys)
    await waitFor(() =>
      expect(canvasElement.querySelectorAll('[data-cell] section[data-state="ready"]')).toHaveLength(2),
    )
    canvas.getByRole('option', { name: /^Panel 1/ }).focus()
    await press('{Delete}')
    await expect(await canvas.findByRole('option', { name: /^Panel 2/ })).toHaveFocus()
    await press('{Control>}z{/Control}')
    await expect(await canvas.findByRole('option', { name: /^Panel 1/ })).toHaveFocus()
    await expect(canvas.queryByText(/errores/)).toBeNull()
    // Two copies, and both away again.
    await press('{Control>}d{/Control}')
    await press('{Control>}d{/Control}')
    const copies = () => canvasElement.querySelectorAll('[data-cell]').length
    await waitFor(() => expect(copies()).toBe(4))
    canvasElement.querySelector<HTMLElement>('[data-cell]:last-child')?.focus()
    await press('{Control>}z{/Control}')
    await waitFor(() => expect(copies()).toBe(3))
    await expect(document.activeElement).toHaveAttribute('data-cell')
    await press('{Control>}z{/Control}')
    await waitFor(() => expect(copies()).toBe(2))
    await expect(document.activeElement).toHaveAttribute('data-cell')
    // All away, all back.
    await press('{Control>}a{/Control}{Delete}')
    await waitFor(() => expect(copies()).toBe(0))
    await expect(document.body).not.toHaveFocus()
    await press('{Control>}z{/Control}')
    await waitFor(() => expect(copies()).toBe(2))
    await expect(document.activeElement).toHaveAttribute('data-cell')
  },
}

const tabbed = {
  ...sampleDocument(4),
  layout: {
    tabs: [
      { id: 'shops', title: 'Tiendas' },
      { id: 'shares', title: 'Reparto' },
    ],
    sections: [
      { id: 'filters', params: ['client', 'locals'], sticky: true },
      { id: 'main', title: 'Por tienda', tab: 'shops', requires: ['client', 'locals'], widgets: ['w1', 'w2'] },
      { id: 'more', title: 'En partes', tab: 'shares', requires: ['client', 'locals'], widgets: ['w3', 'w4'] },
    ],
  },
}

/** The canvas has the tab in work alone; what is added goes there, and tabs are named, added and taken away. */
export const Tabs: StoryObj = {
  ...story(tabbed),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const cells = () =>
      [...canvasElement.querySelectorAll<HTMLElement>('[data-cell]')].map(({ dataset }) => dataset.cell)
    await waitFor(() => expect(cells()).toEqual(['w1', 'w2']))
    await userEvent.click(canvas.getByRole('tab', { name: 'Reparto' }))
    await waitFor(() => expect(cells()).toEqual(['w3', 'w4']))
    await waitFor(() =>
      expect(canvasElement.querySelectorAll('[data-cell] section[data-state="ready"]')).toHaveLength(2),
    )
    await userEvent.click(canvas.getByRole('button', { name: 'Tráfico por tienda' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Añadir pestaña' }))
    await expect(await canvas.findByRole('tab', { name: 'Pestaña 3' })).toBeVisible()
    await expect(canvas.getByText(/Ninguna sección está en la pestaña/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: /^Quitar Tiendas/ }))
    await waitFor(() => expect(canvas.queryByRole('tab', { name: 'Tiendas' })).toBeNull())
    await waitFor(() => expect(cells()).toEqual(['w1', 'w2', 'w3', 'w4']))
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect(await canvas.findByRole('tab', { name: 'Tiendas' })).toBeVisible()
  },
}
