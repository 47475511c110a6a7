/**
 * Administration of people: a person is invited, sees exactly what was given, and is thrown out again; the rest of the
 * area by its lists.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawPng } from '../../server/demo/png.ts'
import { PASSWORD, server, signIn, visitor } from './browser.ts'

const ADMIN = '/users/admin'
const submit = (page: Page) => page.locator('main button[type="submit"]')
const cards = (page: Page) =>
  page.locator('main section li a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))

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
    const mails = (await fetch(`${server().address}/api/demo/mailbox`, {
      headers: { accept: 'application/json' },
    }).then((answer) => answer.json())) as { to: string; text: string }[]
    const path = mails
      .filter(({ to }) => to === address)
      .map(({ text }) => /\/changepass\/[\w-]{43}/.exec(text)?.[0])
      .find((found) => found !== undefined)
    if (path !== undefined) return path
    await new Promise((done) => {
      setTimeout(done, 100)
    })
  }
  throw new Error(`There is no mail to ${address} with a link.`)
}

test('who is no administrator is sent to the root from every page of the area', async () => {
  const { page, close } = await visitor({ locale: 'en' })
  await signIn(page, 'analyst')
  for (const path of [
    '',
    '/users',
    '/users/new',
    '/users/1/edit',
    '/groups',
    '/groups/new',
    '/user-access',
    '/api-clients',
    '/brands',
    '/brands/new',
    '/audit',
  ]) {
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
  await expect
    .poll(() => page.getByLabel('Username (e-mail)').evaluate((field) => field === document.activeElement))
    .toBe(true)

  // A flag that needs another says so and waits for it.
  const forecast = page.getByRole('checkbox', { name: 'Automotive forecast' })
  await expect.poll(() => forecast.isDisabled()).toBe(true)
  await page
    .getByText(/Needs Automotive$/)
    .first()
    .waitFor()

  await page.getByLabel('Username (e-mail)').fill('eva.invited')
  await page.getByText('Compare', { exact: true }).last().click()
  await page.getByLabel('MAC addresses').fill('not a mac')
  await submit(page).click()
  await page.getByText('“not a mac” is not a MAC address: 12 hex digits are expected.').waitFor()
  await page.getByLabel('MAC addresses').fill('a0b1c2d3e4f5')
  await submit(page).click()
  await page.waitForURL(`**${ADMIN}/users`)
  await page.getByText('Invitation sent to eva.invited@aforo.test').waitFor()

  // Twice the same name: the server's refusal is at the field.
  await page.goto(`${ADMIN}/users/new`)
  await page.getByLabel('Username (e-mail)').fill('eva.invited')
  await submit(page).click()
  await page.getByText('This name already exists. Choose another one.').waitFor()
  await expect.poll(() => page.getByLabel('Username (e-mail)').getAttribute('aria-invalid')).toBe('true')

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
  if (
    await terms.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    )
  )
    await terms.getByRole('button').last().click()
  await eva.page.locator('main section li a').first().waitFor()
  await expect.poll(() => cards(eva.page)).toEqual(['/users/foot/dashboards/view/foot-compare'])
  expect(
    await eva.page.locator('header nav a').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
  ).toEqual(['/users/foot/dashboards/view/foot-compare', '/users/dashboards/custom'])

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
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Stores of the north')
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
  await page
    .getByText('The address https://signage.test/#back cannot be used: write it as https://host/path.')
    .waitFor()
  await page.getByLabel('Redirect addresses').fill('https://signage.test/back')
  await submit(page).click()
  const dialog = page.getByRole('dialog', { name: 'Keys of Signage' })
  await dialog.getByRole('button', { name: 'Copy: Secret' }).click()
  const secret = await page.evaluate(() => navigator.clipboard.readText())
  expect(secret).toMatch(/^[\w-]{43}$/)
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
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
  await expect.poll(() => page.getByLabel('Primary colour', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Primary colour', { exact: true }).fill('#154a8a')
  await expect.poll(() => page.locator('figure').getByText('Sur House').first().isVisible()).toBe(true)
  await submit(page).click()
  await page.waitForURL(`**${ADMIN}/brands`)
  await page.getByRole('link', { name: 'Sur House' }).waitFor()
  await close()
})

/** As if the administrators had shown their password so many minutes ago. */
function confirmedAgo(minutes: number): void {
  const catalog = new DatabaseSync(join(server().dataDir, 'catalog.sqlite'))
  catalog.prepare('update sessions set confirmed_at = ?').run(Date.now() - minutes * 60_000)
  catalog.close()
}

