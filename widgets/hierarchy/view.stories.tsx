import { expect, userEvent, waitFor, within } from 'storybook/test'
import { storiesFor } from '../lib/stories.tsx'
import definition from './index.ts'
import example from './example.json'

const { meta, stories } = storiesFor(definition, example)

export default { ...meta, title: 'Widgets/hierarchy' }

export const Ready = stories.Ready

const looking = (options: object) =>
  storiesFor(definition, { ...example, options: { ...example.options, ...options } }).stories.Ready

/** The keys go into a part, along its level and out of it, in both looks. */
const readsByKeys = async ({ canvasElement }: { canvasElement: HTMLElement }) => {
  const chart = await within(canvasElement).findByRole('slider')
  const said = (words: string) => waitFor(() => expect(chart.getAttribute('aria-valuetext')).toContain(words))
  await waitFor(() => expect(canvasElement.querySelector('canvas')).not.toBeNull())
  chart.focus()
  await userEvent.keyboard('{ArrowDown}')
  await said('Total')
  await userEvent.keyboard('{ArrowDown}')
  await said('Levante')
  await userEvent.keyboard('{ArrowDown}')
  await said('Levante · Passeig de Gràcia')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await said('Centro · Gran Vía')
  await userEvent.keyboard('{ArrowUp}')
  await said('Centro')
  await userEvent.keyboard('{Escape}')
}

export const Keys = { ...looking({ tone: 'change' }), play: readsByKeys }
export const Sunburst = { ...looking({ look: 'sunburst' }), play: readsByKeys }
export const ByShare = { ...looking({ tone: 'share' }), tags: ['!test'] }
export const OneLevel = { ...looking({ levels: ['local'] }), tags: ['!test'] }
