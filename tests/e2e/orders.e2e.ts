/** Orders in the real product: one is made, launched, and followed to its installation and the board. */
import { expect, test } from 'vitest'
import { signIn, visitor } from './browser.ts'

/** Another one each time: names are there once. */
const NAME = `Journey ${Date.now()}`

test('an order is made, launched and followed to its installation, which is begun on the page of its way and is on the board', async () => {
  const { page, close } = await visitor({ locale: 'en' })
  await signIn(page, 'admin')
  await page.goto('/users/admin')
  await page.getByRole('heading', { name: 'Administration', level: 1 }).waitFor()

  await page.goto('/users/admin/orders/new')
  await page.getByRole('textbox', { name: /^Name/ }).fill(NAME)
  await page.getByRole('button', { name: /Client/ }).click()
  await page.getByRole('option', { name: /Nube Moda/ }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  // Its page comes next: it is nothing without its venues.
  await page.getByRole('heading', { name: NAME, level: 1 }).waitFor()

  // Without a venue there is nothing to launch.
  await page.getByText('This order has no venues').waitFor()
  await page.getByRole('button', { name: 'Launch' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Launch' }).click()
  await page.getByText('The order has no venues. Add those that it is for first.').waitFor()
  await page.getByRole('button', { name: /Venue/ }).first().click()
  await page.getByRole('option', { name: /Serrano/ }).click()
  await page.getByRole('textbox', { name: 'Old id' }).fill('J-1')
  await page.getByRole('button', { name: 'Add venue' }).click()
  await page.getByText('Old id: J-1').waitFor()
  await page.getByRole('button', { name: 'Launch' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Launch' }).click()
  await page.getByRole('link', { name: 'View installation' }).click()

  await page.getByRole('heading', { name: 'Serrano', level: 1 }).waitFor()
  const steps = page.getByRole('list', { name: 'From order to first counts' })
  expect(await steps.getByRole('listitem').filter({ hasText: 'Order' }).first().textContent()).toContain(NAME)
  await page.getByText('Old id: J-1').waitFor()
  await page.getByRole('button', { name: 'Begin installation' }).click()
  await page.getByText('Current stage: Installation').waitFor()
  await page.getByRole('link', { name: 'Installation board' }).click()

  const column = page.getByRole('region', { name: 'Installation', exact: true })
  await column.waitFor()
  // The newest one is at the end of those that wait.
  const more = column.getByRole('button', { name: /^Show \d+ more$/ })
  if ((await more.count()) > 0) await more.click()
  const card = column.getByRole('link', { name: new RegExp(NAME) })
  await card.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Serrano', level: 1 }).waitFor()
  await close()
})
