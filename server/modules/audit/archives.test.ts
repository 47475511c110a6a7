import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCatalog } from '../../open-catalog.ts'
import type { Catalog } from '../../catalog.ts'
import { NodeSqliteDialect } from '../../db/node-sqlite.ts'
import { postgresDialect } from '../../db/postgres.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { testDialects } from '../../testing/postgres.ts'
import { archiveReader } from './archive-file.ts'
import type { ArchivedEntry } from './archive-file.ts'
import { auditArchives, keptFrom, MAX_ENTRIES } from './archives.ts'
import type { Step } from './archives.ts'
import { SLICE, verifyChain } from './verify.ts'

const { dialects, stop } = await testDialects()
afterAll(stop)

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 20, 12)
/** Whole months end before the one of 400 days ago. */
const KEPT_FROM = Date.UTC(2025, 9, 1)
const OLD = 5
const NEW = 3

test('a month goes when its last day is old enough, so no day of it stays behind', () => {
  expect([
    keptFrom(NOW, 400),
    keptFrom(Date.UTC(2026, 10, 4, 23), 400),
    keptFrom(Date.UTC(2026, 10, 5), 400),
    keptFrom(NOW, 1),
  ]).toEqual([KEPT_FROM, Date.UTC(2025, 8, 1), KEPT_FROM, Date.UTC(2026, 10, 1)])
})

