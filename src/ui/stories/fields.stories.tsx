import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import {
  BrandIcon,
  Checkbox,
  DateField,
  DateRangePicker,
  type DateRange,
  MomentField,
  MultiSelect,
  NumberField,
  SearchIcon,
  Select,
  StoreIcon,
  Switch,
  TextField,
} from '../index.ts'
import { Grid, Stack } from './layout.tsx'
import { STORES } from './sample.ts'

const meta = { title: 'Fields/Fields' } satisfies Meta
export default meta
type Story = StoryObj

const stores = STORES.map((label, index) => ({
  id: index + 1,
  label,
  hint: index % 5 === 0 ? 'Luna & Sol' : undefined,
}))
const many = Array.from({ length: 300 }, (_, index) => ({
  id: index + 1,
  label: `Tienda ${index + 1} ${STORES[index % STORES.length]}`,
}))

export const Texts: Story = {
  render: function Render() {
    const [text, setText] = useState('Campaña de Navidad')
    const [password, setPassword] = useState('Demo-2026-aforo!')
    return (
      <Grid>
        <TextField
          label="Nombre"
          value={text}
          onChange={setText}
          isRequired
          help="Lo verán todos los usuarios del cliente"
        />
        <TextField label="Correo" type="email" value="" onChange={setText} placeholder="ana@luna-y-sol.es" />
        <TextField
          label="Contraseña"
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
        />
        <TextField
          label="Buscar"
          type="search"
          value=""
          onChange={setText}
          icon={<SearchIcon />}
          placeholder="Nombre o código"
        />
        <TextField label="Nombre" value="Na" onChange={setText} error="El nombre tiene 2 letras; escribe al menos 3." />
        <TextField label="Código" value="LS-0017" onChange={setText} isDisabled help="No se puede cambiar" />
        <TextField
          label="Descripción"
          rows={3}
          value=""
          onChange={setText}
          placeholder="Qué se anuncia, dónde y para quién"
        />
      </Grid>
    )
  },
}

export const Numbers: Story = {
  render: function Render() {
    const [value, setValue] = useState<number | null>(1200)
    return (
      <Grid>
        <NumberField
          label="Aforo"
          value={value}
          onChange={setValue}
          min={0}
          max={5000}
          step={50}
          help="Personas a la vez"
        />
        <NumberField label="Vacío" value={null} onChange={setValue} />
        <NumberField
          label="Umbral"
          value={140}
          onChange={setValue}
          error="140 % es demasiado; elige como máximo 100 %."
        />
        <NumberField label="Fijo" value={12.5} onChange={setValue} isDisabled />
      </Grid>
    )
  }, // As the reader writes it, who need not be the browser's.
  play: async ({ canvasElement }) => {
    const written = new Intl.NumberFormat(document.documentElement.lang).format(12.5)
    await expect(await within(canvasElement).findByRole('textbox', { name: 'Fijo' })).toHaveValue(written)
  },
}

export const ChecksAndSwitches: Story = {
  render: function Render() {
    const [on, setOn] = useState(true)
    return (
      <Stack>
        <Checkbox isSelected={on} onChange={setOn}>
          Acepto que soy responsable de guardar la contraseña
        </Checkbox>
        <Checkbox isSelected={false} isIndeterminate onChange={setOn}>
          Algunas tiendas
        </Checkbox>
        <Checkbox isSelected={false} isInvalid onChange={setOn}>
          Falta marcarla
        </Checkbox>
        <Checkbox isSelected isDisabled onChange={setOn}>
          No se puede cambiar
        </Checkbox>
        <Switch isSelected={on} onChange={setOn}>
          Filtrar resultados automáticamente
        </Switch>
        <Switch isSelected={false} onChange={setOn}>
          Alertas de esta tienda
        </Switch>
        <Switch isSelected isDisabled onChange={setOn}>
          No disponible
        </Switch>
      </Stack>
    )
  },
}

const chosen = fn()

