import type { Db } from '../../db/tables.ts'

/** One code an account, without a scope: it is entered before anybody is known. */
export function otpRepo(db: Db) {
  return {
    /** The code of before counts no more. */
    async put(userId: number, { codeHash, expiresAt, tries }: { codeHash: string; expiresAt: number; tries: number }): Promise<void> {
      const values = { code_hash: codeHash, expires_at: expiresAt, tries_left: tries }
      await db.insertInto('otp_codes').values({ user_id: userId, ...values }).onConflict((conflict) => conflict.column('user_id').doUpdateSet(values)).execute()
    },

    /** Charges a try and says what the code is; undefined when there is none, it is too old, or its tries are spent. */
    async tryOnce(userId: number, now: number): Promise<string | undefined> {
      const row = await db.updateTable('otp_codes').set((code) => ({ tries_left: code('tries_left', '-', 1) })).where('user_id', '=', userId).where('tries_left', '>', 0).where('expires_at', '>', now)
        .returning('code_hash').executeTakeFirst()
      return row?.code_hash
    },

    /** True for the one who takes it; of two at the same time one comes too late. */
    async take(userId: number, codeHash: string): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('otp_codes').where('user_id', '=', userId).where('code_hash', '=', codeHash).executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

export type OtpRepo = ReturnType<typeof otpRepo>
