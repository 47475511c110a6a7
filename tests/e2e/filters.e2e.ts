/** Filters as a reader uses them: brand, stores, every way to choose periods, and where the choice is kept. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { COMPARE, onPage, settled, signIn, states, visitor } from './browser.ts'

const PRESET = { noPeriods: 0, campaigns: 9, customPeriods: 10, advanced: 11 }

const control = (page: Page, param: string) => page.locator(`[data-param="${param}"] button`).first()
const apply = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Aplicar' })
const query = (page: Page, key: string) => new URL(page.url()).searchParams.get(key)
const ranges = (page: Page) =>
  control(page, 'periods')
    .locator('time')
    .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')))

async function choosePreset(page: Page, preset: keyof typeof PRESET): Promise<void> {
  await control(page, 'periods').click()
  await page.getByRole('dialog').getByRole('group').first().getByRole('button').nth(PRESET[preset]).click()
}

test('another brand brings its own stores, asks each question once, and the address says so', async () => {
  const stage = await visitor()
  const { page, calls, requests } = stage
  await onPage(page)
  const before = calls.length
  const [old, brand] = [await control(page, 'locals').textContent(), query(page, 'client')]
  await control(page, 'client').click()
  await page.getByRole('option').nth(1).click()
  await page.waitForURL((url) => url.searchParams.get('client') !== brand && url.searchParams.get('locals') !== null)
  await settled(page)
  const since = calls.slice(before)
  expect(since.toSorted()).toEqual([...new Set(since)].toSorted())
  expect(since.length).toBe(3)
  await expect.poll(() => control(page, 'locals').textContent()).not.toBe(old)
  const client = query(page, 'client')
  const queries = requests.slice(-since.length).map((url) => new URL(url).searchParams)
  expect(queries.every((params) => params.get('client') === client)).toBe(true)
  expect(new Set(queries.map((params) => params.get('locals'))).size).toBe(1)
  expect(Object.values(await states(page)).every((state) => state === 'ready')).toBe(true)
  await stage.close()
})

test('stores chosen before another brand are gone with it, without a flash of a call for them', async () => {
  const stage = await visitor()
  const { page, requests } = stage
  await onPage(page)
  await control(page, 'locals').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar todos' }).click()
  await page.getByRole('dialog').getByRole('option').first().click()
  await page.keyboard.press('Escape')
  await settled(page)
  const [chosen, brand] = [query(page, 'locals'), query(page, 'client')]
  const before = requests.length
  await control(page, 'client').click()
  await page.getByRole('option').nth(1).click()
  await page.waitForURL(
    (url) =>
      url.searchParams.get('client') !== brand &&
      url.searchParams.get('locals') !== chosen &&
      url.searchParams.get('locals') !== null,
  )
  await settled(page)
  expect(requests.slice(before).filter((url) => new URL(url).searchParams.get('locals') === chosen)).toEqual([])
  expect(requests.length - before).toBe(3)
  await stage.close()
})

test('two Decembers are typed with the keyboard, applied, kept in the address, after a reload and in another tab', async () => {
  const stage = await visitor({ locale: 'en' })
  const { page, context, problems } = stage
  await onPage(page)
  await control(page, 'periods').click()
  await page.getByRole('dialog').getByRole('group').first().getByRole('button').nth(PRESET.customPeriods).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('spinbutton').first().waitFor()
  await dialog.getByRole('spinbutton').first().focus()
  await page.keyboard.type('01122025')
  await page.keyboard.type('31122025')
  await dialog.getByRole('spinbutton').nth(6).focus()
  await page.keyboard.type('01122024')
  await page.keyboard.type('31122024')
  await dialog.getByRole('button', { name: 'Apply' }).press('Enter')
  await page.waitForURL((url) => url.searchParams.get('end') === '2025-12-31')
  await settled(page)
  await expect.poll(() => ranges(page)).toEqual(['2025-12-01/2025-12-31', '2024-12-01/2024-12-31'])

  await page.reload()
  await settled(page)
  await expect.poll(() => ranges(page)).toEqual(['2025-12-01/2025-12-31', '2024-12-01/2024-12-31'])

  const other = await context.newPage()
  await other.goto(COMPARE)
  await settled(other)
  await expect.poll(() => ranges(other)).toEqual(['2025-12-01/2025-12-31', '2024-12-01/2024-12-31'])
  expect(problems).toEqual([])
  await stage.close()
})

test('a campaign of the brand sets both periods', async () => {
  const stage = await visitor()
  const { page, calls } = stage
  await onPage(page)
  const before = await ranges(page)
  const asked = calls.length
  await choosePreset(page, 'campaigns')
  await page.getByRole('dialog').locator('button[aria-haspopup="listbox"]').click()
  const option = page.getByRole('option').first()
  const name = (await option.textContent()) ?? ''
  await option.click()
  await apply(page).click()
  await settled(page)
  await page.waitForFunction(() => new URLSearchParams(window.location.search).get('period')?.startsWith('campaigns.'))
  await expect.poll(() => ranges(page)).not.toEqual(before)
  expect(name).toContain(((await control(page, 'periods').textContent()) ?? '').split(' frente')[0]?.slice(0, 6))
  // Figures of the periods before may have been asked for once more meanwhile: today goes on.
  const [begin] = (await ranges(page))[0]?.split('/') ?? []
  expect(stage.requests.slice(asked).filter((address) => address.includes(`p1Start=${begin}&`))).toHaveLength(3)
  await stage.close()
})

test('the advanced preset asks the server, and applies what it answers', async () => {
  const stage = await visitor()
  const { page } = stage
  await onPage(page)
  await choosePreset(page, 'advanced')
  const dialog = page.getByRole('dialog').first()
  await dialog.getByText('El anterior', { exact: true }).first().click()
  await dialog.locator('button[aria-haspopup="listbox"]').first().click()
  await page.getByRole('option', { name: 'Mes', exact: true }).click()
  await dialog.getByRole('textbox').fill('1')
  await dialog.locator('button[aria-haspopup="listbox"]').last().click()
  await page.getByRole('option', { name: 'Año', exact: true }).click()
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('/period/config')),
    apply(page).click(),
  ])
  expect([answer.request().method(), answer.status()]).toEqual(['POST', 200])
  expect(Object.fromEntries(new URL(answer.url()).searchParams)).toMatchObject({
    key: 'advanced',
    thisOrLast: 'last',
    thisOrLastPeriod: 'month',
    howManyPeriodsInThePast: '1',
    periodsInThePast: 'year',
  })
  const pair = (await answer.json()) as {
    comparing: { begin: string; end: string }
    reference: { begin: string; end: string }
  }
  await settled(page)
  await page.waitForFunction(() => document.querySelector('[role="dialog"]') === null)
  await expect
    .poll(() => ranges(page))
    .toEqual([`${pair.comparing.begin}/${pair.comparing.end}`, `${pair.reference.begin}/${pair.reference.end}`])
  await stage.close()
})

test('a refusal of the periods is said in the reader’s language, and nothing is applied', async () => {
  const stage = await visitor({ locale: 'it' })
  const { page } = stage
  await page.route('**/api/period/config?**', (route) =>
    route.fulfill({
      status: 400,
      json: { code: 'PERIOD_OUT_OF_RANGE', message: 'Out of range.', details: { from: 2014, to: 2028 } },
    }),
  )
  await onPage(page)
  const before = await ranges(page)
  await choosePreset(page, 'advanced')
  await page.getByRole('dialog').getByRole('button', { name: 'Applica' }).click()
  const said = await page.getByRole('dialog').getByRole('alert').textContent()
  expect(said).toMatch(/2014.*2028/)
  expect(said).not.toContain('Out of range')
  await expect.poll(() => ranges(page)).toEqual(before)
  await stage.close()
})

