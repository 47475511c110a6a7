/** A board composed in the editor by hand: the gestures that the editor offers, each press of them counted. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { settled, signIn, states, visitor } from '../browser.ts'
import { countedHand } from '../counted-hand.ts'
import { bothEssences } from './essence.ts'

/** Names of fields have full stops and brackets. */
const escaped = (words: string) => words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const begins = (words: string) => new RegExp(`^${escaped(words)}(?!\\w)`)
/**
 * The button of a list is called by what is chosen and by its label; that of one which takes several, the other way.
 */
const ends = (words: string) => new RegExp(`(?:^|\\s)${escaped(words)}$`)

/** Fields of a part of the panel, by their labels. */
export interface Fields {
  /** Opens a list and presses one in it. */
  choose(label: string, name: string): Promise<void>
  /** Opens a list that takes several, presses these, what is chosen to take it away, and closes it. */
  several(label: string, ...names: string[]): Promise<void>
  /** One of a few that are all in sight. */
  pick(label: string, name: string): Promise<void>
  flip(label: string): Promise<void>
  /** One that was chosen and that there is no more, out of a list that takes several. */
  discard(label: string): Promise<void>
  write(label: string, words: string): Promise<void>
  press(name: string): Promise<void>
  /** The fields of a group, by its name. */
  group(name: string): Fields
  /** The entry of a list of small records, counted from 1. */
  entry(list: string, at: number): Fields
  addEntry(list: string): Promise<Fields>
}

/** Steps of a query or of an input of a widget. */
export interface Steps {
  add(op: string): Promise<Fields>
  /** One that is there, by its name. */
  open(op: string): Promise<Fields>
  remove(op: string): Promise<void>
}

export interface Composer {
  readonly page: Page
  readonly panel: Fields
  /** Filters by name, in the section that is in work at the beginning. */
  filters(...names: string[]): Promise<void>
  /** Back to what holds for the whole board. */
  settings(): Promise<void>
  /** A question to the traffic; by day, of entries, where nothing else is pressed. */
  traffic(question: { readonly by?: readonly string[]; readonly measures?: readonly string[] }): Promise<void>
  steps(): Steps
  section(words: string): Promise<void>
  /** From the palette to the section in work, and its title. */
  widget(type: string, words: string): Promise<void>
  /** The query for an input of the current widget. */
  data(input?: string): Promise<{ readonly query: (name: string) => Promise<void>; readonly steps: Steps }>
  /** A heading of its own for a column. */
  named(column: string, words: string): Promise<void>
  /** Takes a widget in work again. */
  select(words: string): Promise<void>
  /** The widget in work once more, under another title. */
  duplicate(words: string): Promise<void>
  /** A filter, from what holds for the whole board. */
  filter(name: string): Promise<void>
  /** The widget in work to so many columns and rows, by its handle; by keys at the end of the page. */
  size(columns: number, rows: number): Promise<void>
  /** The widget in work to a column and a row, counted from 1, by its middle; by keys at the ends of the page. */
  move(column: number, row: number): Promise<void>
  /** Publishes it to all of the client: what it is then, and what the check says of it. */
  publish(): Promise<{ readonly id: string; readonly text: string; readonly issues: readonly unknown[] }>
  /** Options of a few filters only. */
  more(): Promise<void>
  /** The size that is edited: large, medium or small. */
  screen(size: 'Large' | 'Medium' | 'Small'): Promise<void>
  presses(): number
}

/** Rows of the same are added up: by period comes by itself, and what is pressed a second time is taken away again. */
export async function grouped(steps: Steps, ...by: string[]): Promise<void> {
  const step = await steps.add('Group')
  if (by.length > 0) await step.several('One row per', ...by)
}

/** Rows of the period alone. */
export async function withoutReference(steps: Steps): Promise<void> {
  const step = await steps.add('Filter')
  await step.choose('Column', 'Period')
  await step.write('Value', 'reference')
}

/** A column under another name. */
export async function renamed(steps: Steps, column: string, name: string): Promise<void> {
  const step = await steps.add('Rename')
  await step.choose('Column', column)
  await step.write('New name', name)
}

