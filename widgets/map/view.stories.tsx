import { storiesFor } from '../lib/stories.tsx'
import definition from './index.ts'
import example from './example.json'

const { meta, stories } = storiesFor(definition, example)

export default { ...meta, title: 'Widgets/map' }

export const Ready = stories.Ready

const { rows, places } = example.frames
const NOWHERE = places.data[0]?.map(() => null) ?? []
const placed = (lat: readonly (number | null)[], lng: readonly (number | null)[]) =>
  storiesFor(definition, {
    options: {},
    frames: { rows, places: { ...places, data: [places.data[0], places.data[1], lat, lng] } },
  }).stories.Ready

/** Nearer than the base map is true. */
export const OneCity = {
  ...placed(
    [40.42, 40.427, 40.417, 40.413, 40.431, 40.409, 40.424],
    [-3.705, -3.688, -3.704, -3.71, -3.7, -3.693, -3.712],
  ),
  tags: ['!test'],
}
export const NoCoordinates = { ...placed(NOWHERE, NOWHERE), tags: ['!test'] }
