/** The audit log in memory: what is written, who reads it, what goes to an archive, and where it breaks. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { memoryCatalog } from '../../testing/catalog.ts'
import type { Catalog } from '../../catalog.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ArchivedEntry, AuditArchive, ReadArchive } from './archive-file.ts'
import { FIRST_LINK } from '../../lib/audit-chain.ts'
import { brokenSentence } from './verify.ts'

const AT = Date.UTC(2026, 10, 20, 12)
let catalog: Catalog
let ana: number
let scope: Scope
beforeEach(async () => {
  catalog = await memoryCatalog()
  const { id } = await catalog.users.insert(
    SYSTEM_SCOPE,
    { username: 'ana@aforo.test', passwordHash: null, role: 'basic', clients: [], flags: [] },
    AT,
  )
  ana = id
  scope = { userId: id, role: 'basic', clients: [], demo: false }
})
afterEach(() => catalog.close())

/** Four entries, a minute apart: of Ana, of no user, of Ana, of a removed user. */
async function four(): Promise<void> {
  const { audit } = catalog
  const add = (who: Scope, action: never, target: string, at: number, details?: object) =>
    audit.append(who, { action, target, at: AT + at, ...(details && { details: details as never }) })
  await add(scope, 'import.read' as never, 'Bea@aforo.test', 0, { role: 'Admin' })
  await add(SYSTEM_SCOPE, 'import.undo' as never, '100%_sure', 1)
  await add(scope, 'brand.change' as never, 'north', 2)
  await add({ ...scope, userId: 4711 }, 'importPreset.save' as never, 'south', 3)
}
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code, message }: { code?: string; message?: string }) => [code, message],
  )

describe('an entry', () => {
  test('says who, what, to whom and when; administrators read all, others what they did, the newest first', async () => {
    await four()
    const all = await catalog.audit.list(SYSTEM_SCOPE, 9)
    expect(all).toEqual([
      { at: AT + 3, user: 4711, action: 'importPreset.save', target: 'south', details: {} },
      { at: AT + 2, user: ana, action: 'brand.change', target: 'north', details: {} },
      { at: AT + 1, user: null, action: 'import.undo', target: '100%_sure', details: {} },
      { at: AT, user: ana, action: 'import.read', target: 'Bea@aforo.test', details: { role: 'Admin' } },
    ])
    expect(await catalog.audit.list(SYSTEM_SCOPE, 1)).toEqual(all.slice(0, 1))
    expect(await catalog.audit.list(scope, 9)).toEqual([all[1], all[3]])
    expect(await catalog.audit.list({ ...scope, userId: null }, 9)).toEqual([])
    expect([await catalog.audit.count(), await catalog.audit.newestId()]).toEqual([4, 4])
  })

  test('has an action of the list, and a target that comes back as it was written', async () => {
    expect(await refused(catalog.audit.append(scope, { action: 'user.guess' as never, target: 'x', at: AT }))).toEqual([
      undefined,
      'The audit log has no words for "user.guess".',
    ])
    await catalog.audit.append(scope, { action: 'user.add', target: 'a\uD83Db\0c\0', at: AT })
    expect((await catalog.audit.list(scope, 1))[0]?.target).toBe('a\uFFFDb\uFFFDc\uFFFD')
    expect(await catalog.audit.verify()).toMatchObject({ whole: true, entries: 1 })
  })

  test('is found by time, person, action or its first word, target and text; pages hold each one once', async () => {
    await four()
    const { audit } = catalog
    const page = (query: object = {}) => audit.page(SYSTEM_SCOPE, query as never)
    const targets = async (query: object) => (await page(query)).entries.map(({ target }) => target)
    expect(await refused(audit.page(scope, {}))).toEqual([
      'ADMIN_REQUIRED',
      'Only an administrator may read the audit log.',
    ])
    const [bea, sure, north, south] = ['Bea@aforo.test', '100%_sure', 'north', 'south']
    expect(await targets({})).toEqual([south, north, sure, bea])
    expect(await targets({ from: AT + 1, to: AT + 3 })).toEqual([north, sure])
    expect([await targets({ user: ana }), await targets({ user: 0 }), await targets({ user: 4711 })]).toEqual([
      [north, bea],
      [sure],
      [south],
    ])
    expect([await targets({ action: 'import' }), await targets({ action: 'import.undo' })]).toEqual([
      [sure, bea],
      [sure],
    ])
    expect([await targets({ target: north }), await targets({ target: 'nor' })]).toEqual([[north], []])
    expect([await targets({ text: 'OUT' }), await targets({ text: 'aDMIN' }), await targets({ text: '' })]).toEqual([
      [south],
      [bea],
      [south, north, sure, bea],
    ])
    expect([await targets({ text: '0%_s' }), await targets({ text: 'n_rth' }), await targets({ text: '\\' })]).toEqual([
      [sure],
      [],
      [],
    ])
    const first = await page({ limit: 3 })
    expect([first.entries.length, first.next, first.archived]).toEqual([3, 2, null])
    expect(await page({ limit: 3, before: first.next })).toEqual({
      entries: [
        {
          id: 1,
          at: AT,
          user: ana,
          username: 'ana@aforo.test',
          action: 'import.read',
          target: bea,
          details: { role: 'Admin' },
        },
      ],
      next: null,
      archived: null,
    })
    expect((await page({ limit: 4 })).next).toBeNull()
    expect((await page({ target: south })).entries[0]).toMatchObject({ user: 4711, username: null })
    for (let n = 0; n < 50; n += 1) await audit.append(scope, { action: 'user.add', target: 'many', at: AT + 9 })
    expect((await page()).entries).toHaveLength(50)
  })
})

