/** A board of the product, Store ranking, composed again from an empty page: the same questions, widgets and gestures. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { settled, signIn, states, visitor } from './browser.ts'
import { countedHand } from './counted-hand.ts'

interface Board {
  readonly params: Readonly<Record<string, { readonly type: string; readonly default?: unknown }>>
  readonly queries: Readonly<Record<string, { readonly source: string; readonly args?: object }>>
  readonly widgets: Readonly<
    Record<
      string,
      { readonly type: string; readonly options: Readonly<Record<string, unknown>>; readonly emits: unknown }
    >
  >
  readonly layout: {
    readonly sections: readonly { readonly params?: readonly string[]; readonly widgets?: readonly string[] }[]
  }
}

/** What a board asks and shows; ids, words and places are its author's. */
function essence({ params, queries, widgets, layout: { sections } }: Board) {
  return {
    filters: Object.entries(params).map(([id, param]) => [id, param.type, param.default]),
    queries: Object.values(queries)
      .map(({ source, args }) => [source, args ?? {}] as const)
      .toSorted(([a], [b]) => a.localeCompare(b)),
    sections: sections.map((section) => [
      section.params ?? [],
      (section.widgets ?? []).map((id) => widgets[id]).map((one) => [one?.type, one?.emits]),
    ]),
    options: Object.fromEntries(Object.values(widgets).map(({ type, options }) => [type, options])),
  }
}

/** With room to spare: 77 were needed. */
const FEWER_THAN = 85

