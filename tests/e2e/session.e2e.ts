/** Ways in and out: password, one-time code, links, an outside application, other tabs; and what is in between. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { frames, PASSWORD, server, signIn, visitor } from './browser.ts'

const field = (page: Page, name: string) => page.locator(`input[name="${name}"]`)
const submit = (page: Page) => page.locator('button[type="submit"]')
const api = (path: string, init: RequestInit = {}) => fetch(`${server().address}/api${path}`, init)
const bearer = (token: string, body?: unknown): RequestInit => ({
  headers: { access_token: token, 'content-type': 'application/json' },
  ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
})

async function tokenOf(username: string, password = PASSWORD): Promise<string> {
  const answer = await api('/oauth/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password, grant_type: 'password' }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return token
}

/** Signed in, and back in the language of the visit: signing in applies the account's own. */
async function enter(page: Page, username: string): Promise<void> {
  await signIn(page, username)
  await page.goto('/users')
  await page.locator('main h1').waitFor()
}

/** The newest mail to this address that matches, waited for. */
async function mailed(to: string, pattern: RegExp): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const mails = (await api('/demo/mailbox', { headers: { accept: 'application/json' } }).then((answer) =>
      answer.json(),
    )) as { to: string; text: string }[]
    const found = mails
      .filter((mail) => mail.to === to)
      .map(({ text }) => pattern.exec(text)?.[1])
      .find((match) => match !== undefined)
    if (found !== undefined) return found
    await new Promise((done) => {
      setTimeout(done, 100)
    })
  }
  throw new Error(`No mail to ${to} matches ${pattern}.`)
}

/** An unknown name that is not among those for which the server pretends to require a code. */
async function strangerWithoutCode(): Promise<string> {
  for (let n = 0; n < 50; n++) {
    const { otp } = (await api(`/auth/user/otp/stranger-${n}`).then((answer) => answer.json())) as { otp: boolean }
    if (!otp) return `stranger-${n}`
  }
  throw new Error('The server wants a code of every stranger.')
}

test('a refused sign-in says so at once and at the fields, and never whether the account exists', async () => {
  const { page, close } = await visitor({ locale: 'en' })
  await page.goto('/login')
  const said: string[] = []
  for (const name of ['analyst', await strangerWithoutCode()]) {
    await field(page, 'username').fill(name)
    await field(page, 'password').fill('wrong password')
    await submit(page).click()
    await page.locator('form [aria-invalid="true"]').nth(1).waitFor()
    said.push(
      await page
        .getByText(/^Login failed: /)
        .last()
        .innerText(),
    )
    await field(page, 'password').fill('')
    await expect.poll(() => page.locator('form [aria-invalid="true"]').count()).toBe(0)
  }
  expect(new Set(said).size).toBe(1)
  await close()
})

test('a name without @ shows the domain it gets, and empty fields are named', async () => {
  const { page, problems, close } = await visitor({ locale: 'en' })
  await page.goto('/login')
  await submit(page).click()
  await page.getByText('Field is mandatory').waitFor()
  await page.getByText('Please enter the password').waitFor()
  await field(page, 'username').fill(' Analyst ')
  await page.getByText('You will sign in as analyst@aforo.test').waitFor()
  expect(problems).toEqual([])
  await close()
})

test('an account with one-time codes is asked for the code that was mailed, and a wrong one is refused', async () => {
  const { page, close } = await visitor({ locale: 'en' })
  await page.goto('/login')
  await field(page, 'username').fill('otp')
  await field(page, 'password').fill(PASSWORD)
  await page.getByText('This account asks for a one-time code').waitFor()
  await submit(page).click()
  await field(page, 'code').waitFor()
  await expect.poll(() => submit(page).isDisabled()).toBe(true)
  await expect.poll(() => page.getByRole('button', { name: /Send another code in \d+ s/ }).isDisabled()).toBe(true)
  const code = await mailed('otp@aforo.test', /\b(\d{6,8})\b/)
  await field(page, 'code').fill('no-code')
  await submit(page).click()
  await page.getByText('Incorrect One-Time-Password. Please double-check.').first().waitFor()
  await field(page, 'code').fill(` ${code} `)
  await submit(page).click()
  await page.waitForURL('**/users')
  await close()
})

test('an expired password blocks the sign-in, its mail sets a new one, and that signs in', async () => {
  const { page, close } = await visitor({ locale: 'en' })
  await enter(page, 'expired')
  const gate = page.getByRole('alertdialog', { name: 'Password expired.' })
  await gate.waitFor()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 300)
  await expect.poll(() => gate.isVisible()).toBe(true)
  await gate.getByRole('button', { name: /e-mail/ }).click()
  await gate.getByText('Email sent. Please check your inbox.').waitFor()
  const token = await mailed('expired@aforo.test', /changepass\/([A-Za-z0-9_-]{43})/)

  await page.goto(`/changepass/${token}`)
  await page.getByText('Hello, expired@aforo.test').waitFor()
  await field(page, 'password').fill('too short')
  await submit(page).click()
  await expect.poll(() => page.locator('[data-warn] li:not([data-met])').count()).toBeGreaterThan(2)
  await field(page, 'password').fill('Another-2026-password')
  await field(page, 'repeated').fill('Another-2026-passwore')
  await page.getByText('Passwords do not match').waitFor()
  await field(page, 'repeated').fill('Another-2026-password')
  await submit(page).click()
  await page.getByText('Accept the responsibility to continue').waitFor()
  await page.getByText('I accept being responsible').click()
  await submit(page).click()
  await page.getByText('Password changed, logging you in...').waitFor()
  await page.waitForURL('**/users')
  await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0)

  await page.goto(`/changepass/${token}`)
  await page.getByText('The token is no longer valid or it has not been found').waitFor()
  await page.waitForURL('**/recover')
  await close()
})

