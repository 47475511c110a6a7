import type { Meta, StoryObj } from '@storybook/react-vite'
import { use, useState } from 'react'
import { ButtonContext } from 'react-aria-components'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import {
  Button,
  ConfirmDialog,
  Dialog,
  DownloadIcon,
  IconButton,
  ImageIcon,
  InfoIcon,
  Menu,
  MoreIcon,
  Popover,
  RefreshIcon,
  TableIcon,
  TextField,
  ToastQueue,
  ToastRegion,
  TrashIcon,
} from '../index.ts'
import { Row } from './layout.tsx'

const meta = { title: 'Overlays/Overlays' } satisfies Meta
export default meta
type Story = StoryObj

export const ADialog: Story = {
  render: function Render() {
    const [isOpen, setOpen] = useState(true)
    const [name, setName] = useState('Rebajas de enero')
    return (
      <>
        <Button onPress={() => setOpen(true)}>Abrir</Button>
        <Dialog
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          title="Editar la campaña"
          actions={
            <>
              <Button onPress={() => setOpen(false)}>Cancelar</Button>
              <Button kind="primary" onPress={() => setOpen(false)}>
                Guardar
              </Button>
            </>
          }
        >
          <TextField label="Nombre" value={name} onChange={setName} />
        </Dialog>
      </>
    )
  },
  play: async () => {
    const dialog = await screen.findByRole('dialog', { name: 'Editar la campaña' })
    await waitFor(() => expect(dialog).toBeVisible())
    // What covers the page does not cover the gutter of its scroll bar, which shows the root.
    const gutter = () => getComputedStyle(document.documentElement).backgroundColor
    const dimmed = gutter()
    await expect(getComputedStyle(document.body).backgroundColor).not.toBe(dimmed)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(gutter()).not.toBe(dimmed)
    await userEvent.click(screen.getByRole('button', { name: 'Abrir' }))
    await screen.findByRole('dialog')
  },
}

const confirmed = fn()
export const Confirm: Story = {
  render: () => (
    <ConfirmDialog isOpen isDanger onConfirm={confirmed} onCancel={() => undefined}>
      Se eliminará la campaña «Rebajas de enero» de Luna &amp; Sol. No se puede deshacer.
    </ConfirmDialog>
  ),
  play: async () => {
    const dialog = await screen.findByRole('alertdialog')
    await userEvent.click(within(dialog).getAllByRole('button').at(-1) as HTMLElement)
    await expect(confirmed).toHaveBeenCalledOnce()
  },
  beforeEach: () => {
    confirmed.mockClear()
  },
}

export const LargeDialog: Story = {
  render: () => (
    <Dialog
      isOpen
      size="large"
      onClose={() => undefined}
      title="Condiciones del servicio"
      actions={<Button kind="primary">Aceptar</Button>}
    >
      {Array.from({ length: 30 }, (_, index) => (
        <p key={index} style={{ marginBottom: 12 }}>
          {index + 1}. Los datos de afluencia pertenecen al cliente y se guardan cifrados en el servidor que él elige.
        </p>
      ))}
    </Dialog>
  ),
}

export const AMenu: Story = {
  render: () => (
    <Menu
      label="Acciones"
      trigger={<IconButton plain label="Más acciones" icon={<MoreIcon />} />}
      placement="bottom start"
      actions={[
        {
          id: 'view',
          actions: [
            { id: 'table', label: 'Ver como tabla', icon: <TableIcon />, isChecked: true },
            { id: 'refresh', label: 'Actualizar', icon: <RefreshIcon />, keys: 'R' },
          ],
        },
        {
          id: 'export',
          label: 'Exportar',
          actions: [
            { id: 'csv', label: 'CSV', icon: <DownloadIcon /> },
            {
              id: 'png',
              label: 'Imagen PNG',
              icon: <ImageIcon />,
              isDisabled: true,
              hint: 'Una tabla no tiene imagen',
            },
          ],
        },
        { id: 'danger', actions: [{ id: 'remove', label: 'Quitar el widget', icon: <TrashIcon />, isDanger: true }] },
      ]}
    />
  ),
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button'))
    await expect(await screen.findAllByRole('menuitem')).toHaveLength(5)
  },
}

