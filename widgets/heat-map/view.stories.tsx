import type { ComponentType } from 'react'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { ChartBandsAround } from '#ui'
import { storiesFor } from '../lib/stories.tsx'
import definition from './index.ts'
import calendar from './calendar.json'
import example from './example.json'

const NOTES = {
  count: calendar.frames.rows.data[0]?.length ?? 0,
  bands: [
    { id: 'a', from: 0, to: 1, label: 'Obras en la calle' },
    { id: 'b', from: 1, to: 1, label: 'Inventario' },
  ],
}
const { meta, stories } = storiesFor(definition, example)

export default { ...meta, title: 'Widgets/heat-map' }

export const Ready = stories.Ready

/** A quarter day by day, and the change of each hour. */
export const Calendar = storiesFor(definition, calendar).stories.Ready

/** What people wrote at days frames them, and is said with their figures. */
export const Noted = {
  ...Calendar,
  decorators: [
    (Story: ComponentType) => (
      <ChartBandsAround value={NOTES}>
        <Story />
      </ChartBandsAround>
    ),
  ],
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const slider = await within(canvasElement).findByRole('slider')
    slider.focus()
    const said = () => slider.getAttribute('aria-valuetext') ?? ''
    // Monday of the first week, and the Tuesday below it.
    await userEvent.keyboard('{ArrowRight}{Home}')
    await waitFor(() => expect(said()).toMatch(/Entradas 2\.769.*Obras en la calle$/))
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(said()).toMatch(/Entradas 2\.714.*Obras en la calle\. Inventario$/))
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(said()).toMatch(/Entradas 2\.930$/))
  },
}
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
