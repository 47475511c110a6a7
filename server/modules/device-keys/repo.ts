import type { DeviceKey } from '#schemas/generated/entities/device-key.ts'
import type { Db, Row } from '../../db/tables.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'

/** The data that a message is checked against. */
export interface KeyCredentials {
  readonly id: number
  readonly client: number
  /** 0 = all of the client. */
  readonly footscan: number
  readonly keyHash: string
  /** Sealed. */
  readonly signingSecret: string | null
  readonly validator: string | null
}

export interface NewDeviceKey {
  readonly client: number
  readonly footscan: number | null
  readonly name: string
  readonly keyHash: string
  readonly validator?: string | null
  readonly at: number
}

const toKey = (row: Row<'device_keys'>): DeviceKey => ({
  id: row.id,
  client: row.client_id,
  footscan: row.footscan_id,
  name: row.name,
  signed: row.signing_secret !== null,
  validated: row.validator !== null,
  createdAt: row.created_at,
  createdBy: row.created_by,
  endsAt: row.revoked_at,
})

const toCredentials = (row: Row<'device_keys'>): KeyCredentials => ({
  id: row.id,
  client: row.client_id,
  footscan: row.footscan_id ?? 0,
  keyHash: row.key_hash,
  signingSecret: row.signing_secret,
  validator: row.validator,
})

/** Administrators only, but for `open` and `some`, which is how a device signs in. */
export function deviceKeyRepo(db: Db) {
  const requireAdmin = ({ role }: Scope) => {
    if (role !== 'admin') throw new AppError('ADMIN_REQUIRED', 'Only an administrator may see and change device keys.')
  }
  const valid = (at: number) =>
    db
      .selectFrom('device_keys')
      .selectAll()
      .where((where) => where.or([where('revoked_at', 'is', null), where('revoked_at', '>', at)]))

  return {
    /** Those that open at a time; by client and id. */
    async list(scope: Scope, at: number): Promise<DeviceKey[]> {
      requireAdmin(scope)
      return (await valid(at).orderBy('client_id').orderBy('id').execute()).map(toKey)
    },

    async find(
      scope: Scope,
      id: number,
      at: number,
    ): Promise<(DeviceKey & Pick<KeyCredentials, 'signingSecret' | 'validator'>) | undefined> {
      requireAdmin(scope)
      const row = await valid(at).where('id', '=', id).executeTakeFirst()
      return row && { ...toKey(row), signingSecret: row.signing_secret, validator: row.validator }
    },

    /**
     * Gives the id. The client and the footscan must exist and belong together: CLIENT_NOT_FOUND, FOOTSCAN_NOT_FOUND.
     */
    async insert(
      scope: Scope,
      { client, footscan, name, keyHash, validator = null, at }: NewDeviceKey,
    ): Promise<number> {
      requireAdmin(scope)
      if ((await db.selectFrom('clients').select('id').where('id', '=', client).executeTakeFirst()) === undefined)
        throw new AppError('CLIENT_NOT_FOUND', `There is no client ${client} among those this account may see.`, {
          client,
        })
      if (footscan !== null) {
        const found = await db
          .selectFrom('footscans')
          .innerJoin('areas', 'areas.id', 'footscans.area_id')
          .innerJoin('locals', 'locals.id', 'areas.local_id')
          .select('footscans.id')
          .where('footscans.id', '=', footscan)
          .where('client_id', '=', client)
          .executeTakeFirst()
        if (found === undefined)
          throw new AppError('FOOTSCAN_NOT_FOUND', `There is no footscan ${footscan} of client ${client}.`, {
            footscan,
          })
      }
      return (
        await db
          .insertInto('device_keys')
          .values({
            client_id: client,
            footscan_id: footscan,
            name,
            key_hash: keyHash,
            validator,
            signing_secret: null,
            created_at: at,
            created_by: scope.userId,
            revoked_at: null,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    },

    /** A sealed value is bound to its row, so it is written after the row. */
    async setSecret(scope: Scope, id: number, sealed: string): Promise<void> {
      requireAdmin(scope)
      await db.updateTable('device_keys').set({ signing_secret: sealed }).where('id', '=', id).execute()
    },

    /** False when there is no such key that opens. Only ever earlier. */
    async end(scope: Scope, id: number, { now, at }: { now: number; at: number }): Promise<boolean> {
      requireAdmin(scope)
      const { numUpdatedRows } = await db
        .updateTable('device_keys')
        .set({ revoked_at: at })
        .where('id', '=', id)
        .where((where) => where.or([where('revoked_at', 'is', null), where('revoked_at', '>', Math.max(now, at))]))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** The newest of those that open, at most so many, and until when. For signing in, which has no scope yet. */
    async some(most: number, at: number): Promise<(KeyCredentials & { readonly endsAt: number | null })[]> {
      return (await valid(at).orderBy('id', 'desc').limit(most).execute()).map((row) => ({
        ...toCredentials(row),
        endsAt: row.revoked_at,
      }))
    },

    /** For signing in, which has no scope yet. */
    async open(by: { keyHash: string } | { id: number }, at: number): Promise<KeyCredentials | undefined> {
      const query = 'id' in by ? valid(at).where('id', '=', by.id) : valid(at).where('key_hash', '=', by.keyHash)
      const row = await query.executeTakeFirst()
      return row && toCredentials(row)
    },
  }
}
