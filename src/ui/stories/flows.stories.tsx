import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import {
  Button,
  Card,
  CodeViewer,
  confirmAndRun,
  ConfirmRegion,
  DataTable,
  EmailDialog,
  MarkdownViewer,
  Page,
  QueryState,
  toasts,
  ToastWords,
} from '../index.ts'
import { Row, Stack } from './layout.tsx'

const meta = { title: 'Overlays/Flows' } satisfies Meta
export default meta
type Story = StoryObj

const ended = fn()
function Deletes({ run }: { run: () => Promise<void> }) {
  return (
    <>
      <Button
        onPress={() =>
          void confirmAndRun({
            question: 'Se eliminará la campaña «Rebajas de enero» de Luna & Sol.',
            isDanger: true,
            run,
          }).then(ended)
        }
      >
        Eliminar
      </Button>
      <ConfirmRegion />
    </>
  )
}
const ask = async (canvasElement: HTMLElement, answer: string) => {
  toasts.clear()
  ended.mockClear()
  await userEvent.click(within(canvasElement).getByRole('button', { name: 'Eliminar' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Estás seguro?' })
  await userEvent.click(within(dialog).getByRole('button', { name: answer }))
}

export const Deleted: Story = {
  render: () => <Deletes run={() => Promise.resolve()} />,
  play: async ({ canvasElement }) => {
    await ask(canvasElement, 'Continuar')
    await waitFor(() => expect(screen.getByText('Eliminado!')).toBeVisible())
    await expect(ended).toHaveBeenCalledWith('done')
  },
}
export const Cancelled: Story = {
  render: () => <Deletes run={() => Promise.reject(new Error('never'))} />,
  play: async ({ canvasElement }) => {
    await ask(canvasElement, 'Cancelar')
    await waitFor(() => expect(screen.getByText('Cancelado')).toBeVisible())
    await expect(screen.getByText('Todo sigue igual')).toBeVisible()
    await expect(ended).toHaveBeenCalledWith('cancelled')
  },
}
export const WentWrong: Story = {
  render: () => <Deletes run={() => Promise.reject(new Error('La campaña tiene descargas en curso.'))} />,
  play: async ({ canvasElement }) => {
    await ask(canvasElement, 'Continuar')
    await waitFor(() => expect(screen.getByText('Algo ha ido mal')).toBeVisible())
    await expect(screen.getByText('La campaña tiene descargas en curso.')).toBeVisible()
    await expect(ended).toHaveBeenCalledWith('failed')
  },
}

export const HtmlToast: Story = {
  render: () => (
    <Row>
      <Button
        onPress={() =>
          toasts.html(
            <ToastWords title="Informe listo">
              Se ha guardado en <strong>Descargas</strong>.
            </ToastWords>,
            'success',
          )
        }
      >
        Avisar
      </Button>
    </Row>
  ),
  play: async ({ canvasElement }) => {
    toasts.clear()
    await userEvent.click(within(canvasElement).getByRole('button'))
    await expect((await screen.findByText('Descargas')).tagName).toBe('STRONG')
  },
}

const mailed = fn()
function Mails({ onSend }: { onSend: () => Promise<void> }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>Enviar informe</Button>
      <EmailDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        initial={{ subject: 'Informe de noviembre' }}
        onSend={async (mail) => {
          mailed(mail)
          await onSend()
        }}
        onSave={() => Promise.resolve()}
      />
    </>
  )
}
const openMail = async (canvasElement: HTMLElement) => {
  toasts.clear()
  mailed.mockClear()
  await userEvent.click(within(canvasElement).getByRole('button', { name: 'Enviar informe' }))
  return within(await screen.findByRole('dialog', { name: 'Enviar por correo' }))
}

export const MailDraft: Story = {
  render: () => <Mails onSend={() => Promise.resolve()} />,
  play: async ({ canvasElement }) => {
    const dialog = await openMail(canvasElement)
    await waitFor(() => expect(dialog.getByText('Borrador')).toBeVisible())
    await userEvent.click(dialog.getByRole('button', { name: 'Enviar' }))
    await expect(dialog.getByText('El campo es obligatorio')).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: /Para/ })).toHaveFocus()
    await userEvent.type(dialog.getByRole('textbox', { name: /Para/ }), 'ana@luna.es; bea@luna')
    await expect(dialog.getByText('bea@luna no es una dirección de correo.')).toBeVisible()
    await expect(mailed).not.toHaveBeenCalled()
  },
}
export const MailSaved: Story = {
  render: () => <Mails onSend={() => Promise.resolve()} />,
  play: async ({ canvasElement }) => {
    const dialog = await openMail(canvasElement)
    await userEvent.type(dialog.getByRole('textbox', { name: /Para/ }), 'ana@luna.es')
    await userEvent.click(dialog.getByRole('button', { name: 'Guardar borrador' }))
    await waitFor(() => expect(dialog.getByText('Guardado')).toBeVisible())
    await userEvent.type(dialog.getByRole('textbox', { name: 'Mensaje' }), 'Hola')
    await expect(dialog.getByText('Borrador')).toBeVisible()
  },
}
export const MailSent: Story = {
  render: () => <Mails onSend={() => Promise.resolve()} />,
  play: async ({ canvasElement }) => {
    const dialog = await openMail(canvasElement)
    await userEvent.type(dialog.getByRole('textbox', { name: /Para/ }), 'ana@luna.es, bea@luna.es')
    await userEvent.click(dialog.getByRole('button', { name: 'Enviar' }))
    await waitFor(() => expect(screen.getByText('Email enviado con éxito!')).toBeVisible())
    await expect(mailed).toHaveBeenCalledWith({
      to: ['ana@luna.es', 'bea@luna.es'],
      cc: [],
      bcc: [],
      subject: 'Informe de noviembre',
      text: '',
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}
export const MailFailed: Story = {
  render: () => <Mails onSend={() => Promise.reject(new Error('El servidor de correo no contesta.'))} />,
  play: async ({ canvasElement }) => {
    const dialog = await openMail(canvasElement)
    await userEvent.type(dialog.getByRole('textbox', { name: /Para/ }), 'ana@luna.es')
    await userEvent.click(dialog.getByRole('button', { name: 'Enviar' }))
    await waitFor(() => expect(dialog.getByText('El servidor de correo no contesta.')).toBeVisible())
    await expect(dialog.getByRole('textbox', { name: /Para/ })).toHaveValue('ana@luna.es')
  },
}

const CODE = `from datetime import date

class Occupancy:
    """People inside, hour by hour."""

    def __init__(self, capacity: int = 120) -> None:
        self.capacity = capacity  # people at once
        self.inside = [0] * 24

    @property
    def peak(self) -> float:
        return max(self.inside) / self.capacity if self.capacity else None


def main() -> None:
    room = Occupancy(capacity=80)
    print(f"{date.today()}: {room.peak:.1%} of a very long line that goes on and on beyond the edge of the block, so that it scrolls")
`
export const Code: Story = {
  render: () => (
    <Stack width={620}>
      <div style={{ width: '100%' }}>
        <CodeViewer label="ocupacion.py" language="python" code={CODE} maxHeight={260} />
      </div>
      <div style={{ width: '100%' }}>
        <CodeViewer code="ssh aforo@servidor" />
      </div>
    </Stack>
  ),
  play: async ({ canvasElement }) => {
    const keyword = await within(canvasElement).findByText('class')
    await expect(keyword).toHaveAttribute('data-kind', 'keyword')
  },
}

const TEXT = `# Ocupación de noviembre

La planta **segunda** llegó al *92 %* el martes. Más en [la guía](https://example.org/guia).

- Lunes y viernes: por debajo de la mitad
- Martes: tres salas \`llenas\`
  - Sala Ebro
  - Sala Duero

1. Abrir la planta tercera
2. Mover la reunión semanal

> Los datos de ayer aún pueden variar.

\`\`\`python
peak = max(hours, key=lambda h: h.people)
\`\`\`

[no es un enlace](javascript:alert(1)) <img src=x onerror=alert(1)> <script>alert(1)</script> ![plano](https://example.org/plano.png)
`
export const Markdown: Story = {
  render: () => (
    <Card title="Informe">
      <MarkdownViewer markdown={TEXT} />
    </Card>
  ),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    const link = await page.findByRole('link', { name: /la guía/ })
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect(link).toHaveAttribute('href', 'https://example.org/guia')
    await expect(page.getAllByRole('link')).toHaveLength(1)
    await expect(page.getByText(/no es un enlace/)).toBeVisible()
    await expect(canvasElement.querySelector('img, script')).toBeNull()
    await waitFor(() => expect(canvasElement.querySelector('[data-kind="keyword"]')).not.toBeNull())
  },
}

const nothing = { data: undefined, error: null, isPending: false }
const retried = fn()
export const PageStates: Story = {
  render: () => (
    <Page title="Campañas" note="Luna & Sol" actions={<Button kind="primary">Añadir</Button>}>
      <Card title="Cargando">
        <QueryState of={{ ...nothing, isPending: true }} skeleton="table">
          {() => null}
        </QueryState>
      </Card>
      <Card title="Error">
        <QueryState of={{ ...nothing, error: { code: 'TIMEOUT', message: 'No answer' }, refetch: retried }}>
          {() => null}
        </QueryState>
      </Card>
      <Card title="No existe">
        <QueryState of={{ ...nothing, error: { status: 404, message: 'There is no group 7.' }, refetch: retried }}>
          {() => null}
        </QueryState>
      </Card>
      <Card title="Vacío">
        <QueryState of={{ ...nothing, data: [] as string[] }}>{() => null}</QueryState>
      </Card>
      <Card title="Con lo último que llegó">
        <QueryState of={{ ...nothing, data: ['Rebajas'], error: new Error('x') }}>{([row]) => <p>{row}</p>}</QueryState>
      </Card>
      <Card title="Con datos" flush>
        <QueryState of={{ ...nothing, data: ['Rebajas', 'Navidad'] }}>
          {(rows) => (
            <DataTable
              label="Campañas"
              columns={[{ id: 'name', label: 'Nombre', value: (row: string) => row }]}
              rows={rows}
              rowKey={(row) => row}
            />
          )}
        </QueryState>
      </Card>
    </Page>
  ),
  beforeEach: () => {
    retried.mockClear()
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Reintentar' }))
    // What is not there is not asked for again: the only button to retry is that of the call that had no answer.
    await expect(retried).toHaveBeenCalledOnce()
    await expect(within(canvasElement).getByRole('heading', { level: 1, name: 'Campañas' })).toBeVisible()
  },
}
