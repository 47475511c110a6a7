import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import page from '../../docs/write-a-filter.md?raw'
import { Document } from './markdown.tsx'
import css from './workshop.module.css'

const meta = { title: 'Workshop/Write a filter', tags: ['!autodocs'] } satisfies Meta
export default meta

/** docs/write-a-filter.md, which a test follows to the letter. */
export const WriteAFilter: StoryObj = {
  name: 'Write a filter',
  render: () => (
    <main className={css.sheet}>
      <Document markdown={page} />
    </main>
  ),
  play: async ({ canvasElement }) => {
    const headings = page.match(/^#+ .+/gm) ?? []
    await expect(within(canvasElement).getAllByRole('heading')).toHaveLength(headings.length)
    await expect(canvasElement.querySelectorAll('pre')).toHaveLength((page.match(/^ *```\w+/gm) ?? []).length)
  },
}
