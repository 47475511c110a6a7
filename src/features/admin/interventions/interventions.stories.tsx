import type { Meta, StoryObj } from '@storybook/react-vite'
import { interventionMachine } from '#domain/machines/interventions'
import type { Intervention } from '#schemas/generated/entities/intervention.ts'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { refusing } from '../../../../.storybook/pages.tsx'
import { nounStories } from '../test-support/noun-stories.tsx'
import pages from './pages.tsx'

const meta = { title: 'Admin/Interventions', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

const at = (day: number, hour = 9) => Date.UTC(2026, 10, day, hour, 15)
const intervention = (id: number, type: string, part: Partial<Intervention>): Intervention => ({
  id,
  type,
  description: '',
  data: {},
  client: 1,
  local: null,
  status: 'pending',
  stateAt: at(18),
  assignee: null,
  comments: [],
  createdAt: at(18),
  updatedAt: at(18),
  ...part,
})
const rows: readonly Intervention[] = [
  intervention(1, 'Visita', {
    description: 'La cámara de la entrada norte está a oscuras desde el lunes. Llevar una fuente de repuesto.',
    data: { ticket: 4312, planta: 'baja' },
    assignee: 1,
    comments: [
      { message: 'La tienda abre a las 10. Preguntar por Laura.', by: 'marina@levante.test', at: at(19) },
      { message: 'Voy el viernes.', by: 'admin@aforo.test', at: at(20, 8) },
    ],
  }),
  intervention(2, 'Llamada', { description: 'Confirmar el horario de Navidad.', client: 2, stateAt: at(20) }),
  intervention(3, 'Envío de pieza', { description: 'Router de sustitución.', client: 3, assignee: 1 }),
  intervention(4, 'Visita', {
    description: 'Recolocar el sensor tras la reforma.',
    status: 'completed',
    stateAt: at(12),
  }),
  intervention(5, 'Visita', { description: 'Duplicada de la 4.', status: 'discarded', stateAt: at(11) }),
  intervention(6, 'Llamada', { description: 'Cambio de contacto.', client: null, status: 'archived', stateAt: at(3) }),
]
const { list, empty, loading, failed, added, edited, editedWith, listWith, saved, acted } = nounStories(
  pages,
  rows,
  interventionMachine,
)

const namesIn = (dialog: { getAllByRole(role: 'listitem'): readonly HTMLElement[] }) =>
  dialog.getAllByRole('listitem').map(({ firstElementChild }) => firstElementChild?.textContent)

/** What is to be done, and nothing else; what has waited the longest first. */
export const List: Story = {
  ...list,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('link', { name: 'Visita #1' })).toHaveAttribute(
      'href',
      '/users/admin/interventions/1/edit',
    )
    await expect(canvas.queryByRole('link', { name: 'Visita #4' })).toBeNull()
    await expect(canvas.getByRole('row', { name: /Visita #1/ })).toHaveTextContent('admin@aforo.test')
  },
}

export const EveryState: Story = {
  ...list,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: /Pendiente \(3\)/ }))
    await userEvent.click(await within(document.body).findByRole('option', { name: 'Todos (6)' }))
    await expect(await canvas.findByRole('row', { name: /Llamada #6/ })).toHaveTextContent('Archivada')
  },
}

let isGone = false
const GONE = refusing('ENTRY_NOT_FOUND', {
  id: 1,
  removedBy: 'marina@levante.test',
  removedAt: at(21),
  restorableUntil: at(21) + 30 * 86_400_000,
})
/** A colleague deletes it while it is open: the next action says so, what was typed stays, and it can be restored. */
export const RemovedMeanwhile: Story = {
  ...editedWith({
    one: () => (isGone ? GONE() : Promise.resolve(rows[0]!)),
    act: () => {
      isGone = true
      return GONE()
    },
    restore: () => {
      isGone = false
      return Promise.resolve(rows[0]!)
    },
  }),
  play: async ({ canvasElement }) => {
    isGone = false
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByRole('textbox', { name: /Descripción/ }), ' Y la puerta.')
    await userEvent.type(canvas.getByRole('textbox', { name: 'Nuevo comentario' }), 'Voy.')
    await userEvent.click(canvas.getByRole('button', { name: 'Comentar' }))
    await expect(await canvas.findByText(/^La eliminó marina@levante\.test el /)).toBeVisible()
    await expect(canvas.queryByText('Error al cargar los datos')).toBeNull()
    await expect((canvas.getByRole('textbox', { name: /Descripción/ }) as HTMLTextAreaElement).value).toMatch(
      /puerta\.$/,
    )
    await userEvent.click(canvas.getByRole('button', { name: 'Restaurar' }))
    await waitFor(() => expect(canvas.queryByText(/^La eliminó/)).toBeNull())
  },
}

/** An action from the menu of a row. */
export const Completed: Story = {
  ...list,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const body = within(document.body)
    await userEvent.click(await canvas.findByRole('button', { name: 'Acciones de Llamada #2' }))
    await expect((await body.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Completar',
      'Descartar',
      'Asignar',
      'Eliminar',
    ])
    await userEvent.click(body.getByRole('menuitem', { name: 'Completar' }))
    await waitFor(() => expect(acted).toHaveBeenCalledWith(2, 'complete', undefined))
    await body.findByText('Intervención completada: Llamada #2')
    await waitFor(() => expect(canvas.queryByRole('link', { name: 'Llamada #2' })).toBeNull())
  },
}

