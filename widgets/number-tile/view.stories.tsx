import { storiesFor } from '../lib/stories.tsx'
import definition from './index.ts'
import example from './example.json'

const { meta, stories } = storiesFor(definition, example)

export default { ...meta, title: 'Widgets/number-tile' }

export const Ready = stories.Ready

export const Ratio = storiesFor(definition, { ...example, options: { measure: 'conversionRate', spark: 'bars' } })
  .stories.Ready
