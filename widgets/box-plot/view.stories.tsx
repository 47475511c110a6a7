import { estimatedExample } from '../lib/estimated-example.ts'
import { storiesFor } from '../lib/stories.tsx'
import definition from './index.ts'
import example from './example.json'

const { meta, stories } = storiesFor(definition, example)

export default { ...meta, title: 'Widgets/box-plot' }

export const Ready = stories.Ready
/** Rows are days of stores: a tenth and a third of two days of one store, and most of a day of another. */
const LOST = { 49: 0.1, 63: 0.3, 50: 0.8 }
export const Gaps = storiesFor(definition, estimatedExample(example, LOST, false)).stories.Ready
export const WithEstimates = storiesFor(definition, estimatedExample(example, LOST)).stories.Ready
export const WithEstimatesAsTable = storiesFor(definition, estimatedExample(example, LOST)).stories.AsTable
