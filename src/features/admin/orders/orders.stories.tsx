import type { Meta, StoryObj } from '@storybook/react-vite'
import { orderMachine } from '#domain/machines/orders'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { LocalOrder } from '#schemas/generated/entities/local-order.ts'
import type { Order } from '#schemas/generated/entities/order.ts'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { refusing } from '../../../../.storybook/pages.tsx'
import { sampleApi } from '../stories/sample.ts'
import { nounStories } from '../test-support/noun-stories.tsx'
import pages from './pages.tsx'

const meta = { title: 'Admin/Orders', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

const at = (day: number, hour = 9) => Date.UTC(2026, 10, day, hour, 15)
const order = (id: number, name: string, part: Partial<Order> = {}): Order => ({
  id,
  name,
  client: 1,
  status: 'draft',
  stateAt: at(18),
  assignee: null,
  comments: [],
  createdAt: at(10),
  updatedAt: at(18),
  ...part,
})
const rows: readonly Order[] = [
  order(1, 'PV-2026-118', {
    assignee: 1,
    comments: [{ message: 'Falta confirmar el local de Zaragoza.', by: 'marina@levante.test', at: at(19) }],
  }),
  order(2, 'PV-2026-119', { client: 2, stateAt: at(20) }),
  order(3, 'PV-2026-104', { status: 'launched', client: 3, assignee: 2 }),
  order(4, 'PV-2026-090', { status: 'closed', stateAt: at(2) }),
  order(5, 'PV-2026-091', { status: 'cancelled', stateAt: at(3) }),
]
const local = (id: number, of: number, oldId: string | null, part: Partial<LocalOrder> = {}): LocalOrder => ({
  id,
  order: 1,
  client: 1,
  local: of,
  oldId,
  installation: null,
  createdAt: at(11),
  updatedAt: at(11),
  ...part,
})
const locals: readonly LocalOrder[] = [local(1, 1, 'T-0041'), local(2, 2, null)]
const venue = (id: number, name: string): Local => ({
  id,
  client: 1,
  name,
  code: `NM-0${id}`,
  type: 'store',
  paramStatus: 'operative',
  enabled: true,
  timeZone: 'Europe/Madrid',
  geo: { locality: null, zipCode: null, street: null, countryCode: null, region: null, lat: null, lng: null },
  externalId: null,
  mapping: null,
  oldId: null,
  alerts: false,
  openedOn: null,
  closedOn: null,
  closedBy: null,
  additionalInformation: {},
})
const venues = () => Promise.resolve([venue(1, 'Gran Vía 32'), venue(2, 'Serrano 12'), venue(3, 'Goya 55')])
const [renamed, addedLocal] = [fn(), fn()]
const progress = [
  { order: 1, locals: 2, installations: 0, installed: 0 },
  { order: 3, locals: 5, installations: 5, installed: 3 },
]
const api = {
  locals: () => Promise.resolve([...locals]),
  progress: () => Promise.resolve(progress),
  addLocal: (id: number, draft: { readonly oldId?: string | null }) => {
    addedLocal(id, draft)
    return draft.oldId === 'T-0041'
      ? refusing('OLD_ID_CONFLICT', { ids: ['T-0041'] })()
      : refusing('ORDER_LOCAL_CONFLICT', { local: 3 })()
  },
  removeLocal: () => Promise.resolve(),
  setOldIds: (id: number, changes: readonly object[]) => {
    renamed(id, changes)
    return Promise.resolve([...locals])
  },
}
const processed = fn()
const known = sampleApi().users
/** All of them administrators: the first one asks. */
const people = {
  ...known,
  list: async () => (await known.list()).map((one) => ({ ...one, role: 'admin' as const, enabled: true })),
}
const LEFT = { id: 3, state: 'launched', action: 'assign', by: 'marina@levante.test', at: at(18) }
const { list, empty, loading, failed, added, edited, saved, acted, withApi } = nounStories(pages, rows, orderMachine, {
  orders: api,
  wouldProcess: (_path, user) =>
    Promise.resolve(user === 3 ? { done: [], left: [] } : { done: [2, 4], left: user === 1 ? [LEFT] : [] }),
  // Another person was quicker with the second one.
  process: (path, user) => {
    processed(path, user)
    return user === 2 ? refusing('USER_NOT_FOUND')() : Promise.resolve({ done: [2], left: [] })
  },
  users: people,
  locals: venues,
  audit: () =>
    Promise.resolve({
      entries: [
        {
          id: 12,
          at: at(19, 11),
          user: 2,
          username: 'marina@levante.test',
          action: 'order.change',
          target: 'PV-2026-118',
          details: { id: 1, name: 'PV-2026-118', client: 1, before: { name: 'PV-118', client: 3 } },
        },
        {
          id: 9,
          at: at(18, 11),
          user: 1,
          username: 'admin@aforo.test',
          action: 'order.assign',
          target: 'PV-118',
          details: { id: 1, assignee: 2, before: { assignee: null } },
        },
        {
          id: 10,
          at: at(18, 10),
          user: 1,
          username: 'admin@aforo.test',
          action: 'order.change',
          target: 'PV-118',
          details: { id: 1, local: 'Goya 55 · T-0041', before: { local: null } },
        },
        {
          id: 11,
          at: at(18),
          user: 1,
          username: 'admin@aforo.test',
          action: 'order.create',
          target: 'PV-118',
          details: { id: 1, name: 'PV-118', client: 3 },
        },
      ],
      next: null,
      archived: null,
    }),
})

/** What is to be launched; how many locals each has. */
export const List: Story = {
  ...list,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('link', { name: 'PV-2026-118' })).toHaveAttribute(
      'href',
      '/users/admin/orders/1/edit',
    )
    await expect(canvas.getByRole('row', { name: /PV-2026-118/ })).toHaveTextContent('Nube Moda')
  },
}
/** "Process per user": who, then exactly what they get and what others keep; then who was quicker. */
export const AssignedByPerson: Story = {
  ...list,
  play: async ({ canvasElement }) => {
    processed.mockClear()
    const body = within(document.body)
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Asignar por persona' }))
    const dialog = within(await body.findByRole('dialog', { name: 'Asignar por persona' }))
    await expect(dialog.getByRole('button', { name: 'Asignar' })).toBeDisabled()
    const choose = async (name: RegExp) => {
      await userEvent.click(await dialog.findByRole('button', { name: /Persona/ }))
      await userEvent.click(await body.findByRole('option', { name }))
    }
    await choose(/jordi@nube.test/)
    await expect(await dialog.findByText('No hay nada que asignarle.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Asignar' })).toBeDisabled()
    await choose(/marina@levante.test/)
    await userEvent.click(await dialog.findByRole('button', { name: 'Asignar (2)' }))
    const refusal = await dialog.findByRole('alert')
    await choose(/admin@aforo.test/)
    // It was about the person before.
    await waitFor(() => expect(refusal).not.toBeInTheDocument())
    await waitFor(() =>
      expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
        'PV-2026-119',
        'PV-2026-090',
        expect.stringMatching(/^PV-2026-104Asignado a: /),
      ]),
    )
    await userEvent.click(await dialog.findByRole('button', { name: 'Asignar (2)' }))
    await expect(await dialog.findByText(/otra persona se ha adelantado/)).toBeVisible()
    await waitFor(() =>
      expect(dialog.getByRole('listitem')).toHaveTextContent(/^PV-2026-090Cerrado · 02-11-2026 \d\d:15:00$/),
    )
    await expect(processed.mock.calls).toEqual([
      ['orders', 2],
      ['orders', 1],
    ])
    await userEvent.click(dialog.getByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(body.queryByRole('dialog')).toBeNull())
  },
}
export const Launched: Story = {
  ...list,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: /Borrador \(2\)/ }))
    await userEvent.click(await within(document.body).findByRole('option', { name: 'Lanzado (1)' }))
    await expect(await canvas.findByRole('row', { name: /PV-2026-104/ })).toHaveTextContent(/5\s*3/)
  },
}
export const Empty: Story = empty
export const Loading: Story = loading
export const Failed: Story = failed
export const Add: Story = {
  ...added,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByRole('textbox', { name: /Nombre/ }), 'PV')
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await expect(await canvas.findAllByText('El campo es obligatorio')).not.toHaveLength(0)
    await expect(saved).not.toHaveBeenCalled()
  },
}

