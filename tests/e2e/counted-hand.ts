/** Manual actions, counted: a press of the pointer or of a key is one, a drag is one, a text that is typed is one. */
import type { Locator, Page } from 'playwright-core'

export function countedHand(page: Page) {
  let presses = 0
  return {
    presses: () => presses,
    async press(where: Locator) {
      presses++
      await where.click()
    },
    async key(name: string) {
      presses++
      await page.keyboard.press(name)
    },
    async type(text: string) {
      presses++
      await page.keyboard.insertText(text)
    },
    /** From a place by so many pixels. */
    async drag(from: { x: number; y: number }, by: { x: number; y: number }) {
      presses++
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 8 })
      await page.mouse.up()
    },
  }
}
