import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCatalog } from '../../open-catalog.ts'
import type { Catalog } from '../../catalog.ts'
import { NodeSqliteDialect } from '../../db/node-sqlite.ts'
import { postgresDialect } from '../../db/postgres.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { Kysely } from 'kysely'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { SLICE } from './verify.ts'
import { testDialects } from '../../testing/postgres.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const { dialects, stop } = await testDialects()
afterAll(stop)

describe.each(dialects)('the audit log on $name', ({ name, url }) => {
  let catalog: Catalog
  let intruder: Db
  let directory: string

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'aforo-audit-'))
    const path = join(directory, 'catalog.sqlite')
    const catalogUrl = name === 'SQLite' ? `sqlite:${path}` : await url()
    catalog = await createCatalog({ catalogUrl })
    intruder = new Kysely<Tables>({
      dialect: name === 'SQLite' ? new NodeSqliteDialect(path) : postgresDialect(catalogUrl),
    })
    for (let n = 1; n <= 5; n++)
      await catalog.audit.append(SYSTEM_SCOPE, { action: 'user.add', target: `user${n}`, details: { n }, at: n })
  })
  afterEach(async () => {
    await intruder.destroy()
    await catalog.close()
    rmSync(directory, { recursive: true, force: true })
  })

  test.each([
    [
      'a changed target',
      sql`update audit_log set target = 'nobody' where target = 'user3'`,
      { entry: 3, why: 'was changed' },
    ],
    [
      'changed details',
      sql`update audit_log set details = '{"n":9}' where target = 'user1'`,
      { entry: 1, why: 'was changed' },
    ],
    ['a changed time', sql`update audit_log set at = 7 where target = 'user5'`, { entry: 5, why: 'was changed' }],
    [
      'another user as the actor',
      sql`update audit_log set user_id = 4 where target = 'user2'`,
      { entry: 2, why: 'was changed' },
    ],
    [
      'a missing entry',
      sql`delete from audit_log where target = 'user2'`,
      { entry: 3, why: 'does not follow the entry before it' },
    ],
    [
      'a missing first entry',
      sql`delete from audit_log where target = 'user1'`,
      { entry: 2, why: 'does not follow the entry before it' },
    ],
    [
      'a missing last entry',
      sql`delete from audit_log where target = 'user5'`,
      { entry: null, why: 'the log has 4 entries and should have 5' },
    ],
    [
      'an entry slipped in',
      sql`insert into audit_log (at, user_id, action, target, details, hash, prev_hash) values (9, 1, 'x', 'x', '{}', 'x', 'x')`,
      { entry: 6, why: 'does not follow the entry before it' },
    ],
  ])('%s is found', async (_, tamper, found) => {
    await tamper.execute(intruder)
    expect(await catalog.audit.verify()).toEqual({ whole: false, ...found })
  })

  test('a rebuilt chain is detected by comparing it with an earlier head', async () => {
    const before = await catalog.audit.verify()
    const head = before.whole ? before.head : ''
    expect(before).toEqual({ whole: true, entries: 5, head: expect.stringMatching(/^[0-9a-f]{64}$/) })
    await sql`delete from audit_log`.execute(intruder)
    await sql`update audit_head set entries = 0, hash = ${'0'.repeat(64)}`.execute(intruder)
    for (let n = 1; n <= 5; n++)
      await catalog.audit.append(SYSTEM_SCOPE, { action: 'user.add', target: `other${n}`, at: n })
    expect(await catalog.audit.verify()).toMatchObject({ whole: true })
    expect(await catalog.audit.verify(head)).toEqual({ whole: false, entry: null, why: `${head} is not in the chain` })
  })

  test('while it is read others are answered, and what they append meanwhile is read too', async () => {
    const slices = 6
    await catalog.transaction(async ({ audit }) => {
      for (let n = 1; n <= slices * SLICE; n++)
        await audit.append(SYSTEM_SCOPE, { action: 'user.change', target: `many${n}`, at: n })
    })
    const finished = new AbortController()
    const verified = catalog.audit.verify().finally(() => {
      finished.abort()
    })
    let answered = 0
    while (!finished.signal.aborted) {
      // The first slice is under way: what is appended now comes while the others are read.
      if (answered === 0)
        await catalog.audit.append(SYSTEM_SCOPE, { action: 'user.change', target: 'meanwhile', at: 1 })
      await catalog.audit.count()
      answered += 1
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
    }
    // In one thread each slice lets one through; the time of a query beside another process is not measured here.
    expect(answered).toBeGreaterThanOrEqual(name === 'SQLite' ? slices : 1)
    const all = slices * SLICE + 6
    // Another process may have read the last slice before the entry was there; then the next reading has it.
    expect(name === 'SQLite' ? [all] : [all, all - 1]).toContain(
      await verified.then((found) => (found.whole ? found.entries : found)),
    )
    expect(await catalog.audit.verify()).toMatchObject({ whole: true, entries: all })
  })

  test('untouched is whole, its head stays in it, and entries of many at once do not fork it', async () => {
    const before = await catalog.audit.verify()
    const head = before.whole ? before.head : ''
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        catalog.audit.append(SYSTEM_SCOPE, { action: 'user.change', target: `many${n}`, at: 100 }),
      ),
    )
    await catalog.transaction(async ({ audit }) => {
      await audit.append(SYSTEM_SCOPE, { action: 'user.add', target: 'within', at: 200 })
    })
    await expect(
      catalog.transaction(async ({ audit }) => {
        await audit.append(SYSTEM_SCOPE, { action: 'user.add', target: 'taken back', at: 300 })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await catalog.audit.verify(head)).toEqual({
      whole: true,
      entries: 36,
      head: expect.not.stringMatching(head),
    })
  })
})
