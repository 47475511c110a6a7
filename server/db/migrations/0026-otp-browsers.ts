import type { Kysely } from 'kysely'
import { owned, required } from './columns.ts'

/** A code belongs to the browser that asked for it. Codes of before live five minutes and are not kept. */
export async function otpBrowsers(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('otp_codes').execute()
  await db.schema
    .createTable('otp_codes')
    .addColumn('user_id', 'integer', owned('users.id'))
    .addColumn('browser_hash', 'text', required)
    .addColumn('code_hash', 'text', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('tries_left', 'integer', required)
    .addPrimaryKeyConstraint('otp_codes_of_browser', ['user_id', 'browser_hash'])
    .execute()
}
