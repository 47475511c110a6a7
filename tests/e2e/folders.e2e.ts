/** Shared folders of dashboards: made by an administrator, filled by moving many, seen by whom they are for. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, visitor } from './browser.ts'

/** `PICTURES=folder`: what the journey saw, to be looked at. */
const { PICTURES } = process.env
async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: join(PICTURES, `${name}.png`) })
}

/** A dashboard with one note, made by a call. */
const add = (page: Page, name: string, title: string) =>
  page.evaluate(
    async ([called, titled]) => {
      const text = JSON.stringify({
        format: 1,
        _id: 'x',
        revision: 0,
        name: called,
        widgets: { note: { type: 'text', title: titled, options: { markdown: 'Hola' } } },
        layout: { sections: [{ id: 'top', widgets: ['note'] }] },
        grids: { large: { note: { x: 0, y: 0, w: 6, h: 4 } } },
      })
      const answer = await fetch('/api/dashboards', {
        method: 'POST',
        body: JSON.stringify({ text }),
        headers: { access_token: localStorage.getItem('access_token') ?? '', 'content-type': 'application/json' },
      })
      return answer.status
    },
    [name, title] as const,
  )

test('dashboards are chosen, moved to a shared folder and found by their content', async () => {
  const { page, problems, close } = await visitor({ locale: 'es' })
  await signIn(page, 'admin')
  await page.goto('/users/admin/folders/new')
  await page.getByRole('textbox', { name: /Nombre/ }).fill('Dirección')
  await page
    .getByRole('button', { name: /Cuentas/ })
    .first()
    .click()
  await page.getByRole('option', { name: /analyst/ }).click()
  await page.keyboard.press('Escape')
  await picture(page, 'folder-form')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('link', { name: 'Dirección' }).waitFor()
  await picture(page, 'folder-list')

  expect([await add(page, 'Ventas norte', 'Ranking de puertas'), await add(page, 'Ventas sur', 'Nota')]).toEqual([
    201, 201,
  ])
  // Found, for what earlier journeys made may fill the first page of the table.
  await page.goto('/users/admin/dashboards?view=table&q=Ventas')
  for (const name of ['Ventas norte', 'Ventas sur'])
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('checkbox')
      .click({ force: true })
  await page.getByRole('button', { name: 'Mover' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mover a una carpeta' })
  await dialog.getByText('Ventas norte, Ventas sur').waitFor()
  await dialog.getByRole('textbox', { name: 'Carpeta' }).fill('Dirección')
  await picture(page, 'move')
  await dialog.getByRole('button', { name: 'Mover' }).click()
  await page
    .getByRole('row', { name: /Ventas norte/ })
    .getByText('Dirección')
    .waitFor()

  const reader = await visitor({ locale: 'es' })
  await signIn(reader.page, 'analyst')
  await reader.page.goto('/users/dashboards/custom')
  await reader.page.getByRole('region', { name: 'Dirección' }).getByRole('link', { name: 'Ventas sur' }).waitFor()
  await reader.page.getByText('Personas de la carpeta').first().waitFor()
  await reader.page.getByRole('searchbox').fill('ranking puertas')
  await reader.page.getByText('Contiene: Ranking de puertas').waitFor()
  expect(await reader.page.getByRole('link', { name: /Ventas/ }).count()).toBe(1)
  await picture(reader.page, 'found')
  expect([problems, reader.problems]).toEqual([[], []])
  await reader.close()
  await close()
})
