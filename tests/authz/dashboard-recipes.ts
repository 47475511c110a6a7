/** Valid requests for every call about dashboards: of the caller, of others, of none. For tests only. */
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { NOW } from '../../server/testing/fixture.ts'
import type { Fixture } from '../../server/testing/fixture.ts'
import type { RecipeCall, Recipe, Situation } from './recipe.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const text = (name: string) =>
  JSON.stringify({ format: 1, _id: 'x', revision: 1, name, widgets: {}, layout: { sections: [] } })
const HEAD = { names: { '': 'Made' }, descriptions: {}, flags: [] }

export async function dashboardRecipes({ catalog }: Fixture): Promise<ReadonlyMap<string, Recipe>> {
  let made = 0
  const stranger = await catalog.users.insert(
    SYSTEM_SCOPE,
    { username: 'stranger@aforo.test', role: 'basic', flags: [], clients: [], passwordHash: null },
    NOW,
  )

  /** A dashboard of the caller, or of a stranger; with a draft of the caller where there is one. */
  async function target({ variant, me }: Situation): Promise<string> {
    if (variant === 'missing') return 'made-987654'
    if (variant === 'own' && me.dashboard !== undefined) return me.dashboard
    const id = `made-${++made}`
    const owner = variant === 'own' ? me.userId || null : stranger.id
    // One's own are shared, so that they do not count as kept to oneself.
    await catalog.dashboards.insert(
      { ...SYSTEM_SCOPE, userId: owner },
      { ...HEAD, id, audience: { to: variant === 'own' ? 'everyone' : 'onlyMe', ids: [] }, basedOn: null },
      {
        number: 1,
        text: text(variant === 'own' ? 'Mine' : 'Museo'),
        note: '',
        at: NOW,
        restoredFrom: null,
        basedOnHash: null,
        patch: null,
      },
    )
    if (me.userId !== 0)
      await catalog.dashboardDrafts.keep({ ...SYSTEM_SCOPE, userId: me.userId }, id, {
        text: '{',
        baseRevision: 1,
        at: NOW,
        undo: null,
      })
    return id
  }

  const recipes = new Map<string, Recipe>()
  const about = (method: string, path: string, payload?: object) =>
    recipes.set(`${method} /api${path}`, async (situation): Promise<readonly RecipeCall[]> => [
      {
        url: `/api${path.replace(':id', await target(situation)).replace(':number', '1')}`,
        ...(payload !== undefined && { payload, headers: JSON_TYPE }),
      },
    ])
  about('GET', '/users/dashboards/:id')
  about('GET', '/dashboards/:id')
  about('PUT', '/dashboards/:id', { revision: 1, text: text('Changed') })
  about('DELETE', '/dashboards/:id')
  about('POST', '/dashboards/:id/duplicate', { name: 'Copy' })
  about('PUT', '/dashboards/:id/audience', { audience: { to: 'onlyMe' } })
  about('PUT', '/dashboards/:id/place', { folder: 'North', tags: ['weekly'] })
  about('PUT', '/dashboards/:id/star', { starred: true })
  recipes.set('GET /api/dashboards/search', () => Promise.resolve([{ url: '/api/dashboards/search?text=museo' }]))
  recipes.set('POST /api/dashboards/move', async (situation): Promise<readonly RecipeCall[]> => [
    {
      url: '/api/dashboards/move',
      payload: {
        ids: [
          await target(situation),
          ...(situation.variant === 'mixed' ? [await target({ ...situation, variant: 'missing' })] : []),
        ],
        folder: 'North',
      },
      headers: JSON_TYPE,
    },
  ])
  about('POST', '/dashboards/:id/opened')
  about('GET', '/dashboards/:id/revisions')
  about('GET', '/dashboards/:id/revisions/:number')
  about('POST', '/dashboards/:id/revisions/:number/restore')
  about('GET', '/dashboards/:id/draft')
  about('PUT', '/dashboards/:id/draft', { text: '{ "half', baseRevision: 1 })
  about('DELETE', '/dashboards/:id/draft')
  about('PUT', '/dashboards/:id/editing', { page: 'page-of-a-recipe' })
  about('POST', '/dashboards/check', { text: text('Checked') })
  recipes.set('POST /api/dashboards', async () => [
    { url: '/api/dashboards', payload: { text: text('New') }, headers: JSON_TYPE },
  ])
  return recipes
}
