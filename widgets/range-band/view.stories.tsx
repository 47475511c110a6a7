import { expect, userEvent, waitFor, within } from 'storybook/test'
import { storiesFor } from '../lib/stories.tsx'
import definition from './index.ts'
import example from './example.json'
import forecast from './forecast.json'

const { meta, stories } = storiesFor(definition, example)

export default { ...meta, title: 'Widgets/range-band' }

/** In the key, too, the edges are thin and what lies between them is not. */
export const Ready = {
  ...stories.Ready,
  play: async (context: { canvasElement: HTMLElement }) => {
    await stories.Ready.play?.(context)
    const strokes = () =>
      [...context.canvasElement.querySelectorAll('[data-tone] > path')].map(
        (path) => getComputedStyle(path).strokeWidth,
      )
    await waitFor(() => expect(strokes()).toEqual(['1px', '2.25px', '1px']))
  },
}

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
