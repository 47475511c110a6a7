/**
 * The search over a document: opened by a key, used with keys alone, and it leads to the field that changes the find.
 */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { formatLayout } from '#engine/core/document/format'
import type { EditPorts } from '../ports.ts'
import { sampleDocument, Stage, stagePorts } from './test-support/stage.tsx'

const a11y = { config: { rules: [{ id: 'label-content-name-mismatch', enabled: false }] } }
const meta = {
  title: 'Editor/Finding',
  parameters: { layout: 'fullscreen', docs: { disable: true }, a11y },
} satisfies Meta
export default meta

interface Loaded {
  readonly ports: EditPorts
}
const document = sampleDocument(4)
const sample = {
  ...document,
  queries: {
    ...(document.queries as object),
    main: {
      ...(document.queries as { main: object }).main,
      transform: [{ op: 'sort', by: [{ column: 'ins' }] }],
    },
  },
}

/** Options of a widget, a step of a query, a filter: each in its panel, with the focus in its field. */
export const Finding: StoryObj = {
  loaders: [
    async ({ globals }: { globals: { locale?: string } }): Promise<Loaded> => ({
      ports: await stagePorts(globals.locale ?? 'es'),
    }),
  ],
  render: (_args, { loaded }) => (
    <Stage ports={(loaded as unknown as Loaded).ports} opened={{ text: formatLayout(sample), revision: 1 }} />
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const find = async (text: string) => {
      const dialog = within(await screen.findByRole('dialog', { name: 'Buscar en el panel' }))
      const field = dialog.getByRole('combobox')
      await waitFor(() => expect(field).toHaveFocus())
      await userEvent.type(field, text)
      return dialog
    }
    const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const panel = () => within(canvas.getByRole('complementary', { name: 'Ajustes' }))
    await waitFor(() => expect(canvas.getByRole('option', { name: /^Panel 2/ })).toBeVisible())
    canvas.getByRole('option', { name: /^Panel 2/ }).focus()

    await userEvent.keyboard('{Control>}{Shift>}f{/Shift}{/Control}')
    let dialog = await find('xyzzy')
    await waitFor(() => expect(dialog.getByText('Nada en este panel coincide con «xyzzy».')).toBeVisible())
    await userEvent.clear(dialog.getByRole('combobox'))
    await userEvent.type(dialog.getByRole('combobox'), 'panel 3 anillos')
    const option = await dialog.findByRole('option', { name: /^Opción/ })
    await waitFor(() => expect(option).toHaveAttribute('aria-selected', 'true'))
    await userEvent.keyboard('{Enter}')
    await isClosed()
    await waitFor(() => expect(focused().closest('[data-place^="/widgets/w3/options/"]')).not.toBeNull())
    await waitFor(() =>
      expect(canvas.getByRole('option', { name: /^Panel 3/ })).toHaveAttribute('aria-selected', 'true'),
    )

    // From the field it led to, with the pointer, to a step of a query: it is opened.
    await userEvent.click(canvas.getByRole('button', { name: 'Buscar en el panel' }))
    dialog = await find('ordenar')
    await userEvent.click(await dialog.findByRole('option', { name: /^Paso/ }))
    await isClosed()
    await waitFor(() => expect(focused()).toHaveAttribute('aria-expanded', 'true'))
    await expect(focused().closest('[data-place="/queries/main/transform/0"]')).not.toBeNull()

    // The panel is opened for it, and what is folded with it.
    await userEvent.click(canvas.getByRole('button', { name: 'Ajustes' }))
    await userEvent.keyboard('{Control>}{Shift>}f{/Shift}{/Control}')
    dialog = await find('tiendas filtro')
    const [filter] = await dialog.findAllByRole('option', { name: /Tiendas/ })
    if (filter !== undefined) await userEvent.click(filter)
    await isClosed()
    await waitFor(() => expect(focused().closest('[data-place^="/params/locals"]')).not.toBeNull())
    await waitFor(() => expect(panel().getByRole('heading', { name: 'Tiendas' })).toBeVisible())
  },
}

const focused = (): Element => globalThis.document.activeElement ?? globalThis.document.body
