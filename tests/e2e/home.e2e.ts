/** Home, the frame and one's own account: each demo login sees exactly its cards, and nothing else opens for it. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { COMPARE, server, settled, signIn, signInByForm, visitor } from './browser.ts'

/** Pages that the specification puts behind a flag, by hand: the page of each, and its owner. */
const PATHS: Readonly<Record<string, string>> = {
  corporate: '/users/dashboards/corporate',
  chatbot: '/users/dashboards/corporate/chatbot',
  corporateReports: '/users/dashboards/corporate/report',
  occupancyDownloads: '/users/dashboards/corporate/downloads',
  screens: '/users/dashboards/occupancy-list',
  apps: '/users/dashboards/experience-list',
  occupancy: '/users/dashboards/occupancy',
  zonesOccupancy: '/users/dashboards/zonesrt',
  automotive: '/users/dashboards/automotive',
  automotiveDownloads: '/users/dashboards/automotive/download',
  automotiveForecast: '/users/dashboards/automotive/forecast',
  bigVenues: '/users/dashboards/big-venues',
  compare: COMPARE,
  compareToo: '/users/dashboards/view/foot-compare',
  downloads: '/users/downloads/manage',
  campaigns: '/users/campaigns',
  admin: '/users/admin',
  adminUsers: '/users/admin/users',
  adminGroups: '/users/admin/groups',
  adminEdit: '/users/admin/users/1/edit',
  status: '/users/foot/dashboards/view/foot-status',
  statusToo: '/users/dashboards/view/foot-status',
  alerts: '/users/alerts/manage',
  uploads: '/users/uploads/manage',
  schedule: '/users/management/schedule',
  transport: '/users/dashboards/transport',
}
const COMPARES = ['compare', 'compareToo']
const STATUSES = ['status', 'statusToo']
const ALERTS = ['alerts']
/** Pages of today. */
const BUILT = [
  'occupancy',
  'transport',
  'compare',
  'compareToo',
  'status',
  'statusToo',
  'alerts',
  'downloads',
  'uploads',
  'schedule',
  'campaigns',
  'admin',
  'adminUsers',
  'adminEdit',
]
const ADMIN_PAGES = ['admin', 'adminUsers', 'adminGroups', 'adminEdit']

/**
 * By hand, from the accounts of the demo (README): the cards of today's pages in order, and what their flags open,
 * built or not.
 */
const LOGINS: Readonly<Record<string, { readonly cards: readonly string[]; readonly opens: readonly string[] }>> = {
  admin: {
    cards: [
      'Tiempo real: Ocupación de locales',
      'Retail: Comparativa',
      'Retail: Descargas',
      'Gestión: Administración',
      'Gestión: Estado',
      'Gestión: Alertas',
      'Gestión: Cargas',
    ],
    opens: [...COMPARES, ...STATUSES, ...ALERTS, 'downloads', 'uploads', 'schedule', 'occupancy', ...ADMIN_PAGES],
  },
  analyst: {
    cards: ['Retail: Comparativa', 'Retail: Descargas', 'Gestión: Estado', 'Gestión: Cargas'],
    opens: [...COMPARES, ...STATUSES, 'downloads', 'uploads'],
  },
  dealer: { cards: ['Retail: Comparativa', 'Gestión: Cargas'], opens: [...COMPARES, 'uploads'] },
  office: { cards: ['Tiempo real: Ocupación de locales'], opens: ['occupancy'] },
  operator: {
    cards: ['Retail: Descargas', 'Gestión: Estado', 'Gestión: Alertas', 'Gestión: Cargas'],
    opens: ['downloads', 'uploads', 'schedule', ...STATUSES, ...ALERTS],
  },
  campaigner: {
    cards: ['Retail: Comparativa', 'Retail: Campañas', 'Otros: Transporte'],
    opens: [...COMPARES, 'campaigns', 'transport'],
  },
  guest: { cards: ['Retail: Comparativa', 'Gestión: Estado'], opens: [...COMPARES, ...STATUSES] },
  nobody: { cards: [], opens: [] },
}

