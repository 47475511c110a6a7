import type { Meta, StoryObj } from '@storybook/react-vite'
import type { ComponentType } from 'react'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { answers, At, refused } from '../../../../.storybook/pages.tsx'
import { toasts } from '#ui'
import type { CampaignsApi } from '../../../api/campaigns.ts'
import { CampaignsFrame } from '../campaigns-frame.tsx'
import { EditCampaignPage, NewCampaignPage } from '../form-pages.tsx'
import { CampaignsPage } from '../list-page.tsx'

const meta = { title: 'Campaigns/Pages', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

const CAMPAIGNS = [
  { id: 4, client: 1, name: 'Navidad 2026', begin: '2026-12-08', end: '2026-12-31', description: '' },
  {
    id: 3,
    client: 2,
    name: 'Black Friday 2026',
    begin: '2026-11-23',
    end: '2026-11-30',
    description: 'Abrigos y botas',
  },
  { id: 2, client: 99, name: 'De otra cuenta', begin: '2026-09-01', end: '2026-09-15', description: '' },
]
const CLIENTS = [
  { id: 1, name: 'Nube Moda', type: 'basic' as const, externalId: null, oldId: null },
  { id: 2, name: 'Casa Alpina', type: 'basic' as const, externalId: null, oldId: null },
]

const sampleApi = (part: Partial<CampaignsApi> = {}): CampaignsApi => ({
  clients: () => Promise.resolve(CLIENTS),
  list: () => Promise.resolve(CAMPAIGNS),
  find: (id) => {
    const found = CAMPAIGNS.find((one) => one.id === id)
    return found === undefined
      ? Promise.reject(Object.assign(new Error('None.'), { code: 'CAMPAIGN_NOT_FOUND' }))
      : Promise.resolve(found)
  },
  add: refused,
  save: refused,
  remove: () => Promise.resolve(),
  ...part,
})

const page = (Page: ComponentType, part: Partial<CampaignsApi> = {}, at = '/page'): Story => ({
  render: () => (
    <CampaignsFrame ports={{ api: sampleApi(part), say: (cause) => (cause as Error).message }} queries={answers()}>
      <At address={at}>
        <Page />
      </At>
    </CampaignsFrame>
  ),
  beforeEach: () => {
    toasts.clear()
  },
})

/** The campaign of a client that the account does not know is not among them. */
export const List: Story = {
  ...page(CampaignsPage),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByRole('link', { name: 'Navidad 2026' })
    await expect(canvas.getByText('Casa Alpina')).toBeVisible()
    await expect(canvas.queryByText('De otra cuenta')).toBeNull()
  },
}
export const None: Story = page(CampaignsPage, { list: () => Promise.resolve([]) })
export const NoClients: Story = {
  ...page(NewCampaignPage, { clients: () => Promise.resolve([]) }),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('No hay clientes')
  },
}
export const Failed: Story = page(CampaignsPage, { list: refused })

const added = fn((draft: Parameters<CampaignsApi['add']>[0]) =>
  Promise.resolve({ id: 9, client: 1, description: '', ...draft }),
)
/** With one client there is nothing to choose; it is the campaign's all the same. */
export const OneClient: Story = {
  ...page(NewCampaignPage, { clients: () => Promise.resolve(CLIENTS.slice(0, 1)), add: added }),
  play: async ({ canvasElement }) => {
    added.mockClear()
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByRole('textbox', { name: /Nombre/ }), '  Primavera ')
    await expect(canvas.queryByText('Cliente')).toBeNull()
    const segments = await canvas.findAllByRole('spinbutton')
    await userEvent.click(segments[0] as HTMLElement)
    await userEvent.keyboard('20032027')
    await userEvent.click(segments[3] as HTMLElement)
    await userEvent.keyboard('10032027')
    await userEvent.click(canvas.getByRole('button', { name: 'Crear' }))
    await expect(await canvas.findByText('El fin no puede ser anterior al inicio')).toBeVisible()
    await expect(added).not.toHaveBeenCalled()
    await userEvent.click(segments[3] as HTMLElement)
    await userEvent.keyboard('30032027')
    await userEvent.click(canvas.getByRole('button', { name: 'Crear' }))
    await waitFor(() =>
      expect(added).toHaveBeenCalledWith({
        name: 'Primavera',
        client: 1,
        begin: '2027-03-20',
        end: '2027-03-30',
        description: '',
      }),
    )
  },
}
export const Edit: Story = {
  ...page(EditCampaignPage, {}, '/page/3'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('button', { name: 'Actualizar' })).toBeVisible()
    for (const name of ['Eliminar', /Cliente.*Casa Alpina|Casa Alpina.*Cliente/])
      await expect(canvas.getByRole('button', { name })).toBeVisible()
    await expect(canvas.getByRole('link', { name: 'Cancelar' })).toBeVisible()
    await expect(canvas.getByRole('textbox', { name: /Descripción/ })).toHaveValue('Abrigos y botas')
  },
}
export const NotThere: Story = page(EditCampaignPage, {}, '/page/98')
