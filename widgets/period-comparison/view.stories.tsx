import { estimatedExample } from '../lib/estimated-example.ts'
import { storiesFor } from '../lib/stories.tsx'
import definition from './index.ts'
import example from './example.json'

const { meta, stories } = storiesFor(definition, example)

export default { ...meta, title: 'Widgets/period-comparison' }

export const Ready = stories.Ready

/** Gaps of both periods, as counted and with estimates: some, more than a fifth, more than half of it. */
const LOST = { 1: 0.1, 5: 0.3, 6: 0.6, 9: 0.3, 12: 0.6 }
export const Gaps = storiesFor(definition, estimatedExample(example, LOST, false)).stories.Ready
export const WithEstimates = storiesFor(definition, estimatedExample(example, LOST)).stories.Ready
export const WithEstimatesAsTable = storiesFor(definition, estimatedExample(example, LOST)).stories.AsTable
