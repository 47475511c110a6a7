/**
 * Valid requests for calls about apps that make codes, and passkeys: of the caller, of others, of none. For tests only.
 */
import { Secret, TOTP } from 'otpauth'
import { sealedPlace } from '../../server/db/sealed.ts'
import { secretsOf } from '../../server/lib/secrets.ts'
import { CONFIG, NOW } from '../../server/testing/fixture.ts'
import { passkeyChallenges } from '../../server/modules/second-factors/challenges.ts'
import { softwareAuthenticator } from '../../server/testing/authenticator.ts'
import { newTotpSecret } from '../../server/modules/second-factors/totp.ts'
import { json, one } from './recipe-tools.ts'
import type { RecipeTools } from './recipe-tools.ts'
import { MISSING } from './recipe.ts'
import type { Recipe, Situation } from './recipe.ts'

export async function factorRecipes({
  f,
  catalog,
  name,
  change,
  make,
  existing,
}: RecipeTools): Promise<ReadonlyMap<string, Recipe>> {
  const recipes = new Map<string, Recipe>()

  const secrets = secretsOf(CONFIG.secretKey ?? '')
  /** An app of the caller, asked for at the sign-in or only begun; gives its secret. */
  async function appOf(userId: number, isConfirmed: boolean): Promise<string> {
    const secret = newTotpSecret()
    const sealed = secrets.seal(secret, sealedPlace('totp.secret', userId))
    await catalog.totp.remove(userId)
    await catalog.totp.begin(userId, sealed)
    if (isConfirmed) await catalog.totp.confirm(userId, { secret: sealed, step: 0, at: NOW })
    return secret
  }
  recipes.set('POST /api/auth/user/totp', async ({ me, fresh }) => {
    if (fresh) await catalog.totp.remove(me.userId)
    return one({ url: '/api/auth/user/totp' })
  })
  recipes.set('POST /api/auth/user/totp/confirm', async ({ me, fresh }) => {
    const secret = Secret.fromBase32(fresh ? await appOf(me.userId, false) : newTotpSecret())
    return json('/api/auth/user/totp/confirm', { code: new TOTP({ secret }).generate({ timestamp: f.clock.now() }) })
  })
  for (const call of ['POST /api/auth/user/recovery-codes', 'DELETE /api/auth/user/totp']) {
    recipes.set(call, async ({ me, fresh }) => {
      if (fresh) await appOf(me.userId, true)
      return one({ url: call.split(' ')[1] ?? '' })
    })
  }
  const challenges = passkeyChallenges(secrets, f.clock)
  const authenticator = () => softwareAuthenticator(CONFIG.publicUrl, new URL(CONFIG.publicUrl).hostname)
  const handleOf = (userId: number) => Buffer.from(`aforo:${userId}`).toString('base64url')
  async function passkeyOf(userId: number) {
    const key = authenticator()
    const { id } = await catalog.passkeys.insert({
      ...key.storedFor(handleOf(userId)),
      userId,
      name: name('Key'),
      at: NOW,
    })
    return { id, key }
  }
  recipes.set('POST /api/auth/user/passkeys', ({ me }) => {
    const { challenge, kept } = challenges.make(me.userId)
    const response = authenticator().create({ challenge, user: { id: handleOf(me.userId) } })
    return json('/api/auth/user/passkeys', { name: name('Key'), response }, { cookie: `__Host-aforo-passkey=${kept}` })
  })
  const standingKey = await passkeyOf(existing.user)
  const passkeyId = async ({ variant, me, fresh }: Situation) =>
    variant === 'missing' ? MISSING : variant === 'own' && fresh ? (await passkeyOf(me.userId)).id : standingKey.id
  recipes.set('PUT /api/auth/user/passkeys/:id', async (situation) =>
    json(`/api/auth/user/passkeys/${await passkeyId(situation)}`, { name: 'Renamed' }),
  )
  recipes.set('DELETE /api/auth/user/passkeys/:id', async (situation) =>
    one({ url: `/api/auth/user/passkeys/${await passkeyId(situation)}` }),
  )
  recipes.set('POST /api/oauth/passkey', async ({ variant }) => {
    const { challenge, kept } = challenges.make(null)
    const { key } = variant === 'own' ? await passkeyOf(await make.user()) : { key: authenticator() }
    return json('/api/oauth/passkey', { response: key.get({ challenge }) }, { cookie: `__Host-aforo-passkey=${kept}` })
  })
  recipes.set('DELETE /api/users/:id/second-factors', change('/api/users/:id/second-factors', 'user'))

  return recipes
}
