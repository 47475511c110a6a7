import type { Meta, StoryObj } from '@storybook/react-vite'
import type { LocalPage } from '#schemas/generated/entities/local-page.ts'
import type { LocalRecord } from '#schemas/generated/entities/local-record.ts'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { answers, At, never, refused, refusing, say } from '../../../../.storybook/pages.tsx'
import type { AdminApi, Collection } from '../../../api/admin.ts'
import { AdminFrame } from '../admin-frame.tsx'
import { sampleApi } from '../stories/sample.ts'
import pages from './pages.tsx'

const meta = { title: 'Admin/Locals', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

const LOCAL: LocalRecord = {
  id: 7,
  client: 3,
  name: 'Levante Pau',
  code: 'P-7',
  type: 'automotive',
  paramStatus: 'operative',
  enabled: true,
  timeZone: 'Europe/Madrid',
  geo: {
    locality: 'València',
    zipCode: '46001',
    street: 'Carrer de la Pau, 1',
    countryCode: 'ES',
    region: 'Comunitat Valenciana',
    lat: 39.4738,
    lng: -0.3756,
  },
  externalId: 'ERP-7',
  mapping: null,
  oldId: null,
  openedOn: '2026-01-15',
  additionalInformation: { floor: 2 },
  dealership: 1,
  preSealed: false,
  bigVenues: false,
  corporate: false,
  comments: 'La llave está en recepción.',
  capacity: 120,
  limits: [100, 80],
  closedOn: null,
  plan: null,
  createdAt: Date.UTC(2026, 10, 2),
  updatedAt: Date.UTC(2026, 10, 20, 9, 30),
}
const TOWNS = ['València', 'Zaragoza', 'Óbidos', 'Brno'] as const
const pageOf = (count: number, from = 0): LocalPage => {
  const ids = Array.from({ length: count }, (_, at) => from + at + 1)
  const each = <T,>(of: (id: number) => T) => ids.map(of)
  return {
    total: count,
    next: null,
    columns: {
      id: ids,
      client: each((id) => (id % 5) + 1),
      name: each((id) => `Tienda ${id}`),
      code: each((id) => `T-${id}`),
      type: each((id) => (id % 3 === 0 ? 'automotive' : 'store')),
      paramStatus: each((id) => (id % 7 === 0 ? 'installed' : 'operative')),
      enabled: each(() => true),
      timeZone: each(() => 'Europe/Madrid'),
      locality: each((id) => TOWNS[id % 4] ?? null),
      countryCode: each(() => 'ES'),
      zipCode: each((id) => String(46_000 + (id % 100))),
      externalId: each((id) => (id % 2 === 0 ? `ERP-${id}` : null)),
      dealership: each((id) => (id % 3 === 0 ? 1 : null)),
      closedOn: each((id) => (id % 11 === 0 ? '2026-10-31' : null)),
      updatedAt: each(() => 0),
    },
  }
}
const MADE = { createdAt: 1, updatedAt: 1 }
const dealerships = [
  { id: 1, name: 'Levante Norte', client: 3, code: '', dealer: '', region: '', zone: '', comment: '', ...MADE },
]
const saved = fn()

function story(page: keyof typeof pages, part: Partial<AdminApi['localRecords']> = {}, id?: number | string): Story {
  const Page = pages[page]
  return {
    beforeEach: () => {
      saved.mockClear()
    },
    render: () => (
      <AdminFrame
        ports={{
          api: {
            ...sampleApi(),
            localRecords: { ...sampleApi().localRecords, page: () => Promise.resolve(pageOf(26)), ...part },
            entries: <E, D>(name: string) =>
              ({
                list: () => Promise.resolve(name === 'dealerships' ? dealerships : []),
                one: () => Promise.resolve(LOCAL),
                add: (draft: object) => {
                  saved(null, draft)
                  return refusing('NAME_TAKEN', { field: 'name' })()
                },
                save: (of: number, draft: object) => {
                  saved(of, draft)
                  return Promise.resolve({ ...LOCAL, ...draft })
                },
                remove: () => Promise.resolve(),
              }) as unknown as Collection<E, D>,
          },
          me: { id: 1 },
          unbuilt: new Set(),
          say,
          save: () => undefined,
        }}
        queries={answers()}
      >
        <At address={id === undefined ? '/page' : `/page/${id}`}>
          <Page />
        </At>
      </AdminFrame>
    ),
  }
}

export const List: Story = {
  ...story('ListPage'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('link', { name: 'Tienda 1' })).toHaveAttribute(
      'href',
      '/users/admin/locals/1/edit',
    )
    await userEvent.type(canvas.getByRole('searchbox'), 'obidos 22')
    await waitFor(() => expect(canvas.getAllByRole('row')).toHaveLength(2))
    await expect(canvas.getByRole('row', { name: /Tienda 22/ })).toHaveTextContent('Óbidos')
  },
}
/** The first by name are there, the rest is loading. */
export const Arriving: Story = story('ListPage', {
  page: ({ after }) => (after === undefined ? Promise.resolve({ ...pageOf(100), total: 50_000, next: 0 }) : never()),
})
export const Empty: Story = story('ListPage', { page: () => Promise.resolve(pageOf(0)) })
export const Loading: Story = story('ListPage', { page: never })
export const Failed: Story = story('ListPage', { page: refused })

