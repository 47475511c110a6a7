import type { Catalog } from '../../catalog.ts'
import type { FactStore } from '../../facts/store.ts'
import type { Clock } from '../../lib/clock.ts'
import type { PlaceListing } from './listing.ts'
import type { ExpectedCatalog } from './remake.ts'

/** Dependencies of every change of a place. */
export interface PlaceChangeParts {
  readonly catalog: Pick<Catalog, 'places' | 'resources' | 'transaction' | keyof ExpectedCatalog>
  readonly facts: Pick<FactStore, 'places'>
  readonly clock: Clock
  readonly listing: PlaceListing
  /** All that was accepted from devices is in the facts. */
  readonly applied: () => Promise<void>
  /** After places have changed: invalidates caches of footscans. */
  readonly onChange: () => void
  /** Days of these locals are judged again by the new clock. */
  readonly reevaluate: (locals: readonly number[]) => void
}
