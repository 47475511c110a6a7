import type { Passkey } from '#schemas/generated/entities/passkey.ts'
import { unlessTaken } from '../../db/scoped.ts'
import type { Db } from '../../db/tables.ts'

/** The data that an assertion is checked against. */
export interface StoredPasskey {
  readonly id: number
  readonly userId: number
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
}

export interface NewPasskey extends Omit<StoredPasskey, 'id'> {
  readonly name: string
  readonly at: number
}

/**
 * Passkeys, without a scope: they are asked for before the account is known. What a person does with them names the
 * account.
 */
export function passkeyRepo(db: Db) {
  return {
    async listOf(userId: number): Promise<Passkey[]> {
      const rows = await db
        .selectFrom('passkeys')
        .select(['id', 'name', 'created_at', 'used_at'])
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute()
      return rows.map((row) => ({ id: row.id, name: row.name, createdAt: row.created_at, usedAt: row.used_at }))
    },

    async credentialsOf(userId: number): Promise<string[]> {
      const rows = await db.selectFrom('passkeys').select('credential_id').where('user_id', '=', userId).execute()
      return rows.map((row) => row.credential_id)
    },

    async find(credentialId: string): Promise<StoredPasskey | undefined> {
      const row = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('credential_id', '=', credentialId)
        .executeTakeFirst()
      return (
        row && {
          id: row.id,
          userId: row.user_id,
          credentialId: row.credential_id,
          publicKey: row.public_key,
          counter: row.counter,
          transports: JSON.parse(row.transports) as string[],
        }
      )
    },

    /** Throws NAME_TAKEN when this key is registered already. */
    async insert({ userId, credentialId, publicKey, counter, transports, name, at }: NewPasskey): Promise<Passkey> {
      const values = {
        user_id: userId,
        credential_id: credentialId,
        public_key: publicKey,
        counter,
        transports: JSON.stringify(transports),
        name,
        created_at: at,
        used_at: null,
      }
      const { id } = await unlessTaken(
        db.insertInto('passkeys').values(values).returning('id').executeTakeFirstOrThrow(),
        'This passkey is registered already; remove that one first.',
      )
      return { id, name, createdAt: at, usedAt: null }
    },

    /**
     * Notes a use. False when its counter went on meanwhile: two bring one assertion. Authenticators without a counter
     * say 0.
     */
    async use(id: number, counter: number, at: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('passkeys')
        .set({ counter, used_at: at })
        .where('id', '=', id)
        .where('counter', counter === 0 ? '=' : '<', counter)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** False when the account has no such passkey. */
    async rename(userId: number, id: number, name: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('passkeys')
        .set({ name })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Gives its name; undefined when the account has no such passkey. */
    async remove(userId: number, id: number): Promise<string | undefined> {
      return (
        await db
          .deleteFrom('passkeys')
          .where('user_id', '=', userId)
          .where('id', '=', id)
          .returning('name')
          .executeTakeFirst()
      )?.name
    },

    async removeAll(userId: number): Promise<void> {
      await db.deleteFrom('passkeys').where('user_id', '=', userId).execute()
    },
  }
}
