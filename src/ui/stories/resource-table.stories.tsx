import type { Meta, StoryObj } from '@storybook/react-vite'
import { type CSSProperties, useState } from 'react'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import {
  Button,
  CloseIcon,
  EmptyState,
  IconButton,
  LockIcon,
  Menu,
  MoreIcon,
  type QueryLike,
  readTableState,
  type ResourceColumn,
  ResourceTable,
  Select,
  StoreIcon,
  TrashIcon,
  UserIcon,
  useTableState,
  writeTableState,
} from '../index.ts'
import { random } from './sample.ts'

const meta = { title: 'Tables/ResourceTable' } satisfies Meta
export default meta
type Story = StoryObj

interface Person {
  id: number
  username: string
  role: 'admin' | 'basic'
  enabled: boolean
  terms: boolean
  flags: string[]
  clients: number
  lastLogin: number | null
  sensor: string
  site: string | null
  login: string
  properties: { lang: string }
}

const NAMES = [
  'Ana López',
  'Jordi Puig',
  'Bára Nováková',
  'João Sousa',
  'Chiara Rossi',
  'Íñigo Ruiz',
  'Marta Vidal',
  'Luís Almeida',
  'Petr Dvořák',
  'Núria Serra',
  'Paolo Conti',
  'Eva Martín',
]
const FLAGS = ['Alertas', 'Descargas', 'Comparativa', 'Estado', 'Grandes espacios', 'Ocupación']
const STATES = ['up', 'up', 'up', 'down', 'closed', 'warn', 'unknown']

function people(count: number): Person[] {
  const next = random(5)
  return Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    username: `${NAMES[at % NAMES.length]}${at < NAMES.length ? '' : ` ${Math.floor(at / NAMES.length) + 1}`}`,
    role: at % 9 === 0 ? 'admin' : 'basic',
    enabled: next() > 0.15,
    terms: next() > 0.3,
    flags: FLAGS.filter(() => next() > 0.45),
    clients: Math.floor(next() * 2400),
    lastLogin:
      next() > 0.2 ? new Date(2026, 10, 1 + Math.floor(next() * 18), 8, Math.floor(next() * 60), 12).getTime() : null,
    sensor: STATES[Math.floor(next() * STATES.length)] ?? 'up',
    site: next() > 0.5 ? 'https://example.org/luna' : null,
    login: next() > 0.6 ? 'otp' : 'password',
    properties: { lang: ['es', 'en', 'ca'][Math.floor(next() * 3)] ?? 'es' },
  }))
}

const columns: ResourceColumn<Person>[] = [
  { attr: 'username', label: 'Usuario' },
  {
    attr: 'role',
    label: 'Rol',
    options: { names: { admin: 'Administración', basic: 'Básico' }, tones: { admin: 'accent' } },
  },
  { attr: 'enabled', label: 'Activo', type: 'Boolean' },
  { attr: 'flags', label: 'Accesos', type: 'StringArray', options: { most: 2 } },
  { attr: 'clients', label: 'Clientes', type: 'Number', title: 'Cuántos clientes puede ver' },
  { attr: 'lastLogin', label: 'Último acceso', type: 'Date' },
]
const allColumns: ResourceColumn<Person>[] = [
  ...columns,
  { attr: 'terms', label: 'Términos', type: 'BooleanCheck' },
  { attr: 'sensor', label: 'Contador', type: 'FootState' },
  { attr: 'site', label: 'Página', type: 'Link' },
  {
    attr: 'login',
    label: 'Entrada',
    type: 'Icon',
    options: {
      names: { otp: 'Código de un solo uso', password: 'Contraseña' },
      icons: { otp: <LockIcon />, password: <UserIcon /> },
    },
  },
  { attr: 'properties.lang', label: 'Idioma', options: { names: { es: 'Español', en: 'English', ca: 'Català' } } },
]

const query = <T,>(part: Partial<QueryLike<T>>): QueryLike<T> => ({
  data: undefined,
  error: null,
  isPending: false,
  ...part,
})
const changed = fn()
const added = fn()

