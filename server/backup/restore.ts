/**
 * A data folder from a backup: the state of its cut, with the journal behind it. What the journal has more than the
 * facts is counted by the server at its start, as after a crash; so a backup is brought to any moment that the journal
 * reaches.
 */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { BackupManifest } from '#schemas/generated/data/backup-manifest.ts'
import { lockDataDir, RESTORING } from '../lib/boot.ts'
import { StartError } from '../lib/errors.ts'
import { FACTS_SCHEMA } from '../facts/duckdb/schema-version.ts'
import { isBefore, KEPT, segmentIn, segmentName } from '../modules/ingest/journal.ts'
import { decodeRecord, lengthAt, nextRecord } from '../modules/ingest/record.ts'
import { wrongKey } from '../key-check.ts'
import type { Secrets } from '../lib/secrets.ts'
import { checkSqlite } from './check-sqlite.ts'
import { POSTGRES_FILE, restorePostgres, SQLITE_FILE } from './catalog-copy.ts'
import { timelineAt } from './control.ts'
import { backupNamed, existingBackups } from './folder.ts'
import type { BackupFolder } from './folder.ts'
import { FACTS_FILE } from './make.ts'
import type { StoredFile } from './pieces.ts'
import { differences, factSums, withFacts } from './sums.ts'
import type { FactSums } from './sums.ts'

export interface RestoreOptions {
  readonly from: string
  readonly to: string
  /** Name of a backup; the newest that fits when left out. */
  readonly id?: string
  /** Epoch ms: nothing that was answered later. Left out: all there is. */
  readonly until?: number
  /** The `ingest` folder of the data that were lost, as far as it is still there. */
  readonly journal?: string
  readonly secrets: () => Secrets
  /** Where a catalog that was in PostgreSQL goes. */
  readonly catalogUrl?: string
}

export interface Restored {
  readonly manifest: BackupManifest
  /** Messages behind the facts: the server counts them at its start. */
  readonly waiting: number
  /** When the last of them came, epoch ms; null = none waits. */
  readonly lastAt: number | null
}

/**
 * Restores into an empty folder and compares its sums with those of the backup. After a failure the folder is empty
 * again.
 *
 * @throws {StartError} BACKUP_NOT_FOUND, BACKUP_DAMAGED, BACKUP_NEWER, RESTORE_NOT_EMPTY, RESTORE_TIME_UNREACHABLE,
 * RESTORE_JOURNAL_MISMATCH, RESTORE_CATALOG_REQUIRED, SECRET_KEY_WRONG
 */
export async function restoreBackup({
  from,
  to,
  id,
  until,
  journal,
  secrets,
  catalogUrl,
}: RestoreOptions): Promise<Restored> {
  const backups = await existingBackups(from)
  const manifest =
    id === undefined && until !== undefined ? await newestBefore(backups, until) : await backupNamed(backups, id)
  if (until !== undefined && until < manifest.at) throw unreachable(until, `the backup ${manifest.id} was made later`)
  refuseNewer(manifest)
  requireKey(manifest, secrets())
  const toPostgres = manifest.catalog.dialect === 'postgres'
  if (toPostgres && !/^postgres(ql)?:/.test(catalogUrl ?? ''))
    throw new StartError(
      'RESTORE_CATALOG_REQUIRED',
      `The catalog of the backup ${manifest.id} was in PostgreSQL; set CATALOG_URL to an empty database.`,
    )
  const segments = await segmentsAfter(backups, manifest, journal)

  await refuseFull(to)
  await mkdir(to, { recursive: true, mode: 0o700 })
  const lock = lockDataDir(to)
  try {
    await writeFile(join(to, RESTORING), `${manifest.id}\n`, { mode: 0o600 })
    await writeFiles(backups.folder, manifest, to)
    await compareSums(backups.folder, manifest, to)
    const tail = await writeJournal(segments, manifest, join(to, 'ingest'), until)
    if (until !== undefined && until > Math.max(tail.lastAt ?? 0, await wholeUntil(backups, manifest, segments))) {
      throw unreachable(
        until,
        tail.lastAt === null
          ? 'no message is kept after the backup'
          : `the last message that is kept came at ${new Date(tail.lastAt).toISOString()}`,
      )
    }
    if (toPostgres) {
      await restorePostgres(catalogUrl ?? '', join(to, POSTGRES_FILE))
      await rm(join(to, POSTGRES_FILE))
    } else checkSqlite(join(to, SQLITE_FILE))
    await rm(join(to, RESTORING))
    return { manifest, ...tail }
  } catch (error) {
    for (const name of await readdir(to))
      if (!name.startsWith('aforo.lock')) await rm(join(to, name), { recursive: true, force: true })
    throw error
  } finally {
    lock.release()
    await rm(join(to, 'aforo.lock'), { force: true })
  }
}

