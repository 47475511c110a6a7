/** Status again by hand, with the mouse: from an empty page to its first reader, and as a file under another name. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readMoment } from '../../src/engine/core/run/moment.ts'
import { settled, signIn, visitor } from './browser.ts'

const cell = (page: Page, id: string) => page.locator(`[data-cell="${id}"]`)
const section = (page: Page, at: number) => page.locator('[data-canvas-section]').nth(at)
const place = async (page: Page, id: string) =>
  /columna.*/.exec((await cell(page, id).getAttribute('aria-label')) ?? '')?.[0]

/** From the palette to a section: by pointer, as a hand does it. `share` of the section's width. */
async function drag(page: Page, type: string, to: number, share: number): Promise<void> {
  const entry = page.locator(`button[data-type="${type}"]`)
  const grid = section(page, to).locator('[data-grid]')
  await entry.scrollIntoViewIfNeeded()
  await grid.scrollIntoViewIfNeeded()
  const [from, there] = [await entry.boundingBox(), await grid.boundingBox()]
  if (from === null || there === null) throw new Error(`${type} cannot be dragged`)
  await page.mouse.move(from.x + 30, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(there.x + there.width * share, there.y + Math.min(20, there.height / 2), { steps: 4 })
  await page.mouse.up()
}

/** By the handle, `columns` wider and `rows` taller. */
async function resize(page: Page, id: string, columns: number, rows: number): Promise<void> {
  await cell(page, id).scrollIntoViewIfNeeded()
  const [grid, handle] = [
    await page.locator('[data-grid]', { has: cell(page, id) }).boundingBox(),
    await cell(page, id).locator('[data-handle]').boundingBox(),
  ]
  if (grid === null || handle === null) throw new Error(`${id} has no handle`)
  const [x, y] = [handle.x + 10, handle.y + 10]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + ((grid.width + 12) / 12) * columns, y + 52 * rows, { steps: 8 })
  await page.mouse.up()
}

async function addSection(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Añadir una sección' }).click()
  await page.getByRole('textbox', { name: 'Título' }).fill(title)
}

test('an admin builds Status with the mouse: dragged from the palette, sized by the handle, published, read, exported, imported under another name and saved as a moment', async () => {
  const { page, problems, close } = await visitor({ locale: 'es', width: 1680, height: 1000 })
  await signIn(page, 'admin')
  await page.goto('/users/admin/dashboards/new')
  await page.getByRole('textbox', { name: /^Nombre/ }).fill('Estado a mano')
  await page.keyboard.press('Enter')
  await page.getByText('Una página en blanco').waitFor()
  await page.getByRole('searchbox', { name: 'Buscar un widget' }).fill('status')
  await expect.poll(() => page.locator('button[data-type]').count()).toBe(7)

  // Each brings what it needs: the filters come with the first, their gestures with every one.
  await drag(page, 'status-variation', 0, 0.05)
  await cell(page, 'status-variation').waitFor()
  await addSection(page, 'Qué ha cambiado')
  await drag(page, 'status-changes', 2, 0.05)
  await cell(page, 'status-changes').waitFor()
  // Beside the first, though it was let go half above it.
  await drag(page, 'status-changes', 2, 0.45)
  await cell(page, 'status-changes-2').waitFor()
  await page.getByRole('textbox', { name: 'Título' }).fill('Frente a una semana antes')
  await page.getByRole('radio', { name: 'Semana pasada' }).click()
  await addSection(page, 'A lo largo del tiempo')
  for (const [type, share] of [
    ['status-evolution', 0.05],
    ['status-news', 0.8],
  ] as const)
    await drag(page, type, 3, share)
  await cell(page, 'status-news').waitFor()
  await addSection(page, 'En detalle')
  for (const [type, share] of [
    ['pings-evolution', 0.05],
    ['status-summary', 0.6],
  ] as const)
    await drag(page, type, 4, share)
  await cell(page, 'status-summary').waitFor()
  await expect.poll(() => place(page, 'status-changes-2')).toBe('columna 7, fila 1, 6 de ancho, 7 de alto')

  // Wider at the edge of the page is wider, and no longer; the neighbour makes room.
  await resize(page, 'status-evolution', 1, 0)
  await expect.poll(() => place(page, 'status-evolution')).toBe('columna 1, fila 1, 9 de ancho, 7 de alto')
  await page.getByRole('button', { name: 'Deshacer: tamaño de Evolución del estado' }).waitFor()
  await expect.poll(() => place(page, 'status-news')).toBe('columna 9, fila 8, 4 de ancho, 7 de alto')

  await page.getByRole('button', { name: 'Publicar', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Visible para/ }).click()
  await page.getByRole('option', { name: 'Todos' }).click()
  await dialog.getByRole('button', { name: 'Publicar', exact: true }).click()
  await page.getByText('Publicado; sin cambios').waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  // A reader: the same figures and the same gestures as in the one that ships; a filter under a resting pointer marks
  // what it would change.
  const reader = await visitor({ locale: 'es', width: 1680, height: 1000 })
  await signIn(reader.page, 'analyst')
  await reader.page.goto(`/users/dashboards/view/${id}`)
  await settled(reader.page)
  await reader.page.locator('[data-param="days"]').hover()
  await reader.page.getByText('Si cambia: hasta 1 petición, para 4 widgets.').waitFor()
  await expect.poll(() => reader.page.locator('[data-impact="asked"]').count()).toBe(4)
  await cell(reader.page, 'status-variation').getByRole('row').nth(1).click()
  await reader.page.waitForURL(/[?&]locals=\d+(?:&|$)/)
  await expect.poll(() => reader.page.locator('[data-impact]').count()).toBe(0)
  expect(reader.problems).toEqual([])
  await reader.close()

  // Out as a file, in again under another name.
  await page.goto('/users/admin/dashboards')
  await page.getByRole('button', { name: 'Acciones de Estado a mano' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Exportar' }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  expect((text.match(/"emits"/g) ?? []).length).toBe(7)
  await page.getByRole('button', { name: 'Importar' }).click()
  await dialog.locator('input[type="file"]').setInputFiles({
    name: 'otro.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text.replaceAll('Estado a mano', 'Estado del norte')),
  })
  await dialog.getByRole('button', { name: 'Importar' }).click()
  await page.getByRole('row', { name: /Estado del norte/ }).waitFor()

  // Its current content as a fixture, without names of users.
  await page.goto(`/users/dashboards/view/${id}`)
  await settled(page)
  await page.getByRole('button', { name: 'Guardar este momento' }).click()
  const [kept] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Guardar archivo' }).click(),
  ])
  const moment = await readFile(await kept.path(), 'utf8')
  expect(
    readMoment(moment)
      .widgets.map(({ type }) => type)
      .toSorted(),
  ).toEqual([
    'pings-evolution',
    'status-changes',
    'status-changes',
    'status-evolution',
    'status-news',
    'status-summary',
    'status-variation',
  ])
  expect(moment).not.toMatch(/Nube|Gran Vía|Serrano|access_token/)
  expect(problems).toEqual([])
  await close()
})
