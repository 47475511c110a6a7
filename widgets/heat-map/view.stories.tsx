import { expect, userEvent, waitFor, within } from 'storybook/test'
import { storiesFor } from '../lib/stories.tsx'
import definition from './index.ts'
import calendar from './calendar.json'
import example from './example.json'

const { meta, stories } = storiesFor(definition, example)

export default { ...meta, title: 'Widgets/heat-map' }

export const Ready = stories.Ready

/** A quarter day by day, and the change of each hour. */
export const Calendar = storiesFor(definition, calendar).stories.Ready
export const Change = storiesFor(definition, { ...example, options: { period: 'change' } }).stories.Ready

/** The arrows go from cell to cell, and each is said. */
export const Keys = {
  ...stories.Ready,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const slider = await within(canvasElement).findByRole('slider')
    slider.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}')
    await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toMatch(/^Mar, 11:00: Entradas \d+/))
    // What is hatched is said to be unfinished too.
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toMatch(/^Jue, 11:00: Entradas \d+ \[\D+\]/))
  },
}