test('no comparison: one period and no reference, also after a reload', async () => {
  const stage = await visitor()
  const { page, problems } = stage
  await onPage(page)
  const before = await ranges(page)
  await choosePreset(page, 'noPeriods')
  await apply(page).click()
  await settled(page)
  expect((await ranges(page)).length).toBe(1)
  expect(Object.values(await states(page)).filter((state) => state === 'error')).toEqual([])
  await page.reload()
  await settled(page)
  expect((await ranges(page)).length).toBe(1)
  expect(before.length).toBe(2)
  expect(problems).toEqual([])
  await stage.close()
})

test('a date in the address alone gives the week that ends there', async () => {
  const stage = await visitor()
  const { page } = stage
  await signIn(page)
  await page.goto(`${COMPARE}?end=2026-3-12`)
  await settled(page)
  await expect.poll(() => ranges(page)).toEqual(['2026-03-09/2026-03-12', '2026-03-02/2026-03-05'])
  expect(query(page, 'end')).toBe('2026-3-12')
  await stage.close()
})

test('a wrong value in the address is reported in the reader’s language', async () => {
  const stage = await visitor({ locale: 'cs' })
  const { page } = stage
  await signIn(page)
  await page.goto(`${COMPARE}?client=abc`)
  await settled(page)
  const said = await page.getByRole('status').first().textContent()
  expect(said).toContain('čekalo se číslo')
  await stage.close()
})
