/**
 * A backup of a data folder, with its server running or stopped. It is what a crash at the moment of the cut would have
 * left: the facts as they were, the catalog read while they were kept still, and the journal up to all that had been
 * answered.
 */
import { existsSync, realpathSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { BackupManifest } from '#schemas/generated/data/backup-manifest.ts'
import about from '../../package.json' with { type: 'json' }
import { lockDataDir } from '../lib/boot.ts'
import type { Clock } from '../lib/clock.ts'
import type { StoreConfig } from '../lib/config.ts'
import { StartError } from '../lib/errors.ts'
import { schemaOf } from '../facts/duckdb/schema-version.ts'
import { journalPosition } from '../facts/duckdb/readings.ts'
import { archivesIn } from '../modules/audit/archive-file.ts'
import { KEPT, segmentIn, segmentName } from '../modules/ingest/journal.ts'
import type { Position } from '../modules/ingest/journal.ts'
import { copyCatalog } from './catalog-copy.ts'
import { requestCut, timelineOf } from './control.ts'
import type { Cut, HeldCut } from './control.ts'
import { filesOf, FORMAT, lockBackups, openBackupFolder } from './folder.ts'
import type { Pieces, StoredFile } from './pieces.ts'
import { factSums, withFacts } from './sums.ts'
import { exportsBeside, stagesBeside } from '../facts/folders.ts'

/** Three heads of 4 KB, then blocks of the size of a piece: so a changed block is one changed piece. */
const DUCKDB_HEAD = 3 * 4096
export const FACTS_FILE = 'facts.duckdb'
/** Incomplete files there are written again. */
const UNFINISHED = /\.part$/

export interface BackupMade {
  readonly manifest: BackupManifest
  readonly bytes: number
  /** Files that were not in the folder before. */
  readonly newBytes: number
  readonly seconds: number
  /** How long writers of facts waited. */
  readonly heldSeconds: number
}

type Source = Pick<StoreConfig, 'dataDir' | 'catalogUrl' | 'factsUrl'>

/**
 * Makes a backup in a folder, verified by reading all of it again.
 *
 * @throws {StartError} BACKUP_DIR_INVALID, BACKUP_BUSY, BACKUP_NOTHING, BACKUP_INTERRUPTED, BACKUP_DAMAGED, DISK_FULL,
 * …
 */
export async function makeBackup({
  source,
  folder: path,
  clock,
  onHeld = async () => undefined,
}: {
  source: Source
  folder: string
  clock: Clock
  /** Called while the facts are kept still, for tests. */
  onHeld?: () => Promise<void>
}): Promise<BackupMade> {
  const began = performance.now()
  const paths = pathsOf(source)
  if (!existsSync(paths.facts))
    throw new StartError(
      'BACKUP_NOTHING',
      `There are no facts at ${paths.facts}; expected the data folder of a server, see DATA_DIR and --data-dir.`,
    )
  refuseNested(path, source.dataDir)
  await mkdir(path, { recursive: true, mode: 0o700 })
  const lock = await lockBackups(path)
  const folder = openBackupFolder(path)
  const scratch = await mkdtemp(join(path, 'scratch-'))
  const { pieces } = folder
  let used = new Set<string>()
  /** One after the other: what leaves the catalog for an archive is in one of the two. */
  const catalogAndArchives = async () => ({
    catalog: await copyCatalog(source.catalogUrl, scratch),
    archives: await copyFiles(pieces, paths.archives),
  })
  try {
    // Once while the facts go on: what does not change meanwhile need not be written while they are kept still.
    await copyFacts(pieces, paths.facts)
    await copyFiles(pieces, [...paths.folders, ...paths.archives])
    await copyJournal(pieces, paths.ingest, null)
    const { held, source: how } = await holdFacts(source, paths, clock)
    const heldFrom = performance.now()
    try {
      await onHeld()
      const { at, applied, synced, timeline, factsSchema } = held.cut
      const [{ catalog, archives }, facts, files, journal] = await Promise.all([
        catalogAndArchives(),
        copyFacts(pieces, paths.facts),
        copyFiles(pieces, paths.folders),
        copyJournal(pieces, paths.ingest, synced),
      ])
      const sums = await held.end()
      const heldSeconds = (performance.now() - heldFrom) / 1000
      const stored = await pieces.copy(catalog.path)
      if (stored === null) throw new Error(`${catalog.path} is gone.`)
      const manifest: BackupManifest = {
        format: FORMAT,
        id: idAt(at),
        release: about.version,
        at,
        source: how,
        catalog: { dialect: catalog.dialect, step: catalog.step },
        factsSchema,
        keyIds: [...catalog.keyIds],
        timeline,
        applied,
        synced,
        files: [{ path: catalog.name, ...copied(stored) }, ...facts, ...files, ...archives],
        journal,
        sums: { path: 'sums.json', ...copied(await pieces.put(Buffer.from(JSON.stringify(sums)))) },
      }
      used = new Set(filesOf(manifest).flatMap((file) => file.pieces))
      await pieces.sync()
      const damaged = await pieces.damaged(filesOf(manifest))
      if (damaged.length > 0)
        throw new StartError(
          'BACKUP_DAMAGED',
          `${damaged.length} pieces in ${path} are not what was written, the first is ${damaged[0]}; check the disk ` +
            'and run it again.',
        )
      await folder.write(manifest)
      const bytes = filesOf(manifest).reduce((sum, file) => sum + file.bytes, 0)
      return {
        manifest,
        bytes,
        newBytes: pieces.added().bytes,
        seconds: (performance.now() - began) / 1000,
        heldSeconds,
      }
    } finally {
      held.giveUp()
    }
  } catch (cause) {
    used = new Set()
    const { code } = cause as { code?: unknown }
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new StartError(
        'DISK_FULL',
        `There is no space left in ${path}; free some, or remove old backups with --keep, and run it again.`,
        { cause },
      )
    throw cause
  } finally {
    // Files read before the facts were frozen, which are no part of the backup; after a failure all new files.
    const added = pieces.added().pieces
    if ([...added].some((digest) => !used.has(digest)))
      await pieces.remove((digest) => !added.has(digest) || used.has(digest)).catch(() => 0)
    await rm(scratch, { recursive: true, force: true })
    lock.release()
  }
}

const idAt = (at: number) => new Date(at).toISOString().replaceAll(':', '-').replace('.', '-')
const copied = ({ bytes, pieces }: StoredFile) => ({ bytes, pieces: [...pieces] })

interface Paths {
  readonly facts: string
  readonly ingest: string
  readonly folders: Folders
  readonly archives: Folders
}
type Folders = readonly (readonly [name: string, path: string])[]

function pathsOf({ dataDir, factsUrl }: Source): Paths {
  const facts = factsUrl.slice('duckdb:'.length)
  return {
    facts,
    ingest: join(dataDir, 'ingest'),
    folders: [
      ['imports', stagesBeside(facts)],
      ['exports', exportsBeside(facts)],
    ],
    archives: [['audit', archivesIn(dataDir)]],
  }
}

/** A backup within the data would be a part of the next one; data within a backup would be lost with it. */
function refuseNested(path: string, dataDir: string): void {
  const real = (one: string): string => (existsSync(one) ? realpathSync(one) : join(real(dirname(one)), basename(one)))
  const [to, from] = [`${real(resolve(path))}${sep}`, `${real(resolve(dataDir))}${sep}`]
  if (!to.startsWith(from) && !from.startsWith(to)) return
  throw new StartError(
    'BACKUP_DIR_INVALID',
    `${path} and the data in ${dataDir} are one within the other; choose a folder beside the data, best on another ` +
      'disk.',
  )
}

/** A running server keeps its facts still; without one, this program has the data folder until it is done. */
async function holdFacts(
  source: Source,
  paths: Paths,
  clock: Clock,
): Promise<{ held: HeldCut; source: 'running' | 'stopped' }> {
  let lock
  try {
    lock = lockDataDir(source.dataDir)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return { held: await requestCut(source.dataDir), source: 'running' }
  }
  let isHeld = true
  const release = () => {
    if (isHeld) lock.release()
    isHeld = false
  }
  try {
    const { applied, sums, factsSchema } = await withFacts(paths.facts, async (read) => ({
      applied: await journalPosition(read),
      sums: await factSums(read),
      factsSchema: await schemaOf(read),
    }))
    const before = await stateOf(paths.facts)
    const cut: Cut = {
      at: clock.now(),
      applied,
      synced: await lastOf(paths.ingest, applied),
      timeline: timelineOf(paths.ingest),
      factsSchema,
    }
    return {
      source: 'stopped',
      held: {
        cut,
        giveUp: release,
        async end() {
          release()
          // An import from the command line has the facts without the folder.
          if ((await stateOf(paths.facts)) !== before)
            throw new StartError(
              'BACKUP_INTERRUPTED',
              `${paths.facts} was changed while it was copied. Nothing was kept; run it again.`,
            )
          return sums
        },
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

/** The file and its log, as far as a change shows without reading them. */
async function stateOf(facts: string): Promise<string> {
  const all = await factFiles(facts)
  return (
    await Promise.all(
      all.map(async (name) => {
        const { size, mtimeMs } = await stat(join(dirname(facts), name))
        return `${name} ${size} ${mtimeMs}`
      }),
    )
  ).join('\n')
}

/** The file itself and its log, which DuckDB may have in parts. */
const factFiles = async (facts: string) =>
  (await readdir(dirname(facts)))
    .filter((name) => name === basename(facts) || name.startsWith(`${basename(facts)}.wal`))
    .sort()

/** Where the journal ends while nothing is written into it. */
async function lastOf(ingest: string, applied: Position): Promise<Position> {
  const segment = Math.max(-1, ...(await readdir(ingest).catch(() => [])).flatMap((name) => segmentIn(name) ?? []))
  if (segment < applied.segment) return applied
  return { segment, place: (await stat(join(ingest, segmentName(segment)))).size }
}

type ManifestFile = BackupManifest['files'][number]

async function copyFacts(pieces: Pieces, facts: string): Promise<ManifestFile[]> {
  const found: ManifestFile[] = []
  for (const name of await factFiles(facts)) {
    const file = await pieces.copy(join(dirname(facts), name), name === basename(facts) ? { head: DUCKDB_HEAD } : {})
    if (file !== null) found.push({ path: `${FACTS_FILE}${name.slice(basename(facts).length)}`, ...copied(file) })
  }
  return found
}

/** Imports that wait, exports, archives of the audit log. */
async function copyFiles(pieces: Pieces, folders: Folders): Promise<ManifestFile[]> {
  const found: ManifestFile[] = []
  for (const [name, folder] of folders) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
      const path = [name, ...relative(folder, join(entry.parentPath, entry.name)).split(sep)]
      if (!entry.isFile() || path.some((part) => UNFINISHED.test(part))) continue
      const file = await pieces.copy(join(entry.parentPath, entry.name))
      if (file !== null) found.push({ path: path.join('/'), ...copied(file) })
    }
  }
  return found
}

/** The segments up to a place, those that are in the facts and still kept included. */
async function copyJournal(
  pieces: Pieces,
  ingest: string,
  synced: Position | null,
): Promise<BackupManifest['journal']> {
  const kept = join(ingest, KEPT)
  const names = new Set((await Promise.all([ingest, kept].map((folder) => readdir(folder).catch(() => [])))).flat())
  const found: BackupManifest['journal'] = []
  for (const name of [...names].sort()) {
    const segment = segmentIn(name)
    if (segment === null || (synced !== null && segment > synced.segment)) continue
    const options = segment === synced?.segment ? { upTo: synced.place } : {}
    // It may go to the kept ones meanwhile, and from there.
    const file = (await pieces.copy(join(ingest, name), options)) ?? (await pieces.copy(join(kept, name), options))
    if (file !== null) found.push({ segment, ...copied(file) })
  }
  return found
}
