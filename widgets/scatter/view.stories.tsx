import { expect, userEvent, waitFor, within } from 'storybook/test'
import { storiesFor } from '../lib/stories.tsx'
import definition from './index.ts'
import example from './example.json'

const { meta, stories } = storiesFor(definition, example)

export default { ...meta, title: 'Widgets/scatter' }

export const Ready = stories.Ready

/** 4,000 points in two clouds and some far away; the same on every run. */
const MANY = Array.from({ length: 4000 }, (_, at) => {
  const [a, b] = [Math.sin(at * 12.9898) * 43758.5453, Math.sin(at * 78.233) * 12543.123].map(
    (one) => one - Math.floor(one),
  )
  const [angle, far] = [2 * Math.PI * (a ?? 0), Math.sqrt(-2 * Math.log((b ?? 0) + 1e-9))]
  const [x, y] = at % 3 === 0 ? [2600, 700] : [1200, 1500]
  return {
    ins: Math.max(0, Math.round(x + 260 * far * Math.cos(angle))),
    tickets: Math.max(0, Math.round(y + 210 * far * Math.sin(angle))),
  }
})
const many = {
  options: { x: 'ins', y: 'tickets' },
  frames: {
    rows: {
      columns: [
        { id: 'local', type: 'int', role: 'dim', unit: 'id' },
        { id: 'ins', type: 'int', role: 'measure', unit: 'count' },
        { id: 'tickets', type: 'int', role: 'measure', unit: 'count' },
      ],
      data: [MANY.map((_, at) => at), MANY.map(({ ins }) => ins), MANY.map(({ tickets }) => tickets)],
      rows: MANY.length,
    },
  },
}

/** More points than can be told apart are counted; a cell says how many, and where it is. */
export const Density = {
  ...storiesFor(definition, many).stories.Ready,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const chart = await within(canvasElement).findByRole('slider')
    await waitFor(() => expect(canvasElement.querySelector('canvas')).not.toBeNull())
    await expect(canvasElement.textContent).toContain('Puntos por casilla')
    chart.focus()
    await userEvent.keyboard('{End}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}')
    await waitFor(() => expect(chart.getAttribute('aria-valuetext')).toMatch(/\d+ puntos: Entradas [\d.]+ – [\d.]+/))
    await userEvent.keyboard('{Escape}')
  },
}
