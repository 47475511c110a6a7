/** The rules, and their locals. */
import type { AlertSettings } from '#domain/alert-rules'
import type { AlertRule } from '#schemas/generated/entities/alert-rule.ts'
import type { FigureWatch } from '#schemas/generated/entities/figure-watch.ts'
import { readable, requireClient, requireLocal } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { AllClients, Scope } from '../../lib/scope.ts'
import type { StoredMark } from './repo.ts'

/** A rule without what follows from the data modules of its client; people by their ids. */
export interface StoredRule extends Omit<AlertRule, 'resting' | 'owner' | 'mute'> {
  readonly owner: number | null
  readonly mute: StoredMark | null
}

export interface NewAlertRule {
  readonly client: number
  readonly kind: AlertRule['kind']
  readonly settings: AlertSettings
  readonly recipients: readonly number[] | null
  readonly coolDownH: number
  readonly enabled: boolean
  /** Of a rule about a figure; its owner is who makes it. */
  readonly name?: string | null
  readonly watch?: FigureWatch | null
  readonly owner?: number | null
}

const toRule = (row: Row<'alert_rules'>): StoredRule => ({
  id: row.id,
  client: row.client_id,
  kind: row.kind as AlertRule['kind'],
  settings: JSON.parse(row.settings) as AlertRule['settings'],
  recipients: row.recipients === null ? null : (JSON.parse(row.recipients) as number[]),
  coolDownH: row.cool_down_h,
  enabled: row.enabled === 1,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  name: row.name,
  watch: row.watch === null ? null : (JSON.parse(row.watch) as FigureWatch),
  owner: row.owner_id,
  restReason: row.rest_reason as AlertRule['restReason'],
  mute:
    row.muted_until === null
      ? null
      : { at: row.muted_at ?? row.updated_at, by: row.muted_by, note: row.muted_because, until: row.muted_until },
})

const toRow = ({
  client,
  kind,
  settings,
  recipients,
  coolDownH,
  enabled,
  name = null,
  watch = null,
  owner = null,
}: NewAlertRule) => ({
  client_id: client,
  kind,
  settings: JSON.stringify(settings),
  recipients: recipients === null ? null : JSON.stringify(recipients),
  cool_down_h: coolDownH,
  enabled: enabled ? 1 : 0,
  name,
  watch: watch === null ? null : JSON.stringify(watch),
  owner_id: owner,
})

export function alertRuleRepo(db: Db) {
  const visible = (scope: Scope) =>
    db.selectFrom('alert_rules').selectAll().where(readable(scope, 'client_id')).orderBy('client_id').orderBy('id')

  return {
    /** By client, in the order in which they were made. */
    async list(scope: Scope, { client }: { client?: number } = {}): Promise<StoredRule[]> {
      const query = visible(scope)
      return (await (client === undefined ? query : query.where('client_id', '=', client)).execute()).map(toRule)
    },

    async some(scope: Scope, ids: readonly number[]): Promise<StoredRule[]> {
      return ids.length === 0 ? [] : (await visible(scope).where('id', 'in', ids).execute()).map(toRule)
    },

    /** Throws CLIENT_NOT_FOUND for a client outside the scope. */
    async insert(scope: Scope, rule: NewAlertRule, at: number): Promise<StoredRule> {
      requireClient(scope, rule.client)
      return toRule(
        await db
          .insertInto('alert_rules')
          .values({ ...toRow(rule), created_at: at, updated_at: at })
          .returningAll()
          .executeTakeFirstOrThrow(),
      )
    },

    /** Everything but the client. Undefined when there is no such rule in the scope. */
    async replace(scope: Scope, id: number, rule: NewAlertRule, at: number): Promise<StoredRule | undefined> {
      const { client_id: client, ...values } = toRow(rule)
      const row = await db
        .updateTable('alert_rules')
        .set({ ...values, rest_reason: null, updated_at: at })
        .where('id', '=', id)
        .where('client_id', '=', client)
        .where(readable(scope, 'client_id'))
        .returningAll()
        .executeTakeFirst()
      return row && toRule(row)
    },

    /** How many rules about a figure are the account's. */
    async figureRules(_scope: Scope, owner: number): Promise<number> {
      const row = await db
        .selectFrom('alert_rules')
        .select(({ fn }) => fn.countAll().as('rules'))
        .where('owner_id', '=', owner)
        .executeTakeFirstOrThrow()
      return Number(row.rules)
    },

    /** Why a rule about a figure rests; null = it does not. For the product itself. */
    async setRest(_scope: AllClients, id: number, reason: AlertRule['restReason']): Promise<void> {
      await db.updateTable('alert_rules').set({ rest_reason: reason }).where('id', '=', id).execute()
    },

    async remove(scope: Scope, id: number): Promise<void> {
      await db.deleteFrom('alert_rules').where('id', '=', id).where(readable(scope, 'client_id')).execute()
    },

    /** Locals whose alerts are on, of one client when given. */
    async switchedOn(scope: Scope, { client }: { client?: number } = {}): Promise<{ local: number; client: number }[]> {
      const query = db
        .selectFrom('alert_locals')
        .innerJoin('locals', 'locals.id', 'alert_locals.local_id')
        .select(['locals.id as local', 'locals.client_id as client'])
        .where('alert_locals.enabled', '=', 1)
        .where(readable(scope, 'locals.client_id'))
        .orderBy('locals.id')
      return (client === undefined ? query : query.where('locals.client_id', '=', client)).execute()
    },

    /** Throws LOCAL_NOT_FOUND for a local outside the scope. */
    async setSwitch(scope: Scope, local: number, enabled: boolean, at: number): Promise<void> {
      await requireLocal(db, scope, local)
      const values = { enabled: enabled ? 1 : 0, changed_at: at, changed_by: scope.userId }
      await db
        .insertInto('alert_locals')
        .values({ local_id: local, ...values })
        .onConflict((conflict) => conflict.column('local_id').doUpdateSet(values))
        .execute()
    },
  }
}
