/**
 * `npm run screens`: pictures of every page, from the real product on demo data, in both themes and four widths, and
 * in six languages at one of them. They go to screens-out/ (not committed). `--only=compare,editor` draws these pages,
 * `--widths=390,1440`, `--themes=dark` and `--languages=en` draw every page in each of what they list.
 * scripts/docs-pictures.ts draws those of the docs.
 */
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { LANGUAGES } from '../src/domain/languages.ts'
import { launchChromium } from './chromium.ts'
import { startDemo } from './demo-server.ts'
import { type Call, PAGES, type PicturedPage } from './screens/pages.ts'

const root = resolve(import.meta.dirname, '..')
const out = join(root, 'screens-out')
const COMPARE = '/users/foot/dashboards/view/foot-compare'

const listed = (name: string) =>
  process.argv
    .find((argument) => argument.startsWith(`--${name}=`))
    ?.slice(name.length + 3)
    .split(',')

interface Look {
  readonly width: number
  readonly theme: 'light' | 'dark'
  readonly language: string
}

/** The requested pictures: every combination of the lists, or else the usual ones. */
function looks(): Look[] {
  const [widths, themes, languages] = [listed('widths'), listed('themes'), listed('languages')]
  const of = (width: number, theme: string, language: string): Look => ({
    width,
    theme: theme === 'dark' ? 'dark' : 'light',
    language,
  })
  if (widths ?? themes ?? languages)
    return (widths ?? ['1280']).flatMap((width) =>
      (themes ?? ['light']).flatMap((theme) =>
        (languages ?? [LANGUAGES[0]]).map((language) => of(Number(width), theme, language)),
      ),
    )
  return [
    ...['light', 'dark'].flatMap((theme) => [390, 768, 1280, 1680].map((width) => of(width, theme, LANGUAGES[0]))),
    ...LANGUAGES.slice(1).map((language) => of(1280, 'light', language)),
  ]
}

/** An empty page of the given look; the token is put where the login page puts it. */
async function opened(browser: Browser, token: string | null, { width, theme, language }: Look): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width, height: 1000 },
    colorScheme: theme,
    deviceScaleFactor: width < 500 ? 2 : 1,
  })
  await page.addInitScript(
    ([stored, locale]) => {
      if (stored) localStorage.setItem('access_token', stored)
      localStorage.setItem('aforo.locale', locale)
    },
    [token, language] as const,
  )
  return page
}

/** Nothing is asked for any more, and no widget is queued, loading or in a skeleton. */
async function settled(page: Page): Promise<void> {
  await page.waitForSelector('h1')
  await page.waitForLoadState('networkidle').catch(() => undefined)
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

/** States of Compare that are not met by opening it. */
const STATES: Readonly<Record<string, (page: Page, address: string) => Promise<unknown>>> = {
  async 'compare-loading'(page, address) {
    await page.route('**/api/compare/**', () => undefined)
    await page.goto(`${address}${COMPARE}`)
    await page.waitForSelector('[data-widget]')
    await page.waitForTimeout(800)
  },
  async 'compare-failed'(page, address) {
    await page.route('**/api/compare/**', (route) =>
      route.fulfill({
        status: 403,
        json: { code: 'FLAG_REQUIRED', message: 'This account may not read these counts.' },
      }),
    )
    await page.goto(`${address}${COMPARE}`)
    await page.waitForSelector('[data-state="error"]')
  },
  async 'compare-empty'(page, address) {
    await page.goto(`${address}${COMPARE}?client=1&locals=`)
    await settled(page)
  },
  async 'compare-period'(page, address) {
    await page.goto(`${address}${COMPARE}`)
    await settled(page)
    await page.locator('[data-type="periodPair"] button').first().click()
  },
}

async function signIn(address: string, username: string): Promise<string> {
  const answer = await fetch(`${address}/api/oauth/token`, {
    method: 'POST',
    headers: { username, password: 'Demo-2026-aforo!', grant_type: 'password' },
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return token
}

const callAs =
  (address: string, token: string): Call =>
  async (path, body) => {
    const answer = await fetch(`${address}/api${path}`, {
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as never
  }

await mkdir(out, { recursive: true })
const demo = await startDemo()
const browser = await launchChromium()
const only = listed('only')
const missed: string[] = []
try {
  const signedIn = new Map<string, Promise<string>>()
  const tokenOf = (user: string) => {
    const token = signedIn.get(user) ?? signIn(demo.address, user)
    signedIn.set(user, token)
    return token
  }
  const addressOf = async ({ route, user, at }: PicturedPage) =>
    typeof at === 'function' ? at(callAs(demo.address, await tokenOf(user ?? ''))) : (at ?? route)
  const draw = async (name: string, user: string | null, look: Look, open: (page: Page) => Promise<unknown>) => {
    const page = await opened(browser, user === null ? null : await tokenOf(user), look)
    const file = `${name}-${look.language}-${look.theme}-${look.width}`
    try {
      await open(page)
      await shoot(page, file)
    } catch (error) {
      missed.push(`${file}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`)
    } finally {
      await page.close()
    }
  }
  const wanted = (name: string) => only === undefined || only.includes(name)
  for (const [name, pictured] of Object.entries(PAGES)) {
    if (!wanted(name)) continue
    const path = await addressOf(pictured)
    for (const look of looks())
      await draw(name, pictured.user, look, async (page) => {
        await page.goto(`${demo.address}${path}`)
        await settled(page)
      })
  }
  for (const [name, open] of Object.entries(STATES)) {
    if (!wanted(name)) continue
    for (const look of looks()) await draw(name, 'analyst', look, (page) => open(page, demo.address))
  }
} finally {
  await browser.close()
  await demo.stop()
}
for (const line of missed) console.error(`not drawn: ${line}`)
process.exit(missed.length === 0 ? 0 : 1)
