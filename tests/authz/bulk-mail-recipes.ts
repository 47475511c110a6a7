/** Requests of the matrix about bulk mails and the links in them. For tests only. */
import { randomInt } from 'node:crypto'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { secretsOf } from '../../server/lib/secrets.ts'
import { bulkMails } from '../../server/modules/bulk-mails/index.ts'
import { unsubscribeTokens } from '../../server/modules/bulk-mails/letter.ts'
import { CONFIG, NOW } from '../../server/testing/fixture.ts'
import { json, one } from './recipe-tools.ts'
import type { RecipeTools } from './recipe-tools.ts'
import { MISSING } from './recipe.ts'
import type { Recipe, Situation } from './recipe.ts'

export async function bulkMailRecipes({ catalog }: RecipeTools): Promise<ReadonlyMap<string, Recipe>> {
  const tokens = unsubscribeTokens(secretsOf(CONFIG.secretKey ?? ''))
  const person = async () =>
    (
      await catalog.users.insert(
        SYSTEM_SCOPE,
        { username: `mailed${randomInt(1e9)}@aforo.test`, role: 'basic', flags: [], clients: [], passwordHash: null },
        NOW,
      )
    ).id
  const draft = bulkMails.resource.example(1, MISSING, null) as { readonly filter: object }
  const mail = await catalog.resources.insert(bulkMails.resource, SYSTEM_SCOPE, draft, NOW)
  const reader = await person()
  /** One of whom it failed. */
  async function failed(): Promise<number> {
    const address = `failed${randomInt(1e9)}@aforo.test`
    const people = [{ user: reader, address, language: 'es', isUnsubscribed: false }] as const
    await catalog.bulkMails.address(SYSTEM_SCOPE, mail, people, NOW)
    for (;;) {
      const taken = await catalog.bulkMails.take(NOW)
      if (taken === undefined) return MISSING
      await catalog.bulkMails.settle(taken.id, 'failed', '550', NOW)
      if (taken.address === address) return taken.id
    }
  }
  const of = ({ variant }: Situation, path: string) =>
    one({ url: `/api/bulk-mails/${variant === 'missing' ? MISSING : mail}${path}` })
  const link = async ({ variant }: Situation) =>
    one({ url: `/api/unsubscribe/${variant === 'missing' ? 'v1.made.up' : tokens.of(await person())}` })
  return new Map<string, Recipe>([
    ['POST /api/bulk-mails/audience', () => json('/api/bulk-mails/audience', { kind: 'news', filter: draft.filter })],
    ['GET /api/bulk-mails/:id/preview/:user', (situation) => of(situation, `/preview/${reader}`)],
    ['POST /api/bulk-mails/:id/test', (situation) => of(situation, '/test')],
    ['GET /api/bulk-mails/:id/recipients', (situation) => of(situation, '/recipients')],
    [
      'POST /api/bulk-mails/:id/recipients/:recipient/again',
      async (situation) => of(situation, `/recipients/${await failed()}/again`),
    ],
    ['GET /api/unsubscribe/:token', link],
    ['POST /api/unsubscribe/:token', link],
  ])
}
