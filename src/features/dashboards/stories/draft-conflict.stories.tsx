/** Two drafts of one person: what differs, the choice, and a notice for who puts it off. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { formatLayout } from '#engine/core/document/format'
import { DraftConflictDialog } from '../draft-conflict.tsx'

const page = (name: string) =>
  formatLayout({
    format: 1,
    _id: 'mine',
    revision: 2,
    name,
    i18n: {},
    params: {},
    queries: {},
    widgets: {},
    layout: { sections: [] },
    grids: {},
  })
const meta = {
  title: 'Dashboards/Two drafts',
  component: DraftConflictDialog,
  args: {
    conflict: { at: Date.parse('2026-11-16T10:32:00Z'), text: page('Del teléfono'), baseRevision: 2 },
    mine: page('Del portátil'),
    onTheirs: fn(() => Promise.resolve()),
    onMine: fn(),
  },
} satisfies Meta<typeof DraftConflictDialog>
export default meta

export const TwoDrafts: StoryObj<typeof meta> = {
  play: async ({ args, canvasElement }) => {
    const dialog = async () => within(await screen.findByRole('dialog', { name: 'Dos borradores' }))
    await waitFor(async () => expect((await dialog()).getByText('Del teléfono')).toBeVisible())
    await expect((await dialog()).getByText('Del portátil')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Elegir' }))
    await userEvent.click(await (await dialog()).findByRole('button', { name: 'Quedarme con este' }))
    await expect(args.onMine).toHaveBeenCalledTimes(1)
    await userEvent.click(await (await dialog()).findByRole('button', { name: 'Seguir con el otro' }))
    await waitFor(() => expect(args.onTheirs).toHaveBeenCalledTimes(1))
  },
}
