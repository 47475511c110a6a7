/** The parts of recipes of requests: units of clients, targets that exist or are made. For tests only. */
import { randomInt } from 'node:crypto'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { drawPng } from '../../server/demo/png.ts'
import type { Fixture } from '../../server/testing/fixture.ts'
import type { Variant } from './expected.ts'
import { recipeTargets } from './recipe-targets.ts'
import { MISSING } from './recipe.ts'
import type { RecipeCall, Situation } from './recipe.ts'

export const JSON_TYPE = { 'content-type': 'application/json' }
export const PNG = drawPng(8, 8, () => [20, 90, 120, 255])

/** A locally administered address, another one for each of the first 65,536 numbers. */
export const macOf = (number: number) => {
  const [high, low] = [number >> 8, number].map((part) => (part & 255).toString(16).padStart(2, '0'))
  return `02:00:00:00:${high}:${low}`.toUpperCase()
}

export const one = (call: RecipeCall): Promise<readonly RecipeCall[]> => Promise.resolve([call])
export const json = (url: string, payload: object, headers = {}): Promise<readonly RecipeCall[]> =>
  one({ url, payload, headers: { ...JSON_TYPE, ...headers } })

export async function recipeTools(f: Fixture) {
  const { catalog, ids } = f
  let made = 0
  const next = () => ++made
  const name = (what: string) => `${what} ${++made} ${randomInt(1e9)}`

  const { id: foreignCampaign } = await catalog.campaigns.insert(SYSTEM_SCOPE, {
    client: ids.museum,
    name: 'Campaña ajena',
    begin: '2026-07-01',
    end: '2026-07-31',
  })
  const own = { client: ids.uno, local: ids.granVia, campaign: ids.campaign }
  const other = { client: ids.museum, local: ids.gallery, campaign: foreignCampaign }
  const missing = { client: MISSING, local: MISSING, campaign: MISSING }
  const unit = (variant: Variant) => (variant === 'other' ? other : variant === 'missing' ? missing : own)

  const targets = await recipeTargets(f, { name, next })
  const { existing, make } = targets

  const change =
    (path: string, target: 'user' | 'disabledUser' | 'otpUser' | 'apiClient') =>
    async ({ variant, fresh }: Situation) =>
      one({
        url: path.replace(
          ':id',
          String(variant === 'missing' ? MISSING : fresh ? await make[target]() : existing[target]),
        ),
      })
  const byClient =
    (path: string, more = '') =>
    ({ variant }: Situation) =>
      one({ url: `${path}?client=${unit(variant).client}${more}` })

  return { f, catalog, ids, name, next, unit, other, change, byClient, ...targets }
}

export type RecipeTools = Awaited<ReturnType<typeof recipeTools>>
