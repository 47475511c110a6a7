import type { Meta, StoryObj } from '@storybook/react-vite'
import type { ComponentType } from 'react'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { answers, At, never, nothing, refused, say } from '../../../../../.storybook/pages.tsx'
import type { AdminApi } from '../../../../api/admin.ts'
import type { FleetApi } from '../../../../api/fleet.ts'
import { AdminFrame } from '../../admin-frame.tsx'
import { EditFootscanPage, NewFootscanPage } from '../../footscans/footscan-pages.tsx'
import { FootscansPage } from '../../footscans/footscans-page.tsx'
import { KeyDialog } from '../../footscans/key-dialog.tsx'
import { sampleApi } from '../../stories/sample.ts'
import { FleetFrame } from '../fleet-frame.tsx'
import { HubblePage } from '../hubble-page.tsx'
import { PingsDialog } from '../pings-dialog.tsx'
import { footscans, NOW, sampleFleet } from './sample.ts'

const meta = { title: 'Admin/Fleet', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

const saved = fn()
/** A page at an address, with calls from memory. */
const page = (
  Page: ComponentType,
  { part = {}, at = '', admin = {} }: { part?: Partial<FleetApi>; at?: string; admin?: Partial<AdminApi> } = {},
): Story => ({
  render: () => (
    <AdminFrame
      ports={{ api: { ...sampleApi(), ...admin }, me: { id: 1 }, unbuilt: new Set(['wiTrace']), say, save: saved }}
      queries={answers()}
    >
      <FleetFrame ports={sampleFleet(part)}>
        <At address={`/page${at}`}>
          <Page />
        </At>
      </FleetFrame>
    </AdminFrame>
  ),
})
const hub = (answer: () => Promise<never[]>): Partial<FleetApi> => ({
  hub: { nodes: answer, wifi: answer, ssh: answer, config: answer, factory: answer, validator: answer },
})

export const Nodes: Story = page(HubblePage)
export const NodesLoading: Story = page(HubblePage, { part: hub(never) })
export const NodesFailed: Story = page(HubblePage, { part: hub(refused) })
export const NoNodes: Story = page(HubblePage, { part: hub(nothing) })
export const DirectNodes: Story = {
  ...page(HubblePage, { at: '?show=direct' }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findAllByText('AC:86:74:00:38:06')
    await expect(canvas.queryByText('00:1E:42:61:75:C0')).toBeNull()
  },
}
export const Ssh: Story = page(HubblePage, { at: '?tab=ssh' })
export const NoWifi: Story = page(HubblePage, { at: '?tab=wifi', part: hub(nothing) })
export const NodeConfigs: Story = page(HubblePage, { at: '?tab=config' })
export const FactoryConfigs: Story = page(HubblePage, { at: '?tab=factory' })
export const Validator: Story = page(HubblePage, { at: '?tab=validator' })

const toggled = fn(sampleFleet().toggleTunnel)
export const ATunnelIsToggledOnce: Story = {
  ...page(HubblePage, { part: { toggleTunnel: toggled } }),
  beforeEach: () => {
    toggled.mockClear()
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('switch', { name: 'Túnel: 00:1E:42:61:75:C0' }))
    await waitFor(() => expect(toggled).toHaveBeenCalledTimes(1))
    await expect(toggled).toHaveBeenCalledWith('00:1E:42:61:75:C0')
  },
}

const lost = fn(refused)
export const ATunnelWhoseAnswerIsLostIsNotSentAgain: Story = {
  ...page(HubblePage, { part: { toggleTunnel: lost } }),
  beforeEach: () => {
    lost.mockClear()
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('switch', { name: 'Túnel: 00:1E:42:61:75:C0' }))
    await waitFor(() => expect(lost).toHaveBeenCalled())
    // It shows what the list says.
    await waitFor(() => expect(canvas.getByRole('switch', { name: 'Túnel: 00:1E:42:61:75:C0' })).toBeChecked())
    await expect(lost).toHaveBeenCalledTimes(1)
  },
}

export const FactorySecretsAreNamedNotShown: Story = {
  ...page(HubblePage, { at: '?tab=factory' }),
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Editar 00:1E:42:61:75:C0' }))
    const dialog = within(await screen.findByRole('dialog'))
    await expect(dialog.getByRole('textbox', { name: 'Ajustes' })).toHaveValue('model = RUTX50\nserial = 6001234567')
    await expect(dialog.getByRole('checkbox', { name: 'wifi_key' })).toBeChecked()
    await userEvent.type(dialog.getByRole('textbox', { name: 'Ajustes' }), '\nno setting')
    await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
    await expect(await dialog.findByText(/«no setting» no es un ajuste/)).toBeVisible()
  },
}

export const EachLineGetsItsVerdict: Story = {
  ...page(HubblePage, { at: '?tab=validator' }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(
      await canvas.findByRole('textbox', { name: 'Direcciones MAC' }),
      '001e42000007\nzz\nac8674aabbcc',
    )
    const lines = within(await canvas.findByRole('list', { name: 'Resultado de cada línea' })).getAllByRole('listitem')
    await expect(lines.map((line) => line.textContent)).toEqual([
      'Ya estaba00:1E:42:00:00:07Teltonika',
      'No es una MACzz',
      'NuevaAC:86:74:AA:BB:CCOpen Mesh',
    ])
  },
}

export const Pings: Story = {
  render: () => (
    <AdminFrame
      ports={{ api: sampleApi(), me: { id: 1 }, unbuilt: new Set(['wiTrace']), say, save: saved }}
      queries={answers()}
    >
      <FleetFrame ports={sampleFleet()}>
        <PingsDialog mac="00:B0:9D:C8:63:96" onClose={() => undefined} />
      </FleetFrame>
    </AdminFrame>
  ),
}

