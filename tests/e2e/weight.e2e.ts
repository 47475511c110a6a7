/** The cost of a first visit: JavaScript as it travels (gzip), workers included, and the number of files. */
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { COMPILED_AHEAD } from '../../scripts/compiled-ahead.ts'
import { COMPARE, frames, settled, signIn, visitor } from './browser.ts'

const KB = 1024

/** The addresses of the scripts that a page is given from now on, workers included. */
function scriptsOf(page: Page) {
  const addresses: string[] = []
  page.on('response', (response) => {
    const { origin, pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) addresses.push(origin + pathname)
  })
  return addresses
}

/** Asked once more, for the browser throws away what an answer held as soon as its page is left. */
async function textOf(page: Page, address: string) {
  const answer = await page.request.get(address)
  if (!answer.ok()) throw new Error(`${address} answers ${answer.status()}.`)
  return answer.text()
}

/** Counts the scripts that a page asks for from now on. */
function weigh(page: Page) {
  const scripts = scriptsOf(page)
  return async () => {
    const texts = await Promise.all(scripts.map((address) => textOf(page, address)))
    const bytes = texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0)
    return { files: scripts.length, kb: Math.round(bytes / KB) }
  }
}

const withOverlays = (page: Page) =>
  page.waitForResponse((response) => /assets\/overlays-[^/]*\.js$/.test(response.url()))

/** Idle work of the page is finished. */
const atRest = (page: Page) => frames(page, 90).then(() => page.waitForLoadState('networkidle'))

test('login is at most 180 KB of JavaScript in at most 10 files', async () => {
  const { page, close } = await visitor()
  const weight = weigh(page)
  await page.goto('/login', { waitUntil: 'networkidle' })
  await page.locator('input[name="username"]').waitFor()
  const { files, kb } = await weight()
  expect(kb).toBeLessThanOrEqual(180)
  expect(files).toBeLessThanOrEqual(10)
  await close()
})

/**
 * Code that only some documents need comes with them: Compare has no link, no repeat and no tab, and was checked
 * before.
 */
test('Compare from nothing, with its workers, is at most 560 KB of JavaScript, and 615 KB in at most 40 files with all that opens on a click', async () => {
  const { page, close } = await visitor()
  await signIn(page)
  await page.goto('/users')
  const token = await page.evaluate(() => localStorage.getItem('access_token') ?? '')
  // A second visitor with the first one's session and an empty cache.
  const fresh = await visitor()
  await fresh.page.addInitScript((known) => localStorage.setItem('access_token', known), token)
  const weight = weigh(fresh.page)
  await fresh.page.goto(COMPARE)
  await settled(fresh.page)
  await atRest(fresh.page)
  expect((await weight()).kb).toBeLessThanOrEqual(560)
  const last = withOverlays(fresh.page)
  await fresh.page.mouse.move(300, 300)
  await last
  await fresh.page.waitForLoadState('networkidle')
  const { files, kb } = await weight()
  expect(kb).toBeLessThanOrEqual(615)
  expect(files).toBeLessThanOrEqual(40)
  await fresh.close()
  await close()
})

test('what every dashboard needs says that it is compiled while it comes, and nothing else does', async () => {
  const { page, close } = await visitor()
  await signIn(page)
  const scripts = scriptsOf(page)
  await page.goto('/login')
  await page.goto(COMPARE)
  await settled(page)
  const files = await Promise.all(
    [...new Set(scripts)].flatMap((address) => {
      const [, name] = /assets\/([^/]*)-[\w-]{8}\.js$/.exec(address) ?? []
      return name === undefined ? [] : [textOf(page, address).then((text) => [name, text] as const)]
    }),
  )
  // Below any code it is a comment as others are.
  const isMarked = (text: string) => text.startsWith('//# allFunctionsCalledOnLoad\n')
  const marked = new Set(files.filter(([, text]) => isMarked(text)).map(([name]) => name))
  expect([...marked].toSorted()).toEqual(COMPILED_AHEAD.toSorted())
  await close()
})

test('Compare has one sheet of its own, one file of views, and nothing that a click or many rows need', async () => {
  const { page, close } = await visitor()
  await signIn(page)
  const names: string[] = []
  page.on('request', (request) => {
    const [, name, kind] = /\/assets\/([^/]*)-[\w-]{8}\.(css|js)$/.exec(request.url()) ?? []
    if (name !== undefined) names.push(`${name}.${kind}`)
  })
  await page.goto('/login')
  await page.goto(COMPARE)
  await settled(page)
  await atRest(page)
  const has = (part: RegExp) => [...new Set(names)].filter((name) => part.test(name)).toSorted()
  expect(has(/\.css$/)).toEqual(['base.css', 'signed-in.css'])
  expect(has(/^view/)).toEqual(['views-foot-compare.js'])
  expect(has(/^(?:react|many|element-picture|frame-table|overlays)\./)).toEqual([])
  await close()
})

