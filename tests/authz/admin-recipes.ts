/**
 * Valid requests for calls about what administrators set up: accounts, groups, API clients, brands, nouns: of the
 * caller, of others, of none. For tests only.
 */
import { randomInt } from 'node:crypto'
import { MODULES } from '../../server/modules/index.ts'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { isResource, pathOf, readsOf } from '../../server/resource/description.ts'
import { NOW } from '../../server/testing/fixture.ts'
import type { Variant } from './expected.ts'
import { PNG, json, one } from './recipe-tools.ts'
import type { RecipeTools } from './recipe-tools.ts'
import { MISSING } from './recipe.ts'
import type { Recipe, Situation } from './recipe.ts'

export async function adminRecipes({
  catalog,
  ids,
  name,
  next,
  change,
  apiClientDraft,
  brandDraft,
  make,
  existing,
}: RecipeTools): Promise<ReadonlyMap<string, Recipe>> {
  const recipes = new Map<string, Recipe>()

  const userDraft = () => ({ username: `made${next()}@aforo.test`, flags: ['canAlerts'], clients: [ids.uno] })
  const groupDraft = () => ({ name: name('Made group'), flags: ['canAlerts'], clients: [ids.uno] })
  type Target = keyof typeof existing

  const mixedClients = { clients: [ids.uno, MISSING] }
  /** The six calls of a collection, of which `another` makes one and `standing` is one. */
  function calls(
    path: string,
    { standing: own, another, reads = path }: { standing: number; another: () => Promise<number>; reads?: string },
    draft: (variant: Variant) => object | Promise<object>,
    mixed: object,
  ): void {
    const idOf = async ({ variant, fresh }: Situation, using = false) =>
      variant === 'missing' ? MISSING : fresh && using ? another() : own
    recipes.set(`GET ${reads}`, () => one({ url: reads }))
    recipes.set(`GET ${reads}/:id`, async (situation) => one({ url: `${reads}/${await idOf(situation)}` }))
    recipes.set(`POST ${path}`, async ({ variant }) =>
      json(path, { ...(await draft(variant)), ...(variant === 'mixed' && mixed) }),
    )
    recipes.set(`POST ${reads}/list`, async ({ variant }) =>
      json(`${reads}/list`, {
        ids: variant === 'own' ? [own] : variant === 'missing' ? [MISSING] : [own, MISSING],
      }),
    )
    recipes.set(`PUT ${path}/:id`, async (situation) =>
      json(`${path}/${await idOf(situation, true)}`, {
        ...(await draft(situation.variant)),
        ...(situation.variant === 'mixed' && mixed),
      }),
    )
    recipes.set(`DELETE ${path}/:id`, async (situation) => one({ url: `${path}/${await idOf(situation, true)}` }))
  }
  const collection = (path: string, target: Target, draft: () => object | Promise<object>, mixed: object) =>
    calls(path, { standing: existing[target], another: () => make[target]() }, draft, mixed)
  collection('/api/users', 'user', userDraft, mixedClients)
  collection('/api/security/group', 'group', groupDraft, mixedClients)
  collection('/api/security/api_client', 'apiClient', apiClientDraft, mixedClients)
  collection('/api/security/user_access', 'access', async () => ({ user: await make.user(), client: ids.uno }), {
    client: MISSING,
  })
  collection('/api/brands', 'brand', brandDraft, { logoUrl: `/api/brand-images/${MISSING}` })
  for (const { resource } of MODULES.filter(isResource)) {
    const example = (client: number) =>
      resource.example(randomInt(1e9), client, client === ids.uno ? ids.granVia : null) as Record<string, unknown>
    const another = () => catalog.resources.insert(resource, SYSTEM_SCOPE, example(ids.uno), NOW)
    const draft = (variant: Variant) => example(variant === 'missing' ? MISSING : ids.uno)
    const reads = `/api/${readsOf(resource)}`
    calls(`/api/${pathOf(resource)}`, { standing: await another(), another, reads }, draft, {})
  }
  recipes.set('POST /api/users/:id/enable', change('/api/users/:id/enable', 'disabledUser'))
  recipes.set('POST /api/users/:id/otp', change('/api/users/:id/otp', 'otpUser'))
  recipes.set('POST /api/users/:id/disable', change('/api/users/:id/disable', 'user'))
  recipes.set('POST /api/security/api_client/:id/secret', change('/api/security/api_client/:id/secret', 'apiClient'))
  recipes.set('DELETE /api/auth/user/login-fails/:id', change('/api/auth/user/login-fails/:id', 'user'))
  recipes.set('GET /api/auth/sessions/user/:id', change('/api/auth/sessions/user/:id', 'user'))
  recipes.set('POST /api/brand-images', () =>
    one({ url: '/api/brand-images', payload: PNG, headers: { 'content-type': 'image/png' } }),
  )
  recipes.set('GET /api/brand-images/:id', ({ variant }) =>
    one({ url: `/api/brand-images/${variant === 'missing' ? MISSING : existing.image}` }),
  )
  recipes.set('GET /api/branding/:label', ({ variant }) =>
    one({ url: `/api/branding/${variant === 'missing' ? 'nobody' : 'default'}` }),
  )

  return recipes
}
