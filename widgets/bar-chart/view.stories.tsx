import { estimatedExample } from '../lib/estimated-example.ts'
import { storiesFor } from '../lib/stories.tsx'
import definition from './index.ts'
import example from './example.json'

const { meta, stories } = storiesFor(definition, example)

export default { ...meta, title: 'Widgets/bar-chart' }

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

export const Upright = storiesFor(definition, { ...example, options: { direction: 'vertical', top: 5 } }).stories.Ready
export const Stacked = storiesFor(definition, {
  ...example,
  options: { measures: ['visits', 'bounces'], arrangement: 'stacked' },
}).stories.Ready
export const Percent = storiesFor(definition, {
  ...example,
  options: { measures: ['visits', 'bounces'], arrangement: 'percent', direction: 'vertical', top: 6 },
}).stories.Ready

/** Gaps of both periods, as counted and with estimates: some, more than a fifth, more than half of it. */
const LOST = { 2: 0.3, 5: 0.6, 8: 0.1, 9: 0.3 }
export const Gaps = storiesFor(definition, estimatedExample(example, LOST, false)).stories.Ready
export const WithEstimates = storiesFor(definition, estimatedExample(example, LOST)).stories.Ready
export const WithEstimatesAsTable = storiesFor(definition, estimatedExample(example, LOST)).stories.AsTable
