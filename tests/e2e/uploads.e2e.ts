/** Uploads: who may bring what, a file that is wrong and why, one that is loaded, said again, and taken back. */
import { expect, test } from 'vitest'
import { signIn, visitor } from './browser.ts'

const MANAGE = '/users/uploads/manage'
const csv = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})

test('who lacks canUpload finds no card and is sent to the root; an operator sees what only administrators may use', async () => {
  const stranger = await visitor({ locale: 'es' })
  await signIn(stranger.page, 'campaigner')
  for (const path of [MANAGE, '/uploads/manage']) {
    await stranger.page.goto(path)
    await stranger.page.waitForURL((url) => url.pathname === '/users')
  }
  await expect.poll(() => stranger.page.locator(`a[href="${MANAGE}"]`).count()).toBe(0)
  await stranger.close()

  const { page, problems, close } = await visitor({ locale: 'es' })
  await signIn(page, 'operator')
  await page.goto(`${MANAGE}?mode=SINGLE_HME`)
  // A feed of several companies is not for an operator: the first mode that is takes its place.
  const mode = page.getByRole('button', { name: /Formato/ })
  await mode.waitFor()
  await expect.poll(() => mode.textContent()).toContain('Excel con una hoja')
  await mode.click()
  const disabled = page.getByRole('option', { name: /solo administradores/ })
  await disabled.first().waitFor()
  await expect.poll(() => disabled.count()).toBe(3)
  for (const option of await disabled.all()) await expect.poll(() => option.getAttribute('aria-disabled')).toBe('true')
  expect(problems).toEqual([])
  await close()
})

test('a wrong file is shown with its reasons and cannot be loaded; a right one is, once, and can be taken back', async () => {
  const { page, problems, close } = await visitor({ locale: 'es' })
  await signIn(page, 'operator')
  await page.goto('/users')
  await page.locator(`main a[href="${MANAGE}"]`).click()
  await page.getByRole('heading', { name: 'Cargas', level: 1 }).waitFor()
  await page.goto(`${MANAGE}?kind=ticketsDaily&client=1`)
  const input = page.locator('input[type=file]')
  const load = page.getByRole('button', { name: 'Cargar', exact: true })

  await input.setInputFiles(
    csv('malo.csv', [
      'NUB-01;2024-02-05;31',
      ...[1, 2, 3, 4].map((n) => `NADIE-${n};2024-02-05;1`),
      'NUB-01;2013-12-31;1',
    ]),
  )
  await page.getByText('4 identificadores externos no encontrados').waitFor()
  await page.getByText('Algunas filas tienen campos no válidos').waitFor()
  await expect.poll(() => page.getByText('NADIE-4').isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Mostrar los 4' }).click()
  await page.getByText('NADIE-4').waitFor()
  await expect.poll(() => load.isEnabled()).toBe(false)

  // Another file begins anew.
  const good = csv('bueno.csv', ['NUB-01;2024-02-05;31', 'NUB-02;2024-02-05;12'])
  await input.setInputFiles(good)
  await page.getByText('Filas encontradas: 2 de 2').waitFor()
  await expect.poll(() => page.getByText('Algunas filas tienen campos no válidos').count()).toBe(0)
  await load.click()
  await page.getByText('Archivo procesado.').waitFor()
  const row = page.getByRole('row', { name: /bueno\.csv/ }).first()
  await row.waitFor()

  await input.setInputFiles(good)
  await page.getByText('Filas encontradas: 2 de 2').waitFor()
  await load.click()
  await page.getByText('No se han añadido ni modificado tickets').waitFor()

  await row.getByRole('button', { name: 'Deshacer bueno.csv' }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Deshacer' }).click()
  await row.getByText('Deshecha').waitFor()
  // The selection is cleared with its kind.
  await page
    .getByRole('button', { name: /Qué se carga/ })
    .first()
    .click()
  await page.getByRole('option', { name: 'Tickets por hora' }).click()
  await expect.poll(() => page.getByText('No se han añadido ni modificado tickets').count()).toBe(0)
  await page.getByText('bueno.csv').first().waitFor()
  expect(problems.filter((problem) => !problem.includes('304'))).toEqual([])
  await close()
})
