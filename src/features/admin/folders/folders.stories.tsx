import type { Meta, StoryObj } from '@storybook/react-vite'
import type { Folder } from '#schemas/generated/entities/folder.ts'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { nounStories } from '../test-support/noun-stories.tsx'
import pages from './pages.tsx'

const meta = { title: 'Admin/Folders', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

const MADE = { createdAt: Date.UTC(2026, 10, 2), updatedAt: Date.UTC(2026, 10, 20, 9, 30) }
const RIGHTS = { viewGroups: [1], editGroups: [], viewUsers: [], editUsers: [1] }
const rows: readonly Folder[] = [
  { id: 1, name: 'Norte', ...RIGHTS, comment: '', ...MADE },
  { id: 2, name: 'Sur', ...RIGHTS, comment: 'Segunda fase', ...MADE },
]
const { list, empty, loading, failed, added, edited, saved } = nounStories(pages, rows)

export const List: Story = {
  ...list,
  play: async ({ canvasElement }) => {
    const link = await within(canvasElement).findByRole('link', { name: 'Norte' })
    await expect(link).toHaveAttribute('href', '/users/admin/folders/1/edit')
  },
}
export const Empty: Story = empty
export const Loading: Story = loading
export const Failed: Story = failed
export const Add: Story = {
  ...added,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByRole('textbox', { name: /Nombre/ }), 'ab')
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(saved).not.toHaveBeenCalled())
    await expect(canvas.getByRole('textbox', { name: /Nombre/ })).toBeInvalid()
  },
}
export const Edit: Story = {
  ...edited,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const comment = await canvas.findByRole('textbox', { name: 'Comentario' })
    await userEvent.type(comment, 'Nuevo')
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await waitFor(() =>
      expect(saved).toHaveBeenCalledWith(1, {
        name: 'Norte',
        ...RIGHTS,
        comment: 'Nuevo',
        updatedAt: MADE.updatedAt,
      }),
    )
  },
}
