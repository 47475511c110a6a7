import type { Meta, StoryObj } from '@storybook/react-vite'
import { bulkMailMachine } from '#domain/machines/bulk-mails'
import type { BulkMail } from '#schemas/generated/entities/bulk-mail.ts'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { sampleApi } from '../stories/sample.ts'
import { nounStories } from '../test-support/noun-stories.tsx'
import pages from './pages.tsx'

const meta = { title: 'Admin/Bulk mails', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

const AT = Date.UTC(2026, 10, 20, 9, 30)
const EVERYONE = { roles: [], clients: [], groups: [], languages: [], seen: 'any', seenDays: 90 } as const
const mail = (id: number, name: string, part: Partial<BulkMail> = {}): BulkMail => ({
  id,
  name,
  kind: 'service',
  filter: EVERYONE as unknown as BulkMail['filter'],
  texts: [
    { language: 'es', subject: 'Mantenimiento el domingo', text: 'El domingo de 02:00 a 04:00 no habrá datos.' },
    { language: 'en', subject: 'Maintenance on Sunday', text: 'No data on Sunday from 02:00 to 04:00.' },
  ],
  status: 'saved',
  stateAt: AT,
  createdAt: AT,
  updatedAt: AT,
  ...part,
})
const rows: readonly BulkMail[] = [
  mail(1, 'Mantenimiento noviembre'),
  mail(2, 'Novedades del otoño', { kind: 'news', status: 'sent' }),
]
const { list, empty, loading, failed, added, edited, saved, acted } = nounStories(pages, rows, bulkMailMachine)

export const List: Story = {
  ...list,
  play: async ({ canvasElement }) => {
    const row = within(await within(canvasElement).findByRole('row', { name: /Mantenimiento noviembre/ }))
    await expect(row.getByText('El servicio')).toBeVisible()
    await expect(row.getByText('Mantenimiento el domingo')).toBeVisible()
  },
}
export const Empty: Story = empty
export const Loading: Story = loading
export const Failed: Story = failed

export const Add: Story = {
  ...added,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    // Where no mail leaves, it is said before anything is written.
    await expect(await canvas.findByText(/se puede guardar, pero no probar ni enviar/)).toBeVisible()
    await userEvent.type(await canvas.findByRole('textbox', { name: /Nombre/ }), 'Aviso')
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await canvas.findAllByText(/Escribe el asunto y el texto en Español/)
    await expect(saved).not.toHaveBeenCalled()
    await userEvent.type(canvas.getByRole('textbox', { name: /^Asunto/ }), 'Hola')
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await canvas.findAllByText(/En Español falta el asunto o el texto/)
    await userEvent.type(canvas.getByRole('textbox', { name: /^Texto/ }), 'A todos.')
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await waitFor(() =>
      expect(saved).toHaveBeenCalledWith(null, {
        name: 'Aviso',
        kind: 'service',
        filter: EVERYONE,
        texts: [{ language: 'es', subject: 'Hola', text: 'A todos.' }],
      }),
    )
  },
}

/** Saved: whom it would go to, as whom it is seen, and one question before it is sent. */
export const Edit: Story = {
  ...edited,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('Ahora mismo, a 128 personas. 3 se dieron de baja y no lo recibirán.')
    await canvas.findByText('Mantenimiento el domingo', { selector: 'h3' })
    await userEvent.click(await canvas.findByRole('button', { name: 'Enviar' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: /Enviar/ }))
    await waitFor(() => expect(acted).toHaveBeenCalledWith(1, 'send', undefined))
  },
}

const tested = fn(sampleApi().bulkMails.test)
export const TestToOneself: Story = {
  ...nounStories(pages, rows, bulkMailMachine, { bulkMails: { ...sampleApi().bulkMails, test: tested } }).edited,
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Enviarme una prueba' }))
    await waitFor(() => expect(tested).toHaveBeenCalledWith(1))
  },
}

const again = fn(() => Promise.resolve(null as never))
/** A server without mail says so before anything is sent. */
export const WithoutMail: Story = {
  ...nounStories(pages, rows, bulkMailMachine).edited,
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText(/SMTP_URL/)
  },
}

/** Sent: each recipient with what came of it; who is in doubt is not sent to again by itself. */
export const Sent: Story = {
  ...nounStories(pages, [rows[1]!, rows[0]!], bulkMailMachine, { bulkMails: { ...sampleApi().bulkMails, again } })
    .edited,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('Ya se envió: se queda como se envió.')
    await expect(canvas.getByRole('textbox', { name: /^Asunto/ })).toBeDisabled()
    await canvas.findByText('124 Enviado')
    await canvas.findByText(/no se sabe si llegó/)
    await userEvent.click((await canvas.findAllByRole('button', { name: 'Enviar de nuevo' }))[1]!)
    await waitFor(() => expect(again).toHaveBeenCalledWith(2, 3))
  },
}