const cardsOf = (page: Page) =>
  page
    .locator('main section')
    .evaluateAll((sections) =>
      sections.flatMap((section) =>
        [...section.querySelectorAll('a strong')].map(
          (card) => `${section.querySelector('h2')?.textContent}: ${card.textContent}`,
        ),
      ),
    )
const settings = (page: Page) => page.getByRole('button', { name: 'Cuenta y ajustes' })
async function openSetting(page: Page, name: string): Promise<void> {
  await settings(page).click()
  await page.getByRole('menuitem', { name }).click()
}
const mails = async () =>
  (await (await fetch(`${server().address}/api/demo/mailbox`, { headers: { accept: 'application/json' } })).json()) as {
    to: string
    text: string
  }[]

/**
 * Built pages of each account whose addresses are typed. The guard is the same however one comes; typing loads the
 * whole page again.
 */
const TYPED = 2

/** Where an address leads: typed into the bar, or followed inside the page, which is as true and much quicker. */
async function landingOf(page: Page, path: string, isTyped: boolean): Promise<string> {
  if (isTyped) await page.goto(path, { waitUntil: 'commit' })
  else
    await page.evaluate((to) => {
      window.history.pushState({}, '', to)
      window.dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    }, path)
  await page
    .waitForFunction(
      () => window.location.pathname === '/users' && document.querySelector('main h1') !== null,
      undefined,
      { timeout: 8000 },
    )
    .catch(() => undefined)
  return new URL(page.url()).pathname
}

test.each(Object.entries(LOGINS))(
  '%s sees exactly its cards, and is sent home from every page that is not its own',
  async (login, { cards, opens }) => {
    const { page, problems, close } = await visitor()
    // Terms not read yet are another journey's; the account is not changed here.
    await page.route('**/auth/user/terms-of-service', (route) => route.fulfill({ json: { accepted: true, at: 0 } }))
    await signIn(page, login)
    await page.goto('/users')
    await page.locator('main h1').waitFor()
    await expect.poll(() => cardsOf(page)).toEqual(cards)
    // Rights whose screens are not built are named; only without any there is nothing.
    if (cards.length === 0)
      await page
        .getByText(login === 'nobody' ? 'Todavía no tienes nada que abrir' : 'Tus accesos aún no tienen pantalla')
        .waitFor()
    const landed: Record<string, string> = {}
    for (const [id, path] of Object.entries(PATHS)) {
      if (opens.includes(id)) continue
      const isTyped = BUILT.includes(id) && Object.keys(landed).filter((done) => BUILT.includes(done)).length < TYPED
      landed[id] = await landingOf(page, path, isTyped)
    }
    expect(Object.entries(landed).filter(([, path]) => path !== '/users')).toEqual([])
    expect(problems).toEqual([])
    await close()
  },
)

test('every link of home and of the top bar leads to a page', async () => {
  const { page, close } = await visitor()
  await signIn(page, 'admin')
  await page.goto('/users')
  await page.locator('main h1').waitFor()
  const links = await page
    .locator('main section a:has(strong), header nav a')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(links.length).toBeGreaterThanOrEqual(2)
  for (const link of new Set(links)) {
    await page.goto(link)
    await page.locator('main h1').first().waitFor()
    expect(new URL(page.url()).pathname).toBe(link)
  }
  await close()
})

test('an account whose password expired sees that before anything, and no key leads around it', async () => {
  const { page, close } = await visitor()
  // The demo's own such account is used up by the journey that changes its password.
  await page.route('**/auth/user/login-info', (route) =>
    route.fulfill({ json: { lastLogin: null, expiredPass: true, passwordResponsibility: true } }),
  )
  await signIn(page, 'office')
  await page.goto('/users')
  await page.getByRole('alertdialog').waitFor()
  await page.keyboard.press('Control+K')
  await expect.poll(() => page.getByRole('combobox').count()).toBe(0)
  await close()
})