/** What a page does with the address, shown under the table. */
function Listed({ count = 240, ...rest }: { count?: number } & Partial<Parameters<typeof ResourceTable<Person>>[0]>) {
  const [search, setSearch] = useState('')
  const [rows] = useState(() => people(count))
  return (
    <>
      <ResourceTable
        label="Usuarios"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        addLabel="Añadir usuario"
        onAdd={added}
        linkTo={({ id }) => `#edit/${id}`}
        maxHeight={420}
        {...rest}
        state={readTableState(new URLSearchParams(search))}
        onStateChange={(state) => {
          changed(state)
          setSearch(writeTableState(state, new URLSearchParams(search)).toString())
        }}
      />
      <p style={{ marginTop: 12, color: 'var(--muted)' }}>
        ?<span data-testid="address">{search}</span>
      </p>
    </>
  )
}

export const People: Story = { render: () => <Listed /> }

export const SearchSortAndPages: Story = {
  render: () => <Listed />,
  beforeEach: () => {
    changed.mockClear()
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    const address = page.getByTestId('address')
    await userEvent.click(page.getByRole('button', { name: 'Usuario' }))
    await waitFor(() => expect(address).toHaveTextContent('sort=username'))
    await userEvent.click(page.getByRole('button', { name: 'Usuario' }))
    await waitFor(() => expect(address).toHaveTextContent('sort=-username'))
    await userEvent.click(page.getByRole('button', { name: 'Usuario' }))
    await waitFor(() => expect(address).toHaveTextContent(''))
    await userEvent.click(page.getByRole('button', { name: /Página siguiente/ }))
    await waitFor(() => expect(address).toHaveTextContent('page=2'))
    await userEvent.selectOptions(page.getByRole('combobox', { name: /Filas por página/ }), '50')
    await waitFor(() => expect(address).toHaveTextContent('size=50'))
    await expect(page.getAllByRole('row')).toHaveLength(51)
    await userEvent.type(page.getByRole('searchbox'), 'novakova')
    await waitFor(() => expect(address).toHaveTextContent('q=novakova'))
    await expect(page.getAllByRole('row')).toHaveLength(21)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(address).not.toHaveTextContent('q='))
    await expect(page.getByRole('searchbox')).toHaveFocus()
  },
}

export const EveryColumnType: Story = {
  render: () => <Listed count={30} columns={allColumns} />,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(page.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(
      allColumns.map(({ label }) => label),
    )
    const head = page.getByRole('columnheader', { name: /Clientes/ })
    await expect(head.title || head.querySelector('[title]')?.getAttribute('title')).toBe('Cuántos clientes puede ver')
    // Each kind by what only it draws: a dot with its word, a check, an icon with its name, and a link that leads out.
    const cells = (label: string) =>
      page
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.children[allColumns.findIndex((one) => one.label === label)] ?? row)
    await expect(
      cells('Contador').every((cell) => cell.querySelector('[data-status] svg') !== null && cell.textContent !== ''),
    ).toBe(true)
    const checks = cells('Términos').map((cell) => [cell.querySelector('svg') !== null, cell.textContent])
    await expect(new Set(checks.map(String))).toEqual(new Set(['true,Sí', 'false,–No']))
    await expect(cells('Entrada').every((cell) => cell.querySelector('svg') !== null)).toBe(true)
    await expect(
      cells('Página').some(
        (cell) => cell.querySelector('a[href="https://example.org/luna"][rel~="noopener"]') !== null,
      ),
    ).toBe(true)
    await expect(
      cells('Último acceso').every((cell) =>
        /^(?:–|\d{2}-\d{2}-\d{4} \d{2}:\d{2}:\d{2})$/.test(cell.textContent ?? ''),
      ),
    ).toBe(true)
  },
}

