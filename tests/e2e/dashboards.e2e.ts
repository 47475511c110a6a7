/**
 * Dashboards made by people: who may, a file in and out, what changed and the way back, and two people at work on one
 * page.
 */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { PASSWORD, server, settled, signIn, visitor } from './browser.ts'

const CUSTOM = '/users/dashboards/custom'
const ADMIN = '/users/admin/dashboards'

const text = (name: string, title: string) =>
  `${JSON.stringify(
    {
      format: 1,
      _id: 'x',
      revision: 0,
      name,
      widgets: {
        note: { type: 'text', title, options: { markdown: 'Hola' } },
        two: { type: 'text', title: 'Dos', options: { markdown: 'Dos' } },
      },
      layout: { sections: [{ id: 'top', widgets: ['note', 'two'] }] },
      grids: { large: { note: { x: 0, y: 0, w: 6, h: 4 }, two: { x: 6, y: 0, w: 6, h: 4 } } },
    },
    null,
    2,
  )}\n`

/** Calls of another person at the same time, without a page. */
async function caller(username: string) {
  const send = async (method: string, path: string, headers: Record<string, string>, body?: object) =>
    (
      await fetch(`${server().address}/api${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body && { body: JSON.stringify(body) }),
      })
    ).json() as Promise<unknown>
  const { access_token: token } = (await send(
    'POST',
    '/oauth/token',
    {},
    { username, password: PASSWORD, grant_type: 'password' },
  )) as { access_token: string }
  return (method: string, path: string, body?: object) => send(method, path, { access_token: token }, body)
}

test('a reader is kept out of the administration, imports a file, gets the errors of another, opens, exports and shares', async () => {
  const { page, problems, close } = await visitor({ locale: 'es' })
  await signIn(page, 'analyst')
  for (const path of [ADMIN, `${ADMIN}/new`]) {
    await page.goto(path)
    await page.waitForURL((url) => url.pathname === '/users')
  }
  await page.goto(`${CUSTOM}/edit/foot-compare`)
  await page.getByText('Viene con el producto: duplícalo o personalízalo.').waitFor()
  await page.goto(CUSTOM)
  await page.getByRole('button', { name: 'Importar' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type="file"]').setInputFiles([
    { name: 'bueno.json', mimeType: 'application/json', buffer: Buffer.from(text('Mi reunión', 'Uno')) },
    {
      name: 'roto.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text('Roto', 'Uno').replace('"text"', '"hologram"')),
    },
    { name: 'nada.json', mimeType: 'application/json', buffer: Buffer.from('nada') },
  ])
  await dialog.getByRole('button', { name: 'Importar' }).click()
  await dialog.getByText('Importado y publicado como «Mi reunión».').waitFor()
  await dialog.getByText(/Importado como «Roto», sin publicar/).waitFor()
  await dialog.getByText('Esto no es el documento de un panel.').waitFor()
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).last().click()

  await page.getByRole('listitem').filter({ hasText: 'Roto' }).getByText('Sin publicar').waitFor()
  const menu = page.getByRole('button', { name: 'Acciones de Mi reunión' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Copiar el enlace' }).click()
  await page
    .getByText(/De momento solo tú puedes abrirlo/)
    .first()
    .waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await menu.click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Exportar' }).click(),
  ])
  const exported = await readFile(await download.path(), 'utf8')
  // Word for word, but for the two things that are the server's.
  expect(exported.replace(/"_id": "\w+"/, '"_id": "x"').replace('"revision": 1', '"revision": 0')).toBe(
    text('Mi reunión', 'Uno'),
  )

  await page.goto(`${link}?kiosk=1`)
  await page.getByRole('heading', { name: 'Mi reunión', level: 1 }).waitFor()
  await expect.poll(() => page.getByRole('navigation', { name: 'Navegación principal' }).count()).toBe(0)
  // On a wall: after its time the next dashboard, with the same brand, a clock, and nothing to scroll.
  await page.setViewportSize({ width: 1920, height: 1080 })
  const brands = await page.evaluate(
    async () =>
      (await (
        await fetch('/api/clients', { headers: { access_token: localStorage.getItem('access_token') ?? '' } })
      ).json()) as { id: number }[],
  )
  const brand = String(brands.at(-1)?.id)
  await page.goto(`${link}?client=${brand}&kiosk=1&every=10&rotate=${link.split('/').at(-1)},foot-compare`)
  await page.getByRole('heading', { name: 'Comparativa', level: 1 }).waitFor()
  await settled(page)
  expect([new URL(page.url()).searchParams.get('client'), new URL(page.url()).searchParams.get('kiosk')]).toEqual([
    brand,
    '1',
  ])
  await expect.poll(() => page.locator('time').first().textContent()).toMatch(/\d\d:\d\d$/)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight)).toBe(true)
  expect(
    await page.evaluate(() =>
      [...document.querySelectorAll('[data-cell]')]
        .filter((cell) => cell.checkVisibility())
        .every((cell) => cell.getBoundingClientRect().bottom <= window.innerHeight),
    ),
  ).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Navegación principal' }).waitFor()
  expect(problems.filter((problem) => !problem.includes('400'))).toEqual([])
  await close()
})

test('the history says in words what each revision changed, and gives any of them back as a new one', async () => {
  const admin = await caller('admin')
  const { id } = (await admin('POST', '/dashboards', {
    text: text('Recepción', 'Uno'),
    audience: { to: 'everyone' },
  })) as { id: string }
  await admin('PUT', `/dashboards/${id}`, {
    revision: 1,
    text: text('Recepción norte', 'Uno, mejor'),
    note: 'Para el norte',
  })
  const { page, problems, close } = await visitor({ locale: 'es' })
  await signIn(page, 'admin')
  await page.goto(`${ADMIN}/history/${id}`)
  await page.getByText('Para el norte').waitFor()
  await page.getByText('2 cambios').waitFor()
  const lines = page.locator('main li[data-kind="changed"]')
  await expect
    .poll(async () => (await lines.allInnerTexts()).map((line) => line.replace(/\s+/g, ' ').trim()))
    .toEqual([
      expect.stringContaining('Nombre Recepción → Recepción norte'),
      expect.stringContaining('Título Uno → Uno, mejor'),
    ])
  await page.getByRole('button', { name: /Revisión 1/ }).click()
  await page.getByRole('button', { name: 'Restaurar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restaurar' }).click()
  await page.getByText('Restaurada de la revisión 1').waitFor()
  await page.getByRole('heading', { name: 'Historial de Recepción', exact: true }).waitFor()
  const reader = await caller('analyst')
  expect(((await reader('GET', `/users/dashboards/${id}`)) as { entry: object }).entry).toMatchObject({
    name: 'Recepción',
  })
  expect(problems).toEqual([])
  await close()
})

test('two people change one page: what fits is together, what does not is decided, and both works are in what is published', async () => {
  const other = await caller('admin')
  const { id } = (await other('POST', '/dashboards', { text: text('Reunión', 'Uno') })) as { id: string }
  const { page, problems, close } = await visitor({ locale: 'es' })
  await signIn(page, 'admin')
  await page.goto(`${ADMIN}/edit/${id}`)
  const name = page.getByRole('textbox', { name: 'Nombre' }).first()
  await name.fill('Reunión semanal')
  await name.blur()
  // Meanwhile another user publishes another name, and a better title.
  await other('PUT', `/dashboards/${id}`, { revision: 1, text: text('Reunión del lunes', 'Uno, mejor') })
  const publish = page.getByRole('button', { name: 'Publicar' })
  await publish.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publicar' }).click()
  const merging = page.getByRole('dialog', { name: 'Otra persona ha publicado mientras tanto' })
  await merging.getByText('Revisión 2: un cambio, incluido').waitFor()
  await expect.poll(() => merging.getByRole('radio', { name: 'Mi versión' }).isChecked()).toBe(true)
  await merging.getByRole('button', { name: 'Seguir con los dos' }).click()
  await merging.waitFor({ state: 'detached' })
  await publish.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publicar' }).click()
  await page.getByText('Reunión semanal: publicada la revisión 3').first().waitFor()
  const stored = JSON.parse(((await other('GET', `/dashboards/${id}`)) as { text: string }).text) as {
    name: string
    widgets: { note: { title: string } }
  }
  expect([stored.name, stored.widgets.note.title]).toEqual(['Reunión semanal', 'Uno, mejor'])
  expect(problems.filter((problem) => !problem.includes('409'))).toEqual([])
  await close()
})
