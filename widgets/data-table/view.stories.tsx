import { estimatedExample } from '../lib/estimated-example.ts'
import { storiesFor } from '../lib/stories.tsx'
import { referenceGapsAreSaid } from '../lib/test-support/reference-gaps.ts'
import definition from './index.ts'
import example from './example.json'

const { meta, stories } = storiesFor(definition, example)

export default { ...meta, title: 'Widgets/data-table' }

export const Ready = stories.Ready

/** Two stores lost hours of the week that theirs is compared with; of the second, little. */
const LOST = { 0: 0.3, 1: 0.12 }
export const ReferenceGaps = {
  ...storiesFor(definition, estimatedExample(example, LOST, false)).stories.Ready,
  play: referenceGapsAreSaid(2),
}
export const ReferenceEstimates = {
  ...storiesFor(definition, estimatedExample(example, LOST)).stories.Ready,
  play: referenceGapsAreSaid(2),
}