test('rights are changed only with a password shown a short while ago: cancelling keeps the form, a wrong one is reported, the right one saves', async () => {
  const { page, close } = await asAdmin()
  await page.goto(`${ADMIN}/groups/new`)
  await page.getByLabel('Name').fill('Confirmed people')
  confirmedAgo(16)
  await submit(page).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const field = dialog.getByLabel('Your password')
  await field.waitFor()
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)

  // Would rather not: everything stays as it was.
  await page.keyboard.press('Escape')
  await page.getByText('Nothing was changed: this needs your password again.').waitFor()
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Confirmed people')
  await expect.poll(() => submit(page).evaluate((button) => button === document.activeElement)).toBe(true)

  await submit(page).click()
  await field.fill('Not-the-password-1')
  await page.keyboard.press('Enter')
  await dialog.getByText('The current password is not correct.').waitFor()
  await field.fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${ADMIN}/groups`)
  await page.getByRole('link', { name: 'Confirmed people' }).waitFor()

  // For a while it is not asked again; and a row's own action asks as a form does.
  await page.getByRole('button', { name: 'Delete Confirmed people' }).click()
  confirmedAgo(16)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await field.fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('Deleted!').waitFor()
  await close()
})

test('the audit log shows who did what in words, is filtered by its address, read as a file, and its chain is verified', async () => {
  const { page, close } = await asAdmin()
  await page.getByRole('link', { name: /^Audit log/ }).click()
  await page.getByText(/The chain is unbroken\. Entries: [\d,.]+\./).waitFor()
  await page
    .getByRole('row', { name: /admin@aforo\.test Signed in admin|Signed in/ })
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByText(/The chain is unbroken/).waitFor()

  await page.goto(`${ADMIN}/audit?action=group.remove`)
  const row = page.getByRole('row', { name: /admin@aforo\.test Deleted a group Confirmed people/ })
  await row.waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(1)
  await expect
    .poll(() => page.getByRole('rowheader').allInnerTexts())
    .toSatisfy((all: string[]) => all.every((text) => text === 'Deleted a group'))
  await row.getByRole('button', { name: /^Show the details/ }).click()
  await page.getByText('group.remove').waitFor()
  await page.getByRole('button', { name: 'Everything about Confirmed people' }).click()
  await page.waitForURL(/target=Confirmed/)

  await page.goto(`${ADMIN}/audit?target=Confirmed+people`)
  await expect.poll(() => page.getByRole('rowheader').first().innerText()).toBe('Deleted a group')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toBe('\ufeffEntry;When;Who;What;Code;On what;Details')
  expect(lines.slice(1).map((line) => line.split(';').slice(2, 6).join(' '))).toEqual([
    'admin@aforo.test Deleted a group group.remove Confirmed people',
    'admin@aforo.test Created a group group.create Confirmed people',
  ])

  await page.goto(`${ADMIN}/audit?text=nothing-has-this-in-it`)
  await page.getByText('No entry matches the filters').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('rowheader').first().waitFor()
  await close()
})

test('an image of a brand is uploaded and seen on the login page of its host; what is no image, or too large, is refused in words', async () => {
  const { page, close } = await asAdmin()
  await page.goto(`${ADMIN}/brands/new`)
  await page.getByLabel('First label of the host name').fill('oeste')
  await page.getByLabel('Title').first().fill('Casa Oeste')
  const input = page.locator('input[type="file"]').first()
  const choose = (name: string, mimeType: string, buffer: Buffer) => input.setInputFiles({ name, mimeType, buffer })
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  await choose('logo.svg', 'image/svg+xml', svg)
  await page
    .getByText(/^logo\.svg /)
    .first()
    .waitFor()
  await expect.poll(() => page.getByRole('img', { name: 'Logo', exact: true }).count()).toBe(0)
  // A name promises nothing: the server looks at the bytes.
  await choose('logo.png', 'image/png', svg)
  await page
    .getByText(
      'This image cannot be used. Choose a whole PNG, JPEG or WebP of at most 512 KB and 4096 pixels on each side.',
    )
    .waitFor()
  await choose('large.png', 'image/png', Buffer.alloc(600_000, 1))
  await page.getByText(/^large\.png is .*; choose a file of at most /).waitFor()

  await choose(
    'logo.png',
    'image/png',
    drawPng(64, 64, (x, y) => [20, 90, 120, (x + y) % 2 === 0 ? 255 : 200]),
  )
  const shown = page.getByRole('group', { name: 'Logo', exact: true }).getByRole('img', { name: 'Logo', exact: true })
  await shown.waitFor()
  await expect.poll(() => shown.getAttribute('src')).toMatch(/^\/api\/brand-images\/\d+$/)
  await submit(page).click()
  await page.waitForURL(`**${ADMIN}/brands`)

  const stranger = await visitor({ locale: 'en' })
  await stranger.page.goto(`http://oeste.localhost:${new URL(server().address).port}/login`)
  const logo = stranger.page.locator('img[src^="/api/brand-images/"]').first()
  await logo.waitFor()
  expect(
    await logo.evaluate((image: HTMLImageElement) =>
      image.decode().then(() => [image.naturalWidth, image.naturalHeight]),
    ),
  ).toEqual([64, 64])
  await expect.poll(() => stranger.page.title()).toContain('Casa Oeste')
  await stranger.close()
  await close()
})
