import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { estimatedExample } from '../lib/estimated-example.ts'
import { storiesFor } from '../lib/stories.tsx'
import definition from './index.ts'
import example from './example.json'
import hours from './hours.json'

const { meta, stories } = storiesFor(definition, example)

export default { ...meta, title: 'Widgets/time-series' }

export const Ready = stories.Ready

/** Hours with their nights, divided and stacked. */
export const Hours = storiesFor(definition, hours).stories.Ready

const told = fn()
/** Days are marked with Shift and the arrows, and Enter tells their range. */
export const Bars = {
  ...storiesFor(
    definition,
    {
      ...example,
      options: {
        measures: [
          { measure: 'visits', mark: 'bar', stacked: true },
          { measure: 'bounces', mark: 'bar', stacked: true },
        ],
        showReference: false,
      },
    },
    {},
    told,
  ).stories.Ready,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    told.mockClear()
    const chart = await within(canvasElement).findByRole('slider')
    await waitFor(() => expect(canvasElement.querySelector('canvas')).not.toBeNull())
    chart.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{/Shift}{Enter}')
    await waitFor(() =>
      expect(told).toHaveBeenCalledWith('zoom', { range: { begin: '2026-11-10', end: '2026-11-12' } }),
    )
    await userEvent.keyboard('{Escape}')
  },
}

/** Gaps of both periods, as counted and with estimates: some, more than a fifth, more than half of it. */
const LOST = { 2: 0.3, 5: 0.6, 8: 0.1, 12: 0.3 }
export const Gaps = storiesFor(definition, estimatedExample(example, LOST, false)).stories.Ready
export const WithEstimates = storiesFor(definition, estimatedExample(example, LOST)).stories.Ready
export const WithEstimatesAsTable = storiesFor(definition, estimatedExample(example, LOST)).stories.AsTable
