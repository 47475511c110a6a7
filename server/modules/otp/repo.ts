import type { Db } from '../../db/tables.ts'

/** Whose code: of this account at this browser. */
export interface CodeOf {
  readonly userId: number
  readonly browserHash: string
}

export interface NewCode {
  readonly codeHash: string
  readonly expiresAt: number
  readonly tries: number
}

/** A code that an administrator hands out belongs to no browser. */
export const ANY_BROWSER = ''

/** One code for each account and browser, without a scope: it is entered before the account is known. */
export function otpRepo(db: Db) {
  return {
    /** The code of before of this browser counts no more; those of other browsers stay. */
    async put({ userId, browserHash }: CodeOf, { codeHash, expiresAt, tries }: NewCode, now: number): Promise<void> {
      const values = { code_hash: codeHash, expires_at: expiresAt, tries_left: tries }
      await db.deleteFrom('otp_codes').where('user_id', '=', userId).where('expires_at', '<=', now).execute()
      await db
        .insertInto('otp_codes')
        .values({ user_id: userId, browser_hash: browserHash, ...values })
        .onConflict((conflict) => conflict.columns(['user_id', 'browser_hash']).doUpdateSet(values))
        .execute()
    },

    /**
     * Charges an attempt and returns the code; undefined when there is none, it is too old, or its attempts are used
     * up.
     */
    async tryOnce({ userId, browserHash }: CodeOf, now: number): Promise<string | undefined> {
      const row = await db
        .updateTable('otp_codes')
        .set((code) => ({ tries_left: code('tries_left', '-', 1) }))
        .where('user_id', '=', userId)
        .where('browser_hash', '=', browserHash)
        .where('tries_left', '>', 0)
        .where('expires_at', '>', now)
        .returning('code_hash')
        .executeTakeFirst()
      return row?.code_hash
    },

    /** The code an administrator made. No try is charged: it may be tried without a session, and no try spoils it. */
    async handed(userId: number, now: number): Promise<string | undefined> {
      const row = await db
        .selectFrom('otp_codes')
        .select('code_hash')
        .where('user_id', '=', userId)
        .where('browser_hash', '=', ANY_BROWSER)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row?.code_hash
    },

    /** True for the one who takes it; of two at the same time one comes too late. */
    async take({ userId, browserHash }: CodeOf, codeHash: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('otp_codes')
        .where('user_id', '=', userId)
        .where('browser_hash', '=', browserHash)
        .where('code_hash', '=', codeHash)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

export type OtpRepo = ReturnType<typeof otpRepo>
