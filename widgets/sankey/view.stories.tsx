import { storiesFor } from '../lib/stories.tsx'
import definition from './index.ts'
import example from './example.json'

const { meta, stories } = storiesFor(definition, example)

export default { ...meta, title: 'Widgets/sankey' }

export const Ready = stories.Ready
export const Large = stories.Large
export const Empty = stories.Empty
export const Partial = stories.Partial
export const MinSize = stories.MinSize
export const LongText = stories.LongText
export const AsTable = stories.AsTable
