/** Interventions in the real product: one is added, written about and completed; a late user sees by whom. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, visitor } from './browser.ts'

const LIST = '/users/admin/interventions'
const TYPE = 'Sensor check'

const rowMenu = (page: Page, name: RegExp) => page.getByRole('button', { name })
/** The id of the one that this journey has added, from its link in the list. */
async function idOf(page: Page): Promise<number> {
  const href = await page.getByRole('link', { name: new RegExp(`^${TYPE} #`) }).getAttribute('href')
  return Number(/\/(\d+)\/edit$/.exec(href ?? '')?.[1])
}
/** As a colleague would, by call. */
const call = (page: Page, path: string) =>
  page.evaluate(async (address) => {
    const answer = await fetch(`/api${address}`, {
      method: 'POST',
      headers: { access_token: localStorage.getItem('access_token') ?? '' },
    })
    return answer.status
  }, path)

test('an intervention is added, written about, and completed by a colleague first: a late user sees who, when and what', async () => {
  const { page, close } = await visitor({ locale: 'en' })
  await signIn(page, 'admin')
  await page.goto('/users/admin')
  await page.getByRole('heading', { name: 'Administration', level: 1 }).waitFor()

  await page.goto(`${LIST}/new`)
  await page.getByRole('textbox', { name: /^Type/ }).fill(TYPE)
  await page.getByRole('textbox', { name: /^Description/ }).fill('Look at the sensor of the main entrance.')
  await page.getByRole('textbox', { name: /^Data/ }).fill('ticket: 77')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL((url) => url.pathname === LIST)
  const name = new RegExp(`^${TYPE} #`)
  await page.getByRole('link', { name }).click()

  await page.getByRole('textbox', { name: 'New comment' }).fill('Bring a ladder.')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByText('Bring a ladder.').and(page.locator('p')).waitFor()
  await page.getByRole('link', { name: 'Interventions' }).click()
  await page.getByRole('link', { name }).waitFor()
  const id = await idOf(page)

  // The list still shows it as pending.
  expect(await call(page, `/interventions/${id}/complete`)).toBe(200)
  await rowMenu(page, new RegExp(`^Actions for ${TYPE} #`)).click()
  await page.getByRole('menuitem', { name: 'Discard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await page
    .getByText(
      /This is not possible any more\. admin@aforo\.test, \d{2}-\d{2}-\d{4} \d{2}:\d{2}:\d{2}: Intervention completed\./,
    )
    .waitFor()
  await expect.poll(() => page.getByRole('link', { name }).count()).toBe(0)
  await close()
})

test('all that are completed are archived after a preview of exactly these, the list is a file, and the audit log names what was done', async () => {
  const { page, close } = await visitor({ locale: 'en' })
  await signIn(page, 'admin')
  await page.goto('/users/admin')
  await page.getByRole('heading', { name: 'Administration', level: 1 }).waitFor()
  await page.goto(`${LIST}?state=completed`)
  const links = page.getByRole('row').getByRole('link')
  await links.first().waitFor()
  const names = (await links.allTextContents()).toSorted()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines.length).toBe(names.length + 1)
  expect(lines[0]).toContain('Type;State;Since;Assigned to;Venue;Description')

  await page.getByRole('button', { name: 'Bulk actions' }).click()
  await page.getByRole('menuitem', { name: `Archive all completed (${names.length})` }).click()
  const dialog = page.getByRole('dialog', { name: 'Archive all completed' })
  const shown = await dialog.getByRole('listitem').locator('span:first-child').allTextContents()
  expect(shown.toSorted()).toEqual(names)
  await dialog.getByRole('button', { name: `Archive (${names.length})` }).click()
  await page.getByText('Nothing with this filter').waitFor()

  await page.goto('/users/admin/audit')
  await page.getByText('Intervention archived').first().waitFor()
  await close()
})