test('a recovery mail is promised to everyone, and only a whole address can ask', async () => {
  const { page, problems, close } = await visitor({ locale: 'en' })
  await page.goto('/recover')
  await field(page, 'email').fill('guest')
  await expect.poll(() => submit(page).isDisabled()).toBe(true)
  for (const email of ['Guest@aforo.test', 'stranger@aforo.test']) {
    await field(page, 'email').fill(email)
    await submit(page).click()
    await page.getByText('Email sent. Please check your inbox.').waitFor()
  }
  expect(await mailed('guest@aforo.test', /(changepass)/)).toBe('changepass')
  expect(problems).toEqual([])
  await page.getByRole('link', { name: 'Go to login' }).click()
  await page.waitForURL('**/login')
  await close()
})

test('the terms are read in one of three languages, cannot be dismissed, and are accepted once', async () => {
  const { page, close } = await visitor({ locale: 'en' })
  await enter(page, 'nobody')
  const gate = page.getByRole('dialog')
  await gate.waitFor()
  await expect.poll(() => gate.getByRole('radio').allInnerTexts()).toEqual(['English', 'Español', 'Català'])
  await page.keyboard.press('Escape')
  await expect.poll(() => gate.isVisible()).toBe(true)
  await gate.getByRole('radio', { name: 'Català' }).click()
  await gate.getByRole('heading', { name: 'El teu compte' }).waitFor()
  await gate.locator('button').last().click()
  await gate.waitFor({ state: 'detached' })
  await page.reload()
  await page.locator('main h1').waitFor()
  await frames(page, 30)
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await close()
})

test('a token in the address is taken out of it before anything is asked, signs in, and does not work again', async () => {
  const { page, close } = await visitor({ locale: 'en' })
  const requested: string[] = []
  page.on('request', (request) => {
    requested.push(`${request.url()} ${request.headers().referer ?? ''}`)
  })
  const token = await tokenOf('analyst')
  await page.goto(`/users?x=1&access_token=${token}`)
  await page.locator('main h1').waitFor()
  expect(new URL(page.url()).search).toBe('?x=1')
  expect(requested.slice(1).filter((line) => line.includes(token))).toEqual([])
  await expect.poll(() => page.evaluate(() => localStorage.getItem('access_token'))).not.toBe(token)
  expect((await api('/me', bearer(token))).status).toBe(401)
  await close()
})

test('a link for another account asks first, and declining changes nothing', async () => {
  const { page, close } = await visitor({ locale: 'en' })
  await enter(page, 'analyst')
  await page.goto(`/users?access_token=${await tokenOf('operator')}`)
  await page.getByRole('heading', { name: 'Switch account?' }).waitFor()
  await page.getByRole('button', { name: 'Stay as analyst@aforo.test' }).click()
  await page.getByText('analyst@aforo.test').first().waitFor()
  await page.goto(`/users?access_token=${await tokenOf('operator')}`)
  await page.getByRole('button', { name: 'Sign in as operator@aforo.test' }).click()
  await page.getByText('operator@aforo.test').first().waitFor()
  await close()
})

test('a link that is no good leads to login with the reason, and logs out who is signed in', async () => {
  const { page, close } = await visitor({ locale: 'en' })
  await page.goto(`/users?access_token=${'x'.repeat(43)}`)
  await page.waitForURL('**/login')
  await page.getByRole('alert').first().waitFor()
  await signIn(page)
  await page.goto(`/users?access_token=${'x'.repeat(43)}`)
  await page.waitForURL('**/login')
  await page.getByRole('alert').first().waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
  await close()
})

test('the same person signing in again in another tab stays here; signing out there signs out here', async () => {
  const { page, context, close } = await visitor({ locale: 'en' })
  await enter(page, 'analyst')
  await page.evaluate(() => {
    document.body.dataset.same = 'yes'
  })
  const other = await context.newPage()
  await other.goto(`/users?access_token=${await tokenOf('analyst')}`)
  await other.locator('main h1').waitFor()
  await frames(page, 30)
  await expect.poll(() => page.evaluate(() => document.body.dataset.same)).toBe('yes')
  await other.evaluate(() => localStorage.removeItem('access_token'))
  await page.waitForURL('**/login')
  await close()
})

