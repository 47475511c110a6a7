/** The memory of a chart is released with it: a day on a wall, or of changing between dashboards, fills no memory. */
import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../scripts/chromium.ts'
import { builtPage, type BuiltPage } from './built-page.ts'

declare global {
  function openAndClose(times: number): Promise<boolean>
}

/** Machine code of what is called often would be two thirds of what the heap gains, and none of it is of a chart. */
const WITHOUT_COMPILER = '--js-flags=--jitless'

let built: BuiltPage
let browser: Browser

beforeAll(async () => {
  built = await builtPage()
  browser = await launchChromium({ args: [WITHOUT_COMPILER] })
})
afterAll(async () => {
  await browser?.close()
  await built?.close()
})

/** Of the page after its rubbish is gone: bytes, and how many elements and listeners there are. */
async function held(cdp: CDPSession) {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters')
  return { usedSize, nodes, jsEventListeners }
}

const openAndClose = (page: Page, times: number) => page.evaluate((given) => globalThis.openAndClose(given), times)

test('forty charts opened and closed a hundred times leave the heap within 5 % of what it was', async () => {
  const page = await browser.newPage({ reducedMotion: 'reduce' })
  const cdp = await page.context().newCDPSession(page)
  await page.goto(built.address)
  await page.waitForFunction(() => 'openAndClose' in globalThis)
  // Caches are filled.
  expect(await openAndClose(page, 5)).toBe(true)
  const before = await held(cdp)
  expect(await openAndClose(page, 100)).toBe(true)
  const after = await held(cdp)
  expect(after.usedSize / before.usedSize).toBeLessThan(1.05)
  expect(after.nodes).toBeLessThanOrEqual(before.nodes)
  expect(after.jsEventListeners).toBeLessThanOrEqual(before.jsEventListeners)
}, 300_000)