/** Another person was quicker: who, when and what. */
export const TooLate: Story = {
  ...listWith({
    act: () =>
      Promise.reject(
        Object.assign(new Error('No.'), {
          code: 'ENTRY_STATE_CONFLICT',
          details: { did: 'discard', by: 'marina@levante.test', at: '2026-11-20T09:15:00' },
        }),
      ),
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const body = within(document.body)
    await userEvent.click(await canvas.findByRole('button', { name: 'Acciones de Llamada #2' }))
    await userEvent.click(await body.findByRole('menuitem', { name: 'Completar' }))
    await body.findByText('Ya no es posible. marina@levante.test, 20-11-2026 09:15:00: Intervención descartada.')
  },
}

/** Exactly those that it takes are listed first, and sent. */
export const CompleteAll: Story = {
  ...list,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const body = within(document.body)
    await userEvent.click(await canvas.findByRole('button', { name: 'Acciones en lote' }))
    await userEvent.click(await body.findByRole('menuitem', { name: 'Completar las pendientes (3)' }))
    const dialog = within(await body.findByRole('dialog', { name: 'Completar las pendientes' }))
    await expect(namesIn(dialog)).toEqual(['Envío de pieza #3', 'Visita #1', 'Llamada #2'])
    await userEvent.click(dialog.getByRole('button', { name: 'Completar (3)' }))
    await waitFor(() => expect(acted).toHaveBeenCalledWith('complete/all', [3, 1, 2]))
    await body.findByText('Intervención completada: 3')
    await canvas.findByText('Nada con este filtro')
  },
}

/**
 * Of those that were chosen, what is not taken is named with its state; of those sent, who was first, and what is gone.
 */
export const Chosen: Story = {
  ...listWith({
    actOnMany: (_name, _path, idList) =>
      Promise.resolve({
        done: idList.slice(2),
        left: [
          {
            id: idList[0] ?? 0,
            state: 'archived',
            action: 'archive',
            by: 'marina@levante.test',
            at: new Date('2026-11-20T09:15:00').getTime(),
          },
        ],
      }),
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const body = within(document.body)
    await userEvent.click(await canvas.findByRole('button', { name: /Pendiente \(3\)/ }))
    await userEvent.click(await body.findByRole('option', { name: 'Todos (6)' }))
    await canvas.findByRole('link', { name: 'Visita #4' })
    for (const box of canvas.getAllByRole('checkbox').slice(1)) await userEvent.click(box)
    await userEvent.click(canvas.getByRole('button', { name: 'Completar (3)' }))
    const dialog = within(await body.findByRole('dialog', { name: 'Completar las pendientes' }))
    await expect(namesIn(dialog)).toEqual([
      'Llamada #2',
      'Visita #1',
      'Envío de pieza #3',
      'Visita #4',
      'Visita #5',
      'Llamada #6',
    ])
    await expect(dialog.getAllByRole('listitem').at(-1)).toHaveTextContent('Llamada #6Archivada')
    await userEvent.click(dialog.getByRole('button', { name: 'Completar (3)' }))
    await dialog.findByText('2 entradas no han cambiado: otra persona se ha adelantado.')
    await expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Llamada #2marina@levante.test, 20-11-2026 09:15:00: Intervención archivada',
      'Visita #1Esta entrada ya no existe.',
    ])
  },
}

export const Empty: Story = empty
/** Nothing is counted that is not known yet. */
export const Loading: Story = {
  ...loading,
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('button', { name: /^Pendiente$/ })
  },
}
export const Failed: Story = failed

export const Add: Story = {
  ...added,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByRole('textbox', { name: /Tipo/ }), 'Visita')
    await userEvent.type(canvas.getByRole('textbox', { name: 'Datos' }), 'ticket 12')
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await canvas.findByText('La línea 1 no es «nombre: valor», o repite un nombre.')
    await expect(await canvas.findAllByText('El campo es obligatorio')).not.toHaveLength(0)
    await expect(saved).not.toHaveBeenCalled()
  },
}

export const Edit: Story = {
  ...edited,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('textbox', { name: 'Datos' })).toHaveValue('ticket: 4312\nplanta: baja')
    await userEvent.type(canvas.getByRole('textbox', { name: 'Nuevo comentario' }), 'Hecho.')
    await userEvent.click(canvas.getByRole('button', { name: 'Comentar' }))
    await waitFor(() => expect(acted).toHaveBeenCalledWith(1, 'comment', { message: 'Hecho.' }))
    await canvas.findByText('Hecho.')
    await userEvent.click(canvas.getByRole('button', { name: 'Completar' }))
    await canvas.findByText('Completada')
    await userEvent.type(canvas.getByRole('textbox', { name: /Descripción/ }), ' Y un cable.')
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    // Made on what its own actions left.
    await waitFor(() =>
      expect(saved).toHaveBeenCalledWith(1, expect.objectContaining({ updatedAt: Date.UTC(2026, 10, 20, 9, 30) })),
    )
  },
}

const [first = intervention(1, '', {})] = rows
let reads = 0
/**
 * What another person changed while the form was open is not overwritten unseen: the draft says what it was made on.
 */
export const ChangedMeanwhile: Story = {
  ...editedWith({
    one: () => {
      reads += 1
      return Promise.resolve(reads === 1 ? first : { ...first, description: 'Otra cosa.', updatedAt: at(21) })
    },
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Completar' }))
    await waitFor(() => expect(reads).toBeGreaterThan(1))
    await userEvent.type(canvas.getByRole('textbox', { name: /Descripción/ }), '.')
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(saved).toHaveBeenCalledWith(1, expect.objectContaining({ updatedAt: first.updatedAt })))
  },
}
