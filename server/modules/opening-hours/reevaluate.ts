/** After a change of opening hours or holidays: the expectations from today on follow it; past days keep theirs. */
import type { Background } from '../../lib/background.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { expectedLocals } from './expected-locals.ts'
import type { FactStore } from '../../facts/store.ts'
import { civilAt } from '../../facts/zone.ts'

interface Parts {
  readonly catalog: Catalog
  readonly facts: Pick<FactStore, 'rollForward'>
  readonly background: Background
  readonly clock: Clock
}

export const reevaluate =
  ({ catalog, facts, background, clock }: Parts) =>
  (client: number): void => {
    background.run('opening hours', async () => {
      const nowMs = clock.now()
      const expected = await expectedLocals(catalog, { client })
      if (expected.length === 0) return
      const fromDay = Math.min(...expected.map(({ timeZone }) => civilAt(timeZone, Math.floor(nowMs / 1000)).day))
      await facts.rollForward({ nowMs, locals: expected, fromDay })
    })
  }
