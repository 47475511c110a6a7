/** Valid requests for calls about imports: of the caller, of others, of none. For tests only. */
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { NOW } from '../../server/testing/fixture.ts'
import { importForm } from '../../server/modules/imports/testing.ts'
import type { Variant } from './expected.ts'
import { JSON_TYPE, one } from './recipe-tools.ts'
import type { RecipeTools } from './recipe-tools.ts'
import { MISSING } from './recipe.ts'
import type { Recipe } from './recipe.ts'

export async function importRecipes({
  catalog,
  name,
  next,
  unit,
  byClient,
}: RecipeTools): Promise<ReadonlyMap<string, Recipe>> {
  const recipes = new Map<string, Recipe>()

  recipes.set('GET /api/imports', async (situation) => [
    ...(situation.variant === 'own' ? [{ url: '/api/imports' }] : []),
    ...(await byClient('/api/imports')(situation)),
  ])
  recipes.set('POST /api/imports', ({ variant }) =>
    one({
      url: '/api/imports',
      ...importForm([['counts.csv', `ts,sensor,ins\n2025-09-07T10:00,Plaza,${next()}\n`]], {
        client: unit(variant).client,
        timeZone: 'Europe/Madrid',
      }),
    }),
  )
  /** An import in a state, without files: what follows behind the answer finds none, and says so in the import. */
  const storedImport = async (variant: Variant, state: 'ready' | 'loaded'): Promise<number> => {
    if (variant === 'missing') return MISSING
    const id = await catalog.imports.begin(
      SYSTEM_SCOPE,
      { client: unit(variant).client, files: [], settings: {}, loadsClean: false },
      NOW,
    )
    await catalog.imports.move(SYSTEM_SCOPE, id, ['reading'], state, NOW)
    return id
  }
  for (const [call, state, payload] of [
    ['GET /api/imports/:id', 'ready'],
    ['PUT /api/imports/:id/settings', 'ready', {}],
    ['POST /api/imports/:id/load', 'ready'],
    ['POST /api/imports/:id/cancel', 'ready'],
    ['POST /api/imports/:id/undo', 'loaded'],
    ['GET /api/imports/:id/apart', 'loaded'],
  ] as const) {
    const standing = new Map(
      await Promise.all(
        (['own', 'other', 'missing'] as const).map(
          async (variant) => [variant as Variant, await storedImport(variant, state)] as const,
        ),
      ),
    )
    recipes.set(call, async ({ variant, fresh }) =>
      one({
        url: call
          .split(' ')[1]!
          .replace(':id', String(fresh ? await storedImport(variant, state) : (standing.get(variant) ?? MISSING))),
        ...(payload !== undefined && { payload: { ...payload, client: unit(variant).client }, headers: JSON_TYPE }),
      }),
    )
  }
  const savedPreset = async (variant: Variant) =>
    variant === 'missing'
      ? MISSING
      : (
          await catalog.importPresets.save(
            SYSTEM_SCOPE,
            { name: name('Preset'), client: unit(variant).client, settings: {} },
            NOW,
          )
        ).id
  const standingPresets = new Map(
    await Promise.all(
      (['own', 'other', 'missing'] as const).map(
        async (variant) => [variant as Variant, await savedPreset(variant)] as const,
      ),
    ),
  )
  recipes.set('POST /api/import-presets', ({ variant }) =>
    one({
      url: '/api/import-presets',
      payload: { name: name('Preset'), client: unit(variant).client, settings: {} },
      headers: JSON_TYPE,
    }),
  )
  recipes.set('DELETE /api/import-presets/:id', async ({ variant, fresh }) =>
    one({
      url: `/api/import-presets/${fresh ? await savedPreset(variant) : (standingPresets.get(variant) ?? MISSING)}`,
    }),
  )

  return recipes
}
