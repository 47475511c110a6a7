/**
 * A board of two filter sections and eight widgets, from an empty page to its first reader, with every press counted.
 */
import { expect, test } from 'vitest'
import { settled, signIn, states, visitor } from './browser.ts'
import { countedHand } from './counted-hand.ts'

interface Added {
  readonly type: string
  readonly title: string
}

const SECTIONS = [
  {
    title: 'Shoppers',
    filters: ['Stores', 'Periods'],
    widgets: [
      { type: 'number-tile', title: 'Entries of the week' },
      { type: 'gauge', title: 'Capture rate against the week before' },
      { type: 'time-series', title: 'Entries by day' },
      { type: 'bar-chart', title: 'Entries by store' },
      { type: 'heat-map', title: 'Stores by day' },
    ],
  },
  {
    title: 'Footscans',
    filters: ['Date', 'History'],
    widgets: [
      { type: 'status-evolution', title: 'Footscans up and down' },
      { type: 'pings-evolution', title: 'Messages by day' },
      { type: 'status-news', title: 'What changed' },
    ],
  },
] as const satisfies readonly { title: string; filters: readonly string[]; widgets: readonly Added[] }[]
const TYPES = SECTIONS.flatMap(({ widgets }) => widgets.map(({ type }) => type))
const TITLES = SECTIONS.flatMap(({ widgets }) => widgets.map(({ title }) => title))
/** Before filters could be chosen by name it took 125. */
const FEWER_THAN = 60

test('a board with two filter sections and eight widgets is composed from an empty page, published and opened in under 60 presses', async () => {
  const { page, problems, close } = await visitor({ locale: 'en', width: 1680, height: 1000 })
  const hand = countedHand(page)
  const canvas = page.getByRole('region', { name: 'Canvas' })
  const title = page.getByRole('textbox', { name: /^Title/ })
  await signIn(page, 'admin')
  await page.goto('/users/admin/dashboards')
  await hand.press(page.getByRole('link', { name: 'New dashboard' }))
  await page.getByRole('textbox', { name: /^Name/ }).waitFor()
  await hand.type('Shoppers and footscans')
  await hand.key('Enter')

  for (const [at, section] of SECTIONS.entries()) {
    if (at > 0) await hand.press(canvas.getByRole('button', { name: 'Add a section' }))
    const here = canvas.locator('[data-canvas-section]').nth(at)
    for (const filter of section.filters) {
      await hand.press(here.getByRole('button', { name: /^Add a filter/ }))
      await hand.press(page.getByRole('menuitem', { name: new RegExp(`^${filter}`) }))
      await here.locator('[data-param]').getByText(filter, { exact: true }).first().waitFor()
    }
    await hand.press(title)
    await hand.type(section.title)
    await here.getByRole('heading', { name: section.title }).waitFor()
    for (const widget of section.widgets) {
      await hand.press(page.locator(`button[data-type="${widget.type}"]`))
      await here.locator(`[data-cell="${widget.type}"]`).waitFor()
      // Typing replaces its name.
      await hand.press(title)
      await hand.key('Control+a')
      await hand.type(widget.title)
      await here.getByRole('heading', { name: widget.title, includeHidden: true }).waitFor()
    }
  }

  await hand.press(page.getByRole('button', { name: 'Publish', exact: true }))
  const dialog = page.getByRole('dialog')
  await hand.press(dialog.getByRole('button', { name: /Visible to/ }))
  await hand.press(page.getByRole('option', { name: 'Everyone' }))
  await hand.press(dialog.getByRole('button', { name: 'Publish', exact: true }))
  await dialog.waitFor({ state: 'detached' })
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await hand.press(page.getByRole('button', { name: 'More actions', exact: true }))
  await hand.press(page.getByRole('menuitem', { name: 'See it as a reader' }))
  await page.waitForURL(`**/users/dashboards/view/${id}*`)
  console.info(`composing: ${hand.presses()} presses`)
  expect(hand.presses()).toBeLessThan(FEWER_THAN)

  await expect.poll(() => page.locator('[data-param]').count()).toBe(5)
  // Those below are drawn when they are reached.
  for (const words of TITLES) await page.getByRole('heading', { name: words }).scrollIntoViewIfNeeded()
  await settled(page)
  expect(await states(page)).toEqual(Object.fromEntries(TYPES.map((type) => [type, 'ready'])))
  await expect.poll(() => page.evaluate(withoutFigures)).toEqual([])
  expect(problems).toEqual([])
  await close()
})

/** Widgets that show no figure, neither as text nor as pixels. */
const withoutFigures = () =>
  [...document.querySelectorAll<HTMLElement>('[data-widget]')].flatMap((widget) =>
    /\d/.test(widget.querySelector('section')?.textContent ?? '') || widget.querySelector('canvas') !== null
      ? []
      : [widget.dataset.widget],
  )
