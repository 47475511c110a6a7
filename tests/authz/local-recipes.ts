/**
 * Valid requests for calls about locals as administrators keep them: of the caller, of others, of none. For tests only.
 */
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { NOW } from '../../server/testing/fixture.ts'
import { json, one, PNG } from './recipe-tools.ts'
import type { RecipeTools } from './recipe-tools.ts'
import { MISSING } from './recipe.ts'
import type { Recipe, Situation } from './recipe.ts'

export async function localRecipes({ catalog, ids, name }: RecipeTools): Promise<ReadonlyMap<string, Recipe>> {
  const recipes = new Map<string, Recipe>()
  const place = async () =>
    (
      await catalog.locals.insert(SYSTEM_SCOPE, {
        client: ids.uno,
        name: name('Place'),
        code: name('P'),
        type: 'store',
        timeZone: 'Europe/Madrid',
      })
    ).id
  const geo = { countryCode: 'ES', zipCode: '46001' }
  const localDraft = (client: number) => ({
    client,
    name: name('Record'),
    code: name('R'),
    type: 'store',
    timeZone: 'Europe/Madrid',
    geo,
  })
  const png = { payload: PNG, headers: { 'content-type': 'image/png' } }
  const record = await place()
  await catalog.localRecords.setPlan(SYSTEM_SCOPE, record, { type: 'image/png', bytes: PNG }, NOW)
  const recordOf = async ({ variant, fresh }: Situation, using = false) =>
    variant === 'missing' ? MISSING : fresh && using ? await place() : record
  recipes.set('GET /api/management/locals', () => one({ url: '/api/management/locals' }))
  recipes.set('GET /api/management/locals/:id', async (situation) =>
    one({ url: `/api/management/locals/${await recordOf(situation)}` }),
  )
  recipes.set('POST /api/locals', ({ variant }) =>
    json('/api/locals', localDraft(variant === 'missing' ? MISSING : ids.uno)),
  )
  recipes.set('PUT /api/locals/:id', async (situation) =>
    json(`/api/locals/${await recordOf(situation)}`, localDraft(ids.uno)),
  )
  recipes.set('DELETE /api/locals/:id', async (situation) =>
    one({ url: `/api/locals/${await recordOf(situation, true)}` }),
  )
  recipes.set('POST /api/management/locals/:id/areas', async (situation) =>
    json(`/api/management/locals/${await recordOf(situation)}/areas`, { name: name('Area') }),
  )
  for (const method of ['GET', 'PUT', 'DELETE'])
    recipes.set(`${method} /api/management/locals/:id/plan`, async (situation) => {
      const url = `/api/management/locals/${await recordOf(situation, method === 'DELETE')}/plan`
      return one(method === 'PUT' ? { url, ...png } : { url })
    })
  for (const path of ['import', 'import/check'])
    recipes.set(`POST /api/management/locals/${path}`, ({ variant }) =>
      one({
        url: `/api/management/locals/${path}?client=${variant === 'missing' ? MISSING : ids.uno}`,
        payload: Buffer.from(
          `code;name;time_zone;country_code;zip_code\n${name('F')};${name('File')};Europe/Madrid;ES;46001`,
        ),
        headers: { 'content-type': 'text/csv' },
      }),
    )
  return recipes
}
