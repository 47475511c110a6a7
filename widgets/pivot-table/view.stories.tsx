import { storiesFor } from '../lib/stories.tsx'
import definition from './index.ts'
import example from './example.json'

const { meta, stories } = storiesFor(definition, example)

export default { ...meta, title: 'Widgets/pivot-table' }

export const Ready = stories.Ready

export const Change = storiesFor(definition, { ...example, options: { show: 'change', measure: 'captureRate' } })
  .stories.Ready
