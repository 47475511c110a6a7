import { expect, waitFor } from 'storybook/test'
import { storiesFor } from '../lib/stories.tsx'
import definition from './index.ts'
import example from './example.json'

const { meta, stories } = storiesFor(definition, example)

export default { ...meta, title: 'Widgets/live-counter' }

export const Ready = stories.Ready

/** The frame of the example with other cells of the input `now`, by column. */
const withNow = (
  cells: Readonly<Record<string, readonly (string | number | boolean | null)[]>>,
  options: object = {},
) => {
  const { now, ...frames } = example.frames
  const data = now.columns.map(({ id }, at) => cells[id] ?? now.data[at])
  return storiesFor(definition, { options, frames: { ...frames, now: { ...now, data } } }).stories.Ready
}
const {
  now: { data: CELLS, columns: COLUMNS },
} = example.frames
const old = (seconds: number) =>
  (CELLS[COLUMNS.findIndex(({ id }) => id === 'now')] as number[]).map((at) => at - seconds)

export const AlmostFull = { ...withNow({ people: [141, 66], raw: [141, 66], drift: [0, 0] }), tags: ['!test'] }
export const Full = { ...withNow({}, { capacity: 120 }), tags: ['!test'] }

/** The dot beside the time says without words how far the figure is to be believed: full, a ring, or no dot at all. */
const dotted = (story: ReturnType<typeof withNow>, look: { isRound: boolean; isFull: boolean }) => ({
  ...story,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const dot = () => canvasElement.querySelector<HTMLElement>('[class*="pulse"]')
    await waitFor(() => expect(dot()).toBeVisible())
    const { borderRadius, backgroundColor } = getComputedStyle(dot() as HTMLElement)
    await expect({ isRound: borderRadius === '50%', isFull: backgroundColor !== 'rgba(0, 0, 0, 0)' }).toEqual(look)
  },
})
export const Live = dotted(withNow({}), { isRound: true, isFull: true })
export const Estimated = dotted(withNow({ silentDoors: [1, 0] }), { isRound: true, isFull: false })
export const NoRecentReadings = dotted(withNow({ asOf: old(1320) }), { isRound: false, isFull: true })
export const Unknown = {
  ...withNow({ people: [null, null], raw: [null, null], drift: [0, 0], why: ['oneWay', 'oneWay'] }),
  tags: ['!test'],
}
