import type { Meta, StoryObj } from '@storybook/react-vite'
import type { Dealership } from '#schemas/generated/entities/dealership.ts'
import { plainNounStories } from '../test-support/plain-noun-stories.tsx'
import pages from './pages.tsx'

const meta = { title: 'Admin/Dealerships', parameters: { layout: 'padded', docs: { disable: true } } } satisfies Meta
export default meta
type Story = StoryObj

const MADE = { createdAt: Date.UTC(2026, 10, 2), updatedAt: Date.UTC(2026, 10, 20, 9, 30) }
const PLAIN = { code: '', dealer: '', region: '', zone: '', comment: '' }
const rows: readonly Dealership[] = [
  { ...PLAIN, id: 1, name: 'Norte', client: 3, code: 'N-01', dealer: 'Levante Motor, S.L.', zone: 'Valencia', ...MADE },
  { ...PLAIN, id: 2, name: 'Sur', client: 4, region: 'Aragón', comment: 'Segunda fase', ...MADE },
]
const { list, empty, loading, failed, add, edit, columns, undo, removed } = plainNounStories(pages, rows, 'dealerships')

export const List: Story = list
export const Empty: Story = empty
export const Loading: Story = loading
export const Failed: Story = failed
export const Add: Story = add
export const Edit: Story = edit
export const Columns: Story = columns
export const Undo: Story = undo
export const Removed: Story = removed
