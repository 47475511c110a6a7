/** A new client, its local from a file and by hand, and the messages about both. */
import { expect, test } from 'vitest'
import { signIn, visitor } from './browser.ts'

const LIST = '/users/admin/clients'

test('a client is added, its locals come from a file, one gets a zip code of its country, a position and limits, and both go', async () => {
  const { page, problems, close } = await visitor()
  await signIn(page, 'admin')
  await page.goto(LIST)
  const save = () => page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('link', { name: 'Nuevo cliente' }).first().click()
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Mercados del Turia')
  await page.getByRole('textbox', { name: 'Id real' }).fill('SAP-900')
  await page.getByText('Cisco Spaces', { exact: true }).click()
  await save()
  await page.getByRole('link', { name: 'Mercados del Turia' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Id real' }).inputValue()).toBe('SAP-900')

  await page.getByRole('link', { name: 'Locales', exact: true }).click()
  await page.getByRole('button', { name: 'Cargar CSV', exact: true }).click()
  const file = (zip: string) =>
    Buffer.from(`code;name;time_zone;country_code;zip_code\nT1;"Peña; Ñ";Europe/Madrid;ES;${zip}`, 'latin1')
  const choose = (zip: string) =>
    page.locator('input[type=file]').setInputFiles({ name: 'locales.csv', mimeType: 'text/csv', buffer: file(zip) })
  await choose('1000-205')
  await page.getByText('País y código postal no casan: ES 1000-205.').waitFor()
  expect(await page.getByRole('button', { name: 'Cargar', exact: true }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Cargar CSV', exact: true }).click()
  await choose('46001')
  await page.getByRole('button', { name: 'Cargar', exact: true }).click()
  await page.getByRole('link', { name: 'Peña; Ñ' }).click()

  await page.getByRole('textbox', { name: 'Código postal' }).fill('4600')
  await save()
  await page.getByText('No es un código postal del país elegido (España).').waitFor()
  await page.getByRole('textbox', { name: 'Código postal' }).fill('46002')
  await page.getByRole('textbox', { name: 'Límites' }).fill('100, 80')
  await save()
  await page.getByRole('link', { name: 'Peña; Ñ' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Código postal' }).inputValue()).toBe('46002')
  await page.getByRole('button', { name: 'Añadir área' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Nombre' }).fill('Puerta del río')
  await dialog.getByRole('button', { name: 'Añadir área' }).click()
  await page.getByText('Puerta del río').first().waitFor()

  await page.goto(LIST)
  await page.getByRole('button', { name: 'Eliminar Mercados del Turia' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect.poll(() => page.getByRole('link', { name: 'Mercados del Turia' }).count()).toBe(0)
  expect(problems).toEqual([])
  await close()
})
