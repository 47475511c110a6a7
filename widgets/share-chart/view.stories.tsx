import { storiesFor } from '../lib/stories.tsx'
import definition from './index.ts'
import example from './example.json'

const { meta, stories } = storiesFor(definition, example)

export default { ...meta, title: 'Widgets/share-chart' }

export const Ready = stories.Ready

export const Pie = storiesFor(definition, { ...example, options: { shape: 'pie', top: 5 } }).stories.Ready
export const Strip = storiesFor(definition, { ...example, options: { shape: 'strip', top: 7 } }).stories.Ready