test('the greeting carries the last login as DD/MM/YYYY HH:mm:ss and opens the profile with its history', async () => {
  const first = await visitor()
  await signIn(first.page, 'campaigner')
  await first.page.goto('/users')
  await first.close()
  const refused = await fetch(`${server().address}/api/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'campaigner@aforo.test', password: 'wrong', grant_type: 'password' }),
  })
  expect(refused.ok).toBe(false)
  const { page, problems, close } = await visitor()
  await signIn(page, 'campaigner')
  await page.goto('/users')
  const who = page.locator('header').getByRole('button', { name: 'Hola, campaigner@aforo.test' })
  await who.hover()
  const tooltip = page.getByRole('tooltip')
  await tooltip.waitFor()
  await expect.poll(() => tooltip.textContent()).toMatch(/^Último acceso: \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/)
  await who.click()
  const profile = page.getByRole('dialog', { name: 'Mi perfil' })
  await profile.getByRole('row').nth(3).waitFor()
  expect(
    await profile.getByRole('checkbox').evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).checked)),
  ).toEqual([true, false])
  const rows = (await profile.getByRole('row').allInnerTexts())
    .slice(1)
    .map((row) => row.split(/\s*[\t\n]\s*/).filter(Boolean))
  expect(rows.slice(0, 3).map((row) => row.at(-1))).toEqual(['Correcto', 'Fallido', 'Correcto'])
  expect(
    rows.every(([time, date]) => /^\d\d:\d\d:\d\d$/.test(time ?? '') && /^\d\d\/\d\d\/\d{4}$/.test(date ?? '')),
  ).toBe(true)
  expect(problems).toEqual([])
  await close()
})

test('a session of another browser is ended from the profile', async () => {
  const other = await visitor()
  await signIn(other.page, 'dealer')
  await other.page.goto('/users')
  const { page, close } = await visitor()
  await signIn(page, 'dealer')
  await page.goto('/users')
  await openSetting(page, 'Sesiones abiertas')
  const list = page.getByRole('dialog').getByRole('listitem')
  await list.first().waitFor()
  const before = await list.count()
  await expect.poll(() => page.getByRole('dialog').getByText('Esta sesión').count()).toBe(1)
  const ends = page.getByRole('dialog').getByRole('button', { name: /Cerrar la sesión de/ })
  await expect.poll(() => ends.count()).toBe(before - 1)
  for (let left = before; left > 1; left--) {
    await ends.first().click()
    await page.waitForFunction((count) => document.querySelectorAll('[role="dialog"] li').length === count, left - 1)
  }
  await other.page.reload()
  await other.page.waitForURL('**/login**')
  await close()
  await other.close()
})

test('changing the password sends a mail to the own address, and the button rests meanwhile', async () => {
  const { page, close } = await visitor()
  await page.route('**/api/scewc', async (route) => {
    await new Promise((done) => {
      setTimeout(done, 400)
    })
    await route.continue()
  })
  await signIn(page, 'office')
  await page.goto('/users')
  await openSetting(page, 'Cambiar la contraseña')
  const dialog = page.getByRole('dialog', { name: 'Cambiar la contraseña' })
  await dialog.getByRole('button', { name: 'Enviar el correo' }).click()
  await expect.poll(() => dialog.getByRole('button').last().isDisabled()).toBe(true)
  await dialog.getByRole('status').waitFor()
  expect(
    (await mails()).some(({ to, text }) => to.includes('office@aforo.test') && text.includes('/changepass/')),
  ).toBe(true)
  await close()
})

test('the language is chosen in a dialog that warns, is stored, and is there after a reload', async () => {
  const { page, problems, close } = await visitor()
  await signIn(page)
  await page.goto('/users')
  await openSetting(page, 'Cambiar el idioma')
  const dialog = page.getByRole('dialog', { name: 'Cambiar el idioma' })
  await dialog.getByText('Se aplicará una actualización de la traducción').waitFor()
  await dialog.getByRole('radio', { name: 'Čeština' }).check()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('heading', { name: 'Dobrý den, analyst' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Dobrý den, analyst' }).waitFor()
  await expect
    .poll(() => page.evaluate(() => [document.documentElement.lang, localStorage.getItem('aforo.locale')]))
    .toEqual(['cs', 'cs'])
  expect(problems).toEqual([])
  await close()
})

test('without "Auto filter results?" a changed filter waits for Apply', async () => {
  const { page, calls, problems, close } = await visitor()
  await signIn(page)
  await page.goto('/users')
  await openSetting(page, 'Preferencias')
  await page.getByRole('dialog').getByRole('switch', { name: /filtr/i }).press('Space')
  await page.keyboard.press('Escape')
  await page.goto(COMPARE)
  await settled(page)
  const before = calls.length
  await page.locator('[data-param="client"] button').first().click()
  await page.getByRole('option').nth(1).click()
  const apply = page.locator('search').getByRole('button', { name: 'Aplicar' })
  await apply.waitFor()
  expect(calls.length).toBe(before)
  const brand = new URL(page.url()).searchParams.get('client')
  await apply.click()
  await page.waitForURL((url) => url.searchParams.get('client') !== brand)
  await settled(page)
  expect(calls.length).toBeGreaterThan(before)
  expect(problems).toEqual([])
  await close()
})

test('the palette opens with Ctrl K, finds a store by its code, and leads to it in Compare; its brands are asked for with the first key', async () => {
  const { page, problems, close } = await visitor()
  await signIn(page)
  await page.goto('/users')
  await page.locator('main h1').waitFor()
  const lists: string[] = []
  page.on('request', (request) => {
    if (/\/api\/(clients|locals)\b/.test(request.url())) lists.push(new URL(request.url()).pathname)
  })
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox')
  await field.waitFor()
  await expect.poll(() => page.getByRole('option').allTextContents()).toContain('Comparativa')
  expect(lists).toEqual([])
  await field.fill('PAN-02')
  const [store] = await Promise.all([
    page.getByRole('option').first().textContent(),
    page.getByRole('option', { name: /PAN-02/ }).waitFor(),
  ])
  expect(lists.toSorted()).toEqual(['/api/clients', '/api/locals'])
  expect(store).not.toBe('')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === COMPARE && url.searchParams.get('locals') !== null)
  await settled(page)
  expect(problems).toEqual([])
  await close()
})

test('? lists the keys, but not while something is typed; Escape gives the focus back', async () => {
  const { page, close } = await visitor()
  await signIn(page)
  await page.goto('/users')
  const search = page.getByRole('button', { name: 'Buscar e ir a…' })
  await search.focus()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Atajos de teclado' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await search.click()
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('?')
  await expect.poll(() => page.getByRole('dialog', { name: 'Atajos de teclado' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('combobox').waitFor({ state: 'detached' })
  await expect.poll(() => search.evaluate((element) => element === document.activeElement)).toBe(true)
  await close()
})

test('on a phone the pages are in a menu and nothing is wider than the screen', async () => {
  const { page, close } = await visitor({ width: 390, height: 800 })
  await signIn(page)
  await page.goto('/users')
  await page.getByRole('button', { name: 'Páginas' }).click()
  await page.getByRole('menuitem', { name: 'Comparativa' }).click()
  await page.waitForURL(`**${COMPARE}*`)
  await settled(page)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await close()
})

test('logging out forgets the clients that were loaded: the next person’s palette asks again', async () => {
  const { page, close } = await visitor()
  await signIn(page)
  await page.goto('/users')
  await page.locator('main h1').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('PAN-02')
  await page.getByRole('option', { name: /PAN-02/ }).waitFor()
  await page.keyboard.press('Escape')
  await settings(page).click()
  await Promise.all([
    page.waitForRequest('**/api/logout/redirect'),
    page.getByRole('menuitem', { name: 'Cerrar sesión' }).click(),
  ])
  await page.waitForURL('**/login')
  await signInByForm(page, 'dealer')
  // Of the page behind the login, which has a heading of its own until that one is there.
  await settings(page).waitFor()
  await page.keyboard.press('Control+k')
  await Promise.all([
    page.waitForResponse((answer) => answer.url().includes('/api/locals')),
    page.getByRole('combobox').fill('PAN-02'),
  ])
  await page.getByText('Ningún resultado para').waitFor()
  await expect.poll(() => page.getByRole('option').count()).toBe(0)
  await close()
})
