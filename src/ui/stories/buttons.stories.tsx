import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import {
  Button,
  type ButtonKind,
  DownloadIcon,
  FilterIcon,
  IconButton,
  ICONS,
  LinkButton,
  Logo,
  MoreIcon,
  RefreshIcon,
  SegmentedControl,
  TableIcon,
  ChartBarIcon,
  Tabs,
  ToggleGroup,
} from '../index.ts'
import { Row, Stack } from './layout.tsx'

const meta = { title: 'Actions/Buttons' } satisfies Meta
export default meta
type Story = StoryObj

const KINDS: readonly ButtonKind[] = ['primary', 'default', 'quiet', 'danger']

export const Kinds: Story = {
  render: () => (
    <Stack>
      {KINDS.map((kind) => (
        <Row key={kind}>
          <Button kind={kind}>Guardar cambios</Button>
          <Button kind={kind} icon={<DownloadIcon />}>
            Exportar
          </Button>
          <Button kind={kind} size="small" icon={<RefreshIcon />}>
            Reintentar
          </Button>
          <Button kind={kind} isPending>
            Enviando
          </Button>
          <Button kind={kind} isDisabled>
            No disponible
          </Button>
          <IconButton kind={kind} label="Más acciones" icon={<MoreIcon />} />
        </Row>
      ))}
      <Row>
        <LinkButton href="#a" kind="primary">
          Un enlace
        </LinkButton>
        <LinkButton href="#b">Otro enlace</LinkButton>
      </Row>
    </Stack>
  ),
}

export const Segments: Story = {
  render: function Render() {
    const [view, setView] = useState<'chart' | 'table'>('chart')
    const [filter, setFilter] = useState<'on' | 'off' | 'all'>('all')
    const [days, setDays] = useState<string[]>(['1', '3'])
    return (
      <Stack>
        <SegmentedControl
          label="Alertas"
          value={filter}
          onChange={setFilter}
          segments={[
            { id: 'on', label: 'Activas' },
            { id: 'off', label: 'Inactivas' },
            { id: 'all', label: 'Todas' },
          ]}
        />
        <SegmentedControl
          label="Vista"
          size="small"
          value={view}
          onChange={setView}
          segments={[
            { id: 'chart', label: 'Gráfico', icon: <ChartBarIcon />, iconOnly: true },
            { id: 'table', label: 'Tabla', icon: <TableIcon />, iconOnly: true },
          ]}
        />
        <ToggleGroup
          label="Días"
          value={days}
          onChange={setDays}
          segments={['L', 'M', 'X', 'J', 'V', 'S', 'D'].map((label, index) => ({ id: String(index + 1), label }))}
        />
        <SegmentedControl
          label="Bloqueado"
          isDisabled
          value="a"
          onChange={() => undefined}
          segments={[
            { id: 'a', label: 'Una' },
            { id: 'b', label: 'Otra' },
          ]}
        />
      </Stack>
    )
  },
  play: async ({ canvasElement }) => {
    const off = within(canvasElement).getByRole('radio', { name: 'Inactivas' })
    await userEvent.click(off)
    await expect(off).toHaveAttribute('aria-checked', 'true')
  },
}

export const TabsOverPanels: Story = {
  render: () => (
    <Tabs
      label="Repetición"
      tabs={[
        { id: 'local', label: 'Por tienda', content: <p>Visitantes por tienda</p> },
        { id: 'client', label: 'Por marca', content: <p>Visitantes por marca</p> },
        { id: 'none', label: 'Sin permiso', content: null, isDisabled: true },
      ]}
    />
  ),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.click(page.getByRole('tab', { name: 'Por marca' }))
    await expect(page.getByText('Visitantes por marca')).toBeVisible()
    await userEvent.keyboard('{ArrowLeft}')
    await expect(page.getByText('Visitantes por tienda')).toBeVisible()
  },
}

const LONG = ['Historial de accesos', 'Sesiones abiertas', 'Segundo paso y llaves de acceso', 'Preferencias']
const strip = (root: HTMLElement) => within(root).getByRole('tablist').parentElement ?? root
/** Neither of the two hints is read aloud or reached by Tab: the arrow keys lead to every tab. */
const hints = (root: HTMLElement) =>
  [...root.querySelectorAll<HTMLButtonElement>('button[data-side]')].map((button) => button.dataset['side'])

/** Longer than a phone is wide: an arrow at each side says that there is more, and leads there. */
export const TabsCutOff: Story = {
  render: () => (
    <div style={{ width: 340 }}>
      <Tabs label="Perfil" tabs={LONG.map((label) => ({ id: label, label, content: <p>Panel: {label}</p> }))} />
    </div>
  ),
  play: async ({ canvasElement: root }) => {
    const page = within(root)
    await waitFor(() => expect(hints(root)).toEqual(['after']))
    await userEvent.click(root.querySelector('button[data-side="after"]') ?? root)
    await waitFor(() => expect(hints(root)).toEqual(['before', 'after']))
    // The option chosen by a key scrolls into view, at the end without a hint that there is more.
    await userEvent.click(page.getByRole('tab', { selected: true }))
    await userEvent.keyboard('{End}')
    await expect(page.getByText('Panel: Preferencias')).toBeVisible()
    await waitFor(() => expect(hints(root)).toEqual(['before']))
    const [box, tab] = [strip(root), page.getByRole('tab', { selected: true })].map((element) =>
      element.getBoundingClientRect(),
    )
    await expect(tab?.right ?? 0).toBeLessThanOrEqual((box?.right ?? 0) + 1)
    await expect(
      [...root.querySelectorAll('button[data-side]')].map((hint) => [
        hint.getAttribute('aria-hidden'),
        hint.getAttribute('tabindex'),
      ]),
    ).toEqual([['true', '-1']])
    await userEvent.keyboard('{Home}')
    await waitFor(() => expect(hints(root)).toEqual(['after']))
  },
}

/** With room for all of them there is nothing to say. */
export const TabsWithRoom: Story = {
  render: () => (
    <div style={{ width: 900 }}>
      <Tabs label="Perfil" tabs={LONG.map((label) => ({ id: label, label, content: <p>Panel: {label}</p> }))} />
    </div>
  ),
  play: async ({ canvasElement: root }) => {
    await within(root).findByText('Panel: Historial de accesos')
    await expect(hints(root)).toEqual([])
  },
}

export const Icons: Story = {
  render: () => (
    <ul style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(8rem, 1fr))', gap: 12 }}>
      {Object.entries(ICONS).map(([name, Named]) => (
        <li key={name} style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
          <Named size={20} /> {name}
        </li>
      ))}
    </ul>
  ),
}

export const Mark: Story = {
  render: () => (
    <Row>
      <Logo />
      <Logo size={40} />
      <Logo markOnly size={64} />
      <Button icon={<FilterIcon />}>Filtrar</Button>
    </Row>
  ),
}
