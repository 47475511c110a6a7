/**
 * The device fleet: a footscan is added, gets its key and counts; tunnels, MAC validation; other users get no access.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PASSWORD, server, signIn, visitor } from './browser.ts'

const ADMIN = '/users/admin'
const MAC = '00:1E:42:0A:0B:0C'
const submit = (page: Page) => page.locator('main button[type="submit"]')

/** Signed in as the administrator, in English. */
async function asAdmin(): Promise<Awaited<ReturnType<typeof visitor>>> {
  const stage = await visitor({ locale: 'en' })
  await signIn(stage.page, 'admin')
  await stage.page.goto(ADMIN)
  await stage.page.getByRole('heading', { name: 'Administration', level: 1 }).waitFor()
  return stage
}

/** Answers "is it still you?" if the page asks. */
async function confirmIfAsked(page: Page, done: Promise<unknown>): Promise<void> {
  const password = page.locator('input[name="current-password"]')
  const isOpen = await Promise.race([
    password.waitFor().then(
      () => true,
      () => false,
    ),
    done.then(() => false),
  ])
  if (!isOpen) return
  await password.fill(PASSWORD)
  await password.press('Enter')
  await done
}

async function choose(page: Page, field: string, option: RegExp): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(field) })
    .first()
    .click()
  await page.getByRole('listbox').getByRole('option', { name: option }).first().click()
}

test('a basic user is sent away from the fleet, and the short addresses lead there', async () => {
  const { page, close } = await visitor({ locale: 'en' })
  await signIn(page, 'analyst')
  for (const path of ['/hubble', '/footscans', '/footscans/new', '/footscans/1/edit']) {
    await page.goto(`${ADMIN}${path}`)
    await page.waitForURL((url) => url.pathname === '/users')
  }
  await close()
  const admin = await asAdmin()
  for (const path of ['hubble', 'footscans']) {
    await admin.page.goto(`/admin/${path}`)
    await admin.page.waitForURL(`**${ADMIN}/${path}`)
  }
  await admin.close()
})

test('an administrator adds a footscan, gives it a key, posts a count with it and sees the last contact', async () => {
  const { page, problems, close } = await asAdmin()
  await page.goto(`${ADMIN}/footscans/new`)
  await submit(page).click()
  await page.getByText('Field is mandatory').first().waitFor()
  await page.getByRole('textbox', { name: /^Name/ }).fill('Journey door')
  await page.getByLabel('MAC address').fill('001e420a0b0c')
  await page.getByRole('textbox', { name: /^Name/ }).click()
  await expect.poll(() => page.getByLabel('MAC address').inputValue()).toBe(MAC)
  await page.getByText('Teltonika', { exact: true }).waitFor()
  await choose(page, 'Client', /./)
  await choose(page, 'Venue', /./)
  await choose(page, 'Area', /./)
  await submit(page).click()
  await page.waitForURL(/footscans\/\d+\/edit$/)

  const dialog = page.getByRole('dialog', { name: 'The key of Journey door' })
  await page.getByRole('button', { name: 'Give it a key' }).click()
  await confirmIfAsked(page, dialog.waitFor())
  await dialog.getByText('Copy it now: it is shown only once.').waitFor()
  const key = (await dialog.locator('code').first().textContent()) ?? ''
  const example = (await dialog.locator('pre').textContent()) ?? ''
  expect(example).toContain(`Authorization: Bearer ${key}`)
  expect(example).toContain(MAC)

  // The message of the command.
  const body = /-d '(\{.*\})'/.exec(example)?.[1] ?? ''
  const address = /https?:\/\/\S+/.exec(example)?.[0] ?? ''
  expect(address).toBe(`${server().address}/api/ingest/readings`)
  const refused = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.slice(0, -1)}x`, 'content-type': 'application/json' },
    body,
  })
  expect(refused.status).toBe(401)
  const answer = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body,
  })
  expect(answer.status).toBe(202)
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await dialog.waitFor({ state: 'hidden' })

  // The key cannot be read again, and the first contact is shown.
  await page.reload()
  expect(await page.content()).not.toContain(key)
  const contact = page.getByText('Last contact').locator('xpath=following-sibling::dd[1]')
  await contact.filter({ hasText: /\d\d-\d\d-\d{4}/ }).waitFor()
  await page.getByRole('button', { name: 'Latest pings' }).click()
  await page
    .getByRole('dialog', { name: `Pings of ${MAC}` })
    .getByText('Messages')
    .first()
    .waitFor()

  // It has counted: it is disabled, not removed.
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText(`${MAC} has already counted.`, { exact: false }).waitFor()
  expect(problems.filter((problem) => !problem.includes('409') && !problem.includes('403'))).toEqual([])
  await close()
})

test('a tunnel is toggled once for each press, and the nodes show it', async () => {
  const { page, close } = await asAdmin()
  const mac = 'AC:86:74:0A:0B:0C'
  await page.goto(`${ADMIN}/hubble?tab=ssh`)
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New SSH connection' })
  await dialog.getByLabel('MAC address').fill(mac)
  await dialog.getByRole('textbox', { name: /^Address/ }).fill('10.0.0.4')
  await dialog.getByRole('textbox', { name: /^User/ }).fill('root')
  await dialog.locator('input[type="password"]').fill('a password of a node')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await confirmIfAsked(page, dialog.waitFor({ state: 'hidden' }))
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/tunnel/toggle')) calls.push(request.method())
  })
  await page
    .getByRole('switch', { name: `Tunnel: ${mac}` })
    .locator('xpath=ancestor-or-self::label[1]')
    .click()
  await page.getByText(`${mac}: tunnel on`).waitFor()
  await page.goto(`${ADMIN}/hubble?show=tunnel`)
  await page.getByRole('switch', { name: `Tunnel: ${mac}` }).waitFor({ state: 'attached' })
  await expect.poll(() => page.getByRole('switch', { name: `Tunnel: ${mac}` }).isChecked()).toBe(true)
  expect(calls).toEqual(['PUT'])
  expect(await page.content()).not.toContain('a password of a node')
  await close()
})

test('a pasted list of MAC addresses gets a verdict on each line', async () => {
  const { page, close } = await asAdmin()
  await page.goto(`${ADMIN}/hubble?tab=validator`)
  await page.getByLabel('MAC addresses').fill('00b09d0000aa\nnot a mac\nAC:86:74:00:00:BB\nac8674 0000bb')
  const verdicts = page.getByRole('list', { name: 'Result of each line' }).getByRole('listitem')
  await page.getByText('Not a MAC', { exact: true }).waitFor()
  await expect
    .poll(() => verdicts.allTextContents())
    .toEqual([
      'New00:B0:9D:00:00:AABrickstream',
      'Not a MACnot a mac',
      'NewAC:86:74:00:00:BBOpen Mesh',
      'RepeatedAC:86:74:00:00:BBOpen Mesh',
    ])
  await page.getByRole('button', { name: 'Validate' }).click()
  await page.getByText('2 addresses added to validation').waitFor()
  await page
    .getByRole('row', { name: /00:B0:9D:00:00:AA/ })
    .getByText('Waiting')
    .waitFor()
  await close()
})
