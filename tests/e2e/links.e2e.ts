/** Public links: read without a session, in a frame where its maker allows it, until revoked. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { onPage, server, settled, states, visitor } from './browser.ts'

/** `PICTURES=folder`: what the journey saw, to be looked at. */
const { PICTURES } = process.env
async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: join(PICTURES, `${name}.png`) })
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /Enlaces públicos/ })

async function makeLink(page: Page, name: string, { days = '', frames = '' } = {}): Promise<string> {
  await page.getByRole('button', { name: 'Enlace público' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('textbox', { name: 'Nombre' }).fill(name)
  if (days !== '') {
    await dialog.getByRole('button', { name: /Días/ }).click()
    await page.getByRole('option', { name: days }).click()
  }
  await dialog.getByRole('textbox', { name: 'Páginas que pueden mostrarlo' }).fill(frames)
  await dialog.getByRole('button', { name: 'Crear enlace' }).click()
  await dialog.getByRole('button', { name: 'Copiar enlace' }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(() => dialog.getByRole('textbox', { name: `Enlace «${name}»` }).inputValue()).toBe(link)
  await picture(page, `dialog-${name}`)
  return link
}

const figure = async (page: Page) =>
  /Entradas: \d.*/.exec((await page.locator('[data-widget]').first().textContent()) ?? '')?.[0]

test('a link is made, read elsewhere without a session and with two calls alone, and says when it was revoked', async () => {
  const maker = await visitor({ locale: 'es' })
  await onPage(maker.page)
  const link = await makeLink(maker.page, 'Consejo')
  expect(link).toMatch(new RegExp(`^${server().address}/shared/[A-Za-z0-9]{12}#[A-Za-z0-9_-]{43}$`))
  await maker.page.keyboard.press('Escape')

  const reader = await visitor({ locale: 'it' })
  const { page } = reader
  const sent = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) sent.add(`${request.method()} ${pathname}`)
  })
  await page.goto(link)
  await page.getByRole('heading', { name: 'Comparativa', level: 1 }).waitFor()
  await settled(page)
  expect(new Set(Object.values(await states(page)))).toEqual(new Set(Object.values(await states(maker.page))))
  expect(await figure(page)).toBe(await figure(maker.page))
  expect([...sent].toSorted()).toEqual(['POST /api/public-links/ask', 'POST /api/public-links/view'])
  expect(await reader.context.cookies()).toEqual([])
  // No way to other pages, no filter of days, and the address is whole, to be passed on.
  expect([
    await page.getByRole('navigation').count(),
    await page.getByRole('button', { name: /Periodos/ }).count(),
    await page.getByRole('button', { name: 'Copiar enlace' }).count(),
    page.url() === link,
    await page.evaluate(() => localStorage.getItem('access_token')),
  ]).toEqual([0, 0, 0, true, null])
  await page.getByText(/Disponible hasta el/).waitFor()
  await picture(page, 'reader')
  // Filters that are no days stay: another choice is asked within the link.
  await page.getByRole('button', { name: /Se compara/ }).click()
  await page.getByRole('option', { name: 'Todas las tiendas' }).click()
  await settled(page)
  expect(Object.values(await states(page))).not.toContain('error')
  await page.reload()
  await page.getByRole('heading', { name: 'Comparativa', level: 1 }).waitFor()

  // Revoked in the list of all links, where it says how often it was opened.
  await maker.page.goto('/users/links')
  await maker.page.getByRole('heading', { name: 'Enlaces públicos', level: 1 }).waitFor()
  await maker.page.getByRole('row', { name: /Consejo/ }).waitFor()
  await picture(maker.page, 'list')
  await maker.page.getByRole('button', { name: 'Revocar Consejo' }).click()
  await maker.page.getByRole('alertdialog').getByRole('button', { name: 'Revocar' }).click()
  await maker.page
    .getByRole('row', { name: /Consejo/ })
    .getByText('Revocado')
    .waitFor()
  await page.reload()
  // Without its language: that of this browser.
  await page.getByRole('heading', { name: 'Questo link non mostra più nulla' }).waitFor()
  await picture(page, 'ended')
  await page.goto(`${server().address}/shared/nothing#${'x'.repeat(43)}`)
  await page.getByRole('heading', { name: 'Questo link non porta da nessuna parte' }).waitFor()
  const refusals = /Failed to load resource.*4(?:04|10)/
  expect([reader.problems.filter((problem) => !refusals.test(problem)), maker.problems]).toEqual([[], []])
  for (const stage of [maker, reader]) await stage.close()
})

