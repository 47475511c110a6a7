import type { Meta, StoryObj } from '@storybook/react-vite'
import { dischargeMachine } from '#domain/machines/discharges'
import type { ClientDischarge } from '#schemas/generated/entities/client-discharge.ts'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { nounStories } from '../test-support/noun-stories.tsx'
import pages from './pages.tsx'

const meta = { title: 'Admin/Discharges', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

const at = (day: number) => Date.UTC(2026, 10, day, 9, 15)
const discharge = (id: number, part: Partial<ClientDischarge>): ClientDischarge => ({
  id,
  entityType: 'client',
  dischargeId: `ALT-2026-${String(id).padStart(4, '0')}`,
  date: '2026-11-16',
  client: 1,
  data: { clientOldId: `C-${100 + id}`, oldId: `${900 + id}` },
  dischargeStatus: 'pending',
  stateAt: at(18),
  assignedTo: null,
  createdAt: at(16),
  updatedAt: at(18),
  ...part,
})
const rows: readonly ClientDischarge[] = [
  discharge(1, { assignedTo: 1, data: { clientOldId: 'C-101', oldId: '901', contrato: 'anual', plantas: 2 } }),
  discharge(2, { client: 2, stateAt: at(19) }),
  discharge(3, { client: 3, assignedTo: 2, stateAt: at(20) }),
  discharge(4, { dischargeStatus: 'processed', assignedTo: 1, stateAt: at(12) }),
  discharge(5, { dischargeStatus: 'discarded', stateAt: at(11) }),
]
const { list, empty, loading, failed, added, edited, saved, acted } = nounStories(pages, rows, dischargeMachine)

export const List: Story = {
  ...list,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('link', { name: 'ALT-2026-0001' })).toHaveAttribute(
      'href',
      '/users/admin/discharges/1/edit',
    )
    await expect(canvas.getByRole('radio', { name: 'Clientes' })).toBeChecked()
    // Another person has the third one.
    await userEvent.click(canvas.getByRole('button', { name: 'Acciones de ALT-2026-0003' }))
    const items = await within(document.body).findAllByRole('menuitem')
    await expect(items.map(({ textContent }) => textContent)).toEqual(['Liberar', 'Eliminar'])
  },
}

/** Of those chosen, a bulk action takes the caller's own, the unassigned ones, or those that are done. */
export const Chosen: Story = {
  ...list,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const body = within(document.body)
    await userEvent.click(await canvas.findByRole('button', { name: /Pendiente \(3\)/ }))
    await userEvent.click(await body.findByRole('option', { name: 'Todos (5)' }))
    await canvas.findByRole('link', { name: 'ALT-2026-0004' })
    for (const box of canvas.getAllByRole('checkbox').slice(1)) await userEvent.click(box)
    await canvas.findByRole('button', { name: 'Procesar (1)' })
    await canvas.findByRole('button', { name: 'Archivar (2)' })
    await userEvent.click(canvas.getByRole('button', { name: 'Asignarme (1)' }))
    const dialog = within(await body.findByRole('dialog', { name: 'Asignarme las que no tiene nadie' }))
    // What stays says why: who has it where its state would do, else its state.
    await expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'ALT-2026-0002',
      'ALT-2026-0003Asignado a: marina@levante.test',
      'ALT-2026-0001Asignado a: admin@aforo.test',
      'ALT-2026-0004Procesada',
      'ALT-2026-0005Descartada',
    ])
    await userEvent.click(dialog.getByRole('button', { name: 'Asignarme (1)' }))
    await waitFor(() => expect(acted).toHaveBeenCalledWith('assign/bulk', [2]))
  },
}

export const Empty: Story = empty
export const Loading: Story = loading
export const Failed: Story = failed
export const Add: Story = {
  ...added,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByRole('textbox', { name: /Identificador/ }), 'ab')
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await expect(await canvas.findAllByText('El campo es obligatorio')).not.toHaveLength(0)
    await expect(canvas.getByRole('textbox', { name: /Identificador/ })).toBeInvalid()
    await expect(saved).not.toHaveBeenCalled()
  },
}
export const Edit: Story = {
  ...edited,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('textbox', { name: 'Otros datos' })).toHaveValue('contrato: anual\nplantas: 2')
    await userEvent.clear(canvas.getByRole('textbox', { name: 'Id anterior' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await waitFor(() =>
      expect(saved).toHaveBeenCalledWith(1, {
        dischargeId: 'ALT-2026-0001',
        date: '2026-11-16',
        client: 1,
        data: { contrato: 'anual', plantas: 2, clientOldId: 'C-101' },
        updatedAt: at(18),
      }),
    )
  },
}
