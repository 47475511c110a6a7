import type { Meta, StoryObj } from '@storybook/react-vite'
import type { ComponentType } from 'react'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { answers, At, never, refused, say } from '../../../../.storybook/pages.tsx'
import type { AdminApi } from '../../../api/admin.ts'
import { AdminFrame } from '../admin-frame.tsx'
import { QuarantinePage } from '../places/quarantine-page.tsx'
import { PlacesPage } from '../places/places-page.tsx'
import { sampleApi } from './sample.ts'

const meta = { title: 'Admin/Places', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

const withPlaces = (part: Partial<AdminApi['places']>): AdminApi =>
  sampleApi({ places: { ...sampleApi().places, ...part } })
const page = (api: AdminApi = sampleApi(), address = '/page?client=1', Page: ComponentType = PlacesPage): Story => ({
  render: () => (
    <AdminFrame ports={{ api, me: { id: 1 }, unbuilt: new Set(), say, save: fn() }} queries={answers()}>
      <At address={address}>
        <Page />
      </At>
    </AdminFrame>
  ),
})
const act = async (name: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Acciones de ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
  return within(await screen.findByRole('dialog'))
}

export const Clients: Story = {
  ...page(sampleApi(), '/page'),
  play: async () => {
    const days = await screen.findAllByText('01-11-2025')
    await expect(days.length).toBeGreaterThan(0)
  },
}
export const Locals: Story = page()
export const Areas: Story = page(sampleApi(), '/page?client=1&show=area')
export const Loading: Story = page(withPlaces({ list: never }))
export const Failed: Story = page(withPlaces({ list: refused }))
export const NoLocals: Story = page(withPlaces({ list: () => Promise.resolve([]) }))

const merged = fn(sampleApi().places.merge)
export const MergeDecidesHoursThatBothHave: Story = {
  ...page(withPlaces({ merge: merged })),
  beforeEach: () => {
    merged.mockClear()
  },
  play: async () => {
    const dialog = await act('Gran Via (import)', 'Fusionar con otro…')
    await userEvent.click(dialog.getByLabelText(/^Queda/))
    await userEvent.click(await screen.findByRole('option', { name: /Gran Vía/ }))
    await dialog.findByText('48 horas, del 01-03-2026 al 02-03-2026; en 12 dicen lo mismo.')
    await expect(dialog.getByRole('button', { name: 'Fusionar' })).toBeDisabled()
    await userEvent.click(dialog.getByRole('radio', { name: 'La suma' }))
    await dialog.findByText(/3\.?715 entradas/)
    await userEvent.click(dialog.getByRole('button', { name: 'Fusionar' }))
    await waitFor(() => expect(merged).toHaveBeenCalledWith('local', 12, { into: 11, both: 'sum' }))
  },
}

export const MergeThatCannotBe: Story = {
  ...page(
    withPlaces({
      mergePreview: async (kind, id, into) => ({
        ...(await sampleApi().places.mergePreview(kind, id, into)),
        obstacles: ['TIME_ZONES', 'TICKETS'],
      }),
    }),
  ),
  play: async () => {
    const dialog = await act('Gran Via (import)', 'Fusionar con otro…')
    await userEvent.click(dialog.getByLabelText(/^Queda/))
    await userEvent.click(await screen.findByRole('option', { name: /Gran Vía/ }))
    await dialog.findByText(/zonas horarias distintas/)
    await expect(dialog.getByRole('button', { name: 'Fusionar' })).toBeDisabled()
  },
}

const removed = fn(sampleApi().places.remove)
export const RemoveSaysWhatGoes: Story = {
  ...page(withPlaces({ remove: removed })),
  beforeEach: () => {
    removed.mockClear()
  },
  play: async () => {
    const dialog = await act('Gran Via (import)', 'Eliminar')
    await dialog.findByText('Horas contadas')
    await expect(removed).not.toHaveBeenCalled()
    await userEvent.click(dialog.getByRole('button', { name: 'Eliminar' }))
    await waitFor(() => expect(removed).toHaveBeenCalledWith('local', 12))
  },
}

const asked = fn(sampleApi().places.list)
/** Nothing can be shown of a client that is gone: the page shows all of them, and does not ask about it. */
export const RemovedClientIsLeft: Story = {
  ...page(
    withPlaces({
      list: asked,
      remove: async (...of) => {
        asked.mockClear()
        asked.mockImplementation((client) => (client === undefined ? Promise.resolve([]) : refused()))
        return sampleApi().places.remove(...of)
      },
    }),
  ),
  beforeEach: () => {
    asked.mockImplementation(sampleApi().places.list)
  },
  play: async () => {
    const dialog = await act('Nube Moda', 'Eliminar')
    await dialog.findByText('Horas contadas')
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Eliminar' })).toBeEnabled())
    await userEvent.click(dialog.getByRole('button', { name: 'Eliminar' }))
    await waitFor(() => expect(screen.queryByText('Serrano 47')).not.toBeInTheDocument())
    await waitFor(() => expect(asked).toHaveBeenCalled())
    await expect(asked.mock.calls.filter(([client]) => client !== undefined)).toEqual([])
    await expect(screen.queryByText('Error al cargar los datos')).not.toBeInTheDocument()
  },
}

export const RemoveWaitsForItsFootscans: Story = {
  ...page(),
  play: async () => {
    const dialog = await act('Gran Vía', 'Eliminar')
    await dialog.findByText(/2 footscans activados/)
    await expect(dialog.getByRole('button', { name: 'Eliminar' })).toBeDisabled()
  },
}

const moved = fn(sampleApi().places.moveTimeZone)
export const TimeZone: Story = {
  ...page(withPlaces({ moveTimeZone: moved })),
  beforeEach: () => {
    moved.mockClear()
  },
  play: async () => {
    const dialog = await act('Gran Vía', 'Cambiar la zona horaria')
    await expect(dialog.getByRole('button', { name: 'Cambiar' })).toBeDisabled()
    await userEvent.click(dialog.getByRole('button', { name: /Europe\/Madrid/ }))
    await userEvent.keyboard('Lisbon')
    await userEvent.click(await screen.findByRole('option', { name: /Europe\/Lisbon/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Cambiar' }))
    await waitFor(() => expect(moved).toHaveBeenCalledWith(11, 'Europe/Lisbon'))
  },
}

const renamed = fn(sampleApi().places.rename)
export const Rename: Story = {
  ...page(withPlaces({ rename: renamed })),
  beforeEach: () => {
    renamed.mockClear()
  },
  play: async () => {
    const dialog = await act('Gran Vía', 'Renombrar')
    const field = dialog.getByRole('textbox')
    await userEvent.clear(field)
    await userEvent.type(field, ' Gran Vía 1 ')
    await userEvent.click(dialog.getByRole('button', { name: 'Renombrar' }))
    await waitFor(() => expect(renamed).toHaveBeenCalledWith('local', 11, 'Gran Vía 1'))
  },
}

const closed = fn(sampleApi().places.setClosing)
export const Close: Story = {
  ...page(withPlaces({ setClosing: closed })),
  beforeEach: () => {
    closed.mockClear()
  },
  play: async () => {
    const dialog = await act('Gran Vía', 'Cerrar')
    await dialog.findAllByRole('spinbutton')
    await userEvent.click(dialog.getAllByRole('button', { name: 'Cerrar' }).at(-1)!)
    await waitFor(() => expect(closed).toHaveBeenCalledWith(11, '2026-11-19'))
  },
}

const withRows = (part: Partial<AdminApi['quarantine']>): AdminApi =>
  sampleApi({ quarantine: { ...sampleApi().quarantine, ...part } })
export const Quarantine: Story = page(sampleApi(), '/page', QuarantinePage)
export const QuarantineEmpty: Story = page(
  withRows({ list: () => Promise.resolve([]), groups: () => Promise.resolve([]) }),
  '/page',
  QuarantinePage,
)
export const QuarantineFailed: Story = page(withRows({ list: refused }), '/page', QuarantinePage)

const counted = fn(sampleApi().quarantine.release)
export const ACorrectedRowIsCounted: Story = {
  ...page(withRows({ release: counted }), '/page', QuarantinePage),
  beforeEach: () => {
    counted.mockClear()
  },
  play: async () => {
    // Its hour alone would not say what is wrong with it.
    await expect(await screen.findByText(/2026-03-02 12:00 · tienda Gran Vía · entradas 4O/)).toBeInTheDocument()
    await userEvent.click(await screen.findByRole('button', { name: 'Acciones de marzo.csv:15' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Corregir y contar' }))
    const dialog = within(await screen.findByRole('dialog'))
    const entries = await dialog.findByRole('textbox', { name: 'Entradas' })
    await expect(entries).toHaveValue('-4')
    await userEvent.clear(entries)
    await userEvent.type(entries, '4')
    await userEvent.tab()
    await userEvent.click(dialog.getByRole('button', { name: 'Contar' }))
    await waitFor(() =>
      expect(counted).toHaveBeenCalledWith(15, {
        local: 11,
        area: 32,
        day: '2026-03-02',
        hour: 13,
        counts: { ins: 4 },
      }),
    )
  },
}

const gone = fn(sampleApi().quarantine.dismiss)
export const DismissAsksFirst: Story = {
  ...page(withRows({ dismiss: gone }), '/page', QuarantinePage),
  beforeEach: () => {
    gone.mockClear()
  },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Acciones de marzo.csv:14' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Descartar' }))
    const question = await screen.findByRole('alertdialog')
    await expect(gone).not.toHaveBeenCalled()
    await userEvent.click(within(question).getByRole('button', { name: 'Descartar' }))
    await waitFor(() => expect(gone).toHaveBeenCalledWith([14]))
  },
}