export const RowLinkAndAdd: Story = {
  render: () => <Listed count={3} />,
  beforeEach: () => {
    added.mockClear()
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(page.getByRole('link', { name: 'Ana López' })).toHaveAttribute('href', '#edit/1')
    const followed = fn((event: Event) => event.preventDefault())
    page.getByRole('link', { name: 'Jordi Puig' }).addEventListener('click', followed)
    await userEvent.click(page.getAllByRole('cell')[5] as HTMLElement)
    await expect(followed).toHaveBeenCalledOnce()
    await userEvent.click(page.getByRole('button', { name: 'Añadir usuario' }))
    await expect(added).toHaveBeenCalledOnce()
  },
}

const saved = fn()
export const Toggles: Story = {
  render: function Render() {
    const [rows, setRows] = useState(() => people(6))
    const [state, setState] = useTableState()
    const put = (id: number, part: Partial<Person>) =>
      setRows((now) => now.map((row) => (row.id === id ? { ...row, ...part } : row)))
    return (
      <ResourceTable
        label="Usuarios"
        rows={rows}
        rowKey={({ id }) => id}
        state={state}
        onStateChange={setState}
        columns={[
          { attr: 'username', label: 'Usuario' },
          {
            attr: 'enabled',
            label: 'Activo',
            type: 'Boolean',
            toggle: ({ id, role }) =>
              role === 'admin'
                ? null
                : (enabled) => {
                    saved(id, enabled)
                    put(id, { enabled })
                  },
          },
          {
            attr: 'terms',
            label: 'Términos',
            type: 'BooleanCheck',
            toggle: () => () => Promise.reject(new Error('La última persona administradora no se puede cambiar.')),
          },
        ]}
      />
    )
  },
  beforeEach: () => {
    saved.mockClear()
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    const toggle = page.getByRole('switch', { name: 'Activo: Jordi Puig' })
    await userEvent.click(toggle)
    await expect(saved).toHaveBeenCalledWith(2, expect.any(Boolean))
    await expect(page.queryByRole('switch', { name: 'Activo: Ana López' })).toBeNull()
    const box = page.getByRole('checkbox', { name: 'Términos: Ana López' }) as HTMLInputElement
    const before = box.checked
    await userEvent.click(box)
    await within(document.body).findByText('La última persona administradora no se puede cambiar.')
    await expect(box.checked).toBe(before)
    await userEvent.click(within(document.body).getByRole('button', { name: 'Cerrar' }))
  },
}

export const Selection: Story = {
  render: function Render() {
    const [selected, setSelected] = useState<Set<string | number>>(new Set([2, 3]))
    return (
      <Listed
        count={40}
        selected={selected}
        onSelectedChange={setSelected}
        bulkActions={
          <>
            <Button size="small">Desactivar</Button>
            <Button size="small" kind="danger" icon={<TrashIcon />}>
              Eliminar
            </Button>
          </>
        }
        rowActions={(row) => (
          <Menu
            label={`Acciones de ${row.username}`}
            trigger={<IconButton plain size="small" label={`Acciones de ${row.username}`} icon={<MoreIcon />} />}
            actions={[{ id: 'off', label: 'Desactivar', icon: <CloseIcon /> }]}
          />
        )}
      />
    )
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(page.getByText(/Elegidos: 2/)).toBeVisible()
    await userEvent.click(page.getByRole('checkbox', { name: 'Elegir Bára Nováková' }))
    await expect(page.getByText(/Elegidos: 1/)).toBeVisible()
  },
}

/** Wider than its room, the list scrolls under its actions. */
export const ActionsInSight: Story = {
  render: () => (
    <div style={{ width: 640 }}>
      <Listed
        count={3}
        rowActions={(row) => (
          <IconButton plain size="small" label={`Acciones de ${row.username}`} icon={<MoreIcon />} />
        )}
      />
    </div>
  ),
  play: async ({ canvasElement }) => {
    const [button] = await within(canvasElement).findAllByRole('button', { name: /^Acciones de/ })
    const room = button?.closest('[role="region"]')
    if (button === undefined || room == null) throw new Error('The list has no actions.')
    await expect(room.scrollWidth).toBeGreaterThan(room.clientWidth)
    await expect(button.getBoundingClientRect().right).toBeLessThanOrEqual(room.getBoundingClientRect().right)
  },
}

