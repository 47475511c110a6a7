import type { Meta } from '@storybook/react-vite'
import page from '../../docs/write-a-widget.md?raw'
import { pageStory } from './page-story.tsx'

const meta = { title: 'Workshop/Write a widget', tags: ['!autodocs'] } satisfies Meta
export default meta

export const WriteAWidget = pageStory('Write a widget', page)
