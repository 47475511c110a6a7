/** Requests of the matrix to the actions of described nouns with states. For tests only. */
import { randomInt } from 'node:crypto'
import { actionsOf, attempt, isTaken, moved } from '#domain/machine'
import type { Machine, Position } from '#domain/machine'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { clientDischarges, installationDischarges, orderDischarges } from '../../server/modules/discharges/index.ts'
import { MODULES } from '../../server/modules/index.ts'
import { isResource, pathOf } from '../../server/resource/description.ts'
import type { AnyResource } from '../../server/resource/description.ts'
import { waysOf } from '../../server/resource/machine-ways.testing.ts'
import { NOW } from '../../server/testing/fixture.ts'
import type { Fixture } from '../../server/testing/fixture.ts'
import { MISSING } from './recipe.ts'
import type { Recipe, Situation } from './recipe.ts'

export async function actionRecipes(f: Fixture): Promise<ReadonlyMap<string, Recipe>> {
  const recipes = new Map<string, Recipe>()
  for (const { resource } of MODULES.filter(isResource))
    if (resource.machine !== undefined) await addRecipes(recipes, f, resource, resource.machine)
  for (const { resource } of [clientDischarges, orderDischarges, installationDischarges]) {
    const path = `/api/${pathOf(resource)}`
    const draft = resource.example(randomInt(1e9), f.ids.uno, null) as Record<string, unknown>
    const own = await f.catalog.resources.insert(resource, SYSTEM_SCOPE, draft, NOW)
    // Raw data that are not those it has: what changes nothing leaves no entry.
    recipes.set(`POST ${path}/:id`, async ({ variant }) => [
      { url: `${path}/${variant === 'missing' ? MISSING : own}`, payload: { oldId: `O-${randomInt(1e9)}` }, headers },
    ])
  }
  return recipes
}

const headers = { 'content-type': 'application/json' }

async function addRecipes(
  recipes: Map<string, Recipe>,
  { catalog, ids }: Fixture,
  resource: AnyResource,
  machine: Machine,
): Promise<void> {
  const path = `/api/${pathOf(resource)}`
  const { resources } = catalog
  const another = async () => {
    const draft = resource.example(randomInt(1e9), ids.uno, ids.granVia) as Record<string, unknown>
    const id = await resources.insert(resource, SYSTEM_SCOPE, draft, NOW)
    await resource.furnish?.(catalog, id, ids.granVia)
    return id
  }
  const standing = await another()

  /** A new entry in a place from which the caller may do this. */
  async function placed({ me, variant, fresh }: Situation, fits: (position: Position) => boolean): Promise<number> {
    if (variant === 'missing') return MISSING
    if (!fresh) return standing
    const id = await another()
    const way = waysOf(machine, [me.userId]).find(({ position }) => fits(position))
    let position: Position = { state: machine.initial, assignee: null }
    for (const { action, caller } of way?.steps ?? []) {
      const { transition } = attempt(machine, action, position, caller)
      if (transition === undefined) continue
      const scope = { ...SYSTEM_SCOPE, userId: caller }
      await resources.move(resource, scope, transition, { ids: [id], at: NOW, user: caller })
      position = moved(transition, position, { caller, named: caller })
    }
    return id
  }

  function bodyOf(action: string, { userId }: Situation['me']): object | undefined {
    const of = machine.transitions.filter((one) => one.action === action)
    if (of.some(({ comments }) => comments === true)) return { message: 'Seen.' }
    return of.some(({ assigns }) => assigns === 'named') ? { user: userId } : undefined
  }

  for (const action of actionsOf(machine))
    recipes.set(`POST ${path}/:id/${action}`, async (situation) => {
      const { me } = situation
      const id = await placed(situation, (at) => attempt(machine, action, at, me.userId).reason === undefined)
      const payload = bodyOf(action, me)
      return [{ url: `${path}/${id}/${action}`, ...(payload && { payload, headers }) }]
    })
  for (const many of machine.bulk)
    recipes.set(`POST ${path}/${many.path}`, async (situation) => {
      const id = await placed(situation, (at) => isTaken(machine, many, at, situation.me.userId))
      const idList = situation.variant === 'mixed' ? [id, MISSING] : [id]
      return [{ url: `${path}/${many.path}`, payload: { idList }, headers }]
    })
}