/** A column more: a part of the day, called by it. */
export async function partOfDay(steps: Steps, part: string): Promise<void> {
  const step = await steps.add('Derive a column')
  await step.choose('Calculation', 'Part of a day')
  if (part !== 'Weekday') await step.choose('Part', part)
}

/** A column more: entries over the hours that were open. */
export async function perOpenHour(steps: Steps): Promise<void> {
  const derived = await steps.add('Derive a column')
  await derived.write('New column', 'perHour')
  await derived.choose('Calculation', 'Formula')
  await derived.group('Divided by').choose('Column', 'hours')
}

/** So near to the end of the canvas, in pixels, it scrolls under a widget that is dragged. */
const EDGE = 96

/** Nothing on the page, a name. */
async function begin(page: Page, hand: ReturnType<typeof countedHand>, name: string): Promise<void> {
  await signIn(page, 'admin')
  await page.goto('/users/admin/dashboards')
  await hand.press(page.getByRole('link', { name: 'New dashboard' }))
  await page.getByRole('textbox', { name: /^Name/ }).waitFor()
  await hand.type(name)
  await hand.key('Enter')
  await page.getByRole('region', { name: 'Canvas' }).waitFor()
}

/**
 * A test that composes a board of the product from an empty page, publishes it without a finding and opens it: it is
 * the one of the product. `most`: presses, with a few to spare.
 */
export const composed = (id: string, name: string, most: number, gestures: (board: Composer) => Promise<void>) =>
  test(`${name} is composed in the editor from an empty page, without a warning, and is the one of the product`, async () => {
    const { presses, text } = await compose(name, gestures)
    const [own, theirs] = await bothEssences(text, id)
    expect(own).toEqual(theirs)
    expect(presses).toBeLessThan(most)
  })

