/**
 * Requests of the matrix to parts and removed entries of nouns, and to pre-setups, pre-seals and seals. For tests only.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { MODULES } from '../../server/modules/index.ts'
import { preseals } from '../../server/modules/preseals/index.ts'
import { seals } from '../../server/modules/seals/index.ts'
import { canRestore, isResource, pathOf } from '../../server/resource/description.ts'
import type { AnyResource } from '../../server/resource/description.ts'
import { NOW } from '../../server/testing/fixture.ts'
import type { Fixture } from '../../server/testing/fixture.ts'
import { MISSING } from './recipe.ts'
import type { Recipe, Situation } from './recipe.ts'

const headers = { 'content-type': 'application/json' }

export async function setupRecipes({ catalog, ids }: Fixture): Promise<ReadonlyMap<string, Recipe>> {
  const recipes = new Map<string, Recipe>()
  const { resources } = catalog
  const example = (resource: AnyResource) =>
    resource.example(randomInt(1e9), ids.uno, ids.granVia) as Record<string, unknown>
  const add = (resource: AnyResource, draft = example(resource)) => resources.insert(resource, SYSTEM_SCOPE, draft, NOW)

  for (const { resource } of MODULES.filter(isResource)) {
    const path = `/api/${pathOf(resource)}`
    for (const [part, names] of Object.entries((resource.parts ?? {}) as Record<string, readonly string[]>)) {
      // An entry belongs to a client from its beginning; every other part is empty before it is saved.
      const isThere = names.includes('client')
      const without = (draft: Record<string, unknown>) =>
        isThere ? draft : Object.fromEntries(Object.entries(draft).filter(([name]) => !names.includes(name)))
      const standing = await add(resource, without(example(resource)))
      recipes.set(`PUT ${path}/:id/parts/${part}`, async ({ variant, fresh }) => {
        const draft = example(resource)
        const id = variant === 'missing' ? MISSING : fresh ? await add(resource, without(example(resource))) : standing
        const values = Object.fromEntries(names.map((name) => [name, draft[name]]))
        const payload = { values, seen: isThere ? NOW : null, key: randomUUID() }
        return [{ url: `${path}/${id}/parts/${part}`, payload, headers }]
      })
    }
  }

  for (const { resource } of MODULES.filter(isResource)) {
    if (!canRestore(resource)) continue
    const path = `/api/${pathOf(resource)}`
    const removed = async () => {
      const id = await add(resource)
      await catalog.transaction(({ resources: held }) => held.remove(resource, SYSTEM_SCOPE, id, NOW))
      return id
    }
    const standing = await removed()
    recipes.set(`POST ${path}/:id/restore`, async ({ variant, fresh }) => [
      { url: `${path}/${variant === 'missing' ? MISSING : fresh ? await removed() : standing}/restore` },
    ])
  }

  const ofLocal = ({ variant }: Situation) => (variant === 'missing' ? MISSING : ids.granVia)
  recipes.set('GET /api/presetup/list', async (situation) => [
    { url: '/api/presetup/list' },
    { url: `/api/presetup/list?local=${ofLocal(situation)}` },
  ])
  for (const path of ['/api/preseal/local', '/api/seals/local'])
    recipes.set(`GET ${path}/:id`, async (situation) => [{ url: `${path}/${ofLocal(situation)}` }])

  const standing = await add(preseals.resource)
  const led = async ({ variant, fresh }: Situation, to: 'on' | 'off') => {
    if (variant === 'missing' || !fresh) return variant === 'missing' ? MISSING : standing
    const id = await add(preseals.resource)
    const transition = preseals.resource.machine?.transitions.find(({ action }) => action === 'on')
    if (to === 'off' && transition !== undefined)
      await resources.move(preseals.resource, SYSTEM_SCOPE, transition, { ids: [id], at: NOW })
    return id
  }
  for (const to of ['on', 'off'] as const)
    recipes.set(`PUT /api/preseal/:id/${to}`, async (situation) => [
      { url: `/api/preseal/${await led(situation, to)}/${to}` },
    ])
  const seal = await add(seals.resource)
  recipes.set('POST /api/seals/:id/toggle/valid', async ({ variant }) => [
    { url: `/api/seals/${variant === 'missing' ? MISSING : seal}/toggle/valid` },
  ])
  return recipes
}
