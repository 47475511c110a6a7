/**
 * Old entries of the audit log go to files in the data folder. The file is on the disk and read again before its
 * entries leave the catalog, which they do in one transaction with the entry that seals it: a crash leaves them in the
 * catalog, in the archive, or in both, never in neither.
 */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { StartError } from '../../lib/errors.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { archiveReader, PART, rangeIn, writeArchive } from './archive-file.ts'
import type { ArchivedEntry, AuditArchive } from './archive-file.ts'
import { chainHash, FIRST_LINK } from '../../lib/audit-chain.ts'
import { SLICE } from './verify.ts'

/** Entries and bytes of text of one archive: they leave the catalog in one go, and no call may wait for that. */
export const MAX_ENTRIES = 2000
const MAX_BYTES = 8 * 1024 ** 2
const DAY_MS = 86_400_000

export type Step = 'written' | 'named' | 'removed' | 'sealed'

interface Options {
  readonly catalog: Pick<Catalog, 'audit' | 'transaction'>
  readonly clock: Clock
  readonly folder: string
  /** Days for which entries stay in the catalog; 0 = always. */
  readonly keptDays: number
  /** Called after each step of an archive, for tests. */
  readonly onStep?: (step: Step) => Promise<void>
}

/** The first moment whose entries stay: a month goes as a whole (UTC), so that there is no file for each day. */
export function keptFrom(now: number, keptDays: number): number {
  const day = new Date(now - keptDays * DAY_MS)
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth())
}

export function auditArchives({ catalog, clock, folder, keptDays, onStep = async () => undefined }: Options) {
  const read = archiveReader(folder)

  async function archiveNext(before: number): Promise<AuditArchive | null> {
    const newest = await catalog.audit.lastArchive()
    const entries = await oldest(newest?.lastId ?? 0, newest?.head ?? FIRST_LINK, before)
    if (entries.length === 0) return null
    const archive = await writeArchive(folder, entries, newest?.head ?? FIRST_LINK, () => onStep('written'))
    await onStep('named')
    const found = await read(archive)
    if ('why' in found)
      throw new StartError(
        'AUDIT_BROKEN',
        `The archive ${archive.name} ${found.why}; expected what was just written. Its entries stay in the catalog.`,
      )
    await catalog.transaction(async ({ audit }) => {
      await audit.seal(SYSTEM_SCOPE, archive, clock.now())
      await onStep('removed')
    })
    await onStep('sealed')
    return archive
  }

  /**
   * The entries at the beginning of the catalog that are old enough for the next archive. What does not fit the chain
   * goes nowhere.
   */
  async function oldest(after: number, head: string, before: number): Promise<ArchivedEntry[]> {
    const entries: ArchivedEntry[] = []
    let [previous, bytes] = [head, 0]
    for (;;) {
      const slice = await catalog.audit.oldest(entries.at(-1)?.id ?? after, SLICE)
      for (const { previous: follows, ...entry } of slice) {
        if (entry.at >= before || entries.length === MAX_ENTRIES || bytes >= MAX_BYTES) return entries
        if (follows !== previous || entry.hash !== chainHash(previous, entry)) {
          throw new StartError(
            'AUDIT_BROKEN',
            `Entry ${entry.id} of the audit log does not fit the chain; it and what follows stay in the catalog.`,
          )
        }
        entries.push(entry)
        previous = entry.hash
        bytes += entry.target.length + entry.details.length
      }
      if (slice.length < SLICE) return entries
      await setImmediate()
    }
  }

  /** Removes what a crash left: halves, and files whose entries are all still in the catalog. */
  async function sweep(): Promise<void> {
    const names = await readdir(folder).catch(() => [])
    if (names.length === 0) return
    const [archived, newest] = [(await catalog.audit.lastArchive())?.lastId ?? 0, await catalog.audit.newestId()]
    for (const name of names) {
      const range = rangeIn(name)
      const isLeft =
        range === null ? rangeIn(name.replace(PART, '')) !== null : range.first > archived && range.last <= newest
      if (isLeft) await rm(join(folder, name), { force: true })
    }
  }

  return {
    /** Archives all that is old enough, and gives what was made. Throws StartError AUDIT_BROKEN. */
    async runMaintenance(): Promise<AuditArchive[]> {
      await sweep()
      const made: AuditArchive[] = []
      if (keptDays === 0) return made
      for (;;) {
        const archive = await archiveNext(keptFrom(clock.now(), keptDays))
        if (archive === null) return made
        made.push(archive)
        await setImmediate()
      }
    },
  }
}
