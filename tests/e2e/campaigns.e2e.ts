/**
 * Campaigns: an administrator without the flag has none, a campaign is made, is in Compare, is changed, and is
 * deleted.
 */
import { expect, test } from 'vitest'
import { COMPARE, settled, signIn, visitor } from './browser.ts'

const LIST = '/users/campaigns'
const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
const NAME = 'Semana de prueba'

test('an administrator without campaignManager is sent to the root and finds no card', async () => {
  const { page, close } = await visitor({ locale: 'es' })
  await signIn(page, 'admin')
  for (const path of [LIST, '/campaigns/new', `${LIST}/edit/1`]) {
    await page.goto(path)
    await page.waitForURL((url) => url.pathname === '/users')
  }
  await page.locator('main h1').waitFor()
  await expect.poll(() => page.locator(`a[href="${LIST}"]`).count()).toBe(0)
  await close()
})

test('a campaign is made, is marked in Compare and offered as a period, is changed, and is deleted after a question', async () => {
  const { page, problems, close } = await visitor({ locale: 'es' })
  await signIn(page, 'campaigner')
  await page.goto(LIST)
  await page.getByRole('heading', { name: 'Campañas', level: 1 }).waitFor()
  await expect
    .poll(() => page.getByRole('columnheader').allTextContents())
    .toEqual(expect.arrayContaining(['Nombre', 'Cliente', 'Inicio', 'Fin']))
  await page.getByRole('link', { name: 'Añadir campaña' }).click()
  const save = page.locator('main button[type="submit"]')
  await save.click()
  await expect.poll(() => page.getByText('El campo es obligatorio').count()).toBeGreaterThanOrEqual(3)
  await page.getByRole('textbox', { name: /Nombre/ }).fill(NAME)
  // The last ten days: whichever week Compare begins with, some of its days are among them.
  await page.getByRole('spinbutton').first().click()
  await page.keyboard.type(day(10).split('-').toReversed().join(''))
  await page.getByRole('spinbutton').nth(3).click()
  await page.keyboard.type(day(0).split('-').toReversed().join(''))
  await save.click()
  await page.getByText('Cambios guardados').first().waitFor()
  await page.getByRole('row').filter({ hasText: NAME }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Campañas')

  await page.goto(COMPARE)
  await settled(page)
  await page.locator('[data-widget="comparison"]').getByText(NAME).first().waitFor()
  await page.locator('[data-param="periods"] button').first().click()
  await page.getByRole('dialog').getByRole('group').first().getByRole('button', { name: 'Campañas' }).click()
  await page.getByRole('dialog').locator('button[aria-haspopup="listbox"]').click()
  await page.getByRole('option', { name: new RegExp(NAME) }).waitFor()

  await page.goto(LIST)
  await page.getByRole('link', { name: NAME }).click()
  await page.getByRole('heading', { name: NAME, level: 1 }).waitFor()
  await page.getByRole('textbox', { name: /Descripción/ }).fill('Para borrar')
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await page.getByText('Cambios guardados').first().waitFor()
  await page.getByRole('link', { name: NAME }).click()
  const remove = page.getByRole('button', { name: 'Eliminar', exact: true })
  await remove.click()
  await page.getByRole('alertdialog', { name: 'Estás seguro?' }).getByRole('button', { name: 'Cancelar' }).click()
  await page.getByText('Todo sigue igual').waitFor()

  await page.route('**/api/campaigns/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 503, json: { code: 'STORE_UNAVAILABLE', message: 'away' } })
      : route.continue(),
  )
  await remove.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await page.getByText(/No se ha podido borrar/).waitFor()
  await page.unroute('**/api/campaigns/*')
  await remove.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await page.getByText('Eliminado correctamente').first().waitFor()
  await page.waitForURL((url) => url.pathname === LIST)
  await expect.poll(() => page.getByRole('row').filter({ hasText: NAME }).count()).toBe(0)
  expect(problems.filter((problem) => !problem.includes('503'))).toEqual([])
  await close()
})
