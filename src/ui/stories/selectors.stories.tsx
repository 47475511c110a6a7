import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { type Entity, EntityMultiSelector, EntitySelector, FilePicker, StoreIcon } from '../index.ts'
import { Grid, Stack } from './layout.tsx'
import { STORES } from './sample.ts'

const meta = { title: 'Fields/Selectors and files' } satisfies Meta
export default meta
type Story = StoryObj

const TYPES = [
  { id: 'store', label: 'Tienda' },
  { id: 'office', label: 'Oficina' },
  { id: 'mall', label: 'Centro comercial' },
  { id: 'museum', label: 'Museo' },
]
const places = (count: number): Entity[] =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    name: `${STORES[at % STORES.length]}${at < STORES.length ? '' : ` ${at + 1}`}`,
    type: TYPES[at % 3]?.id,
    hint: at % 4 === 0 ? 'Luna & Sol' : undefined,
    hasNoData: at % 5 === 3,
    isDisabled: at === 7,
  }))
const few = places(16)
const fiveThousand = places(5000)

const chosen = fn()

export const One: Story = {
  render: function Render() {
    const [value, setValue] = useState<number | null>(3)
    const change = (next: number | null) => {
      chosen(next)
      setValue(next)
    }
    return (
      <Grid>
        <EntitySelector label="Local" icon={<StoreIcon />} items={few} types={TYPES} value={value} onChange={change} />
        <EntitySelector label="Sin elegir" items={few} value={null} onChange={change} help="Busca por nombre o id" />
        <EntitySelector
          label="Uno que ya no está"
          items={few}
          value={99}
          flaggedLabel={() => 'Fuencarral'}
          onChange={change}
        />
        <EntitySelector
          label="Con error"
          items={few}
          value={2}
          onChange={change}
          error="El campo es obligatorio"
          isRequired
        />
        <EntitySelector label="Bloqueado" items={few} value={1} isDisabled onChange={change} />
        <EntitySelector
          label="Sin vuelta a ninguno"
          items={few.slice(0, 3)}
          value={1}
          isClearable={false}
          onChange={change}
        />
      </Grid>
    )
  },
  beforeEach: () => {
    chosen.mockClear()
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    const field = page.getByRole('button', { name: 'Diagonal Local' })
    await userEvent.click(field)
    await userEvent.type(await screen.findByRole('combobox', { name: /Buscar/ }), '16')
    await waitFor(() => expect(within(screen.getByRole('listbox')).getAllByRole('option')).toHaveLength(1))
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(chosen).toHaveBeenLastCalledWith(16))
    await userEvent.click(page.getByRole('button', { name: 'Quitar la elección: Local' }))
    await expect(chosen).toHaveBeenLastCalledWith(null)
    await waitFor(() => expect(page.getByRole('button', { name: 'Elige una opción Local' })).toHaveFocus())
  },
}

export const TypeFilter: Story = {
  render: function Render() {
    const [value, setValue] = useState<number | null>(null)
    return (
      <Stack width={320}>
        <EntitySelector label="Local" items={few} types={TYPES} value={value} onChange={setValue} />
      </Stack>
    )
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button'))
    const type = await screen.findByRole('combobox', { name: 'Tipo' })
    await expect(within(type).queryByRole('option', { name: 'Museo' })).toBeNull()
    await userEvent.selectOptions(type, 'office')
    const list = screen.getByRole('listbox')
    await waitFor(() => expect(within(list).getAllByRole('option')).toHaveLength(5))
    await userEvent.type(screen.getByRole('combobox', { name: /Buscar/ }), 'preciados')
    await waitFor(() => expect(within(list).getAllByRole('option')).toHaveLength(1))
    await userEvent.selectOptions(type, '')
    await waitFor(() => expect(within(list).getAllByRole('option')).toHaveLength(1))
  },
}

export const NoneFound: Story = {
  render: () => (
    <Stack width={320}>
      <EntitySelector label="Local" items={few} types={TYPES} value={null} onChange={() => undefined} />
    </Stack>
  ),
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button'))
    await userEvent.type(await screen.findByRole('combobox', { name: /Buscar/ }), 'zzz')
    await waitFor(() => expect(screen.getByText('No se han encontrado elementos')).toBeVisible())
  },
}

export const NoItems: Story = {
  render: () => (
    <Stack width={320}>
      <EntitySelector label="Local" items={[]} value={null} onChange={() => undefined} />
    </Stack>
  ),
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button'))
    await waitFor(() => expect(screen.getByText('No se han encontrado elementos')).toBeVisible())
  },
}

const some = fn()
export const Several: Story = {
  render: function Render() {
    const [value, setValue] = useState<number[]>([1, 2, 99])
    return (
      <Stack width={320}>
        <EntityMultiSelector
          label="Locales"
          icon={<StoreIcon />}
          items={few}
          types={TYPES}
          value={value}
          flaggedLabel={() => 'Fuencarral'}
          onChange={(next) => {
            some(next)
            setValue(next)
          }}
        />
      </Stack>
    )
  },
  beforeEach: () => {
    some.mockClear()
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: /^[^:]+ Locales$/ }))
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Tipo' }), 'mall')
    await userEvent.click(screen.getByRole('button', { name: 'Elegir los encontrados' }))
    await expect(some).toHaveBeenLastCalledWith([1, 2, 3, 6, 9, 12, 15, 99])
    await userEvent.click(screen.getByRole('option', { name: /Diagonal/ }))
    await expect(some).toHaveBeenLastCalledWith([1, 2, 6, 9, 12, 15, 99])
  },
}

