import { expect } from 'storybook/test'
import { storiesFor } from '../lib/stories.tsx'
import { touched } from '../lib/test-support/emulated.ts'
import definition from './index.ts'
import example from './example.json'

const { meta, stories } = storiesFor(definition, example)

export default { ...meta, title: 'Widgets/waterfall' }

export const Ready = stories.Ready

/** On a phone both totals are in sight, also with the larger rows of touch. */
export const OnAPhone = touched({
  ...stories.Phone,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    await stories.Phone.play?.({ canvasElement })
    const list = canvasElement.querySelector<HTMLElement>('section[data-grows]')
    await expect(list?.querySelectorAll('li')).toHaveLength(9)
    await expect(list?.scrollHeight).toBeLessThanOrEqual(list?.clientHeight ?? 0)
  },
})
