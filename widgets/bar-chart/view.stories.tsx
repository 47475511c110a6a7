import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { estimatedExample } from '../lib/estimated-example.ts'
import { storiesFor } from '../lib/stories.tsx'
import { unpairedExample } from '../lib/unpaired-example.ts'
import definition from './index.ts'
import example from './example.json'

const { meta, stories } = storiesFor(definition, example)

export default { ...meta, title: 'Widgets/bar-chart' }

export const Ready = stories.Ready

export const Upright = storiesFor(definition, { ...example, options: { direction: 'vertical', top: 5 } }).stories.Ready
export const Stacked = storiesFor(definition, {
  ...example,
  options: { measures: ['visits', 'bounces'], arrangement: 'stacked' },
}).stories.Ready
export const Percent = storiesFor(definition, {
  ...example,
  options: { measures: ['visits', 'bounces'], arrangement: 'percent', direction: 'vertical', top: 6 },
}).stories.Ready

/** Gaps of both periods, as counted and with estimates: some, more than a fifth, more than half of it. */
const LOST = { 2: 0.3, 5: 0.6, 8: 0.1, 9: 0.3 }
export const Gaps = storiesFor(definition, estimatedExample(example, LOST, false)).stories.Ready
export const WithEstimates = storiesFor(definition, estimatedExample(example, LOST)).stories.Ready
export const WithEstimatesAsTable = storiesFor(definition, estimatedExample(example, LOST)).stories.AsTable

/**
 * A seventh of a store's hours the reference has not: from the two figures beside them a reader works out another
 * change.
 */
export const OverPart = {
  ...storiesFor(definition, unpairedExample(example, { 11: 0.14 })).stories.Ready,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const found = await within(canvasElement).findAllByText(/^sobre el \d/, {}, { timeout: 15_000 })
    await expect(found).toHaveLength(1)
    await expect(found[0]).toBeVisible()
    await expect(found[0]).toHaveAttribute('title', expect.stringMatching(/del tráfico habitual, en las horas que/))
  },
}

const told = fn()
const brushing = (options: object) =>
  storiesFor(definition, { ...example, options: { ...example.options, ...options } }, {}, told).stories.Ready

/** Several upright bars are marked with Shift and the arrows, and Enter tells their members. */
export const BrushUpright = {
  ...brushing({ direction: 'vertical', top: 5, sort: 'name', showOthers: false }),
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    told.mockClear()
    const chart = await within(canvasElement).findByRole('slider')
    await waitFor(() => expect(canvasElement.querySelector('canvas')).not.toBeNull())
    chart.focus()
    await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{/Shift}{Enter}')
    await waitFor(() => expect(told).toHaveBeenCalledTimes(1))
    await expect(told).toHaveBeenCalledWith('brush', {
      values: [expect.any(Number), expect.any(Number), expect.any(Number)],
      range: null,
    })
  },
}

/** The same on bars that lie; Escape takes a mark back, and a press on one bar still picks it. */
export const BrushLying = {
  ...brushing({ direction: 'horizontal', top: 5, showOthers: false }),
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    told.mockClear()
    const [first] = await within(canvasElement).findAllByRole('button', { name: /Gran Vía/ })
    first?.focus()
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
    await waitFor(() => expect(canvasElement.querySelectorAll('[aria-pressed="true"]').length).toBe(2))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(canvasElement.querySelectorAll('[aria-pressed]').length).toBe(0))
    await userEvent.keyboard('{Enter}')
    await expect(told).toHaveBeenLastCalledWith('pick', { value: expect.any(Number), range: null })
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}{Enter}')
    await expect(told).toHaveBeenLastCalledWith('brush', {
      values: [expect.any(Number), expect.any(Number)],
      range: null,
    })
    const rows = [...canvasElement.querySelectorAll<HTMLElement>('[data-row]')]
    await userEvent.pointer([
      { keys: '[MouseLeft>]', target: rows[0] as Element },
      { target: rows[2] as Element },
      { keys: '[/MouseLeft]', target: rows[2] as Element },
    ])
    const number: unknown = expect.any(Number)
    await waitFor(() =>
      expect(told).toHaveBeenLastCalledWith('brush', { values: [number, number, number], range: null }),
    )
  },
}
