/**
 * Reads the whole chain of the audit log, first what is in archives, then what is in the catalog, and says where it
 * breaks.
 */
import { setImmediate } from 'node:timers/promises'
import type { Db, Row } from '../../db/tables.ts'
import type { AuditArchive, ReadArchive } from './archive-file.ts'
import { chainHash, FIRST_LINK } from '../../lib/audit-chain.ts'
import type { Linked } from '../../lib/audit-chain.ts'

/** The result of a check of the chain. */
export type Verified =
  | { readonly whole: true; readonly entries: number; readonly head: string }
  /**
   * `entry`: the first one that does not fit, null = a whole archive does not, or entries are missing at the end.
   * `archive`: the file in which it is.
   */
  | { readonly whole: false; readonly entry: number | null; readonly why: string; readonly archive?: string }

type Broken = Extract<Verified, { whole: false }>

/** Where the chain breaks and why, as the rest of a sentence. */
export const brokenSentence = ({ entry, archive, why }: Broken): string => {
  const place = [entry === null ? '' : `entry ${entry}`, archive === undefined ? '' : `the archive ${archive}`]
    .filter(Boolean)
    .join(' in ')
  return place === '' ? why : `${place} ${why}`
}

/** Entries that are checked in one go: some 3 ms. */
export const SLICE = 500
/** The entry that seals an archive, whose name and SHA-256 are its `file` and `sha256`. */
export const SEAL = 'audit.archive'

interface Link extends Linked {
  readonly id: number
  readonly hash: string
}

export const linkOf = ({ at, user_id: user, action, target, details }: Row<'audit_log'>): Linked => ({
  at,
  user,
  action,
  target,
  details,
})
export const archiveOf = (row: Row<'audit_archives'>): AuditArchive => ({
  name: row.name,
  firstId: row.first_id,
  lastId: row.last_id,
  entries: row.entries,
  previous: row.prev_hash,
  head: row.hash,
  fromAt: row.from_at,
  toAt: row.to_at,
  bytes: row.bytes,
  sha256: row.sha256,
})

const broken = (entry: number | null, why: string, archive?: string): Broken => ({
  whole: false,
  entry,
  why,
  ...(archive !== undefined && { archive }),
})
const FOREIGN = 'does not follow the entry before it'

/**
 * A slice at a time: others are answered in between, and what they append is read too. What goes to an archive
 * meanwhile is read once, here or there. `known`: a head that was written down earlier; it must still be in the chain,
 * which finds a chain that was made anew.
 */
export async function verifyChain(db: Db, read: ReadArchive, known?: string): Promise<Verified> {
  let [previous, entries, seen, last] = [FIRST_LINK, 0, known === undefined || known === FIRST_LINK, 0]
  /** Archives that were read and whose seal has not come yet: it is always later in the chain. */
  const unsealed = new Map<string, string>()

  async function follow(link: Link): Promise<Broken | null> {
    if (link.hash !== chainHash(previous, link)) return broken(link.id, 'was changed')
    previous = link.hash
    seen ||= previous === known
    entries += 1
    last = link.id
    return link.action === SEAL ? await sealed(link) : null
  }

  async function sealed({ id, details }: Link): Promise<Broken | null> {
    const { file = '', sha256 } = JSON.parse(details) as { file?: string; sha256?: string }
    // Its entries were read from the catalog, before they went to the archive.
    if (!unsealed.has(file)) {
      const archive = await archiveNamed(db, file)
      if (archive === null) return broken(null, 'is sealed and not in the list of archives', file)
      const found = await read(archive)
      if ('why' in found) return broken(null, found.why, file)
      unsealed.set(file, archive.sha256)
    }
    if (unsealed.get(file) !== sha256)
      return broken(null, `is not the file that entry ${id} seals: the SHA-256 of that is ${sha256}`, file)
    unsealed.delete(file)
    return null
  }

  async function followArchive(archive: AuditArchive): Promise<Broken | null> {
    const found = await read(archive)
    if ('why' in found) return broken(null, found.why, archive.name)
    if (archive.firstId > last && archive.previous !== previous)
      return broken(null, 'does not follow what was before it', archive.name)
    unsealed.set(archive.name, archive.sha256)
    for (const [n, entry] of found.entries()) {
      if (entry.id <= last) continue
      const wrong = await follow(entry)
      if (wrong !== null) return { archive: archive.name, ...wrong }
      if (n % SLICE === SLICE - 1) await setImmediate()
    }
    if (last !== archive.lastId || previous !== archive.head)
      return broken(null, 'does not end as the list of archives says', archive.name)
    return null
  }

  for (;;) {
    const { archive, stray, rows, head } = await sliceAfter(db, last)
    if (stray !== undefined) return broken(stray, FOREIGN)
    if (archive !== null) {
      const wrong = await followArchive(archive)
      if (wrong !== null) return wrong
      continue
    }
    for (const row of rows) {
      if (row.prev_hash !== previous) return broken(row.id, FOREIGN)
      const wrong = await follow({ id: row.id, hash: row.hash, ...linkOf(row) })
      if (wrong !== null) return wrong
    }
    if (rows.length === SLICE) {
      await setImmediate()
      continue
    }
    // The last slice and the head are of one moment.
    if (head === undefined || head.entries !== entries || head.hash !== previous)
      return broken(null, `the log has ${entries} entries and should have ${head?.entries ?? 'more'}`)
    for (const name of unsealed.keys()) return broken(null, 'is sealed by no entry', name)
    if (!seen) return broken(null, `${known ?? ''} is not in the chain`)
    return { whole: true, entries, head: previous }
  }
}

/**
 * The next part: an archive, or entries of the catalog with the head as it was when they were read. `stray`: an entry
 * in the place of archived ones.
 */
function sliceAfter(db: Db, last: number) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      const archive = await db
        .selectFrom('audit_archives')
        .selectAll()
        .where('last_id', '>', last)
        .orderBy('first_id')
        .limit(1)
        .executeTakeFirst()
      const stray = await db
        .selectFrom('audit_log')
        .select('id')
        .orderBy('id')
        .limit(1)
        .where('id', '<=', (archived) =>
          archived
            .selectFrom('audit_archives')
            .select((of) => of.fn.coalesce(of.fn.max('last_id'), of.lit(0)).as('last')),
        )
        .executeTakeFirst()
      return {
        archive: archive === undefined ? null : archiveOf(archive),
        stray: stray?.id,
        rows:
          archive === undefined
            ? await db.selectFrom('audit_log').selectAll().where('id', '>', last).orderBy('id').limit(SLICE).execute()
            : [],
        head: await db.selectFrom('audit_head').selectAll().executeTakeFirst(),
      }
    })
}

async function archiveNamed(db: Db, name: string): Promise<AuditArchive | null> {
  const row = await db.selectFrom('audit_archives').selectAll().where('name', '=', name).executeTakeFirst()
  return row === undefined ? null : archiveOf(row)
}
