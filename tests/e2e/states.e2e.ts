/** The page after changes of the look, and in failures: failing calls, slow calls, broken parts, ended sessions. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { COMPARE, onPage, PASSWORD, settled, signIn, states, visitor } from './browser.ts'
import { ownQuestions } from './own-questions.ts'

const LANGUAGES = { en: 'English', pt: 'Português', cs: 'Čeština', ca: 'Català', it: 'Italiano', es: 'Español' }

const widget = (page: Page, id: string) => page.locator(`[data-widget="${id}"]`)
const menu = (page: Page, id: string) => widget(page, id).locator('header button').last()
const headings = (page: Page) => page.locator('[data-widget] h3').allTextContents()
/**
 * Last month and the one before: other periods than the page's first ones on every day; on Mondays "this week" is the
 * last one.
 */
const otherPeriods = async (page: Page) => (await lastMonth(page)).click()

/** The button that asks for them, in the open dialog. */
async function lastMonth(page: Page): Promise<Locator> {
  await page.locator('[data-param="periods"] button').first().click()
  return page.getByRole('dialog').getByRole('group').first().getByRole('button').nth(4)
}

test('each of the six languages names every widget, and asks nothing again', async () => {
  const { page, calls, problems, close } = await visitor()
  await onPage(page)
  const before = calls.length
  const seen = new Map<string, string[]>()
  for (const [language, name] of Object.entries(LANGUAGES)) {
    await page.locator('header[data-print] button[aria-haspopup]').last().click()
    await page.getByRole('menuitem', { name: /idioma|language|jazyk|lingua/i }).click()
    await page.getByRole('radio', { name }).check()
    await page.getByRole('dialog').locator('button').last().click()
    await page.waitForFunction((lang) => document.documentElement.lang === lang, language)
    await settled(page)
    await page.waitForFunction(
      (old) => old === '' || document.querySelector('[data-widget] h3')?.textContent !== old,
      [...seen.values()].at(-1)?.[0] ?? '',
    )
    seen.set(language, await headings(page))
    const words = await page.locator('main').innerText()
    expect([
      language,
      words.match(/\b(?:app|ui|engine|issues|errors|metrics|periods|widget-[a-z-]+):\w+|\{\{\w+\}\}|undefined|NaN/g),
    ]).toEqual([language, null])
  }
  const titles = [...seen.values()]
  expect(titles.every((list) => list.length === titles[0]?.length && list.every((title) => title !== ''))).toBe(true)
  expect(new Set(titles.map((list) => list.join('|'))).size).toBe(6)
  expect(calls.length).toBe(before)
  expect(problems).toEqual([])
  await close()
})

test('light and dark are drawn from the same answers', async () => {
  const { page, calls, problems, close } = await visitor()
  await onPage(page)
  const before = calls.length
  const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await colour()
  await page.getByRole('button', { name: 'Cuenta y ajustes' }).click()
  await page
    .getByRole('menuitemradio', { name: 'Oscuro' })
    .or(page.getByRole('menuitem', { name: 'Oscuro' }))
    .first()
    .click()
  await page.waitForFunction((old) => getComputedStyle(document.body).backgroundColor !== old, light)
  await settled(page)
  await expect.poll(() => colour()).not.toBe(light)
  expect([calls.length, problems]).toEqual([before, []])
  await close()
})

test('a chart as a table shows the numbers of its CSV', async () => {
  const { page, close } = await visitor({ locale: 'en' })
  await onPage(page)
  await menu(page, 'comparison').click()
  await page.getByRole('menuitem', { name: 'Show as table' }).click()
  const shown = await widget(page, 'comparison')
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('th,td')].map((cell) => cell.textContent ?? '')))
  await menu(page, 'comparison').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export CSV' }).click(),
  ])
  const [head, ...rows] = (await readFile(await download.path(), 'utf8'))
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(';'))
  expect(rows.length).toBe(shown.length)
  expect(head?.slice(shown[0]?.length)).toEqual(expect.arrayContaining(['Coverage (%)']))
  const wrong = rows.flatMap((row, at) =>
    row.flatMap((cell, column) => {
      const text = shown[at]?.[column] ?? ''
      const digits = /-?[\d,]+(?:\.(\d+))?/.exec(text.replace('−', '-'))
      if (digits === null || !/^-?\d+(\.\d+)?$/.test(cell))
        return /\d/.test(text) && cell === '' ? [{ text, cell }] : []
      const value = Number(digits[0].replaceAll(',', ''))
      return Math.abs(value - Number(cell)) <= 0.51 * 10 ** -(digits[1]?.length ?? 0) ? [] : [{ text, cell }]
    }),
  )
  expect(wrong).toEqual([])
  await close()
})

