/**
 * Valid requests for calls about data of a client: places, modules, comparisons: of the caller, of others, of none. For
 * tests only.
 */
import type { Variant } from './expected.ts'
import { JSON_TYPE, one } from './recipe-tools.ts'
import type { RecipeTools } from './recipe-tools.ts'
import { MISSING } from './recipe.ts'
import type { Recipe } from './recipe.ts'

const PERIODS = 'p1Start=2026-11-16&p1End=2026-11-19&p2Start=2026-11-09&p2End=2026-11-12'

export async function clientRecipes({ unit, other, byClient }: RecipeTools): Promise<ReadonlyMap<string, Recipe>> {
  const recipes = new Map<string, Recipe>()

  for (const path of [
    '/api/clients/:id',
    '/api/locals/:id',
    '/api/locals/:id/params',
    '/api/locals/:id/areas-footscans',
    '/api/local-footscans/:id',
    '/api/campaigns/:id',
  ]) {
    const kind = path.includes('clients') ? 'client' : path.includes('campaigns') ? 'campaign' : 'local'
    recipes.set(`GET ${path}`, ({ variant }) => one({ url: path.replace(':id', String(unit(variant)[kind])) }))
  }
  for (const path of ['/api/locals', '/api/campaigns']) {
    recipes.set(`GET ${path}`, async (situation) => [
      ...(situation.variant === 'own' ? [{ url: path }] : []),
      ...(await byClient(path)(situation)),
    ])
  }
  recipes.set('GET /api/locals/active', byClient('/api/locals/active', '&workday=2026-11-19'))
  recipes.set('GET /api/local-params', async ({ variant }) => [
    { url: `/api/local-params?client=${unit(variant).client}` },
    { url: `/api/local-params?local=${unit(variant).local}` },
  ])
  recipes.set('GET /api/local-footscans', async ({ variant }) => [
    { url: `/api/local-footscans?client=${unit(variant).client}` },
    { url: `/api/local-footscans?local=${unit(variant).local}` },
  ])
  recipes.set('POST /api/period/config', async ({ variant }) => [
    { url: `/api/period/config?key=thisWeekVsPrevious&client=${unit(variant).client}` },
    { url: `/api/period/config?key=campaigns&client=${unit(variant).client}&campaign=${unit(variant).campaign}` },
  ])
  for (const end of ['', '/config']) {
    const units = (variant: Variant) => [
      `/api/modules/client/${unit(variant).client}${end}`,
      `/api/modules/local/${unit(variant).local}${end}`,
    ]
    recipes.set(`GET /api/modules/:type/:unit${end}`, async ({ variant }) => units(variant).map((url) => ({ url })))
    if (end !== '')
      recipes.set(`PUT /api/modules/:type/:unit${end}`, async ({ variant }) =>
        units(variant).map((url) => ({ url, payload: { modules: {} }, headers: JSON_TYPE })),
      )
  }
  for (const path of [
    'traffic',
    'traffic/cost',
    'compare/metrics/main/extended',
    'compare/capconv/all',
    'compare/metrics/main/hour',
    'compare/metrics/ins',
    'compare/metrics/repetitions',
    'compare/metrics/repetitions/local',
    'compare/metrics/exits',
    'compare/metrics/exits/hour',
    'compare/metrics/sales',
    'compare/holidays',
    'compare/stores',
    'compare/days',
  ]) {
    const url = `/api/${path}`
    recipes.set(`GET ${url}`, async ({ variant }) => {
      const { client, local } = unit(variant)
      const [whole, some] = [`${url}?client=${client}&${PERIODS}`, `${url}?client=${client}&${PERIODS}&locals=${local}`]
      return variant === 'mixed'
        ? [{ url: `${some},${other.local}` }, { url: `${some},${MISSING}` }]
        : [{ url: whole }, { url: some }]
    })
  }
  recipes.set('GET /api/compare/range', async ({ variant }) => {
    const { client, local } = unit(variant)
    const some = `/api/compare/range?client=${client}&locals=${local}`
    return variant === 'mixed'
      ? [{ url: `${some},${other.local}` }, { url: `${some},${MISSING}` }]
      : [{ url: `/api/compare/range?client=${client}` }, { url: some }]
  })
  recipes.set('GET /api/compare/metrics/main/time', ({ variant }) =>
    one({ url: `/api/compare/metrics/main/time?local=${unit(variant).local}&begin=2026-11-16&end=2026-11-19` }),
  )

  return recipes
}
