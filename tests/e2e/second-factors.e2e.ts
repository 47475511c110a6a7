/**
 * Second factors of an account: a passkey, and the codes of an app. Chromium brings the device that holds the passkey.
 */
import { Secret, TOTP } from 'otpauth'
import type { CDPSession, Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { PASSWORD, server, signInByForm, type Stage, visitor } from './browser.ts'

const NAME = 'office'
/** As `npm run demo` prints it: browsers know no passkeys under an IP address. */
const ADDRESS = server().address.replace('127.0.0.1', 'localhost')
const PASSKEY = { name: 'Sign in with a passkey' }

const api = (path: string, init: RequestInit = {}) => fetch(`${server().address}/api${path}`, init)
const submit = (page: Page) => page.locator('button[type="submit"]')

/** The account is as it was: others sign in with it too. */
afterEach(async () => {
  const signedIn = await api('/oauth/token', {
    method: 'POST',
    headers: { username: 'admin', password: PASSWORD, grant_type: 'password' },
  })
  const { access_token } = (await signedIn.json()) as { access_token: string }
  const [user] = (await api(`/users?text=${NAME}`, { headers: { access_token } }).then((answer) => answer.json())) as {
    id: number
  }[]
  expect((await api(`/users/${user?.id}/second-factors`, { method: 'DELETE', headers: { access_token } })).status).toBe(
    204,
  )
})

/** A device with a lock: it asks for finger, face or PIN, and is shown the right one. */
async function withDevice({ context, page }: Stage): Promise<CDPSession & { authenticatorId: string }> {
  const device = await context.newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return Object.assign(device, { authenticatorId })
}

const openMenu = (page: Page) => page.locator('header[data-print] button[aria-haspopup]').last().click()

/** The part of the profile about signing in. */
async function openSignIn(page: Page) {
  await page.goto('/users')
  await page.locator('main h1').waitFor()
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'My profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'My profile' })
  await dialog.getByRole('tab', { name: 'Sign-in' }).click()
  return dialog
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/users')
  await openMenu(page)
  await page.getByRole('menuitem', { name: /log ?out/i }).click()
  await page.waitForURL('**/login')
  await page.locator('input[name="username"]').waitFor()
}

const isSignedIn = async (page: Page) => {
  await page.waitForURL('**/users')
  const token = await page.evaluate(() => localStorage.getItem('access_token') ?? '')
  return (await api('/me', { headers: { access_token: token } }).then((answer) => answer.json())) as {
    username: string
  }
}

test('a passkey made in the profile signs in from the login page, without name, password or code; once removed, it does not', async () => {
  const stage = await visitor({ locale: 'en', address: ADDRESS })
  const { page, problems } = stage
  const device = await withDevice(stage)
  await signInByForm(page, NAME)
  const dialog = await openSignIn(page)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Name of the passkey').fill('Laptop')
  await dialog.getByRole('button', { name: 'Create the passkey' }).click()
  await dialog.getByRole('listitem').filter({ hasText: 'Laptop' }).getByText('Not used yet').waitFor()
  const { credentials } = await device.send('WebAuthn.getCredentials', { authenticatorId: device.authenticatorId })
  expect(credentials.map(({ rpId, isResidentCredential }) => ({ rpId, isResidentCredential }))).toEqual([
    { rpId: 'localhost', isResidentCredential: true },
  ])

  await signOut(page)
  await page.getByRole('button', PASSKEY).click()
  await expect.poll(() => isSignedIn(page)).toMatchObject({ username: `${NAME}@aforo.test` })
  const used = await openSignIn(page)
  await used.getByText(/Used on/).waitFor()
  await used.getByRole('button', { name: 'Remove the passkey Laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await used.getByRole('listitem').first().waitFor({ state: 'detached' })
  expect(problems).toEqual([])

  await signOut(page)
  await page.getByRole('button', PASSKEY).click()
  await page
    .getByText(/^Login failed: /)
    .first()
    .waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  await stage.close()
})

test('without finger, face or PIN there is no passkey and no session, but an error', async () => {
  const stage = await visitor({ locale: 'en', address: ADDRESS })
  const { page } = stage
  const device = await withDevice(stage)
  await device.send('WebAuthn.setUserVerified', { authenticatorId: device.authenticatorId, isUserVerified: false })
  await page.goto('/login')
  await page.getByRole('button', PASSKEY).click()
  await page.getByText('No passkey was used.').waitFor()
  await signInByForm(page, NAME)
  const dialog = await openSignIn(page)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Name of the passkey').fill('Laptop')
  await dialog.getByRole('button', { name: 'Create the passkey' }).click()
  await page.getByText('No passkey was created.').waitFor()
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(0)
  await stage.close()
})

test('an app that was given the key signs in beside the password, and a recovery code does where it is gone', async () => {
  const { page, problems, close } = await visitor({ locale: 'en', address: ADDRESS })
  await signInByForm(page, NAME)
  const dialog = await openSignIn(page)
  await dialog.getByRole('button', { name: 'Set up the app' }).click()
  await dialog.getByRole('img', { name: 'QR code of the key' }).waitFor()
  const [secret = ''] = /[A-Z2-7]{32}/.exec(await dialog.innerText()) ?? []
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  await dialog.getByLabel('Code of the app').fill(app.generate())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const shown = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await shown.first().waitFor()
  const [recovery = '', ...others] = await shown.allInnerTexts()
  expect(others).toHaveLength(9)
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await dialog.getByText('Recovery codes left: 10').waitFor()

  // Each code counts once: the next half minute's is good already.
  for (const [code, left] of [
    [app.generate({ timestamp: Date.now() + 30_000 }), 10],
    [recovery, 9],
  ] as const) {
    await signOut(page)
    await page.locator('input[name="username"]').fill(NAME)
    await page.locator('input[name="password"]').fill(PASSWORD)
    await submit(page).click()
    await page.locator('input[name="code"]').fill(code)
    await submit(page).click()
    await expect.poll(() => isSignedIn(page)).toMatchObject({ username: `${NAME}@aforo.test` })
    await (await openSignIn(page)).getByText(`Recovery codes left: ${left}`).waitFor()
  }
  expect(problems).toEqual([])
  await close()
})

test('under an IP address, where browsers know no passkeys, login offers none and the profile says where they work', async () => {
  const { page, problems, close } = await visitor({ locale: 'en' })
  await page.goto('/login')
  await submit(page).waitFor()
  await expect.poll(() => page.getByRole('button', PASSKEY).count()).toBe(0)
  await signInByForm(page, NAME)
  const dialog = await openSignIn(page)
  await dialog.getByText('Passkeys work only at the address localhost.').waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0)
  expect(problems).toEqual([])
  await close()
})