test('the tab key walks in reading order: filters, then widgets in their layout', async () => {
  const { page, close } = await visitor()
  await onPage(page)
  await page.evaluate(() => {
    document.body.tabIndex = -1
    document.body.focus()
  })
  const walk: string[] = []
  for (let step = 0; step < 120; step++) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => {
      const param = document.activeElement?.closest<HTMLElement>('[data-param]')?.dataset.param
      return param ?? document.activeElement?.closest<HTMLElement>('[data-widget]')?.dataset.widget ?? ''
    })
    if (at !== '' && walk.at(-1) !== at) walk.push(at)
    if (at === 'benchmark') break
  }
  const cells = await page.locator('[data-widget]').evaluateAll((hosts) =>
    hosts
      .map((host) => {
        const { x, y } = host.getBoundingClientRect()
        return { id: (host as HTMLElement).dataset.widget ?? '', x, y: Math.round(y / 40) }
      })
      .sort((a, b) => a.y - b.y || a.x - b.x)
      .map(({ id }) => id),
  )
  expect(walk).toEqual(['client', 'locals', 'periods', 'compared', 'estimates', ...cells])
  await close()
})

test('stores are chosen with the keyboard alone, and the focus comes back to the filter', async () => {
  const { page, close } = await visitor()
  await onPage(page)
  const filter = page.locator('[data-param="locals"] button').first()
  const all = new URL(page.url()).searchParams.get('locals')
  await filter.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type('serrano')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape')
  await page.waitForURL((url) => url.searchParams.get('locals') !== all)
  await page.waitForFunction(() => document.activeElement?.closest('[data-param="locals"]') !== null)
  await settled(page)
  await expect.poll(() => filter.textContent()).not.toContain('Serrano')
  await close()
})

test('a day of the comparison opens that day, and Back returns to the periods before', async () => {
  const { page, close } = await visitor()
  await onPage(page)
  await otherPeriods(page)
  await settled(page)
  const ranges = () =>
    page
      .locator('[data-param="periods"] time')
      .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''))
  const before = await ranges()
  const chart = widget(page, 'comparison').locator('[data-pickable]').first()
  await chart.focus()
  await page.keyboard.press('Home')
  // Up to three days of the reference are before the first of the period, where the months begin on other weekdays.
  for (let day = 0; day < 3; day++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.waitForFunction(
    (old) => document.querySelector('[data-param="periods"] time')?.getAttribute('datetime') !== old,
    before[0],
  )
  await settled(page)
  const [begin = '', end] = (await ranges())[0]?.split('/') ?? []
  const [first = '', last = ''] = before[0]?.split('/') ?? []
  expect([end === begin, begin >= first && begin <= last]).toEqual([true, true])
  await page.goBack()
  await settled(page)
  await expect.poll(() => ranges()).toEqual(before)
  await close()
})

test('a call that fails twice shows its attempts and the reason, and then its data', async () => {
  const { page, close } = await visitor()
  let failures = 0
  await page.route('**/api/compare/metrics/main/hour?**', (route) =>
    failures++ < 2
      ? route.fulfill({ status: 503, json: { code: 'STORE_UNAVAILABLE', message: 'Away.' } })
      : route.continue(),
  )
  await signIn(page)
  await page.goto(COMPARE)
  await widget(page, 'hours').getByText('Los datos no están disponibles', { exact: false }).waitFor()
  await widget(page, 'hours').getByText('Intento 2 de 6').waitFor()
  await settled(page)
  expect([failures, (await states(page)).hours]).toEqual([3, 'ready'])
  await close()
})

