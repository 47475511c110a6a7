import { estimatedExample } from '../lib/estimated-example.ts'
import { storiesFor } from '../lib/stories.tsx'
import definition from './index.ts'
import example from './example.json'
import hours from './hours.json'

const { meta, stories } = storiesFor(definition, example)

export default { ...meta, title: 'Widgets/time-series' }

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

/** Hours with their nights, divided and stacked; and bars. */
export const Hours = storiesFor(definition, hours).stories.Ready
export const Bars = storiesFor(definition, {
  ...example,
  options: {
    measures: [
      { measure: 'visits', mark: 'bar', stacked: true },
      { measure: 'bounces', mark: 'bar', stacked: true },
    ],
    showReference: false,
  },
}).stories.Ready

/** Gaps of both periods, as counted and with estimates: some, more than a fifth, more than half of it. */
const LOST = { 2: 0.3, 5: 0.6, 8: 0.1, 12: 0.3 }
export const Gaps = storiesFor(definition, estimatedExample(example, LOST, false)).stories.Ready
export const WithEstimates = storiesFor(definition, estimatedExample(example, LOST)).stories.Ready
export const WithEstimatesAsTable = storiesFor(definition, estimatedExample(example, LOST)).stories.AsTable