test('an outside application gets its code and state at its registered address, and no other address is accepted', async () => {
  const { page, close } = await visitor({ locale: 'en' })
  const admin = await tokenOf('admin')
  const made = (await api(
    '/security/api_client',
    bearer(admin, {
      name: 'Spaces',
      redirectUris: ['https://spaces.example/back'],
      clients: [],
      flags: [],
      enabled: true,
    }),
  ).then((answer) => answer.json())) as { clientId: string }
  await page.route('https://spaces.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Back</h1>' }),
  )
  const query = {
    client_id: made.clientId,
    response_type: 'code',
    state: 's-1',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }
  const authorize = async (target: string) => {
    await page.goto(`/spaces/auth/login?${new URLSearchParams({ ...query, redirect_uri: target })}`)
    await field(page, 'username').fill('analyst')
    await field(page, 'password').fill(PASSWORD)
    await submit(page).click()
  }
  await authorize('https://spaces.example/elsewhere')
  await page.locator('form [aria-invalid="true"]').first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/spaces/auth/login')
  await authorize('https://spaces.example/back')
  await page.waitForURL('https://spaces.example/back?*')
  const back = new URL(page.url()).searchParams
  expect([back.get('state'), back.get('code')?.length]).toEqual(['s-1', 43])
  await page.goto('/spaces/auth/login?client_id=x')
  await page.getByText('redirect_uri').waitFor()
  await close()
})

test('a sign-out goes through the server’s exit to login, and the token is gone', async () => {
  const { page, close } = await visitor({ locale: 'en' })
  await enter(page, 'analyst')
  await page.locator('header[data-print] button[aria-haspopup]').last().click()
  await Promise.all([
    page.waitForRequest('**/api/logout/redirect'),
    page.getByRole('menuitem', { name: /log ?out|sign out/i }).click(),
  ])
  await page.waitForURL('**/login')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
  await close()
})

test('no page that signs out is left to go back to', async () => {
  const { page, close } = await visitor({ locale: 'en' })
  await enter(page, 'analyst')
  await page.locator('header[data-print] button[aria-haspopup]').last().click()
  await page.getByRole('menuitem', { name: /log ?out|sign out/i }).click()
  await page.waitForURL('**/login')
  await page.locator('input[name="username"]').fill('analyst')
  await page.locator('input[name="password"]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/users')
  await page.goBack()
  await page.waitForLoadState('networkidle')
  await page.locator('main h1').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).not.toBeNull()
  await close()
})

test('a stranger may open cookies and the videos; terms and privacy lead through login; an unknown path leads home', async () => {
  const { page, problems, close } = await visitor({ locale: 'en' })
  await page.goto('/cookies')
  await page.getByRole('heading', { name: 'Cookies and privacy' }).waitFor()
  for (const path of ['/video', '/videos3']) {
    await page.goto(path)
    await page.waitForFunction(() => {
      const player = document.querySelector('video')
      return player !== null && player.currentTime > 0
    })
    await expect
      .poll(() => page.locator('video').evaluate((player: HTMLVideoElement) => [player.loop, player.controls]))
      .toEqual([true, path === '/videos3'])
    if (path === '/video') {
      await page.mouse.click(200, 200)
      await page.waitForFunction(() => document.fullscreenElement?.tagName === 'VIDEO')
      await page.evaluate(() => document.exitFullscreen())
    }
  }
  await page.goto('/video?id=https%3A%2F%2Fevil.test%2Fx.mp4')
  await page.getByText('We do not have this video').waitFor()
  for (const [path, target] of [
    ['/terms-of-service', '/users/terms-of-service'],
    ['/privacy-policy', '/users/privacy-policy'],
  ] as const) {
    await page.goto(path)
    await page.waitForURL(`**/login?redirect=${encodeURIComponent(target)}`)
  }
  await field(page, 'username').fill('analyst')
  await field(page, 'password').fill(PASSWORD)
  await submit(page).click()
  await page.getByRole('heading', { name: /Privacy policy|Política de privacidad/ }).waitFor()
  await page.goto('/no/such/page')
  await page.waitForURL('**/users')
  expect(problems).toEqual([])
  await close()
})

test('tracking posts five events at once, without secrets, and the rest as the page is left', async () => {
  const { page, close } = await visitor({ locale: 'en' })
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/monitoring/tracking/')) posts.push(request.postData() ?? '')
  })
  await signIn(page)
  await page.goto('/users')
  await page.locator('main h1').waitFor()
  const open = async (path: string, title: RegExp) => {
    await page.evaluate((to) => {
      window.history.pushState({}, '', to)
      window.dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    }, path)
    // A page that is left before it came up is no visit.
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  }
  for (let i = 0; i < 3; i++) {
    await open(`/users/terms-of-service?access_key=secret${i}`, /Terms|Términos|Condiciones/)
    await open('/users/privacy-policy', /Privacy policy|Política de privacidad/)
  }
  await expect.poll(() => posts.length, { timeout: 15_000 }).toBeGreaterThan(0)
  const { events } = JSON.parse(posts[0] ?? '{}') as { events: unknown[] }
  expect(events.length).toBeGreaterThanOrEqual(5)
  expect(posts.join('')).not.toMatch(/Demo-2026|"access_token":"(?!\[removed\])/)
  await close()
})