test('Store ranking is composed from an empty page, without a warning, and asks and shows what the one of the product does', async () => {
  // Palette and panel leave 720 pixels: the canvas is drawn smaller, and what is dragged still follows the pointer.
  const { page, problems, close } = await visitor({ locale: 'en', width: 1440, height: 900 })
  const hand = countedHand(page)
  const canvas = page.getByRole('region', { name: 'Canvas' })
  const panel = page.getByRole('complementary').last()
  const section = (at: number) => canvas.locator('[data-canvas-section]').nth(at)
  const cell = (id: string) => page.locator(`[data-cell="${id}"]`)
  const option = (name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) }).first()
  const choose = async (field: Locator, ...names: string[]) => {
    await hand.press(field)
    for (const name of names) await hand.press(option(name))
  }
  const field = (name: string | RegExp) => panel.getByRole('button', { name })
  const title = async (words: string) => {
    await hand.press(panel.getByRole('textbox', { name: /^Title/ }))
    await hand.key('Control+a')
    await hand.type(words)
  }
  const add = async (type: string, words: string) => {
    await hand.press(page.locator(`button[data-type="${type}"]`))
    await cell(type).waitFor()
    await title(words)
  }
  const addSection = async (words: string) => {
    await hand.press(canvas.getByRole('button', { name: 'Add a section' }))
    await title(words)
  }
  const shown = async (count: string) => {
    await hand.press(panel.getByRole('textbox', { name: 'How many are shown' }))
    await hand.key('Control+a')
    await hand.type(count)
    await hand.key('Tab')
  }

  await signIn(page, 'admin')
  await page.goto('/users/admin/dashboards')
  await hand.press(page.getByRole('link', { name: 'New dashboard' }))
  await page.getByRole('textbox', { name: /^Name/ }).waitFor()
  await hand.type('Store ranking')
  await hand.key('Enter')
  for (const filter of ['Stores', 'Periods', 'Compared']) {
    await hand.press(section(0).getByRole('button', { name: /^Add a filter/ }))
    await hand.press(page.getByRole('menuitem', { name: new RegExp(`^${filter}`) }))
    await section(0).locator('[data-param]').getByText(filter, { exact: true }).first().waitFor()
  }

  // One question by store for all widgets.
  await hand.press(panel.getByRole('button', { name: 'Dashboard settings' }))
  await hand.press(panel.getByRole('button', { name: 'Add a query' }))
  await choose(field(/Value of By/), 'Store', 'Day')
  await hand.key('Escape')
  await choose(field(/Value of Measures/), 'Visits', 'Capture rate', 'Conversion rate', 'Time inside')
  await hand.key('Escape')

  await addSection('Ranking')
  await add('bar-chart', 'Most entries')
  await shown('15')
  await hand.press(panel.getByText('Group the rest as Others'))
  await hand.press(panel.getByText('Horizontal', { exact: true }))
  await add('waterfall', 'Which stores move the total')
  await shown('8')
  await add('scatter', 'Entries and conversion')
  await choose(field(/Size$/), 'Visits')
  await hand.press(panel.getByText('Show the reference'))
  // As wide as the page: by the handle.
  await cell('scatter').scrollIntoViewIfNeeded()
  const [grid, handle] = [
    await page.locator('[data-grid]', { has: cell('scatter') }).boundingBox(),
    await cell('scatter').locator('[data-handle]').boundingBox(),
  ]
  if (grid === null || handle === null) throw new Error('the widget has no handle')
  expect(grid.width).toBeLessThan(760)
  await hand.drag({ x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 }, { x: grid.width / 2, y: 0 })
  await expect.poll(() => cell('scatter').getAttribute('aria-label')).toContain('12 wide, 7 high')

  await addSection('All figures')
  await add('data-table', 'All figures')
  // Its course by day asks a question of its own; without it that question is gone from the page.
  await hand.press(panel.getByText('Data', { exact: true }))
  await choose(field(/Query for "spark"/), 'None')
  await page.getByText(/The query "All figures by day and store", which nothing uses any more, was removed/).waitFor()
  const sixth = panel.getByRole('group', { name: 'Columns 6' })
  await choose(sixth.getByRole('button', { name: /Column$/ }), 'Conversion rate')
  await choose(sixth.getByRole('button', { name: /Form$/ }), 'Change')
  await hand.press(panel.getByRole('button', { name: 'Move Columns 6 up' }))

  await hand.press(section(0).getByText('Section 1'))
  await hand.press(panel.getByText('Stays in view while the page scrolls'))
  await hand.press(panel.getByRole('button', { name: 'Dashboard settings' }))
  await hand.press(panel.getByRole('button', { name: /^Periods/ }))
  await choose(field(/Default$/), 'Last month')
  await hand.press(page.getByRole('button', { name: 'Publish', exact: true }))
  const dialog = page.getByRole('dialog')
  await choose(dialog.getByRole('button', { name: /Visible to/ }), 'Everyone')
  await hand.press(dialog.getByRole('button', { name: 'Publish', exact: true }))
  await dialog.waitFor({ state: 'detached' })
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  console.info(`ranking: ${hand.presses()} presses`)
  expect(hand.presses()).toBeLessThan(FEWER_THAN)

  const { text, issues } = await page.evaluate(async (made) => {
    const headers = { access_token: localStorage.getItem('access_token') ?? '', 'content-type': 'application/json' }
    const found = (await (await fetch(`/api/dashboards/${made}`, { headers })).json()) as { text: string }
    const body = JSON.stringify({ text: found.text })
    const checked = await fetch('/api/dashboards/check', { method: 'POST', headers, body })
    return { text: found.text, issues: ((await checked.json()) as { issues: { code: string }[] }).issues }
  }, id)
  expect(issues).toEqual([])
  const shipped = JSON.parse(
    await readFile(join(import.meta.dirname, '../../layouts/store-ranking.json'), 'utf8'),
  ) as Board
  const [own, theirs] = [essence(JSON.parse(text) as Board), essence(shipped)]
  expect({ ...own, options: {} }).toEqual({ ...theirs, options: {} })
  // Options that are left out have their defaults.
  for (const [type, options] of Object.entries(own.options)) expect(theirs.options[type]).toMatchObject(options)

  await page.goto(`/users/dashboards/view/${id}`)
  await settled(page)
  expect(new Set(Object.values(await states(page)))).toEqual(new Set(['ready']))
  expect(problems).toEqual([])
  await close()
})
