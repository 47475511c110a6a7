/**
 * Every widget type is pressed once on an empty page: it brings data, shows figures, and clips nothing that is no list.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { widgetTypes } from '../widgets/contract/folder.ts'
import { signIn, visitor } from './browser.ts'

/** Rows of these scroll: they are as many as there are members or days. */
const LISTS = new Set([
  'benchmark-table',
  'data-table',
  'pivot-table',
  'status-changes',
  'status-summary',
  'status-variation',
])
/** Shows no data before a picture is chosen. */
const PICTURES = new Set(['image'])

interface Shown {
  readonly state: string | undefined
  readonly figures: number
  readonly cut: readonly string[]
  readonly findings: number
}

/** The drawing in the one cell: figures as text or pixels, and what of it is beyond an edge of its own. */
const look = (page: Page): Promise<Shown> =>
  page.evaluate(() => {
    const cell = document.querySelector('[data-cell]')
    const drawn = [...(cell?.querySelectorAll<HTMLElement>('section[data-state] *') ?? [])]
    const texts = drawn.filter(
      (element) => element.children.length === 0 && /\d/.test(element.textContent ?? ''),
    ).length
    const cut = drawn.filter(
      (element) =>
        element.clientHeight > 24 &&
        /auto|scroll|hidden/.test(getComputedStyle(element).overflowY) &&
        element.scrollHeight > element.clientHeight + 8,
    )
    return {
      state: cell?.querySelector<HTMLElement>('section[data-state]')?.dataset.state,
      figures: texts + (cell?.querySelectorAll('canvas').length ?? 0),
      cut: cut.map((element) => `${element.className} ${element.scrollHeight} in ${element.clientHeight}`),
      findings: cell?.querySelectorAll('[data-finding]').length ?? 0,
    }
  })

/** Those that may have nothing to show: no footscan went down or came back. They say so. */
const QUIET: ReadonlySet<string> = new Set(['status-changes'])

test('one press on an empty page shows figures for every widget, and one undo removes them', async () => {
  const { page, problems, close } = await visitor({ locale: 'es', height: 900 })
  await signIn(page, 'admin')
  await page.goto('/users/admin/dashboards/new')
  await page.getByRole('textbox', { name: /^Nombre/ }).fill('Cada widget')
  await page.keyboard.press('Enter')
  await page.getByText('Una página en blanco').waitFor()
  const wrong: string[] = []
  for (const type of widgetTypes()) {
    await page.locator(`button[data-type="${type}"]`).press('Enter')
    await page
      .locator(
        '[data-cell] section:is([data-state="ready"], [data-state="empty"], [data-state="failed"], ' +
          '[data-state="quarantined"])',
      )
      .waitFor()
    const isWhole = ({ state, figures, cut, findings }: Shown) =>
      state === 'ready' &&
      (figures > 0 || PICTURES.has(type) || QUIET.has(type)) &&
      (cut.length === 0 || LISTS.has(type)) &&
      findings === 0
    // Charts are drawn a frame after their figures.
    await expect
      .poll(async () => isWhole(await look(page)), { timeout: 4_000 })
      .toBe(true)
      .catch(async () => {
        wrong.push(`${type} ${JSON.stringify(await look(page))}`)
      })
    await page.keyboard.press('Control+z')
    await page.getByText('Una página en blanco').waitFor()
    await expect.poll(() => page.getByText(/impide|impiden|errores/).count(), { message: `${type} undone` }).toBe(0)
  }
  expect(wrong).toEqual([])
  expect(problems).toEqual([])
  await close()
})
