/** Alerts that are open, and those that were. */
import type { AlertFigure } from '#domain/alert-rules'
import type { Alert } from '#schemas/generated/entities/alert.ts'
import type { ExpressionBuilder } from 'kysely'
import { readable } from '../../db/scoped.ts'
import type { Db, Row, Tables } from '../../db/tables.ts'
import type { AllClients, Scope } from '../../lib/scope.ts'

/** As it is kept: people by their ids. */
export interface StoredMark {
  readonly at: number
  readonly by: number | null
  readonly note: string | null
  /** Epoch ms; null where it has no end. */
  readonly until: number | null
}

export interface StoredAlert extends Omit<Alert, 'figure' | 'acknowledged' | 'snoozed'> {
  readonly figure: AlertFigure
  /** The subject within the local: `footscan:7`, the key of a row, or nothing. */
  readonly subject: string
  readonly acknowledged: StoredMark | null
  readonly snoozed: StoredMark | null
}

export interface NewAlert {
  readonly client: number
  /** Null = a figure that belongs to no local. */
  readonly local: number | null
  readonly rule: number
  readonly kind: Alert['kind']
  readonly subject: string
  readonly figure: AlertFigure
}

export interface AlertFilter {
  readonly client?: number
  readonly local?: number
  readonly kind?: Alert['kind']
  readonly state?: Alert['state']
  /** Epoch ms: opened from here (included) to there (not included). */
  readonly from?: number
  readonly to?: number
}

/** More than a person reads; a narrower question shows the rest. */
const MAX = 1000

export const toAlert = (row: Row<'alerts'>): StoredAlert => ({
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
  acknowledged:
    row.acknowledged_at === null
      ? null
      : { at: row.acknowledged_at, by: row.acknowledged_by, note: row.acknowledged_note, until: null },
  snoozed:
    row.snoozed_until === null || row.closed_at !== null
      ? null
      : { at: row.snoozed_at ?? row.opened_at, by: row.snoozed_by, note: null, until: row.snoozed_until },
  muted: row.muted_at !== null,
  figure: JSON.parse(row.figure) as AlertFigure,
})

/** The rule of an alert, while it is muted. */
const mutedRule = (eb: ExpressionBuilder<Tables, 'alerts'>, at: number) =>
  eb
    .selectFrom('alert_rules')
    .select('alert_rules.id')
    .whereRef('alert_rules.id', '=', 'alerts.rule_id')
    .where('alert_rules.muted_until', '>', at)

export const alertRepo = (db: Db) => ({ ...alertRows(db), ...alertNotices(db) })

function alertRows(db: Db) {
  const visible = (scope: Scope) => db.selectFrom('alerts').selectAll().where(readable(scope, 'client_id'))

  return {
    /** Open ones first, then the newest; at most a thousand. */
    async list(scope: Scope, { client, local, kind, state, from, to }: AlertFilter = {}): Promise<StoredAlert[]> {
      let query = visible(scope)
        .orderBy((eb) => eb.case().when('closed_at', 'is', null).then(0).else(1).end())
        .orderBy('opened_at', 'desc')
        .orderBy('id', 'desc')
        .limit(MAX)
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
      return new Map(rows.flatMap((row) => (row.local_id === null ? [] : [[row.local_id, Number(row.open)]])))
    },

    async open(scope: Scope): Promise<StoredAlert[]> {
      return (await visible(scope).where('closed_at', 'is', null).orderBy('id').execute()).map(toAlert)
    },

    async some(scope: Scope, ids: readonly number[]): Promise<StoredAlert[]> {
      return ids.length === 0 ? [] : (await visible(scope).where('id', 'in', ids).execute()).map(toAlert)
    },

    /** Its id; null when the same is open already. For the product itself. */
    async insert(
      _scope: AllClients,
      { client, local, rule, kind, subject, figure }: NewAlert,
      at: number,
      isMuted = false,
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
          muted_at: isMuted ? at : null,
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
        .set((eb) => ({
          closed_at: at,
          closed_because: because,
          muted_at: eb
            .case()
            .when(eb.exists(mutedRule(eb, at)))
            .then(at)
            .else(eb.ref('alerts.muted_at'))
            .end(),
        }))
        .where('id', 'in', ids)
        .where('closed_at', 'is', null)
        .where(readable(scope, 'client_id'))
        .execute()
    },

    /** Open ones of a local that are asked of locals, or of a rule: they are not watched any more. */
    async switchOff(scope: Scope, what: { local: number } | { rule: number }, at: number): Promise<void> {
      const query = db
        .updateTable('alerts')
        .set({ closed_at: at, closed_because: 'switchedOff' })
        .where('closed_at', 'is', null)
        .where(readable(scope, 'client_id'))
      await (
        'local' in what
          ? query.where('local_id', '=', what.local).where('kind', '!=', 'figure')
          : query.where('rule_id', '=', what.rule)
      ).execute()
    },
  }
}

/** Alerts without a notification yet. For the product itself. */
function alertNotices(db: Db) {
  return {
    /**
     * Open and not notified yet; without those that wait, are acknowledged, or have a muted rule. For the product
     * itself.
     */
    async unnotified(_scope: AllClients, at: number): Promise<StoredAlert[]> {
      return (
        await db
          .selectFrom('alerts')
          .selectAll()
          .where('closed_at', 'is', null)
          .where('mailed_at', 'is', null)
          .where('acknowledged_at', 'is', null)
          .where('snoozed_until', 'is', null)
          .where((eb) => eb.not(eb.exists(mutedRule(eb, at))))
          .orderBy('id')
          .execute()
      ).map(toAlert)
    },

    /**
     * Solved, notified when they opened, and not yet of their end; without those that wait, and those that were solved
     * while their rule was muted. For the product itself.
     */
    async solvedUnnotified(_scope: AllClients, at: number): Promise<StoredAlert[]> {
      return (
        await db
          .selectFrom('alerts')
          .selectAll()
          .where('closed_because', '=', 'solved')
          .where('mailed_at', 'is not', null)
          .where('solved_mailed_at', 'is', null)
          .where((eb) => eb.or([eb('snoozed_until', 'is', null), eb('snoozed_until', '<=', at)]))
          .where((eb) => eb.or([eb('muted_at', 'is', null), eb('muted_at', '<', eb.ref('closed_at'))]))
          .orderBy('id')
          .execute()
      ).map(toAlert)
    },

    /** When the last mail about the same was sent; null = never. */
    async lastNotified(
      _scope: AllClients,
      { rule, local, subject }: Pick<StoredAlert, 'rule' | 'local' | 'subject'>,
    ): Promise<number | null> {
      if (rule === null) return null
      const row = await db
        .selectFrom('alerts')
        .select('mailed_at')
        .where('rule_id', '=', rule)
        .where('local_id', local === null ? 'is' : '=', local)
        .where('subject', '=', subject)
        .where('mailed_at', 'is not', null)
        .orderBy('mailed_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.mailed_at ?? null
    },

    async markNotified(
      _scope: AllClients,
      ids: readonly number[],
      what: 'opened' | 'solved',
      at: number,
    ): Promise<void> {
      if (ids.length === 0) return
      await db
        .updateTable('alerts')
        .set(what === 'opened' ? { mailed_at: at } : { solved_mailed_at: at })
        .where('id', 'in', ids)
        .execute()
    },
  }
}
