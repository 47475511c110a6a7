/**
 * The stories of a noun with a name and a comment and without states, over rows of which the first is called Norte;
 * not part of the product.
 */
import type { StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import type { ResourcePages } from '../resource/resource-pages.ts'
import { nounStories } from './noun-stories.tsx'

interface Row {
  readonly id: number
  readonly name: string
  readonly comment: string
  readonly createdAt: number
  readonly updatedAt: number
}

type Play = NonNullable<StoryObj['play']>

/** @param name of its pages. What is sent of the first row is all that it says, but its id and when it was made. */
export function plainNounStories(pages: ResourcePages, rows: readonly Row[], name: string) {
  const { list, empty, loading, failed, added, edited, removed, saved, downloaded } = nounStories(pages, rows)
  const leadsToForms: Play = async ({ canvasElement }) => {
    const link = await within(canvasElement).findByRole('link', { name: 'Norte' })
    await expect(link).toHaveAttribute('href', `/users/admin/${name}/1/edit`)
  }
  const refusesAShortName: Play = async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByRole('textbox', { name: /Nombre/ }), 'ab')
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(canvas.getByRole('textbox', { name: /Nombre/ })).toBeInvalid())
    await expect(saved).not.toHaveBeenCalled()
  }
  const sendsAll: Play = async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Comentario' }), 'Nuevo')
    await userEvent.click(canvas.getByRole('button', { name: 'Guardar' }))
    const { id, createdAt: _, ...draft } = rows[0]!
    await waitFor(() => expect(saved).toHaveBeenCalledWith(id, { ...draft, comment: `${draft.comment}Nuevo` }))
  }
  const hidesAColumn: Play = async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Columnas' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Columnas' }))
    await expect(panel.getByRole('checkbox', { name: 'Nombre' })).toBeDisabled()
    await userEvent.click(panel.getByRole('checkbox', { name: 'Último cambio' }))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(canvas.queryByRole('columnheader', { name: /Último cambio/ })).toBeNull())
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Descargar CSV' })).toBeVisible())
    await userEvent.click(canvas.getByRole('button', { name: 'Descargar CSV' }))
    await waitFor(() => expect(downloaded).toHaveBeenCalled())
    const [, bytes = new Blob()] = downloaded.mock.calls[0] ?? []
    const [head] = (await new Response(bytes).text()).split('\n')
    await expect(head).toMatch(/Nombre/)
    await expect(head).not.toMatch(/Último cambio/)
    await userEvent.click(canvas.getByRole('button', { name: 'Columnas' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Mostrar todas' }))
    await waitFor(() => expect(canvas.getByRole('columnheader', { name: /Último cambio/, hidden: true })).toBeVisible())
  }
  const undoes: Play = async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Eliminar Norte' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Eliminar' }))
    await waitFor(() => expect(canvas.queryByRole('link', { name: 'Norte' })).toBeNull())
    await userEvent.click(await screen.findByRole('button', { name: 'Deshacer' }))
    await waitFor(() => expect(canvas.getByRole('link', { name: 'Norte' })).toBeVisible())
  }
  const restores: Play = async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Restaurar' }))
    await waitFor(() => expect(canvas.getByRole('textbox', { name: /Nombre/ })).toHaveValue('Norte'))
  }
  return {
    list: { ...list, play: leadsToForms },
    empty,
    loading,
    failed,
    add: { ...added, play: refusesAShortName },
    edit: { ...edited, play: sendsAll },
    columns: { ...list, play: hidesAColumn },
    undo: { ...list, play: undoes },
    removed: { ...removed, play: restores },
  }
}
