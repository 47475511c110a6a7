/** Screens: a wall that goes on without a person's session, through nights and outages, until it is revoked. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { COMPARE, frames, onPage, server, settled, signIn, states, visitor } from './browser.ts'

const HOUR = 3_600_000
/** Without what a browser says when the network is away or a token was refused, which is what is tried here. */
const withoutNetwork = (problems: readonly string[]) =>
  problems.filter((problem) => !/ERR_INTERNET_DISCONNECTED|401 \(Unauthorized\)/.test(problem))

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Modo pantalla' })

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Modo pantalla' }).click()
  await dialogOf(page).getByRole('heading', { name: 'Pantallas sin sesión' }).waitFor()
}

/** Makes a screen in the dialog and gives its link. */
async function makeScreen(page: Page, name: string): Promise<string> {
  await openDialog(page)
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'Crear enlace' }).click()
  // Without a name none is made.
  await dialog.locator('input[aria-invalid="true"]').waitFor()
  await dialog.getByRole('textbox', { name: 'Nombre de la pantalla' }).fill(name)
  await dialog.getByRole('button', { name: 'Crear enlace' }).click()
  await dialog.getByRole('button', { name: 'Copiar enlace' }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(() => dialog.getByRole('textbox', { name: `Enlace de «${name}»` }).inputValue()).toBe(link)
  return link
}

test('a screen is made, opens elsewhere without a session, outlives its maker’s session, half a day and an outage, and says that it was revoked', async () => {
  const person = await visitor({ locale: 'es' })
  await onPage(person.page)
  const brand = new URL(person.page.url()).searchParams.get('client')
  const link = await makeScreen(person.page, 'Recepción norte')
  expect(link).toMatch(new RegExp(`^${server().address}/screen#[A-Za-z0-9_-]{43}$`))

  const wall = await visitor({ locale: 'it', width: 1920, height: 1080 })
  const { page } = wall
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.clock.install()
  await page.goto(link)
  await page.getByRole('heading', { name: 'Comparativa', level: 1 }).waitFor()
  await settled(page)
  expect(new Set(Object.values(await states(page)))).toEqual(new Set(Object.values(await states(person.page))))
  expect(new URL(page.url()).pathname + new URL(page.url()).search + new URL(page.url()).hash).toBe('/screen')
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).toSorted()))
    .toEqual(['aforo.locale', 'aforo.screen'])
  await expect.poll(() => page.evaluate(() => localStorage.getItem('aforo.locale'))).toBe('it')
  expect(wall.requests.every((request) => new URL(request).searchParams.get('client') === brand)).toBe(true)
  expect(sent.filter((url) => url.includes(link.split('#')[1] ?? ''))).toEqual([])
  expect(
    [
      ...new Set(
        sent
          .map((url) => new URL(url).pathname)
          .filter((path) => path.startsWith('/api/') && !path.startsWith('/api/compare/')),
      ),
    ].toSorted(),
  ).toEqual(['/api/campaigns', '/api/clients', '/api/locals', '/api/screens/current', '/api/screens/session'])
  // There is no way out of it, and no bar.
  await page.keyboard.press('Escape')
  expect([
    await page.getByRole('navigation').count(),
    await page.getByRole('button', { name: 'Salir del modo pantalla' }).count(),
  ]).toEqual([0, 0])

  // The session of the maker ends; half a day goes by, and a reload.
  const ended = await person.page.evaluate(
    async () =>
      (
        await fetch('/api/logout', {
          method: 'POST',
          headers: { access_token: localStorage.getItem('access_token') ?? '' },
        })
      ).status,
  )
  expect(ended).toBe(204)
  const callCount = wall.calls.length
  await page.clock.fastForward(13 * HOUR)
  await expect.poll(() => wall.calls.length).toBeGreaterThan(callCount)
  await settled(page)
  await page.reload()
  await page.getByRole('heading', { name: 'Comparativa', level: 1 }).waitFor()
  await settled(page)
  // The sentence for screen readers, which does not depend on which sheet is in turn.
  const figures = async () =>
    /Entradas: \d.*/.exec((await page.locator('[data-widget]').first().textContent()) ?? '')?.[0]
  const figure = await figures()
  expect(figure).toMatch(/\d/)

  // The network is away: what is shown stays, and says of when it is.
  await wall.context.setOffline(true)
  await page.clock.fastForward(70_000)
  await page
    .getByRole('status')
    .getByText(/Sin conexión con el servidor desde .*\. Los datos son del \d/)
    .waitFor()
  await page.clock.fastForward(6 * 60_000)
  await expect.poll(() => figures()).toBe(figure)
  const before = wall.calls.length
  await wall.context.setOffline(false)
  await page.clock.fastForward(60_000)
  await page.getByText('Sin conexión con el servidor').waitFor({ state: 'detached' })
  await expect.poll(() => wall.calls.length).toBeGreaterThan(before)
  await settled(page)

  // Revoked by its maker, who signs in again.
  const again = await visitor({ locale: 'es' })
  await onPage(again.page)
  await openDialog(again.page)
  await dialogOf(again.page)
    .getByText(/Vista por última vez: \d\d-\d\d-\d{4}/)
    .first()
    .waitFor()
  await dialogOf(again.page).getByRole('button', { name: 'Revocar Recepción norte' }).click()
  await again.page.getByRole('alertdialog').getByRole('button', { name: 'Revocar' }).click()
  await dialogOf(again.page).getByText('Revocada').waitFor()
  await page.clock.fastForward(60_000)
  await page.getByText('Se ha revocado el enlace de esta pantalla.', { exact: false }).waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('aforo.screen'))).toBeNull()
  // Opened once more it has no language of its own: that of this browser.
  await page.goto(link)
  await page.getByText('Il link di questo schermo è stato revocato.', { exact: false }).waitFor()

  expect([withoutNetwork(wall.problems), withoutNetwork(person.problems), again.problems]).toEqual([[], [], []])
  for (const stage of [wall, person, again]) await stage.close()
})

