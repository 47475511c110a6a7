/** Sign-in at a company's identity provider: a real OpenID provider, in a real browser, and back. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoServer, freePort, startDemo } from '../../scripts/demo-server.ts'
import { CLIENT, startIdentityProvider, type TestIdentityProvider } from '../../server/testing/identity-provider.ts'
import { visitor } from './browser.ts'

let provider: TestIdentityProvider
let demo: DemoServer

beforeAll(async () => {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  provider = await startIdentityProvider(
    {
      ana: { email: 'analyst@aforo.test', email_verified: true },
      eva: { email: 'nobody-here@aforo.test', email_verified: true },
    },
    `${address}/api/oauth/callback`,
  )
  demo = await startDemo({
    port,
    env: {
      PUBLIC_URL: address,
      IDP_ISSUER: provider.issuer,
      IDP_CLIENT_ID: CLIENT.clientId,
      IDP_CLIENT_SECRET: CLIENT.clientSecret,
    },
  })
}, 180_000)
afterAll(async () => {
  await demo.stop()
  await provider.close()
})

/**
 * From our login page by its button to the provider's pages. The provider's fonts are on the internet, which a test
 * has not.
 */
async function toProvider(page: Page): Promise<void> {
  await page.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => route.abort(),
  )
  await page.goto(`${demo.address}/login`)
  await page.getByRole('button', { name: 'Sign in with your corporate account' }).click()
  await page.waitForURL(`${provider.issuer}/**`)
}

async function signInAs(page: Page, person: string): Promise<void> {
  await page.locator('input[name="login"]').fill(person)
  await page.locator('input[name="password"]').fill('any')
  await page.locator('button[type="submit"]').click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a person without an account here comes back to login and reads why', async () => {
  const { page, close } = await visitor({ locale: 'en' })
  await toProvider(page)
  await signInAs(page, 'eva')
  await page.waitForURL(`${demo.address}/login**`)
  await page.getByText('There is no account with your e-mail address. Ask your administrator for one.').waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
  await close()
})

test('who turns back at the provider comes back to login and reads that it was not completed', async () => {
  const { page, close } = await visitor({ locale: 'en' })
  await toProvider(page)
  await page.getByRole('link', { name: /cancel/i }).click()
  await page.waitForURL(`${demo.address}/login**`)
  await page.getByText('The corporate sign-in was not completed. Start again.').waitFor()
  await close()
})

test('a person with an account signs in at the provider and is in, and no code of the way stays in the address', async () => {
  const { page, problems, close } = await visitor({ locale: 'en' })
  await toProvider(page)
  await signInAs(page, 'ana')
  await page.waitForURL((url) => url.origin === demo.address && url.pathname.startsWith('/users'))
  await page.locator('main').first().waitFor()
  expect(new URL(page.url()).search).toBe('')
  const token = await page.evaluate(() => localStorage.getItem('access_token'))
  expect(
    await fetch(`${demo.address}/api/me`, { headers: { access_token: token ?? '' } }).then((answer) => answer.json()),
  ).toMatchObject({ username: 'analyst@aforo.test' })
  expect(problems.filter((problem) => !/Failed to load resource/.test(problem))).toEqual([])
  await close()
})
