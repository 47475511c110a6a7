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

/** A figure of a ratio: those of Mondays are whole, the others have a half. */
const { rows } = example.frames
const ratio = storiesFor(definition, {
  ...example,
  options: { measure: 'perHour' },
  frames: {
    rows: {
      ...rows,
      columns: rows.columns.map((column) =>
        column.id === 'ins' ? { ...column, id: 'perHour', type: 'float', unit: 'ratio' } : column,
      ),
      data: rows.data.map((cells, at) =>
        rows.columns[at]?.id === 'ins'
          ? cells.map((cell, row) => (typeof cell === 'number' && rows.data[1]?.[row] !== 1 ? cell + 0.5 : cell))
          : cells,
      ),
    },
  },
}).stories
/** A whole figure is written with the decimals of the others. */
export const Ratios = {
  ...ratio.Ready,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const slider = await within(canvasElement).findByRole('slider')
    slider.focus()
    await userEvent.keyboard('{ArrowRight}{Home}')
    await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toMatch(/^Lun, 10:00: .+ \d+,00/))
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toMatch(/^Mar, 10:00: .+ \d+,50/))
  },
}
export const RatiosAsTable = {
  ...ratio.AsTable,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const cells = await within(canvasElement).findAllByText(/^\d+,\d\d$/, { selector: 'td *, td' }, { timeout: 15_000 })
    await expect(cells.map((cell) => cell.textContent)).toEqual(
      expect.arrayContaining([expect.stringMatching(/,00$/), expect.stringMatching(/,50$/)]),
    )
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