test('what waits for a free slot says its place in the queue', async () => {
  const { page, close } = await visitor()
  let go = () => undefined as void
  const gate = new Promise<void>((done) => {
    go = done
  })
  await page.route('**/api/compare/**', async (route) => {
    await gate
    await route.continue()
  })
  await signIn(page)
  await page.goto('/users')
  await page.goto(await ownQuestions(page))
  await page.getByText('En cola', { exact: false }).first().waitFor()
  go()
  await settled(page)
  expect(Object.values(await states(page)).every((state) => state === 'ready')).toBe(true)
  await close()
})

test('a refused call says why in the reader’s language', async () => {
  const { page, close } = await visitor({ locale: 'pt' })
  await page.route('**/api/compare/metrics/main/hour?**', (route) =>
    route.fulfill({ status: 403, json: { code: 'FLAG_REQUIRED', message: 'This account lacks a flag.' } }),
  )
  await onPage(page)
  const said = await widget(page, 'hours').innerText()
  expect(said).not.toContain('This account')
  expect(said).not.toContain('FLAG_REQUIRED: ')
  await close()
})

test('a store list that cannot be loaded is named once, nothing that needs it is asked, and Retry brings all', async () => {
  const { page, calls, close } = await visitor()
  await page.route('**/api/locals?**', (route) =>
    route.fulfill({ status: 403, json: { code: 'FLAG_REQUIRED', message: 'No.' } }),
  )
  await signIn(page)
  await page.goto(COMPARE)
  await page.getByText('No se han podido cargar las opciones de Tiendas').waitFor()
  // Figures of every store were asked beside the list; without it they are taken back, and none is asked any more.
  const callCount = calls.length
  expect([await states(page), callCount <= 3]).toEqual([{}, true])
  await page.locator('[data-param="periods"] button').first().click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  expect(calls.length).toBe(callCount)
  await page.unroute('**/api/locals?**')
  await page.locator('[data-param="locals"]').getByRole('button', { name: 'Reintentar' }).click()
  await settled(page)
  expect(Object.values(await states(page)).every((state) => state === 'ready')).toBe(true)
  await close()
})

test('a server that goes away leaves what is shown, says so, and the page goes on by itself when it is back', async () => {
  const { page, close } = await visitor()
  await onPage(page)
  // The last chart's library may still be loading when its data have come.
  await page.waitForFunction(() => document.querySelectorAll('canvas').length === 5)
  const drawn = 5
  await page.route('**/api/**', (route) => route.abort('connectionrefused'))
  await otherPeriods(page)
  await page.getByText('No se ha podido contactar con el servidor', { exact: false }).first().waitFor()
  await expect.poll(() => page.locator('canvas').count()).toBe(drawn)
  await page.unroute('**/api/**')
  await settled(page)
  expect(Object.values(await states(page)).every((state) => state === 'ready')).toBe(true)
  await close()
})

test('while the first answer is in flight a bar says that a page is coming, and goes when it is there', async () => {
  const { page, close } = await visitor()
  await signIn(page)
  const { promise: answered, resolve: go } = Promise.withResolvers<void>()
  await page.route('**/api/me', async (route) => {
    await answered
    await route.continue()
  })
  await page.goto(COMPARE)
  const bar = page.locator('#arriving')
  await bar.waitFor({ state: 'visible' })
  go()
  await settled(page)
  await expect.poll(() => bar.count()).toBe(0)
  await close()
})

test('a reload while the server is away does not end the session', async () => {
  const { page, close } = await visitor()
  await onPage(page)
  await page.route('**/api/**', (route) => route.abort('connectionrefused'))
  await page.reload()
  await page.getByRole('alert').first().waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('access_token'))).not.toBeNull()
  await page.unroute('**/api/**')
  await page.reload()
  await settled(page)
  await close()
})

test('logging out in one tab leaves the other at login', async () => {
  const { page, context, close } = await visitor()
  await onPage(page)
  const other = await context.newPage()
  await other.goto(COMPARE)
  await settled(other)
  await page.getByRole('button', { name: 'Cuenta y ajustes' }).click()
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
  await other.waitForURL('**/login**')
  await close()
})

