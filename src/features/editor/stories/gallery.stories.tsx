/**
 * Widgets are chosen in a gallery: opened by its button or by a key, used with keys alone, and the focus comes back.
 */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { formatLayout } from '#engine/core/document/format'
import type { EditPorts } from '../ports.ts'
import { sampleDocument, Stage, stagePorts } from './test-support/stage.tsx'

// An experimental rule wants all the figures inside a widget in the name of its cell, where the title, the place and
// the state are.
const a11y = { config: { rules: [{ id: 'label-content-name-mismatch', enabled: false }] } }
const meta = {
  title: 'Editor/Gallery',
  parameters: { layout: 'fullscreen', docs: { disable: true }, a11y },
} satisfies Meta
export default meta

interface Loaded {
  readonly ports: EditPorts
}
const story = (text: string): StoryObj => ({
  loaders: [
    async ({ globals }: { globals: { locale?: string } }): Promise<Loaded> => ({
      ports: await stagePorts(globals.locale ?? 'es'),
    }),
  ],
  render: (_args, { loaded }) => <Stage ports={(loaded as unknown as Loaded).ports} opened={{ text, revision: 1 }} />,
})
const TWO = formatLayout(sampleDocument(2))
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Añadir un widget' }))
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

/** Every widget once, with its picture and its sentence; found by words and by kind. */
export const Choosing: StoryObj = {
  ...story(TWO),
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Añadir un widget' }))
    const gallery = await dialog()
    const search = gallery.getByRole('searchbox', { name: 'Buscar un widget' })
    const names = () => gallery.getAllByRole('listitem').map((card) => within(card).getByRole('button').textContent)
    await waitFor(() => expect(search).toHaveFocus())
    await expect(new Set(names()).size).toBe(names().length)
    await expect(gallery.getByRole('status')).toHaveTextContent(`${names().length} widgets`)
    await expect(gallery.getByRole('button', { name: 'Cifra' })).toHaveAccessibleDescription(
      /^Una cifra con su variación, su objetivo y su evolución\. Flechas: /,
    )
    await waitFor(() => expect(gallery.getAllByRole('listitem')[0]?.querySelector('[data-drawn]')).not.toBeNull())
    // A word of the name, else one of the sentence; nothing says so.
    await userEvent.type(search, 'CALOR')
    await waitFor(() => expect(names()).toEqual(['Mapa de calor']))
    await userEvent.clear(search)
    await userEvent.type(search, 'logotipo')
    await waitFor(() => expect(names()).toEqual(['Imagen']))
    await userEvent.clear(search)
    await userEvent.type(search, 'xyzzy')
    await expect(await gallery.findByText('Ningún widget se llama así')).toBeVisible()
    await userEvent.clear(search)
    await userEvent.click(gallery.getByRole('button', { name: /Tipo$/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Tablas' }))
    await waitFor(() =>
      expect(gallery.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual(['Tablas']),
    )
  },
}

/**
 * The key, arrows over rows and columns, Enter, and the new widget has the focus; Escape gives it back to what had it.
 */
export const ByKeys: StoryObj = {
  ...story(TWO),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const cells = () => canvasElement.querySelectorAll('[data-cell]').length
    await waitFor(() =>
      expect(canvasElement.querySelectorAll('[data-cell] section[data-state="ready"]')).toHaveLength(2),
    )
    canvas.getByRole('option', { name: /^Panel 2/ }).focus()
    await userEvent.keyboard('a')
    await dialog()
    await userEvent.keyboard('{Escape}')
    await isClosed()
    await waitFor(() => expect(canvas.getByRole('option', { name: /^Panel 2/ })).toHaveFocus())
    await expect(cells()).toBe(2)
    await userEvent.keyboard('a')
    const gallery = await dialog()
    await waitFor(() => expect(gallery.getByRole('searchbox')).toHaveFocus())
    await userEvent.keyboard('{ArrowDown}')
    const all = gallery.getAllByRole('listitem').map((card) => within(card).getByRole('button'))
    await expect(all[0]).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect(all[1]).toHaveFocus()
    const column = (button: Element | null) => Math.round(button?.closest('li')?.getBoundingClientRect().left ?? 0)
    const row = (button: Element | null) => Math.round(button?.closest('li')?.getBoundingClientRect().top ?? 0)
    const before = { column: column(document.activeElement), row: row(document.activeElement) }
    await userEvent.keyboard('{ArrowDown}')
    await expect([column(document.activeElement) === before.column, row(document.activeElement) > before.row]).toEqual([
      true,
      true,
    ])
    await userEvent.keyboard('{ArrowUp}')
    await expect(all[1]).toHaveFocus()
    await userEvent.keyboard('{End}{Home}')
    await expect(all[0]).toHaveFocus()
    const name = all[0]?.textContent ?? ''
    await userEvent.keyboard('{Enter}')
    await isClosed()
    await expect(cells()).toBe(3)
    await waitFor(() => expect(canvas.getByRole('option', { name: new RegExp(`^${name},`) })).toHaveFocus())
    // Enter in the words takes what they found first.
    await userEvent.keyboard('a')
    await userEvent.type((await dialog()).getByRole('searchbox'), 'calor')
    await waitFor(async () => expect((await dialog()).getAllByRole('listitem')).toHaveLength(1))
    await userEvent.keyboard('{Enter}')
    await isClosed()
    await waitFor(() => expect(canvas.getByRole('option', { name: /^Mapa de calor,/ })).toHaveFocus())
    // In a field an "a" is a letter.
    const panel = within(canvas.getByRole('complementary', { name: 'Ajustes' }))
    await userEvent.type(await panel.findByRole('textbox', { name: /^Título/ }), 'a')
    await expect(screen.queryByRole('dialog')).toBeNull()
  },
}

/** While the text has errors nothing is added: the button says why. */
export const NotNow: StoryObj = {
  ...story(TWO.replace('"widgets": {', '"widgets": {,')),
  play: async ({ canvasElement }) => {
    // In the bar, and on the empty canvas.
    for (const button of await within(canvasElement).findAllByRole('button', { name: 'Añadir un widget' }))
      await userEvent.click(button)
    await expect(
      (await screen.findAllByText('El JSON tiene errores; corrígelos o deshaz antes de seguir aquí.'))[0],
    ).toBeVisible()
    await expect(screen.queryByRole('dialog')).toBeNull()
  },
}
