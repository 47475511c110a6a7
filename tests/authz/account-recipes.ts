/** Valid requests for calls about an account: of the caller, of others, of none. For tests only. */
import { NOW, PASSWORD } from '../../server/testing/fixture.ts'
import { json, one } from './recipe-tools.ts'
import type { RecipeTools } from './recipe-tools.ts'
import { MISSING } from './recipe.ts'
import type { Recipe, Situation } from './recipe.ts'

const NEW_PASSWORD = 'Marker-çñ-2027!'

export async function accountRecipes({ make, stand, standing }: RecipeTools): Promise<ReadonlyMap<string, Recipe>> {
  const recipes = new Map<string, Recipe>()

  const event = { id: 'e1', event: 'open', timestamp: NOW }
  const account = ({ variant, me }: Situation) =>
    variant === 'own' ? me.userId || stand.user : variant === 'other' ? stand.user : MISSING
  for (const path of ['/api/auth/user/logins', '/api/auth/user/pass-changes'])
    recipes.set(`GET ${path}/:id`, (situation) => one({ url: `${path}/${account(situation)}` }))
  recipes.set('GET /api/auth/user/:token', (situation) => one({ url: `/api/auth/user/${account(situation)}` }))
  recipes.set('DELETE /api/auth/sessions/:id', async ({ variant, me, fresh }) => {
    if (variant === 'missing') return one({ url: `/api/auth/sessions/${MISSING}` })
    return one({
      url: `/api/auth/sessions/${fresh && (variant === 'own' || me.userId !== 0) ? await make.session(variant === 'own' ? me.userId : await make.user()) : standing.session}`,
    })
  })
  recipes.set('POST /api/auth/user/confirm', () => json('/api/auth/user/confirm', { password: PASSWORD }))
  recipes.set('POST /api/users/password', () =>
    json('/api/users/password', { oldPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  )
  recipes.set('POST /api/monitoring/tracking/', () => json('/api/monitoring/tracking/', { events: [event] }))

  return recipes
}
