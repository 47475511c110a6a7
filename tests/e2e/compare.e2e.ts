import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { COMPARE, frames, onPage, settled, signIn, states, visitor } from './browser.ts'
import { ownQuestions } from './own-questions.ts'

test('a stranger is sent to login and comes back to where they wanted to go', async () => {
  const { page, problems, close } = await visitor()
  await page.goto(`${COMPARE}?foo=1`)
  await page.waitForURL('**/login?redirect=*')
  await page.locator('input[name="username"]').fill('analyst')
  await page.locator('input[name="password"]').fill('wrong password')
  await page.locator('button[type="submit"]').click()
  await page.getByText('No se ha podido iniciar sesión').first().waitFor()
  await page.locator('input[name="password"]').fill('Demo-2026-aforo!')
  await page.locator('button[type="submit"]').click()
  await page.waitForURL((url) => url.pathname === COMPARE && url.searchParams.get('foo') === '1')
  expect(problems.filter((problem) => !problem.includes('401') && !problem.includes('400'))).toEqual([])
  await close()
})

test('an account without the flag is sent home and sees no card', async () => {
  const { page, close } = await visitor()
  await signIn(page, 'nobody')
  await page.goto(COMPARE)
  await page.waitForURL('**/users')
  await expect.poll(() => page.locator('main a').count()).toBe(0)
  await close()
})

test('Compare shows eight kinds of widgets, all of them with data, and asks each question once', async () => {
  const { page, calls, problems, close } = await visitor()
  await signIn(page)
  await page.goto(COMPARE)
  await settled(page)
  const kinds = await states(page)
  expect(Object.values(kinds).filter((state) => state !== 'ready')).toEqual([])
  expect(Object.keys(kinds).length).toBeGreaterThanOrEqual(8)
  expect(calls.length).toBe(new Set(calls).size)
  expect(problems).toEqual([])
  await close()
})

test('choosing stores writes them to the URL, asks each question once more, and survives a reload and Back', async () => {
  const { page, calls, close } = await visitor()
  await signIn(page)
  await page.goto(COMPARE)
  await settled(page)
  const before = calls.length
  await page.locator('[data-param="locals"] button').first().click()
  const options = page.getByRole('dialog').getByRole('option')
  await options.first().waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar todos' }).click()
  await options.nth(0).click()
  await options.nth(1).click()
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => (url.searchParams.get('locals') ?? '').split(',').length === 2)
  await settled(page)
  const chosen = new URL(page.url()).searchParams.get('locals')
  const since = calls.slice(before)
  expect(
    Math.max(...[...new Set(since)].map((call) => since.filter((other) => other === call).length)),
  ).toBeLessThanOrEqual(2)

  await page.reload()
  await settled(page)
  expect(new URL(page.url()).searchParams.get('locals')).toBe(chosen)
  await page.goBack()
  await page.waitForFunction((old) => new URLSearchParams(window.location.search).get('locals') !== old, chosen)
  await close()
})

test('charts are shapes on paper, which come with the first of the two keys that print', async () => {
  const { page, problems, close } = await visitor()
  await signIn(page)
  await page.goto(COMPARE)
  await settled(page)
  const shapes = () => page.locator('[data-drawing] svg').count()
  const dots = () => page.locator('[data-drawing] canvas').count()
  const drawn = await dots()
  expect([drawn > 0, await shapes()]).toEqual([true, 0])
  const arrived = page.waitForResponse((response) => /assets\/shapes-/.test(response.url()))
  await page.keyboard.press('Control')
  await (await arrived).finished()
  await page.emulateMedia({ media: 'print' })
  // Widgets below the window are drawn for paper as well.
  await expect.poll(dots).toBe(0)
  expect(await shapes()).toBeGreaterThanOrEqual(drawn)
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(shapes).toBe(0)
  expect(problems).toEqual([])
  await close()
})

test('without any store nothing is asked, and the page says once what is missing, with the way to it', async () => {
  const { page, calls, close } = await visitor()
  await signIn(page)
  await page.goto(COMPARE)
  await settled(page)
  const before = calls.length
  await page.locator('[data-param="locals"] button').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar todos' }).click()
  await page.keyboard.press('Escape')
  const said = page.getByText('Elige un valor para cargar este panel: Tiendas')
  await said.waitFor()
  expect(await states(page)).toEqual({})
  expect(calls.length).toBe(before)
  await said.locator('..').getByRole('button', { name: 'Tiendas' }).click()
  expect(await page.evaluate(() => document.activeElement?.closest('[data-param]')?.getAttribute('data-param'))).toBe(
    'locals',
  )
  await close()
})

test('a bad URL value is ignored with a notice, and the rest works', async () => {
  const { page, close } = await visitor()
  await signIn(page)
  await page.goto(`${COMPARE}?client=abc&locals=1,x&end=yesterday`)
  await settled(page)
  const notices = page.getByRole('status').filter({ hasText: /./ })
  await notices.first().waitFor()
  await expect.poll(() => notices.count()).toBe(3)
  expect(Object.values(await states(page)).every((state) => state === 'ready')).toBe(true)
  await close()
})

test('every preset that needs nothing more changes the periods at once', async () => {
  const { page, close } = await visitor()
  await signIn(page)
  await page.goto(COMPARE)
  await settled(page)
  const control = page.locator('[data-param="periods"] button').first()
  const seen = new Set<string>()
  for (const preset of [2, 3, 4, 1]) {
    await control.click()
    await page.getByRole('dialog').getByRole('group').getByRole('button').nth(preset).click()
    await settled(page)
    seen.add((await control.textContent()) ?? '')
  }
  // On the first day of a week or a month, "this" one is the last whole one.
  const same = await page.evaluate(() => Number(new Date().getDay() === 1) + Number(new Date().getDate() === 1))
  expect(seen.size).toBe(4 - same)
  await close()
})