test('in the browser of a person a screen leaves their session alone, and their signing out leaves the screen alone', async () => {
  const { page, context, problems, close } = await visitor({ locale: 'es' })
  await onPage(page, 'admin')
  const link = await makeScreen(page, 'Escaparate')
  const token = await page.evaluate(() => localStorage.getItem('access_token'))
  const wall = await context.newPage()
  await wall.goto(link)
  await wall.getByRole('heading', { name: 'Comparativa', level: 1 }).waitFor()
  await settled(wall)
  await expect.poll(() => wall.evaluate(() => localStorage.getItem('access_token'))).toBe(token)
  await page.goto(COMPARE)
  await settled(page)
  await page.evaluate(() => {
    localStorage.removeItem('access_token')
  })
  await frames(wall, 30)
  expect(new URL(wall.url()).pathname).toBe('/screen')
  await wall.reload()
  await wall.getByRole('heading', { name: 'Comparativa', level: 1 }).waitFor()
  await settled(wall)
  // Requests of the person's page while they were signed out.
  expect(withoutNetwork(problems)).toEqual([])
  await close()
})

test('a screen shows its dashboards in turns, also those that people made; a device without a link says what to do', async () => {
  const { page, close, problems } = await visitor({ locale: 'es', width: 1920, height: 1080 })
  await page.goto('/screen')
  await page.getByText('En este dispositivo no hay ninguna pantalla.', { exact: false }).waitFor()
  await page.goto(`/screen#${'x'.repeat(43)}`)
  await page.getByText('Este enlace no es de ninguna pantalla', { exact: false }).waitFor()

  const maker = await visitor({ locale: 'es' })
  await signIn(maker.page, 'admin')
  await maker.page.goto('/users')
  const link = await maker.page.evaluate(async () => {
    const call = async (path: string, body?: object) =>
      (
        await fetch(`/api${path}`, {
          ...(body && { method: 'POST', body: JSON.stringify(body) }),
          headers: { access_token: localStorage.getItem('access_token') ?? '', 'content-type': 'application/json' },
        })
      ).json() as Promise<Record<string, unknown>>
    const document = {
      format: 1,
      _id: 'x',
      revision: 0,
      name: 'Bienvenida',
      widgets: { note: { type: 'text', title: 'Hola', options: { markdown: 'Buenos días' } } },
      layout: { sections: [{ id: 'top', widgets: ['note'] }] },
      grids: { large: { note: { x: 0, y: 0, w: 6, h: 4 } } },
    }
    const { id } = await call('/dashboards', { text: JSON.stringify(document) })
    const [client] = (await call('/clients')) as unknown as { id: number }[]
    const { token } = await call('/screens', {
      name: 'Entrada',
      client: client?.id,
      dashboards: [id, 'foot-status'],
      search: `client=${client?.id}`,
      seconds: 10,
      lang: 'es',
    })
    return `/screen#${String(token)}`
  })
  await page.goto(link)
  await page.getByText('Buenos días').first().waitFor()
  await page.getByRole('heading', { name: 'Bienvenida', level: 1 }).waitFor()
  await page.getByRole('heading', { name: /Estado/, level: 1 }).waitFor()
  await settled(page)
  expect(withoutNetwork(problems)).toEqual([])
  await maker.close()
  await close()
})
