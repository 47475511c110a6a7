/**
 * Valid requests for calls about footscans, people inside and figures: of the caller, of others, of none. For tests
 * only.
 */
import { one } from './recipe-tools.ts'
import type { RecipeTools } from './recipe-tools.ts'
import { MISSING } from './recipe.ts'
import type { Recipe } from './recipe.ts'

export async function monitoringRecipes({ unit, other, byClient }: RecipeTools): Promise<ReadonlyMap<string, Recipe>> {
  const recipes = new Map<string, Recipe>()

  for (const path of ['workday', 'summary']) {
    const url = `/api/monitoring/footscans/${path}`
    recipes.set(`GET ${url}`, async ({ variant }) => {
      const { client, local } = unit(variant)
      const some = `${url}?client=${client}&begin=2026-11-16&end=2026-11-19&locals=${local}`
      return variant === 'mixed'
        ? [{ url: `${some},${other.local}` }, { url: `${some},${MISSING}` }]
        : [{ url: `${url}?client=${client}&date=2026-11-19` }, { url: some }]
    })
  }
  for (const [url, days] of [
    ['/api/occupancy/now', ''],
    ['/api/occupancy/minutes', ''],
    ['/api/occupancy/levels', '&begin=2026-11-16&end=2026-11-19'],
    ['/api/occupancy/hours', '&p1Start=2026-11-16&p1End=2026-11-19'],
    ['/api/occupancy/rooms', '&p1Start=2026-11-16&p1End=2026-11-19'],
  ] as const) {
    recipes.set(`GET ${url}`, async ({ variant }) => {
      const { client, local } = unit(variant)
      const some = `${url}?client=${client}${days}&locals=${local}`
      return variant === 'mixed'
        ? [{ url: `${some},${other.local}` }, { url: `${some},${MISSING}` }]
        : [{ url: `${url}?client=${client}${days}` }, { url: some }]
    })
  }
  recipes.set('GET /api/occupancy/clients', async () => [{ url: '/api/occupancy/clients' }])
  recipes.set('GET /api/figures/clients', async () => [
    { url: '/api/figures/clients?kind=flows' },
    { url: '/api/figures/clients?kind=monthly' },
  ])
  for (const [url, days] of [
    ...['pairs', 'stations', 'hours', 'days'].map(
      (path) => [`/api/flows/${path}`, '&begin=2026-11-16&end=2026-11-19'] as const,
    ),
    ...['slots', 'stations'].map((path) => [`/api/profile/${path}`, ''] as const),
  ]) {
    recipes.set(`GET ${url}`, async ({ variant }) => {
      const { client, local } = unit(variant)
      const some = `${url}?client=${client}${days}&${url.includes('profile') ? 'locals' : 'local'}=`
      return variant === 'mixed'
        ? [{ url: `${some}${other.local}` }, { url: `${some}${MISSING}` }]
        : [{ url: `${url}?client=${client}` }, { url: `${some}${local}` }]
    })
  }
  recipes.set('GET /api/flows/months', byClient('/api/flows/months'))
  recipes.set('GET /api/traffic/groups', byClient('/api/traffic/groups'))
  for (const path of ['places', 'months', 'course', 'summary', 'items'])
    recipes.set(`GET /api/monthly/${path}`, byClient(`/api/monthly/${path}`))
  recipes.set('GET /api/occupancy/locals', byClient('/api/occupancy/locals'))
  recipes.set('GET /api/monitoring/footscans/current', byClient('/api/monitoring/footscans/current'))
  recipes.set('GET /api/locals/status/:id', ({ variant }) =>
    one({ url: `/api/locals/status/${unit(variant).local}?date=2026-11-19` }),
  )

  return recipes
}