describe.each(dialects)('archives of the audit log on $name', ({ name, url }) => {
  let catalog: Catalog
  let intruder: Db
  let directory: string
  let folder: string

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'aforo-archives-'))
    folder = join(directory, 'audit')
    const path = join(directory, 'catalog.sqlite')
    const catalogUrl = name === 'SQLite' ? `sqlite:${path}` : await url()
    catalog = await createCatalog({ catalogUrl })
    intruder = new Kysely<Tables>({
      dialect: name === 'SQLite' ? new NodeSqliteDialect(path) : postgresDialect(catalogUrl),
    })
    for (let n = 0; n < OLD; n++) await append(`old${n}`, KEPT_FROM - (OLD - n) * DAY)
    for (let n = 0; n < NEW; n++) await append(`new${n}`, KEPT_FROM + n * DAY)
  })
  afterEach(async () => {
    await intruder.destroy()
    await catalog.close()
    rmSync(directory, { recursive: true, force: true })
  })

  const append = (target: string, at: number) =>
    catalog.audit.append(SYSTEM_SCOPE, { action: 'user.add', target, details: { by: 'ñ "1"' }, at })
  const archive = (onStep?: (step: Step) => Promise<void>, keptDays = 400) =>
    auditArchives({ catalog, clock: { now: () => NOW }, folder, keptDays, ...(onStep && { onStep }) }).runMaintenance()
  const verify = (known?: string) => catalog.audit.verify(known, archiveReader(folder))
  const inCatalog = async () => (await catalog.audit.list(SYSTEM_SCOPE, 9999)).map(({ target }) => target).toReversed()
  const files = () => {
    try {
      return readdirSync(folder).toSorted()
    } catch {
      return []
    }
  }
  const linesOf = (file: string) =>
    gunzipSync(readFileSync(join(folder, file)))
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as ArchivedEntry)
  const inFiles = () =>
    files().flatMap((file) =>
      linesOf(file)
        .slice(1)
        .map(({ target }) => target),
    )
  const OLDS = Array.from({ length: OLD }, (_, n) => `old${n}`)
  const NEWS = Array.from({ length: NEW }, (_, n) => `new${n}`)
  const FILE = 'audit-000000001-000000005.jsonl.gz'

  test.each([
    [
      'a changed entry',
      sql`update audit_log set target = 'nobody' where target = 'old3'`,
      'Entry 4 of the audit log does not fit the chain; it and what follows stay in the catalog.',
    ],
    [
      'a missing entry',
      sql`delete from audit_log where target = 'old1'`,
      'Entry 3 of the audit log does not fit the chain; it and what follows stay in the catalog.',
    ],
  ])('%s is not archived: nothing is written, and nothing leaves the catalog', async (_, tamper, message) => {
    await tamper.execute(intruder)
    const before = await inCatalog()
    await expect(archive()).rejects.toMatchObject({ code: 'AUDIT_BROKEN', message })
    expect([await inCatalog(), files()]).toEqual([before, []])
  })

  test('with 0 days everything stays, and so does what is not old enough', async () => {
    expect([await archive(undefined, 0), await archive(undefined, 500), files()]).toEqual([[], [], []])
    expect(await inCatalog()).toEqual([...OLDS, ...NEWS])
  })

  test('what is old goes to a file that only its owner reads, the rest follows it, and the chain is whole over both', async () => {
    const head = await headBefore()
    const [made] = await archive()
    expect(made).toMatchObject({
      name: FILE,
      firstId: 1,
      lastId: 5,
      entries: OLD,
      fromAt: KEPT_FROM - OLD * DAY,
      toAt: KEPT_FROM - DAY,
      bytes: statSync(join(folder, FILE)).size,
    })
    expect([statSync(folder).mode & 0o777, statSync(join(folder, FILE)).mode & 0o777]).toEqual([0o700, 0o600])
    expect([inFiles(), await inCatalog()]).toEqual([OLDS, [...NEWS, FILE]])
    expect(linesOf(FILE)[1]).toEqual({
      id: 1,
      at: KEPT_FROM - OLD * DAY,
      user: null,
      username: null,
      action: 'user.add',
      target: 'old0',
      details: '{"by":"ñ \\"1\\""}',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const [seal] = await catalog.audit.list(SYSTEM_SCOPE, 1)
    expect(seal).toMatchObject({
      action: 'audit.archive',
      at: NOW,
      details: { file: FILE, sha256: made?.sha256, bytes: made?.bytes, entries: OLD },
    })
    expect(await catalog.audit.page(SYSTEM_SCOPE, { limit: 1 })).toMatchObject({
      archived: { entries: OLD, files: 1, since: KEPT_FROM },
    })
    expect(await verify(head)).toMatchObject({ whole: true, entries: OLD + NEW + 1 })
    expect(await archive()).toEqual([])
  })

  test('an archive of later goes on where the one before ended, and takes its seal along', async () => {
    await archive()
    const later = NOW + 500 * DAY
    const again = auditArchives({ catalog, clock: { now: () => later }, folder, keptDays: 400 })
    expect(await again.runMaintenance()).toMatchObject([{ firstId: 6, lastId: 9, entries: NEW + 1 }])
    expect([inFiles(), await inCatalog()]).toEqual([[...OLDS, ...NEWS, FILE], ['audit-000000006-000000009.jsonl.gz']])
    expect(await verify()).toMatchObject({ whole: true, entries: OLD + NEW + 2 })
  })

  test.each(['written', 'named', 'removed', 'sealed'] as const)(
    'a crash when it is %s loses nothing and doubles nothing',
    async (at) => {
      const head = await headBefore()
      await expect(
        archive(async (step) => {
          if (step === at) throw new Error('crash')
        }),
      ).rejects.toThrow('crash')
      expect(await verify(head)).toMatchObject({ whole: true })
      expect(await inCatalog()).toEqual(at === 'sealed' ? [...NEWS, FILE] : [...OLDS, ...NEWS])
      await archive()
      expect([inFiles(), await inCatalog()]).toEqual([OLDS, [...NEWS, FILE]])
      expect(await verify(head)).toMatchObject({ whole: true, entries: OLD + NEW + 1 })
    },
  )

  test('a file that a crash left is removed when more has become old, also its half; other files are left alone', async () => {
    await expect(
      archive(async (step) => {
        if (step === 'named') throw new Error('crash')
      }),
    ).rejects.toThrow('crash')
    for (const left of ['audit-000000001-000000002.jsonl.gz.part', 'notes.txt', 'audit-000000900-000000901.jsonl.gz'])
      writeFileSync(join(folder, left), 'x')
    const made = await auditArchives({
      catalog,
      clock: { now: () => NOW + 40 * DAY },
      folder,
      keptDays: 400,
    }).runMaintenance()
    expect(made).toMatchObject([{ firstId: 1, lastId: 8 }])
    expect(files()).toEqual(['audit-000000001-000000008.jsonl.gz', 'audit-000000900-000000901.jsonl.gz', 'notes.txt'])
  })

  test('entries that change between the file and the seal stay, and are not in an archive', async () => {
    await expect(
      archive(async (step) => {
        if (step === 'named') await sql`delete from audit_log where target = 'old2'`.execute(intruder)
      }),
    ).rejects.toMatchObject({
      code: 'AUDIT_BROKEN',
      message: `The catalog has 4 entries up to 5; expected the 5 of ${FILE}. They stay.`,
    })
    expect([await inCatalog(), await catalog.audit.lastArchive()]).toEqual([
      [...OLDS.filter((one) => one !== 'old2'), ...NEWS],
      undefined,
    ])
  })

  /** Another file of the same entries, in which one is changed and the chain made anew. */
  const rewritten = (change: (entries: ArchivedEntry[]) => ArchivedEntry[]) => {
    const [head, ...entries] = linesOf(FILE)
    return gzipSync(`${[head, ...change(entries)].map((line) => JSON.stringify(line)).join('\n')}\n`)
  }
  const asSealed = (bytes: Buffer) =>
    sql`update audit_archives set bytes = ${bytes.length}, sha256 = ${sha256(bytes)}`.execute(intruder)

  test.each<[string, (path: string) => unknown, object]>([
    [
      'a missing archive',
      (path) => {
        rmSync(path)
      },
      { entry: null, why: 'is missing', archive: FILE },
    ],
    [
      'a cut one',
      (path) => {
        truncateSync(path, statSync(path).size - 9)
      },
      { entry: null, why: expect.stringMatching(/^has \d+ bytes instead of \d+$/), archive: FILE },
    ],
    [
      'a changed one',
      (path) => {
        const bytes = readFileSync(path)
        bytes[40]! ^= 1
        writeFileSync(path, bytes)
      },
      { entry: null, why: 'was changed: its SHA-256 is not the sealed one', archive: FILE },
    ],
    [
      'a changed entry in an archive whose SHA-256 in the list was changed too',
      async (path) => {
        const bytes = rewritten((entries) =>
          entries.map((entry) => (entry.id === 3 ? { ...entry, target: 'nobody' } : entry)),
        )
        writeFileSync(path, bytes)
        await asSealed(bytes)
      },
      { entry: 3, why: 'was changed', archive: FILE },
    ],
    [
      'an archive packed anew with the SHA-256 in the list',
      async (path) => {
        const bytes = rewritten((entries) => entries.map((entry) => ({ ...entry, username: 'eva@example.com' })))
        writeFileSync(path, bytes)
        await asSealed(bytes)
      },
      {
        entry: null,
        why: expect.stringMatching(/^is not the file that entry 9 seals: the SHA-256 of that is [0-9a-f]{64}$/),
        archive: FILE,
      },
    ],
    [
      'an archive without its last entry and a list that says so',
      async (path) => {
        const bytes = rewritten((entries) => entries.slice(0, -1))
        writeFileSync(path, bytes)
        await asSealed(bytes)
        await sql`update audit_archives set entries = 4`.execute(intruder)
      },
      { entry: null, why: 'does not end as the list of archives says', archive: FILE },
    ],
    [
      'a list of archives that was emptied',
      async () => {
        await sql`delete from audit_archives`.execute(intruder)
      },
      { entry: 6, why: 'does not follow the entry before it' },
    ],
    [
      'an entry in the place of archived ones',
      async () => {
        await sql`insert into audit_log (id, at, user_id, action, target, details, hash, prev_hash) values (2, 9, null, 'x', 'x', '{}', 'x', 'x')`.execute(
          intruder,
        )
      },
      { entry: 2, why: 'does not follow the entry before it' },
    ],
    [
      'a first entry of the catalog that does not follow the archive',
      async () => {
        await sql`delete from audit_log where target = 'new0'`.execute(intruder)
      },
      { entry: 7, why: 'does not follow the entry before it' },
    ],
  ])('%s is found and named', async (_, tamper, found) => {
    await archive()
    await tamper(join(folder, FILE))
    expect(await verify()).toEqual({ whole: false, ...found })
  })

  test.each([
    ['partly', NOW + 40 * DAY],
    ['wholly', NOW],
  ])('what goes to an archive while the chain is read, and was %s read by then, is read once', async (_, at) => {
    await catalog.transaction(async ({ audit }) => {
      for (let n = 0; n < SLICE + 100; n++)
        await audit.append(SYSTEM_SCOPE, { action: 'user.change', target: `many${n}`, at: KEPT_FROM + DAY })
    })
    let slices = 0
    /** The catalog, in which entries are archived between the first slice and the second. */
    const meanwhile = {
      selectFrom: (table: 'audit_archives') => intruder.selectFrom(table),
      transaction: () => ({
        setIsolationLevel: () => ({
          async execute(work: (db: Db) => Promise<unknown>) {
            slices += 1
            if (slices === 2)
              await auditArchives({ catalog, clock: { now: () => at }, folder, keptDays: 400 }).runMaintenance()
            return intruder.transaction().setIsolationLevel('repeatable read').execute(work)
          },
        }),
      }),
    } as unknown as Db
    expect(await verifyChain(meanwhile, archiveReader(folder))).toMatchObject({
      whole: true,
      entries: OLD + NEW + SLICE + 101,
    })
    expect(files()).toHaveLength(1)
  })

  test('long logs go in several archives, while the chain is verified and others are answered', async () => {
    const many = MAX_ENTRIES + 3 * SLICE
    await catalog.transaction(async ({ audit }) => {
      for (let n = 0; n < many; n++)
        await audit.append(SYSTEM_SCOPE, { action: 'user.change', target: `many${n}`, at: KEPT_FROM - DAY })
    })
    // Entries that are new today are older than 400 days by then.
    const all = auditArchives({ catalog, clock: { now: () => NOW + 40 * DAY }, folder, keptDays: 400 }).runMaintenance()
    const found = await Promise.all(Array.from({ length: 4 }, async () => verify()))
    expect((await all).map(({ entries }) => entries)).toEqual([MAX_ENTRIES, many - MAX_ENTRIES + OLD + NEW])
    for (const one of found) expect(one).toMatchObject({ whole: true })
    expect(await verify()).toMatchObject({ whole: true, entries: many + OLD + NEW + 2 })
    expect(new Set(inFiles()).size).toBe(many + OLD + NEW)
  })

  async function headBefore(): Promise<string> {
    const before = await verify()
    return before.whole ? before.head : ''
  }
})

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
