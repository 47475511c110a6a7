import { expect, userEvent, waitFor, within } from 'storybook/test'
import { storiesFor } from '../lib/stories.tsx'
import definition from './index.ts'
import example from './example.json'

const { meta, stories } = storiesFor(definition, example)

export default { ...meta, title: 'Widgets/floor-plan' }

export const Ready = stories.Ready
export const Large = stories.Large
export const Queued = { ...stories.Queued, tags: ['!test'] }
export const Loading = stories.Loading
export const Blocked = stories.Blocked
export const Empty = stories.Empty
export const Error = stories.Error
export const Quarantined = { ...stories.Quarantined, tags: ['!test'] }
export const Stale = stories.Stale
export const Partial = stories.Partial
export const MinSize = stories.MinSize
export const LongText = stories.LongText
export const AsTable = stories.AsTable

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
