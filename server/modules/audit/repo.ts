import type { Db } from '../../db/tables.ts'
import type { Scope } from '../../scope.ts'

export interface AuditEntry {
  /** Verb and noun, for example `session.open`. */
  readonly action: string
  /** What it was done to, for example a username. */
  readonly target: string
  readonly details?: Readonly<Record<string, unknown>>
  /** Epoch ms. */
  readonly at: number
}

/** Who did what, when. There is a way in and a way to read; nothing changes or removes an entry. */
export function auditRepo(db: Db) {
  return {
    async append(scope: Scope, { action, target, details = {}, at }: AuditEntry): Promise<void> {
      await db.insertInto('audit_log').values({ at, user_id: scope.userId, action, target, details: JSON.stringify(details) }).execute()
    },

    /** Newest first. Administrators read everything, others what they did themselves. */
    async list(scope: Scope, limit: number): Promise<(Required<AuditEntry> & { user: number | null })[]> {
      const query = db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(limit)
      const rows = await (scope.role === 'admin' ? query : query.where('user_id', '=', scope.userId ?? 0)).execute()
      return rows.map((row) => ({ at: row.at, user: row.user_id, action: row.action, target: row.target, details: JSON.parse(row.details) as Record<string, unknown> }))
    },
  }
}

export type AuditRepo = ReturnType<typeof auditRepo>
