/** Several bars or steps marked at once filter a dashboard: with the mouse and by keys, in the address, and back. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { server, settled, signIn, visitor } from './browser.ts'

/** Compare's filters and questions, with bars of its stores that filter the stores. */
async function board(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../layouts/foot-compare.json'), 'utf8')
  const { params, queries, i18n, format } = JSON.parse(text) as Record<string, object>
  return JSON.stringify({
    format,
    _id: 'x',
    revision: 0,
    name: 'Bars that filter',
    i18n,
    params,
    queries,
    widgets: {
      bars: {
        type: 'bar-chart',
        title: 'Entries by store',
        data: {
          rows: {
            query: 'main',
            transform: [{ op: 'aggregate', by: ['period', 'local'], measures: 'all' }],
          },
        },
        options: { category: 'local', measures: ['ins'], direction: 'vertical' },
        emits: { brush: { set: 'locals', to: '$event.values' } },
      },
      table: {
        type: 'benchmark-table',
        title: 'Stores',
        data: {
          rows: {
            query: 'main',
            transform: [{ op: 'aggregate', by: ['period', 'local'], measures: 'all' }],
          },
        },
        options: {},
      },
    },
    layout: {
      sections: [
        { id: 'filters', params: ['client', 'locals', 'periods'], sticky: true },
        { id: 'stores', requires: ['client', 'locals', 'periods'], widgets: ['bars', 'table'] },
      ],
    },
    grids: { large: { bars: { x: 0, y: 0, w: 12, h: 9 }, table: { x: 0, y: 9, w: 12, h: 9 } } },
  })
}

/** Its id. */
async function publish(page: Page, text: string): Promise<string | undefined> {
  await page.goto('/users')
  const made = await page.evaluate(async (file) => {
    const headers = { access_token: localStorage.getItem('access_token') ?? '', 'content-type': 'application/json' }
    const answer = await fetch('/api/dashboards', { method: 'POST', headers, body: JSON.stringify({ text: file }) })
    return { status: answer.status, body: (await answer.json()) as { id?: string } }
  }, text)
  expect(made).toMatchObject({ status: 201, body: { published: true } })
  return made.body.id
}

test('bars that are marked with the mouse, or with Shift and the arrows, leave their stores; Back brings all of them', async () => {
  const { page, problems, close } = await visitor({ locale: 'en' })
  await signIn(page, 'analyst')
  await page.goto(`${server().address}/users/dashboards/view/${await publish(page, await board())}`)
  await settled(page)

  const names = () => page.locator('table tbody th').allTextContents()
  const chosen = () => new URL(page.url()).searchParams.get('locals')?.split(',').length ?? 0
  const chart = page.locator('[data-widget="bars"]').getByRole('slider')
  const all = (await names()).length
  expect(all).toBeGreaterThan(4)

  const box = (await chart.boundingBox())!
  const at = (share: number) => [box.x + box.width * share, box.y + box.height / 2] as const
  await page.mouse.move(...at(0.1))
  await page.mouse.down()
  await page.mouse.move(...at(0.4), { steps: 6 })
  await page.mouse.up()
  await expect.poll(chosen).toBeGreaterThan(1)
  await settled(page)
  const marked = chosen()
  expect(marked).toBeLessThan(all)
  await expect.poll(async () => (await names()).length).toBe(marked)

  await page.goBack()
  await expect.poll(async () => (await names()).length).toBe(all)

  await chart.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  await expect.poll(chosen).toBe(3)
  await expect.poll(async () => (await names()).length).toBe(3)
  expect(problems).toEqual([])
  await close()
})

const zoom = { set: 'periods.comparing', to: '$event.range' }

