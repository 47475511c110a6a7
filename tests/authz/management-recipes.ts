/**
 * Valid requests for calls about the server, the places of a client and rows that were quarantined: of the caller, of
 * others, of none. For tests only.
 */
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { clientDischarges } from '../../server/modules/discharges/index.ts'
import { completeDraft } from '../../server/modules/users/full-draft.ts'
import { NOW } from '../../server/testing/fixture.ts'
import { JSON_TYPE, json, macOf, one } from './recipe-tools.ts'
import type { RecipeTools } from './recipe-tools.ts'
import { MISSING } from './recipe.ts'
import type { Recipe, Situation } from './recipe.ts'

export async function managementRecipes({
  f,
  catalog,
  ids,
  name,
  next,
  unit,
}: RecipeTools): Promise<ReadonlyMap<string, Recipe>> {
  const recipes = new Map<string, Recipe>()

  recipes.set('GET /api/server/state', () => one({ url: '/api/server/state' }))
  recipes.set('GET /api/server/mails', () => one({ url: '/api/server/mails' }))
  recipes.set('DELETE /api/server/mails', () => one({ url: '/api/server/mails' }))
  recipes.set('PUT /api/server/maintenance', () =>
    one({ url: '/api/server/maintenance', payload: { maintenance: false }, headers: JSON_TYPE }),
  )
  recipes.set('POST /api/server/mails/:id/retry', async ({ variant }) => {
    if (variant === 'missing') return one({ url: `/api/server/mails/${MISSING}/retry` })
    await catalog.mails.add(NOW, () => 'x')
    const [made] = await catalog.mails.list(1)
    // It waits for its next try, so that the queue is at rest also where the call is refused.
    await catalog.mails.retry(made?.id ?? 0, 1, NOW + 3_600_000)
    return one({ url: `/api/server/mails/${made?.id}/retry` })
  })
  const oldIdOf = (client: number) => json(`/api/management/clients/${client}/oldId`, { oldId: '7' })
  recipes.set('PUT /api/management/clients/:id/oldId', ({ variant }) => oldIdOf(unit(variant).client))
  recipes.set('GET /api/management/clients/:id/date', ({ variant }) =>
    one({ url: `/api/management/clients/${unit(variant).client}/date` }),
  )
  // An administrator with a device, and a discharge of a client that waits for it.
  const processed: Recipe = async ({ variant }) => {
    const mac = macOf(next())
    const draft = { username: `field${next()}@aforo.test`, role: 'admin' as const, macs: [mac] }
    const user = await catalog.accounts.insert(SYSTEM_SCOPE, completeDraft(draft, 'aforo.test'), NOW)
    const data = { dischargeId: name('D'), date: '2026-11-02', client: null, data: { mac } }
    await catalog.resources.insert(clientDischarges.resource, SYSTEM_SCOPE, data, NOW)
    return one({ url: `/api/management/clients/process/user/${variant === 'missing' ? MISSING : user}` })
  }
  for (const method of ['GET', 'POST']) recipes.set(`${method} /api/management/clients/process/user/:id`, processed)
  const place = async () =>
    (
      await catalog.locals.insert(SYSTEM_SCOPE, {
        client: ids.uno,
        name: name('Place'),
        code: name('P'),
        type: 'store',
        timeZone: 'Europe/Madrid',
      })
    ).id
  const [standing1, standing2] = [await place(), await place()]
  const placeOf = async ({ variant, fresh }: Situation) =>
    `/api/management/places/local/${variant === 'missing' ? MISSING : fresh ? await place() : standing1}`
  recipes.set('GET /api/management/places', ({ variant }) =>
    one({ url: `/api/management/places?client=${unit(variant).client}` }),
  )
  recipes.set('GET /api/management/places/:kind/:id', async (situation) => one({ url: await placeOf(situation) }))
  recipes.set('PUT /api/management/places/:kind/:id/name', async (situation) =>
    json(`${await placeOf(situation)}/name`, { name: name('Renamed') }),
  )
  recipes.set('PUT /api/management/places/local/:id/time-zone', async (situation) =>
    json(`${await placeOf(situation)}/time-zone`, { timeZone: 'Europe/Lisbon' }),
  )
  recipes.set('PUT /api/management/places/local/:id/closing', async (situation) =>
    json(`${await placeOf(situation)}/closing`, { closedOn: '2026-10-01' }),
  )
  recipes.set('GET /api/management/places/:kind/:id/merge', async (situation) =>
    one({ url: `${await placeOf(situation)}/merge?into=${standing2}` }),
  )
  recipes.set('POST /api/management/places/:kind/:id/merge', async (situation) =>
    json(`${await placeOf(situation)}/merge`, { into: standing2 }),
  )
  recipes.set('DELETE /api/management/places/:kind/:id', async (situation) => one({ url: await placeOf(situation) }))
  const quarantinedRow = async ({ variant, fresh }: Situation) => {
    if (variant === 'missing') return MISSING
    if (fresh || standingRow === 0) {
      await f.facts.quarantineRows([
        {
          client: ids.uno,
          local: 0,
          reason: 'COUNT_UNREADABLE',
          source: 'a.csv',
          row: { file: 'a.csv', line: next(), ins: 'x' },
        },
      ])
      const [row] = await f.facts.read('SELECT CAST(max(id) AS DOUBLE) FROM quarantine')
      if (fresh) return Number(row?.[0])
      standingRow = Number(row?.[0])
    }
    return standingRow
  }
  let standingRow = 0
  recipes.set('GET /api/management/quarantine', () => one({ url: '/api/management/quarantine' }))
  recipes.set('GET /api/management/quarantine/groups', () => one({ url: '/api/management/quarantine/groups' }))
  recipes.set('POST /api/management/quarantine/:id/release', async (situation) =>
    json(`/api/management/quarantine/${await quarantinedRow(situation)}/release`, {
      local: ids.granVia,
      area: ids.door,
      day: '2026-11-02',
      hour: 12,
      counts: { ins: next() },
    }),
  )
  recipes.set('POST /api/management/quarantine/dismiss', async (situation) =>
    json('/api/management/quarantine/dismiss', {
      ids:
        situation.variant === 'mixed' ? [await quarantinedRow(situation), MISSING] : [await quarantinedRow(situation)],
    }),
  )

  return recipes
}
