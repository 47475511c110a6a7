/** An installer on site, on a telephone: a pre-setup without a network, what comes of it, and a seal in the end. */
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, visitor } from './browser.ts'
import { cutOn } from './cut.ts'

const LIST = '/users/admin/presetups'

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
  await page.getByRole('button', { name: /^Client/ }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: /^Venue/ }).click()
  await page.getByRole('option').first().click()
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
  const name = 'Basement'
  await onList(page)
  await begin(page, name)
  await cut(context, true)
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.waitForURL(/\/presetups\/new\?draft=/)
  await page.getByText('No connection to the server. On this device, to be sent: 1').waitFor()

  await addFootscan(page, '001e42aa0001', 'Stairs')
  await page.getByText('00:1E:42:AA:00:01').waitFor()
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
  await cut(context, false)
  await page.reload()
  await page.waitForURL(/\/presetups\/\d+\/edit/)
  await saved(page)
  const [setup, ...others] = await named(page, name)
  expect(others).toEqual([])
  expect(setup).toMatchObject({
    footscans: [{ id: '00:1E:42:AA:00:01', position: 'Stairs' }],
    areas: ['Cellar'],
  })
  await close()
})

test('a message whose answer is lost makes nothing twice, and what a colleague changed meanwhile is shown, not overwritten', async () => {
  const { page, context, close } = await visitor({ locale: 'en' })
  const name = 'Twice'
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

  await addFootscan(page, '00:1E:42:AA:00:02', 'Door')
  await saved(page)
  const [setup] = await named(page, name)
  await cut(context, true)
  await addFootscan(page, '00:1E:42:AA:00:03', 'Mine')
  await page.getByText('No connection to the server').waitFor()
  await cut(context, false)
  const theirs = [{ id: '00:1E:42:AA:00:04', position: 'Theirs' }]
  await call(page, 'PUT', `/presetup/${setup?.id}/parts/footscans`, {
    values: { footscans: theirs },
    seen: setup?.partsAt.footscans,
    key: 'of-a-colleague',
  })
  await page.getByText(/admin@aforo\.test changed this step meanwhile/).waitFor({ timeout: 20_000 })
  await page.getByText('00:1E:42:AA:00:04 · Theirs').waitFor()
  expect((await named(page, name))[0]?.footscans).toEqual(theirs)
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await saved(page)
  expect((await named(page, name))[0]?.footscans.map(({ position }) => position)).toEqual(['Door', 'Mine'])
  await close()
})

test('a pre-seal that is on is verified: a seal is made of it, which is made invalid and valid again', async () => {
  const { page, close } = await visitor({ locale: 'en' })
  await onList(page)
  await page.goto('/users/admin/preseals?state=on')
  const link = page.getByRole('row').getByRole('link').first()
  const name = (await link.textContent()) ?? ''
  await link.click()
  await page.getByRole('button', { name: 'Verify and seal' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verify and seal' }).click()
  await page.getByText('Sealed', { exact: true }).waitFor()
  await page.goto('/users/admin/seals')
  await page.getByRole('link', { name }).first().click()
  await page.getByRole('button', { name: 'Make invalid' }).click()
  await page.getByText('Not valid').waitFor()
  await page.getByRole('button', { name: 'Make valid again' }).click()
  await page.getByText('Valid', { exact: true }).waitFor()
  await close()
})
