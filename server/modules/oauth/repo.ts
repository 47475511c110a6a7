import type { Db } from '../../db/tables.ts'

export interface OauthCode {
  readonly userId: number
  /** Id of the API client, not its `clientId`. */
  readonly apiClientId: number
  readonly redirectUri: string
  /** PKCE, base64url of a SHA-256; null = the client proves itself with its secret. */
  readonly challenge: string | null
  /** Epoch ms. */
  readonly expiresAt: number
}

/** Codes of the external login. Without a scope: the bearer proves the rest. */
export function oauthCodeRepo(db: Db) {
  return {
    async add(hash: string, { userId, apiClientId, redirectUri, challenge, expiresAt }: OauthCode): Promise<void> {
      await db
        .insertInto('oauth_codes')
        .values({
          hash,
          user_id: userId,
          api_client_id: apiClientId,
          redirect_uri: redirectUri,
          challenge,
          expires_at: expiresAt,
        })
        .execute()
    },

    /** Takes the code out: of two at the same time only one gets it. */
    async take(hash: string): Promise<OauthCode | undefined> {
      const row = await db.deleteFrom('oauth_codes').where('hash', '=', hash).returningAll().executeTakeFirst()
      return (
        row && {
          userId: row.user_id,
          apiClientId: row.api_client_id,
          redirectUri: row.redirect_uri,
          challenge: row.challenge,
          expiresAt: row.expires_at,
        }
      )
    },

    async sweep(before: number): Promise<void> {
      await db.deleteFrom('oauth_codes').where('expires_at', '<', before).execute()
    },
  }
}