test('a session that ended leads to login, says so, and back to the same place', async () => {
  const { page, close } = await visitor()
  await onPage(page)
  const preset = await lastMonth(page)
  // In one step: between an end and a press from outside, a question of the frame may notice before the reader does.
  await preset.evaluate(async (button: HTMLElement) => {
    await fetch('/api/logout', {
      method: 'POST',
      headers: { access_token: localStorage.getItem('access_token') ?? '' },
    })
    button.click()
  })
  await page.waitForURL('**/login?redirect=*')
  await page.getByText('La sesión ha terminado', { exact: false }).first().waitFor()
  await page.locator('input[name="username"]').fill('analyst')
  await page.locator('input[name="password"]').fill(PASSWORD)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL((url) => url.pathname === COMPARE)
  await settled(page)
  await close()
})

test('a failed login is worded in the reader’s language', async () => {
  const { page, close } = await visitor({ locale: 'ca' })
  await page.goto('/login')
  await page.locator('input[name="username"]').fill('analyst')
  await page.locator('input[name="password"]').fill('wrong password')
  await page.locator('button[type="submit"]').click()
  const texts = JSON.parse(
    await readFile(join(import.meta.dirname, '../../src/i18n/locales/errors/ca.json'), 'utf8'),
  ) as Record<string, string>
  await page
    .getByText(texts.LOGIN_FAILED ?? '', { exact: false })
    .first()
    .waitFor()
  await close()
})

test('the guest sees renamed clients and stores, and no answer holds a real name', async () => {
  const analyst = await visitor()
  await onPage(analyst.page)
  const lists = (page: Page) =>
    page.evaluate(async () => {
      const get = async (path: string) =>
        (
          await fetch(`/api${path}`, { headers: { access_token: localStorage.getItem('access_token') ?? '' } })
        ).json() as Promise<{ id: number; name: string }[]>
      const clients = await get('/clients')
      return [...clients, ...(await Promise.all(clients.map(({ id }) => get(`/locals?client=${id}`)))).flat()].map(
        ({ name }) => name,
      )
    })
  const real = await lists(analyst.page)
  await analyst.close()

  const { page, close } = await visitor()
  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/'))
      answers.push(
        response.body().then(
          (body) => body.toString('utf8'),
          () => '',
        ),
      )
  })
  await onPage(page, 'guest')
  const renamed = new Set(await lists(page))
  const secret = real.filter((name) => !renamed.has(name) && ![...renamed].some((other) => other.includes(name)))
  expect(secret.length).toBeGreaterThan(10)
  const all = (await Promise.all(answers)).join('\n')
  expect(all.length).toBeGreaterThan(1000)
  expect(secret.filter((name) => all.includes(name))).toEqual([])
  const seen = await page.locator('main').innerText()
  expect(secret.filter((name) => seen.includes(name))).toEqual([])
  await close()
})

const LAYOUT = join(import.meta.dirname, '../../layouts/foot-compare.json')
/** A document that was spoiled outside of the product, as it comes from the server. @returns its address */
async function serveLayout(page: Page, text: string): Promise<string> {
  await page.route('**/api/users/dashboards/spoiled', (route) =>
    route.fulfill({ json: { entry: { id: 'spoiled', name: 'Spoiled', flag: null }, text } }),
  )
  return '/users/dashboards/view/spoiled'
}

test('a wrong widget of a layout is a card with its finding; the rest lives', async () => {
  const { page, close } = await visitor()
  const layout = JSON.parse(await readFile(LAYOUT, 'utf8')) as {
    widgets: Record<string, { type?: string; options?: unknown }>
  }
  Object.assign(layout.widgets.comparison ?? {}, { type: 'period-comparisson' })
  Object.assign(layout.widgets.stay ?? {}, { options: { colur: '<img src=x onerror=alert(1)>' } })
  await onPage(page, 'analyst', await serveLayout(page, JSON.stringify(layout)))
  const kinds = await page
    .locator('section[data-state]')
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.state))
  expect(kinds.filter((kind) => kind === 'quarantined').length).toBe(2)
  expect(kinds.filter((kind) => kind === 'ready').length).toBe(kinds.length - 2)
  await page.getByText('period-comparisson', { exact: false }).first().waitFor()
  await close()
})

