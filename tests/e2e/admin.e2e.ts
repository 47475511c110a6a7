/** Administration of people: a person is invited, sees exactly what was given, and is thrown out again; the rest of the area by its lists. */
import type { Page } from 'playwright-core'
import { afterAll, expect, inject, test } from 'vitest'
import { closeBrowser, signIn, visitor } from './browser.ts'

afterAll(closeBrowser)

const ADMIN = '/users/admin'
const submit = (page: Page) => page.locator('main button[type="submit"]')
const cards = (page: Page) => page.locator('main section li a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))

/** Signed in as the administrator, back in English: signing in applies the account's own language. */
async function asAdmin(): Promise<Awaited<ReturnType<typeof visitor>>> {
  const stage = await visitor({ locale: 'en' })
  await signIn(stage.page, 'admin')
  await stage.page.goto(ADMIN)
  await stage.page.getByRole('heading', { name: 'Administration', level: 1 }).waitFor()
  return stage
}

/** The link of the newest mail to this address that sets a password, waited for. */
async function linkTo(address: string): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const mails = await fetch(`${inject('address')}/api/demo/mailbox`, { headers: { accept: 'application/json' } }).then((answer) => answer.json()) as { to: string; text: string }[]
    const path = mails.filter(({ to }) => to === address).map(({ text }) => /\/changepass\/[\w-]{43}/.exec(text)?.[0]).find((found) => found !== undefined)
    if (path !== undefined) return path
    await new Promise((done) => { setTimeout(done, 100) })
  }
  throw new Error(`There is no mail to ${address} with a link.`)
}

test('who is no administrator is sent to the root from every page of the area', async () => {
  const { page, close } = await visitor({ locale: 'en' })
  await signIn(page, 'analyst')
  for (const path of ['', '/users', '/users/new', '/users/1/edit', '/groups', '/groups/new', '/user-access', '/api-clients', '/brands', '/brands/new']) {
    await page.goto(`${ADMIN}${path}`)
    await page.waitForURL((url) => url.pathname === '/users')
  }
  await close()
})

