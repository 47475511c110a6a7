/** Valid requests for every call about exports: of the caller, of others, of none. For tests only. */
import type { ExportDraft } from '#schemas/generated/api/export-draft.ts'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { hashOf, newToken } from '../../server/lib/secrets.ts'
import { NOW } from '../../server/testing/fixture.ts'
import type { Fixture } from '../../server/testing/fixture.ts'
import type { RecipeCall, Recipe, Situation } from './recipe.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const MISSING = 987_654

export async function exportRecipes({ app, catalog, ids }: Fixture): Promise<ReadonlyMap<string, Recipe>> {
  const stranger = await catalog.users.insert(
    SYSTEM_SCOPE,
    { username: 'exporter@aforo.test', role: 'basic', flags: ['canDownload'], clients: [ids.uno], passwordHash: null },
    NOW,
  )
  const token = newToken()
  await catalog.sessions.open({
    tokenHash: hashOf(token),
    userId: stranger.id,
    at: NOW,
    address: '10.0.0.3',
    agent: 'exports',
  })

  const draft: ExportDraft = {
    clients: [ids.uno],
    begin: '2026-11-16',
    end: '2026-11-19',
    grain: 'hour',
    format: 'csv',
  }
  const ownerOf = ({ variant, me }: Situation) => (variant === 'own' && me.userId !== 0 ? me.userId : stranger.id)
  /** One that is ready. */
  async function made(situation: Situation): Promise<number> {
    if (situation.variant === 'missing') return MISSING
    const id = await catalog.exports.insert({ ...SYSTEM_SCOPE, userId: ownerOf(situation) }, draft, NOW)
    await app.jobs.find(({ name }) => name === 'exports')?.run()
    return id
  }
  const one = (url: string, payload?: object): readonly RecipeCall[] => [
    { url: `/api/exports${url}`, ...(payload !== undefined && { payload, headers: JSON_TYPE }) },
  ]

  return new Map<string, Recipe>([
    [
      'POST /api/exports',
      async ({ variant }) => {
        if (variant === 'mixed')
          return [
            ...one('', { ...draft, locals: [ids.granVia, ids.gallery] }),
            ...one('', { ...draft, clients: [ids.uno, MISSING] }),
          ]
        return one('', {
          ...draft,
          clients: [variant === 'own' ? ids.uno : variant === 'other' ? ids.museum : MISSING],
        })
      },
    ],
    ['GET /api/exports/:id', async (situation) => one(`/${await made(situation)}`)],
    ['DELETE /api/exports/:id', async (situation) => one(`/${await made(situation)}`)],
    ['GET /api/exports/:id/files/:file', async (situation) => one(`/${await made(situation)}/files/manifest`)],
    [
      'POST /api/exports/:id/files/:file/link',
      async (situation) => one(`/${await made(situation)}/files/data/link`, {}),
    ],
    [
      'GET /api/export-links/:token',
      async (situation) => {
        if (situation.variant === 'missing') return [{ url: `/api/export-links/${newToken()}` }]
        const id = await made({ ...situation, variant: 'other' })
        const reply = await app.inject({
          method: 'POST',
          url: `/api/exports/${id}/files/manifest/link`,
          headers: { access_token: token },
        })
        return [{ url: reply.json<{ path: string }>().path }]
      },
    ],
  ])
}
