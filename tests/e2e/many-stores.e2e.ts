/** Compare on a brand of 300 stores over two whole years: what a change of filter asks, and how often it draws. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settled, states, visitor, type Stage } from './browser.ts'
import { DAYS, type ManyStores, openTwoYears, OTHER_STORES, startManyStores, STORES } from './many-stores-data.ts'

declare global {
  interface Window {
    drawings: string[]
  }
}

const QUERIES = ['holidays', 'metrics/main/extended', 'metrics/main/hour']

let served: ManyStores
let stage: Stage
beforeAll(async () => {
  served = await startManyStores()
  stage = await visitor({ locale: 'en' })
  await stage.page.addInitScript(noteDrawings)
  await openTwoYears(stage.page, served)
  await settled(stage.page)
})
afterAll(async () => {
  await served?.stop()
})

/** Notes each drawing of a canvas: the widget, and which of its canvases. */
function noteDrawings() {
  window.drawings = []
  document.addEventListener(
    'aforo:drawn',
    (event) => {
      const drawn = event.target as HTMLElement
      const host = drawn.closest<HTMLElement>('[data-widget]')
      window.drawings.push(
        `${host?.dataset.widget} ` +
          `${[...(host?.querySelectorAll('canvas') ?? [])].findIndex((canvas) => drawn.contains(canvas))}`,
      )
    },
    true,
  )
}

/** Drawings until half a second of frames passed without one. */
const drawings = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const QUIET_FRAMES = 30
    for (let quiet = 0, seen = window.drawings.length; quiet < QUIET_FRAMES; quiet++) {
      await new Promise((next) => {
        requestAnimationFrame(next)
      })
      if (window.drawings.length !== seen) quiet = 0
      seen = window.drawings.length
    }
    return window.drawings.splice(0)
  })

/** The compare calls the server has answered since the last time, sorted, with their status. */
function answered(): string[] {
  const lines = served.log.splice(0).map((line) => JSON.parse(line) as { route?: string; status?: number })
  return lines
    .flatMap(({ route, status }) =>
      route?.startsWith('/api/') ? [`${route.replace('/api/compare/', '')} ${status}`] : [],
    )
    .toSorted()
}

/**
 * Does something and holds the calls it leads to until as many are under way as may be, so that a call which needs the
 * answer of another could not be among the first, and one call too many at once would be seen. Answers the most that
 * were under way.
 */
async function held(page: Page, act: () => Promise<void>): Promise<number> {
  let running = 0
  let most = 0
  let open: () => void = () => undefined
  const full = new Promise<void>((done) => {
    open = done
  })
  const pattern = '**/api/compare/**'
  await page.route(pattern, async (route) => {
    most = Math.max(most, ++running)
    if (running >= QUERIES.length) open()
    await full
    const response = await route.fetch()
    running--
    await route.fulfill({ response })
  })
  await act()
  await full
  await settled(page)
  await page.unroute(pattern)
  return most
}

test('all 300 stores and all days are there, and every widget has them', async () => {
  expect(served.rows).toBeGreaterThanOrEqual(STORES * DAYS)
  const params = stage.requests.slice(-QUERIES.length).map((url) => new URL(url).searchParams)
  // No choice was made: all of them, by the sentinel.
  expect(params.map((query) => query.get('locals'))).toEqual(QUERIES.map(() => 'shown'))
  await expect
    .poll(() => stage.page.locator('[data-param="locals"] button').first().textContent())
    .toContain(`${STORES} `)
  expect([...new Set(Object.values(await states(stage.page)))]).toEqual(['ready'])
})

test('one store less is three calls at once, and each canvas is drawn once', async () => {
  const { page, requests, problems } = stage
  await drawings(page)
  const canvases = await page.locator('[data-widget] canvas').count()
  await page.locator('[data-param="locals"] button').first().click()
  const option = page.getByRole('dialog').getByRole('option').first()
  await option.waitFor()
  answered()
  const before = requests.length
  const most = await held(page, async () => {
    await option.click()
    await page.keyboard.press('Escape')
  })
  expect([answered(), most]).toEqual([QUERIES.map((query) => `${query} 200`), QUERIES.length])
  const urls = requests.slice(before).map((url) => new URL(url))
  expect(urls.map(({ pathname }) => pathname.replace('/api/compare/', '')).toSorted()).toEqual(QUERIES)
  expect(urls.map(({ searchParams }) => searchParams.get('locals')?.split(',').length)).toEqual(
    QUERIES.map(() => STORES - 1),
  )
  const drawn = await drawings(page)
  expect(drawn.toSorted()).toEqual([...new Set(drawn)].toSorted())
  expect(drawn.length).toBe(canvases)
  expect([...new Set(Object.values(await states(page)))]).toEqual(['ready'])
  expect(problems).toEqual([])
})

test('another brand asks for its stores once, and then three calls at once, and each canvas is drawn once', async () => {
  const { page, requests, problems } = stage
  await drawings(page)
  await page.locator('[data-param="client"] button').first().click()
  const option = page.getByRole('option', { name: 'Otra' })
  await option.waitFor()
  answered()
  const before = requests.length
  const most = await held(page, () => option.click())
  const calls = answered()
  expect([calls.filter((call) => !call.startsWith('/api/')), most]).toEqual([
    QUERIES.map((query) => `${query} 200`),
    QUERIES.length,
  ])
  expect(calls.filter((call) => call.startsWith('/api/locals'))).toEqual(['/api/locals 200'])
  expect(requests.slice(before).map((url) => new URL(url).searchParams.get('locals'))).toEqual(
    QUERIES.map(() => 'shown'),
  )
  await expect
    .poll(() => page.locator('[data-param="locals"] button').first().textContent())
    .toContain(`${OTHER_STORES} `)
  const drawn = await drawings(page)
  expect(drawn.toSorted()).toEqual([...new Set(drawn)].toSorted())
  expect(drawn.length).toBe(await page.locator('[data-widget] canvas').count())
  expect([...new Set(Object.values(await states(page)))]).toEqual(['ready'])
  expect(problems).toEqual([])
})
