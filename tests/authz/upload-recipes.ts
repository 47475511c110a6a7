/** Valid requests for calls about uploads: of the caller, of others, of none. For tests only. */
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { NOW } from '../../server/testing/fixture.ts'
import { formWith, workbookOf } from '../../server/modules/uploads/testing.ts'
import type { Variant } from './expected.ts'
import { one } from './recipe-tools.ts'
import type { RecipeTools } from './recipe-tools.ts'
import { MISSING } from './recipe.ts'
import type { Recipe, Situation } from './recipe.ts'

export async function uploadRecipes({
  catalog,
  next,
  unit,
  byClient,
}: RecipeTools): Promise<ReadonlyMap<string, Recipe>> {
  const recipes = new Map<string, Recipe>()

  recipes.set('GET /api/uploads', async (situation) => [
    ...(situation.variant === 'own' ? [{ url: '/api/uploads' }] : []),
    ...(await byClient('/api/uploads')(situation)),
  ])
  const storedUpload = async (variant: Variant): Promise<number> => {
    if (variant === 'missing') return MISSING
    const id = await catalog.uploads.begin(
      SYSTEM_SCOPE,
      {
        client: unit(variant).client,
        kind: 'ticketsDaily',
        mode: null,
        fileName: 'tickets.csv',
        rows: 1,
        begin: null,
        end: null,
        missing: [],
      },
      NOW,
    )
    await catalog.uploads.finish(SYSTEM_SCOPE, id, { added: 1, changed: 0, unchanged: 0 })
    return id
  }
  const standingUploads = new Map(
    await Promise.all(
      (['own', 'other', 'missing'] as const).map(
        async (variant) => [variant as Variant, await storedUpload(variant)] as const,
      ),
    ),
  )
  recipes.set('POST /api/uploads/:id/undo', async ({ variant, fresh }) =>
    one({
      url: `/api/uploads/${fresh ? await storedUpload(variant) : (standingUploads.get(variant) ?? MISSING)}/undo`,
    }),
  )
  /**
   * A file that says something new each time, of a local of the client; a mixture has a local of others in it.
   */
  const fileOf = (variant: Variant, row: (code: string, count: number) => string): string =>
    [variant === 'other' ? 'M1' : 'U1', ...(variant === 'mixed' ? ['M2'] : [])]
      .map((code) => row(code, next()))
      .join('\n')
  const uploading =
    (path: string, row: (code: string, count: number) => string) =>
    ({ variant }: Situation) =>
      one({
        url: path.replace(/:clientId|:target/, String(unit(variant).client)).replace(':mode', 'CSV'),
        ...formWith(fileOf(variant, row)),
      })
  for (const end of ['check', 'csv']) {
    recipes.set(
      `POST /api/upload/tickets/hourly/:clientId/${end}`,
      uploading(
        `/api/upload/tickets/hourly/:clientId/${end}`,
        (code, count) => `${code};2026-11-18;10:00:00;+01;${count}`,
      ),
    )
    recipes.set(
      `POST /api/upload/tickets/daily/:clientId/${end}`,
      uploading(`/api/upload/tickets/daily/:clientId/${end}`, (code, count) => `${code};2026-11-18;${count}`),
    )
  }
  for (const end of ['check', 'upload']) {
    recipes.set(
      `POST /api/automotive/oo/:target/${end}/:mode`,
      uploading(`/api/automotive/oo/:target/${end}/:mode`, (code, count) => `${code};2026-11-18;${count};0`),
    )
    recipes.set(`POST /api/automotive/mi/:clientId/${end}`, ({ variant }) =>
      one({
        url: `/api/automotive/mi/${unit(variant).client}/${end}`,
        ...formWith(
          workbookOf([
            {
              name: 'Media',
              rows: [
                ['Date', 'Investment', 'Concept'],
                ['2026-11-18', next(), 'TV'],
              ],
            },
          ]),
        ),
      }),
    )
  }

  return recipes
}
