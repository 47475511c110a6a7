/** Valid requests for saved views and annotations: of the caller, of others, of none. For tests only. */
import { randomInt } from 'node:crypto'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { NOW } from '../../server/testing/fixture.ts'
import { json, one } from './recipe-tools.ts'
import type { RecipeTools } from './recipe-tools.ts'
import { MISSING } from './recipe.ts'
import type { Recipe, Situation } from './recipe.ts'

const TEXT = JSON.stringify({ format: 1, _id: 'x', revision: 1, name: 'Seen', widgets: {}, layout: { sections: [] } })
const DAYS = { begin: '2026-11-02', end: '2026-11-03' }

export async function viewingRecipes({
  catalog,
  ids,
  name,
  unit,
  existing,
}: RecipeTools): Promise<ReadonlyMap<string, Recipe>> {
  const recipes = new Map<string, Recipe>()
  const board = async (of: 'everyone' | 'onlyMe') => {
    const id = `viewing-${randomInt(1e9)}`
    await catalog.dashboards.insert(
      { ...SYSTEM_SCOPE, userId: of === 'everyone' ? null : existing.user },
      {
        id,
        names: { '': 'Seen' },
        descriptions: {},
        flags: [],
        audience: { to: of, ids: [] },
        basedOn: null,
      },
      { number: 1, text: TEXT, note: '', at: NOW, restoredFrom: null, basedOnHash: null, patch: null },
    )
    return id
  }
  const [everyones, standing] = [await board('everyone'), await board('onlyMe')]
  const boardFor = (variant: Situation['variant']) =>
    variant === 'missing' ? 'gone-987654' : variant === 'own' ? everyones : standing

  const view = (owner: number, dashboard: string) =>
    catalog.savedViews.insert({ ...SYSTEM_SCOPE, userId: owner }, dashboard, {
      client: null,
      name: name('View'),
      search: '',
      isShared: false,
      updatedAt: NOW,
    })
  const viewFor = ({ variant, me }: Situation) =>
    variant === 'missing'
      ? Promise.resolve(MISSING)
      : variant === 'own' && me.userId !== 0
        ? view(me.userId, everyones)
        : view(existing.user, standing)
  const draft = () => ({ name: name('View'), search: 'tab=sales', isShared: false, client: null })
  recipes.set('GET /api/views', async ({ variant }) => one({ url: `/api/views?dashboard=${boardFor(variant)}` }))
  recipes.set('POST /api/views', async ({ variant }) =>
    json('/api/views', { ...draft(), dashboard: boardFor(variant) }),
  )
  recipes.set('PUT /api/views/default', async ({ variant }) =>
    json('/api/views/default', { dashboard: boardFor(variant), view: null }),
  )
  recipes.set('PUT /api/views/:id', async (situation) => json(`/api/views/${await viewFor(situation)}`, draft()))
  recipes.set('DELETE /api/views/:id', async (situation) => one({ url: `/api/views/${await viewFor(situation)}` }))

  const annotation = (owner: number, dashboard: string, client: number) =>
    catalog.annotations.insert({ ...SYSTEM_SCOPE, userId: owner }, dashboard, {
      client,
      ...DAYS,
      text: 'Written',
      updatedAt: NOW,
    })
  const annotationFor = ({ variant, me }: Situation) =>
    variant === 'missing'
      ? Promise.resolve(MISSING)
      : variant === 'own'
        ? annotation(me.userId || existing.user, everyones, unit(variant).client)
        : annotation(existing.user, standing, ids.museum)
  const content = (variant: Situation['variant']) => ({ client: unit(variant).client, ...DAYS, text: 'Written' })
  recipes.set('GET /api/annotations', async ({ variant }) =>
    one({ url: `/api/annotations?dashboard=${boardFor(variant)}` }),
  )
  recipes.set('POST /api/annotations', async ({ variant }) =>
    json('/api/annotations', { ...content(variant), dashboard: boardFor(variant) }),
  )
  recipes.set('PUT /api/annotations/:id', async (situation) =>
    json(`/api/annotations/${await annotationFor(situation)}`, { ...content(situation.variant), updatedAt: NOW }),
  )
  recipes.set('DELETE /api/annotations/:id', async (situation) =>
    one({ url: `/api/annotations/${await annotationFor(situation)}` }),
  )
  return recipes
}