/** Bars of weeks and of months, and hours in a line, each of which sets the period. */
async function stepsBoard(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../layouts/store-ranking.json'), 'utf8')
  const { params, queries, i18n, format } = JSON.parse(text) as {
    params: object
    queries: Record<string, { args?: object }>
    i18n: object
    format: number
  }
  const { clients, stores, campaigns, local } = queries
  const by = (steps: string) => ({ source: 'traffic', args: { ...local?.args, by: steps, measures: 'ins' } })
  const bars = (query: string, category: string) => ({
    type: 'bar-chart',
    title: query,
    data: { rows: { query } },
    options: { category },
    emits: { brush: zoom },
  })
  return JSON.stringify({
    format,
    _id: 'x',
    revision: 0,
    name: 'Steps that set the period',
    i18n,
    params,
    queries: { clients, stores, campaigns, weeks: by('week'), months: by('month'), hours: by('day,hour') },
    widgets: {
      weeks: bars('weeks', 'week'),
      months: bars('months', 'month'),
      hours: {
        type: 'time-series',
        title: 'hours',
        data: { rows: { query: 'hours' } },
        options: { granularity: 'hour', measures: [{ measure: 'ins' }] },
        emits: { zoom },
      },
    },
    layout: {
      sections: [
        { id: 'filters', params: ['client', 'locals', 'periods', 'compared'] },
        { id: 'steps', requires: ['client', 'locals', 'periods'], widgets: ['weeks', 'months', 'hours'] },
      ],
    },
    grids: {
      large: {
        weeks: { x: 0, y: 0, w: 12, h: 6 },
        months: { x: 0, y: 6, w: 12, h: 6 },
        hours: { x: 0, y: 12, w: 12, h: 6 },
      },
    },
  })
}

test('weeks, months and hours that are marked set their days, and Back brings the whole period and the whole chart', async () => {
  const { page, problems, close } = await visitor({ locale: 'en' })
  await signIn(page, 'analyst')
  const id = await publish(page, await stepsBoard())
  const shown = () => {
    const { searchParams } = new URL(page.url())
    return searchParams.get('p1')
  }
  const board = async (p1: string, p2: string) => {
    await page.goto(`${server().address}/users/dashboards/view/${id}?end=${p1.slice(12)}&p1=${p1}&p2=${p2}`)
    await settled(page)
  }
  const chart = (widget: string) => page.locator(`[data-widget="${widget}"]`).getByRole('slider')
  const whole = (widget: string) => page.locator(`[data-widget="${widget}"]`).getByRole('button', { name: 'Show all' })
  /** With the mouse, in the middle of steps of which there are `count`. */
  const mark = async (widget: string, count: number, from: number, to: number) => {
    await chart(widget).scrollIntoViewIfNeeded()
    const box = (await chart(widget).boundingBox())!
    // The scale is at the left of the steps.
    const [left, right] = [box.x + 40, box.x + box.width - 16]
    const at = (step: number) => [left + ((right - left) * (step + 0.5)) / count, box.y + box.height / 2] as const
    await page.mouse.move(...at(from))
    await page.mouse.down()
    await page.mouse.move(...at(to), { steps: 6 })
    await page.mouse.up()
  }
  /** With the keys, the first of them. */
  const markFirst = async (widget: string, count: number) => {
    await chart(widget).focus()
    await page.keyboard.press('Home')
    for (let step = 1; step < count; step++) await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Enter')
  }
  const back = async (widget: string, to: string) => {
    await page.goBack()
    await expect.poll(shown).toBe(to)
    await settled(page)
    expect(await whole(widget).count()).toBe(0)
  }

  // From a Thursday to a Saturday: the first and the last week are cut, as the period is.
  const quarter = '2026-07-16..2026-09-12'
  await board(quarter, '2025-07-17..2025-09-13')
  await mark('weeks', 9, 2, 4)
  await expect.poll(shown).toBe('2026-07-27..2026-08-16')
  await settled(page)
  await back('weeks', quarter)
  await markFirst('weeks', 2)
  await expect.poll(shown).toBe('2026-07-16..2026-07-26')
  await settled(page)
  await back('weeks', quarter)

  await mark('months', 3, 1, 2)
  await expect.poll(shown).toBe('2026-08-01..2026-09-12')
  await settled(page)
  await back('months', quarter)
  await markFirst('months', 2)
  await expect.poll(shown).toBe('2026-07-16..2026-08-31')
  await settled(page)
  await back('months', quarter)

  // Hours set their days: the period knows no hours.
  const days = '2026-09-07..2026-09-11'
  await board(days, '2026-08-31..2026-09-04')
  await mark('hours', 5, 1, 2)
  await expect.poll(shown).toBe('2026-09-08..2026-09-09')
  await settled(page)
  await back('hours', days)
  await markFirst('hours', 3)
  await expect.poll(shown).toBe('2026-09-07..2026-09-07')
  await settled(page)
  await back('hours', days)
  expect(problems).toEqual([])
  await close()
})