describe('the chain', () => {
  test('is whole, knows every head that it had, and leaves nothing where a head is only written again', async () => {
    const { audit } = catalog
    expect(await audit.verify()).toEqual({ whole: true, entries: 0, head: FIRST_LINK })
    await four()
    const whole = await audit.verify()
    expect(whole).toEqual({ whole: true, entries: 4, head: expect.stringMatching(/^[0-9a-f]{64}$/) })
    await audit.rewriteHead()
    expect(await audit.verify()).toEqual(whole)
    const heads = (await audit.oldest(0, 9)).map(({ hash }) => hash)
    expect(heads.at(-1)).toBe((whole as { head: string }).head)
    for (const head of [...heads, FIRST_LINK]) expect(await audit.verify(head)).toEqual(whole)
    const strange = await audit.verify('f'.repeat(64))
    expect(strange).toEqual({ whole: false, entry: null, why: `${'f'.repeat(64)} is not in the chain` })
  })

  test('is reported with its oldest entries, each with the one that it follows', async () => {
    await four()
    const all = await catalog.audit.oldest(0, 9)
    expect(all.map(({ id, at, username, target }) => [id, at, username, target])).toEqual([
      [1, AT, 'ana@aforo.test', 'Bea@aforo.test'],
      [2, AT + 1, null, '100%_sure'],
      [3, AT + 2, 'ana@aforo.test', 'north'],
      [4, AT + 3, null, 'south'],
    ])
    expect(all.map(({ previous }) => previous)).toEqual([FIRST_LINK, ...all.slice(0, 3).map(({ hash }) => hash)])
    expect((await catalog.audit.oldest(1, 2)).map(({ id }) => id)).toEqual([2, 3])
  })

  test('says where it breaks, in a sentence', () => {
    const messageOf = (entry: number | null, archive?: string) =>
      brokenSentence({ whole: false, entry, why: 'was changed', ...(archive !== undefined && { archive }) })
    expect([messageOf(7), messageOf(7, 'a.gz'), messageOf(null, 'a.gz'), messageOf(null)]).toEqual([
      'entry 7 was changed',
      'entry 7 in the archive a.gz was changed',
      'the archive a.gz was changed',
      'was changed',
    ])
  })
})

