import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, waitFor, within } from 'storybook/test'
import { OptionBench } from './option-bench.tsx'

const meta = { title: 'Workshop/Chart option', tags: ['!autodocs'] } satisfies Meta
export default meta

export const ChartOption: StoryObj = { render: () => <OptionBench />, tags: ['!test'] }

/** A word in the text changes all charts; what is no option says why, and a hostile name stays text. */
export const Edited: StoryObj = {
  render: () => <OptionBench />,
  tags: ['!dev'],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const field = canvas.getByRole<HTMLTextAreaElement>('textbox', { name: 'Option as JSON' })
    const first = field.value
    const write = (from: string, to: string) => fireEvent.change(field, { target: { value: first.replace(from, to) } })
    const drawn = () => canvasElement.querySelectorAll('[data-drawing] canvas').length
    await waitFor(() => expect(drawn()).toBe(5))

    await write('"Conversion"', '"<img src=x onerror=alert(1)>"')
    await expect((await canvas.findAllByText(/<img src=x onerror/)).length).toBeGreaterThan(0)
    await expect(canvasElement.querySelector('img')).toBeNull()

    for (const [from, to, said] of [
      ['"bar"', '"ba', /The text is no JSON/],
      [
        '"type": "bar"',
        '"type": "function () {}"',
        /series\[0\]\.type is "function \(\) \{\}"; expected "bar" or "line"/,
      ],
      ['120,', '"120",', /series\[0\]\.data\[0\] is "120"; expected a number or null/],
      ['120,', '', /series\[0\]\.data has 5 values; expected one for each of the 6 names/],
      ['"count"', '"bogus"', /yAxis\[0\]\.format is "bogus"/],
      ['"before"', '"ins"', /series\[1\]\.id is "ins" again/],
      ['"markLine": {', '"markArea": null, "markLine": {', /markArea is null; expected an object/],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await write(from, to)
      // oxlint-disable-next-line no-await-in-loop -- what was written before it
      await expect(await canvas.findByText(said)).toBeVisible()
    }
    await write('', '')
    await waitFor(() => expect(drawn()).toBe(5))
  },
}
