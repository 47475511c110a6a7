import { expect, userEvent, waitFor, within } from 'storybook/test'
import { storiesFor } from '../lib/stories.tsx'
import definition from './index.ts'
import example from './example.json'
import forecast from './forecast.json'

const { meta, stories } = storiesFor(definition, example)

export default { ...meta, title: 'Widgets/range-band' }

export const Ready = stories.Ready

/** A bar a step; the keys say all three figures, and why a step has none. */
export const Bars = {
  ...storiesFor(definition, { ...example, options: { look: 'bars' } }).stories.Ready,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const chart = await within(canvasElement).findByRole('slider')
    await waitFor(() => expect(canvasElement.querySelector('canvas')).not.toBeNull())
    chart.focus()
    await userEvent.keyboard('{ArrowRight}')
    const said = (words: RegExp) => waitFor(() => expect(chart.getAttribute('aria-valuetext')).toMatch(words))
    await said(/Mayor .*Media .*Menor /)
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await said(/incompleto/i)
    await waitFor(() => expect(document.body.textContent).toMatch(/Se excluyen 1 de 5 valores/))
    await userEvent.keyboard('{Escape}')
  },
}
export const Forecast = storiesFor(definition, forecast).stories.Ready
