import { afterAll, describe, expect, test } from 'vitest'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { createCatalog } from '../../open-catalog.ts'
import { testDialects } from '../../testing/postgres.ts'
import type { NewLink } from './repo.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const DAY_MS = 86_400_000
const { dialects, stop } = await testDialects()
afterAll(stop)

/** Any bytes: what a snapshot keeps is no text. */
const BYTES = Uint8Array.from({ length: 256 }, (_, at) => at)

describe.each(dialects)('on $name', ({ url }) => {
  test('a link is listed for its maker and the client’s administrator, counted, opened, revoked once and swept', async () => {
    const catalog = await createCatalog({ catalogUrl: await url() })
    const { publicLinks: links } = catalog
    const [uno, dos] = await Promise.all(
      ['Uno', 'Dos'].map((name) => catalog.clients.insert(SYSTEM_SCOPE, { name, type: 'basic' })),
    )
    const clients = [uno?.id ?? 0, dos?.id ?? 0]
    const person = async (username: string) => {
      const { id } = await catalog.users.insert(
        SYSTEM_SCOPE,
        { username, passwordHash: 'hashed', role: 'basic', clients, flags: ['footCompare'] },
        NOW,
      )
      return { ...SYSTEM_SCOPE, role: 'basic' as const, userId: id }
    }
    const [ana, eva] = [await person('ana@aforo.test'), await person('eva@aforo.test')]
    const link = (name: string, more: Partial<NewLink> = {}): NewLink => ({
      slug: `slug-${name}`,
      dashboard: 'foot-compare',
      name,
      clients,
      locals: null,
      values: { client: clients[0], compare: true },
      periods: 'rolling',
      day: null,
      timeZone: 'Europe/Madrid',
      lang: 'es',
      origins: ['https://shop.example.com'],
      endsAt: NOW + DAY_MS,
      tokenHash: `hash of ${name}`,
      document: null,
      ...more,
    })
    const rolling = await links.insert(ana, link('rolling', { clients: [clients[1] ?? 0] }), NOW)
    const kept = { question: 'sums', type: 'application/x-columns', asOf: NOW - 1, bytes: BYTES }
    const frozen = await links.insert(
      ana,
      link('frozen', { periods: 'snapshot', day: '2026-11-19', locals: [3, 1], document: '{"name":"Café"}' }),
      NOW,
      [kept, { ...kept, question: 'names', asOf: null }],
    )
    await expect(links.insert(eva, link('frozen'), NOW)).rejects.toThrow()

    const ids = async (scope: typeof SYSTEM_SCOPE, client?: number) =>
      (await links.list(scope, client)).map(({ id }) => id)
    expect([await ids(ana), await ids(eva), await ids(SYSTEM_SCOPE), await ids(SYSTEM_SCOPE, clients[0])]).toEqual([
      [frozen.id, rolling.id],
      [],
      [frozen.id, rolling.id],
      [frozen.id],
    ])
    expect(await links.find(ana, frozen.id)).toEqual({
      ...frozen,
      clients,
      locals: [3, 1],
      values: { client: clients[0], compare: true },
      openings: 0,
      openedAt: null,
    })
    expect([await links.find(eva, frozen.id), await links.revoke(eva, frozen.id, NOW)]).toEqual([undefined, false])
    expect([
      await links.count(ana, NOW),
      await links.count(ana, NOW, 'snapshot'),
      await links.count(ana, NOW + DAY_MS),
    ]).toEqual([2, 1, 0])

    expect((await links.byToken('hash of frozen'))?.id).toBe(frozen.id)
    expect(await links.byToken('hash')).toBe(undefined)
    expect([await links.opened(frozen.id, NOW + 1), await links.opened(frozen.id, NOW + 2)]).toEqual([true, false])
    expect(await links.find(ana, frozen.id)).toMatchObject({ openings: 2, openedAt: NOW + 2 })
    const answer = await links.answer(frozen.id, 'sums')
    expect({ ...answer, bytes: Uint8Array.from(answer?.bytes ?? []) }).toEqual(kept)
    expect((await links.answer(frozen.id, 'names'))?.asOf).toBe(null)
    expect(await links.answer(rolling.id, 'sums')).toBe(undefined)
    expect(await links.document(frozen.id)).toBe('{"name":"Café"}')
    const framers = (name: string) => links.framers(`slug-${name}`)
    expect([await framers('rolling'), await framers('frozen'), await framers('x')]).toEqual([
      ['https://shop.example.com'],
      ['https://shop.example.com'],
      [],
    ])

    // Revoked: what it kept goes at once, and once is enough.
    expect([await links.revoke(ana, frozen.id, NOW + 3), await links.revoke(ana, frozen.id, NOW + 4)]).toEqual([
      true,
      false,
    ])
    expect([await links.answer(frozen.id, 'sums'), await links.document(frozen.id)]).toEqual([undefined, null])
    expect(await links.count(ana, NOW)).toBe(1)

    // Ended: its answers go, and both go for good once they have been over for long. Until then its frame says so.
    const past = { endsAt: NOW - 1, document: '{}', origins: ['https://board.example.com'] }
    const ended = await links.insert(ana, link('ended', past), NOW - DAY_MS, [kept])
    await links.sweep(NOW, NOW - DAY_MS)
    expect(await framers('ended')).toEqual(['https://board.example.com'])
    expect([await links.answer(ended.id, 'sums'), await links.document(ended.id)]).toEqual([undefined, null])
    expect(await ids(ana)).toEqual([ended.id, frozen.id, rolling.id])
    await links.sweep(NOW + 10, NOW + 3)
    expect([await ids(ana), await framers('ended')]).toEqual([[rolling.id], []])
    await catalog.close()
  })
})
