/**
 * The provider's work as one journey, by the page alone: a new client with three venues, their order, one installation
 * up to its first counts, an intervention and a discharge.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { simulateCommand } from '../../server/cli/simulate.ts'
import { server, signIn, visitor } from './browser.ts'

const VENUES = [
  ['Goya', '28001', 'Europe/Madrid'],
  ['Colón', '46004', 'Europe/Madrid'],
  ['Triana', '35002', 'Atlantic/Canary'],
] as const
const MINUTE_MS = 60_000
/** The sensor sends every five seconds: what is whole at a minute's end is there by then. */
const SENT_MS = 6000

const press = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name }).first().click()
const type = (page: Page, name: RegExp, value: string) => page.getByRole('textbox', { name }).first().fill(value)

/** Chooses from a list that may be searched. */
async function choose(page: Page, label: RegExp, text: string): Promise<void> {
  await press(page, label)
  const list = page.getByRole('dialog')
  const search = list.getByRole('searchbox').or(list.getByRole('combobox')).or(list.getByRole('textbox'))
  await page.getByRole('option').first().waitFor()
  if ((await search.count()) > 0) await search.first().fill(text)
  await page.getByRole('option', { name: text }).first().click()
}

/** An action of a state; some ask first. */
async function act(page: Page, name: string, asks = false): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  if (asks) await page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()
}

const stage = (page: Page, name: string) => page.getByText(`Current stage: ${name}`).waitFor()
const toWay = (page: Page) => page.getByRole('link', { name: 'View installation' }).click()

/**
 * The sensor of the simulator. It counts by the minute of the clock, and the one in which the installation was marked
 * as done began before that: it plays until the next one has ended.
 */