/** Its locals, below its fields; launching is asked about first. */
/** Its own page says what happened to it: who, when, and each field before and after, in words. */
export const ItsHistory: Story = {
  ...edited,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const [line] = (await canvas.findAllByText('Pedido cambiado')).map((one) => one.closest('li'))
    await expect(line).toHaveTextContent(/marina@levante\.test · 19-11-2026/)
    const client = (await canvas.findByText('Motor Levante', { selector: 'del' })).closest('div')
    await expect(client).toHaveTextContent('ClienteMotor Levante → Nube Moda')
    const added = (await canvas.findByText('Goya 55 · T-0041', { selector: 'ins' })).closest('div')
    await expect(added).toHaveTextContent('Localvacío → Goya 55 · T-0041')
    const assigned = (await canvas.findByText('Pedido asignado')).closest('li')
    await waitFor(() => expect(assigned).toHaveTextContent(/Asignado avacío → \S+@/))
    await canvas.findByText('Pedido creado')
  },
}

export const Edit: Story = {
  ...edited,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const body = within(document.body)
    await canvas.findByText('Id anterior: T-0041')
    await userEvent.click(canvas.getByRole('button', { name: 'Lanzar' }))
    await userEvent.click(within(await body.findByRole('alertdialog')).getByRole('button', { name: 'Lanzar' }))
    await waitFor(() => expect(acted).toHaveBeenCalledWith(1, 'launch', undefined))
    // What was launched is what was agreed: nothing is added or taken out any more.
    await waitFor(() => expect(canvas.queryByRole('button', { name: 'Añadir local' })).toBeNull())
    await canvas.findByRole('button', { name: 'Cambiar los ids anteriores' })
  },
}

