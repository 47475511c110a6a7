/** People inside by the minute: a file of rooms from the drop to the dashboard of occupancy, and back. */
import { expect, test } from 'vitest'
import { settled, signIn, visitor } from './browser.ts'

const IMPORT = '/users/uploads/import'
const csv = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})

/** Two rooms on a Monday without a date, from nine to eleven: 6 + 9 at once at most, and 12 in one of them later. */
function lines(): string[] {
  const lines = ['room,day_id,time,weekday,holiday,occupants']
  for (const [day, weekday] of [[4, 0]] as const) {
    for (let minute = 0; minute < 120; minute++) {
      const time = `${String(9 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
      lines.push(
        `aula,${day},${time},${weekday},0,${minute === 30 ? 6 : 2}`,
        `sala,${day},${time},${weekday},0,${minute === 90 && weekday === 0 ? 12 : minute === 30 ? 9 : 3}`,
      )
    }
  }
  return lines
}

test('a file of rooms is dropped, checked, loaded, looked at as people inside, taken back, and gone', async () => {
  const { page, problems, close } = await visitor({ locale: 'es', height: 4000 })
  await signIn(page, 'admin')
  await page.goto(IMPORT)
  const said = lines()
  await page
    .locator('input[type=file]')
    .setInputFiles([
      csv('rooms.csv', ['room,seats', 'aula,10', 'sala,10']),
      csv('rooms_1min.csv', [...said, 'sala,4,09:00,0,0,-4']),
    ])
  await page.getByRole('radio', { name: 'Cliente nuevo' }).click()
  await page.getByRole('textbox', { name: /Nombre del cliente/ }).fill('Campus de prueba')
  await page.getByRole('button', { name: 'Leer archivos' }).click()
  await page.waitForURL(/\/import\/\d+$/)

  const columns = page.getByRole('region', { name: 'Cómo se leen' })
  await columns.getByRole('button', { name: 'Personas dentro occupants', exact: true }).waitFor()
  const check = page.getByRole('region', { name: 'Comprobación' })
  await check.getByText('Cuántas personas hay dentro en ese minuto').waitFor()
  const figures = (label: string) => page.getByLabel(label, { exact: true }).locator('dd').allTextContents()
  await expect.poll(() => figures('Suma de las líneas')).toEqual(['241', '240', '1'])
  await check.getByText('Menor que cero').waitFor()
  await page
    .getByRole('region', { name: 'Estado de la importación' })
    .getByRole('button', { name: 'Importar', exact: true })
    .click()
  await page.getByRole('status', { name: 'Los conteos están dentro' }).getByText('minutos nuevos').waitFor()

  await page.getByRole('link', { name: /Abrir Ocupación: del 27-03-2017 al 27-03-2017/ }).click()
  await settled(page)
  // The most at one time: 12 + 2 on Monday at half past ten, 15 at half past nine. Not 6 + 12.
  const tile = (id: string) => page.locator(`[data-widget="${id}"]`)
  await tile('peak').getByText('15', { exact: true }).first().waitFor()
  const rooms = async () => (await tile('table').innerText()).replaceAll(/\s+/g, ' ')
  await expect
    .poll(rooms, { timeout: 10_000 })
    .toMatch(/ sala 10 12 27-03-2017 .* aula 10 6 27-03-2017 | aula 10 6 27-03-2017 .* sala 10 12 27-03-2017 /)

  // Without a period in the link the page says where there is something.
  const client = new URL(page.url()).searchParams.get('client')
  await page.goto(`/users/dashboards/occupancy?client=${client}&period=lastMonthVsPrevious`)
  await page.getByRole('button', { name: /^Ver del 27-03-2017 al 27-03-2017/ }).waitFor()

  await page.goto(IMPORT)
  await page
    .getByRole('button', { name: 'Deshacer rooms_1min.csv' })
    .or(page.getByRole('button', { name: /^Deshacer rooms/ }))
    .first()
    .click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText(/240 minutos del 27-03-2017 al 27-03-2017/).waitFor()
  await dialog.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('row', { name: /rooms/ }).first().getByText('Deshecha').waitFor()
  const names = await page.evaluate(async () => {
    const answer = await fetch('/api/clients', {
      headers: { access_token: localStorage.getItem('access_token') ?? '' },
    })
    return ((await answer.json()) as { name: string }[]).map(({ name }) => name)
  })
  expect(names).not.toContain('Campus de prueba')
  expect(problems).toEqual([])
  await close()
})