export const OneOfMany: Story = {
  render: function Render() {
    const [brand, setBrand] = useState<number | null>(null)
    return (
      <Grid>
        <Select
          label="Marca"
          icon={<BrandIcon />}
          options={stores}
          value={brand}
          onChange={(next) => {
            chosen(next)
            setBrand(next)
          }}
        />
        <Select
          label="Idioma"
          options={[
            { id: 'es', label: 'Español' },
            { id: 'en', label: 'English' },
          ]}
          value="es"
          onChange={() => undefined}
        />
        <Select
          label="Tipo"
          options={[{ id: 'a', label: 'Oficina' }]}
          value={null}
          emptyLabel="Todos los tipos"
          onChange={() => undefined}
        />
        <Select
          label="Tienda que ya no está"
          options={stores}
          value={99}
          flaggedLabel="Fuencarral"
          onChange={() => undefined}
        />
        <Select
          label="Con error"
          options={stores}
          value={2}
          onChange={() => undefined}
          error="Esta marca no tiene tiendas activas."
        />
        <Select label="Bloqueado" options={stores} value={1} isDisabled onChange={() => undefined} />
      </Grid>
    )
  },
  play: async ({ canvasElement }) => {
    chosen.mockClear()
    await userEvent.click(within(canvasElement).getByRole('button', { name: /^(?:.* )?Marca/ }))
    const search = await screen.findByRole('combobox')
    await userEvent.type(search, 'gracia')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(chosen).toHaveBeenCalledWith(4))
  },
}

export const SelectNoneFound: Story = {
  render: () => (
    <Stack width={320}>
      <Select label="Marca" options={stores} value={null} onChange={() => undefined} />
    </Stack>
  ),
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button'))
    await userEvent.type(await screen.findByRole('combobox'), 'zzz')
    await expect(
      await screen.findByText(/No se han encontrado|No elements|Nenhum|Nic nebylo|No s’ha|Nessun/),
    ).toBeVisible()
  },
}

const picked = fn()

export const SomeOfMany: Story = {
  render: function Render() {
    const [value, setValue] = useState<number[]>([1, 2, 5])
    return (
      <Grid>
        <MultiSelect
          label="Tiendas"
          icon={<StoreIcon />}
          options={stores}
          value={value}
          onChange={(next) => {
            picked(next)
            setValue(next)
          }}
        />
        <MultiSelect label="Todas" options={stores} value={stores.map(({ id }) => id)} onChange={() => undefined} />
        <MultiSelect label="Ninguna" options={stores} value={[]} onChange={() => undefined} help="Elige al menos una" />
        <MultiSelect
          label="Una que ya no está"
          options={stores}
          value={[3, 99]}
          flaggedLabel={() => 'Fuencarral'}
          onChange={() => undefined}
        />
        <MultiSelect
          label="Con error"
          options={stores}
          value={[]}
          onChange={() => undefined}
          error="Falta elegir tiendas."
        />
        <MultiSelect label="Bloqueado" options={stores} value={[1]} isDisabled onChange={() => undefined} />
      </Grid>
    )
  },
  play: async ({ canvasElement }) => {
    picked.mockClear()
    await userEvent.click(within(canvasElement).getByRole('button', { name: /^Tiendas/ }))
    await userEvent.type(await screen.findByRole('combobox'), 'la maq')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await userEvent.click(screen.getByRole('option', { name: /La Maquinista/ }))
    await expect(picked).toHaveBeenLastCalledWith([1, 2, 5, 13])
  },
}

export const MultiSelectOpen: Story = {
  render: function Render() {
    const [value, setValue] = useState<number[]>([1, 2, 99])
    return (
      <Stack width={320}>
        <MultiSelect
          label="Tiendas"
          isOpen
          options={stores}
          value={value}
          flaggedLabel={() => 'Fuencarral'}
          onChange={setValue}
        />
      </Stack>
    )
  },
  parameters: { layout: 'fullscreen' },
}