/** Another person has added it meanwhile; an old id that is there is said at its own field. */
export const AddLocalTaken: Story = {
  ...edited,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const body = within(document.body)
    await canvas.findByText('Id anterior: T-0041')
    await userEvent.click(canvas.getByRole('button', { name: /Local/ }))
    // Those that are in it already are not offered.
    await userEvent.click(await body.findByRole('option', { name: /Goya 55/ }))
    await userEvent.type(canvas.getByRole('textbox', { name: 'Id anterior' }), 'T-0050')
    await userEvent.click(canvas.getByRole('button', { name: 'Añadir local' }))
    await waitFor(() => expect(addedLocal).toHaveBeenCalledWith(1, { local: 3, oldId: 'T-0050' }))
    await canvas.findByText('Este local ya está en el pedido.')
    await userEvent.clear(canvas.getByRole('textbox', { name: 'Id anterior' }))
    await userEvent.type(canvas.getByRole('textbox', { name: 'Id anterior' }), 'T-0041')
    await userEvent.click(canvas.getByRole('button', { name: 'Añadir local' }))
    await waitFor(() =>
      expect(canvas.getByRole('textbox', { name: 'Id anterior' })).toHaveAccessibleDescription(/repetido en el pedido/),
    )
  },
}

/** All old ids are saved at once; the same one twice is not sent. */
export const OldIds: Story = {
  ...edited,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Cambiar los ids anteriores' }))
    const form = within(canvas.getByRole('form', { name: 'Cambiar los ids anteriores' }))
    const [, second] = form.getAllByRole('textbox')
    await userEvent.type(second!, 'T-0041')
    await expect(await form.findAllByText('Está dos veces en este pedido.')).toHaveLength(2)
    await expect(form.getByRole('button', { name: 'Guardar todos' })).toBeDisabled()
    await userEvent.type(second!, '-B')
    await userEvent.click(form.getByRole('button', { name: 'Guardar todos' }))
    await waitFor(() =>
      expect(renamed).toHaveBeenCalledWith(1, [
        { id: 1, oldId: 'T-0041' },
        { id: 2, oldId: 'T-0041-B' },
      ]),
    )
  },
}

/** What to do first. */
export const NoLocals: Story = {
  ...withApi({ orders: { ...api, locals: () => Promise.resolve([]) }, locals: venues }),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('Este pedido no tiene locales')
  },
}