export const FiveThousand: Story = {
  render: function Render() {
    const [value, setValue] = useState<number | null>(4321)
    return (
      <Stack width={320}>
        <EntitySelector label="Local" items={fiveThousand} types={TYPES} value={value} onChange={setValue} />
      </Stack>
    )
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: /^[^:]+ Local$/ }))
    const list = await screen.findByRole('listbox')
    const chosen = () => within(list).getByRole('option', { selected: true })
    // Opens at what is chosen, with few of the five thousand in the page.
    await waitFor(() => expect(within(list).getAllByRole('option').length).toBeLessThan(60))
    await waitFor(() => expect(chosen().getBoundingClientRect().top).toBeGreaterThan(list.getBoundingClientRect().top))
    await expect(chosen().getBoundingClientRect().bottom).toBeLessThan(list.getBoundingClientRect().bottom)
    // Scrolled away, the active row is still there for a screen reader, and those in sight are drawn.
    list.scrollTop = 0
    await waitFor(() => expect(list.querySelector('[aria-posinset="1"]')).not.toBeNull())
    const search = screen.getByRole('combobox', { name: /Buscar/ })
    await expect(search.getAttribute('aria-activedescendant')).toBe(chosen().id)
    await userEvent.type(search, 'serrano 44')
    await waitFor(() =>
      expect(within(screen.getByRole('listbox')).getAllByRole('option')[0]).toHaveTextContent('Serrano 44'),
    )
    await userEvent.keyboard('{ArrowDown}{PageDown}{ArrowUp}{Enter}')
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
    await waitFor(() =>
      expect(within(canvasElement).getByRole('button', { name: /^Serrano \d+ Local$/ })).toHaveFocus(),
    )
  },
}

const file = (name: string, bytes: number, type = 'text/csv') =>
  new File([new Uint8Array(bytes)], name, { type, lastModified: 1 })
const put = fn()

export const Files: Story = {
  render: function Render() {
    const [one, setOne] = useState<File[]>([])
    const [several, setSeveral] = useState<File[]>([
      file('tickets-2026-11.csv', 120_400),
      file('tickets-2026-10-todas-las-tiendas-de-la-zona-norte-corregido.csv', 2_400_000),
    ])
    return (
      <Grid least={360}>
        <FilePicker
          label="Archivo de tickets"
          isRequired
          accept={['.csv']}
          maxBytes={5_000_000}
          value={one}
          onChange={(files) => {
            put(files.map(({ name }) => name))
            setOne(files)
          }}
          help="Sin cabecera, separado por punto y coma"
        />
        <FilePicker
          label="Archivos de ofertas"
          isMultiple
          maxFiles={3}
          accept={['.csv', '.xlsx']}
          maxBytes={5_000_000}
          value={several}
          onChange={(files) => {
            put(files.map(({ name }) => name))
            setSeveral(files)
          }}
        />
        <FilePicker label="Con error" value={[]} onChange={() => undefined} error="El campo es obligatorio" />
        <FilePicker label="Bloqueado" isDisabled value={[]} onChange={() => undefined} />
      </Grid>
    )
  },
  beforeEach: () => {
    put.mockClear()
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    const single = await page.findByRole('group', { name: /Archivo de tickets/ })
    const input = single.querySelector('input') as HTMLInputElement
    await userEvent.upload(input, file('tickets.csv', 100))
    await expect(put).toHaveBeenLastCalledWith(['tickets.csv'])
    await expect(within(single).getByRole('status')).toHaveTextContent('Archivos elegidos: 1')
    await expect(within(single).queryByRole('button', { name: 'Quitar todos' })).toBeNull()
    await userEvent.upload(input, file('otra.csv', 6_000_000))
    await expect(page.getByText('otra.csv ocupa 6 MB; elige un archivo de 5 MB como máximo.')).toBeVisible()
    const several = page.getByRole('group', { name: /Archivos de ofertas/ })
    const dropped = new DataTransfer()
    dropped.items.add(file('a.csv', 10))
    dropped.items.add(file('b.csv', 10))
    several.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: dropped }))
    await waitFor(() => expect(page.getByText('Archivos elegidos: 3')).toBeVisible())
    await expect(page.getByText('b.csv no se ha añadido: se admiten 3 como máximo.')).toBeVisible()
    await userEvent.click(within(several).getByRole('button', { name: 'Quitar a.csv' }))
    await expect(page.getByText('Archivos elegidos: 2')).toBeVisible()
    await userEvent.click(within(single).getByRole('button', { name: 'Quitar tickets.csv' }))
    await expect(put).toHaveBeenLastCalledWith([])
    await expect(within(single).getByRole('button', { name: 'Elegir archivo' })).toHaveFocus()
  },
}
