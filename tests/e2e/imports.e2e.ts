/**
 * Imports of counts: a dirty file from the drop to Compare and back, files that are refused, what another person
 * finds, and who may not.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { settled, signIn, visitor } from './browser.ts'

const IMPORT = '/users/uploads/import'
const csv = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})

/**
 * Two doors, twelve hours a day over May and June of 2012: long ago, and none of the client's own days. Each hour
 * has other numbers.
 */
function counts(): { readonly lines: string[]; readonly june: number } {
  const lines: string[] = []
  let june = 0
  for (let day = 0; day < 61; day++) {
    const at = new Date(Date.UTC(2012, 4, 1 + day))
    const date = `${String(at.getUTCDate()).padStart(2, '0')}/${String(at.getUTCMonth() + 1).padStart(2, '0')}/2012`
    for (let hour = 9; hour < 21; hour++) {
      for (const [door, place] of ['Calle Mayor', 'Plaza'].entries()) {
        const people = 5 + ((day * 7 + hour * 3 + door * 11) % 40)
        if (at.getUTCMonth() === 5) june += people
        lines.push(`${date} ${hour}:00;${place};${people};${(day + hour) % 9}`)
      }
    }
  }
  return { lines, june }
}

const state = (page: Page) => page.getByRole('region', { name: 'Estado de la importación' })

async function choose(page: Page, button: ReturnType<Page['locator']>, search: string, option: string) {
  await button.click()
  await page.getByRole('combobox').fill(search)
  await page.getByRole('option', { name: option }).first().click()
}

