import type { Meta } from '@storybook/react-vite'
import page from '../../docs/write-a-filter.md?raw'
import { pageStory } from './page-story.tsx'

const meta = { title: 'Workshop/Write a filter', tags: ['!autodocs'] } satisfies Meta
export default meta

export const WriteAFilter = pageStory('Write a filter', page)
