import type { Meta, StoryObj } from '@storybook/react-vite'
import { presealMachine } from '#domain/machines/preseals'
import type { Preseal } from '#schemas/generated/entities/preseal.ts'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { nounStories } from '../test-support/noun-stories.tsx'
import pages from './pages.tsx'

const meta = { title: 'Admin/Pre-seals', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

const AT = Date.UTC(2026, 10, 18, 9, 15)
const preseal = (id: number, part: Partial<Preseal>): Preseal => ({
  id,
  name: `Local ${id}`,
  client: 1,
  local: null,
  points: { 'Planta baja': [{ point: 'AD1', related: [] }] },
  enabled: part.status === 'on',
  partsAt: { place: AT, points: AT },
  status: 'off',
  stateAt: AT,
  createdAt: AT,
  updatedAt: AT,
  ...part,
})
const rows: readonly Preseal[] = [
  preseal(1, { name: 'Gran Vía' }),
  preseal(2, { name: 'Serrano', status: 'on' }),
  preseal(3, { name: 'Sol', status: 'sealed' }),
]
const { list, empty, loading, failed, added, edited, saved, acted } = nounStories(pages, rows, presealMachine)

export const List: Story = {
  ...list,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByRole('link', { name: 'Gran Vía' })
    await userEvent.click(canvas.getByRole('button', { name: 'Acciones de Gran Vía' }))
    await userEvent.click(await within(document.body).findByRole('menuitem', { name: 'Encender' }))
    await waitFor(() => expect(acted).toHaveBeenCalledWith(1, 'on', undefined))
  },
}
export const Empty: Story = empty
export const Loading: Story = loading
export const Failed: Story = failed
export const Begin: Story = added

const PLANNED = { Sótano: [{ point: 'AD1', related: [] }] }
const planning = nounStories(pages, [preseal(1, { local: 7, points: {} })], presealMachine)
/** Where nothing is there yet, what the pre-setup of the local planned is taken over with one press. */
export const AsPlanned: Story = {
  ...planning.editedWith({
    list: () => Promise.resolve([preseal(5, { name: 'Obra', local: 7, points: PLANNED }), preseal(6, { local: 8 })]),
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Usar los puntos del premontaje Obra' }))
    await expect(await canvas.findByRole('heading', { name: 'Sótano' })).toBeVisible()
    await expect(canvas.queryByRole('button', { name: /Usar los puntos/ })).toBeNull()
    await waitFor(
      () =>
        expect(planning.saved).toHaveBeenCalledWith(
          1,
          'points',
          expect.objectContaining({ values: { points: PLANNED } }),
        ),
      { timeout: 5000 },
    )
  },
}

/** What lies outside is related to another point; the next number of a type is given by itself. */
export const Points: Story = {
  ...edited,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const body = within(document.body)
    await userEvent.click(await canvas.findByRole('button', { name: /Tipo de punto/ }))
    await userEvent.click(await body.findByRole('option', { name: /CO · Exterior/ }))
    await userEvent.click(canvas.getByRole('button', { name: 'Añadir punto' }))
    await expect(await canvas.findByText('CO1 está fuera: relaciónalo con otro punto.')).toBeVisible()
    await expect(saved).not.toHaveBeenCalled()
    await userEvent.click(canvas.getByRole('button', { name: /Tipo de punto/ }))
    await userEvent.click(await body.findByRole('option', { name: /AD · Puerta de ventas/ }))
    await userEvent.click(canvas.getByRole('button', { name: 'Añadir punto' }))
    await waitFor(
      () =>
        expect(saved).toHaveBeenCalledWith(
          1,
          'points',
          expect.objectContaining({
            values: {
              points: {
                'Planta baja': [
                  { point: 'AD1', related: [] },
                  { point: 'AD2', related: [] },
                ],
              },
            },
          }),
        ),
      { timeout: 5000 },
    )
  },
}
