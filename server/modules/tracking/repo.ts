import type { TrackingEvent } from '#schemas/generated/api/tracking-event.ts'
import { inChunks } from '../../db/scoped.ts'
import type { Db } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'

/** Events of people in the page. Written by the caller for the caller; not read over HTTP. */
export function trackingRepo(db: Db) {
  return {
    /** An event that the caller has sent before is left as it is. */
    async append({ userId }: Scope, events: readonly TrackingEvent[], now: number): Promise<void> {
      if (userId === null) return
      const rows = events.map(({ id, event, module = null, timestamp, ...data }) => ({
        at: now,
        user_id: userId,
        event_id: id,
        event,
        module,
        occurred_at: timestamp,
        data: JSON.stringify(data),
      }))
      for (const chunk of inChunks(rows, 100)) {
        await db
          .insertInto('tracking_events')
          .values(chunk)
          .onConflict((conflict) => conflict.columns(['user_id', 'event_id']).doNothing())
          .execute()
      }
    },

    /** Oldest first; everybody's for administrators, else the caller's own. */
    async list(scope: Scope): Promise<(TrackingEvent & { user: number })[]> {
      const query = db.selectFrom('tracking_events').selectAll().orderBy('id')
      const rows = await (scope.role === 'admin' ? query : query.where('user_id', '=', scope.userId ?? 0)).execute()
      return rows.map((row) => ({
        user: row.user_id,
        id: row.event_id,
        event: row.event,
        module: row.module,
        timestamp: row.occurred_at,
        ...(JSON.parse(row.data) as object),
      }))
    },

    async sweep(before: number): Promise<void> {
      await db.deleteFrom('tracking_events').where('at', '<', before).execute()
    },
  }
}

export type TrackingRepo = ReturnType<typeof trackingRepo>
