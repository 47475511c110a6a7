import type { Meta, StoryObj } from '@storybook/react-vite'
import type { Folder } from '#schemas/generated/entities/folder.ts'
import { plainNounStories } from '../test-support/plain-noun-stories.tsx'
import pages from './pages.tsx'

const meta = { title: 'Admin/Folders', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

const MADE = { createdAt: Date.UTC(2026, 10, 2), updatedAt: Date.UTC(2026, 10, 20, 9, 30) }
const RIGHTS = { viewGroups: [1], editGroups: [], viewUsers: [], editUsers: [1] }
const rows: readonly Folder[] = [
  { id: 1, name: 'Norte', ...RIGHTS, comment: '', ...MADE },
  { id: 2, name: 'Sur', ...RIGHTS, comment: 'Segunda fase', ...MADE },
]
const { list, empty, loading, failed, add, edit, columns, undo, removed } = plainNounStories(pages, rows, 'folders')

export const List: Story = list
export const Empty: Story = empty
export const Loading: Story = loading
export const Failed: Story = failed
export const Add: Story = add
export const Edit: Story = edit
export const Columns: Story = columns
export const Undo: Story = undo
export const Removed: Story = removed
