/** Valid requests for calls about an account: of the caller, of others, of none. For tests only. */
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { hashOf, newToken } from '../../server/lib/secrets.ts'
import { NOW, PASSWORD } from '../../server/testing/fixture.ts'
import { json, one } from './recipe-tools.ts'
import type { RecipeTools } from './recipe-tools.ts'
import { MISSING } from './recipe.ts'
import type { Recipe, Situation } from './recipe.ts'

const NEW_PASSWORD = 'Marker-çñ-2027!'

export async function accountRecipes({
  catalog,
  name,
  make,
  existing,
  standing,
}: RecipeTools): Promise<ReadonlyMap<string, Recipe>> {
  const recipes = new Map<string, Recipe>()

  const event = { id: 'e1', event: 'open', timestamp: NOW }
  const account = ({ variant, me }: Situation) =>
    variant === 'own' ? me.userId || existing.user : variant === 'other' ? existing.user : MISSING
  for (const path of ['/api/auth/user/logins', '/api/auth/user/pass-changes'])
    recipes.set(`GET ${path}/:id`, (situation) => one({ url: `${path}/${account(situation)}` }))
  recipes.set('GET /api/auth/user/:token', (situation) => one({ url: `/api/auth/user/${account(situation)}` }))
  recipes.set('DELETE /api/auth/sessions/:id', async ({ variant, me, fresh }) => {
    if (variant === 'missing') return one({ url: `/api/auth/sessions/${MISSING}` })
    const session =
      fresh && (variant === 'own' || me.userId !== 0)
        ? await make.session(variant === 'own' ? me.userId : await make.user())
        : standing.session
    return one({ url: `/api/auth/sessions/${session}` })
  })
  const apiTokenOf = async (userId: number) =>
    (
      await catalog.apiTokens.insert(
        { ...SYSTEM_SCOPE, userId },
        {
          name: name('Token'),
          access: 'read',
          tokenHash: hashOf(newToken()),
          createdAt: NOW,
          endsAt: NOW + 24 * 3_600_000,
        },
      )
    ).id
  const standingApiToken = await apiTokenOf(existing.user)
  recipes.set('POST /api/auth/api-tokens', () =>
    json('/api/auth/api-tokens', { name: name('Token'), access: 'write', days: 7 }),
  )
  recipes.set('GET /api/auth/api-tokens/user/:id', ({ variant }) =>
    one({ url: `/api/auth/api-tokens/user/${variant === 'missing' ? MISSING : existing.user}` }),
  )
  recipes.set('DELETE /api/auth/api-tokens/:id', async ({ variant, me, fresh }) => {
    const id =
      variant === 'missing'
        ? MISSING
        : fresh && (variant === 'own' || me.userId !== 0)
          ? await apiTokenOf(variant === 'own' ? me.userId : await make.user())
          : standingApiToken
    return one({ url: `/api/auth/api-tokens/${id}` })
  })
  recipes.set('POST /api/auth/user/confirm', () => json('/api/auth/user/confirm', { password: PASSWORD }))
  recipes.set('POST /api/users/password', () =>
    json('/api/users/password', { oldPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  )
  recipes.set('POST /api/monitoring/tracking/', () => json('/api/monitoring/tracking/', { events: [event] }))

  return recipes
}
