/**
 * `npm run screens`: pictures of every screen, in both themes, four widths and six languages, from the real product on demo data.
 * They go to screens-out/ (not committed). `npm run screens -- --only=compare` draws one screen;
 * scripts/docs-pictures.ts draws those of the docs.
 */
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from './chromium.ts'
import { LANGUAGES } from '../src/domain/languages.ts'
import { startDemo } from './demo-server.ts'

const root = resolve(import.meta.dirname, '..')
const out = join(root, 'screens-out')
const WIDTHS = [390, 768, 1280, 1680]
const COMPARE = '/users/foot/dashboards/view/foot-compare'
const STATUS = '/users/foot/dashboards/view/foot-status'
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)

/** Opens a signed-in page of the given look; the token is put where the login page puts it. */
async function open(
  browser: Browser,
  address: string,
  token: string | null,
  look: { width: number; height?: number; theme: 'light' | 'dark'; locale?: string },
): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width: look.width, height: look.height ?? 1000 },
    colorScheme: look.theme,
    deviceScaleFactor: look.width < 500 ? 2 : 1,
  })
  await page.addInitScript(
    ([stored, locale]) => {
      if (stored) localStorage.setItem('access_token', stored)
      if (locale) localStorage.setItem('aforo.locale', locale)
    },
    [token, look.locale ?? null] as const,
  )
  await page.goto(address)
  return page
}

/** Compare is settled when no widget is queued, loading or in a skeleton. */
async function settled(page: Page): Promise<void> {
  await page.waitForSelector('[data-widget]')
  await page.waitForFunction(
    () => document.querySelector('[data-state="queued"],[data-state="loading"]') === null,
    undefined,
    { timeout: 30_000 },
  )
  await page.waitForTimeout(600)
}

/** The whole page: the viewport grows to the document, so that sticky heads stay where they belong. */
async function shoot(page: Page, name: string): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({
    width: page.viewportSize()?.width ?? 1280,
    height: Math.max(700, Math.min(height, 6000)),
  })
  await page.waitForTimeout(400)
  await page.screenshot({ path: join(out, `${name}.png`) })
  console.log(`screens-out/${name}.png`)
}

