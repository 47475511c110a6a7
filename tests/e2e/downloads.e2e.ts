/**
 * Downloads: who may open them, a range that is too long, a download that is stopped, and files with what was asked
 * for. Documentation beside it.
 */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PASSWORD, server, signIn, visitor } from './browser.ts'

const MANAGE = '/users/downloads/manage'
const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
const go = (page: Page, format = 'CSV') => page.getByRole('button', { name: `Descargar ${format}` })

/** Two days typed into the segments of the range, as DD/MM/YYYY. */
async function typeRange(page: Page, begin: string, end: string): Promise<void> {
  const first = page.getByRole('spinbutton').first()
  await first.click()
  await page.keyboard.type([begin, end].map((one) => one.split('-').toReversed().join('')).join(''))
}

test('who lacks canDownload is sent to the root, with and without the part of the path in front', async () => {
  const { page, close } = await visitor({ locale: 'es' })
  await signIn(page, 'campaigner')
  for (const path of [MANAGE, '/downloads/manage']) {
    await page.goto(path)
    await page.waitForURL((url) => url.pathname === '/users')
  }
  await expect.poll(() => page.locator(`a[href="${MANAGE}"]`).count()).toBe(0)
  await close()
})

test('a client and at most 31 days become a file: too long is taken away, a download can be stopped, CSV and Excel hold the columns', async () => {
  const { page, problems, close } = await visitor({ locale: 'es' })
  await signIn(page, 'analyst')
  await page.goto('/users')
  await page.locator(`main a[href="${MANAGE}"]`).click()
  await page.getByRole('heading', { name: 'Descargas', level: 1 }).waitFor()
  await expect.poll(() => go(page).isDisabled()).toBe(true)
  await page
    .getByRole('button', { name: /Cliente/ })
    .last()
    .click()
  await page.getByRole('option').first().click()
  await page.getByText('Faltan las fechas.').waitFor()
  await expect.poll(() => go(page).isDisabled()).toBe(true)

  await typeRange(page, day(40), day(2))
  await page.getByText('Elige un intervalo de 31 días como máximo').waitFor()
  // It is removed once typing has stopped.
  await page.getByRole('heading', { name: 'Descargas', level: 1 }).click()
  await expect
    .poll(async () => [
      await go(page).isDisabled(),
      new URL(page.url()).searchParams.has('begin'),
      await page.getByRole('spinbutton').first().textContent(),
    ])
    .toEqual([true, false, 'dd'])
  await typeRange(page, day(4), day(2))
  await page.waitForURL((url) => url.searchParams.get('begin') === day(4) && url.searchParams.get('end') === day(2))

  // Stopped while it is in flight: nothing is saved, and it can begin again.
  const held = Promise.withResolvers<void>()
  await page.route('**/api/downloads?*', async (route) => {
    await held.promise
    await route.abort().catch(() => undefined)
  })
  await go(page).click()
  await page.getByRole('status').filter({ hasText: 'Descargando' }).waitFor()
  await page.getByText(/^0 de 3 /).waitFor()
  await expect.poll(() => go(page).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click()
  await page.getByText('Descarga cancelada. No se ha guardado nada.').waitFor()
  held.resolve()
  await page.unroute('**/api/downloads?*')

  const [csv] = await Promise.all([page.waitForEvent('download'), go(page).click()])
  await page.getByText('Descargado con éxito!').waitFor()
  expect(csv.suggestedFilename()).toMatch(/^data_export_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.csv$/)
  const [head = '', ...rows] = (await readFile(await csv.path(), 'utf8')).replace('\ufeff', '').trimEnd().split('\r\n')
  expect(head).toMatch(
    /^client;local;name;exeDate;date;time;far;fro;ins;bounces;visits;tickets;insTimeS;visitTimeS;insInRange0;/,
  )
  expect(rows.every((row) => /^\d+;\d+;[^;]+;\d{4}-\d\d-\d\d;\d{4}-\d\d-\d\d;\d\d:00:00;/.test(row))).toBe(true)
  expect([...new Set(rows.map((row) => row.split(';')[4]))]).toEqual([day(4), day(3), day(2)])

  await page.getByRole('radio', { name: 'Resumen por día' }).locator('xpath=ancestor-or-self::*[1]').click()
  await page.getByRole('radio', { name: 'Excel' }).locator('xpath=ancestor-or-self::*[1]').click()
  const [xlsx] = await Promise.all([page.waitForEvent('download'), go(page, 'Excel').click()])
  const bytes = await readFile(await xlsx.path())
  expect([
    xlsx.suggestedFilename().endsWith('.xlsx'),
    bytes.subarray(0, 2).toString(),
    bytes.includes('xl/worksheets/sheet1.xml'),
  ]).toEqual([true, 'PK', true])

  // A program asks the same with a session of its own.
  const call = ((await page.getByText(/^GET \/api\/downloads/).textContent()) ?? '').slice('GET '.length)
  const { access_token: token } = (await (
    await fetch(`${server().address}/api/oauth/token`, {
      method: 'POST',
      headers: { username: 'analyst', password: PASSWORD, grant_type: 'password' },
    })
  ).json()) as { access_token: string }
  const answer = await fetch(server().address + call.replace('format=xlsx', 'format=csv'), {
    headers: { authorization: `Bearer ${token}` },
  })
  expect((await answer.text()).split('\r\n')[0]).toMatch(
    /^date;frontal;insides;visits;tickets;total;captureRate;conversionRate;insideDurationHHMMSS;visitDurationHHMMSS;/,
  )
  expect(problems).toEqual([])
  await close()
})

test('the documentation opens from the menu, is searched, and names what a screen shows and how a metric is worked out', async () => {
  const { page, problems, close } = await visitor({ locale: 'es' })
  await signIn(page, 'analyst')
  await page.goto('/users')
  await page.getByRole('button', { name: 'Cuenta y ajustes' }).click()
  await page.getByRole('menuitem', { name: 'Documentación', exact: true }).click()
  await page.getByRole('heading', { name: 'Documentación', level: 1 }).waitFor()
  await page.getByText('Una cantidad en columnas y una tasa en líneas').waitFor()
  await page.getByRole('searchbox').fill('captacion tasa')
  await page.waitForURL((url) => url.searchParams.get('q') === 'captacion tasa')
  await page.getByText('Entradas ÷ (Frontales + Entradas) × 100').waitFor()
  await expect.poll(() => page.getByRole('heading', { level: 3 }).allTextContents()).toContain('Tasa de captación')
  await expect.poll(() => page.getByRole('heading', { name: 'Entradas', exact: true }).count()).toBe(0)
  await page.getByRole('searchbox').fill('xyzzy')
  await page.getByText('Nada menciona «xyzzy»').waitFor()
  await page.getByRole('searchbox').fill('')
  await page.getByRole('link', { name: 'Entrada de datos de sensores' }).click()
  await page.waitForURL('**/api/docs#ingest')
  expect(problems).toEqual([])
  await close()
})