test('a snapshot shows its figures and its filters without offering any', async () => {
  const maker = await visitor({ locale: 'es' })
  await onPage(maker.page)
  const link = await makeLink(maker.page, 'Cierre', { days: 'Instantánea' })
  const { page, problems, close } = await visitor({ locale: 'es', width: 390, height: 844 })
  await page.goto(link)
  await page.getByRole('heading', { name: 'Comparativa', level: 1 }).waitFor()
  await settled(page)
  expect(Object.values(await states(page))).not.toContain('error')
  await page.getByText(/Instantánea del/).waitFor()
  expect(await page.getByRole('button', { name: /Se compara|Tiendas|Marca/ }).count()).toBe(0)
  await picture(page, 'snapshot-phone')
  expect([problems, maker.problems]).toEqual([[], []])
  await maker.close()
  await close()
})

test('a page that is allowed shows it in a frame, dark and in its language, and that it was revoked; another page shows nothing', async () => {
  const host = createServer((request, reply) => {
    const src = new URL(request.url ?? '/', 'http://localhost').searchParams.get('src') ?? ''
    reply.setHeader('content-type', 'text/html')
    reply.end(`<!doctype html><title>Host</title><iframe src="${src}" width="1200" height="900"></iframe>`)
  })
  await new Promise<void>((listening) => {
    host.listen(0, '127.0.0.1', listening)
  })
  const { port } = host.address() as AddressInfo
  const maker = await visitor({ locale: 'es' })
  await onPage(maker.page)
  const link = await makeLink(maker.page, 'Portal', { frames: `http://localhost:${port}` })
  const [address = '', token = ''] = link.split('#')
  const src = encodeURIComponent(`${address}?lang=en&theme=dark#${token}`)

  const { page, close } = await visitor()
  await page.goto(`http://localhost:${port}/?src=${src}`)
  const frame = page.frameLocator('iframe')
  await frame.getByRole('heading', { name: 'Compare', level: 1 }).waitFor()
  await frame
    .getByText(/Entries/)
    .first()
    .waitFor()
  expect(await frame.locator('html').getAttribute('data-theme')).toBe('dark')
  await picture(page, 'framed')

  const other = await visitor()
  await other.page.goto(`http://127.0.0.1:${port}/?src=${src}`)
  await expect.poll(() => other.problems.join()).toMatch(/frame-ancestors/)
  expect(await other.page.frameLocator('iframe').getByRole('heading').count()).toBe(0)
  await other.context.close()

  // Revoked while it is on show: the next question ends the page, and the frame goes on saying so, not the browser.
  await maker.page.keyboard.press('Escape')
  await maker.page.goto('/users/links')
  await maker.page.getByRole('button', { name: 'Revocar Portal' }).click()
  await maker.page.getByRole('alertdialog').getByRole('button', { name: 'Revocar' }).click()
  await maker.page
    .getByRole('row', { name: /Portal/ })
    .getByText('Revocado')
    .waitFor()
  await frame.getByRole('button', { name: /Compared/ }).click()
  await frame.getByRole('option', { name: 'All stores' }).click()
  const ended = frame.getByRole('heading', { name: 'This link shows nothing any more' })
  await ended.waitFor()
  expect(await frame.locator('[data-widget]').count()).toBe(0)
  await page.reload()
  await ended.waitFor()
  expect(await frame.locator('html').getAttribute('data-theme')).toBe('dark')
  await picture(page, 'framed-ended')
  await maker.close()
  await close()
  host.close()
})