test.each(['', '{"format": 1,', '[]', '{"format":1,"_id":"x","name":"x","layout":{},"widgets":{}}'])(
  'a layout of which nothing can be shown says so: %j',
  async (text) => {
    const { page, problems, close } = await visitor()
    await signIn(page)
    await page.goto(await serveLayout(page, text))
    await page.getByRole('alert').getByText('no se puede leer', { exact: false }).waitFor()
    // The server itself has no such dashboard, nor views and annotations of it.
    expect(problems.filter((problem) => !problem.includes('404 (Not Found)'))).toEqual([])
    await close()
  },
)

test('a layout that cannot be fetched is said on the page, not a blank one', async () => {
  const { page, close } = await visitor()
  await page.route('**/assets/foot-compare-*.js', (route) => route.abort())
  await signIn(page)
  await page.goto(COMPARE)
  await page.getByRole('alert').first().waitFor()
  await close()
})

const VIEWS = '**/assets/views-foot-compare-*.js'

test('a widget that throws costs one frame', async () => {
  const { page, close } = await visitor()
  await page.route(VIEWS, async (route) => {
    const answer = await route.fetch()
    const code = await answer.text()
    // Parts that only the comparison uses.
    return route.fulfill({
      contentType: 'text/javascript',
      body: code.replace('markArea:{', 'boom:null.boom,markArea:{'),
    })
  })
  await onPage(page)
  await widget(page, 'comparison').getByText('Este widget no se ha podido mostrar', { exact: false }).waitFor()
  const kinds = await states(page)
  expect(
    Object.entries(kinds)
      .filter(([, state]) => state !== 'ready')
      .map(([id]) => id),
  ).toEqual(['comparison'])
  await close()
})

test('widgets whose code cannot be fetched say so in their frames, and Retry fetches it', async () => {
  const { page, close } = await visitor()
  let broken = true
  await page.addInitScript(() => localStorage.setItem('aforo.reloadedAt', String(Date.now())))
  await page.route(VIEWS, (route) => (broken ? route.abort() : route.continue()))
  await onPage(page)
  const retry = widget(page, 'comparison').getByRole('button', { name: 'Reintentar' })
  await retry.waitFor()
  await expect.poll(() => widget(page, 'comparison').innerText()).not.toContain('dynamically')
  broken = false
  await retry.click()
  await page.waitForEvent('load')
  await settled(page)
  expect((await states(page)).comparison).toBe('ready')
  await close()
})

test('a page whose server was replaced by a newer one offers to be loaded anew', async () => {
  const { page, problems, close } = await visitor()
  await onPage(page)
  const offer = page.getByRole('button', { name: 'Recargar', exact: true })
  expect(await offer.count()).toBe(0)
  let isNewer = true
  await page.route('**/api/**', async (route) => {
    const answer = await route.fetch()
    const headers = { ...answer.headers(), ...(isNewer && { 'x-build': 'a-newer-page' }) }
    await route.fulfill({ response: answer, headers })
  })
  await otherPeriods(page)
  await offer.waitFor()
  expect(await page.getByText('Hay una versión nueva.').count()).toBe(1)
  await settled(page)
  // The page that comes is the newer one.
  page.once('framenavigated', () => {
    isNewer = false
  })
  await Promise.all([page.waitForEvent('load'), offer.click()])
  await settled(page)
  await expect.poll(() => offer.count()).toBe(0)
  expect(problems).toEqual([])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await close()
})

test('a page whose texts do not come says so in words, in the reader’s language, and not with the keys of texts', async () => {
  const { page, close } = await visitor({ locale: 'it' })
  // Both the reader's and English, on the first page and after its reload.
  await page.route(/\/(?:it|en)-[\w-]+\.js$/, (route) => route.abort())
  await page.goto('/login')
  await page.getByRole('heading', { level: 1, name: 'Impossibile caricare la pagina' }).waitFor()
  await page.getByRole('button', { name: 'Copia il codice PAGE_FILE_UNAVAILABLE' }).waitFor()
  await page.unroute(/\/(?:it|en)-[\w-]+\.js$/)
  await page.getByRole('button', { name: 'Riprova' }).click()
  await page.getByRole('button', { name: 'Accedi', exact: true }).waitFor()
  await close()
})
