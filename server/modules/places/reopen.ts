/**
 * A local that an import had closed is open again when a device counts in it after that day. What a person has closed
 * stays closed.
 */
import { isoDay } from '#domain/days'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import type { TouchedDay } from '../ingest/ingest.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'

interface Parts {
  readonly catalog: Pick<Catalog, 'places' | 'transaction'>
  readonly clock: Clock
  /** The expectations of the client from now on. */
  readonly onReopen: (client: number) => void
}

/** Called with the days whose hours changed. */
export const reopenLocals =
  ({ catalog, clock, onReopen }: Parts) =>
  async (days: readonly TouchedDay[]): Promise<void> => {
    const newest = new Map<number, string>()
    for (const { local, day } of days) {
      const text = isoDay(day)
      if (text > (newest.get(local) ?? '')) newest.set(local, text)
    }
    const closed = await catalog.places.closedByImport(SYSTEM_SCOPE, newest)
    if (closed.length === 0) return
    await catalog.transaction(async ({ places, audit }) => {
      for (const { local, closedOn } of closed) {
        await places.setClosing(SYSTEM_SCOPE, local, null)
        await audit.append(SYSTEM_SCOPE, {
          action: 'local.reopen',
          target: `local ${local}`,
          details: { closedOn: [closedOn, null], by: 'reading', day: newest.get(local) },
          at: clock.now(),
        })
      }
    })
    for (const client of new Set(closed.map((one) => one.client))) onReopen(client)
  }
