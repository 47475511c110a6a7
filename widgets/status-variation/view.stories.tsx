import { expect, within } from 'storybook/test'
import { storiesFor } from '../lib/stories.tsx'
import definition from './index.ts'
import example from './example.json'

const { meta, stories } = storiesFor(definition, example)

export default { ...meta, title: 'Widgets/status-variation' }

export const Ready = stories.Ready

/** The place of two: how many are down, up and closed stands in more than one line, and all of it is there. */
const narrow = storiesFor({ ...definition, sizes: { ...definition.sizes, default: [2, 9] } }, example).stories.Ready
export const Narrow = {
  ...narrow,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const counts = await within(canvasElement).findByRole('list', {}, { timeout: 15_000 })
    const table = await within(canvasElement).findByRole('table')
    const lines = [...counts.children].map((one) => one.getBoundingClientRect())
    await expect(new Set(lines.map(({ top }) => top)).size).toBeGreaterThan(1)
    await expect(Math.max(...lines.map(({ bottom }) => bottom))).toBeLessThanOrEqual(table.getBoundingClientRect().top)
    const place = counts.closest<HTMLElement>('[data-story]') as HTMLElement
    await expect(table.getBoundingClientRect().bottom).toBeLessThanOrEqual(place.getBoundingClientRect().bottom)
  },
}
