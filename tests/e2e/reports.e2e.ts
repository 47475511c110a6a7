/**
 * A report from the button to the mailbox: a real server with a real mail server, the Chromium that prints, and the one
 * of the reader. The document is read back as a person would: by its words.
 */
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixture } from '../../server/testing/fixture.ts'
import type { Fixture } from '../../server/testing/fixture.ts'
import { startMailServer } from '../../server/testing/mail.ts'
import type { TestMailServer } from '../../server/testing/mail.ts'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { COMPARE, visitor } from './browser.ts'
import { wordsOfPdf } from './pdf-words.ts'

let f: Fixture
let mails: TestMailServer
let address: string
let token: string

beforeAll(async () => {
  mails = await startMailServer()
  // An address that nothing answers: the browser that prints asks this process and nobody else.
  f = await fixture({
    staticDir: resolve(import.meta.dirname, '../../dist/app'),
    config: { smtpUrl: mails.url, publicUrl: 'https://reports.aforo.test', chromium: process.env.CHROMIUM || null },
  })
  address = await f.app.listen({ port: 0, host: '127.0.0.1' })
  const { id } = (await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'analyst@aforo.test'))!
  await f.catalog.passwords.acceptTerms({ ...SYSTEM_SCOPE, userId: id }, f.clock.now())
  token = await f.signIn('analyst')
})
afterAll(async () => {
  await f.close()
  await mails.close()
})

test('a dashboard is sent from its menu as PDF and tables: the mail brings the figures of the screen, as of the day, to the address that was typed', async () => {
  const { page, context, problems, close } = await visitor({ locale: 'es' })
  await context.addInitScript((key) => {
    localStorage.setItem('access_token', key)
  }, token)
  // The server’s day, so that both speak of the same week.
  await page.clock.setFixedTime(f.clock.now())
  await page.goto(`${address}${COMPARE}`)
  await page.getByRole('button', { name: 'PDF, tablas y correo' }).click()
  await page.getByRole('menuitem', { name: 'Enviar por correo…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Para').fill('boss@elsewhere.test')
  await dialog.getByText('Tablas (CSV)').click()
  await dialog.getByRole('button', { name: 'Enviar' }).click()
  await dialog
    .getByText('A boss@elsewhere.test no se pueden enviar informes desde esta cuenta; se esperaba aforo.test.')
    .waitFor()
  await dialog.getByLabel('Para').fill('boss@aforo.test')
  await dialog.getByRole('button', { name: 'Enviar' }).click()
  await dialog.waitFor({ state: 'detached' })

  const { subject, attachments } = await mails.next('boss@aforo.test')
  expect([subject, attachments.map(({ filename }) => filename)]).toEqual([
    'Comparativa: datos a 20 de noviembre de 2026',
    ['Comparativa_2026-11-20.pdf', 'Comparativa_2026-11-20.zip'],
  ])
  const pdf = Buffer.from(attachments[0]!.content as ArrayBuffer)
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const words = wordsOfPdf(pdf)
  const said = [
    'Comparativa',
    'Datos a 20 de noviembre de 2026',
    'Página 1 de',
    'Resumen',
    'Indicadores',
    'Entradas',
    '220',
    'Gran Vía',
    'Sol',
    'Esta semana',
  ]
  expect(said.filter((word) => !words.includes(word.replaceAll(' ', '')))).toEqual([])
  await expect.poll(() => page.locator('[data-widget="kpi"]').innerText()).toContain('220')
  // The address that was refused, and nothing else.
  expect(problems.filter((problem) => !problem.includes('400'))).toEqual([])

  await page.getByRole('button', { name: 'PDF, tablas y correo' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Descargar tablas (CSV)' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Comparativa_2026-11-20.zip')
  await page.goto(`${address}/print/1`)
  await page.waitForFunction(() => document.documentElement.dataset.report === 'ready')
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Comparativa')
  // On paper nothing stays in sight: it would stand over other rows, the total over the names of the columns.
  await page.emulateMedia({ media: 'print' })
  expect(
    await page
      .locator('[data-cell] *')
      .evaluateAll((all) =>
        all.filter((one) => getComputedStyle(one).position === 'sticky').map((one) => one.textContent),
      ),
  ).toEqual([])
  await close()
})
