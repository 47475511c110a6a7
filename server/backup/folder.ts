/** A folder of backups: what each of them holds, and the pieces that they share. */
import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isBackupManifest } from '#schemas/generated/data/backup-manifest.ts'
import type { BackupManifest } from '#schemas/generated/data/backup-manifest.ts'
import { lockDataDir } from '../lib/boot.ts'
import type { Lock } from '../lib/boot.ts'
import { StartError } from '../lib/errors.ts'
import { syncPath } from '../lib/sync-path.ts'
import { openPieces } from './pieces.ts'
import type { Pieces } from './pieces.ts'

export const FORMAT = 1
const BACKUPS = 'backups'
const ENDING = '.json'

export interface BackupFolder {
  readonly path: string
  readonly pieces: Pieces
  /** Newest first. */
  ids(): Promise<string[]>
  read(id: string): Promise<BackupManifest>
  write(manifest: BackupManifest): Promise<void>
  /** Removes all but the newest so many, and the pieces that only they had. */
  prune(keep: number): Promise<{ readonly backups: number; readonly pieces: number }>
}

export function openBackupFolder(path: string): BackupFolder {
  const folder = join(path, BACKUPS)
  const fileOf = (id: string) => join(folder, `${id}${ENDING}`)
  const pieces = openPieces(join(path, 'pieces'))

  const ids = async () =>
    (await readdir(folder).catch(() => []))
      .filter((name) => name.endsWith(ENDING))
      .map((name) => name.slice(0, -ENDING.length))
      .sort()
      .reverse()

  async function read(id: string): Promise<BackupManifest> {
    const damaged = (why: string, cause?: unknown) =>
      new StartError('BACKUP_DAMAGED', `The backup ${id} in ${path} ${why}; use another one.`, { cause })
    const [text = '', digest = ''] = (await readFile(fileOf(id), 'utf8')).split('\n')
    if (hash('sha256', text) !== digest) throw damaged('is not as it was written')
    const manifest: unknown = JSON.parse(text)
    const { format } = manifest as { format?: unknown }
    if (typeof format === 'number' && format > FORMAT)
      throw new StartError(
        'BACKUP_NEWER',
        `The backup ${id} in ${path} has format ${format}, this version knows ${FORMAT}; restore it with the ` +
          'version that made it.',
      )
    if (!isBackupManifest(manifest)) throw damaged('has a list of files that cannot be read')
    return manifest
  }

  return {
    path,
    pieces,
    ids,
    read,
    async write(manifest) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const text = JSON.stringify(manifest)
      const part = `${fileOf(manifest.id)}.part`
      await writeFile(part, `${text}\n${hash('sha256', text)}\n`, { mode: 0o600 })
      await syncPath(part, 'r+')
      await rename(part, fileOf(manifest.id))
      await syncPath(folder, 'r').catch(() => undefined)
    },
    async prune(keep) {
      const all = await ids()
      // Read first: a damaged one must not cost the others their pieces.
      const kept = await Promise.all(all.slice(0, keep).map(read))
      for (const id of all.slice(keep)) await rm(fileOf(id), { force: true })
      const used = new Set(kept.flatMap((manifest) => filesOf(manifest).flatMap((file) => file.pieces)))
      return { backups: Math.max(0, all.length - keep), pieces: await pieces.remove((digest) => used.has(digest)) }
    },
  }
}

/** Everything a backup consists of. */
export const filesOf = ({ files, journal, sums }: BackupManifest) => [...files, ...journal, sums]

/** A folder that must have backups. Throws StartError BACKUP_NOT_FOUND. */
export async function existingBackups(path: string): Promise<{ folder: BackupFolder; ids: readonly string[] }> {
  const folder = openBackupFolder(path)
  const ids = existsSync(path) ? await folder.ids() : []
  if (ids.length === 0)
    throw new StartError(
      'BACKUP_NOT_FOUND',
      `There is no backup in ${path}; expected the folder that was given to npm run backup.`,
    )
  return { folder, ids }
}

/** One backup by its name, the newest when none is given. Throws StartError BACKUP_NOT_FOUND. */
export async function backupNamed(
  { folder, ids }: { folder: BackupFolder; ids: readonly string[] },
  id = ids[0]!,
): Promise<BackupManifest> {
  if (!ids.includes(id))
    throw new StartError(
      'BACKUP_NOT_FOUND',
      `There is no backup ${JSON.stringify(id)} in ${folder.path}; expected one of ${ids.join(', ')}.`,
    )
  return folder.read(id)
}

/** One program at a time writes into a folder of backups. Throws StartError BACKUP_BUSY. */
export async function lockBackups(path: string): Promise<Lock> {
  try {
    return lockDataDir(path)
  } catch (cause) {
    if (cause instanceof StartError)
      throw new StartError('BACKUP_BUSY', `Another program writes into ${path}; wait until it is done.`, { cause })
    throw cause
  }
}
