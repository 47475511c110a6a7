/** Removes files of imports that were not loaded in time, and what is left of others. */
import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { UnderWay } from './under-way.ts'

/** Files that were not loaded by then are removed. */
const KEPT_MS = 7 * 86_400_000

interface Parts {
  readonly catalog: Pick<Catalog, 'imports'>
  readonly clock: Clock
  readonly folder: string
  readonly remove: UnderWay['remove']
}

export async function runImportMaintenance({ catalog, clock, folder, remove }: Parts): Promise<void> {
  const now = clock.now()
  const waiting = await catalog.imports.inState(SYSTEM_SCOPE, ['reading', 'ready', 'refused', 'storing'])
  for (const { id, state, changedAt } of waiting) {
    if (
      changedAt < now - KEPT_MS &&
      (state === 'ready' || state === 'refused') &&
      (await catalog.imports.move(SYSTEM_SCOPE, id, ['ready', 'refused'], 'cancelled', now))
    )
      await remove(id)
  }
  const ids = new Set(waiting.map(({ id }) => String(id)))
  for (const left of existsSync(folder) ? await readdir(folder) : []) {
    if (!ids.has(left) && (await stat(join(folder, left))).mtimeMs < now - KEPT_MS)
      await rm(join(folder, left), { recursive: true, force: true })
  }
}
