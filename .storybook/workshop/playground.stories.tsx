import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, userEvent, waitFor, within } from 'storybook/test'
import { Playground as Bench } from './playground.tsx'
import { fromAddress } from './share.ts'

// An experimental rule wants the dates of the chosen periods in the name of their button, where the periods are.
const a11y = { config: { rules: [{ id: 'label-content-name-mismatch', enabled: false }] } }
const meta = { title: 'Workshop/Playground', tags: ['!autodocs'], parameters: { a11y } } satisfies Meta
export default meta

interface Loaded {
  first: string | undefined
}
const HASH = '#document='
const loaders = [
  async (): Promise<Loaded> => ({
    first: location.hash.startsWith(HASH) ? await fromAddress(location.hash.slice(HASH.length)) : undefined,
  }),
]

const ready = (canvas: HTMLElement, count: number) =>
  waitFor(() => expect(canvas.querySelectorAll('section[data-state="ready"]').length).toBe(count), { timeout: 10_000 })

export const Playground: StoryObj = {
  loaders,
  render: (_args, { loaded }) => <Bench first={(loaded as unknown as Loaded).first} />,
  tags: ['!test'],
}

/**
 * A word in the text changes the canvas; what does not hold keeps the last good one and says so; a finding mends
 * itself.
 */
export const Edited: StoryObj = {
  render: () => <Bench />,
  tags: ['!dev'],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await ready(canvasElement, 4)
    const field = canvas.getByRole<HTMLTextAreaElement>('textbox', { name: 'Document as JSON' })
    const write = (change: (text: string) => string) =>
      fireEvent.change(field, { target: { value: change(field.value) } })
    await write((text) => text.replace('"Day by day"', '"Every day"'))
    await expect(await canvas.findByRole('heading', { name: 'Every day' })).toBeVisible()

    await write((text) => text.replace('"layout": "tiles"', '"layout": "tile"'))
    await expect(await canvas.findByText(/last good state/)).toBeVisible()
    await expect(canvas.getByRole('button', { name: /WIDGET_OPTION_VALUE/ })).toBeVisible()
    await expect(canvas.getByRole('heading', { name: 'Every day' })).toBeVisible()
    const said = canvas.getByText(/last good state/).closest<HTMLElement>('[role="status"]') ?? canvasElement
    await userEvent.click(within(said).getByRole('button', { name: 'Undo' }))
    await expect(canvas.queryByText(/last good state/)).toBeNull()

    await write((text) => text.replace('"sort": "valueDown"', '"sorted": "valueDown"'))
    const finding =
      (await canvas.findByRole('button', { name: /WIDGET_OPTION_UNKNOWN/ })).closest('li') ?? canvasElement
    const fixButton = within(finding).getAllByRole('button').at(-1)
    if (fixButton) await userEvent.click(fixButton)
    await expect(await canvas.findByText('No findings.')).toBeVisible()
    await ready(canvasElement, 4)
  },
}
