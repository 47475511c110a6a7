import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { estimatedExample } from '../lib/estimated-example.ts'
import { storiesFor } from '../lib/stories.tsx'
import { touched } from '../lib/test-support/emulated.ts'
import { unpairedExample } from '../lib/unpaired-example.ts'
import definition, { phoneRows } from './index.ts'
import example from './example.json'

const { meta, stories } = storiesFor(definition, example)

export default { ...meta, title: 'Widgets/kpi-table' }

export const Ready = stories.Ready

/** Gaps of both periods, as counted and with estimates: some, more than a fifth, more than half of it. */
const LOST = { 5: 0.15, 9: 0.3 }
export const Gaps = storiesFor(definition, estimatedExample(example, LOST, false)).stories.Ready
export const WithEstimates = storiesFor(definition, estimatedExample(example, LOST)).stories.Ready
export const WithEstimatesAsTable = storiesFor(definition, estimatedExample(example, LOST)).stories.AsTable

/** As in Compare of a client that has entries alone: in one row of tiles, four rows of the page high. */
const row = storiesFor(
  { ...definition, sizes: { ...definition.sizes, default: [12, 4] } },
  estimatedExample({ ...example, options: { metrics: ['ins', 'visits', 'captureRate', 'bounceRate'] } }, LOST),
).stories.Ready
export const WithEstimatesInARow = {
  ...row,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const [written] = await within(canvasElement).findAllByText(/^~.* estimad/, {}, { timeout: 15_000 })
    const list = written?.closest('ul') as HTMLElement
    await expect(list.scrollHeight).toBeLessThanOrEqual(list.clientHeight)
  },
}

/** The same on a phone, in the place of eight: lines under each other, which fill it. */
const few = storiesFor(
  { ...definition, sizes: { ...definition.sizes, default: [4, 9] } },
  { ...example, options: { metrics: ['ins', 'visits', 'captureRate', 'bounceRate'] } },
).stories.Ready
export const AFewOnAPhone = {
  ...few,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const [change] = await within(canvasElement).findAllByText(/^vs\. /, {}, { timeout: 15_000 })
    const list = change?.closest('ul') as HTMLElement
    const tiles = [...list.children].map((tile) => tile.getBoundingClientRect())
    const high = tiles.reduce((sum, { height }) => sum + height, 0)
    await expect([tiles.length, Math.round(high / list.clientHeight)]).toEqual([4, 1])
    await expect(list.scrollHeight).toBeLessThanOrEqual(list.clientHeight)
  },
}

/** Five on a phone, in the rows that a grid gets which no document says: the last one with its change is in sight. */
const FIVE = { ...example, options: { metrics: ['ins', 'visits', 'captureRate', 'tickets', 'conversionRate'] } }
const five = storiesFor(
  { ...definition, sizes: { ...definition.sizes, default: [4, phoneRows(FIVE.options.metrics.length)] } },
  FIVE,
).stories.Ready
export const FiveOnAPhone = {
  ...five,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const [change] = await within(canvasElement).findAllByText(/^vs\. /, {}, { timeout: 15_000 })
    const list = change?.closest('ul') as HTMLElement
    await expect(list.children).toHaveLength(5)
    await expect(list.scrollHeight).toBeLessThanOrEqual(list.clientHeight)
  },
}

/** On a phone the sign of each passport is in sight: whole, and touching neither its name nor the edge of its tile. */
export const SignsOnAPhone = touched({
  ...stories.Phone,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const [change] = await within(canvasElement).findAllByText(/^vs\. /, {}, { timeout: 15_000 })
    const tiles = [...(change?.closest('ul')?.children ?? [])]
    const gaps = tiles.map((tile) => {
      const letters = document.createRange()
      letters.selectNodeContents(tile.querySelector('span') as HTMLElement)
      const sign = tile.querySelector('svg')?.getBoundingClientRect() ?? new DOMRect()
      return [
        sign.width >= 12,
        sign.left - letters.getBoundingClientRect().right >= 3,
        sign.right <= tile.getBoundingClientRect().right,
      ]
    })
    await expect(gaps).toEqual(tiles.map(() => [true, true, true]))
  },
})

/**
 * Three days of the period have no hours in the reference: a change of all would be another one than that of the rest.
 */
const OVER_PART = unpairedExample(example, { 0: 1, 1: 1, 2: 0.5 })
const overPart = storiesFor(definition, OVER_PART).stories.Ready
export const OverPart = {
  ...overPart,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const [entries] = await within(canvasElement).findAllByText(/^sobre el \d/, {}, { timeout: 15_000 })
    await expect(entries).toBeVisible()
    await expect(entries).toHaveAttribute('title', expect.stringMatching(/del tráfico habitual, en las horas que/))
  },
}

/** Nothing is compared: the passport of a figure says of how many stores it is all the same. */
const periods = { comparing: { begin: '2026-11-09', end: '2026-11-15', name: 'thisWeek' }, reference: null }
const alone = storiesFor(definition, example, { periods, stores: () => ({ compared: 4, asked: 5, isCompared: false }) })
  .stories.Ready
export const Alone = {
  ...alone,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const [why] = await within(canvasElement).findAllByRole(
      'button',
      { name: /^(De dónde sale|Cómo se calcula|Sobre)/ },
      { timeout: 15_000 },
    )
    await userEvent.click(why as HTMLElement)
    const panel = within(await screen.findByRole('dialog'))
    // The panel fades in.
    await waitFor(() => expect(panel.getByText('Tiendas')).toBeVisible())
    await expect(panel.getByText('4 de 5')).toBeVisible()
    // With their year: a December and the one before are not the same days.
    await expect(panel.getByText('del 09/11/2026 al 15/11/2026')).toBeVisible()
  },
}
