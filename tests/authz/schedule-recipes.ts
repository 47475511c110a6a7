/**
 * Valid requests for calls about campaigns, downloads, opening hours and holidays: of the caller, of others, of none.
 * For tests only.
 */
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { JSON_TYPE, json, one } from './recipe-tools.ts'
import type { RecipeTools } from './recipe-tools.ts'
import { MISSING } from './recipe.ts'
import type { Recipe, Situation } from './recipe.ts'

export async function scheduleRecipes({
  catalog,
  ids,
  name,
  unit,
  other,
}: RecipeTools): Promise<ReadonlyMap<string, Recipe>> {
  const recipes = new Map<string, Recipe>()

  const campaign = (client: number) => ({ client, name: name('Campaign'), begin: '2026-07-01', end: '2026-07-31' })
  const campaignId = async ({ variant, fresh }: Situation) =>
    variant === 'other' || variant === 'missing' || !fresh
      ? unit(variant).campaign
      : (await catalog.campaigns.insert(SYSTEM_SCOPE, campaign(ids.uno))).id
  const doomedCampaign = async (situation: Situation) =>
    situation.variant === 'other' && situation.fresh
      ? (await catalog.campaigns.insert(SYSTEM_SCOPE, { ...campaign(ids.museum), name: 'Campaña ajena' })).id
      : campaignId(situation)
  recipes.set('POST /api/campaigns', ({ variant }) => json('/api/campaigns', campaign(unit(variant).client)))
  recipes.set('PUT /api/campaigns/:id', async (situation) =>
    json(`/api/campaigns/${await campaignId(situation)}`, {
      ...campaign(
        situation.variant === 'mixed'
          ? MISSING
          : unit(situation.variant === 'missing' ? 'own' : situation.variant).client,
      ),
      ...(situation.variant === 'other' && { name: 'Campaña ajena' }),
    }),
  )
  recipes.set('DELETE /api/campaigns/:id', async (situation) =>
    one({ url: `/api/campaigns/${await doomedCampaign(situation)}` }),
  )
  recipes.set('GET /api/downloads', async ({ variant }) => {
    const { client, local } = unit(variant)
    const days = 'begin=2026-11-16&end=2026-11-19'
    return [
      { url: `/api/downloads?client=${client}&${days}` },
      { url: `/api/downloads?local=${local}&${days}&content=daily` },
      ...(variant === 'own'
        ? ['xlsx', 'arrow'].map((format) => ({ url: `/api/downloads?client=${client}&${days}&format=${format}` }))
        : []),
    ]
  })

  const shift = (local: number) => ({ area: null, week_day: 1, local, opening: '10:00', closing: '20:00' })
  for (const path of ['/api/opening-hours/client/:clientId', '/api/areas/client/:clientId'])
    recipes.set(`GET ${path}`, ({ variant }) => one({ url: path.replace(':clientId', String(unit(variant).client)) }))
  recipes.set('PUT /api/opening-hours/client/:clientId', async ({ variant }) => {
    const { client, local } = unit(variant)
    const put = (rows: readonly object[]) => ({
      url: `/api/opening-hours/client/${client}`,
      payload: rows,
      headers: JSON_TYPE,
    })
    return variant === 'mixed'
      ? [put([shift(local), shift(other.local)]), put([shift(local), shift(MISSING)])]
      : [put([shift(local)])]
  })
  recipes.set('PUT /api/opening-hours/local/:localId', async ({ variant }) => {
    const { local } = unit(variant)
    const put = (rows: readonly object[]) => ({
      url: `/api/opening-hours/local/${local}`,
      payload: rows,
      headers: JSON_TYPE,
    })
    return variant === 'mixed'
      ? [put([shift(local), shift(other.local)]), put([shift(local), shift(MISSING)])]
      : [put([shift(local)])]
  })
  const { id: foreignArea } = await catalog.areas.insert(SYSTEM_SCOPE, { local: other.local, name: 'Sala' })
  recipes.set('PUT /api/opening-hours/local/:localId/area', async ({ variant }) => {
    const { local } = unit(variant)
    const put = (area: number) => ({
      url: `/api/opening-hours/local/${local}/area`,
      payload: { area, local, ohs: [{ week_day: 2, opening: '10:00', closing: '20:00' }] },
      headers: JSON_TYPE,
    })
    return variant === 'mixed'
      ? [put(foreignArea), put(MISSING)]
      : [put(variant === 'other' ? foreignArea : variant === 'missing' ? MISSING : ids.door)]
  })

  recipes.set('GET /api/holidays/local/:localId', ({ variant }) =>
    one({ url: `/api/holidays/local/${unit(variant).local}?year=2026` }),
  )
  recipes.set('PUT /api/holidays/local/:localId', async ({ variant }) => [
    {
      url: `/api/holidays/local/${unit(variant).local}`,
      payload: { add: [{ day: '2026-12-25', name: 'Navidad' }], remove: [] },
      headers: JSON_TYPE,
    },
  ])

  return recipes
}
