/** An installer on site, on a telephone: a pre-setup without a network, its later upload, and a seal in the end. */
import type { BrowserContext, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { server, signIn, visitor } from './browser.ts'
import { cutOn } from './cut.ts'

const LIST = '/users/admin/presetups'

/** A device is in one pre-setup, and names are searched for: each try has its own. */
let stamp = ''
beforeEach(() => {
  stamp = Date.now().toString(16).toUpperCase().slice(-4)
})
const macOf = (last: string) => `00:1E:42:${stamp.slice(0, 2)}:${stamp.slice(2)}:${last}`

interface Setup {
  readonly id: number
  readonly name: string
  readonly footscans: readonly { readonly id: string; readonly position: string }[]
  readonly areas: readonly string[]
  readonly partsAt: Readonly<Record<string, number>>
}

/** As a colleague would, by call. */
const call = <T>(page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([verb, address, sent]) => {
      const answer = await fetch(`/api${address}`, {
        method: verb,
        headers: {
          access_token: localStorage.getItem('access_token') ?? '',
          ...(sent !== '' && { 'content-type': 'application/json' }),
        },
        ...(sent !== '' && { body: sent }),
      })
      return (await answer.json()) as unknown
    },
    [method, path, body === undefined ? '' : JSON.stringify(body)] as const,
  ) as Promise<T>

const named = async (page: Page, name: string) =>
  (await call<readonly Setup[]>(page, 'GET', '/presetup/list')).filter((one) => one.name === name)

async function onList(page: Page): Promise<void> {
  await signIn(page, 'admin')
  await page.goto('/users/admin')
  await page.getByRole('heading', { name: 'Administration', level: 1 }).waitFor()
  await page.goto(LIST)
  await page.getByRole('heading', { name: 'Pre-setups', level: 1 }).waitFor()
}

async function begin(page: Page, name: string): Promise<void> {
  await page.goto(`${LIST}/new`)
  for (const label of [/Client$/, /Venue$/]) {
    await page.getByRole('button', { name: label }).click()
    await page.getByRole('dialog').getByRole('option').first().click()
  }
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
}

const addFootscan = async (page: Page, mac: string, position: string) => {
  await page.getByRole('textbox', { name: 'MAC of the footscan' }).fill(mac)
  await page.getByRole('textbox', { name: 'Position' }).fill(position)
  await page.getByRole('button', { name: 'Add footscan' }).click()
}
const step = (page: Page, name: RegExp) => page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name })
const saved = (page: Page) => page.getByText('All saved').waitFor()
const cut = (context: BrowserContext, isOffline: boolean) => context.setOffline(isOffline)

test('what is entered without a network is kept, survives the page, and is sent once when there is one; targets are 48 px high', async () => {
  const { page, context, close } = await visitor({ locale: 'en', width: 390, height: 844, touch: true })
  const name = `Basement ${stamp}`
  await onList(page)
  await begin(page, name)
  await cut(context, true)
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.waitForURL(/\/presetups\/new\?draft=/)
  await page.getByText('No connection to the server. On this device, to be sent: 1').waitFor()

  await addFootscan(page, macOf('01').replaceAll(':', '').toLowerCase(), 'Stairs')
  await page.getByText(macOf('01')).waitFor()
  await step(page, /^Schedule/).click()
  await page.getByRole('textbox', { name: 'Area' }).fill('Cellar')
  await page.getByRole('button', { name: 'Add area' }).click()
  await page.getByRole('heading', { name: 'Cellar' }).waitFor()
  await page.getByText('On this device, to be sent: 3').waitFor()
  expect(await cutOn(page)).toEqual([])
  const low = await page.locator('main button:visible, main input:visible').evaluateAll((all) =>
    all.flatMap((one) => {
      const { height, width } = one.getBoundingClientRect()
      const box = one.closest('[class*="box"]')?.getBoundingClientRect().height ?? height
      return width > 1 && Math.max(height, box) < 48 ? [`${one.textContent}: ${height}`] : []
    }),
  )
  expect(low).toEqual([])

  // The page ends; the device still has it when the network is back.
  const address = page.url()
  await cut(context, false)
  await page.reload()
  await page.waitForURL(/\/presetups\/\d+\/edit/)
  await saved(page)
  const [setup, ...others] = await named(page, name)
  expect(others).toEqual([])
  expect(setup).toMatchObject({
    footscans: [{ id: macOf('01'), position: 'Stairs' }],
    areas: ['Cellar'],
  })
  // The page ended when the entry had just been made, or its address was kept.
  await page.goto(address)
  await page.waitForURL(new RegExp(`/presetups/${setup?.id}/edit`))
  await close()
})

test('a message whose answer is lost makes nothing twice, and what a colleague changed meanwhile is shown, not overwritten', async () => {
  const { page, context, close } = await visitor({ locale: 'en' })
  const name = `Twice ${stamp}`
  const mac = (n: number) => macOf(`2${n}`)
  await onList(page)
  await begin(page, name)
  // It arrives, and the answer does not.
  let lost = 0
  await page.route('**/api/presetup', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    await route.abort('internetdisconnected')
  })
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.waitForURL(/\/presetups\/\d+\/edit/)
  expect([lost, (await named(page, name)).length]).toEqual([1, 1])

  await addFootscan(page, mac(2), 'Door')
  await saved(page)
  const [setup] = await named(page, name)
  const token = await page.evaluate(() => localStorage.getItem('access_token') ?? '')
  await cut(context, true)
  await addFootscan(page, mac(3), 'Mine')
  await page.getByText('No connection to the server').waitFor()
  const theirs = [{ id: mac(4), position: 'Theirs' }]
  // From elsewhere, with a network.
  const answer = await fetch(`${server().address}/api/presetup/${setup?.id}/parts/footscans`, {
    method: 'PUT',
    headers: { access_token: token, 'content-type': 'application/json' },
    body: JSON.stringify({
      values: { footscans: theirs },
      seen: setup?.partsAt.footscans,
      key: 'of-a-colleague',
    }),
  })
  expect(answer.status).toBe(200)
  await cut(context, false)
  await page.getByText(/admin@aforo\.test changed this meanwhile/).waitFor({ timeout: 40_000 })
  await page
    .getByRole('region', { name: 'Footscans' })
    .getByText(`${mac(4)} · Theirs`)
    .waitFor()
  expect((await named(page, name))[0]?.footscans).toEqual(theirs)
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await saved(page)
  expect((await named(page, name))[0]?.footscans.map(({ position }) => position)).toEqual(['Door', 'Mine'])
  await close()
})

test('a pre-seal that is on is verified: a seal is made of it, which is made invalid and valid again', async () => {
  const { page, close } = await visitor({ locale: 'en' })
  await onList(page)
  const name = `Sealed ${stamp}`
  const [local] = await call<readonly { readonly id: number }[]>(page, 'GET', '/locals')
  const points = { Ground: [{ point: 'AD1', related: [] }] }
  await call(page, 'POST', '/preseal', { name, local: local?.id, points })
  await page.goto('/users/admin/preseals')
  await page.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByRole('button', { name: 'Verify and seal' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verify and seal' }).click()
  // Its state; the history may say the same word by then.
  await page.getByText('Sealed', { exact: true }).first().waitFor()
  await page.goto('/users/admin/seals')
  await page.getByRole('link', { name }).first().click()
  await page.getByRole('button', { name: 'Make invalid' }).click()
  await page.getByText('Not valid').first().waitFor()
  await page.getByRole('button', { name: 'Make valid again' }).click()
  await page.getByText('Valid', { exact: true }).first().waitFor()
  await close()
})