/**
 * Restores a backup into a folder that goes away, and compares. Needs no key. Gives the backup.
 *
 * @throws {StartError} BACKUP_NOT_FOUND, BACKUP_DAMAGED, BACKUP_NEWER
 */
export async function verifyBackup({
  from,
  id,
  within = tmpdir(),
}: {
  from: string
  id?: string
  within?: string
}): Promise<BackupManifest> {
  const backups = await existingBackups(from)
  const manifest = await backupNamed(backups, id)
  refuseNewer(manifest)
  const scratch = await mkdtemp(join(within, 'aforo-verify-'))
  try {
    await writeFiles(backups.folder, manifest, scratch)
    await compareSums(backups.folder, manifest, scratch)
    await writeJournal(
      manifest.journal.map((one) => storedSegment(backups.folder, one)),
      manifest,
      join(scratch, 'ingest'),
      undefined,
    )
    if (manifest.catalog.dialect === 'sqlite') checkSqlite(join(scratch, SQLITE_FILE))
    return manifest
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

type Backups = Awaited<ReturnType<typeof existingBackups>>

const unreachable = (until: number, why: string) =>
  new StartError(
    'RESTORE_TIME_UNREACHABLE',
    `${new Date(until).toISOString()} cannot be reached: ${why}. Nothing was restored; leave --until out for all ` +
      'there is.',
  )

async function newestBefore({ folder, ids }: Backups, until: number): Promise<BackupManifest> {
  for (const id of ids) {
    const manifest = await folder.read(id)
    if (manifest.at <= until) return manifest
  }
  throw unreachable(until, `the oldest backup is ${ids.at(-1)}`)
}

function refuseNewer({ id, factsSchema, release }: BackupManifest): void {
  if (factsSchema > FACTS_SCHEMA)
    throw new StartError(
      'BACKUP_NEWER',
      `The backup ${id} was made by version ${release}, whose tables have version ${factsSchema}, this one knows ` +
        `${FACTS_SCHEMA}; restore it with that version.`,
    )
}

function requireKey({ keyIds }: BackupManifest, { keyIds: given }: Secrets): void {
  const foreign = keyIds.filter((id) => !given.includes(id))
  if (foreign.length > 0) throw wrongKey(foreign, given[0]!)
}

async function refuseFull(to: string): Promise<void> {
  const found = existsSync(to) ? await readdir(to) : []
  if (found.length > 0)
    throw new StartError(
      'RESTORE_NOT_EMPTY',
      `${to} is not empty (${found.slice(0, 3).join(', ')}); a backup is restored into an empty folder only, never ` +
        'over data.',
    )
}

async function writeFiles(folder: BackupFolder, { id, files }: BackupManifest, to: string): Promise<void> {
  for (const file of files) {
    const path = resolve(to, file.path)
    if (file.path.split('/').some((part) => part === '..' || part === '.'))
      throw new StartError(
        'BACKUP_DAMAGED',
        `The backup ${id} names a file outside of its folder, ${JSON.stringify(file.path)}.`,
      )
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writePieces(folder, file, path)
    if (/^imports\/\d+\/(files|staged)\.json$/.test(file.path)) await movePaths(path, to)
  }
}

async function writePieces({ pieces }: BackupFolder, stored: StoredFile, path: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    for await (const bytes of pieces.read(stored)) await file.appendFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Imports that wait name their files by the whole path. */
async function movePaths(path: string, to: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  const folder = `${JSON.stringify(join(resolve(to), 'imports')).slice(1, -1)}$1`
  await writeFile(path, text.replaceAll(/(?<=")(?:[^"\\]|\\.)*?[/\\]imports([/\\]+\d+[/\\])/g, folder))
}

async function compareSums(folder: BackupFolder, { id, sums }: BackupManifest, to: string): Promise<void> {
  const chunks: Buffer[] = []
  for await (const bytes of folder.pieces.read(sums)) chunks.push(bytes)
  const expected = JSON.parse(Buffer.concat(chunks).toString('utf8')) as FactSums
  const wrong = differences(expected, await withFacts(join(to, FACTS_FILE), factSums))
  if (wrong.length > 0)
    throw new StartError(
      'BACKUP_DAMAGED',
      `The facts of the backup ${id} are not what they were when it was made: ${wrong.join('; ')}. Use another backup.`,
    )
}

interface Segment {
  readonly segment: number
  readonly bytes: number
  write(path: string): Promise<void>
}

const storedSegment = (
  folder: BackupFolder,
  { segment, bytes, pieces }: BackupManifest['journal'][number],
): Segment => ({ segment, bytes, write: (path) => writePieces(folder, { bytes, pieces }, path) })

/**
 * The journal from the facts of a backup on, without a gap: from every backup of the same history, and from the lost
 * folder.
 */
async function segmentsAfter(
  { folder, ids }: Backups,
  manifest: BackupManifest,
  journal: string | undefined,
): Promise<Segment[]> {
  const known = new Map<number, Segment>()
  const note = (one: Segment) => {
    if (one.segment >= manifest.applied.segment && (known.get(one.segment)?.bytes ?? -1) < one.bytes)
      known.set(one.segment, one)
  }
  for (const id of ids) {
    const other = await folder.read(id)
    if (other.timeline === manifest.timeline) for (const one of other.journal) note(storedSegment(folder, one))
  }
  if (journal !== undefined) for (const one of await lostSegments(journal, manifest)) note(one)
  const whole: Segment[] = []
  for (const one of [...known.values()].toSorted((a, b) => a.segment - b.segment)) {
    const before = whole.at(-1)?.segment ?? manifest.applied.segment
    if (one.segment > before + 1) break
    whole.push(one)
  }
  return whole
}

async function lostSegments(journal: string, manifest: BackupManifest): Promise<Segment[]> {
  if (timelineAt(journal) !== manifest.timeline)
    throw new StartError(
      'RESTORE_JOURNAL_MISMATCH',
      `The journal in ${journal} does not go on from the backup ${manifest.id}; expected the ingest folder of the ` +
        'data it was made of.',
    )
  const found: Segment[] = []
  for (const folder of [join(journal, KEPT), journal]) {
    for (const name of await readdir(folder).catch(() => [])) {
      const segment = segmentIn(name)
      if (segment === null) continue
      const bytes = await readFile(join(folder, name))
      found.push({ segment, bytes: bytes.length, write: (path) => writeFile(path, bytes, { mode: 0o600 }) })
    }
  }
  return found
}

/**
 * Up to when the journal is known to be whole: the newest backup whose place in it is not behind the end of these
 * segments.
 */
async function wholeUntil(
  { folder, ids }: Backups,
  { timeline, applied }: BackupManifest,
  segments: readonly Segment[],
): Promise<number> {
  const last = segments.at(-1)
  const end = last === undefined ? applied : { segment: last.segment, place: last.bytes }
  const all = await Promise.all(ids.map((id) => folder.read(id)))
  return Math.max(
    0,
    ...all.filter((one) => one.timeline === timeline && !isBefore(end, one.synced)).map(({ at }) => at),
  )
}

/** Writes the segments up to the first message that came later, and counts what the facts do not have. */
async function writeJournal(
  segments: readonly Segment[],
  { applied }: BackupManifest,
  to: string,
  until: number | undefined,
): Promise<Pick<Restored, 'waiting' | 'lastAt'>> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  let waiting = 0
  let lastAt: number | null = null
  for (const { segment, write } of segments) {
    const path = join(to, segmentName(segment))
    await write(path)
    const bytes = await readFile(path)
    for (
      let at = segment === applied.segment ? Math.min(applied.place, bytes.length) : 0;
      at >= 0 && at < bytes.length;
    ) {
      const whole = lengthAt(bytes, at)
      if (whole === 0) {
        at = nextRecord(bytes, at + 1)
        continue
      }
      const { receivedAt } = decodeRecord(bytes, at, whole)
      if (until !== undefined && receivedAt > until) {
        await truncate(path, at)
        return { waiting, lastAt }
      }
      waiting += 1
      lastAt = Math.max(lastAt ?? 0, receivedAt)
      at += whole
    }
  }
  return { waiting, lastAt }
}