async function signIn(address: string, username: string): Promise<string> {
  const answer = await fetch(`${address}/api/oauth/token`, {
    method: 'POST',
    headers: { username, password: 'Demo-2026-aforo!', grant_type: 'password' },
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return token
}

interface Look {
  width: number
  theme: 'light' | 'dark'
  locale?: string
}
type Draw = (browser: Browser, address: string, tokens: Tokens, name: string, look: Look) => Promise<void>
/** Token of a demo login, signed in once. */
type Tokens = (username: string) => Promise<string>

/** Pages that need no more than to be opened: by whom (null: a stranger), and where. */
const PAGES: Readonly<Record<string, { user: string | null; path: string }>> = {
  login: { user: null, path: '/login' },
  recover: { user: null, path: '/recover' },
  cookies: { user: null, path: '/cookies' },
  home: { user: 'analyst', path: '/users' },
  terms: { user: 'analyst', path: '/users/terms-of-service' },
  administration: { user: 'admin', path: '/users/admin' },
  users: { user: 'admin', path: '/users/admin/users' },
  user: { user: 'admin', path: '/users/admin/users/2/edit' },
  groups: { user: 'admin', path: '/users/admin/groups' },
  accesses: { user: 'admin', path: '/users/admin/user-access' },
  programs: { user: 'admin', path: '/users/admin/api-clients/new' },
  brands: { user: 'admin', path: '/users/admin/brands' },
  brand: { user: 'admin', path: '/users/admin/brands/new' },
  audit: { user: 'admin', path: '/users/admin/audit' },
  places: { user: 'admin', path: '/users/admin/places' },
  locals: { user: 'admin', path: '/users/admin/places?client=1' },
  fileQuarantine: { user: 'admin', path: '/users/admin/quarantine' },
  footscans: { user: 'admin', path: '/users/admin/footscans' },
  footscan: { user: 'admin', path: '/users/admin/footscans/1/edit' },
  quarantine: { user: 'admin', path: '/users/admin/footscans?tab=quarantine' },
  nodes: { user: 'admin', path: '/users/admin/hubble' },
  validator: { user: 'admin', path: '/users/admin/hubble?tab=validator' },
  downloads: { user: 'analyst', path: '/users/downloads/manage' },
  exports: { user: 'analyst', path: '/users/downloads/exports' },
  campaigns: { user: 'campaigner', path: '/users/campaigns' },
  campaign: { user: 'campaigner', path: '/users/campaigns/edit/1' },
  documentation: { user: 'analyst', path: '/users/docs' },
  alerts: { user: 'operator', path: '/users/alerts/manage' },
  alertHistory: { user: 'operator', path: '/users/alerts/manage?tab=history' },
  schedule: { user: 'operator', path: '/users/management/schedule?client=1&local=1' },
  holidays: { user: 'operator', path: '/users/management/schedule?client=1&local=1&view=holidays' },
  reports: { user: 'analyst', path: '/users/reports' },
  alertRule: { user: 'operator', path: '/users/alerts/rules/new' },
}

const opened =
  ({ user, path }: { user: string | null; path: string }): Draw =>
  async (browser, address, tokens, name, look) => {
    const page = await open(browser, `${address}${path}`, user === null ? null : await tokens(user), look)
    await page.waitForSelector('h1')
    await page.waitForLoadState('networkidle')
    await shoot(page, name)
    await page.close()
  }

const ANALYST = 'analyst'
const SCREENS: Readonly<Record<string, Draw>> = {
  ...Object.fromEntries(Object.entries(PAGES).map(([name, one]) => [name, opened(one)])),
  async compare(browser, address, tokens, name, look) {
    const page = await open(browser, `${address}${COMPARE}`, await tokens(ANALYST), look)
    await settled(page)
    await shoot(page, name)
    await page.close()
  },
  async status(browser, address, tokens, name, look) {
    const page = await open(browser, `${address}${STATUS}`, await tokens(ANALYST), look)
    await settled(page)
    await shoot(page, name)
    await page.close()
  },
  async 'compare-loading'(browser, address, tokens, name, look) {
    const page = await open(browser, 'about:blank', await tokens(ANALYST), look)
    await page.route('**/api/compare/**', () => undefined)
    await page.goto(`${address}${COMPARE}`)
    await page.waitForSelector('[data-widget]')
    await page.waitForTimeout(800)
    await shoot(page, name)
    await page.close()
  },
  async 'compare-failed'(browser, address, tokens, name, look) {
    const page = await open(browser, 'about:blank', await tokens(ANALYST), look)
    await page.route('**/api/compare/**', (route) =>
      route.fulfill({
        status: 403,
        json: { code: 'FLAG_REQUIRED', message: 'This account may not read these counts.' },
      }),
    )
    await page.goto(`${address}${COMPARE}`)
    await page.waitForSelector('[data-state="error"]')
    await shoot(page, name)
    await page.close()
  },
  async 'compare-empty'(browser, address, tokens, name, look) {
    const page = await open(browser, `${address}${COMPARE}?client=1&locals=`, await tokens(ANALYST), look)
    await page.waitForSelector('[data-widget]')
    await page.waitForTimeout(1500)
    await shoot(page, name)
    await page.close()
  },
  async 'compare-period'(browser, address, tokens, name, look) {
    const page = await open(browser, `${address}${COMPARE}`, await tokens(ANALYST), look)
    await settled(page)
    await page.locator('[data-type="periodPair"] button').click()
    await page.waitForTimeout(400)
    await page.screenshot({ path: join(out, `${name}.png`) })
    await page.close()
  },
}

await mkdir(out, { recursive: true })
const demo = await startDemo()
const browser = await launchChromium()
try {
  const signedIn = new Map<string, Promise<string>>()
  const tokens: Tokens = (username) => {
    const token = signedIn.get(username) ?? signIn(demo.address, username)
    signedIn.set(username, token)
    return token
  }
  for (const [screen, draw] of Object.entries(SCREENS)) {
    if (only !== undefined && screen !== only) continue
    const secondary = screen.includes('-')
    for (const theme of secondary ? (['light'] as const) : (['light', 'dark'] as const)) {
      for (const width of secondary ? [1280] : WIDTHS)
        await draw(browser, demo.address, tokens, `${screen}-${theme}-${width}`, { width, theme })
    }
    for (const locale of secondary ? [] : LANGUAGES)
      await draw(browser, demo.address, tokens, `${screen}-${locale}`, { width: 1280, theme: 'light', locale })
  }
} finally {
  await browser.close()
  await demo.stop()
}
