/** Which charts have steps of time that the reader chooses. */
import type { Granularity } from '../../types.ts'
import type { LiveWidget } from '../document/model.ts'

/**
 * The steps that a widget can be drawn with; none where it has no such steps, or where its document says which they
 * are: a peak of a day is no figure of a week.
 */
export const granularitiesOf = ({
  definition: { granularities = [] },
  options,
}: Pick<LiveWidget, 'definition' | 'options'>): readonly Granularity[] =>
  (options.granularity ?? 'auto') === 'auto' ? granularities : []
