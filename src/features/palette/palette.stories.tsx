import type { Meta, StoryObj } from '@storybook/react-vite'
import { BrandIcon, ChartBarIcon, LogoutIcon, StoreIcon } from '#ui/icons/index.tsx'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { PaletteItem } from './find.ts'
import { KeysDialog } from './keys-dialog.tsx'
import { Palette } from './palette.tsx'

const opened = fn((_id: string) => undefined)
const item = (group: PaletteItem['group'], label: string, hint?: string): PaletteItem => ({
  id: `${group}:${label}`,
  group,
  label,
  ...(hint !== undefined && { hint }),
  run: () => {
    opened(label)
  },
})
const ITEMS = [
  item('screens', 'Comparativa'),
  item('screens', 'Inicio'),
  item('screens', 'Condiciones del servicio'),
  item('clients', 'Luna & Sol'),
  item('clients', 'Galerías del Mar'),
  ...Array.from({ length: 20 }, (_, at) =>
    item('locals', `Madrid ${at + 1}`, `Luna & Sol · LUN-${String(at + 1).padStart(2, '0')}`),
  ),
  item(
    'locals',
    'Una tienda con un nombre que no cabe en ninguna parte y sigue',
    'Una marca con un nombre también largo · LAR-01',
  ),
  item('actions', 'Mi perfil'),
  item('actions', 'Cerrar sesión'),
]
const ICONS = {
  screens: <ChartBarIcon />,
  dashboards: <ChartBarIcon />,
  clients: <BrandIcon />,
  locals: <StoreIcon />,
  actions: <LogoutIcon />,
}
const searched = fn()
const closed = fn()

const meta = {
  title: 'Pages/Palette',
  component: Palette,
  args: { items: ITEMS, iconOf: ({ group }) => ICONS[group], entities: 'ready', onSearch: searched, onClose: closed },
  beforeEach: () => {
    for (const mock of [opened, searched, closed]) mock.mockClear()
  },
} satisfies Meta<typeof Palette>
export default meta
type Story = StoryObj<typeof meta>

const field = () => screen.findByRole('combobox')
const current = async () =>
  document.getElementById((await field()).getAttribute('aria-activedescendant') ?? '')?.textContent

export const Fresh: Story = {
  play: async () => {
    await waitFor(async () => expect(await field()).toHaveFocus())
    await expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Comparativa',
      'Inicio',
      'Condiciones del servicio',
      'Mi perfil',
      'Cerrar sesión',
    ])
    await expect(searched).not.toHaveBeenCalled()
    await userEvent.keyboard('{ArrowUp}')
    await expect(await current()).toBe('Cerrar sesión')
    await userEvent.keyboard('{ArrowDown}')
    await expect(await current()).toBe('Comparativa')
  },
}

export const Typed: Story = {
  play: async () => {
    await userEvent.type(await field(), 'madrid')
    await expect(searched).toHaveBeenCalled()
    await expect(screen.getAllByRole('option')).toHaveLength(8)
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect(opened).toHaveBeenCalledWith('Madrid 2')
    await expect(closed).toHaveBeenCalledOnce()
  },
}

export const NothingFound: Story = {
  play: async () => {
    await userEvent.type(await field(), 'zzz')
    await expect(screen.queryByRole('option')).toBeNull()
    await expect(await field()).toHaveAttribute('aria-expanded', 'false')
    await userEvent.keyboard('{Enter}')
    await expect(closed).not.toHaveBeenCalled()
  },
}

export const StoresOnTheWay: Story = {
  args: { items: ITEMS.filter(({ group }) => group !== 'clients' && group !== 'locals'), entities: 'loading' },
  play: async () => {
    await userEvent.type(await field(), 'ma')
  },
}
export const StoresFailed: Story = {
  args: { items: ITEMS.filter(({ group }) => group !== 'clients' && group !== 'locals'), entities: 'failed' },
  play: async () => {
    await userEvent.type(await field(), 'mi')
  },
}
export const LongNames: Story = {
  play: async () => {
    await userEvent.type(await field(), 'una')
  },
}

export const Keys: Story = {
  render: () => <KeysDialog isMac={false} onClose={closed} />,
  play: async () => {
    const editor = within(await within(document.body).findByLabelText('En el editor'))
    for (const key of ['M', 'S', 'L', 'Espacio', 'Supr'])
      await waitFor(() => expect(editor.getByText(key)).toBeVisible())
  },
}
