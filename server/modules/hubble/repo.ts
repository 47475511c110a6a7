import { sql } from 'kysely'
import { inChunks } from '../../db/scoped.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'

export type SettingsKind = 'node' | 'factory'

type Stored = 'hubble_wifi' | 'hubble_ssh'

/** How nodes are reached and set up. Administrators only; what is sealed goes in and out sealed. */
export const hubbleRepo = (db: Db) => ({ ...connections(db), ...settings(db), ...validations(db) })

const requireAdmin = ({ role }: Scope) => {
  if (role !== 'admin')
    throw new AppError('ADMIN_REQUIRED', 'Only an administrator may see and change the device fleet.')
}

function connections(db: Db) {
  return {
    async wifi(scope: Scope): Promise<Row<'hubble_wifi'>[]> {
      requireAdmin(scope)
      return db.selectFrom('hubble_wifi').selectAll().orderBy('mac').execute()
    },

    async ssh(scope: Scope): Promise<Row<'hubble_ssh'>[]> {
      requireAdmin(scope)
      return db.selectFrom('hubble_ssh').selectAll().orderBy('mac').execute()
    },

    /** False when this MAC has one already. */
    async addWifi(scope: Scope, row: NewRow<'hubble_wifi'>): Promise<boolean> {
      requireAdmin(scope)
      return (
        (await db
          .insertInto('hubble_wifi')
          .values(row)
          .onConflict((conflict) => conflict.column('mac').doNothing())
          .returning('mac')
          .executeTakeFirst()) !== undefined
      )
    },

    async addSsh(scope: Scope, row: NewRow<'hubble_ssh'>): Promise<boolean> {
      requireAdmin(scope)
      return (
        (await db
          .insertInto('hubble_ssh')
          .values(row)
          .onConflict((conflict) => conflict.column('mac').doNothing())
          .returning('mac')
          .executeTakeFirst()) !== undefined
      )
    },

    /** Undefined when there is none. What is left out stays. */
    async changeWifi(
      scope: Scope,
      mac: string,
      changes: Partial<Omit<Row<'hubble_wifi'>, 'mac'>>,
    ): Promise<Row<'hubble_wifi'> | undefined> {
      requireAdmin(scope)
      return db.updateTable('hubble_wifi').set(changes).where('mac', '=', mac).returningAll().executeTakeFirst()
    },

    async changeSsh(
      scope: Scope,
      mac: string,
      changes: Partial<Omit<Row<'hubble_ssh'>, 'mac'>>,
    ): Promise<Row<'hubble_ssh'> | undefined> {
      requireAdmin(scope)
      return db.updateTable('hubble_ssh').set(changes).where('mac', '=', mac).returningAll().executeTakeFirst()
    },

    /** In one statement, so that two at the same time are two toggles. Undefined when there is none. */
    async toggleTunnel(scope: Scope, mac: string, at: number): Promise<Row<'hubble_ssh'> | undefined> {
      requireAdmin(scope)
      return db
        .updateTable('hubble_ssh')
        .set({ tunnel_enabled: sql<number>`1 - tunnel_enabled`, updated_at: at })
        .where('mac', '=', mac)
        .returningAll()
        .executeTakeFirst()
    },

    /** False when there is none. */
    async remove(scope: Scope, table: Stored, mac: string): Promise<boolean> {
      requireAdmin(scope)
      return (await db.deleteFrom(table).where('mac', '=', mac).returning('mac').executeTakeFirst()) !== undefined
    },
  }
}

function settings(db: Db) {
  return {
    async settings(scope: Scope, kind: SettingsKind): Promise<Row<'hubble_settings'>[]> {
      requireAdmin(scope)
      return db.selectFrom('hubble_settings').selectAll().where('kind', '=', kind).orderBy('mac').execute()
    },

    async settingsOf(scope: Scope, kind: SettingsKind, mac: string): Promise<Row<'hubble_settings'> | undefined> {
      requireAdmin(scope)
      return db
        .selectFrom('hubble_settings')
        .selectAll()
        .where('kind', '=', kind)
        .where('mac', '=', mac)
        .executeTakeFirst()
    },

    /** Adds them, or takes the place of those that are there. */
    async putSettings(scope: Scope, row: NewRow<'hubble_settings'>): Promise<void> {
      requireAdmin(scope)
      const { kind: _kind, mac: _mac, ...rest } = row
      await db
        .insertInto('hubble_settings')
        .values(row)
        .onConflict((conflict) => conflict.columns(['kind', 'mac']).doUpdateSet(rest))
        .execute()
    },

    async removeSettings(scope: Scope, kind: SettingsKind, mac: string): Promise<boolean> {
      requireAdmin(scope)
      return (
        (await db
          .deleteFrom('hubble_settings')
          .where('kind', '=', kind)
          .where('mac', '=', mac)
          .returning('mac')
          .executeTakeFirst()) !== undefined
      )
    },
  }
}

function validations(db: Db) {
  return {
    async validated(scope: Scope): Promise<Row<'hubble_validator'>[]> {
      requireAdmin(scope)
      return db.selectFrom('hubble_validator').selectAll().orderBy('mac').execute()
    },

    /** Those that were not there yet. */
    async validate(scope: Scope, macs: readonly string[], at: number): Promise<string[]> {
      requireAdmin(scope)
      const added: string[] = []
      for (const some of inChunks(macs)) {
        const rows = some.map((mac) => ({ mac, added_at: at, added_by: scope.userId }))
        added.push(
          ...(
            await db
              .insertInto('hubble_validator')
              .values(rows)
              .onConflict((conflict) => conflict.column('mac').doNothing())
              .returning('mac')
              .execute()
          ).map(({ mac }) => mac),
        )
      }
      return added
    },

    async forget(scope: Scope, mac: string): Promise<boolean> {
      requireAdmin(scope)
      return (
        (await db.deleteFrom('hubble_validator').where('mac', '=', mac).returning('mac').executeTakeFirst()) !==
        undefined
      )
    },
  }
}