test('the benchmark is exported as CSV with semicolons: named after what it shows, with units, states and the reader’s decimal sign', async () => {
  const { page, close } = await visitor()
  await signIn(page)
  await page.goto(COMPARE)
  await settled(page)
  const benchmark = page.locator('[data-widget="benchmark"]')
  await benchmark.scrollIntoViewIfNeeded()
  await benchmark.locator('header button').last().click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Exportar CSV' }).click(),
  ])
  // On a Tuesday the week is a single day, which is written once.
  expect(download.suggestedFilename()).toMatch(
    /^Comparativa_[^_]+(_\p{L}+)*(_\d{4}-\d{2}-\d{2}){2,3}_\d{2}-\d{2}-\d{2}\.csv$/u,
  )
  const text = await readFile(await download.path(), 'utf8')
  const lines = text.trimEnd().split('\n')
  expect(lines[0]?.trimEnd().split(';')).toEqual(
    expect.arrayContaining([expect.stringMatching(/\(%\)$/), 'Estado', 'Cobertura (%)']),
  )
  expect(lines[1]).toMatch(/;\d+,\d{2};/)
  const rows = await benchmark.locator('tbody tr').count()
  expect(lines.length - 1).toBeGreaterThanOrEqual(Math.min(rows, 3))
  await close()
})

test('a failing call leaves its widgets with a reason and Retry, and the others alive', async () => {
  const { page, close } = await visitor()
  await page.route('**/api/compare/metrics/main/hour?**', (route) =>
    route.fulfill({ status: 403, json: { code: 'FORBIDDEN', message: 'No.' } }),
  )
  await signIn(page)
  await page.goto(COMPARE)
  await settled(page)
  const kinds = Object.values(await states(page))
  expect(kinds.filter((state) => state === 'error').length).toBeGreaterThanOrEqual(1)
  expect(kinds.filter((state) => state === 'ready').length).toBeGreaterThanOrEqual(6)
  await page.unroute('**/api/compare/metrics/main/hour?**')
  await page.locator('[data-state="error"] button', { hasText: 'Reintentar' }).first().click()
  await settled(page)
  expect(Object.values(await states(page)).every((state) => state === 'ready')).toBe(true)
  await close()
})

test('at most five calls are under way at once', async () => {
  const { page, close } = await visitor()
  let running = 0
  let most = 0
  let open: () => void = () => undefined
  const full = new Promise<void>((done) => {
    open = done
  })
  // Held until as many are under way as may be; a sixth that went out with them would have come by the time the page
  // has drawn a few times.
  await page.route('**/api/compare/**', async (route) => {
    const isRecord = ++running > most
    if (isRecord) most = running
    // Requested once: nothing waits for the five that follow these, and the page may be gone by then.
    if (isRecord && most === 5) void frames(page, 20).then(open)
    await full
    const response = await route.fetch()
    running--
    await route.fulfill({ response })
  })
  await signIn(page)
  await page.goto('/users')
  await page.goto(await ownQuestions(page))
  await settled(page)
  expect(most).toBe(5)
  await close()
})

test('logging out forgets the session: the dashboard asks for login again', async () => {
  const { page, close } = await visitor()
  await signIn(page)
  await page.goto('/users')
  await page.getByRole('button', { name: 'Cuenta y ajustes' }).click()
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
  await page.waitForURL('**/login')
  await page.goto(COMPARE)
  await page.waitForURL('**/login?redirect=*')
  await close()
})

test('what was answered is kept from page to page: Compare, Status and Compare again asks nothing the third time', async () => {
  const { page, calls, problems, close } = await visitor()
  // That it was read is noted after three seconds, which makes nothing old.
  const noted = page.waitForResponse((answer) => answer.url().endsWith('/dashboards/foot-compare/opened'))
  await onPage(page)
  const lists: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/(?:clients|locals|campaigns)\b/.test(pathname)) lists.push(pathname)
  })
  const first = calls.length
  expect(first).toBe(3)
  expect((await noted).status()).toBe(204)
  await page.getByRole('link', { name: 'Estado', exact: true }).first().click()
  await page.waitForURL((url) => url.pathname.endsWith('/foot-status'))
  await settled(page)
  expect(lists).toEqual(['/api/locals/active'])
  await page.getByRole('link', { name: 'Comparativa', exact: true }).first().click()
  await page.waitForURL((url) => url.pathname === COMPARE)
  await settled(page)
  expect([calls.length, lists.length]).toEqual([first, 1])
  expect(problems).toEqual([])
  await close()
})

test('a link shows another account the same brand, stores, periods and tab', async () => {
  const maker = await visitor()
  await onPage(maker.page)
  await maker.page.locator('[data-param="periods"] button').nth(1).click()
  await maker.page.locator('[data-widget="repetition"]').getByRole('tab').nth(1).click()
  await settled(maker.page)
  const seen = (page: typeof maker.page) =>
    page.evaluate(() => [
      ...[...document.querySelectorAll('[data-param] button:first-of-type')].map((one) => one.textContent),
      document.querySelector('[data-widget="kpi"] ul')?.textContent,
      document.querySelector('[data-widget="repetition"] [role="tab"][aria-selected="true"]')?.textContent,
    ])
  const reader = await visitor()
  await signIn(reader.page, 'admin')
  await reader.page.goto(maker.page.url())
  await settled(reader.page)
  expect(await seen(reader.page)).toEqual(await seen(maker.page))
  await maker.close()
  await reader.close()
})
