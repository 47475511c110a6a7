/** Valid requests for calls about public links: of the caller, of others, of none. For tests only. */
import { randomInt } from 'node:crypto'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { hashOf, newToken } from '../../server/lib/secrets.ts'
import { NOW } from '../../server/testing/fixture.ts'
import { json, one } from './recipe-tools.ts'
import type { RecipeTools } from './recipe-tools.ts'
import { MISSING } from './recipe.ts'
import type { Recipe } from './recipe.ts'

const DAY_MS = 24 * 3_600_000
/** One list, which is the whole of what it asks. */
const DOCUMENT = JSON.stringify({
  format: 1,
  _id: 'x',
  revision: 0,
  name: 'Public',
  params: {
    client: {
      type: 'single',
      label: 'Brand',
      options: { query: 'clients', value: 'id', label: 'name' },
      default: { pick: 'first' },
    },
  },
  queries: { clients: { source: 'clients.list' } },
  widgets: { note: { type: 'text', options: { markdown: 'Hello' } } },
  layout: { sections: [{ id: 'top', params: ['client'], widgets: ['note'] }] },
  grids: { large: { note: { x: 0, y: 0, w: 6, h: 4 } } },
})

export async function publicLinkRecipes({
  catalog,
  ids,
  name,
  unit,
  existing,
  f,
}: RecipeTools): Promise<ReadonlyMap<string, Recipe>> {
  const recipes = new Map<string, Recipe>()
  const everyones = `everyones-${randomInt(1e9)}`
  await catalog.dashboards.insert(
    SYSTEM_SCOPE,
    {
      id: everyones,
      names: { '': 'Public' },
      descriptions: {},
      flags: [],
      audience: { to: 'everyone', ids: [] },
      basedOn: null,
    },
    { number: 1, text: DOCUMENT, note: '', at: NOW, restoredFrom: null, basedOnHash: null, patch: null },
  )
  const linkOf = async (userId: number, client: number) => {
    const token = newToken()
    const made = await catalog.publicLinks.insert(
      { ...SYSTEM_SCOPE, userId },
      {
        slug: newToken(),
        dashboard: everyones,
        name: name('Public'),
        clients: [client],
        locals: null,
        values: {},
        periods: 'rolling',
        day: null,
        timeZone: 'Europe/Madrid',
        lang: 'es',
        origins: [],
        endsAt: f.clock.now() + DAY_MS,
        tokenHash: hashOf(token),
        document: null,
      },
      NOW,
    )
    return { token, ...made }
  }
  const maker = (await catalog.users.findByUsername(SYSTEM_SCOPE, 'analyst@aforo.test'))?.id ?? 0
  const standing = await linkOf(existing.user, ids.museum)

  recipes.set('POST /api/public-links', ({ variant }) =>
    json('/api/public-links', {
      name: name('Public'),
      dashboard: everyones,
      clients: [unit(variant).client, ...(variant === 'mixed' ? [MISSING] : [])],
      locals: null,
      values: {},
      periods: 'rolling',
      timeZone: 'Europe/Madrid',
      lang: 'es',
      endsAt: f.clock.now() + DAY_MS,
      origins: [],
    }),
  )
  recipes.set('DELETE /api/public-links/:id', async ({ variant, me, fresh }) => {
    const id =
      variant === 'missing'
        ? MISSING
        : !fresh
          ? standing.id
          : (await linkOf(variant === 'own' && me.userId !== 0 ? me.userId : existing.user, ids.uno)).id
    return one({ url: `/api/public-links/${id}` })
  })
  const tokenFor = async (variant: string) =>
    variant === 'missing' ? newToken() : (await linkOf(maker, ids.uno)).token
  recipes.set('POST /api/public-links/view', async ({ variant }) =>
    json('/api/public-links/view', { token: await tokenFor(variant) }),
  )
  recipes.set('POST /api/public-links/ask', async ({ variant }) =>
    json('/api/public-links/ask', { token: await tokenFor(variant), source: 'clients.list', args: {} }),
  )
  return recipes
}
