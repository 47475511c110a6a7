/** Valid requests for calls about screens: of the caller, of others, of none. For tests only. */
import { randomInt } from 'node:crypto'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { hashOf, newToken } from '../../server/lib/secrets.ts'
import { NOW } from '../../server/testing/fixture.ts'
import { json, one } from './recipe-tools.ts'
import type { RecipeTools } from './recipe-tools.ts'
import { MISSING } from './recipe.ts'
import type { Recipe } from './recipe.ts'

export async function screenRecipes({
  catalog,
  ids,
  name,
  unit,
  existing,
}: RecipeTools): Promise<ReadonlyMap<string, Recipe>> {
  const recipes = new Map<string, Recipe>()

  const everyones = `everyones-${randomInt(1e9)}`
  await catalog.dashboards.insert(
    SYSTEM_SCOPE,
    {
      id: everyones,
      names: { '': 'Wall' },
      descriptions: {},
      flags: [],
      audience: { to: 'everyone', ids: [] },
      basedOn: null,
    },
    { number: 1, text: '{}', note: '', at: NOW, restoredFrom: null, basedOnHash: null, patch: null },
  )
  const screenOf = async (userId: number, client: number) => {
    const token = newToken()
    return {
      token,
      ...(await catalog.screens.insert(
        { ...SYSTEM_SCOPE, userId },
        {
          client,
          name: name('Wall'),
          dashboards: [everyones],
          search: '',
          seconds: 60,
          lang: 'es',
          tokenHash: hashOf(token),
        },
        NOW,
      )),
    }
  }
  const maker = (await catalog.users.findByUsername(SYSTEM_SCOPE, 'analyst@aforo.test'))?.id ?? 0
  const standingScreen = await screenOf(existing.user, ids.museum)
  recipes.set('POST /api/screens', ({ variant }) =>
    json('/api/screens', {
      name: name('Wall'),
      client: unit(variant).client,
      dashboards: [everyones, ...(variant === 'mixed' ? ['made-987654'] : [])],
      seconds: 60,
      lang: 'es',
    }),
  )
  recipes.set('DELETE /api/screens/:id', async ({ variant, me, fresh }) => {
    const id =
      variant === 'missing'
        ? MISSING
        : !fresh
          ? standingScreen.id
          : (await screenOf(variant === 'own' && me.userId !== 0 ? me.userId : existing.user, ids.uno)).id
    return one({ url: `/api/screens/${id}` })
  })
  recipes.set('POST /api/screens/session', async ({ variant }) =>
    json('/api/screens/session', {
      token: variant === 'missing' ? newToken() : (await screenOf(maker, ids.uno)).token,
    }),
  )

  return recipes
}
