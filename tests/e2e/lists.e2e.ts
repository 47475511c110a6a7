/** Lists: what is remembered of them (spec 1, section 3), their file, and what is loaded from one. */
import { readFile } from 'node:fs/promises'
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

test('locals of a file in Latin-1 are loaded whole or not at all, and the file of the list has each of them under the columns that are shown', async () => {
  const { page, close } = await visitor({ locale: 'en' })
  await signIn(page, 'admin')
  await page.goto('/users/admin/locals')
  const counted = page.getByText(/of [\d,]+$/)
  const total = async () => Number(((await counted.textContent()) ?? '').replace(/.*of |,/g, ''))
  await counted.waitFor()
  const before = await total()
  const stamp = Date.now().toString(36)
  const fileWith = (zone: string) => ({
    name: 'locals.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'client;code;name;time_zone;country_code;zip_code;locality',
        `Nube Moda;${stamp}-1;"Calçada; núm. ${stamp}";Europe/Madrid;ES;46001;València`,
        `Nube Moda;${stamp}-2;Año ${stamp};${zone};ES;46001;`,
      ].join('\r\n'),
      'latin1',
    ),
  })
  await page.getByRole('button', { name: 'Load CSV', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const choose = async (zone: string) => {
    await dialog.locator('input[type=file]').setInputFiles(fileWith(zone))
    await dialog.locator('dl').waitFor()
  }
  await choose('Europe/Madrit')
  await dialog.getByText('Line 3').waitFor()
  await dialog.getByText(/Europe\/Madrit/).waitFor()
  expect(await dialog.getByRole('button', { name: 'Load' }).isDisabled()).toBe(true)
  await choose('Europe/Madrid')
  await dialog.getByRole('button', { name: 'Load' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(total).toBe(before + 2)

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Client' }).click({ force: true })
  await page.keyboard.press('Escape')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const rows = (await readFile(await (await download).path(), 'utf8')).trim().split(/\r?\n/)
  expect(rows.length - 1).toBe(before + 2)
  expect(rows[0]).toBe('Name;Code;Type;Status;Locality;External code;Dealership')
  expect(rows.filter((row) => row.includes(stamp)).toSorted()).toEqual([
    `"Calçada; núm. ${stamp}";${stamp}-1;Store;Operative;València;;`,
    `Año ${stamp};${stamp}-2;Store;Operative;;;`,
  ])
  await close()
})
