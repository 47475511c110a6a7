/** Figures that are no hours: from the drop of a file to their dashboard and back. */
import { expect, test } from 'vitest'
import { settled, signIn, visitor } from './browser.ts'

/** Two years of two brands and of what is not named. */
const LINES = ['2022', '2023'].flatMap((year, y) =>
  Array.from({ length: 12 }, (_, m) => `${year}-${String(m + 1).padStart(2, '0')}`).flatMap((month) => [
    `ES,${month},Seat,${100 + 10 * y}`,
    `ES,${month},Škoda,50`,
    `ES,${month},other,7`,
  ]),
)

test('figures of months are imported in the page, looked at in their dashboard, and taken back', async () => {
  const { page, problems, close } = await visitor({ locale: 'en' })
  await signIn(page, 'admin')
  await page.goto('/users/uploads/import')
  const buffer = Buffer.from(['country,period,brand,registrations', ...LINES].join('\n'))
  await page.locator('input[type=file]').setInputFiles({ name: 'months.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('radio', { name: 'New client' }).click()
  await page.getByRole('textbox', { name: /Name of the client/ }).fill('Test registrations')
  await page.getByRole('button', { name: 'Read files' }).click()
  await page.waitForURL(/\/import\/\d+$/)

  const state = page.getByRole('region', { name: 'State of the import' })
  await state.getByText('72 lines will be stored').waitFor()
  await page.getByText('The figure of a month or a quarter').first().waitFor()
  await state.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('link', { name: 'Open the monthly tendency' }).click()
  await page.waitForURL(/\/users\/dashboards\/automotive\/monthly-tendency\?client=\d+/)
  await settled(page)
  // The twelve months of each brand: 12 × 110 and 12 × 50.
  for (const figure of ['1,320', '600']) await page.getByText(figure, { exact: true }).first().waitFor()

  await page.goBack()
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The import was undone').first().waitFor()
  expect(problems).toEqual([])
  await close()
}, 120_000)
