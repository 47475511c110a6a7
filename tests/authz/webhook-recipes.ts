/** Valid requests for webhooks and their deliveries: of the caller, of others, of none. For tests only. */
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { secretsOf } from '../../server/lib/secrets.ts'
import { sealedPlace } from '../../server/db/sealed.ts'
import { CONFIG, NOW } from '../../server/testing/fixture.ts'
import type { Variant } from './expected.ts'
import { json, one } from './recipe-tools.ts'
import type { RecipeTools } from './recipe-tools.ts'
import { MISSING } from './recipe.ts'
import type { Recipe, Situation } from './recipe.ts'

/** Nothing listens there, and no name is asked for; the matrix allows it. */
export const REFUSING_ORIGIN = 'http://127.0.0.1:9'
const ADDRESS = `${REFUSING_ORIGIN}/in`

export async function webhookRecipes({ catalog, unit, byClient }: RecipeTools): Promise<ReadonlyMap<string, Recipe>> {
  const recipes = new Map<string, Recipe>()
  const secrets = secretsOf(CONFIG.secretKey ?? '')
  const content = { name: 'Switchboard', address: ADDRESS, events: ['alert.opened'] as const }
  /** With one event that waits. */
  async function store(variant: Variant): Promise<{ webhook: number; delivery: number }> {
    if (variant === 'missing') return { webhook: MISSING, delivery: MISSING }
    const { client, local } = unit(variant)
    const { id: webhook } = await catalog.webhooks.insert(
      SYSTEM_SCOPE,
      client,
      { ...content, events: [...content.events], enabled: true },
      NOW,
      (id) => secrets.seal(`whsec_${'A'.repeat(43)}=`, sealedPlace('webhooks.secret', id)),
    )
    await catalog.transaction(async ({ alertRules, alerts, webhookDeliveries }) => {
      const of = { kind: 'coverage', settings: { percent: 90 }, recipients: null, coolDownH: 24 } as const
      const { id: rule } = await alertRules.insert(SYSTEM_SCOPE, { ...of, client, enabled: false }, NOW)
      const figure = {
        value: 50,
        unit: 'percent',
        expected: 90,
        low: null,
        high: null,
        n: null,
        coverage: 0.5,
        state: 'partial',
        definition: 'alert.coverage@1',
        asOf: NOW,
        day: '2026-11-19',
        device: null,
        reason: null,
      } as const
      const id = await alerts.insert(SYSTEM_SCOPE, { client, local, rule, kind: 'coverage', subject: '', figure }, NOW)
      await webhookDeliveries.announce(SYSTEM_SCOPE, 'alert.opened', [id ?? 0], NOW)
    })
    return { webhook, delivery: (await catalog.webhookDeliveries.list(webhook))[0]?.id ?? 0 }
  }
  const standing = new Map<Variant, { webhook: number; delivery: number }>()
  for (const variant of ['own', 'other', 'missing'] as const) standing.set(variant, await store(variant))
  const kept = (variant: Variant) => standing.get(variant === 'mixed' ? 'own' : variant) ?? { webhook: 0, delivery: 0 }
  const draft = (client: number) => ({ ...content, client })

  recipes.set('GET /api/webhooks', async (situation) => [
    ...(situation.variant === 'own' ? [{ url: '/api/webhooks' }] : []),
    ...(await byClient('/api/webhooks')(situation)),
  ])
  recipes.set('POST /api/webhooks', async ({ variant }) => {
    const { client } = unit(variant)
    // At most twenty of a client: what earlier cells made goes.
    for (const { id } of (await catalog.webhooks.list(SYSTEM_SCOPE, { client })).slice(1))
      await catalog.webhooks.remove(SYSTEM_SCOPE, id)
    return json('/api/webhooks', { ...draft(client), ...(variant === 'mixed' && { address: 'https://127.0.0.1/' }) })
  })
  recipes.set('POST /api/webhooks/list', ({ variant }) =>
    json('/api/webhooks/list', { ids: [kept(variant).webhook, ...(variant === 'mixed' ? [MISSING] : [])] }),
  )
  recipes.set('PUT /api/webhooks/:id', ({ variant }) =>
    json(`/api/webhooks/${kept(variant).webhook}`, draft(variant === 'mixed' ? MISSING : unit(variant).client)),
  )
  recipes.set('DELETE /api/webhooks/:id', async ({ variant, fresh }: Situation) =>
    one({ url: `/api/webhooks/${(fresh ? await store(variant) : kept(variant)).webhook}` }),
  )
  const of = (path: string) => (situation: Situation) =>
    one({ url: `/api/webhooks/${kept(situation.variant).webhook}/${path}` })
  recipes.set('GET /api/webhooks/:id', ({ variant }) => one({ url: `/api/webhooks/${kept(variant).webhook}` }))
  recipes.set('GET /api/webhooks/:id/deliveries', of('deliveries'))
  recipes.set('POST /api/webhooks/:id/secret', of('secret'))
  recipes.set('POST /api/webhooks/:id/test', of('test'))
  recipes.set('POST /api/webhooks/:id/deliveries/:delivery/again', ({ variant }) => {
    const { webhook, delivery } = kept(variant)
    return one({ url: `/api/webhooks/${webhook}/deliveries/${variant === 'mixed' ? MISSING : delivery}/again` })
  })
  return recipes
}
