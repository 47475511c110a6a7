import { expect, test } from 'vitest'
import { COMPARE, frames, settled, signIn, visitor } from './browser.ts'

declare global {
  interface Window {
    drawn: string[]
  }
}

/** Notes each paint of a canvas: the widget, and which of its canvases. */
function noteDrawings() {
  window.drawn = []
  document.addEventListener(
    'aforo:drawn',
    (event) => {
      const host = (event.target as HTMLElement).closest<HTMLElement>('[data-widget]')
      const canvases = [...(host?.querySelectorAll('canvas') ?? [])]
      window.drawn.push(
        `${host?.dataset.widget} ${canvases.findIndex((canvas) => (event.target as HTMLElement).contains(canvas))}`,
      )
    },
    true,
  )
}

test('every canvas is drawn once at the first load, and once per filter change', async () => {
  const { page, close } = await visitor()
  await page.addInitScript(noteDrawings)
  await signIn(page)
  await page.goto(COMPARE)
  await settled(page)
  await frames(page, 60)
  const first = await page.evaluate(() => window.drawn.splice(0))
  expect(first.length).toBeGreaterThan(3)
  expect(first.toSorted()).toEqual([...new Set(first)].toSorted())
  // The browser says late that the page's font is there; the charts were measured with it.
  await page.evaluate(() => document.fonts.dispatchEvent(new FontFaceSetLoadEvent('loadingdone')))
  await frames(page, 12)
  await expect.poll(() => page.evaluate(() => window.drawn.splice(0))).toEqual([])

  await page.locator('[data-param="locals"] button').first().click()
  const option = page.getByRole('dialog').getByRole('option').first()
  await option.waitFor()
  await page.evaluate(() => window.drawn.splice(0))
  await option.click()
  await page.keyboard.press('Escape')
  await settled(page)
  await frames(page, 60)
  const second = await page.evaluate(() => window.drawn.splice(0))
  expect(second.toSorted()).toEqual([...new Set(second)].toSorted())
  expect(second.length).toBe(first.length)
  await close()
})
