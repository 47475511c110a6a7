/** Several bars marked at once filter a dashboard: with the mouse and by keys, in the address, and back. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
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

test('bars that are marked with the mouse, or with Shift and the arrows, leave their stores; Back brings all of them', async () => {
  const { page, problems, close } = await visitor({ locale: 'en' })
  await signIn(page, 'analyst')
  await page.goto('/users')
  const made = await page.evaluate(
    async (file) => {
      const headers = { access_token: localStorage.getItem('access_token') ?? '', 'content-type': 'application/json' }
      const answer = await fetch('/api/dashboards', { method: 'POST', headers, body: JSON.stringify({ text: file }) })
      return { status: answer.status, body: (await answer.json()) as { id?: string } }
    },
    await board(),
  )
  expect(made).toMatchObject({ status: 201 })
  await page.goto(`${server().address}/users/dashboards/view/${made.body.id}`)
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