export const Footscans: Story = page(FootscansPage)
export const FootscansLoading: Story = page(FootscansPage, { part: { footscans: never } })
export const FootscansFailed: Story = page(FootscansPage, { part: { footscans: refused } })
export const NoFootscans: Story = page(FootscansPage, { part: { footscans: nothing } })
export const WithoutHealthAndDemo: Story = page(FootscansPage, {
  part: { states: refused, simulated: () => Promise.resolve(null) },
})
export const NewFootscan: Story = page(NewFootscanPage, { at: '?mac=ac8674112233' })

const planned = [
  { local: 1, footscans: [{ id: '00:1E:42:5A:01:09', position: 'Puerta norte' }], areas: ['Planta baja'] },
  { local: 2, footscans: [{ id: '00:1E:42:5A:01:10', position: 'Otro local' }], areas: ['Sótano'] },
]
/** The devices and areas that the pre-setups of the chosen local name are offered, and those of no other. */
export const NewFootscanAsPlanned: Story = {
  ...page(NewFootscanPage, {
    admin: { entries: () => ({ ...sampleApi().entries('presetup'), list: () => Promise.resolve(planned as never[]) }) },
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    for (const [label, option] of [
      [/Cliente$/, /Nube Moda/],
      [/Local$/, /Gran Vía/],
    ] as const) {
      await userEvent.click(await canvas.findByRole('button', { name: label }))
      await userEvent.click(await screen.findByRole('option', { name: option }))
    }
    const offered = within(await canvas.findByRole('group', { name: 'Del premontaje' }))
    await expect(offered.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '00:1E:42:5A:01:09 · Puerta norte',
    ])
    await userEvent.click(offered.getByRole('button'))
    await expect(canvas.getByRole('textbox', { name: /MAC/ })).toHaveValue('00:1E:42:5A:01:09')
    await expect(canvas.getByRole('textbox', { name: /^Nombre/ })).toHaveValue('Puerta norte')
    await userEvent.click(canvas.getByRole('button', { name: 'Añadir área' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Añadir área' }))
    await expect(dialog.getByRole('textbox', { name: /^Nombre/ })).toHaveValue('Planta baja')
  },
}
export const EditFootscan: Story = page(EditFootscanPage, { at: '/1' })
export const FootscanNotThere: Story = page(EditFootscanPage, { at: '/99' })
export const Quarantine: Story = page(FootscansPage, { at: '?tab=quarantine' })

const released = fn()
/**
 * Why it was quarantined is shown at its field, what is wrong with a correction as well, also when the server says so.
 */
export const AReadingIsCorrectedInFields: Story = {
  ...page(FootscansPage, { at: '?tab=quarantine', part: { release: released } }),
  beforeEach: () => {
    released.mockReset()
    released.mockRejectedValueOnce(
      Object.assign(new Error('No.'), { code: 'QUARANTINE_KEPT', details: { reading: 3, reason: 'FUTURE' } }),
    )
    released.mockResolvedValue({})
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Acciones de 00:1E:42:61:75:C0' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Corregir…' }))
    const dialog = within(await screen.findByRole('dialog'))
    const total = await dialog.findByRole('textbox', { name: 'Total de entradas' })
    const count = () => userEvent.click(dialog.getByRole('button', { name: 'Contar' }))
    await waitFor(() => expect(total).toHaveAccessibleDescription('Más personas de las que caben'))
    await userEvent.clear(total)
    await userEvent.type(total, '-5')
    await count()
    await waitFor(() => expect(total).toHaveAccessibleDescription('Hay un recuento negativo'))
    await expect(released).not.toHaveBeenCalled()
    await userEvent.clear(total)
    await userEvent.type(total, '100')
    await count()
    await expect(await dialog.findByText('La fecha es futura')).toBeVisible()
    const hour = await dialog.findByRole('spinbutton', { name: /^hora/ })
    await userEvent.click(hour)
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(dialog.queryByText('La fecha es futura')).toBeNull())
    await count()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(released).toHaveBeenLastCalledWith(3, {
      reading: { kind: 'counter', at: NOW - 2 * 3_600_000, totalIn: 100, totalOut: 3 },
    })
  },
}
export const NothingQuarantined: Story = page(FootscansPage, { at: '?tab=quarantine', part: { quarantine: nothing } })

const plugged = fn(sampleFleet().plug)
export const ADemoSensorIsUnplugged: Story = {
  ...page(FootscansPage, { part: { plug: plugged } }),
  beforeEach: () => {
    plugged.mockClear()
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Acciones de Entrada principal' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: /Desenchufar/ }))
    await waitFor(() => expect(plugged).toHaveBeenCalledWith('00:B0:9D:C8:63:96', false))
  },
}

export const AMoveSaysWhatItMeans: Story = {
  ...page(EditFootscanPage, { at: '/1' }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: /Área/ }))
    await userEvent.click(await screen.findByRole('option', { name: /Escaparate/ }))
    await expect(await canvas.findByText(/^A partir de ahora, todos los datos que envíe/)).toBeVisible()
  },
}

export const KeyOnce: Story = {
  render: () => {
    const [footscan] = footscans
    return footscan === undefined ? (
      <i />
    ) : (
      <KeyDialog
        footscan={footscan}
        nowMs={NOW}
        onClose={() => undefined}
        made={{
          id: 9,
          client: 1,
          footscan: 1,
          name: 'k',
          signed: false,
          validated: false,
          createdAt: NOW,
          createdBy: 1,
          endsAt: null,
          key: 'xG2v0m8QkYw1bT6sZc4uJ9rL3nPq7dFhAeSiKoWtVyB',
        }}
      />
    )
  },
}