/** Added from the list of a client, it is of that client. */
export const Add: Story = {
  ...story('NewPage', {}, '?client=3'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByRole('button', { name: /Motor Levante/ })
    const [name] = await canvas.findAllByRole('textbox', { name: /Nombre/ })
    await userEvent.type(name!, 'Tienda')
    await userEvent.type(canvas.getByRole('textbox', { name: /Límites/ }), '60, 80')
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await expect(await canvas.findByText('Ordénalos de mayor a menor.')).toBeVisible()
    await expect(canvas.getAllByText('El campo es obligatorio').length).toBeGreaterThan(3)
    await expect(saved).not.toHaveBeenCalled()
  },
}
const AREAS: AdminApi['localRecords']['areas'] = () =>
  Promise.resolve([
    {
      id: 1,
      local: 7,
      name: 'Puerta principal',
      zone: 'sales',
      traffic: 'people',
      externalId: null,
      footscans: [
        { id: 4, area: 1, mac: '00:1A:2B:3C:4D:5E', enabled: true },
        { id: 5, area: 1, mac: '00:1A:2B:3C:4D:5F', enabled: false },
      ],
    },
    { id: 2, local: 7, name: 'Taller', zone: 'service', traffic: 'people', externalId: null, footscans: [] },
  ])
/** Pressed or moved by arrow keys, the map sets the numbers; typed, the numbers move the point. */
export const PositionSetOnTheMap: Story = {
  ...story('EditPage', { areas: AREAS }, 7),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const number = (name: string) => canvas.getByRole('textbox', { name })
    const pin = await canvas.findByRole('button', { name: 'Posición en el mapa: 39,4738; -0,3756' })
    await expect(pin).toHaveAccessibleDescription(/las flechas lo mueven/)
    pin.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowUp}')
    await waitFor(() => expect(number('Latitud')).not.toHaveValue('39,4738'))
    await waitFor(() => expect(number('Longitud')).not.toHaveValue('-0,3756'))
    const lng = () => Number(String(number('Longitud').getAttribute('value')).replace(',', '.').replace('−', '-'))
    await expect(lng()).toBeGreaterThan(-0.3756)
    await expect(pin).toHaveFocus()
    // Dragged, it follows the hand from where it was taken.
    const taken = pin.getBoundingClientRect()
    await userEvent.pointer([
      { keys: '[MouseLeft>]', target: pin, coords: { clientX: taken.left + 20, clientY: taken.top + 20 } },
      { target: pin, coords: { clientX: taken.left + 40, clientY: taken.top + 30 } },
      { target: pin, coords: { clientX: taken.left + 60, clientY: taken.top + 20 } },
      { keys: '[/MouseLeft]', target: pin },
    ])
    await waitFor(() => {
      const { left, top } = pin.getBoundingClientRect()
      return expect([Math.round(left - taken.left), Math.round(top - taken.top)]).toEqual([40, 0])
    })
    // A press on the ground, left of the point: it goes there, and the ground stays as it was.
    const ground = pin.parentElement ?? pin
    const box = ground.getBoundingClientRect()
    await userEvent.pointer([
      { keys: '[MouseLeft]', target: ground, coords: { clientX: box.left + 20, clientY: box.top + box.height / 2 } },
    ])
    await waitFor(() => expect(lng()).toBeLessThan(-2))
    await waitFor(() => expect(Math.round(pin.getBoundingClientRect().left + 22 - box.left)).toBe(20))
    await expect(pin).toHaveAccessibleName(
      `Posición en el mapa: ${number('Latitud').getAttribute('value')}; ${number('Longitud').getAttribute('value')}`,
    )
  },
}
/** What a map gives for the clipboard is a point, not a thousand; both numbers at once fill both fields. */
export const PositionPasted: Story = {
  ...story('EditPage', { areas: AREAS }, 7),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const [lat, lng] = await Promise.all(['Latitud', 'Longitud'].map((name) => canvas.findByRole('textbox', { name })))
    await userEvent.clear(lat!)
    await userEvent.type(lat!, '41.39')
    await userEvent.tab()
    await expect(lat!).toHaveValue('41,39')
    await userEvent.clear(lng!)
    await userEvent.type(lng!, '394612')
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await expect(await canvas.findByText('Escribe un número entre −180 y 180.')).toBeVisible()
    await expect(saved).not.toHaveBeenCalled()
    await userEvent.clear(lat!)
    lat!.focus()
    await userEvent.paste('39.4612, -0.3736')
    await expect([lat!, lng!].map((one) => one.getAttribute('value'))).toEqual(['39,4612', '-0,3736'])
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await waitFor(() =>
      expect(saved).toHaveBeenCalledWith(
        7,
        expect.objectContaining({ geo: { ...LOCAL.geo, lat: 39.4612, lng: -0.3736 } }),
      ),
    )
  },
}
export const Edit: Story = {
  ...story('EditPage', { areas: AREAS }, 7),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText(/: 39,4738; -0,3756$/)).toBeInTheDocument()
    const zip = await canvas.findByRole('textbox', { name: /Código postal/ })
    await expect(await canvas.findByRole('link', { name: 'Añadir footscan en Taller' })).toHaveAttribute(
      'href',
      `/users/admin/footscans/new?client=${LOCAL.client}&local=7&area=2`,
    )
    await userEvent.clear(zip)
    await userEvent.type(zip, '1000-205')
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await expect(await canvas.findByText('No es un código postal del país elegido (España).')).toBeVisible()
    await expect(saved).not.toHaveBeenCalled()
    await userEvent.clear(zip)
    await userEvent.type(zip, '46002')
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await waitFor(() =>
      expect(saved).toHaveBeenCalledWith(
        7,
        expect.objectContaining({
          geo: { ...LOCAL.geo, zipCode: '46002' },
          updatedAt: LOCAL.updatedAt,
          limits: [100, 80],
        }),
      ),
    )
  },
}
export const Import: Story = {
  ...story('ListPage', {
    readFile: () =>
      Promise.resolve({
        found: 12,
        added: 340,
        invalid: 2,
        rows: [],
        problems: [
          { line: 8, client: '', code: 'N6', name: 'Peña; hijos', reason: 'LOCAL_ADDRESS_INVALID', value: 'PT 46001' },
          { line: 19, client: 'Nadie', code: 'N9', name: 'Tienda', reason: 'CLIENT_NOT_FOUND', value: 'Nadie' },
        ],
        loaded: false,
      }),
  }),
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Cargar CSV' }))
    const dialog = await within(document.body).findByRole('dialog')
    await waitFor(() => expect(dialog.querySelector('input[type=file]')).not.toBeNull())
    await userEvent.upload(
      dialog.querySelector('input[type=file]') as HTMLInputElement,
      new File(['x'], 'locales.csv', { type: 'text/csv' }),
    )
    // The lines are drawn anew when their list is measured: one that was found before is gone then.
    await waitFor(() => expect(within(dialog).getByText(/No existe el cliente Nadie/)).toBeVisible())
    await expect(within(dialog).getByRole('button', { name: 'Cargar' })).toBeDisabled()
  },
}
