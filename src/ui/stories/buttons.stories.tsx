import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, userEvent, within } from 'storybook/test'
import {
  Button, type ButtonKind, DownloadIcon, FilterIcon, IconButton, ICONS, LinkButton, Logo, MoreIcon, RefreshIcon, SegmentedControl, TableIcon, ChartBarIcon, Tabs, ToggleGroup,
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
          <Button kind={kind} icon={<DownloadIcon />}>Exportar</Button>
          <Button kind={kind} size="small" icon={<RefreshIcon />}>Reintentar</Button>
          <Button kind={kind} isPending>Enviando</Button>
          <Button kind={kind} isDisabled>No disponible</Button>
          <IconButton kind={kind} label="Más acciones" icon={<MoreIcon />} />
        </Row>
      ))}
      <Row><LinkButton href="#a" kind="primary">Un enlace</LinkButton><LinkButton href="#b">Otro enlace</LinkButton></Row>
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
        <SegmentedControl label="Alertas" value={filter} onChange={setFilter} segments={[{ id: 'on', label: 'Activas' }, { id: 'off', label: 'Inactivas' }, { id: 'all', label: 'Todas' }]} />
        <SegmentedControl
          label="Vista" size="small" value={view} onChange={setView}
          segments={[{ id: 'chart', label: 'Gráfico', icon: <ChartBarIcon />, iconOnly: true }, { id: 'table', label: 'Tabla', icon: <TableIcon />, iconOnly: true }]}
        />
        <ToggleGroup label="Días" value={days} onChange={setDays} segments={['L', 'M', 'X', 'J', 'V', 'S', 'D'].map((label, index) => ({ id: String(index + 1), label }))} />
        <SegmentedControl label="Bloqueado" isDisabled value="a" onChange={() => undefined} segments={[{ id: 'a', label: 'Una' }, { id: 'b', label: 'Otra' }]} />
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
      label="Repetición" tabs={[
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

export const Icons: Story = {
  render: () => (
    <ul style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(8rem, 1fr))', gap: 12 }}>
      {Object.entries(ICONS).map(([name, Named]) => <li key={name} style={{ display: 'flex', gap: 8, alignItems: 'center' }}><Named size={20} /> {name}</li>)}
    </ul>
  ),
}

export const Mark: Story = {
  render: () => <Row><Logo /><Logo size={40} /><Logo markOnly size={64} /><Button icon={<FilterIcon />}>Filtrar</Button></Row>,
}
