/** A real Chromium for the journeys, and the few moves they share. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { inject } from 'vitest'
import { launchChromium } from '../../scripts/chromium.ts'
import type { Served } from './setup.ts'

export const PASSWORD = 'Demo-2026-aforo!'
export const COMPARE = '/users/foot/dashboards/view/foot-compare'

export interface Stage {
  readonly context: BrowserContext
  readonly page: Page
  /** Paths of the compare calls made so far, in order. */
  readonly calls: string[]
  /** Their whole addresses. */
  readonly requests: string[]
  /** Console errors, page errors and CSP violations; a journey ends with none. */
  readonly problems: string[]
  /** Throws when the content security policy was violated on the way. */
  close(): Promise<void>
}

const VIOLATION = 'CSP violation:'

/** One for all files of a process: they run one after the other, and it ends with that process. */
let browser: Promise<Browser> | undefined

/** A process for all pages of our server: one for each takes an eighth more of the machine for each page that loads. */
const ONE_RENDERER = '--renderer-process-limit=1'

/** The server of the journeys that run in this process. */
export function server(): Served {
  const servers = inject('servers')
  // Processes are numbered from 1.
  const own = servers[(Number(process.env.VITEST_POOL_ID) - 1) % servers.length]
  if (own === undefined) throw new Error(`No server for process ${process.env.VITEST_POOL_ID} of ${servers.length}.`)
  return own
}

/**
 * A fresh visitor: own storage, own session. @param options.address where the server is opened, when not by its number
 */
export async function visitor(
  options: { locale?: string; width?: number; height?: number; address?: string; touch?: boolean } = {},
): Promise<Stage> {
  browser ??= launchChromium({ args: [ONE_RENDERER] })
  const context = await (
    await browser
  ).newContext({
    baseURL: options.address ?? server().address,
    acceptDownloads: true,
    viewport: { width: options.width ?? 1440, height: options.height ?? 1200 },
    hasTouch: options.touch ?? false,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  // Shorter than a test may take: what is missing is then named.
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  const calls: string[] = []
  const requests: string[] = []
  const problems: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/compare/')) return
    calls.push(pathname.slice('/api/compare/'.length))
    requests.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  // The browser's own words for it differ from version to version; ours are the same for every kind of violation, and
  // name what was refused.
  await context.addInitScript((sign) => {
    document.addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI, sourceFile, lineNumber, sample }) => {
        console.error(`${sign} ${effectiveDirective} refused ${blockedURI} ${sample} (${sourceFile}:${lineNumber})`)
      },
    )
  }, VIOLATION)
  if (options.locale !== undefined)
    await page.addInitScript((locale) => localStorage.setItem('aforo.locale', locale), options.locale)
  return {
    context,
    page,
    calls,
    requests,
    problems,
    async close() {
      await context.close()
      const violations = problems.filter((problem) => problem.startsWith(VIOLATION))
      if (violations.length > 0) throw new Error(violations.join('\n'))
    },
  }
}

/** Signs a visitor in from the next page on, once; by call, because the form has journeys of its own. */
export async function signIn(page: Page, username = 'analyst'): Promise<void> {
  const answer = await page.request.post('/api/oauth/token', {
    headers: { username, password: PASSWORD, grant_type: 'password' },
  })
  if (!answer.ok()) throw new Error(`${username} cannot sign in: ${answer.status()} ${await answer.text()}`)
  const { access_token: token } = (await answer.json()) as { access_token: string }
  await page.addInitScript(
    ([given, once]) => {
      if (location.protocol === 'about:' || sessionStorage.getItem(once) !== null) return
      sessionStorage.setItem(once, 'yes')
      localStorage.setItem('access_token', given)
    },
    [token, `signed-in-${++signIns}`] as const,
  )
}
let signIns = 0

/**
 * How an account signs in may be asked ten times a minute; these accounts have a password, and journeys that are not
 * about it do not ask.
 */
const KIND_OF_ACCOUNT = '**/auth/user/otp/*'

/** Signs a visitor in with the form, where the page before or behind it matters. */
export async function signInByForm(page: Page, username: string): Promise<void> {
  await page.route(KIND_OF_ACCOUNT, (route) => route.fulfill({ json: { otp: false } }))
  await page.goto('/login')
  await page.locator('input[name="username"]').fill(username)
  await page.locator('input[name="password"]').fill(PASSWORD)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.unroute(KIND_OF_ACCOUNT)
}

/** Every widget has come to rest: drawn, empty, blocked or failed. */
export async function settled(page: Page): Promise<void> {
  // Attached, not visible: on a wall the first widget may be on a sheet that is not in turn.
  await page.waitForSelector('[data-widget]', { state: 'attached' })
  await page.waitForFunction(
    () => {
      const frames = [...document.querySelectorAll('[data-widget] [data-state]')]
      return (
        document.querySelector('[data-busy]') === null &&
        frames.length > 0 &&
        frames.every((frame) => !['queued', 'loading'].includes(frame.getAttribute('data-state') ?? ''))
      )
    },
    undefined,
    { timeout: 30_000 },
  )
}

/** Signed in, on Compare, with everything at rest. */
export async function onPage(page: Page, username?: string, address = COMPARE): Promise<void> {
  await signIn(page, username)
  await page.goto(address)
  await settled(page)
}

/**
 * The page has drawn so often: on a busy machine that takes as long as what it had to do meanwhile, where a fixed time
 * would end before.
 */
export const frames = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (most) => {
    for (let at = 0; at < most; at++)
      await new Promise((next) => {
        requestAnimationFrame(next)
      })
  }, count)

/** The state of each widget by its id. */
export const states = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>('[data-widget]')].map((host) => [
        host.dataset.widget ?? '',
        host.querySelector('section')?.dataset.state ?? '',
      ]),
    ),
  )
