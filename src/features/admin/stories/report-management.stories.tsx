import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { answers, At, never, nothing, refused, refusing, say } from '../../../../.storybook/pages.tsx'
import type { AdminApi } from '../../../api/admin.ts'
import { AdminFrame } from '../admin-frame.tsx'
import { ReportManagementPage } from '../report-management/page.tsx'
import { sampleApi } from './sample.ts'

const meta = { title: 'Admin/Reports', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

const page = (part: Partial<AdminApi['reportManagement']> = {}, address = '/page'): Story => ({
  render: () => (
    <AdminFrame
      ports={{
        api: sampleApi({ reportManagement: { ...sampleApi().reportManagement, ...part } }),
        me: { id: 1 },
        unbuilt: new Set(),
        say,
        save: fn(),
      }}
      queries={answers()}
    >
      <At address={address}>
        <ReportManagementPage />
      </At>
    </AdminFrame>
  ),
})
const act = async (name: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Acciones de ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

export const List: Story = {
  ...page(),
  play: async ({ canvasElement }) => {
    const row = within(await within(canvasElement).findByRole('row', { name: /Estado de los contadores/ }))
    await expect(row.getByText('jordi@nube.test')).toBeVisible()
    await expect(row.getByText('Fallido')).toBeVisible()
    await expect(row.getByText('12')).toBeVisible()
  },
}
export const OnlyFailed: Story = {
  ...page({}, '/page?state=failed'),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('row', { name: /Estado de los contadores/ })
    await expect(within(canvasElement).queryByRole('row', { name: /Cierre de mes/ })).toBe(null)
  },
}
export const Empty: Story = page({ list: nothing })
export const Loading: Story = page({ list: never })
export const Failed: Story = page({ list: refused })
export const WhyItFailed: Story = {
  ...page(),
  play: async () => {
    await act('Estado de los contadores de todas las tiendas', 'Historial y fallos')
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('Su cuenta está desactivada o tiene la contraseña caducada.')
    await dialog.findByText('El servidor de correo no ha aceptado el mensaje.')
  },
}

/** It goes out with the rights of its owner: what is refused is said of that account, not of the reader's. */
export const OwnerMayNotOpenIt: Story = {
  ...page({ send: refusing('DASHBOARD_NOT_FOUND', { id: 'foot-compare' }) }),
  play: async () => {
    await act('Ventas de la semana', 'Enviar ahora')
    await screen.findByText('El panel ya no existe o su cuenta no puede abrirlo.')
  },
}

const paused = fn(sampleApi().reportManagement.setEnabled)
export const PausedForItsOwner: Story = {
  ...page({ setEnabled: paused }),
  beforeEach: () => {
    paused.mockClear()
  },
  play: async () => {
    await act('Ventas de la semana', 'Poner en pausa')
    await waitFor(() => expect(paused).toHaveBeenCalledWith(1, false))
  },
}

const handed = fn(sampleApi().reportManagement.handOver)
export const HandedOver: Story = {
  ...page({ handOver: handed }),
  beforeEach: () => {
    handed.mockClear()
  },
  play: async () => {
    await act('Ventas de la semana', 'Traspasar a otra persona')
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByLabelText(/^Nueva persona/))
    await expect(screen.queryByRole('option', { name: /jordi/ })).toBe(null)
    await userEvent.click(await screen.findByRole('option', { name: /petr/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Traspasar a otra persona' }))
    await waitFor(() => expect(handed).toHaveBeenCalledWith(1, 4))
  },
}
export const CannotHaveIt: Story = {
  ...page({
    handOver: refusing('REPORT_OWNER_NOT_ALLOWED', { username: 'petr@lienzo.test', reason: 'filterGone' }),
  }),
  play: async () => {
    await act('Ventas de la semana', 'Traspasar a otra persona')
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByLabelText(/^Nueva persona/))
    await userEvent.click(await screen.findByRole('option', { name: /petr/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Traspasar a otra persona' }))
    await dialog.findByText(/no tiene acceso a algo elegido en los filtros/)
  },
}
