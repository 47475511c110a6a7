/**
 * Actions of people on alerts and rules: acknowledge one, or stop its mails for a while. Each is written only over what
 * its maker saw, so that of two at once the later one gets a conflict.
 */
import { sql } from 'kysely'
import { readable } from '../../db/scoped.ts'
import type { Db } from '../../db/tables.ts'
import type { AllClients, Scope } from '../../lib/scope.ts'
import { toAlert } from './repo.ts'
import type { StoredAlert } from './repo.ts'

interface Snooze {
  /** Epoch ms; null ends it. */
  readonly until: number | null
  /** The end that was there, as its maker saw it. */
  readonly seen: number | null
}

/** An end in the past is none. */
const sawEnd = (column: 'snoozed_until' | 'muted_until', seen: number | null, at: number) =>
  seen === null
    ? sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} <= ${at})`
    : sql<boolean>`${sql.ref(column)} = ${seen}`

export function alertMarkRepo(db: Db) {
  return {
    /** Of these open alerts, the unacknowledged ones. */
    async acknowledge(scope: Scope, ids: readonly number[], note: string | null, at: number): Promise<number[]> {
      if (ids.length === 0) return []
      const rows = await db
        .updateTable('alerts')
        .set({
          acknowledged_at: at,
          acknowledged_by: scope.userId,
          acknowledged_note: note,
          snoozed_until: null,
          snoozed_by: null,
          snoozed_at: null,
        })
        .where('id', 'in', ids)
        .where('closed_at', 'is', null)
        .where('acknowledged_at', 'is', null)
        .where(readable(scope, 'client_id'))
        .returning('id')
        .execute()
      return rows.map(({ id }) => id)
    },

    /** False when it is closed, acknowledged, or has another end than was seen. */
    async snooze(scope: Scope, id: number, { until, seen }: Snooze, at: number): Promise<boolean> {
      const query = db
        .updateTable('alerts')
        .set({
          snoozed_until: until,
          snoozed_by: until === null ? null : scope.userId,
          snoozed_at: until === null ? null : at,
        })
        .where('id', '=', id)
        .where('closed_at', 'is', null)
        .where('acknowledged_at', 'is', null)
        .where(readable(scope, 'client_id'))
      const row = await query
        .where(sawEnd('snoozed_until', seen, at))
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** False when the rule is gone or has another end than was seen. */
    async mute(
      scope: Scope,
      id: number,
      { until, seen, reason }: Snooze & { readonly reason: string | null },
      at: number,
    ): Promise<boolean> {
      const isEnded = until === null
      const query = db
        .updateTable('alert_rules')
        .set({
          muted_until: until,
          muted_because: isEnded ? null : reason,
          muted_by: isEnded ? null : scope.userId,
          muted_at: isEnded ? null : at,
        })
        .where('id', '=', id)
        .where(readable(scope, 'client_id'))
      const row = await query
        .where(sawEnd('muted_until', seen, at))
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Open alerts whose snooze has ended. For the product itself. */
    async woken(_scope: AllClients, at: number): Promise<StoredAlert[]> {
      const rows = await db
        .selectFrom('alerts')
        .selectAll()
        .where('closed_at', 'is', null)
        .where('acknowledged_at', 'is', null)
        .where('snoozed_until', '<=', at)
        .orderBy('id')
        .execute()
      return rows.map(toAlert)
    },

    /** Due to be notified again, or notified again. For the product itself. */
    async wake(_scope: AllClients, ids: readonly number[]): Promise<void> {
      if (ids.length === 0) return
      await db
        .updateTable('alerts')
        .set({ snoozed_until: null, snoozed_by: null, snoozed_at: null })
        .where('id', 'in', ids)
        .execute()
    },
  }
}
