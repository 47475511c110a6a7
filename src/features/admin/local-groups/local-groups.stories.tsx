import type { Meta, StoryObj } from '@storybook/react-vite'
import type { LocalGroup } from '#schemas/generated/entities/local-group.ts'
import { plainNounStories } from '../test-support/plain-noun-stories.tsx'
import pages from './pages.tsx'

const meta = {
  title: 'Admin/Groups of locals',
  parameters: { layout: 'padded', docs: { disable: true } },
} satisfies Meta
export default meta
type Story = StoryObj

const MADE = { createdAt: Date.UTC(2026, 10, 2), updatedAt: Date.UTC(2026, 10, 20, 9, 30) }
const rows: readonly LocalGroup[] = [
  { id: 1, name: 'Norte', client: 1, kind: 'region', locals: [1, 2], comment: '', ...MADE },
  { id: 2, name: 'Sur', client: 2, kind: 'list', locals: [], comment: 'Segunda fase', ...MADE },
]
const { list, empty, loading, failed, add, edit, columns, undo, removed } = plainNounStories(
  pages,
  rows,
  'local-groups',
)

export const List: Story = list
export const Empty: Story = empty
export const Loading: Story = loading
export const Failed: Story = failed
export const Add: Story = add
export const Edit: Story = edit
export const Columns: Story = columns
export const Undo: Story = undo
export const Removed: Story = removed
