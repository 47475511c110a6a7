/** What happened: alerts that are open, and those that were. */
import type { AlertFigure } from '#domain/alert-rules'
import type { Alert } from '#schemas/generated/entities/alert.ts'
import { readable } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { AllClients, Scope } from '../../lib/scope.ts'

export interface StoredAlert extends Omit<Alert, 'figure'> {
  readonly figure: AlertFigure
  /** What within the local: `footscan:7`, or nothing. */
  readonly subject: string
}

export interface NewAlert {
  readonly client: number
  readonly local: number
  readonly rule: number
  readonly kind: Alert['kind']
  readonly subject: string
  readonly figure: AlertFigure
}

export interface AlertWanted {
  readonly client?: number
  readonly local?: number
  readonly kind?: Alert['kind']
  readonly state?: Alert['state']
  /** Epoch ms: opened from here (included) to there (not included). */
  readonly from?: number
  readonly to?: number
}

/** More than a person reads; a narrower question shows the rest. */
const MOST = 1000

const toAlert = (row: Row<'alerts'>): StoredAlert => ({
  id: row.id,
  client: row.client_id,
  local: row.local_id,
  rule: row.rule_id,
  kind: row.kind as Alert['kind'],
  subject: row.subject,
  state: row.closed_at === null ? 'open' : 'closed',
  openedAt: row.opened_at,
  closedAt: row.closed_at,
  closedBecause: row.closed_because as Alert['closedBecause'],
  mailedAt: row.mailed_at,
  figure: JSON.parse(row.figure) as AlertFigure,
})

export const alertRepo = (db: Db) => ({ ...alertRows(db), ...alertNotices(db) })

function alertRows(db: Db) {
  const visible = (scope: Scope) => db.selectFrom('alerts').selectAll().where(readable(scope, 'client_id'))

  return {
    /** Open ones first, then the newest; at most a thousand. */
    async list(scope: Scope, { client, local, kind, state, from, to }: AlertWanted = {}): Promise<StoredAlert[]> {
      let query = visible(scope)
        .orderBy((eb) => eb.case().when('closed_at', 'is', null).then(0).else(1).end())
        .orderBy('opened_at', 'desc')
        .orderBy('id', 'desc')
        .limit(MOST)
      if (client !== undefined) query = query.where('client_id', '=', client)
      if (local !== undefined) query = query.where('local_id', '=', local)
      if (kind !== undefined) query = query.where('kind', '=', kind)
      if (state !== undefined) query = query.where('closed_at', state === 'open' ? 'is' : 'is not', null)
      if (from !== undefined) query = query.where('opened_at', '>=', from)
      if (to !== undefined) query = query.where('opened_at', '<', to)
      return (await query.execute()).map(toAlert)
    },

    /** How many are open at each local. */
    async openByLocal(scope: Scope): Promise<Map<number, number>> {
      const rows = await db
        .selectFrom('alerts')
        .select(({ fn }) => ['local_id', fn.countAll().as('open')])
        .where('closed_at', 'is', null)
        .where(readable(scope, 'client_id'))
        .groupBy('local_id')
        .execute()
      return new Map(rows.map((row) => [row.local_id, Number(row.open)]))
    },

    async open(scope: Scope): Promise<StoredAlert[]> {
      return (await visible(scope).where('closed_at', 'is', null).orderBy('id').execute()).map(toAlert)
    },

    /** Its id; null when the same is open already. The product's own. */
    async insert(
      _scope: AllClients,
      { client, local, rule, kind, subject, figure }: NewAlert,
      at: number,
    ): Promise<number | null> {
      // Refused as an error it would end the transaction that it is part of.
      const row = await db
        .insertInto('alerts')
        .values({
          client_id: client,
          local_id: local,
          rule_id: rule,
          kind,
          subject,
          opened_at: at,
          figure: JSON.stringify(figure),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      return row?.id ?? null
    },

    async close(scope: Scope, ids: readonly number[], because: 'solved' | 'switchedOff', at: number): Promise<void> {
      if (ids.length === 0) return
      await db
        .updateTable('alerts')
        .set({ closed_at: at, closed_because: because })
        .where('id', 'in', ids)
        .where('closed_at', 'is', null)
        .where(readable(scope, 'client_id'))
        .execute()
    },

    /** Open ones of a local, or of a rule: they are not watched any more. */
    async switchOff(scope: Scope, what: { local: number } | { rule: number }, at: number): Promise<void> {
      const query = db
        .updateTable('alerts')
        .set({ closed_at: at, closed_because: 'switchedOff' })
        .where('closed_at', 'is', null)
        .where(readable(scope, 'client_id'))
      await (
        'local' in what ? query.where('local_id', '=', what.local) : query.where('rule_id', '=', what.rule)
      ).execute()
    },
  }
}

/** Those who have not been told yet. The product's own. */
function alertNotices(db: Db) {
  return {
    /** Open, and not told yet. The product's own. */
    async untold(_scope: AllClients): Promise<StoredAlert[]> {
      return (
        await db
          .selectFrom('alerts')
          .selectAll()
          .where('closed_at', 'is', null)
          .where('mailed_at', 'is', null)
          .orderBy('id')
          .execute()
      ).map(toAlert)
    },

    /** Solved, told when they opened, and not told that they are over. The product's own. */
    async solvedUntold(_scope: AllClients): Promise<StoredAlert[]> {
      return (
        await db
          .selectFrom('alerts')
          .selectAll()
          .where('closed_because', '=', 'solved')
          .where('mailed_at', 'is not', null)
          .where('solved_mailed_at', 'is', null)
          .orderBy('id')
          .execute()
      ).map(toAlert)
    },

    /** When the last mail about the same was sent; null = never. */
    async lastTold(
      _scope: AllClients,
      { rule, local, subject }: Pick<StoredAlert, 'rule' | 'local' | 'subject'>,
    ): Promise<number | null> {
      if (rule === null) return null
      const row = await db
        .selectFrom('alerts')
        .select('mailed_at')
        .where('rule_id', '=', rule)
        .where('local_id', '=', local)
        .where('subject', '=', subject)
        .where('mailed_at', 'is not', null)
        .orderBy('mailed_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.mailed_at ?? null
    },

    async told(_scope: AllClients, ids: readonly number[], what: 'opened' | 'solved', at: number): Promise<void> {
      if (ids.length === 0) return
      await db
        .updateTable('alerts')
        .set(what === 'opened' ? { mailed_at: at } : { solved_mailed_at: at })
        .where('id', 'in', ids)
        .execute()
    },
  }
}
