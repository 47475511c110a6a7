import type { Meta, StoryObj } from '@storybook/react-vite'
import { sealMachine } from '#domain/machines/seals'
import type { Seal } from '#schemas/generated/entities/seal.ts'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { nounStories } from '../test-support/noun-stories.tsx'
import pages from './pages.tsx'

const meta = { title: 'Admin/Seals', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

const AT = Date.UTC(2026, 10, 18, 9, 15)
const seal = (id: number, part: Partial<Seal>): Seal => ({
  id,
  name: `Local ${id}`,
  client: 1,
  local: null,
  preseal: 4,
  points: {
    'Planta baja': [
      { point: 'AD1', related: [] },
      { point: 'CO1', related: ['AD1'] },
    ],
  },
  sealedOn: '2026-11-18',
  valid: part.status !== 'invalid',
  status: 'valid',
  stateAt: AT,
  createdAt: AT,
  updatedAt: AT,
  ...part,
})
const rows: readonly Seal[] = [seal(1, { name: 'Gran Vía' }), seal(2, { name: 'Sol', status: 'invalid' })]
const { list, empty, loading, failed, edited, acted } = nounStories(pages, rows, sealMachine)

/** None is added or removed here. */
export const List: Story = {
  ...list,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByRole('link', { name: 'Gran Vía' })
    await expect(canvas.queryByRole('link', { name: 'Nuevo sello' })).toBe(null)
    await userEvent.click(canvas.getByRole('button', { name: 'Acciones de Gran Vía' }))
    const items = await within(document.body).findAllByRole('menuitem')
    await expect(items.map(({ textContent }) => textContent)).toEqual(['Invalidar'])
  },
}
export const Empty: Story = empty
export const Loading: Story = loading
export const Failed: Story = failed
export const View: Story = {
  ...edited,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('CO1 · Exterior')).toBeVisible()
    await expect(canvas.getByText('Relacionado con AD1')).toBeVisible()
    await expect(await canvas.findByRole('heading', { name: 'Historial' })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Invalidar' }))
    await waitFor(() => expect(acted).toHaveBeenCalledWith(1, 'invalidate', undefined))
    await expect(await canvas.findByText('No válido')).toBeVisible()
  },
}
