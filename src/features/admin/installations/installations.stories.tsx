import type { Meta, StoryObj } from '@storybook/react-vite'
import { installationMachine } from '#domain/machines/installations'
import type { Installation } from '#schemas/generated/entities/installation.ts'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { nounStories } from '../test-support/noun-stories.tsx'
import pages from './pages.tsx'

const meta = { title: 'Admin/Installations', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

const at = (day: number) => Date.UTC(2026, 10, day, 9, 15)
const installation = (id: number, part: Partial<Installation>): Installation => ({
  id,
  name: 'PV-2026-104',
  client: 1,
  local: 1,
  localOrder: id,
  plannedFor: '2026-11-30',
  status: 'planned',
  stateAt: at(12),
  assignee: null,
  comments: [],
  createdAt: at(12),
  updatedAt: at(12),
  ...part,
})
const rows: readonly Installation[] = [
  installation(1, { assignee: 1 }),
  installation(2, { local: 2, plannedFor: null, stateAt: at(18) }),
  installation(3, { status: 'underway', assignee: 2 }),
  installation(4, { status: 'verified' }),
  installation(5, { status: 'cancelled', localOrder: null, name: 'Ampliación' }),
]
const { list, empty, loading, failed, added, edited, saved, acted } = nounStories(pages, rows, installationMachine)

export const List: Story = {
  ...list,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('link', { name: 'PV-2026-104 #1' })).toHaveAttribute(
      'href',
      '/users/admin/installations/1',
    )
    await expect(canvas.getByRole('row', { name: /PV-2026-104 #1/ })).toHaveTextContent('30-11-2026')
    await expect(canvas.queryByRole('link', { name: 'PV-2026-104 #3' })).toBeNull()
  },
}
export const Empty: Story = empty
export const Loading: Story = loading
export const Failed: Story = failed
export const Add: Story = {
  ...added,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByRole('textbox', { name: /Nombre/ }), 'Ampliación')
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await expect(await canvas.findAllByText('El campo es obligatorio')).toHaveLength(2)
    await expect(saved).not.toHaveBeenCalled()
  },
}
export const Edit: Story = {
  ...edited,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Empezar instalación' }))
    await waitFor(() => expect(acted).toHaveBeenCalledWith(1, 'begin', undefined))
    await userEvent.type(canvas.getByRole('textbox', { name: /Nombre/ }), ' bis')
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    // It stays that of its local order.
    await waitFor(() =>
      expect(saved).toHaveBeenCalledWith(1, expect.objectContaining({ name: 'PV-2026-104 bis', localOrder: 1 })),
    )
  },
}
