/**
 * Where the reader's system chooses the colours, the meaning of stripes and shades on the page can still be
 * distinguished.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../scripts/chromium.ts'
import { repositoryRoot } from '../boundaries/import-table.ts'

const SHEETS = ['tokens.css', 'base.css', 'table/table.module.css', 'small.module.css', 'tabs.module.css']
let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await launchChromium()
  page = await browser.newPage({ forcedColors: 'active', reducedMotion: 'reduce' })
})
afterAll(() => browser.close())

/** Pictures of elements, by their data-of: which of them look alike. */
async function alike(html: string, names: readonly string[] = SHEETS): Promise<string[]> {
  const sheets = await Promise.all(names.map((name) => readFile(join(repositoryRoot(), 'src/ui', name), 'utf8')))
  await page.setContent(`<style>${sheets.join('\n')}</style>${html}`)
  const seen = new Map<string, string[]>()
  for (const one of await page.locator('[data-of]').all()) {
    // oxlint-disable-next-line no-await-in-loop -- one page is looked at
    const [picture, name] = [(await one.screenshot()).toString('base64'), (await one.getAttribute('data-of')) ?? '']
    seen.set(picture, [...(seen.get(picture) ?? []), name])
  }
  return [...seen.values()].map((names) => names.join(' '))
}

const STATES = ['final', 'partial', 'settling', 'estimated', 'missing', 'closed']

test('cells of a table whose figure is not the last word look unlike those whose is', async () => {
  const cells = STATES.slice(0, 5).map(
    (state) => `<tr><td class="cell" data-of="${state}" data-state="${state}" style="width:90px">12</td></tr>`,
  )
  expect(await alike(`<table>${cells.join('')}</table>`)).toEqual(['final', 'partial settling', 'estimated', 'missing'])
})

test('the mark of each state has a look of its own', async () => {
  const size = 'width:40px;height:20px'
  const marks = STATES.slice(1).map(
    (state) =>
      `<p><span class="state" data-of="${state}" data-state="${state}" style="${size}">` +
      '<span class="swatch"></span></span></p>',
  )
  expect(await alike(marks.join(''))).toEqual(STATES.slice(1))
})

test('the tab that is open is distinguished from those that are not', async () => {
  const tabs = ['true', 'false'].map(
    (selected) => `<p><button class="tab" data-of="${selected}" aria-selected="${selected}">Store</button></p>`,
  )
  expect(await alike(tabs.join(''))).toEqual(['true', 'false'])
})

test('of the links of the navigation only the page that is open has a line', async () => {
  const size = 'style="width:120px;height:40px"'
  const links = ['true', 'false', 'other'].map((open) => {
    const current = open === 'true' ? 'aria-current="page"' : ''
    return `<p style="height:50px"><a class="link" href="#" ${size} data-of="${open}" ${current}>Home</a></p>`
  })
  expect(await alike(links.join(''), ['tokens.css', 'base.css', '../app/shell.module.css'])).toEqual([
    'true',
    'false other',
  ])
})

test('cells of a crossed table are shaded by their figure, above and below, and their figures stay readable', async () => {
  const tints = [
    ['none', 0, ''],
    ['little', 12, ''],
    ['most', 34, ''],
    ['least', 34, 'data-below'],
  ].map(
    ([of, part, side]) =>
      `<p><span class="tint" data-of="${of}" ${side} style="--part:${part}%;width:60px">` +
      '<i style="color:red">12</i></span></p>',
  )
  const sheets = ['tokens.css', '../../widgets/pivot-table/pivot-table.module.css']
  expect(await alike(tints.join(''), sheets)).toEqual(['none', 'little', 'most', 'least'])
  const written = await page.locator('i').evaluateAll((all) => all.map((one) => getComputedStyle(one).color))
  const canvasText = await page.evaluate(() => {
    document.body.style.color = 'CanvasText'
    return getComputedStyle(document.body).color
  })
  expect(written).toEqual(written.map(() => canvasText))
})