async function compose(name: string, gestures: (board: Composer) => Promise<void>) {
  // Palette and panel leave 720 pixels: the canvas is drawn smaller, and what is dragged still follows the pointer.
  const { page, problems, close } = await visitor({ locale: 'en', width: 1440, height: 900 })
  const hand = countedHand(page)
  const canvas = page.getByRole('region', { name: 'Canvas' })
  const panel = page.getByRole('complementary').last()
  const section = (at: number) => canvas.locator('[data-canvas-section]').nth(at)
  /** In the list that is open: the widgets of a section are a list too. */
  const offered = (name: string) =>
    page
      .getByRole('listbox')
      .last()
      .getByRole('option', { name: begins(name) })
      .first()
  const chosen = () => canvas.locator('[data-cell][data-selected]')

  const fieldsOf = (scope: Locator): Fields => {
    const self: Fields = {
      async choose(label, name) {
        await hand.press(scope.getByRole('button', { name: ends(label) }).first())
        await hand.press(offered(name))
      },
      async several(label, ...names) {
        await hand.press(scope.getByRole('button', { name: begins(label) }).first())
        for (const one of names) await hand.press(offered(one))
        await hand.key('Escape')
      },
      async pick(label, one) {
        await hand.press(scope.getByRole('radiogroup', { name: label }).getByText(one, { exact: true }))
      },
      async discard(label) {
        await hand.press(scope.getByRole('button', { name: begins(label) }).first())
        await hand.press(page.getByRole('button', { name: /^Remove / }).last())
        await hand.key('Escape')
      },
      async flip(label) {
        await hand.press(scope.getByText(label, { exact: true }))
      },
      async write(label, words) {
        await hand.press(scope.getByRole('textbox', { name: begins(label) }).first())
        await hand.key('Control+a')
        await hand.type(words)
      },
      async press(one) {
        await hand.press(scope.getByRole('button', { name: one, exact: true }).first())
      },
      group: (one) => fieldsOf(scope.getByRole('group', { name: one, exact: true })),
      entry: (list, at) => self.group(`${list} ${at}`),
      async addEntry(list) {
        const group = scope.getByRole('group', { name: list, exact: true })
        const before = await group.getByRole('group', { name: new RegExp(`^${escaped(list)} \\d+$`) }).count()
        await hand.press(group.getByRole('button', { name: 'Add', exact: true }))
        return self.entry(list, before + 1)
      },
    }
    return self
  }
  const stepsOf = (scope: Locator): Steps => {
    const list = scope.getByRole('list', { name: 'Steps' })
    return {
      async add(op) {
        await hand.press(scope.getByRole('button', { name: 'Add a step' }))
        await hand.press(page.getByRole('menuitem', { name: begins(op) }))
        return fieldsOf(list.getByRole('listitem').last())
      },
      async open(op) {
        const step = list.getByRole('listitem').filter({ has: page.getByText(op, { exact: true }) })
        await hand.press(step.getByText(op, { exact: true }))
        return fieldsOf(step)
      },
      async remove(op) {
        await hand.press(list.getByRole('button', { name: `Remove the step ${op}` }))
      },
    }
  }
  const title = async (words: string) => {
    await hand.press(panel.getByRole('textbox', { name: /^Title/ }))
    await hand.key('Control+a')
    await hand.type(words)
  }

  /** Two numbers of the widget in work, as it is called. */
  const placeOf = async (words: RegExp) => {
    const [, one = '', other = ''] = words.exec((await chosen().getAttribute('aria-label')) ?? '') ?? []
    return [Number(one), Number(other)] as const
  }
  /** The widget in work by so many columns and rows; by keys, begun with this one, at the end of the page. */
  const dragged = async (key: string, grip: Locator, by: { x: number; y: number }) => {
    const cell = chosen()
    // In the middle, with the wheel: near its edge the page scrolls under a hand that drags. At the end of the page it
    // cannot be there, and keys are surer.
    await grip.evaluate((one) => one.scrollIntoView({ block: 'center' }))
    const [grid, box] = [await cell.locator('xpath=ancestor::*[@data-grid][1]').boundingBox(), await grip.boundingBox()]
    if (grid === null || box === null) throw new Error('there is nothing to drag')
    const scale = grid.width / (await cell.evaluate((one) => (one.parentElement as HTMLElement).offsetWidth))
    const step = { x: (grid.width + 12 * scale) / 12, y: 52 * scale }
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const view = await canvas.boundingBox()
    const isNear = (y: number) => view !== null && (y < view.y + EDGE || y > view.y + view.height - EDGE)
    if (!isNear(from.y) && !isNear(from.y + by.y * step.y)) {
      await hand.drag(from, { x: step.x * by.x, y: step.y * by.y })
      return
    }
    await hand.press(cell)
    await hand.key(key)
    for (let n = 0; n < Math.abs(by.x); n++) await hand.key(by.x > 0 ? 'ArrowRight' : 'ArrowLeft')
    for (let n = 0; n < Math.abs(by.y); n++) await hand.key(by.y > 0 ? 'ArrowDown' : 'ArrowUp')
    await hand.key('Enter')
  }

  const board: Composer = {
    page,
    panel: fieldsOf(panel),
    presses: hand.presses,
    async filters(...names) {
      for (const one of names) {
        await hand.press(section(0).getByRole('button', { name: /^Add a filter/ }))
        await hand.press(page.getByRole('menuitem', { name: begins(one) }))
        await section(0).locator('[data-param]').getByText(one, { exact: true }).first().waitFor()
      }
    },
    async settings() {
      const up = panel.getByRole('button', { name: 'Dashboard settings' })
      // Where nothing is selected any more they are there already.
      await up
        .or(panel.getByRole('button', { name: 'Add a query' }))
        .first()
        .waitFor()
      if (await up.isVisible()) await hand.press(up)
    },
    async traffic({ by, measures }) {
      await board.settings()
      await board.panel.press('Add a query')
      if (by !== undefined) await board.panel.several('Value of By', ...by)
      if (measures !== undefined) await board.panel.several('Value of Measures', ...measures)
    },
    steps: () => stepsOf(panel),
    async section(words) {
      await hand.press(canvas.getByRole('button', { name: 'Add a section' }))
      await title(words)
    },
    async widget(type, words) {
      const before = await canvas.locator('[data-cell]').count()
      await hand.press(page.locator(`button[data-type="${type}"]`))
      await expect.poll(() => canvas.locator('[data-cell]').count()).toBe(before + 1)
      await title(words)
    },
    async data(input = 'rows') {
      const scope = panel.locator(`[data-place$="/data/${input}"]`)
      if (!(await scope.isVisible())) await hand.press(panel.getByText('Data', { exact: true }))
      return {
        query: (query) => fieldsOf(scope).choose(`Query for "${input}"`, query),
        steps: stepsOf(scope),
      }
    },
    async named(column, words) {
      const fold = panel.locator('details:has([data-place$="/options/names"])').last()
      if ((await fold.getAttribute('open')) === null) await hand.press(fold.locator('summary'))
      const entry = await board.panel.addEntry('Custom names')
      await entry.write('Column or metric', column)
      await entry.write('Name', words)
    },
    async select(words) {
      await hand.press(canvas.getByRole('option', { name: new RegExp(`^${escaped(words)}, column`) }))
      await panel
        .getByRole('textbox', { name: /^Title/ })
        .and(page.locator(`[value="${words}"]`))
        .waitFor()
    },
    async duplicate(words) {
      const before = await canvas.locator('[data-cell]').count()
      await hand.press(page.getByRole('button', { name: 'Duplicate', exact: true }))
      await expect.poll(() => canvas.locator('[data-cell]').count()).toBe(before + 1)
      await title(words)
    },
    async filter(one) {
      await board.settings()
      await hand.press(panel.getByRole('button', { name: begins(one) }))
    },
    async size(columns, rows) {
      const [w, h] = await placeOf(/(\d+) wide, (\d+) high/)
      await dragged('s', chosen().locator('[data-handle]'), { x: columns - w, y: rows - h })
      await expect.poll(() => chosen().getAttribute('aria-label')).toContain(`${columns} wide, ${rows} high`)
    },
    async move(column, row) {
      const [x, y] = await placeOf(/column (\d+), row (\d+)/)
      await dragged('m', chosen(), { x: column - x, y: row - y })
      await expect.poll(() => chosen().getAttribute('aria-label')).toContain(`column ${column}, row ${row},`)
    },
    screen: (size) =>
      hand.press(page.getByRole('radiogroup', { name: 'Size being edited' }).getByText(size, { exact: true })),
    more: () => hand.press(panel.getByText('More', { exact: true })),
    async publish() {
      await hand.press(page.getByRole('button', { name: 'Publish', exact: true }))
      const dialog = page.getByRole('dialog')
      await fieldsOf(dialog).choose('Visible to', 'Everyone')
      await hand.press(dialog.getByRole('button', { name: 'Publish', exact: true }))
      await dialog.waitFor({ state: 'detached' })
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      return { id, ...(await page.evaluate(published, id)) }
    },
  }
  const from = performance.now()
  await begin(page, hand, name)
  await gestures(board)
  const made = await board.publish()
  console.info(`${name}: ${hand.presses()} presses, ${Math.round((performance.now() - from) / 1000)} s`)
  expect(made.issues).toEqual([])
  await page.goto(`/users/dashboards/view/${made.id}`)
  await settled(page)
  expect(new Set(Object.values(await states(page)))).toEqual(new Set(['ready']))
  expect(problems).toEqual([])
  await close()
  return { presses: hand.presses(), text: made.text }
}

const published = async (made: string) => {
  const headers = { access_token: localStorage.getItem('access_token') ?? '', 'content-type': 'application/json' }
  const found = (await (await fetch(`/api/dashboards/${made}`, { headers })).json()) as { text: string }
  const body = JSON.stringify({ text: found.text })
  const checked = await fetch('/api/dashboards/check', { method: 'POST', headers, body })
  return { text: found.text, issues: ((await checked.json()) as { issues: unknown[] }).issues }
}