export const ThreeHundredStores: Story = {
  render: function Render() {
    const [value, setValue] = useState<number[]>([7])
    return (
      <Stack width={320}>
        <MultiSelect label="Tiendas" options={many} value={value} onChange={setValue} />
      </Stack>
    )
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button'))
    // The first long list of a page comes as it is, until the code that keeps it short is here.
    await waitFor(() => expect(screen.getAllByRole('option').length).toBeLessThan(60))
    const list = screen.getByRole('listbox')
    const isInSight = (option: Element | null | undefined) => {
      const [{ top = 0, bottom = 0 } = {}, area] = [option?.getBoundingClientRect(), list.getBoundingClientRect()]
      return top >= area.top - 1 && bottom <= area.bottom + 1 && bottom > top
    }
    await expect(within(list).getAllByRole('option')[0]).toHaveAttribute('aria-setsize', '300')
    // A scroll brings its rows, and the keys come to every row.
    list.scrollTop = list.scrollHeight / 2
    await waitFor(() => expect(isInSight(list.querySelector('[aria-posinset="155"]'))).toBe(true))
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(isInSight(list.querySelector('[data-focused][aria-posinset="1"]'))).toBe(true))
    const focused = () => list.querySelector('[data-focused]')
    const position = () => Number(focused()?.getAttribute('aria-posinset'))
    // A page goes no further than what is drawn, so where rows are slow to come it takes one key more.
    await waitFor(
      async () => {
        await userEvent.keyboard('{PageDown}')
        await expect(position()).toBeGreaterThan(22)
      },
      { interval: 250 },
    )
    await waitFor(() => expect(isInSight(focused())).toBe(true))
    // What is searched among them is found.
    await userEvent.type(screen.getByRole('combobox', { name: /Buscar/ }), many[271]?.label ?? '')
    await waitFor(() => expect(isInSight(within(list).getAllByRole('option')[0])).toBe(true))
    await expect(within(list).getAllByRole('option')[0]).toHaveTextContent(many[271]?.label ?? '')
  },
}

export const Dates: Story = {
  render: function Render() {
    const [day, setDay] = useState<string | null>('2026-11-16')
    const [range, setRange] = useState<DateRange | null>({ begin: '2026-11-09', end: '2026-11-15' })
    return (
      <Grid>
        <DateField label="Día" value={day} onChange={setDay} min="2014-01-01" max="2026-11-19" />
        <DateField label="Vacío" value={null} onChange={setDay} help="Hasta ayer" />
        <DateField label="Con error" value="2013-05-01" onChange={setDay} error="2013-05-01 es anterior a 2014." />
        <DateField label="Bloqueado" value="2026-01-06" onChange={setDay} isDisabled />
        <MomentField label="Momento" value={Date.UTC(2026, 10, 20, 9, 30)} onChange={() => undefined} near={0} />
        <MomentField label="Sin momento" value={null} onChange={() => undefined} near={0} error="Falta el momento." />
        <DateRangePicker label="Periodo" value={range} onChange={setRange} max="2026-11-19" maxDays={31} />
        <DateRangePicker label="Vacío" value={null} onChange={setRange} />
      </Grid>
    )
  },
  play: async ({ canvasElement }) => {
    const day = await within(canvasElement).findByRole('group', { name: 'Bloqueado' })
    const written = new Intl.DateTimeFormat(document.documentElement.lang).formatToParts(0)
    const parts = [...day.querySelectorAll<HTMLElement>('[data-type]')].map(({ dataset }) => dataset['type'])
    await expect(parts.filter((type) => type !== 'literal')).toEqual(
      written.map(({ type }) => type).filter((type) => type !== 'literal'),
    )
  },
}

const ranged = fn()

export const RangeCalendarOpen: Story = {
  render: function Render() {
    const [range, setRange] = useState<DateRange | null>({ begin: '2026-11-04', end: '2026-11-12' })
    return (
      <Stack width={320}>
        <DateRangePicker
          label="Periodo"
          value={range}
          onChange={(next) => {
            ranged(next)
            setRange(next)
          }}
          min="2026-11-02"
          max="2026-11-19"
          maxDays={31}
        />
      </Stack>
    )
  },
  play: async ({ canvasElement }) => {
    ranged.mockClear()
    await userEvent.click(await within(canvasElement).findByRole('button', { name: /calendari?o?|calendar|kalend/i }))
    const grid = await screen.findByRole('grid')
    await expect(within(grid).getAllByRole('columnheader', { hidden: true })[0]?.textContent?.toLowerCase()).toMatch(
      /^(lu|mo|se|po|dl)/,
    )
  },
}
