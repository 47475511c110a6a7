/**
 * The editor: a small Status dashboard by keys alone, from an empty page to its first reader, changed as text, undone
 * and restored.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { COMPARE, settled, signIn, visitor } from './browser.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Findings of axe on the page: rule and place. One experimental rule is left out: it wants all the figures inside a
 * widget to be in the name of its cell, where the title, the place and the state are.
 */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: (options: object) => Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }> }
    }
    const { violations } = await axe.run({
      resultTypes: ['violations'],
      rules: { 'label-content-name-mismatch': { enabled: false } },
    })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${String(target[0])}`))
  })
}

const cell = (page: Page, id: string) => page.locator(`[data-cell="${id}"]`)
const isFocused = (of: Locator) => of.evaluate((element) => element === document.activeElement)
const said = (page: Page) => page.locator('[data-said]')

/** Through the palette's search, with keys: the entry is reached with the arrow and added with Enter. */
async function add(page: Page, type: string, words: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Buscar un widget' }).fill(words)
  const entry = page.locator(`button[data-type="${type}"]`)
  await expect.poll(() => entry.getAttribute('tabindex')).toBe('0')
  await page.keyboard.press('Tab')
  await expect.poll(() => entry.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await cell(page, type).waitFor()
}

test('an admin builds, publishes, changes, undoes and restores a dashboard with the keyboard, and an analyst reads it', async () => {
  const { page, problems, close } = await visitor({ locale: 'es', height: 900 })
  await signIn(page, 'admin')
  await page.goto('/users/admin/dashboards/new')
  await page.getByRole('textbox', { name: /^Nombre/ }).fill('Estado de la semana')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/dashboards\/edit\//)
  await page.getByText('Una página en blanco').waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  // The first widget brings its query and its filters, and shows figures.
  await add(page, 'status-variation', 'Estado de las tiendas')
  await cell(page, 'status-variation').locator('section[data-state="ready"]').waitFor()
  // The second from the gallery: its key, a word, Enter; Escape before gives the focus back.
  await cell(page, 'status-variation').focus()
  const gallery = page.getByRole('dialog', { name: 'Añadir un widget' })
  await page.keyboard.press('a')
  await gallery.waitFor()
  await page.keyboard.press('Escape')
  await gallery.waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(cell(page, 'status-variation'))).toBe(true)
  await page.keyboard.press('a')
  await gallery.getByRole('searchbox').fill('Novedades')
  await expect.poll(() => gallery.getByRole('listitem').count()).toBe(1)
  await expect.poll(() => findings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(() => isFocused(cell(page, 'status-news'))).toBe(true)
  await cell(page, 'status-news').locator('section[data-state="ready"]').waitFor()
  await page.locator('[data-param="client"]').waitFor()

  // Moved and sized by keys; every step is announced, Escape restores the start.
  await cell(page, 'status-news').focus()
  await page.keyboard.press('s')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => said(page).textContent()).toMatch(/de ancho, \d+ de alto/)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Deshacer: tamaño de Novedades por fecha' }).waitFor()
  await page.keyboard.press('m')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Escape')
  await expect.poll(() => said(page).textContent()).toMatch(/ha vuelto a su sitio/)
  await page.getByRole('button', { name: 'Deshacer: tamaño de Novedades por fecha' }).waitFor()

  // The same from the palette of commands.
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('Mover el widget')
  await page.getByRole('option', { name: /^Mover el widget/ }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => said(page).textContent()).toMatch(/Novedades por fecha.*flechas/i)
  await page.keyboard.press('Escape')
  await expect.poll(() => said(page).textContent()).toMatch(/ha vuelto a su sitio/)

  // Enter leads to the settings of the widget, Escape back to it.
  await cell(page, 'status-news').press('Enter')
  const title = page.getByRole('textbox', { name: 'Título' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('aside') !== null)).toBe(true)
  await title.fill('Altas y bajas')
  await cell(page, 'status-news').getByRole('heading', { name: 'Altas y bajas', includeHidden: true }).waitFor()
  await expect.poll(() => findings(page)).toEqual([])

  // A locked widget says why it stays.
  await cell(page, 'status-variation').focus()
  await page.keyboard.press('l')
  await page.keyboard.press('m')
  await expect.poll(() => said(page).textContent()).toMatch(/bloqueado/)
  await page.keyboard.press('l')

  await page.getByText('Borrador guardado').waitFor()
  await page.reload()
  await cell(page, 'status-news').waitFor()
  await page.getByRole('button', { name: 'Deshacer: texto' }).waitFor()

  await page.getByRole('button', { name: 'Publicar', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Visible para/ }).press('Enter')
  await page.getByRole('option', { name: 'Todos' }).click()
  await dialog.getByRole('button', { name: 'Publicar', exact: true }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Publicado; sin cambios').waitFor()

  const reader = await visitor({ locale: 'es' })
  await signIn(reader.page, 'analyst')
  await reader.page.goto(`/users/dashboards/view/${id}`)
  await reader.page.getByRole('heading', { name: 'Estado de la semana', level: 1 }).waitFor()
  await reader.page.getByRole('heading', { name: 'Altas y bajas' }).waitFor()
  // In the tab of the browser too, with no later text taking it away.
  await settled(reader.page)
  // A reader may keep it among the favourites and not edit it; what ships with the product becomes a copy of one's own.
  const star = reader.page.getByRole('button', { name: 'Favorito', exact: true })
  // Shown at once; leaving the page by its address before it is kept would cut the call off.
  const kept = reader.page.waitForResponse((answer) => answer.url().endsWith('/star') && answer.ok())
  await star.press('Enter')
  await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true')
  await kept
  await expect.poll(() => reader.page.getByText('Editar', { exact: true }).count()).toBe(0)
  await expect.poll(() => reader.page.title()).toBe('Estado de la semana · Aforo')
  await reader.page.goto('/users/dashboards/custom?show=starred')
  await reader.page.getByRole('link', { name: 'Estado de la semana' }).waitFor()
  await reader.page.goto(COMPARE)
  await reader.page.getByRole('button', { name: 'Editar', exact: true }).press('Enter')
  await reader.page.getByRole('dialog', { name: 'Personalizar Comparativa' }).getByRole('textbox').press('Enter')
  await reader.page.waitForURL(/\/users\/dashboards\/custom\/edit\//)
  await reader.page.locator('[data-cell]').first().waitFor()
  await reader.close()

  // The same document as text: what is typed is on the canvas at once, and one step back.
  await page.getByRole('button', { name: 'JSON', exact: true }).press('Enter')
  const code = page.locator('[data-json] .monaco-editor').first()
  await code.waitFor()
  await page.waitForFunction(() => document.querySelector('[data-json] .view-line') !== null)
  await code.click()
  await page.keyboard.press('Control+f')
  await page.keyboard.insertText('Altas y bajas')
  await page.keyboard.press('Escape')
  await page.keyboard.insertText('Entradas y salidas')
  await cell(page, 'status-news').getByRole('heading', { name: 'Entradas y salidas', includeHidden: true }).waitFor()
  await page.getByRole('button', { name: 'Deshacer: cambio en el JSON' }).press('Enter')
  await cell(page, 'status-news').getByRole('heading', { name: 'Altas y bajas', includeHidden: true }).waitFor()

  // Another publication, and the first one again.
  await page.getByRole('button', { name: 'JSON', exact: true }).press('Enter')
  await cell(page, 'status-news').focus()
  await page.keyboard.press('Delete')
  await expect.poll(() => cell(page, 'status-news').count()).toBe(0)
  await page.getByRole('button', { name: 'Publicar', exact: true }).press('Enter')
  await dialog
    .getByText(/status-news/)
    .first()
    .waitFor()
  await dialog.getByRole('button', { name: 'Publicar', exact: true }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.goto(`/users/admin/dashboards/history/${id}?revision=1`)
  await page.getByRole('button', { name: 'Restaurar' }).press('Enter')
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: 'Restaurar' })
    .press('Enter')
  await page.getByText('Restaurada de la revisión 1').waitFor()
  await page.goto(`/users/dashboards/view/${id}`)
  await page.getByRole('heading', { name: 'Altas y bajas' }).waitFor()
  // Edit is beside the title of what one may edit.
  await page.getByRole('link', { name: 'Editar', exact: true }).press('Enter')
  await cell(page, 'status-news').waitFor()
  expect(problems).toEqual([])
  await close()
})
