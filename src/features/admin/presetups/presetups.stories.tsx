import type { Meta, StoryObj } from '@storybook/react-vite'
import { presetupMachine } from '#domain/machines/presetups'
import { EMPTY_SETUP } from '#domain/presetup'
import type { Presetup } from '#schemas/generated/entities/presetup.ts'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { nounStories } from '../test-support/noun-stories.tsx'
import pages from './pages.tsx'

const meta = { title: 'Admin/Pre-setups', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

const at = (day: number) => Date.UTC(2026, 10, day, 9, 15)
const setup = (id: number, part: Partial<Presetup>): Presetup => ({
  ...EMPTY_SETUP,
  id,
  name: `Local ${id}`,
  client: 1,
  local: null,
  positions: [],
  partsAt: { place: at(10), footscans: at(11) },
  status: 'todo',
  stateAt: at(10),
  assignee: null,
  createdAt: at(10),
  updatedAt: at(11),
  ...part,
})
const rows: readonly Presetup[] = [
  setup(1, {
    name: 'Gran Vía',
    footscans: [
      { id: '00:1E:42:5A:01:01', position: 'Entrada norte' },
      { id: '00:1E:42:5A:01:02', position: 'Escalera' },
    ],
    areas: ['Planta baja'],
    schedules: { 'Planta baja': { 1: [['10:00', '14:00']] } },
  }),
  setup(2, { name: 'Serrano' }),
  setup(3, { name: 'Retiro', status: 'ready', assignee: 1 }),
  setup(4, { name: 'Sol', status: 'installed', installDate: '2026-11-12', sealDate: '2026-11-13' }),
]
const { list, empty, loading, failed, added, edited, editedWith, saved, acted } = nounStories(
  pages,
  rows,
  presetupMachine,
)

export const List: Story = {
  ...list,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('link', { name: 'Gran Vía' })).toHaveAttribute(
      'href',
      '/users/admin/presetups/1/edit',
    )
    await expect(canvas.queryByRole('link', { name: 'Sol' })).toBe(null)
  },
}
export const Empty: Story = empty
export const Loading: Story = loading
export const Failed: Story = failed
export const Begin: Story = {
  ...added,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Empezar' }))
    await expect(await canvas.findAllByText('El campo es obligatorio')).not.toHaveLength(0)
    await expect(saved).not.toHaveBeenCalled()
  },
}

/** A MAC in any form is kept in the strict one; one that is there already is refused, and nothing is sent. */
export const Footscans: Story = {
  ...edited,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const add = await canvas.findByRole('button', { name: 'Añadir footscan' })
    const mac = canvas.getByRole('textbox', { name: /MAC del footscan/ })
    await userEvent.type(mac, '001e425a0101')
    await userEvent.type(canvas.getByRole('textbox', { name: /Posición/ }), 'Almacén')
    await userEvent.click(add)
    await expect(canvas.getByText('00:1E:42:5A:01:01 ya está en «Entrada norte».')).toBeVisible()
    await userEvent.clear(mac)
    await userEvent.type(mac, '00-1e-42-5a-01-09')
    await userEvent.click(add)
    await expect(await canvas.findByText('00:1E:42:5A:01:09')).toBeVisible()
    await waitFor(
      () =>
        expect(saved).toHaveBeenCalledWith(
          1,
          'footscans',
          expect.objectContaining({
            seen: at(11),
            values: {
              footscans: [...(rows[0]?.footscans ?? []), { id: '00:1E:42:5A:01:09', position: 'Almacén' }],
            },
          }),
        ),
      { timeout: 5000 },
    )
    await canvas.findByText('Todo guardado')
  },
}

/** What was typed and not added yet goes along to the next step; what is half typed holds the step, and says why. */
export const TypedAndNext: Story = {
  ...edited,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const next = await canvas.findByRole('button', { name: 'Siguiente' })
    const mac = canvas.getByRole('textbox', { name: /MAC del footscan/ })
    await userEvent.type(mac, '001e425a0109')
    await userEvent.click(next)
    await expect(await canvas.findByText('El campo es obligatorio')).toBeVisible()
    await expect(canvas.getByRole('heading', { name: 'Footscans' })).toBeVisible()
    await userEvent.type(canvas.getByRole('textbox', { name: /Posición/ }), 'Almacén')
    await userEvent.click(next)
    const phone = await canvas.findByRole('textbox', { name: /MAC del teléfono/ })
    await userEvent.type(phone, '02af0e0000aa')
    await userEvent.click(canvas.getByRole('button', { name: /^Local y fechas/ }))
    for (const [part, values] of [
      ['footscans', { footscans: [...(rows[0]?.footscans ?? []), { id: '00:1E:42:5A:01:09', position: 'Almacén' }] }],
      ['people', expect.objectContaining({ phoneMacs: expect.arrayContaining(['02:AF:0E:00:00:AA']) })],
    ] as const)
      await waitFor(() => expect(saved).toHaveBeenCalledWith(1, part, expect.objectContaining({ values })), {
        timeout: 5000,
      })
  },
}

