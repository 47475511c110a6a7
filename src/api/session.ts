/** Sign-in, who am I, sign-out. */
import { isMe, type Me } from '#schemas/generated/entities/me.ts'
import { isToken } from '#schemas/generated/api/token.ts'
import type { ApiClient } from './client.ts'

export const sessionApi = (client: ApiClient) => ({
  /** The token of a new session. The body is used rather than headers: it may hold every character, and proxies do not log it. */
  async signIn(username: string, password: string): Promise<string> {
    const token = await client.json('/oauth/token', isToken, { method: 'POST', anonymous: true, body: { username, password, grant_type: 'password' } })
    return token.access_token
  },
  me: (): Promise<Me> => client.json('/api/me', isMe),
  async signOut(): Promise<void> {
    await client.send('/api/logout', { method: 'POST' })
  },
})
