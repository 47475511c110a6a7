/** Stored preferences of lists: the last search, the last option and the page size (spec 1, section 3). */
import { expect, test } from 'vitest'
import { signIn, visitor } from './browser.ts'

test.each([
  ['analyst', '/users/dashboards/custom', 'show=builtIn&text=comp'],
  ['analyst', '/users/reports', 'q=week&size=50'],
  ['campaigner', '/users/campaigns', 'sort=name&size=50'],
  ['admin', '/users/admin/users', 'q=ana&size=50'],
])('%s finds %s as it was left, also after a reload elsewhere', async (user, path, left) => {
  const { page, close } = await visitor({ locale: 'es' })
  await signIn(page, user)
  await page.goto(`${path}?${left}`)
  await page.locator('main h1').waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('aforo.lists'))).toContain(left)
  await page.goto('/users')
  await page.locator('main h1').waitFor()
  await page.goto(path)
  await expect.poll(() => new URL(page.url()).search.slice(1)).toBe(left)
  await close()
})
