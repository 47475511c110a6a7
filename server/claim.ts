/**
 * Exclusive resources of one server: its directory and its catalog. Looked at before anything heavy is read (serve.ts),
 * so that a second server is refused while it has hardly begun.
 */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { lockCatalogFile, lockDataDirSoon, refuseUnfinished } from './lib/boot.ts'
import type { Lock } from './lib/boot.ts'
import type { Config } from './lib/config.ts'
import { releaseBallast } from './lib/disk-space.ts'

/** A server that shuts down may still have both for so long: it drains and ends what hangs. */
export const LEAVING_MS = 20_000

/**
 * Takes the directory, and the catalog where that is a file. One in PostgreSQL is taken with the connection that is
 * kept for it (db/pulse.ts); here it is only looked at. Throws StartError DATA_DIR_LOCKED, CATALOG_LOCKED and
 * RESTORE_UNFINISHED, and has taken nothing then.
 *
 * @param waitMs how long to wait for a server that said that it leaves
 */
export async function claim(
  { dataDir, catalogUrl }: Pick<Config, 'dataDir' | 'catalogUrl'>,
  waitMs: number,
): Promise<Lock> {
  releaseBallast(dataDir)
  const directory = await lockDataDirSoon(dataDir, waitMs)
  try {
    refuseUnfinished(dataDir)
    const catalog = await claimCatalog(catalogUrl)
    return {
      leave: () => {
        directory.leave()
      },
      release() {
        catalog?.release()
        directory.release()
      },
    }
  } catch (error) {
    directory.release()
    throw error
  }
}

async function claimCatalog(catalogUrl: string): Promise<Lock | null> {
  if (!catalogUrl.startsWith('sqlite:')) {
    await (await import('./db/catalog-lock.ts')).refuseHeld(catalogUrl)
    return null
  }
  const path = catalogUrl.slice('sqlite:'.length)
  if (path === ':memory:') return null
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  return lockCatalogFile(path)
}