test('saved views and annotations are asked for when the page is idle', async () => {
  const { page, close } = await visitor()
  await signIn(page)
  // An idle moment is when the test says so.
  await page.addInitScript(() => {
    const waiting: (() => void)[] = []
    window.requestIdleCallback = (run) => waiting.push(() => run({ didTimeout: false, timeRemaining: () => 50 }))
    window.addEventListener('idle', () => waiting.splice(0).forEach((run) => run()))
  })
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/api/views' || pathname === '/api/annotations') asked.add(pathname)
  })
  await page.goto(COMPARE)
  await settled(page)
  await atRest(page)
  expect([...asked]).toEqual([])
  await page.evaluate(() => window.dispatchEvent(new Event('idle')))
  await expect.poll(() => [...asked].toSorted()).toEqual(['/api/annotations', '/api/views'])
  await close()
})

test('what this account may do with a dashboard is asked when its figures are there', async () => {
  const { page, close } = await visitor()
  await signIn(page)
  const order: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/dashboards/foot-compare') order.push('own')
  })
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/compare/')) order.push('figures')
  })
  // A wait with nothing else to do.
  await page.route('**/api/compare/**', async (route) => {
    await new Promise((done) => {
      setTimeout(done, 700)
    })
    await route.continue()
  })
  await page.goto(COMPARE)
  await settled(page)
  await expect.poll(() => order).toContain('own')
  expect(order.indexOf('own')).toBeGreaterThan(order.lastIndexOf('figures'))
  expect(order.filter((what) => what === 'figures').length).toBeGreaterThan(1)
  await close()
})

test('what opens on a click is fetched when a hand is near, and not before the widgets have come to rest', async () => {
  const { page, close } = await visitor()
  await signIn(page)
  const order: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/compare/')) order.push('figures')
    if (/assets\/overlays-[^/]*\.js$/.test(pathname)) order.push('overlays')
  })
  await page.route('**/api/compare/**', async (route) => {
    await page.mouse.move(300 + order.length, 300)
    await route.continue()
  })
  await page.goto(COMPARE)
  await settled(page)
  await atRest(page)
  expect([order.includes('figures'), order.includes('overlays')]).toEqual([true, false])
  const last = withOverlays(page)
  await page.mouse.move(500, 300)
  await last
  await close()
})

test('on a screen that nothing hovers over it is fetched as soon as the page has nothing to do', async () => {
  const { page, close } = await visitor({ touch: true })
  await signIn(page)
  const last = withOverlays(page)
  await page.goto(COMPARE)
  await last
  await close()
})

/** Signed in, on Compare, where menus and panels take their time to come. */
async function withLateOverlays() {
  const stage = await visitor()
  await stage.page.route(/assets\/(overlays|period-panel)-/, async (route) => {
    await new Promise((done) => {
      setTimeout(done, 500)
    })
    await route.continue()
  })
  await signIn(stage.page)
  await stage.page.goto(COMPARE)
  await stage.page.waitForSelector('[data-param="periods"] button')
  return stage
}

test.each([
  ['[data-param="client"] button', 'ArrowDown', '[role="listbox"]'],
  ['[data-param="locals"] button', 'Enter', '[role="dialog"] [role="listbox"]'],
  ['[data-param="periods"] button', 'Space', '[role="dialog"] [role="group"]'],
  ['[data-widget] button[aria-haspopup="menu"]', 'ArrowUp', '[role="menu"]'],
])(
  'the first key on %s opens it as soon as its code is here, takes the focus inside, and Escape gives it back',
  async (button, key, opened) => {
    const { page, problems, close } = await withLateOverlays()
    const trigger = page.locator(button).first()
    await trigger.focus()
    await expect.poll(() => trigger.getAttribute('aria-expanded')).toBe('false')
    await page.keyboard.press(key)
    await page.locator(opened).first().waitFor()
    await page.waitForFunction(
      (selector) => document.querySelector(selector)?.closest('[data-trigger]')?.contains(document.activeElement),
      opened,
    )
    await expect.poll(() => trigger.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('Escape')
    await page.locator(opened).first().waitFor({ state: 'detached' })
    // Focus comes back in the frame after the list has gone.
    await expect.poll(() => trigger.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(problems).toEqual([])
    await close()
  },
)
