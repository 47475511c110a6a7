/** Footscan Status as people use it: dots with words, dates in the address, renamed stores, and a fleet of 5,000. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DAYS, LOCALS, PER_LOCAL, startManyFootscans } from './many-footscans-data.ts'
import { settled, signIn, states, visitor } from './browser.ts'

const STATUS = '/users/foot/dashboards/view/foot-status'
const WIDGETS = {
  variation: 'ready',
  versusYesterday: 'ready',
  versusLastWeek: 'ready',
  evolution: 'ready',
  news: 'ready',
  pings: 'ready',
  summary: 'ready',
}

/** The calls of the dashboard made so far: path and query. */
function monitoring(page: Page): URL[] {
  const requests: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.startsWith('/api/monitoring/footscans/')) requests.push(url)
  })
  return requests
}

/** Opens the dashboard and waits until every widget has its answer. */
async function opened(page: Page, query = ''): Promise<void> {
  await page.goto(`${STATUS}${query}`)
  await settled(page)
}

test('an account without footStatus is sent home', async () => {
  const { page, close } = await visitor()
  await signIn(page, 'nobody')
  await page.goto(STATUS)
  await page.waitForURL('**/users')
  await close()
})

test('each status is a dot with a word, and two questions answer seven widgets', async () => {
  const { page, problems, close } = await visitor({ locale: 'es' })
  const requests = monitoring(page)
  await signIn(page)
  await opened(page)
  await expect.poll(() => states(page)).toEqual(WIDGETS)
  expect(requests.map(({ pathname }) => pathname.replace('/api/monitoring/footscans/', '')).toSorted()).toEqual([
    'summary',
    'workday',
  ])
  const dots = page.locator('[data-widget="variation"] tbody [data-status]')
  await expect.poll(() => dots.count()).toBeGreaterThan(0)
  const words = await dots.evaluateAll((all) =>
    all.map((dot) => [
      dot.getAttribute('data-status'),
      (dot.textContent ?? '').split(' · ')[0],
      dot.querySelector('svg > *') !== null,
    ]),
  )
  for (const said of words)
    expect([
      ['up', 'Activo', true],
      ['down', 'Caído', true],
      ['closed', 'Cerrado', true],
      ['unknown', 'Sin datos', true],
    ]).toContainEqual(said)
  expect(problems).toEqual([])
  await close()
})

test('the address names the date: one in it is asked for, and one that is none is not', async () => {
  const { page, close } = await visitor({ locale: 'en' })
  const requests = monitoring(page)
  await signIn(page)
  await opened(page, '?end=2026-11-9')
  expect(
    requests
      .map(({ searchParams }) => searchParams.get('date') ?? `${searchParams.get('begin')} ${searchParams.get('end')}`)
      .toSorted(),
  ).toEqual(['2026-10-11 2026-11-09', '2026-11-09'])
  requests.length = 0
  await opened(page, '?end=2026-13-9')
  expect(requests.map(({ searchParams }) => searchParams.get('date')).filter((date) => date !== null)).not.toContain(
    '2026-13-09',
  )
  await close()
})

test('without a network it keeps what it shows and says so', async () => {
  const { page, context, close } = await visitor({ locale: 'en' })
  await signIn(page)
  await opened(page, '?end=2026-11-10')
  const before = await page.locator('[data-widget="summary"] tbody tr').count()
  // The list of a filter is code of its own; it has been fetched once it was open.
  await page.locator('[data-param="days"] button').first().click()
  const week = page.getByRole('option', { name: '7 days' })
  await week.waitFor()
  await context.setOffline(true)
  await week.click()
  await page.locator('[data-widget="variation"] tbody [data-status]').first().waitFor()
  await expect.poll(() => page.locator('[data-widget="variation"] tbody tr').count()).toBeGreaterThan(0)
  await context.setOffline(false)
  await opened(page, '?end=2026-11-10')
  expect([before, await page.locator('[data-widget="summary"] tbody tr').count()]).toEqual([30, 7])
  await close()
})

test('a guest sees renamed stores and no name of a footscan', async () => {
  const { page, close } = await visitor({ locale: 'es' })
  await signIn(page, 'guest')
  await opened(page)
  const stores = await page.locator('[data-widget="variation"] tbody th').allTextContents()
  expect(stores.some((name) => name.startsWith('Barcelona'))).toBe(true)
  expect(stores.filter((name) => /Gran Vía|Preciados|Serrano/.test(name))).toEqual([])
  await close()
})

test(`${LOCALS * PER_LOCAL} footscans and ${DAYS} days are two questions, a few kilobytes and a screenful of rows`, async () => {
  const served = await startManyFootscans()
  const { page, context, close } = await visitor({ locale: 'en' })
  try {
    const sent: { path: string; bytes: number }[] = []
    page.on('response', async (response) => {
      const { pathname } = new URL(response.url())
      if (pathname.startsWith('/api/monitoring/footscans/'))
        sent.push({ path: pathname, bytes: (await response.request().sizes()).responseBodySize })
    })
    await page.goto(`${served.address}/login`)
    await page.locator('input[name="username"]').fill(served.user)
    await page.locator('input[name="password"]').fill(served.password)
    await page.locator('button[type="submit"]').click()
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto(
      `${served.address}${STATUS}?end=${new Date((served.today - 1) * 86_400_000).toISOString().slice(0, 10)}`,
    )
    await settled(page)
    await expect.poll(() => states(page)).toEqual(WIDGETS)
    const counts = await page.locator('[data-widget="variation"] ul b').allTextContents()
    expect(counts.reduce((sum, count) => sum + Number(count.replaceAll(',', '')), 0)).toBe(LOCALS * PER_LOCAL)
    await page.locator('[data-param="days"] button').first().click()
    const longer = page.waitForResponse((response) => response.url().includes('/footscans/summary'))
    await page.getByRole('option', { name: '90 days' }).click()
    await longer
    await settled(page)
    // Sizes are known a moment after the answer.
    await expect.poll(() => sent.length).toBeGreaterThanOrEqual(3)
    // The first range, its date, and the longer range: the date is not asked again.
    expect(sent.map(({ path }) => path.replace('/api/monitoring/footscans/', '')).toSorted()).toEqual([
      'summary',
      'summary',
      'workday',
    ])
    expect(sent.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(120_000)
    await expect.poll(() => page.locator('[data-widget] tbody tr').count()).toBeLessThan(400)
    // However many there are, no more are laid out than stay smooth while they are scrolled.
    for (const widget of ['variation', 'summary']) {
      const table = page.locator(`[data-widget="${widget}"]`)
      const sizes = table.locator('select option')
      const largest = await sizes.last().getAttribute('value')
      await table.locator('select').selectOption(largest)
      await expect.poll(() => table.locator('tbody tr').count(), { message: widget }).toBeGreaterThan(60)
      expect([widget, Number(largest), (await table.locator('tbody tr').count()) <= 100]).toEqual([widget, 100, true])
    }
  } finally {
    await close()
    await context.close().catch(() => undefined)
    await served.stop()
  }
}, 480_000)