test('an administrator invites a person, who sets the password, sees exactly the cards of the flags, and is thrown out when disabled', async () => {
  const { page, problems, close } = await asAdmin()
  await page.goto(`${ADMIN}/users/new`)

  // Nothing typed: the field says what is missing.
  await submit(page).click()
  await page.getByText('Field is mandatory').waitFor()
  expect(await page.getByLabel('Username (e-mail)').evaluate((field) => field === document.activeElement)).toBe(true)

  // A flag that needs another says so and waits for it.
  const forecast = page.getByRole('checkbox', { name: 'Automotive forecast' })
  expect(await forecast.isDisabled()).toBe(true)
  await page.getByText('Needs Automotive', { exact: true }).first().waitFor()

  await page.getByLabel('Username (e-mail)').fill('eva.invited')
  await page.getByText('Compare', { exact: true }).last().click()
  await page.getByLabel('MAC addresses').fill('not a mac')
  await submit(page).click()
  await page.getByText('“not a mac” is no MAC address: 12 hex digits are expected.').waitFor()
  await page.getByLabel('MAC addresses').fill('a0b1c2d3e4f5')
  await submit(page).click()
  await page.waitForURL(`**${ADMIN}/users`)
  await page.getByText('Invitation sent to eva.invited@aforo.test').waitFor()

  // Twice the same name: the server's refusal stands at the field.
  await page.goto(`${ADMIN}/users/new`)
  await page.getByLabel('Username (e-mail)').fill('eva.invited')
  await submit(page).click()
  await page.getByText('This name already exists. Choose another one.').waitFor()
  expect(await page.getByLabel('Username (e-mail)').getAttribute('aria-invalid')).toBe('true')

  // The person.
  const eva = await visitor({ locale: 'en' })
  await eva.page.goto(await linkTo('eva.invited@aforo.test'))
  await eva.page.getByText('Hello, eva.invited@aforo.test').waitFor()
  await eva.page.locator('input[name="password"]').fill('Another-2026-password')
  await eva.page.locator('input[name="repeated"]').fill('Another-2026-password')
  await eva.page.getByText('I accept being responsible').click()
  await eva.page.locator('button[type="submit"]').click()
  await eva.page.waitForURL('**/users')
  const terms = eva.page.getByRole('alertdialog')
  if (await terms.waitFor({ timeout: 3000 }).then(() => true, () => false)) await terms.getByRole('button').last().click()
  await eva.page.locator('main section li a').first().waitFor()
  expect(await cards(eva.page)).toEqual(['/users/foot/dashboards/view/foot-compare'])
  expect(await eva.page.locator('header nav a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(['/users/foot/dashboards/view/foot-compare'])

  // Disabled: the next thing she does leads to login.
  await page.goto(`${ADMIN}/users?q=eva.invited`)
  await page.getByRole('button', { name: 'Actions for eva.invited@aforo.test' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
  await question.getByText('eva.invited@aforo.test will no longer be able to sign in').waitFor()
  await question.getByRole('button', { name: 'Disable' }).click()
  await page.getByText('eva.invited@aforo.test: disabled').waitFor()
  await eva.page.goto('/users/foot/dashboards/view/foot-compare')
  await eva.page.waitForURL((url) => url.pathname === '/login')
  expect(problems.filter((problem) => !/409|400/.test(problem))).toEqual([])
  await eva.close()
  await close()
})

test('unsaved work is asked about before the page is left, and cancelling keeps everything', async () => {
  const { page, close } = await asAdmin()
  await page.goto(`${ADMIN}/groups/new`)
  await page.getByLabel('Name').fill('Stores of the north')
  await page.getByRole('link', { name: 'Groups' }).click()
  const question = page.getByRole('alertdialog')
  await question.waitFor()
  await question.getByRole('button').first().click()
  expect(await page.getByLabel('Name').inputValue()).toBe('Stores of the north')
  await submit(page).click()
  await page.waitForURL(`**${ADMIN}/groups`)
  await page.getByRole('button', { name: 'Delete Stores of the north' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Everything stays as it was').or(page.getByText('Cancelled')).first().waitFor()
  await page.getByRole('button', { name: 'Delete Stores of the north' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Deleted!').waitFor()
  await close()
})

test('the secret of an API client is shown once, with a button that copies it', async () => {
  const { page, close } = await asAdmin()
  await page.goto(`${ADMIN}/api-clients/new`)
  await page.getByLabel('Name').fill('Signage')
  await page.getByLabel('Redirect addresses').fill('https://signage.test/#back')
  await submit(page).click()
  await page.getByText('The address https://signage.test/#back cannot be used: write it as https://host/path.').waitFor()
  await page.getByLabel('Redirect addresses').fill('https://signage.test/back')
  await submit(page).click()
  const dialog = page.getByRole('dialog', { name: 'Keys of Signage' })
  await dialog.getByRole('button', { name: 'Copy: Secret' }).click()
  const secret = await page.evaluate(() => navigator.clipboard.readText())
  expect(secret).toMatch(/^[\w-]{43}$/)
  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  await page.waitForURL(`**${ADMIN}/api-clients`)
  await page.getByRole('link', { name: 'Signage' }).click()
  await page.getByText('Cannot be shown').waitFor()
  expect(await page.content()).not.toContain(secret)
  await close()
})

test('a brand’s colour that cannot be read is refused at its field, and the preview follows the form', async () => {
  const { page, close } = await asAdmin()
  await page.goto(`${ADMIN}/brands/new`)
  await page.getByLabel('First label of the host name').fill('surhouse')
  await page.getByLabel('Title').first().fill('Sur House')
  await page.getByLabel('Primary colour', { exact: true }).fill('#8fd6b8')
  await page.getByText(/Hard to read on white \(contrast 1\.68\)/).waitFor()
  await submit(page).click()
  expect(await page.getByLabel('Primary colour', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Primary colour', { exact: true }).fill('#154a8a')
  expect(await page.locator('figure').getByText('Sur House').first().isVisible()).toBe(true)
  await submit(page).click()
  await page.waitForURL(`**${ADMIN}/brands`)
  await page.getByRole('link', { name: 'Sur House' }).waitFor()
  await close()
})
