import { expect, test } from 'vitest'
import { COMPARE, frames, settled, signIn, visitor } from './browser.ts'
import { cutOn } from './cut.ts'

const WIDTHS = [320, 390, 768, 1024, 1280, 1440, 1680, 2560]
/** Everything is in the window, so everything is drawn. */
const HEIGHT = 5200
const KEY_FIGURES = 8

test('from 320 to 2560 pixels nothing is cut, no row is half there, and the page is not wider than its window', async () => {
  const { page, close } = await visitor({ width: 1440, height: HEIGHT })
  await signIn(page)
  const found: string[] = []
  for (const path of [COMPARE, COMPARE.replace('compare', 'status'), '/users']) {
    const isHome = path === '/users'
    await page.goto(path)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT })
      if (isHome) await page.locator('main h2, main h3').first().waitFor()
      else await settled(page)
      // Charts and tables are laid out again once the window has come to rest.
      await frames(page, 30)
      found.push(...(await cutOn(page)).map((what) => `${path} at ${width}: ${what}`))
      if (path === COMPARE)
        found.push(...(await keyFiguresOutOfSight()).map((what) => `key figures at ${width}: ${what}`))
    }
  }
  expect(found).toEqual([])
  await close()

  /** Without scrolling, all key figures are there. */
  function keyFiguresOutOfSight(): Promise<string[]> {
    return page.locator('[data-widget="kpi"]').evaluate((widget, count) => {
      const bottom = widget.getBoundingClientRect().bottom
      const figures = [...widget.querySelectorAll('li, tbody tr')]
      return [
        ...(figures.length === count ? [] : [`${figures.length} of ${count}`]),
        ...figures.filter((one) => one.getBoundingClientRect().bottom > bottom).map((one) => one.textContent ?? ''),
      ]
    }, KEY_FIGURES)
  }
})

test('at 1024 pixels sentences of a list take more lines, and no switch or figure is beside the window', async () => {
  const { page, close } = await visitor({ locale: 'es', width: 1024, height: 900 })
  await signIn(page, 'operator')
  for (const tab of ['rules', 'history']) {
    await page.goto(`/users/alerts/manage?tab=${tab}`)
    const table = page.getByRole('table')
    await table.getByRole('row').nth(2).waitFor()
    expect([tab, await table.evaluate(({ parentElement: box }) => box!.scrollWidth - box!.clientWidth)]).toEqual([
      tab,
      0,
    ])
  }
  await close()
})

test.each(['es', 'en'])('at 1024 pixels lists of the administration show what is acted on (%s)', async (locale) => {
  const { page, close } = await visitor({ locale, width: 1024, height: 900 })
  await signIn(page, 'admin')
  const table = page.getByRole('table')
  const beside = async (list: string) => {
    await page.goto(`/users/admin/${list}`)
    await table.getByRole('row').nth(2).waitFor()
    return table.evaluate(({ parentElement: box }) => box!.scrollWidth - box!.clientWidth)
  }
  for (const list of ['users', 'user-access', 'quarantine']) expect([list, await beside(list)]).toEqual([list, 0])

  // Footscans have more columns than the window: status, reason and last contact come first, and the name stays.
  expect(await beside('footscans')).toBeGreaterThan(0)
  const edges = (name: RegExp) =>
    table.getByRole('columnheader', { name }).evaluate((head) => {
      const { left, right } = head.getBoundingClientRect()
      return { left, right }
    })
  const actions = await edges(/^(Acciones|Actions)$/)
  for (const name of [/^(Estado|Status)/, /^(Motivo|Reason)/, /^(Último contacto|Last contact)/])
    expect((await edges(name)).right).toBeLessThanOrEqual(actions.left)
  const fade = () =>
    table
      .locator('thead th')
      .last()
      .evaluate((head) => Number(getComputedStyle(head, '::before').opacity))
  expect(await fade()).toBe(1)
  const first = await edges(/^(Nombre|Name)/)
  await table.evaluate(({ parentElement: box }) => box!.scrollTo({ left: box!.scrollWidth }))
  await expect.poll(fade).toBe(0)
  expect(await edges(/^(Nombre|Name)/)).toEqual(first)
  await close()
})

test('on a phone the marks of key figures are on the line of their name', async () => {
  const { page, close } = await visitor({ locale: 'en', width: 390, height: 844, touch: true })
  const middle = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return (top + bottom) / 2
  }
  await signIn(page)
  await page.goto(COMPARE)
  await settled(page)
  const label = page.locator('[data-widget="kpi"] li').first()
  const [name, mark] = [
    await label.getByText('Entries', { exact: true }).evaluate(middle),
    await label.locator('button svg').evaluate(middle),
  ]
  expect(Math.abs(name - mark)).toBeLessThanOrEqual(1.5)

  await close()
})

test.each([360, 390])(
  'at %i pixels the name of a dashboard has a line of the editor, and publishing is in sight',
  async (width) => {
    const { page, close } = await visitor({ locale: 'en', width, height: 844, touch: true })
    await signIn(page, 'admin')
    await page.goto('/users/admin/dashboards')
    await page.getByRole('link', { name: 'New dashboard' }).click()
    await page.getByRole('textbox', { name: /^Name/ }).fill('Entries of shops')
    await page.keyboard.press('Enter')
    const publish = page.getByRole('button', { name: 'Publish' })
    await publish.waitFor()
    const name = await page
      .getByRole('heading', { name: 'Entries of shops' })
      .getByRole('button')
      .evaluate((element) => element.scrollWidth <= element.clientWidth)
    const end = await publish.evaluate((element) => element.getBoundingClientRect().right)
    expect([name, end <= width]).toEqual([true, true])
    await close()
  },
)

test('on a phone a whole day fits beside the arrows to the day before and the day after', async () => {
  const { page, close } = await visitor({ locale: 'es', width: 390, height: 844, touch: true })
  await signIn(page)
  await page.goto('/users/foot/dashboards/view/device-availability')
  await settled(page)
  const date = page.locator('[data-type="date"]')
  await date.getByRole('spinbutton').last().waitFor({ state: 'attached' })
  const beyond = await date.evaluate((control) => {
    const box = control.querySelector('[role="group"]')!.getBoundingClientRect()
    return [...control.querySelectorAll('[role="spinbutton"]')].filter(
      (part) => part.getBoundingClientRect().right > box.right,
    ).length
  })
  expect(beyond).toBe(0)
  await close()
})
