import { expect, test } from 'vitest'
import { isoDay } from '#domain/days'
import { COMPARE, settled, signIn, visitor } from './browser.ts'

const HALF_SPAN = 7

interface Gap {
  readonly client: number
  readonly local: number
  readonly day: number
}

test('a reader puts estimates into the entries and sees how many they are, and the address keeps it', async () => {
  const { page, requests, problems, close } = await visitor({ locale: 'en' })
  await signIn(page)
  await page.goto(COMPARE)
  await settled(page)
  // Where hours of the demo did not come depends on the day it is made.
  const gap = await page.evaluate(async (): Promise<Gap | null> => {
    const ask = async (path: string): Promise<unknown> =>
      (
        await fetch(`/api/${path}`, { headers: { Authorization: `Bearer ${localStorage.getItem('access_token')}` } })
      ).json()
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    for (const { id } of (await ask('clients')) as { id: number }[]) {
      const { columns, data, rows } = (await ask(
        `compare/metrics/main/extended?client=${id}&p1Start=${day(140)}&p1End=${day(20)}&estimates=with`,
      )) as { columns: { id: string }[]; data: number[][]; rows: number }
      const at = (column: string) => data[columns.findIndex((one) => one.id === column)] ?? []
      for (let row = 0; row < rows; row++)
        if ((at('ins.estimated')[row] ?? 0) > 50 && at('ins')[row])
          return { client: id, local: at('local')[row]!, day: at('day')[row]! }
    }
    return null
  })
  if (gap === null) throw new Error('The demo has no hour that did not come.')
  const span = `${isoDay(gap.day - HALF_SPAN)}..${isoDay(gap.day + HALF_SPAN)}`
  await page.goto(`${COMPARE}?client=${gap.client}&locals=${gap.local}&end=${isoDay(gap.day + HALF_SPAN)}&p1=${span}`)
  await settled(page)
  const tile = page.locator('[data-widget="kpi"] li').first()
  await expect.poll(() => tile.textContent()).not.toMatch(/estimated/)
  await page.locator('[data-param="estimates"] button').first().click()
  await page.getByRole('option', { name: 'With estimates' }).click()
  await page.waitForURL((url) => url.searchParams.get('estimates') === 'with')
  await settled(page)
  await page.waitForFunction(() =>
    /~[\d,]+ estimated · [\d,]+–[\d,]+/.test(document.querySelector('[data-widget="kpi"] li')?.textContent ?? ''),
  )
  expect(requests.at(-1)).toContain('estimates=with')
  expect(problems).toEqual([])
  await close()
})