/** While a step is being saved, what is typed in it stays: a form that comes and goes with its area would be empty. */
export const TypedWhileSaving: Story = {
  ...edited,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: /^Horario/ }))
    await userEvent.type(canvas.getByRole('textbox', { name: /^Área/ }), 'Sótano')
    await userEvent.click(canvas.getByRole('button', { name: 'Añadir área' }))
    const cellar = within(await canvas.findByRole('region', { name: 'Sótano' }))
    await userEvent.type(cellar.getByRole('textbox', { name: /^Abre/ }), '09:30')
    await userEvent.click(cellar.getByRole('button', { name: /^lunes$/i }))
    await waitFor(() => expect(saved).toHaveBeenCalledWith(1, 'schedule', expect.anything()), { timeout: 5000 })
    await canvas.findByText('Todo guardado')
    await expect(cellar.getByRole('textbox', { name: /^Abre/ })).toHaveValue('09:30')
    await expect(cellar.getByRole('button', { name: /^lunes$/i })).toHaveAttribute('aria-pressed', 'true')
  },
}

/** Several forms of one step that were not added: all of them go along to the next step, none over another. */
export const TypedScheduleAndNext: Story = {
  ...edited,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: /^Horario/ }))
    await userEvent.type(canvas.getByRole('textbox', { name: /^Área/ }), 'Sótano')
    const ground = within(canvas.getByRole('region', { name: 'Planta baja' }))
    await userEvent.type(ground.getByRole('textbox', { name: /^Abre/ }), '9:30')
    await userEvent.click(ground.getByRole('button', { name: /^domingo$/i }))
    await userEvent.click(canvas.getByRole('button', { name: 'Siguiente' }))
    await expect(await canvas.findByText('Escribe una hora, hh:mm.')).toBeVisible()
    await userEvent.type(ground.getByRole('textbox', { name: /^Cierra/ }), '14:00')
    await userEvent.click(canvas.getByRole('button', { name: 'Siguiente' }))
    await canvas.findByRole('heading', { name: 'Zonas' })
    await waitFor(
      () =>
        expect(saved).toHaveBeenLastCalledWith(
          1,
          'schedule',
          expect.objectContaining({
            values: {
              areas: ['Planta baja', 'Sótano'],
              schedules: { 'Planta baja': { 1: [['10:00', '14:00']], 7: [['09:30', '14:00']] } },
            },
          }),
        ),
      { timeout: 5000 },
    )
  },
}

/** A pre-setup is not finished over what was typed: it is added and saved first, or the step says what is missing. */
export const TypedAndFinish: Story = {
  ...edited,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const finish = await canvas.findByRole('button', { name: 'Terminar' })
    await userEvent.type(canvas.getByRole('textbox', { name: /MAC del footscan/ }), '001e425a0109')
    await userEvent.click(finish)
    await expect(await canvas.findByText('El campo es obligatorio')).toBeVisible()
    await expect(acted).not.toHaveBeenCalled()
    await userEvent.type(canvas.getByRole('textbox', { name: /Posición/ }), 'Almacén')
    await userEvent.click(finish)
    await waitFor(() => expect(acted).toHaveBeenCalledWith(1, 'finish', undefined))
    await expect(saved.mock.invocationCallOrder[0]).toBeLessThan(acted.mock.invocationCallOrder[0] ?? 0)
    await expect(saved).toHaveBeenCalledWith(
      1,
      'footscans',
      expect.objectContaining({
        values: { footscans: [...(rows[0]?.footscans ?? []), { id: '00:1E:42:5A:01:09', position: 'Almacén' }] },
      }),
    )
  },
}

/** The first step has none before it, and after the last one comes the end. */
export const LastStep: Story = {
  ...edited,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const main = within(await canvas.findByRole('region', { name: 'Footscans' }))
    await userEvent.click(main.getByRole('button', { name: 'Anterior' }))
    const first = within(await canvas.findByRole('region', { name: 'Local y fechas' }))
    await expect(first.queryByRole('button', { name: 'Anterior' })).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: /^Puntos/ }))
    const last = within(await canvas.findByRole('region', { name: 'Puntos' }))
    await expect(last.queryByRole('button', { name: 'Siguiente' })).toBeNull()
    await userEvent.click(last.getByRole('button', { name: 'Terminar' }))
    await waitFor(() => expect(acted).toHaveBeenCalledWith(1, 'finish', undefined))
  },
}

