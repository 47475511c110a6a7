import type { Meta, StoryObj } from '@storybook/react-vite'
import type { ClientRecord } from '#schemas/generated/entities/client-record.ts'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { refusing } from '../../../../.storybook/pages.tsx'
import { nounStories } from '../test-support/noun-stories.tsx'
import pages from './pages.tsx'

const meta = { title: 'Admin/Clients', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

const PLAIN = {
  externalId: null,
  oldId: null,
  demo: false,
  multiClient: false,
  externalLogin: false,
  ciscoSpaces: false,
  useLoginMessage: false,
  loginMessage: '',
  createdAt: Date.UTC(2026, 10, 2),
  updatedAt: Date.UTC(2026, 10, 20, 9, 30),
}
const rows: readonly ClientRecord[] = [
  { ...PLAIN, id: 1, name: 'Nube Moda', type: 'basic', externalId: 'SAP-0042', ciscoSpaces: true },
  { ...PLAIN, id: 3, name: 'Motor Levante', type: 'automotive', oldId: '117', multiClient: true, externalLogin: true },
  { ...PLAIN, id: 5, name: 'Torre Lienzo', type: 'office', demo: true, createdAt: 0, updatedAt: 0 },
]
/** Whether another person has saved the first one since it was opened. */
let isChanged = false
const line = (id: number, action: string, details: object = {}) => ({
  id,
  at: Date.UTC(2026, 10, 20, 9, id),
  user: 1,
  username: 'admin@aforo.test',
  action,
  target: 'Nube Moda',
  details: { id: 1, ...details },
})
const { list, empty, loading, failed, added, edited, editedWith, saved } = nounStories(pages, rows, undefined, {
  audit: () =>
    Promise.resolve({
      entries: [
        ...(isChanged ? [line(3, 'client.change', { oldId: '118', before: { oldId: '117' } })] : []),
        line(2, 'client.oldId'),
        line(1, 'client.create'),
      ],
      next: null,
      archived: null,
    }),
})

export const List: Story = {
  ...list,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('link', { name: 'Nube Moda' })).toHaveAttribute(
      'href',
      '/users/admin/clients/1/edit',
    )
    await expect(canvas.getByRole('row', { name: /Motor Levante/ })).toHaveTextContent('117')
    await userEvent.click(canvas.getByRole('button', { name: 'Eliminar Nube Moda' }))
    const dialog = await within(document.body).findByRole('dialog')
    await expect(dialog).toHaveTextContent('Nube Moda')
  },
}
export const Empty: Story = empty
export const Loading: Story = loading
export const Failed: Story = failed
/** Fields written by separate calls have error messages too. */
export const ItsHistory: Story = {
  ...edited,
  play: async ({ canvasElement }) => {
    const history = within(canvasElement)
    await expect(await history.findByText('Cambió el id anterior de un cliente')).toBeVisible()
    await expect(history.getByText('Cliente creado')).toBeVisible()
  },
}
/** The page names who saved first, and the history has their changes; the form keeps what was written. */
export const ChangedMeanwhile: Story = {
  ...editedWith({
    one: () => Promise.resolve({ ...rows[0]!, ...(isChanged && { oldId: '118', updatedAt: PLAIN.updatedAt + 1 }) }),
    save: () => {
      isChanged = true
      return refusing('ENTRY_CHANGED', { noun: 'client', id: 1, by: 'marina@levante.test', at: PLAIN.updatedAt + 1 })()
    },
  }),
  beforeEach: () => {
    isChanged = false
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const name = await canvas.findByRole('textbox', { name: /Nombre/ })
    await userEvent.type(name, ' Dos')
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await canvas.findByText('Cliente cambiado')
    await expect(canvas.getByText('117').tagName).toBe('DEL')
    await expect(canvas.getByText('118').tagName).toBe('INS')
    await expect(canvas.getByRole('alert')).toHaveTextContent('marina@levante.test')
    await expect(name).toHaveValue('Nube Moda Dos')
  },
}
export const Add: Story = {
  ...added,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByRole('textbox', { name: /Nombre/ }), 'nube moda')
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Mostrar un mensaje' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await expect(await canvas.findByText('Este nombre ya existe')).toBeVisible()
    await expect(canvas.getByText('El campo es obligatorio')).toBeVisible()
    await expect(saved).not.toHaveBeenCalled()
  },
}
export const Edit: Story = {
  ...edited,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByRole('textbox', { name: /Id anterior/ }), '88')
    await userEvent.click(canvas.getByRole('checkbox', { name: /Demostración/ }))
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await waitFor(() =>
      expect(saved).toHaveBeenCalledWith(1, {
        name: 'Nube Moda',
        type: 'basic',
        externalId: 'SAP-0042',
        oldId: '88',
        demo: true,
        multiClient: false,
        externalLogin: false,
        ciscoSpaces: true,
        useLoginMessage: false,
        loginMessage: '',
        updatedAt: PLAIN.updatedAt,
      }),
    )
  },
}