async function play(mac: string, key: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'aforo-journey-'))
  const fleet = join(folder, 'fleet.json')
  const device = { mac, key, adapter: 'aforo', line: 'door', reportS: 5, timeZone: 'Europe/Madrid', peak: 600 }
  await writeFile(fleet, JSON.stringify({ devices: [device] }))
  const until = new Date((Math.ceil(Date.now() / MINUTE_MS) + 1) * MINUTE_MS + SENT_MS).toISOString()
  try {
    const args = ['play', '--fleet', fleet, '--server', server().address, '--until', until]
    const lines: string[] = []
    await simulateCommand(args, { now: () => Date.now(), print: (line) => lines.push(line) })
    expect(lines.at(-1)).toMatch(/^done: [1-9]\d* messages stored, 0 sent again$/)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('a new client with three venues is ordered for, one installation is followed to its first counts, an intervention is handled and a discharge closed', async () => {
  // Other names and devices each time: both are there once.
  const stamp = Date.now().toString(16).toUpperCase().slice(-4)
  const client = `Boreal ${stamp}`
  const mac = `02:AF:0E:${stamp.slice(0, 2)}:${stamp.slice(2)}:01`
  const { page, close } = await visitor({ locale: 'en' })
  await signIn(page, 'admin')
  await page.goto('/users/admin')
  await page.getByRole('heading', { name: 'Administration', level: 1 }).waitFor()

  await page.goto('/users/admin/clients/new')
  await type(page, /^Name/, client)
  await press(page, 'Save')
  await page.getByRole('link', { name: client }).waitFor()
  for (const [name, zip, zone] of VENUES) {
    await page.goto('/users/admin/locals/new')
    await type(page, /^Name/, `${name} ${stamp}`)
    await choose(page, /Client/, client)
    await type(page, /^Code/, `${name}-${stamp}`)
    await choose(page, /Time zone/, zone)
    await choose(page, /Country/, 'Spain')
    await type(page, /^Zip code/, zip)
    await press(page, 'Save')
    await page.getByText(`${name} ${stamp}: saved`).waitFor()
  }

  await page.goto('/users/admin/orders/new')
  await type(page, /^Name/, client)
  await choose(page, /Client/, client)
  await press(page, 'Save')
  for (const [name] of VENUES) {
    await choose(page, /^(Venue|Choose)/, `${name} ${stamp}`)
    await press(page, 'Add venue')
    await page.getByRole('main').getByText(`${name} ${stamp}`).first().waitFor()
  }
  await act(page, 'Launch', true)
  const installations = page.getByRole('link', { name: 'View installation' })
  await installations.first().waitFor()
  expect(await installations.count()).toBe(VENUES.length)
  await installations.first().click()
  await stage(page, 'Pre-setup')

  await page.getByRole('link', { name: /Begin: Pre-setup|Pre-setup$/ }).click()
  await act(page, 'Begin')
  const next = () => press(page, 'Next')
  await type(page, /^MAC of the footscan/, mac)
  await type(page, /^Position/, 'Door')
  await next()
  await page.getByRole('heading', { name: 'User and devices' }).waitFor()
  await next()
  await type(page, /^Area/, 'Ground')
  await press(page, 'Add area')
  await type(page, /^Opens/, '10:00')
  await type(page, /^Closes/, '20:00')
  for (const day of ['Monday', 'Saturday']) await page.getByRole('button', { name: day, exact: true }).click()
  await next()
  await choose(page, /Outside type/, 'Street')
  await next()
  await choose(page, /Point type/, 'AD')
  // A selection that is not added yet is included, and all of it is saved before the pre-setup is finished.
  await press(page.getByRole('region', { name: 'Points' }), 'Finish')
  await page.getByText('Ready', { exact: true }).first().waitFor()
  await page.getByText('AD1 ·').first().waitFor()
  await toWay(page)
  await stage(page, 'Installation')
  await act(page, 'Begin installation')
  await page.getByText('Under way', { exact: true }).first().waitFor()
  await act(page, 'Mark as installed')
  await stage(page, 'Pre-seal')

  await page.getByRole('link', { name: /Begin: Pre-seal|Pre-seal$/ }).click()
  await act(page, 'Begin')
  await press(page, /^Use the points of the pre-setup/)
  await page.getByText('AD1 ·').first().waitFor()
  await act(page, 'Switch on')
  await act(page, 'Verify and seal', true)
  await page.getByText('Sealed', { exact: true }).first().waitFor()
  await toWay(page)
  await stage(page, 'First counts')

  await page.getByRole('link', { name: 'Add footscan' }).click()
  await press(page.getByRole('group', { name: 'From the pre-setup' }), new RegExp(mac))
  await press(page, 'Add area')
  await press(page.getByRole('dialog'), 'Add area')
  await page.getByRole('button', { name: /Ground/ }).waitFor()
  await press(page, 'Save')
  await press(page, 'Give it a key')
  const key = (await page.getByRole('dialog').locator('code').first().textContent()) ?? ''
  await play(mac, key)
  await page.goto('/users/admin/presetups')
  await page.getByRole('button', { name: /To do/ }).click()
  await page.getByRole('option', { name: /Ready/ }).click()
  await page.getByRole('link', { name: `Goya ${stamp}` }).click()
  await toWay(page)
  await stage(page, 'Counting')
  await page.getByText('Nothing is missing.').waitFor()

  await page.goto('/users/admin/interventions/new')
  await type(page, /^Type/, `Lens ${stamp}`)
  await type(page, /^Description/, 'Clean the lens at the door.')
  await press(page, 'Save')
  await page.getByRole('link', { name: new RegExp(`^Lens ${stamp} #`) }).click()
  await act(page, 'Complete')
  await page.getByText('Completed', { exact: true }).first().waitFor()

  await page.goto('/users/admin/discharges/new')
  await type(page, /^Identifier/, `D-${stamp}`)
  await page.getByRole('spinbutton').first().click()
  await page.keyboard.type('27112026')
  await choose(page, /Client/, client)
  await press(page, 'Save')
  await page.getByRole('link', { name: `D-${stamp}` }).click()
  await act(page, 'Process')
  await page.getByText('Processed', { exact: true }).first().waitFor()
  await act(page, 'Archive')
  await page.getByText('Archived', { exact: true }).first().waitFor()
  await close()
}, 300_000)