/** What is on the device alone is not finished over either: it is said what to do first. */
export const UnsentAndFinish: Story = {
  ...editedWith({
    savePart: () => Promise.reject(Object.assign(new Error('No.'), { status: 0, code: 'SERVER_UNREACHABLE' })),
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: /Eliminar 00:1E:42:5A:01:01/ }))
    await userEvent.click(canvas.getByRole('button', { name: 'Terminar' }))
    await within(document.body).findByText(/^Todavía no: hay pasos que solo están en este dispositivo/)
    await expect(acted).not.toHaveBeenCalled()
  },
}

/** The label of a device is read by the camera where the browser can; what is no MAC on it is left out. */
export const Camera: Story = {
  ...edited,
  beforeEach() {
    const { mediaDevices } = navigator
    const canvas = document.createElement('canvas')
    const draw = setInterval(() => canvas.getContext('2d')?.fillRect(0, 0, canvas.width, canvas.height), 50)
    class Detector {
      detect = () => Promise.resolve([{ rawValue: 'S/N 55' }, { rawValue: 'MAC: 001E420A0B0C' }])
    }
    Object.assign(globalThis, { BarcodeDetector: Detector })
    Object.defineProperty(navigator, 'mediaDevices', {
      configurable: true,
      value: { getUserMedia: () => Promise.resolve(canvas.captureStream(20)) },
    })
    return () => {
      clearInterval(draw)
      Reflect.deleteProperty(globalThis, 'BarcodeDetector')
      Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: mediaDevices })
    }
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const mac = await canvas.findByRole('textbox', { name: /MAC del footscan/ })
    await userEvent.click(canvas.getByRole('button', { name: 'Leer con la cámara' }))
    await waitFor(() => expect(mac).toHaveValue('00:1E:42:0A:0B:0C'))
    await waitFor(() => expect(within(document.body).queryByRole('dialog')).toBe(null))
  },
}

/** Two positions make the distribution mandatory; what lies outside always is. Until then it stays on the device. */
export const Zones: Story = {
  ...edited,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const body = within(document.body)
    await userEvent.click(await canvas.findByRole('button', { name: /Zonas/ }))
    await userEvent.click(await canvas.findByRole('button', { name: /Tipo de exterior/ }))
    await userEvent.click(await body.findByRole('option', { name: 'Calle' }))
    await expect(await canvas.findByText('¡La distribución de zonas es obligatoria!')).toBeVisible()
    await canvas.findByText('En este dispositivo, por completar o decidir: 1')
    await expect(saved).not.toHaveBeenCalled()
  },
}

const changed = () =>
  Object.assign(new Error('No.'), {
    status: 409,
    code: 'ENTRY_CHANGED',
    details: { part: 'footscans', by: 'marina@levante.test', at: at(20) },
  })
const theirs = [{ id: '00:1E:42:5A:01:07', position: 'Sótano' }]

/** Another person was quicker: both versions are shown, and nothing is overwritten. */
export const Conflict: Story = {
  ...editedWith({
    savePart: () => Promise.reject(changed()),
    one: () => Promise.resolve(setup(1, { name: 'Gran Vía', footscans: theirs, partsAt: { footscans: at(20) } })),
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: /Eliminar 00:1E/ }))
    await canvas.findByText(/marina@levante\.test lo ha cambiado entretanto/, {}, { timeout: 5000 })
    await expect(canvas.getByText('00:1E:42:5A:01:07 · Sótano')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Quedarme con lo suyo' }))
    await canvas.findByText('Todo guardado')
  },
}

/** Devices of both are kept, each once. */
export const ConflictKeptBoth: Story = {
  ...editedWith({
    savePart: (_path, _id, part, body) => {
      saved(1, part, body)
      return saved.mock.calls.length === 1 ? Promise.reject(changed()) : Promise.resolve(setup(1, {}) as never)
    },
    one: () => Promise.resolve(setup(1, { name: 'Gran Vía', footscans: theirs, partsAt: { footscans: at(20) } })),
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: /Eliminar 00:1E/ }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Guardar ambos' }, { timeout: 5000 }))
    await waitFor(() =>
      expect(saved).toHaveBeenLastCalledWith(
        1,
        'footscans',
        expect.objectContaining({ values: { footscans: theirs }, seen: at(20) }),
      ),
    )
  },
}
