/** Valid requests for calls about alerts and their rules: of the caller, of others, of none. For tests only. */
import type { AlertFigure } from '#domain/alert-rules'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { NOW } from '../../server/testing/fixture.ts'
import type { Variant } from './expected.ts'
import { json, one } from './recipe-tools.ts'
import type { RecipeTools } from './recipe-tools.ts'
import { MISSING } from './recipe.ts'
import type { Recipe, Situation } from './recipe.ts'

const FIGURE: AlertFigure = {
  value: 80,
  unit: 'percent',
  expected: 90,
  low: null,
  high: null,
  n: null,
  coverage: null,
  state: 'final',
  definition: 'alert.coverage@1',
  asOf: NOW,
  day: null,
  device: null,
  reason: null,
}

export async function alertRecipes({
  catalog,
  ids,
  unit,
  byClient,
}: RecipeTools): Promise<ReadonlyMap<string, Recipe>> {
  const recipes = new Map<string, Recipe>()
  let alerts = 0

  recipes.set('GET /api/locals/alerts', async (situation) => [
    ...(situation.variant === 'own' ? [{ url: '/api/locals/alerts' }] : []),
    ...(await byClient('/api/locals/alerts')(situation)),
  ])
  recipes.set('GET /api/alerts', async ({ variant }) => [
    { url: `/api/alerts?client=${unit(variant).client}` },
    { url: `/api/alerts?local=${unit(variant).local}` },
    ...(variant === 'own' ? [{ url: '/api/alerts?state=open' }] : []),
  ])
  for (const name of ['recipients', 'kinds']) recipes.set(`GET /api/alerts/${name}`, byClient(`/api/alerts/${name}`))
  recipes.set('GET /api/locals/:id/alerts', ({ variant }) => one({ url: `/api/locals/${unit(variant).local}/alerts` }))
  recipes.set('PUT /api/locals/:id/alerts/:alertId', async ({ variant }) => {
    const { local } = unit(variant)
    return json(`/api/locals/${local}/alerts/${variant === 'mixed' ? ids.outlet : local}`, { state: 'activate' })
  })
  const ruleOf = (client: number) => ({ client, kind: 'coverage', settings: { percent: 80 } })
  const storedRule = async (variant: Variant): Promise<number> => {
    if (variant === 'missing') return MISSING
    const { client } = unit(variant === 'mixed' ? 'own' : variant)
    return (
      await catalog.alertRules.insert(
        SYSTEM_SCOPE,
        { client, kind: 'coverage', settings: { percent: 90 }, recipients: null, coolDownH: 24, enabled: true },
        NOW,
      )
    ).id
  }
  const standingRules = new Map(
    await Promise.all(
      (['own', 'other', 'missing', 'mixed'] as const).map(
        async (variant) => [variant, await storedRule(variant)] as const,
      ),
    ),
  )
  const ruleId = async ({ variant, fresh }: Situation, using = false) =>
    fresh && using ? storedRule(variant) : (standingRules.get(variant) ?? MISSING)
  recipes.set('GET /api/alerts/rules', async (situation) => [
    ...(situation.variant === 'own' ? [{ url: '/api/alerts/rules' }] : []),
    ...(await byClient('/api/alerts/rules')(situation)),
  ])
  recipes.set('GET /api/alerts/rules/:id', async (situation) =>
    one({ url: `/api/alerts/rules/${await ruleId(situation)}` }),
  )
  recipes.set('POST /api/alerts/rules', ({ variant }) =>
    json('/api/alerts/rules', {
      ...ruleOf(unit(variant).client),
      ...(variant === 'mixed' && { recipients: [MISSING] }),
    }),
  )
  recipes.set('POST /api/alerts/rules/list', async (situation) =>
    json('/api/alerts/rules/list', {
      ids: [await ruleId(situation), ...(situation.variant === 'mixed' ? [MISSING] : [])],
    }),
  )
  recipes.set('PUT /api/alerts/rules/:id', async (situation) =>
    json(
      `/api/alerts/rules/${await ruleId(situation)}`,
      ruleOf(situation.variant === 'mixed' ? MISSING : unit(situation.variant).client),
    ),
  )
  recipes.set('DELETE /api/alerts/rules/:id', async (situation) =>
    one({ url: `/api/alerts/rules/${await ruleId(situation, true)}` }),
  )
  // Each mark is set once: a new alert for each call that is let in.
  const alertFor = async (variant: Variant): Promise<number> => {
    if (variant === 'missing') return MISSING
    const { client, local } = unit(variant === 'mixed' ? 'own' : variant)
    alerts += 1
    const [rule, subject] = [await storedRule(variant), `authz ${alerts}`]
    const of = { client, local, rule, kind: 'coverage', subject, figure: FIGURE } as const
    await catalog.alerts.insert(SYSTEM_SCOPE, of, NOW)
    return (await catalog.alerts.open(SYSTEM_SCOPE)).find((alert) => alert.subject === subject)?.id ?? MISSING
  }
  recipes.set('POST /api/alerts/:id/acknowledge', async ({ variant }) =>
    json(`/api/alerts/${await alertFor(variant)}/acknowledge`, {}),
  )
  recipes.set('POST /api/alerts/acknowledge', async ({ variant }) =>
    json('/api/alerts/acknowledge', {
      ids: [await alertFor(variant), ...(variant === 'mixed' ? [MISSING] : [])],
    }),
  )
  recipes.set('POST /api/alerts/:id/snooze', async ({ variant }) =>
    json(`/api/alerts/${await alertFor(variant)}/snooze`, { span: 'hour', seen: null }),
  )
  recipes.set('POST /api/alerts/rules/:id/mute', async ({ variant }) =>
    json(`/api/alerts/rules/${await storedRule(variant)}/mute`, { until: NOW + 3_600_000, seen: null }),
  )
  recipes.set('POST /api/alerts/rules/back-test', ({ variant }) =>
    json('/api/alerts/rules/back-test', ruleOf(unit(variant).client)),
  )

  return recipes
}
