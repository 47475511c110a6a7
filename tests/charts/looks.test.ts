/** What changes the look of a page changes its charts, in the instances they have; on paper they are shapes. */
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../scripts/chromium.ts'
import { repositoryRoot } from '../boundaries/import-table.ts'
import { builtPage, type BuiltPage } from './built-page.ts'

declare global {
  function show(charts: number): void
}

/** One of each kind. */
const CHARTS = 4
let built: BuiltPage
let browser: Browser

beforeAll(async () => {
  built = await builtPage()
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await built?.close()
})

async function opened(): Promise<Page> {
  const page = await browser.newPage({ reducedMotion: 'reduce', colorScheme: 'light' })
  await page.goto(built.address)
  await page.addStyleTag({ path: join(repositoryRoot(), 'src/ui/tokens.css') })
  await page.addStyleTag({ content: '[data-brand="other"] { --tone-0: #b00020; --tone-1: #5a00b0; }' })
  await page.waitForFunction(() => 'show' in globalThis)
  await page.evaluate((count) => globalThis.show(count), CHARTS)
  await expect.poll(() => page.locator('canvas').count()).toBe(CHARTS)
  return page
}

const pictures = (page: Page) =>
  page.locator('canvas').evaluateAll((all) => all.map((one) => (one as HTMLCanvasElement).toDataURL()))

test('theme, brand and colours of the system change every chart, and none gets another canvas', async () => {
  const page = await opened()
  await page.locator('canvas').evaluateAll((all) => all.forEach((one) => one.setAttribute('data-first', '')))
  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    theme: () => page.evaluate(() => (document.documentElement.dataset.theme = 'dark')),
    brand: () => page.evaluate(() => (document.documentElement.dataset.brand = 'other')),
    'colours of the system': () => page.emulateMedia({ forcedColors: 'active' }),
    'colours of the page again': () => page.emulateMedia({ forcedColors: 'none' }),
  }
  for (const [name, change] of Object.entries(changes)) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const before = await pictures(page)
    // oxlint-disable-next-line no-await-in-loop -- as above
    await change()
    // oxlint-disable-next-line no-await-in-loop -- as above
    await expect
      .poll(async () => (await pictures(page)).filter((picture, at) => picture === before[at]), { message: name })
      .toEqual([])
  }
  expect(await page.locator('canvas[data-first]').count()).toBe(CHARTS)
  await page.close()
})

test('on paper every chart is made of shapes, and on the screen again a canvas', async () => {
  const page = await opened()
  // What draws the shapes is fetched now; a print before it came is of dots.
  await page.keyboard.press('Control')
  await expect
    .poll(async () => {
      await page.emulateMedia({ media: 'screen' })
      await page.emulateMedia({ media: 'print' })
      return page.locator('canvas').count()
    })
    .toBe(0)
  expect(await page.locator('div > svg').count()).toBeGreaterThanOrEqual(CHARTS)
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(() => page.locator('canvas').count()).toBe(CHARTS)
  await page.close()
})
