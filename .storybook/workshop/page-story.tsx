import type { StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { Document } from './markdown.tsx'
import css from './workshop.module.css'

/** A page of docs/ that a test follows to the letter, as it is read. */
export const pageStory = (name: string, page: string): StoryObj => ({
  name,
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
})
