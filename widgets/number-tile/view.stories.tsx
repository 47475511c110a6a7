import { storiesFor } from '../lib/stories.tsx'
import definition from './index.ts'
import example from './example.json'

const { meta, stories } = storiesFor(definition, example)

export default { ...meta, title: 'Widgets/number-tile' }

export const Ready = stories.Ready
export const Large = stories.Large
export const Queued = { ...stories.Queued, tags: ['!test'] }
export const Loading = stories.Loading
export const Blocked = stories.Blocked
export const Empty = stories.Empty
export const Error = stories.Error
export const Quarantined = { ...stories.Quarantined, tags: ['!test'] }
export const Stale = stories.Stale
export const Partial = stories.Partial
export const MinSize = stories.MinSize
export const LongText = stories.LongText
export const AsTable = stories.AsTable

export const Ratio = storiesFor(definition, { ...example, options: { measure: 'conversionRate', spark: 'bars' } })
  .stories.Ready
