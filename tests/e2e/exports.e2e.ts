/**
 * Exports: three years of a client, made by the server while the page is open, downloaded by the browser, added up
 * against Compare, and removed.
 */
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { PASSWORD, server, signIn, visitor } from './browser.ts'

const EXPORTS = '/users/downloads/exports'
const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
const typed = (iso: string) => iso.split('-').toReversed().join('')

test('who lacks canDownload is sent to the root', async () => {
  const { page, close } = await visitor({ locale: 'es' })
  await signIn(page, 'campaigner')
  await page.goto(EXPORTS)
  await page.waitForURL((url) => url.pathname === '/users')
  await close()
})

test('three years of a client become a file that adds up, with a notice when it is ready, and are removed', async () => {
  const { page, problems, close } = await visitor({ locale: 'es' })
  await signIn(page, 'analyst')
  await page.goto('/users/downloads/manage')
  await page.getByRole('link', { name: 'Más de 31 días' }).click()
  await page.getByRole('heading', { name: 'Exportaciones', level: 1 }).waitFor()
  await page.getByText('Aún no hay archivos').waitFor()
  await page
    .getByRole('button', { name: /Clientes/ })
    .last()
    .click()
  await page.getByRole('option').first().click()
  await page.keyboard.press('Escape')
  await page.getByText('Faltan las fechas.').waitFor()
  const [begin, end] = [day(3 * 365), day(1)]
  await page.getByRole('spinbutton').first().click()
  await page.keyboard.type(typed(begin) + typed(end))
  await page.waitForURL((url) => url.searchParams.get('begin') === begin && url.searchParams.get('end') === end)
  await page.getByRole('button', { name: 'Preparar el archivo' }).click()
  const name = `aforo_${begin}_${end}_hour.csv.gz`
  await page.getByText(`Tu archivo está listo: ${name}`).waitFor({ timeout: 60_000 })

  const [data] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Descargar ${name}` }).click(),
  ])
  expect(data.suggestedFilename()).toBe(name)
  const [head = '', ...lines] = gunzipSync(await readFile(await data.path()))
    .toString('utf8')
    .trimEnd()
    .split('\n')
  const at = (column: string) => head.split(';').indexOf(column)
  const sum = (column: string) => lines.reduce((total, line) => total + Number(line.split(';')[at(column)]), 0)
  const client = Number(lines[0]?.split(';')[at('client')])
  const offsets = lines
    .filter((line) => line.split(';')[at('timeZone')] === 'Europe/Madrid')
    .map((line) => line.split(';')[at('offset')])
  expect(new Set(offsets)).toEqual(new Set(['+01:00', '+02:00']))

  const { access_token: token } = (await (
    await fetch(`${server().address}/api/oauth/token`, {
      method: 'POST',
      headers: { username: 'analyst', password: PASSWORD, grant_type: 'password' },
    })
  ).json()) as { access_token: string }
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  const compared = (await (
    await fetch(`${server().address}/api/compare/metrics/ins?client=${client}&p1Start=${begin}&p1End=${end}`, {
      headers,
    })
  ).json()) as { columns: { id: string }[]; data: (number | null)[][] }
  const ins = compared.data[compared.columns.findIndex(({ id }) => id === 'ins')] ?? []
  expect(sum('ins')).toBe(ins.reduce<number>((total, value) => total + (value ?? 0), 0))
  expect(sum('ins')).toBeGreaterThan(100_000)

  const [manifest] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Manifiesto de ${name}` }).click(),
  ])
  const about = JSON.parse(await readFile(await manifest.path(), 'utf8')) as {
    file: { rows: number }
    sums: { sums: { ins: number } }[]
  }
  expect([about.file.rows, about.sums.reduce((total, { sums }) => total + sums.ins, 0)]).toEqual([
    lines.length,
    sum('ins'),
  ])

  await page.getByRole('button', { name: `Quitar ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click()
  await page.getByText('Aún no hay archivos').waitFor()
  expect(problems).toEqual([])
  await close()
})
