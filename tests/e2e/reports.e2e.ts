/**
 * A report from the button to the mailbox: a real server with a real mail server, the Chromium that prints, and the one
 * of the reader. The document is read back as a person would: by its words.
 */
import { randomUUID } from 'node:crypto'
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
  // An address that nothing answers: the browser that prints sends its requests to this process only.
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
  // On paper nothing is sticky: it would cover other rows, the total the names of the columns.
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

test('an administrator pauses the report of another, writes to an analyst by mail, and copies the call of a source', async () => {
  // A second try finds what the first one left.
  const name = `Semana ${randomUUID().slice(0, 8)}`
  const answer = await f.app.inject({
    method: 'POST',
    url: '/api/reports',
    headers: { access_token: token },
    payload: {
      what: {
        name,
        dashboard: 'foot-compare',
        values: {},
        formats: ['csv'],
        lang: 'es',
        timeZone: 'Europe/Madrid',
        mail: { to: ['boss@aforo.test'], cc: [], bcc: [], subject: 'Semana', text: '' },
      },
      cadence: { every: 'week', weekday: 1, day: 1, hour: 8 },
      enabled: true,
    },
  })
  expect(answer.statusCode).toBe(201)
  const { id } = (await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'admin@aforo.test'))!
  await f.catalog.passwords.acceptTerms({ ...SYSTEM_SCOPE, userId: id }, f.clock.now())
  const key = await f.signIn('admin')
  const { page, context, problems, close } = await visitor({ locale: 'es' })
  await context.addInitScript((value) => localStorage.setItem('access_token', value), key)
  await page.clock.setFixedTime(f.clock.now())

  await page.goto(`${address}/users/admin/reports`)
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByText('analyst@aforo.test')
    .waitFor()
  await page.getByRole('button', { name: `Acciones de ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Poner en pausa' }).click()
  await page.getByText(`«${name}» está en pausa`).waitFor()
  const own = await f.app.inject({ url: '/api/reports', headers: { access_token: token } })
  expect(own.json()).toContainEqual(
    expect.objectContaining({ what: expect.objectContaining({ name }) as object, enabled: false }),
  )

  await page.goto(`${address}/users/admin/bulk-mails/new`)
  await page.getByRole('textbox', { name: /Nombre/ }).fill(`Corte ${name}`)
  await page.getByRole('textbox', { name: /^Asunto/ }).fill('Sin servicio el domingo')
  await page.getByRole('textbox', { name: /^Texto/ }).fill('De 3 a 4 de la mañana.')
  await page.getByRole('button', { name: 'Guardar' }).click()
  // It opens on its own page, where it is sent.
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Enviar/ })
    .click()
  await page.getByText('Ya se envió: se queda como se envió.').waitFor()
  await f.app.jobs.find(({ name }) => name === 'bulk-mails')!.run()
  expect((await mails.next('analyst@aforo.test')).subject).toBe('Sin servicio el domingo')

  await page.goto(`${address}/users/admin/playground?source=clients.list`)
  await page.getByRole('button', { name: 'Preguntar' }).click()
  await page.getByText(/^\d+ filas? · /).waitFor()
  await page.getByText(/curl '.*\/api\/clients/).waitFor()
  expect(problems).toEqual([])
  await close()
})
