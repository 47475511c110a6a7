import type { Db } from '../../db/tables.ts'

export interface StoredTotp {
  /** Sealed; bound to `totp.secret` and the account. */
  readonly secret: string
  /** Epoch ms; null = shown, and no code of it entered yet. */
  readonly confirmedAt: number | null
}

/** The app of an account and its recovery codes, without a scope: they are asked for before the account is known. */
export function totpRepo(db: Db) {
  return {
    async find(userId: number): Promise<StoredTotp | undefined> {
      const row = await db
        .selectFrom('totp')
        .select(['secret', 'confirmed_at'])
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row && { secret: row.secret, confirmedAt: row.confirmed_at }
    },

    /** Keeps a secret that is not in use yet, in place of another such. False when one is in use. */
    async begin(userId: number, secret: string): Promise<boolean> {
      const values = { secret, last_step: 0, confirmed_at: null }
      const row = await db
        .insertInto('totp')
        .values({ user_id: userId, ...values })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values).where('totp.confirmed_at', 'is', null))
        .returning('user_id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** From now on the app is asked. False when it is in use already, or its secret is another by now. */
    async confirm(
      userId: number,
      { secret, step, at }: { secret: string; step: number; at: number },
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('totp')
        .set({ confirmed_at: at, last_step: step })
        .where('user_id', '=', userId)
        .where('secret', '=', secret)
        .where('confirmed_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** True for the one who takes this step; it and those before it count no more. */
    async takeStep(userId: number, step: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('totp')
        .set({ last_step: step })
        .where('user_id', '=', userId)
        .where('last_step', '<', step)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** False when none was in use. The recovery codes go with it. */
    async remove(userId: number): Promise<boolean> {
      await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
      const rows = await db.deleteFrom('totp').where('user_id', '=', userId).returning('confirmed_at').execute()
      return rows.some((row) => row.confirmed_at !== null)
    },

    /** Those of before count no more. */
    async putRecoveryCodes(userId: number, hashes: readonly string[]): Promise<void> {
      await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
      await db
        .insertInto('recovery_codes')
        .values(hashes.map((hash) => ({ user_id: userId, hash })))
        .execute()
    },

    /** True for the one who takes it. */
    async takeRecoveryCode(userId: number, hash: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('recovery_codes')
        .where('user_id', '=', userId)
        .where('hash', '=', hash)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    async countRecoveryCodes(userId: number): Promise<number> {
      const { codes } = await db
        .selectFrom('recovery_codes')
        .select(({ fn }) => fn.countAll().as('codes'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      return Number(codes)
    },
  }
}

export type TotpRepo = ReturnType<typeof totpRepo>