const drawnAgain = fn()
function CountedButton() {
  // What the menu gives its button: drawn again when that is another.
  use(ButtonContext)
  drawnAgain()
  return <IconButton plain label="Acciones" icon={<MoreIcon />} />
}
const COUNTED = <CountedButton />

/** What a menu offers changes more often than its button, of which a dashboard has a dozen. */
export const OffersChange: Story = {
  render: function OffersChange() {
    const [count, setCount] = useState(1)
    return (
      <Row>
        <Button onPress={() => setCount(count + 1)}>Otra acción</Button>
        <Menu
          label="Acciones"
          trigger={COUNTED}
          actions={Array.from({ length: count }, (_, at) => ({ id: String(at), label: `Acción ${at + 1}` }))}
        />
      </Row>
    )
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const before = drawnAgain.mock.calls.length
    await userEvent.click(canvas.getByRole('button', { name: 'Otra acción' }))
    await expect(drawnAgain.mock.calls.length).toBe(before)
    await userEvent.click(canvas.getByRole('button', { name: 'Acciones' }))
    await expect(await screen.findAllByRole('menuitem')).toHaveLength(2)
  },
}

/** A dialog opened from a list gives the focus back to the button of the list, which is gone by then. */
export const FromAMenu: Story = {
  render: function Render() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <Menu
          label="Acciones"
          trigger={<IconButton plain label="Más acciones" icon={<MoreIcon />} />}
          actions={[{ id: 'edit', label: 'Editar', onAction: () => setOpen(true) }]}
        />
        <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Editar la campaña">
          Rebajas
        </Dialog>
      </>
    )
  },
  play: async ({ canvasElement }) => {
    const button = within(canvasElement).getByRole('button')
    // The second time everything is here at once.
    for (const _ of [1, 2]) {
      await userEvent.click(button)
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Editar' }))
      await screen.findByRole('dialog', { name: 'Editar la campaña' })
      await userEvent.keyboard('{Escape}')
      await waitFor(() => expect(button).toHaveFocus())
    }
  },
}

export const APopover: Story = {
  render: () => (
    <Popover label="Definición" trigger={<Button icon={<InfoIcon />}>¿Qué es la captación?</Button>}>
      <p style={{ maxWidth: 280 }}>De cada cien personas que pasan por delante, cuántas entran.</p>
    </Popover>
  ),
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button'))
    const panel = await screen.findByRole('dialog', { name: 'Definición' })
    await waitFor(() => expect(panel).toBeVisible())
  },
}

export const TooltipOnFocus: Story = {
  render: () => (
    <Row>
      <IconButton label="Descargar como CSV" icon={<DownloadIcon />} />
    </Row>
  ),
  play: async () => {
    await userEvent.tab()
    await expect(await screen.findByRole('tooltip')).toHaveTextContent('Descargar como CSV')
  },
}

export const Toasts: Story = {
  render: function Render() {
    const [queue] = useState(() => {
      const made = new ToastQueue()
      made.success('¡Descargado con éxito!')
      made.warn('Hay una versión nueva; pulsa CTRL + F5')
      made.error(
        <>
          No se pudo guardar <strong>Gran Vía</strong>: otra persona la ha cambiado.
        </>,
        { label: 'Ver los cambios', onPress: () => undefined },
      )
      return made
    })
    return <ToastRegion queue={queue} />
  },
  play: async () => {
    await expect(await screen.findByRole('alert')).toHaveTextContent('Gran Vía')
    await expect(screen.getAllByRole('status').length).toBeGreaterThanOrEqual(2)
    const { top, right } = (screen.getByRole('alert').closest('ol') as HTMLElement).getBoundingClientRect()
    await expect([top < 40, window.innerWidth - right < 40]).toEqual([true, true])
  },
}