test('a dirty file is dropped, corrected, checked, loaded, looked at in Compare, taken back, and gone', async () => {
  const { page, problems, close } = await visitor({ locale: 'es' })
  await signIn(page, 'admin')
  const { lines, june } = counts()
  const dirty = [
    'fecha;tienda;a;b',
    ...lines.slice(0, 40),
    '31/02/2012 10:00;Plaza;4;5',
    '03/05/2012 10:00;Plaza;-4;5',
    ...lines.slice(40),
    lines.at(-1)!,
  ]
  await page.goto('/users/uploads/manage')
  await page.getByRole('link', { name: 'Importar aforos' }).click()
  // The page that is left has a file to choose, too, and stays until the next one is here.
  await page.waitForURL(`**${IMPORT}`)
  await page.getByRole('radio', { name: 'Cliente nuevo' }).click()
  await page.locator('input[type=file]').setInputFiles(csv('calle.csv', dirty))
  await page.getByRole('textbox', { name: /Nombre del cliente/ }).fill('Ayuntamiento de prueba')
  await page.getByRole('button', { name: 'Leer archivos' }).click()
  await page.waitForURL(/\/import\/\d+$/)

  // A client without stores has no zone: the question is in the check, with its control.
  const check = page.getByRole('region', { name: 'Comprobación' })
  await check.getByText('¿En qué zona horaria están las horas?').waitFor()
  await expect.poll(() => state(page).getByRole('button', { name: 'Importar', exact: true }).count()).toBe(0)
  await choose(page, check.getByRole('button', { name: /Zona horaria/ }), 'madrid', 'Europe/Madrid')
  // One number a line is people: which one, the file does not say.
  const columns = page.getByRole('region', { name: 'Cómo se leen' })
  await choose(page, columns.getByRole('button', { name: / a$/ }), 'entradas', 'Entradas')
  await state(page).getByText('Lista', { exact: true }).waitFor()

  const figures = (label: string) => page.getByLabel(label, { exact: true }).locator('dd').allTextContents()
  await expect.poll(() => figures('Suma de las líneas')).toEqual(['1.467', '1.464', '1', '2'])
  await check.getByText('Menor que cero').click()
  await check.getByText(/calle\.csv:43.*-4/).waitFor()
  const apart = page.waitForEvent('download')
  await check.getByRole('button', { name: 'Descargarlas' }).click()
  expect((await apart).suggestedFilename()).toMatch(/quarantine\.csv$/)

  // It is found again after a reload, as it was left.
  await page.reload()
  await columns.getByRole('button', { name: 'Entradas a', exact: true }).waitFor()
  await state(page).getByRole('button', { name: 'Importar', exact: true }).click()
  await page.getByRole('status', { name: 'Los conteos están dentro' }).getByText('1.464').waitFor()

  await page.getByRole('link', { name: /Abrir Comparativa: del 01-06-2012 al 30-06-2012/ }).click()
  await settled(page)
  expect(new URL(page.url()).searchParams.get('p1')).toBe('2012-06-01..2012-06-30')
  const total = page.locator('[data-widget="benchmark"] tfoot', {
    hasText: new Intl.NumberFormat('es', { useGrouping: 'always' }).format(june),
  })
  await total.waitFor()

  // Without a period in the link there is nothing to see, and the page says where there is.
  const client = new URL(page.url()).searchParams.get('client')
  await page.goto(`/users/foot/dashboards/view/foot-compare?client=${client}&period=lastMonthVsPrevious`)
  await page.getByText('Estas tiendas tienen conteos del 01-05-2012 al 30-06-2012.').waitFor()
  await page.getByRole('button', { name: 'Ver del 01-06-2012 al 30-06-2012' }).click()
  await total.waitFor()
  await page.getByText('No hay conteos en este periodo').waitFor({ state: 'detached' })

  await page.goto(IMPORT)
  await page.getByRole('button', { name: 'Deshacer calle.csv' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText(/1\.464 horas del 01-05-2012 al 30-06-2012/).waitFor()
  await dialog.getByRole('button', { name: 'Deshacer' }).click()
  await page
    .getByRole('row', { name: /calle\.csv/ })
    .getByText('Deshecha')
    .waitFor()
  // The client was made for it, and goes with it.
  const clients = await page.evaluate(
    async () =>
      (await (
        await fetch('/api/clients', { headers: { access_token: localStorage.getItem('access_token') ?? '' } })
      ).json()) as { name: string }[],
  )
  expect(clients.map(({ name }) => name)).not.toContain('Ayuntamiento de prueba')
  expect(problems).toEqual([])
  await close()
})

test('a file that is none is refused with its reason and other files can be chosen; an import is cancelled', async () => {
  const { page, problems, close } = await visitor({ locale: 'es' })
  await signIn(page, 'operator')
  await page.goto(`${IMPORT}?client=1`)
  await page.locator('input[type=file]').setInputFiles({
    name: 'foto.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
  })
  // Only administrators make clients.
  await expect.poll(() => page.getByRole('radio', { name: 'Cliente nuevo' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Leer archivos' }).click()
  await page.getByText('Un archivo no es de un tipo que se pueda leer o está dañado.').waitFor()
  await page.getByRole('button', { name: 'Cancelar importación' }).click()
  await page.getByText('La importación se ha cancelado').waitFor()
  await page.getByText('No se ha guardado nada y los archivos se han borrado.').waitFor()
  await page
    .getByRole('row', { name: /foto\.csv/ })
    .first()
    .getByText('Cancelada')
    .waitFor()
  expect(problems).toEqual([])
  await close()
})

test('another person of the client finds an import by its address; who may not upload finds nothing', async () => {
  const admin = await visitor({ locale: 'es' })
  await signIn(admin.page, 'admin')
  await admin.page.goto(`${IMPORT}?client=1`)
  await admin.page
    .locator('input[type=file]')
    .setInputFiles(csv('dos.csv', ['ts;sensor;ins', '2012-05-01 10:00;NUB-01;3', '2012-05-01 11:00;NUB-01;5']))
  await admin.page.getByRole('button', { name: 'Leer archivos' }).click()
  // This client has stores in two zones, so that theirs says nothing.
  await choose(
    admin.page,
    admin.page.getByRole('region', { name: 'Comprobación' }).getByRole('button', { name: /Zona horaria/ }),
    'madrid',
    'Europe/Madrid',
  )
  await state(admin.page).getByText('Lista', { exact: true }).waitFor()
  const { pathname } = new URL(admin.page.url())

  const other = await visitor({ locale: 'es' })
  await signIn(other.page, 'operator')
  await other.page.goto(pathname)
  // The code of a local of the client: it was found, and nothing is asked.
  await other.page.getByText('Mismo código').waitFor()
  await state(other.page).getByRole('button', { name: 'Cancelar importación' }).click()
  await other.page.getByText('La importación se ha cancelado').waitFor()
  await other.page.goto(`${IMPORT}/999999`)
  await other.page.getByText('Importación no encontrada').waitFor()
  await other.close()

  const stranger = await visitor({ locale: 'es' })
  await signIn(stranger.page, 'campaigner')
  await stranger.page.goto(pathname)
  await stranger.page.waitForURL((url) => url.pathname === '/users')
  await expect.poll(() => stranger.page.locator(`a[href*="${IMPORT}"]`).count()).toBe(0)
  await stranger.close()
  // Changes of another user are seen at the next refresh.
  await admin.page.reload()
  await admin.page.getByText('La importación se ha cancelado').waitFor()
  await admin.close()
})
