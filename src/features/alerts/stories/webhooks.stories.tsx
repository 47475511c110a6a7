import type { Meta, StoryObj } from '@storybook/react-vite'
import type { ComponentType } from 'react'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { answers, At, never, nothing, refused, refusing, say } from '../../../../.storybook/pages.tsx'
import type { WebhooksApi } from '../../../api/webhooks.ts'
import { toasts } from '#ui'
import { AlertsFrame } from '../alerts-frame.tsx'
import { ManagePage } from '../manage-page.tsx'
import { EditWebhookPage, NewWebhookPage } from '../webhooks/webhook-pages.tsx'
import { delivery, sampleWebhooks, SECRET } from './sample-webhooks.ts'
import { sampleApi } from './sample.ts'

const meta = { title: 'Alerts/Webhooks', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

/** A page at an address, with calls from memory. */
const page = (Page: ComponentType, part: Partial<WebhooksApi> = {}, at = '/page'): Story => ({
  render: () => (
    <AlertsFrame
      ports={{ api: sampleApi(), webhooks: sampleWebhooks(part), say, dashboardOf: () => undefined }}
      queries={answers()}
    >
      <At address={at}>
        <Page />
      </At>
    </AlertsFrame>
  ),
  beforeEach: () => {
    toasts.clear()
  },
})
const TAB = '/page?tab=webhooks'

export const List: Story = {
  ...page(ManagePage, {}, TAB),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const row = async (name: string) => canvas.findByRole('row', { name: new RegExp(name) })
    await expect(await row('Centralita')).toHaveTextContent('Funciona')
    await expect(await row('Mantenimiento')).toHaveTextContent('Falla')
    await expect(await row('Pantalla del taller')).toHaveTextContent('Desactivado por el servidor')
    // What is behind the host of an address may be known to its receiver only.
    await expect(await row('Mantenimiento')).not.toHaveTextContent('key=1')
    await expect(canvas.getByRole('link', { name: 'Añadir webhook' })).toHaveAttribute(
      'href',
      '/users/alerts/webhooks/new',
    )
  },
}
export const Loading: Story = page(ManagePage, { list: never }, TAB)
export const Failed: Story = page(ManagePage, { list: refused }, TAB)
export const Empty: Story = {
  ...page(ManagePage, { list: nothing }, TAB),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('No hay webhooks')
  },
}

const added = fn(sampleWebhooks().add)
export const Added: Story = {
  ...page(NewWebhookPage, { add: added }),
  play: async ({ canvasElement }) => {
    added.mockClear()
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByRole('textbox', { name: /Nombre/ }), 'Centralita')
    const address = canvas.getByRole('textbox', { name: /Dirección/ })
    await userEvent.type(address, 'https://ana@hooks.example.com/in')
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(canvas.getByText(/Escribe una dirección que empiece por https/)).toBeVisible())
    await expect(added).not.toHaveBeenCalled()
    await userEvent.clear(address)
    await userEvent.type(address, 'https://HOOKS.example.com/in')
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    const secret = await canvas.findByRole('textbox', { name: 'Secreto' })
    await expect(secret).toHaveValue(SECRET)
    await expect(added).toHaveBeenCalledWith({
      client: 1,
      name: 'Centralita',
      address: 'https://hooks.example.com/in',
      events: ['alert.opened', 'alert.solved'],
      enabled: true,
    })
    await expect(canvas.getByRole('link', { name: 'Continuar' })).toHaveAttribute(
      'href',
      '/users/alerts/webhooks/9/edit',
    )
  },
}

const INSIDE = refusing('WEBHOOK_NETWORK_NOT_ALLOWED', { host: 'intranet.example.com' })
export const Refused: Story = {
  ...page(NewWebhookPage, { add: INSIDE }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByRole('textbox', { name: /Nombre/ }), 'Centralita')
    await userEvent.type(canvas.getByRole('textbox', { name: /Dirección/ }), 'https://intranet.example.com/')
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await waitFor(() =>
      expect(canvas.getByRole('textbox', { name: /Dirección/ })).toHaveAccessibleDescription(
        /intranet\.example\.com lleva a una red privada/,
      ),
    )
  },
}

const again = fn(sampleWebhooks().again)
export const Edit: Story = {
  ...page(EditWebhookPage, { again }, '/page/1'),
  play: async ({ canvasElement }) => {
    again.mockClear()
    const canvas = within(canvasElement)
    const table = await canvas.findByRole('table', { name: 'Envíos' })
    await expect(within(table).getByRole('row', { name: /En espera/ })).toHaveTextContent('HTTP 503 · Try later')
    await expect(within(table).getByRole('row', { name: /Fallido/ })).toHaveTextContent('Sin respuesta en 10 segundos')
    // A test is sent anew, not again.
    const buttons = within(table).getAllByRole('button', { name: /Volver a enviar/ })
    await expect(buttons).toHaveLength(3)
    await userEvent.click(buttons[0]!)
    await waitFor(() => expect(again).toHaveBeenCalledWith(1, 1))
  },
}

export const TestDelivered: Story = {
  ...page(EditWebhookPage, {}, '/page/1'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Enviar una prueba' }))
    const panel = canvas.getByRole('region', { name: 'Prueba' })
    await waitFor(() => expect(within(panel).getByText('Entregado')).toBeVisible())
    await expect(panel).toHaveTextContent(/HTTP 200 · 84\sms/)
  },
}
const FAILED = delivery(5, {
  type: 'webhook.test',
  about: null,
  state: 'failed',
  status: null,
  reason: 'tls',
  line: null,
})
export const TestFailed: Story = {
  ...page(EditWebhookPage, { test: () => Promise.resolve(FAILED), deliveries: nothing }, '/page/2'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText(/^Falla desde el/)
    await userEvent.click(await canvas.findByRole('button', { name: 'Enviar una prueba' }))
    await waitFor(() => expect(canvas.getByText('Sin certificado válido')).toBeVisible())
  },
}

export const SecretChanged: Story = {
  ...page(EditWebhookPage, {}, '/page/1'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Cambiar el secreto' }))
    const question = await screen.findByRole('alertdialog')
    await userEvent.click(within(question).getByRole('button', { name: 'Cambiar el secreto' }))
    await waitFor(() => expect(canvas.getByRole('textbox', { name: 'Secreto' })).toHaveValue(SECRET))
    await expect(canvas.getByText(/El secreto anterior sirve hasta/)).toBeVisible()
  },
}
export const SwitchedOff: Story = {
  ...page(EditWebhookPage, {}, '/page/3'),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('Desactivado: el receptor dice que ya no existe')
  },
}
export const NotThere: Story = page(EditWebhookPage, {}, '/page/99')
export const DeliveriesFailed: Story = page(EditWebhookPage, { deliveries: refused }, '/page/1')