export const WithFiltersAndTotals: Story = {
  render: () => (
    <Listed
      count={12}
      filters={
        <div style={{ width: 180 }}>
          <Select
            label=""
            options={[{ id: 'a', label: 'Administración' }]}
            value={null}
            emptyLabel="Todos los roles"
            onChange={() => undefined}
          />
        </div>
      }
      totals={{ clients: 14_230 }}
    />
  ),
}

export const Loading: Story = { render: () => <Listed rows={query({ isPending: true })} /> }

const retried = fn()
export const Failed: Story = {
  render: () => (
    <Listed
      rows={query({ error: { code: 'NETWORK', message: 'The server could not be reached.' }, refetch: retried })}
    />
  ),
  beforeEach: () => {
    retried.mockClear()
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(page.getByText('Error al cargar los datos')).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Reintentar' }))
    await expect(retried).toHaveBeenCalledOnce()
  },
}

export const NothingYet: Story = {
  render: () => (
    <Listed
      rows={query({ data: [] })}
      empty={
        <EmptyState
          icon={<StoreIcon size={20} />}
          title="Aún no hay usuarios"
          action={
            <Button kind="primary" size="small">
              Añadir el primero
            </Button>
          }
        >
          Los usuarios nuevos reciben una invitación por correo.
        </EmptyState>
      }
    />
  ),
}

export const NothingFound: Story = {
  render: () => <Listed count={40} />,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.type(page.getByRole('searchbox'), 'zzz')
    await waitFor(() => expect(page.getByText('Nada coincide con «zzz»')).toBeVisible())
  },
}

export const OneRow: Story = { render: () => <Listed count={1} /> }

export const Phone: Story = {
  render: function Render() {
    const [selected, setSelected] = useState<Set<string | number>>(new Set([2]))
    return (
      <div style={{ maxWidth: 342 }}>
        <Listed
          count={40}
          columns={allColumns}
          selected={selected}
          onSelectedChange={setSelected}
          totals={{ clients: 14_230 }}
        />
      </div>
    )
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Ordenar por' }), '-clients')
    await waitFor(() => expect(page.getByTestId('address')).toHaveTextContent('sort=-clients'))
    // A card has no line for a missing value.
    const lines = [...canvasElement.querySelectorAll<HTMLElement>('tbody td[data-label]')]
    const missing = lines.filter(({ textContent }) => textContent === '–' || textContent === '')
    await expect(missing.length).toBeGreaterThan(0)
    await expect(missing.filter((line) => line.offsetHeight > 0).length).toBe(0)
  },
}

/** The height of controls where they are touched (tokens.css). */
const FINGERS = { '--control': '2.75rem' } as CSSProperties
/**
 * The one button of a card is beside its name: it takes no extra row and covers no value. In a grid, as on a tab,
 * the list has the given height: the row that sorts takes none of that.
 */
export const ActionsOnAPhone: Story = {
  render: () => (
    <div style={{ display: 'grid', maxWidth: 360, ...FINGERS }}>
      <Listed
        count={2}
        rowActions={({ username }) => <IconButton plain label={`Más: ${username}`} icon={<MoreIcon />} />}
      />
    </div>
  ),
  play: async ({ canvasElement }) => {
    const card = (await within(canvasElement).findByText('Ana López')).closest('tr') as HTMLElement
    const box = (element: Element) => element.getBoundingClientRect()
    const middle = (element: Element) => (box(element).top + box(element).bottom) / 2
    const cell = within(card).getByRole('button', { name: 'Más: Ana López' }).closest('td') as HTMLElement
    const name = within(card).getByRole('rowheader')
    await expect(Math.abs(middle(name) - middle(cell))).toBeLessThanOrEqual(4)
    const covered = [...card.querySelectorAll('td[data-label]')].filter(
      (value) => box(value).top < box(cell).bottom - 0.5,
    )
    await expect(covered.map(({ textContent }) => textContent)).toEqual([])
    const sortBy = within(canvasElement).getByRole('combobox', { name: 'Ordenar por' }).closest('div') as HTMLElement
    await expect(sortBy.offsetHeight).toBeLessThan(72)
  },
}