describe('an archive', () => {
  /** Files by name: what was taken out. */
  let files: Map<string, readonly ArchivedEntry[]>
  const read: ReadArchive = async ({ name }) => files.get(name) ?? { why: 'is missing' }
  async function archive(upTo: number, more: Partial<AuditArchive> = {}): Promise<AuditArchive> {
    const last = await catalog.audit.lastArchive()
    const entries = (await catalog.audit.oldest(last?.lastId ?? 0, 99)).filter(({ id }) => id <= upTo)
    const made: AuditArchive = {
      name: `${upTo}.gz`,
      firstId: entries[0]!.id,
      lastId: upTo,
      entries: entries.length,
      previous: entries[0]!.previous,
      head: entries.at(-1)!.hash,
      fromAt: entries[0]!.at,
      toAt: entries.at(-1)!.at,
      bytes: 100,
      sha256: `sum-${upTo}`,
      ...more,
    }
    files.set(
      made.name,
      entries.map(({ previous: _previous, ...entry }) => entry),
    )
    await catalog.audit.seal(SYSTEM_SCOPE, made, AT + 9)
    return made
  }
  beforeEach(async () => {
    files = new Map()
    await four()
  })

  test('takes its entries along, leaves the one that seals it, and the chain is whole over both', async () => {
    const { audit } = catalog
    expect(await audit.lastArchive()).toBeUndefined()
    const made = await archive(2)
    expect(await audit.lastArchive()).toEqual(made)
    expect((await audit.list(SYSTEM_SCOPE, 9)).map(({ action }) => action)).toEqual([
      'audit.archive',
      'importPreset.save',
      'brand.change',
    ])
    expect((await audit.list(SYSTEM_SCOPE, 1))[0]).toMatchObject({
      target: '2.gz',
      details: { file: '2.gz', sha256: 'sum-2', bytes: 100, entries: 2 },
      at: AT + 9,
    })
    expect((await audit.page(SYSTEM_SCOPE, {})).archived).toEqual({ entries: 2, files: 1, since: AT + 2 })
    expect([await audit.count(), await audit.verify(undefined, read)]).toEqual([
      5,
      { whole: true, entries: 5, head: expect.any(String) },
    ])
    await archive(4)
    expect(await audit.archived()).toEqual({ entries: 4, files: 2, since: AT + 9 })
    expect((await audit.lastArchive())?.name).toBe('4.gz')
    expect(await audit.verify(undefined, read)).toMatchObject({ whole: true, entries: 6 })
    expect(await audit.verify(made.head, read)).toMatchObject({ whole: true })
  })

  test('with other entries than the catalog is refused, and nothing is changed', async () => {
    expect(await refused(archive(2, { entries: 3 }))).toEqual([
      'AUDIT_BROKEN',
      'The catalog has 2 entries up to 2; expected the 3 of 2.gz. They stay.',
    ])
    expect([await catalog.audit.count(), await catalog.audit.archived()]).toEqual([4, null])
    expect(await catalog.audit.verify()).toMatchObject({ whole: true, entries: 4 })
  })

  test('that is missing, changed, cut or in another place breaks the chain, and is named', async () => {
    const made = await archive(3)
    const file = [...files.get('3.gz')!]
    const broken = (why: string, entry: number | null = null) => ({ whole: false, entry, why, archive: '3.gz' })
    const verify = () => catalog.audit.verify(undefined, read)
    expect(await verify()).toMatchObject({ whole: true })
    files.delete('3.gz')
    expect(await verify()).toEqual(broken('is missing'))
    files.set('3.gz', file.with(1, { ...file[1]!, target: 'other' }))
    expect(await verify()).toEqual(broken('was changed', 2))
    files.set('3.gz', file.slice(0, 2))
    expect(await verify()).toEqual(broken('does not end as the list of archives says'))
    files.set('3.gz', file)
    expect(await catalog.audit.verify(made.head, read)).toMatchObject({ whole: true, entries: 5 })
  })

  test('is not the one that its entry seals when its sum is another, or no entry names it', async () => {
    await archive(2)
    const files2 = files.get('2.gz')!
    // An entry with another checksum, as left by an attacker who changed both.
    const { audit } = catalog
    const seal = (details: object) =>
      audit.append(SYSTEM_SCOPE, { action: 'audit.archive', target: '2.gz', details: details as never, at: AT + 10 })
    await seal({ file: '2.gz', sha256: 'other' })
    files.set('2.gz', files2)
    expect(await audit.verify(undefined, read)).toEqual({
      whole: false,
      entry: null,
      why: 'is not the file that entry 6 seals: the SHA-256 of that is other',
      archive: '2.gz',
    })
  })

  test('that is sealed and in no list breaks the chain', async () => {
    await catalog.audit.append(SYSTEM_SCOPE, {
      action: 'audit.archive',
      target: 'x.gz',
      details: { file: 'x.gz', sha256: 'x' },
      at: AT + 10,
    })
    expect(await catalog.audit.verify(undefined, read)).toEqual({
      whole: false,
      entry: null,
      why: 'is sealed and not in the list of archives',
      archive: 'x.gz',
    })
  })

  test('that does not follow what was before it breaks the chain', async () => {
    await archive(2, { previous: 'x' })
    expect(await catalog.audit.verify(undefined, read)).toEqual({
      whole: false,
      entry: null,
      why: 'does not follow what was before it',
      archive: '2.gz',
    })
  })
})
