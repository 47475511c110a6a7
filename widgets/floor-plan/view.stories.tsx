import { expect, userEvent, waitFor, within } from 'storybook/test'
import { storiesFor } from '../lib/stories.tsx'
import definition from './index.ts'
import example from './example.json'

const { meta, stories } = storiesFor(definition, example)

export default { ...meta, title: 'Widgets/floor-plan' }

export const Ready = stories.Ready

/** The keys go from area to area; one that the data lack says so. */
export const Change = {
  ...storiesFor(definition, { ...example, options: { ...example.options, tone: 'change' } }).stories.Ready,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const chart = await within(canvasElement).findByRole('slider')
    const said = (words: string) => waitFor(() => expect(chart.getAttribute('aria-valuetext')).toContain(words))
    await waitFor(() => expect(canvasElement.querySelector('canvas')).not.toBeNull())
    chart.focus()
    await userEvent.keyboard('{Home}')
    await said('Gran Vía')
    await userEvent.keyboard('{ArrowRight}')
    await said('Passeig de Gràcia')
    await userEvent.keyboard('{End}')
    await said('Local 9')
    await said('No está en los datos')
    await waitFor(() => expect(canvasElement.querySelector('svg[data-spot] path')).not.toBeNull())
    await userEvent.keyboard('{Escape}')
  },
}
export const NoPlan = storiesFor(definition, { ...example, options: {} }).stories.Ready
