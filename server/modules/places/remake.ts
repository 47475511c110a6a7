import type { Repositories } from '../../catalog.ts'
import type { PlaceEdits } from '../../facts/places.ts'
import type { Clock } from '../../lib/clock.ts'
import { expectedLocals } from '../opening-hours/expected-locals.ts'
import type { StoredPlace } from './stored-place.ts'

export type ExpectedCatalog = Pick<Repositories, 'locals' | 'areas' | 'footscans' | 'openingHours' | 'holidays'>

/**
 * After the facts of some locals have changed: expected hours, weights and tickets of whole days, by what the catalog
 * of the same transaction says.
 */
export async function remaker(repositories: ExpectedCatalog, clock: Clock, client: number) {
  const locals = await expectedLocals(repositories, { client })
  return async (edits: PlaceEdits, changed: readonly StoredPlace[], timeZone?: string): Promise<void> => {
    await edits.rollForward({ nowMs: clock.now(), locals })
    for (const { local, timeZone: own } of changed) {
      if (local === null) continue
      const [area = 0] = locals.find((one) => one.local === local)?.areas ?? []
      await edits.ticketsAgain({ local, timeZone: timeZone ?? own ?? 'UTC', area }, clock.now())
    }
  }
}
